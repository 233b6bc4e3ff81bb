package raster

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/text/unicode/norm"
)

// unitsPerEm is the size at which outlines and widths are read. Pictures scale them.
const unitsPerEm = 1000

// Fonts is a typeface in several files, each with some of the letters. A file is loaded when one of its letters is
// first needed. It is safe for concurrent use.
type Fonts struct {
	files fs.FS
	parts []part

	mu     sync.Mutex
	loaded map[string]*sfnt.Font // nil: missing or unreadable
	glyphs map[rune]glyph
	buffer sfnt.Buffer
}

// part is a font file and the Unicode ranges of its letters.
type part struct {
	file   string
	ranges [][2]rune
}

// glyph is a letter: its outline in thousandths of the font size, y downwards, and the distance to the next letter.
type glyph struct {
	outline sfnt.Segments
	advance float64
}

// NewFonts returns the typeface in a folder. Its parts.json lists WOFF files in the order in which letters are looked
// up: [{"file": NAME, "ranges": Unicode ranges as in CSS}].
func NewFonts(files fs.FS) (*Fonts, error) {
	text, err := fs.ReadFile(files, "parts.json")
	if err != nil {
		return nil, fmt.Errorf("font: %w", err)
	}
	var listed []struct{ File, Ranges string }
	if err := json.Unmarshal(text, &listed); err != nil {
		return nil, fmt.Errorf("font: parts.json: %w", err)
	}
	f := &Fonts{files: files, loaded: map[string]*sfnt.Font{}, glyphs: map[rune]glyph{}}
	for _, one := range listed {
		p := part{file: one.File}
		for text := range strings.SplitSeq(one.Ranges, ",") {
			from, to, isRange := strings.Cut(strings.TrimPrefix(strings.TrimSpace(text), "U+"), "-")
			if !isRange {
				to = from
			}
			a, errFrom := strconv.ParseUint(from, 16, 32)
			b, errTo := strconv.ParseUint(to, 16, 32)
			if errFrom != nil || errTo != nil {
				return nil, fmt.Errorf("font: range %q of %s", text, one.File)
			}
			p.ranges = append(p.ranges, [2]rune{rune(a), rune(b)})
		}
		f.parts = append(f.parts, p)
	}
	return f, nil
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
	for _, p := range f.parts {
		if !p.has(r) {
			continue
		}
		if g, ok := f.outline(f.font(p.file), r); ok {
			f.glyphs[r] = g
			return g, true
		}
	}
	return glyph{}, false
}

func (p part) has(letter rune) bool {
	return slices.ContainsFunc(p.ranges, func(r [2]rune) bool { return r[0] <= letter && letter <= r[1] })
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
	if from == nil {
		return glyph{}, false
	}
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

// font returns a font file, or nil if it cannot be read. Its letters are then drawn as boxes.
func (f *Fonts) font(file string) *sfnt.Font {
	if one, ok := f.loaded[file]; ok {
		return one
	}
	f.loaded[file] = nil
	packed, err := fs.ReadFile(f.files, file)
	if err != nil {
		return nil
	}
	data, err := unpack(packed)
	if err != nil {
		return nil
	}
	one, err := sfnt.Parse(data)
	if err != nil {
		return nil
	}
	f.loaded[file] = one
	return one
}

const (
	woffHeader    = 44
	woffEntry     = 20
	sfntHeader    = 12
	sfntEntry     = 16
	largestUnpack = 16 << 20
)

var errWOFF = errors.New("not a WOFF file")

// unpack returns the OpenType font in a WOFF file (https://www.w3.org/TR/WOFF/, version 1): the same tables, each
// compressed by zlib.
func unpack(woff []byte) ([]byte, error) {
	if len(woff) < woffHeader || string(woff[:4]) != "wOFF" {
		return nil, errWOFF
	}
	tables := int(binary.BigEndian.Uint16(woff[12:]))
	if len(woff) < woffHeader+tables*woffEntry {
		return nil, errWOFF
	}
	out := make([]byte, sfntHeader+tables*sfntEntry)
	copy(out, woff[4:8]) // flavor
	binary.BigEndian.PutUint16(out[4:], uint16(tables))
	for i := range tables {
		entry := woff[woffHeader+i*woffEntry:]
		offset, packed, size := binary.BigEndian.Uint32(entry[4:]), binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		if uint64(offset)+uint64(packed) > uint64(len(woff)) || uint64(size)+uint64(len(out)) > largestUnpack || packed > size {
			return nil, errWOFF
		}
		table := woff[offset : offset+packed]
		if packed < size {
			reader, err := zlib.NewReader(bytes.NewReader(table))
			if err != nil {
				return nil, fmt.Errorf("WOFF table: %w", err)
			}
			table = make([]byte, size)
			if _, err := io.ReadFull(reader, table); err != nil {
				return nil, fmt.Errorf("WOFF table: %w", err)
			}
		}
		record := out[sfntHeader+i*sfntEntry:]
		copy(record, entry[:4])         // tag
		copy(record[4:8], entry[16:20]) // checksum
		binary.BigEndian.PutUint32(record[8:], uint32(len(out)))
		binary.BigEndian.PutUint32(record[12:], size)
		out = append(out, table...)
		out = append(out, make([]byte, -len(out)&3)...)
	}
	return out, nil
}
