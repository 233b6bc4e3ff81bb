package template_test

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"
	"testing"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/feature/report/template"
	"plumbline/internal/platform/errs"
)

// made returns a workbook that a function fills.
func made(t *testing.T, fill func(f *excelize.File)) []byte {
	t.Helper()
	f := excelize.NewFile()
	defer func() { _ = f.Close() }()
	fill(f)
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// cells returns a workbook with texts and formulas, which begin with =, by cell.
func cells(t *testing.T, texts map[string]string) []byte {
	t.Helper()
	return made(t, func(f *excelize.File) { put(t, f, texts) })
}

func put(t *testing.T, f *excelize.File, texts map[string]string) {
	t.Helper()
	for at, text := range texts {
		var err error
		if formula, is := strings.CutPrefix(text, "="); is {
			err = f.SetCellFormula("Sheet1", at, formula)
		} else {
			err = f.SetCellStr("Sheet1", at, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// replaced returns an archive with parts replaced or added; an empty content removes one.
func replaced(t *testing.T, data []byte, parts map[string]string) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	write := func(name, text string) {
		w, err := z.Create(name)
		if err == nil {
			_, err = io.WriteString(w, text)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range in.File {
		if _, other := parts[f.Name]; !other {
			write(f.Name, part(t, data, f.Name))
		}
	}
	for name, text := range parts {
		if text != "" {
			write(name, text)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// part returns a part of an archive.
func part(t *testing.T, data []byte, name string) string {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	r, err := in.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// edited returns an archive with a text of a part replaced.
func edited(t *testing.T, data []byte, name, from, to string) []byte {
	t.Helper()
	text := part(t, data, name)
	if !strings.Contains(text, from) {
		t.Fatalf("%s has no %q: %s", name, from, text)
	}
	return replaced(t, data, map[string]string{name: strings.Replace(text, from, to, 1)})
}

// refusal checks that a template is refused with a message that names a place.
func refusal(t *testing.T, name string, data []byte, m *errs.Message, places ...string) {
	t.Helper()
	_, err := template.Check(name, data)
	if !errs.Is(err, m) && (err == nil || !onField(err, m)) {
		t.Errorf("got %v, want %d %s", err, m.Code, m.Key)
		return
	}
	e, _ := errs.As(err)
	for _, text := range e.FieldTexts("en") {
		for _, place := range places {
			if !strings.Contains(text, place) {
				t.Errorf("%q does not name %s", text, place)
			}
		}
	}
}

func onField(err error, m *errs.Message) bool {
	e, ok := errs.As(err)
	return ok && strings.Contains(e.FieldTexts("en")["file"], strings.SplitN(m.Text("en", nil), "{", 2)[0])
}

// shown returns the cells of a sheet of a report as they are displayed, rows and cells separated by new lines and |.
func shown(t *testing.T, data []byte, sheet string) string {
	t.Helper()
	f := opened(t, data)
	rows, err := f.GetRows(sheet)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, r := range rows {
		lines = append(lines, strings.Join(r, "|"))
	}
	return strings.Join(lines, "\n")
}

func opened(t *testing.T, data []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func excelName(t *testing.T, column, row int) string {
	t.Helper()
	name, err := excelize.CoordinatesToCellName(column, row)
	if err != nil {
		t.Fatal(err)
	}
	return name
}
