package view

import (
	"bytes"
	"encoding/json"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/janggid/janggid/domain/game"
	"github.com/janggid/janggid/domain/janggi"
)

// MarshalJSON writes a game by hand: nearly every answer is one, and
// encoding/json would take several times as long. A test holds this to the tags
// of the struct; rare members are left to encoding/json.
func (v Game) MarshalJSON() ([]byte, error) {
	w := gameWriter{b: make([]byte, 0, 2048)}
	w.game(&v)
	return w.b, w.err
}

// gameWriter appends the JSON of a game.
type gameWriter struct {
	b   []byte
	err error // the first
}

func (w *gameWriter) game(v *Game) {
	w.literal(`{"id":`).text(v.ID)
	w.literal(`,"room_code":`).optionalText(v.RoomCode)
	w.literal(`,"revision":`).b = strconv.AppendUint(w.b, v.Revision, 10)
	w.literal(`,"status":`).word(string(v.Status))
	w.literal(`,"ruleset":`).ruleset(&v.Ruleset)
	w.literal(`,"time_control":`).timeControl(&v.TimeControl)
	w.literal(`,"setup_ms":`).optionalNumber(v.SetupMS)
	w.literal(`,"start_fen":`).optionalText(v.StartFEN)
	if v.SpectatorDelayMS != 0 {
		w.literal(`,"spectator_delay_ms":`).number(v.SpectatorDelayMS)
	}
	w.literal(`,"visibility":`).word(string(v.Visibility))
	w.literal(`,"labels":`)
	if v.Labels != nil && len(v.Labels) == 0 {
		w.literal(`{}`)
	} else {
		w.rare(v.Labels)
	}
	if v.Source != nil {
		w.literal(`,"source":`).rare(v.Source)
	}
	if v.Superseded != nil {
		w.literal(`,"superseded_by":`).text(*v.Superseded)
	}
	w.literal(`,"players":{"cho":`).player(v.Players.Cho)
	w.literal(`,"han":`).player(v.Players.Han)
	w.literal(`},"setups":{"cho":`).setup(v.Setups.Cho)
	w.literal(`,"han":`).setup(v.Setups.Han)
	w.literal(`},"to_act":`).side(v.ToAct)
	w.literal(`,"ply":`).number(int64(v.Ply))
	w.literal(`,"turn":`).side(v.Turn)
	w.literal(`,"fen":`).optionalText(v.FEN)
	w.literal(`,"moves":`).moves(v.Moves)
	w.literal(`,"last_move":`)
	if v.LastMove == nil {
		w.null()
	} else {
		w.move(*v.LastMove)
	}
	w.literal(`,"in_check":`).boolean(v.InCheck)
	w.literal(`,"facing":`).boolean(v.Facing)
	w.literal(`,"legal_moves":`).moves(v.LegalMoves)
	w.literal(`,"repetitions":`).number(int64(v.Repetitions))
	w.literal(`,"points":`).points(v.Points)
	w.literal(`,"material":`)
	if v.Material == nil {
		w.null()
	} else {
		w.literal(`{"cho":`).number(int64(v.Material.Cho))
		w.literal(`,"han":`).number(int64(v.Material.Han))
		w.literal(`}`)
	}
	w.literal(`,"clocks":`).clocks(&v.Clocks)
	w.literal(`,"offers":{"takeback":`).side(v.Offers.Takeback)
	w.literal(`,"draw":`).side(v.Offers.Draw)
	w.literal(`,"rematch":`).side(v.Offers.Rematch)
	w.literal(`}`)
	if v.Hint != nil {
		w.literal(`,"hint":`).rare(v.Hint)
	}
	if v.Assisted {
		w.literal(`,"assisted":true`)
	}
	w.literal(`,"chat":`).boolean(v.Chat)
	w.literal(`,"rematch":`).optionalText(v.Rematch)
	if v.RematchOf != nil {
		w.literal(`,"rematch_of":`).text(*v.RematchOf)
	}
	w.literal(`,"outcome":`)
	if v.Outcome == nil {
		w.null()
	} else {
		w.rare(v.Outcome)
	}
	w.literal(`,"created_at":`).instant(v.CreatedAt)
	w.literal(`,"updated_at":`).instant(v.UpdatedAt)
	w.literal(`}`)
}

func (w *gameWriter) ruleset(r *Ruleset) {
	w.literal(`{"preset":`).text(r.Preset)
	w.literal(`,"bikjang":`).word(r.Bikjang.String())
	w.literal(`,"settle":`).word(r.Scoring.String())
	w.literal(`,"repetition":`).word(r.Repetition.String())
	w.literal(`,"perpetual_check":`).word(r.PerpetualCheck.String())
	w.literal(`,"low_material":`).limit(r.LowMaterial)
	w.literal(`,"turn_limit":`).limit(r.TurnLimit)
	w.literal(`,"no_capture_limit":`).limit(r.NoCaptureLimit)
	w.literal(`,"bikjang_over_check":`).boolean(r.BikjangOverCheck)
	w.literal(`,"deom":`).b = r.Deom.Append(w.b)
	w.literal(`,"double_pass":`).word(r.DoublePass.String())
	w.literal(`}`)
}

func (w *gameWriter) timeControl(t *game.TimeControl) {
	w.literal(`{"type":`).word(string(t.Type))
	switch t.Type {
	case game.PerMove:
		w.literal(`,"per_move_ms":`).number(t.PerMoveMS)
	case game.Fischer:
		w.literal(`,"initial_ms":`).number(t.InitialMS)
		w.literal(`,"increment_ms":`).number(t.IncrementMS)
	case game.Byoyomi:
		w.literal(`,"main_ms":`).number(t.MainMS)
		w.literal(`,"periods":`).number(int64(t.Periods))
		w.literal(`,"period_ms":`).number(t.PeriodMS)
	}
	w.literal(`}`)
}

func (w *gameWriter) player(p *Player) {
	if p == nil {
		w.null()
		return
	}
	w.literal(`{"id":`).text(p.ID)
	w.literal(`,"name":`).text(p.Name)
	w.literal(`,"kind":`).word(string(p.Kind))
	if p.Strength != 0 {
		w.literal(`,"strength":`).number(int64(p.Strength))
	}
	w.literal(`}`)
}

func (w *gameWriter) clocks(c *Clocks) {
	w.literal(`{"running":`).side(c.Running)
	w.literal(`,"deadline":`).optionalInstant(c.Deadline)
	if c.PeriodDeadline != nil {
		w.literal(`,"period_deadline":`).optionalInstant(*c.PeriodDeadline)
	}
	w.literal(`,"cho":`).sideClock(&c.Cho)
	w.literal(`,"han":`).sideClock(&c.Han)
	w.literal(`}`)
}

func (w *gameWriter) sideClock(c *SideClock) {
	w.literal(`{"remaining_ms":`).optionalNumber(c.RemainingMS)
	if c.PeriodsLeft != nil {
		w.literal(`,"periods_left":`).number(int64(*c.PeriodsLeft))
	}
	w.literal(`}`)
}

func (w *gameWriter) points(p *game.BySide[janggi.Points]) {
	if p == nil {
		w.null()
		return
	}
	w.literal(`{"cho":`).b = p.Cho.Append(w.b)
	w.literal(`,"han":`).b = p.Han.Append(w.b)
	w.literal(`}`)
}

func (w *gameWriter) moves(moves []janggi.Move) {
	w.literal(`[`)
	for i, m := range moves {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		w.move(m)
	}
	w.literal(`]`)
}

func (w *gameWriter) move(m janggi.Move) {
	w.b = append(w.b, '"')
	w.b = m.Append(w.b)
	w.b = append(w.b, '"')
}

func (w *gameWriter) side(s *janggi.Side) {
	if s == nil {
		w.null()
		return
	}
	w.word(s.String())
}

func (w *gameWriter) setup(s *janggi.Setup) {
	if s == nil {
		w.null()
		return
	}
	w.word(s.String())
}

func (w *gameWriter) limit(l janggi.Limit) {
	if l == 0 {
		w.null()
		return
	}
	w.number(int64(l))
}

func (w *gameWriter) instant(at game.Instant) {
	w.b = append(w.b, '"')
	w.b = at.Append(w.b)
	w.b = append(w.b, '"')
}

func (w *gameWriter) optionalInstant(at *game.Instant) {
	if at == nil {
		w.null()
		return
	}
	w.instant(*at)
}

func (w *gameWriter) optionalNumber(n *int64) {
	if n == nil {
		w.null()
		return
	}
	w.number(*n)
}

func (w *gameWriter) optionalText(s *string) {
	if s == nil {
		w.null()
		return
	}
	w.text(*s)
}

// literal appends JSON as it is.
func (w *gameWriter) literal(s string) *gameWriter {
	w.b = append(w.b, s...)
	return w
}

func (w *gameWriter) null()          { w.b = append(w.b, "null"...) }
func (w *gameWriter) number(n int64) { w.b = strconv.AppendInt(w.b, n, 10) }
func (w *gameWriter) boolean(t bool) { w.b = strconv.AppendBool(w.b, t) }

// word appends a text of this program's own that needs no escapes.
func (w *gameWriter) word(s string) {
	w.b = append(w.b, '"')
	w.b = append(w.b, s...)
	w.b = append(w.b, '"')
}

// text appends any text. Invalid UTF-8 becomes U+FFFD, as in encoding/json;
// AppendQuote replaces it and returns an error.
func (w *gameWriter) text(s string) { w.b, _ = jsontext.AppendQuote(w.b, s) }

// rare appends a member that few answers have.
func (w *gameWriter) rare(v any) {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil && w.err == nil {
		w.err = err
	}
	w.b = append(w.b, bytes.TrimSuffix(buf.Bytes(), []byte{'\n'})...)
}
