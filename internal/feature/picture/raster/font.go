package raster

import (
	"slices"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"

	"plumbline/internal/platform/typeface"
)

// unitsPerEm is the size at which outlines and widths are read. Pictures scale them.
const unitsPerEm = 1000

// Fonts are the letters of a typeface, whose files are read when one of their letters is first needed. It is safe for
// concurrent use.
type Fonts struct {
	face *typeface.Face

	mu     sync.Mutex
	glyphs map[rune]glyph
	buffer sfnt.Buffer
}

// glyph is a letter: its outline in thousandths of the font size, y downwards, and the distance to the next letter.
type glyph struct {
	outline sfnt.Segments
	advance float64
}

// NewFonts returns the letters of a typeface.
func NewFonts(face *typeface.Face) *Fonts {
	return &Fonts{face: face, glyphs: map[rune]glyph{}}
}

// Width returns the width in pixels of a text at 1,000 pixels font size.
func (f *Fonts) Width(text string) float64 {
	width := 0.0
	for _, one := range f.letters(text) {
		width += one.advance * one.scale
	}
	return width
}

// letter is a glyph in a text: its size relative to the font's, and its vertical offset in thousandths of the font
// size.
type letter struct {
	glyph
	scale, raise float64
}

// Superscripts and subscripts that the typeface lacks are drawn as smaller, shifted letters.
const (
	smallScale   = 0.62
	superscripts = "⁰ⁱ⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ¹²³"
	subscripts   = "₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎"
	raised       = 350
	lowered      = -120
)

// letters returns the glyphs of a text. A letter that the typeface lacks is replaced by its Unicode compatibility
// decomposition (Ⅱ by II), or else by a box.
func (f *Fonts) letters(text string) []letter {
	f.mu.Lock()
	defer f.mu.Unlock()
	letters := make([]letter, 0, len(text))
	for _, r := range text {
		if g, ok := f.glyph(r); ok {
			letters = append(letters, letter{glyph: g, scale: 1})
			continue
		}
		of := letter{scale: 1}
		switch {
		case strings.ContainsRune(superscripts, r):
			of = letter{scale: smallScale, raise: raised}
		case strings.ContainsRune(subscripts, r):
			of = letter{scale: smallScale, raise: lowered}
		}
		simple := norm.NFKD.String(string(r))
		if simple == string(r) {
			simple = "\uFFFD"
		}
		for _, r := range simple {
			var ok bool
			if of.glyph, ok = f.glyph(r); !ok {
				of.glyph = missing
			}
			letters = append(letters, of)
		}
	}
	return letters
}

// glyph returns the glyph of a letter, if the typeface has it.
func (f *Fonts) glyph(r rune) (glyph, bool) {
	if g, ok := f.glyphs[r]; ok {
		return g, true
	}
	file := f.face.Find(r)
	if file == nil {
		return glyph{}, false
	}
	g, ok := f.outline(file.Font, r)
	if ok {
		f.glyphs[r] = g
	}
	return g, ok
}

// missing is the box for a letter without a glyph.
var missing = glyph{advance: 600, outline: sfnt.Segments{
	box(sfnt.SegmentOpMoveTo, 60, -700), box(sfnt.SegmentOpLineTo, 540, -700), box(sfnt.SegmentOpLineTo, 540, 0), box(sfnt.SegmentOpLineTo, 60, 0),
	box(sfnt.SegmentOpMoveTo, 120, -60), box(sfnt.SegmentOpLineTo, 480, -60), box(sfnt.SegmentOpLineTo, 480, -640), box(sfnt.SegmentOpLineTo, 120, -640),
}}

func box(op sfnt.SegmentOp, x, y int) sfnt.Segment {
	return sfnt.Segment{Op: op, Args: [3]fixed.Point26_6{fixed.P(x, y)}}
}

// outline reads the glyph of a letter from a font file.
func (f *Fonts) outline(from *sfnt.Font, letter rune) (glyph, bool) {
	index, err := from.GlyphIndex(&f.buffer, letter)
	if err != nil || index == 0 {
		return glyph{}, false
	}
	segments, err := from.LoadGlyph(&f.buffer, index, fixed.I(unitsPerEm), nil)
	if err != nil {
		return glyph{}, false
	}
	segments = slices.Clone(segments) // the buffer is reused
	advance, err := from.GlyphAdvance(&f.buffer, index, fixed.I(unitsPerEm), font.HintingNone)
	return glyph{outline: segments, advance: float64(advance) / 64}, err == nil
}
