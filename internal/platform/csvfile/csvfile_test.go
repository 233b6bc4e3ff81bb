package csvfile_test

import (
	"errors"
	"strings"
	"testing"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/platform/csvfile"
)

func TestWrite(t *testing.T) {
	head := []catalogue.Label{{Zh: "测点", En: "Point", Tw: "測點"}, {Zh: "原因", En: "Reason", Tw: "原因"}}
	var out strings.Builder
	err := csvfile.Write(&out, head, "zh", func(write func([]string) error, flush func() error) error {
		return errors.Join(write([]string{"CX-10", "无初始值"}), flush(), write([]string{"a,b", `"`}))
	})
	if want := "\uFEFF测点,原因\r\nCX-10,无初始值\r\n\"a,b\",\"\"\"\"\r\n"; err != nil || out.String() != want {
		t.Errorf("%q, %v, want %q", out.String(), err, want)
	}
}

var errGone = errors.New("gone")

type gone struct{ left int }

func (g *gone) Write(p []byte) (int, error) {
	if g.left -= len(p); g.left < 0 {
		return 0, errGone
	}
	return len(p), nil
}

func TestWriteSaysThatTheReaderIsGone(t *testing.T) {
	for _, left := range []int{0, 3} {
		err := csvfile.Write(&gone{left}, []catalogue.Label{{En: "Point"}}, "en", func(write func([]string) error, flush func() error) error {
			return errors.Join(write([]string{"P1"}), flush())
		})
		if !errors.Is(err, errGone) {
			t.Errorf("%d bytes: %v", left, err)
		}
	}
}

func TestHarmless(t *testing.T) {
	for cell, want := range map[string]string{"": "", "CX-1": "CX-1", "=1+1": "'=1+1", "-HYPERLINK()": "'-HYPERLINK()", "@x": "'@x", "\tx": "'\tx"} {
		if got := csvfile.Harmless(cell); got != want {
			t.Errorf("%q: %q, want %q", cell, got, want)
		}
	}
}
