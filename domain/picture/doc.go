// Package picture draws a Janggi board: as SVG, as PNG, and a whole game as an
// animated SVG.
//
// A picture is put together once, as a scene of filled outlines, and written in
// either form, so that both show the same. It depends on no font: the
// characters on pieces and beside the board are outlines in glyphs.go, which
// the command in the folder outline has taken from a font under an open
// licence.
package picture

//go:generate go run ./outline -font /usr/share/fonts/opentype/noto/NotoSansCJK-Bold.ttc
