package office

import (
	"strings"
	"testing"
)

// FuzzReplace replaces a span of runs: their joined text is that of a replacement in the joined text.
func FuzzReplace(f *testing.F) {
	f.Add("a{{b", "c}}d", "", 1, 7, "X")
	f.Add("{", "{a}", "}", 0, 5, "")
	f.Fuzz(func(t *testing.T, a, b, c string, start, end int, text string) {
		whole := a + b + c
		if start < 0 || end <= start || end > len(whole) {
			t.Skip()
		}
		got := strings.Join(Replace([]string{a, b, c}, []Span{{start, end, text}}), "")
		if want := whole[:start] + text + whole[end:]; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	})
}
