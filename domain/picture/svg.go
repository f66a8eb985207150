package picture

import (
	"fmt"
	"image/color"
	"slices"
	"strconv"
)

// SVG returns the board as a complete SVG document in UTF-8.
func SVG(b Board, s Style) []byte {
	text := opened(b.scene(s), s, b.title())
	return append(text, "</svg>\n"...)
}

// opened returns an SVG document without its end, so that callers can draw on
// top.
func opened(sc *scene, s Style, title string) []byte {
	width, height := s.pixels()
	text := make([]byte, 0, 32<<10)
	text = fmt.Appendf(text, `<svg xmlns="http://www.w3.org/2000/svg" role="img" width="%d" height="%d" viewBox="0 0 %g %g">`+"\n<title>%s</title>\n",
		width, height, sc.size.x, sc.size.y, title)
	text = appendSprites(text, sc.parts)
	for _, p := range sc.parts {
		text = p.append(text)
	}
	return text
}

// appendSprites defines the sprites that have a name, each once.
func appendSprites(b []byte, parts []part) []byte {
	var defined []string
	b = append(b, "<defs>\n"...)
	for _, p := range parts {
		if p.sprite.name == "" || slices.Contains(defined, p.sprite.name) {
			continue
		}
		defined = append(defined, p.sprite.name)
		b = append(b, `<g id="`...)
		b = append(b, p.sprite.name...)
		b = append(b, "\">\n"...)
		b = p.sprite.append(b)
		b = append(b, "</g>\n"...)
	}
	return append(b, "</defs>\n"...)
}

func (sp *sprite) append(b []byte) []byte {
	for _, f := range sp.figures {
		b = append(b, `<path fill="`...)
		b = appendColor(b, f.fill)
		b = append(b, `" d="`...)
		b = f.shape.append(b)
		b = append(b, "\"/>\n"...)
	}
	return b
}

func (p part) append(b []byte) []byte {
	if p.sprite.name == "" {
		placed := &sprite{}
		for _, f := range p.sprite.figures {
			placed.figures = append(placed.figures, figure{f.shape.moved(p.at), f.fill})
		}
		return placed.append(b)
	}
	b = append(b, `<use href="#`...)
	b = append(b, p.sprite.name...)
	b = append(b, `" x="`...)
	b = appendNumber(b, p.at.x)
	b = append(b, `" y="`...)
	b = appendNumber(b, p.at.y)
	return append(b, "\"/>\n"...)
}

func appendColor(b []byte, c color.NRGBA) []byte {
	b = fmt.Appendf(b, "#%02x%02x%02x", c.R, c.G, c.B)
	if c.A == 0xFF {
		return b
	}
	b = append(b, `" fill-opacity="`...)
	return strconv.AppendFloat(b, float64(c.A)/0xFF, 'f', 2, 64)
}
