package pdf

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/image/font"
	"golang.org/x/image/math/fixed"
)

// Align is where a text stands in its width.
type Align int

// Alignments.
const (
	Left Align = iota
	Center
	Right
)

// Style is how a text looks. The zero size is 10.
type Style struct {
	Size  float64
	Ink   Color
	Align Align
}

const (
	// ascent and leading are parts of the size of letters: from the top of a line to its baseline, and to the next line.
	ascent  = 1.03
	leading = 1.42
	// unknown replaces letters that the typeface lacks.
	unknown = '□'
)

func (s Style) size() float64 {
	if s.Size == 0 {
		return 10
	}
	return s.Size
}

// Line returns the height of a line.
func (s Style) Line() float64 { return s.size() * leading }

// WidthOf returns the width of a text in a size.
func (d *Document) WidthOf(text string, size float64) float64 {
	width := 0.0
	for _, r := range text {
		width += d.advance(r)
	}
	return width * size
}

// advance returns the width of a letter at size 1.
func (d *Document) advance(r rune) float64 {
	if w, known := d.widths[r]; known {
		return w
	}
	width := 0.0
	file := d.face.Find(r)
	if file == nil && r != unknown {
		width = d.advance(unknown)
	} else if file != nil {
		if index, err := file.Font.GlyphIndex(&d.buffer, r); err == nil {
			if advance, err := file.Font.GlyphAdvance(&d.buffer, index, fixed.I(1000), font.HintingNone); err == nil {
				width = float64(advance) / 64 / 1000
			}
		}
	}
	d.widths[r] = width
	return width
}

// Text writes one line into a width from x, with its top at y.
func (d *Document) Text(text string, x, y, width float64, s Style) {
	if d.err != nil || text == "" {
		return
	}
	size := s.size()
	switch free := width - d.WidthOf(text, size); s.Align {
	case Center:
		x += free / 2
	case Right:
		x += free
	}
	d.out.SetTextColor(s.Ink.R, s.Ink.G, s.Ink.B)
	for _, run := range d.runs(text) {
		d.use(run.file, run.data, size)
		d.out.SetXY(x, y+ascent*size)
		if d.err == nil {
			d.keep(d.out.Text(run.text))
		}
		x += d.WidthOf(run.text, size)
	}
}

// run is a part of a text whose letters are in one file.
type run struct {
	file string
	data []byte
	text string
}

func (d *Document) runs(text string) (list []run) {
	for _, r := range text {
		file := d.face.Find(r)
		if file == nil {
			if r = unknown; d.face.Find(r) == nil {
				r = '?'
			}
			if file = d.face.Find(r); file == nil {
				continue
			}
		}
		if last := len(list) - 1; last >= 0 && list[last].file == file.Name {
			list[last].text += string(r)
			continue
		}
		list = append(list, run{file.Name, file.Data, string(r)})
	}
	return list
}

// use sets a font, which it adds to the document when it is first used: only the letters that are used are stored.
func (d *Document) use(file string, data []byte, size float64) {
	family := strings.TrimSuffix(file, ".woff")
	if !d.fonts[file] {
		d.keep(d.out.AddTTFFontData(family, data))
		d.fonts[file] = true
	}
	if now := fmt.Sprint(family, size); d.current != now && d.err == nil {
		d.keep(d.out.SetFont(family, "", size))
		d.current = now
	}
}

// Wrap breaks a text into lines of a width. Lines break at spaces, between Chinese letters and, if they must, within a word;
// no line begins with a closing mark.
func (d *Document) Wrap(text string, width, size float64) (lines []string) {
	for paragraph := range strings.SplitSeq(text, "\n") {
		lines = append(lines, d.wrap(strings.TrimRight(paragraph, "\r "), width, size)...)
	}
	return lines
}

func (d *Document) wrap(text string, width, size float64) (lines []string) {
	line, used := "", 0.0
	end := func() {
		lines = append(lines, strings.TrimRight(line, " "))
		line, used = "", 0
	}
	for _, piece := range pieces(text) {
		long := d.WidthOf(strings.TrimRight(piece, " "), size)
		if used > 0 && used+long > width {
			end()
		}
		if long <= width {
			line, used = line+piece, used+d.WidthOf(piece, size)
			continue
		}
		for _, r := range piece { // a word longer than a line
			if w := d.advance(r) * size; used > 0 && used+w > width {
				end()
			}
			line, used = line+string(r), used+d.advance(r)*size
		}
	}
	if line != "" || len(lines) == 0 {
		end()
	}
	return lines
}

// closing are marks that must not begin a line.
const closing = "，。、；：！？）》」』】〕％‰°,.;:!?)%]"

// pieces splits a text where a line may break. A piece keeps the spaces after it.
func pieces(text string) (list []string) {
	var last rune
	for _, r := range text {
		splits := last == ' ' && r != ' ' || r != ' ' && (wide(r) || wide(last)) && !strings.ContainsRune(closing, r)
		if n := len(list); n == 0 || splits {
			list = append(list, string(r))
		} else {
			list[n-1] += string(r)
		}
		last = r
	}
	return list
}

// wide reports whether a line may break before and after a letter.
func wide(r rune) bool {
	return unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul) || r >= 0x3000 && r <= 0x303F || r >= 0xFF00 && r <= 0xFFEF
}

// Paragraph writes a text as a block, over several pages if it is long.
func (d *Document) Paragraph(text string, s Style) {
	for _, line := range d.Wrap(text, d.Width(), s.size()) {
		d.Need(s.Line())
		d.Text(line, d.margins.Left, d.y, d.Width(), s)
		d.y += s.Line()
	}
}
