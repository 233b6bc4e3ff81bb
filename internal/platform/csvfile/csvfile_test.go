package csvfile_test

import (
	"errors"
	"strings"
	"testing"

	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/i18n"
)

func TestWrite(t *testing.T) {
	head := []i18n.Label{{Zh: "测点", En: "Point", Tw: "測點"}, {Zh: "原因", En: "Reason", Tw: "原因"}}
	var out strings.Builder
	err := csvfile.Write(&out, csvfile.Head(head, "zh"), func(c *csvfile.Writer) error {
		return errors.Join(c.Line("CX-10", "无初始值"), c.Plain([]byte("1.5,-2")), c.Flush(), c.Line("a,b", `"`))
	})
	if want := "\uFEFF测点,原因\r\nCX-10,无初始值\r\n1.5,-2\r\n\"a,b\",\"\"\"\"\r\n"; err != nil || out.String() != want {
		t.Errorf("%q, %v, want %q", out.String(), err, want)
	}
}

func TestFlushSendsLines(t *testing.T) {
	var out strings.Builder
	err := csvfile.Write(&out, []string{"Point"}, func(c *csvfile.Writer) error {
		if err := errors.Join(c.Line("P1"), c.Flush()); err != nil {
			return err
		}
		if want := "\uFEFFPoint\r\nP1\r\n"; out.String() != want {
			t.Errorf("flushed: %q, want %q", out.String(), want)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
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

func TestWriteReportsGoneReader(t *testing.T) {
	for _, left := range []int{0, 3, 12} {
		err := csvfile.Write(&gone{left}, []string{"Point"}, func(c *csvfile.Writer) error {
			return errors.Join(c.Line("P1"), c.Flush(), c.Line("P2"), c.Flush())
		})
		if !errors.Is(err, errGone) {
			t.Errorf("%d bytes: %v", left, err)
		}
	}
}

func TestNoCellIsAFormula(t *testing.T) {
	for cell, want := range map[string]string{
		"": "", "CX-1": "CX-1", "=1+1": "'=1+1", "-HYPERLINK()": "'-HYPERLINK()", "@x": "'@x", "\tx": "'\tx", "+86": "'+86",
		"-1.25": "-1.25", "-12": "-12", "-1+1": "'-1+1", "-1\nx": "'-1\nx", "-": "'-",
	} {
		var out strings.Builder
		err := csvfile.Write(&out, []string{"Point", "x"}, func(c *csvfile.Writer) error { return c.Line(cell, "") })
		_, line, _ := strings.Cut(out.String(), "\r\n")
		got := strings.ReplaceAll(strings.Trim(strings.TrimSuffix(line, ",\r\n"), `"`), "\r\n", "\n")
		if err != nil || got != want {
			t.Errorf("%q: %q, %v, want %q", cell, got, err, want)
		}
	}
}
