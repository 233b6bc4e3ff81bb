package export

import (
	"archive/zip"
	"compress/flate"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"time"

	fastflate "github.com/klauspost/compress/flate"

	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/spreadsheet"
)

// Book writes tables line by line, as sheets of a workbook or as csv files of a zip. The first says what the file is about.
type Book interface {
	// Begin begins a table. The lines that follow are its.
	Begin(name string, head []string)
	// Line begins a line of the table.
	Line()
	// Text adds a text, which never becomes a formula.
	Text(text string)
	// Number adds a number, #N/A if it is not finite.
	Number(v float64)
	// Time adds a time in UTC ms as it is in the zone of the project, #N/A for 0.
	Time(t int64)
	// Empty skips a cell.
	Empty()
	// Foot begins what is below the lines of a table: an empty line in a sheet, a file with a longer name as csv.
	Foot(name string)
	// Draw draws columns of the table over its times, in a workbook.
	Draw(c spreadsheet.Chart)
	// Charts writes a sheet with what was drawn so far, in a workbook.
	Charts(name string)
	// Close writes what remains, and returns the first error.
	Close() error
}

var footName = i18n.Label{Zh: "附注", En: "below", Tw: "附註"}

// NewBook begins a file with what it is about.
func (s *Subject) NewBook(w io.Writer, about [][]string) (Book, error) {
	var book Book
	switch s.File.Format {
	case XLSX:
		book = &sheets{spreadsheet.NewBook(w), s}
	case CSV:
		book = &files{zip: NewZip(w), subject: s, names: Names{}}
	default:
		return nil, fmt.Errorf("unknown format %q", s.File.Format)
	}
	book.Begin(s.In(AboutName), nil)
	writeLines(book, about)
	return book, nil
}

// WriteAbout writes a sheet about a workbook.
func (s *Subject) WriteAbout(book *spreadsheet.Book, about [][]string) {
	all := &sheets{book, s}
	all.Begin(s.In(AboutName), nil)
	writeLines(all, about)
}

func writeLines(book Book, lines [][]string) {
	for _, line := range lines {
		book.Line()
		for _, cell := range line {
			book.Text(cell)
		}
	}
}

// sheets are a workbook.
type sheets struct {
	*spreadsheet.Book
	subject *Subject
}

func (b *sheets) Begin(name string, head []string) {
	b.Book.Begin(spreadsheet.Table{Name: name, Head: head})
}

func (b *sheets) Time(t int64) {
	if t == 0 {
		b.Text(Missing)
		return
	}
	b.Book.Time(time.UnixMilli(t).In(b.subject.Zone))
}

func (b *sheets) Foot(string) { b.Line() }

// files are csv files in a zip.
type files struct {
	zip     *zip.Writer
	subject *Subject
	names   Names
	out     *csvfile.Writer
	cells   []string
	began   bool // a line
	err     error
}

// NewZip begins a zip that is compressed fast.
func NewZip(w io.Writer) *zip.Writer {
	z := zip.NewWriter(w)
	z.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return fastflate.NewWriter(out, flate.BestSpeed) })
	return z
}

func (f *files) Begin(name string, head []string) {
	f.end()
	var out io.Writer
	if f.err == nil {
		out, f.err = f.zip.Create(f.names.Add(Safe(name)) + ".csv")
	}
	if f.err != nil {
		return
	}
	f.out, f.err = csvfile.Begin(out, head)
}

func (f *files) Foot(name string) { f.Begin(name+" "+f.subject.In(footName), nil) }

func (f *files) end() {
	f.flush()
	if f.out != nil && f.err == nil {
		f.err = f.out.Flush()
	}
	f.out = nil
}

func (f *files) flush() {
	if f.began && f.err == nil {
		f.err = f.out.Line(f.cells...)
	}
	f.began = false
}

func (f *files) Line() {
	f.flush()
	f.began, f.cells = true, f.cells[:0]
}

func (f *files) Text(text string) { f.cells = append(f.cells, text) }

func (f *files) Empty() { f.Text("") }

func (f *files) Number(v float64) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		f.Text(Missing)
		return
	}
	f.Text(strconv.FormatFloat(v+0, 'f', -1, 64)) // +0: without the sign of zero
}

func (f *files) Draw(spreadsheet.Chart) {} // csv files have no charts

func (f *files) Charts(string) {}

func (f *files) Time(t int64) { f.Text(f.subject.Local(t)) }

func (f *files) Close() error {
	f.end()
	if f.err == nil {
		f.err = f.zip.Close()
	}
	return f.err
}

// Names are the names of files that a zip has.
type Names map[string]bool

// Add returns a name that no other file has: the name itself, or with a number.
func (n Names) Add(name string) string {
	unique := name
	for k := 2; n[strings.ToLower(unique)]; k++ {
		unique = fmt.Sprintf("%s (%d)", name, k)
	}
	n[strings.ToLower(unique)] = true
	return unique
}

// Safe replaces what file systems forbid in names.
func Safe(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`<>:"/\|?*`, r) {
			return '_'
		}
		return r
	}, name)
	if name = strings.TrimRight(name, ". "); name == "" {
		return "_"
	}
	return name
}

// Rounded rounds a value as it is displayed.
func Rounded(v float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return math.NaN()
	}
	return math.Round(v*scale) / scale
}
