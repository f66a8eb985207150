// Package picture draws a Janggi board: as SVG, as PNG, and a whole game as an
// animated SVG.
//
// A picture is composed once, as a scene of filled outlines, and written in
// either form, so both look the same. It needs no font: the characters are
// outlines in glyphs.go, extracted from a font under an open license by the
// command in the folder outline.
package picture

//go:generate go run ./outline -font /usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc
