package record

import (
	"strings"

	"github.com/janggid/janggid/domain/janggi"
)

// writeUCI writes a UCI position command, with a pass as the general's point
// twice.
func (w *Written) writeUCI(out *strings.Builder) {
	start := w.Game.Start()
	out.WriteString("position fen " + start.FEN())
	if w.Game.Ply() > 0 {
		out.WriteString(" moves")
	}
	w.turns(func(_ int, before *janggi.Game, m janggi.Move) {
		out.WriteByte(' ')
		if m.IsPass() {
			p := before.Position()
			general := p.General(p.SideToMove()).String()
			out.WriteString(general + general)
			return
		}
		out.WriteString(m.String())
	})
	out.WriteByte('\n')
}
