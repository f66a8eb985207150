package picture

import (
	"fmt"
	"math"
	"strconv"
)

// track is where something is in the course of a film.
type track struct {
	sprite *sprite
	glides bool // moves from one place to the next instead of jumping
	steps  []keyframe
}

// keyframe is a place from a moment on.
type keyframe struct {
	ms    float64
	at    point
	shown bool
}

// hidden is the track of something that is yet to be shown.
func hidden(sp *sprite) *track { return &track{sprite: sp, steps: []keyframe{{}}} }

func (t *track) show(ms float64, at point) { t.steps = append(t.steps, keyframe{ms, at, true}) }

func (t *track) hide(ms float64) {
	if last := t.steps[len(t.steps)-1]; last.shown {
		t.steps = append(t.steps, keyframe{ms, last.at, false})
	}
}

// append writes the track as a group with its animations in SMIL.
func (t *track) append(b []byte, length float64) []byte {
	first := t.steps[0]
	b = append(b, `<g transform="translate(`...)
	b = appendPlace(b, first.at)
	b = append(b, ')', '"')
	if !first.shown {
		b = append(b, ` visibility="hidden"`...)
	}
	b = append(b, ">\n"...)
	b = part{sprite: t.sprite}.append(b)
	if len(t.steps) > 1 {
		b = t.appendMotion(b, length)
		b = t.appendVisibility(b, length)
	}
	return append(b, "</g>\n"...)
}

func (t *track) appendMotion(b []byte, length float64) []byte {
	steps, mode := t.steps, "discrete"
	if t.glides {
		last := steps[len(steps)-1]
		steps, mode = append(steps[:len(steps):len(steps)], keyframe{length, last.at, last.shown}), "linear"
	}
	return appendAnimation(b, `<animateTransform attributeName="transform" type="translate"`, mode, length, steps,
		func(b []byte, k keyframe) []byte { return appendPlace(b, k.at) })
}

func (t *track) appendVisibility(b []byte, length float64) []byte {
	var changes []keyframe
	for i, k := range t.steps {
		if i == 0 || k.shown != changes[len(changes)-1].shown {
			changes = append(changes, k)
		}
	}
	if len(changes) == 1 {
		return b
	}
	return appendAnimation(b, `<animate attributeName="visibility"`, "discrete", length, changes, func(b []byte, k keyframe) []byte {
		if k.shown {
			return append(b, "visible"...)
		}
		return append(b, "hidden"...)
	})
}

func appendAnimation(b []byte, element, mode string, length float64, steps []keyframe, value func([]byte, keyframe) []byte) []byte {
	b = fmt.Appendf(b, `%s calcMode="%s" dur="%gms" repeatCount="indefinite" keyTimes="`, element, mode, length)
	for i, k := range steps {
		if i > 0 {
			b = append(b, ';')
		}
		b = strconv.AppendFloat(b, math.Round(k.ms/length*1e7)/1e7, 'f', -1, 64)
	}
	b = append(b, `" values="`...)
	for i, k := range steps {
		if i > 0 {
			b = append(b, ';')
		}
		b = value(b, k)
	}
	return append(b, "\"/>\n"...)
}

func appendPlace(b []byte, p point) []byte {
	b = appendNumber(b, p.x)
	b = append(b, ' ')
	return appendNumber(b, p.y)
}
