package pdf

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/platform/typeface"
)

func document(t testing.TB) *Document {
	t.Helper()
	face, err := typeface.Embedded()
	if err != nil {
		t.Skip("the web was not built: make build")
	}
	return New(face, A4, Margins{40, 40, 40, 40}, Info{})
}

// TestWrapLosesNothing breaks any text: every line fits, and the lines together are the text without the spaces at their ends.
func TestWrapLosesNothing(t *testing.T) {
	d := document(t)
	letters := rapid.StringOf(rapid.RuneFrom([]rune("ab 测点，。（12.5） mm…Ω")))
	rapid.Check(t, func(t *rapid.T) {
		text, width := letters.Draw(t, "text"), rapid.Float64Range(20, 200).Draw(t, "width")
		lines := d.Wrap(text, width, 10)
		for _, line := range lines {
			if w := d.WidthOf(line, 10); w > width+0.01 {
				t.Fatalf("%q is %.1f wide, more than %.1f", line, w, width)
			}
		}
		squeeze := func(s string) string { return strings.ReplaceAll(s, " ", "") }
		if squeeze(strings.Join(lines, "")) != squeeze(text) {
			t.Fatalf("%q became %q", text, lines)
		}
	})
}

func TestLinesDoNotBeginWithClosingMarks(t *testing.T) {
	d := document(t)
	for _, line := range d.Wrap(strings.Repeat("测点正常，", 40), 100, 10)[1:] {
		if strings.HasPrefix(line, "，") {
			t.Errorf("%q", line)
		}
	}
}

func TestRowHigherThanAPageGoesOn(t *testing.T) {
	d := document(t)
	d.Page()
	d.Table(Table{Columns: []Column{{Head: "A", Wraps: true}, {Head: "B", Wraps: true}}, Rows: [][]Cell{{{Text: strings.Repeat("测", 9000)}, {Text: "x"}}}})
	if d.pages < 3 {
		t.Errorf("%d pages", d.pages)
	}
}
