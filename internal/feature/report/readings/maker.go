package readings

import (
	"archive/zip"
	"compress/flate"
	"context"
	"fmt"
	"io"
	"strings"

	fastflate "github.com/klauspost/compress/flate"

	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/platform/spreadsheet"
)

// Maker makes exports of readings.
type Maker struct {
	host    feature.Host
	version string // of the product
}

// NewMaker returns a maker.
func NewMaker(host feature.Host, version string) *Maker { return &Maker{host, version} }

// Kind is the name of the specification.
func (m *Maker) Kind() string { return "measuring-point-data" }

// steps is the number of steps of progress that a point counts.
const steps = 1000

// export is a file of readings in the making.
type export struct {
	*subject
	request  *ReadingsExport
	progress download.Progress
	lines    int64
}

// Make writes the file of a request.
func (m *Maker) Make(ctx context.Context, w io.Writer, f *download.File, progress download.Progress) (lines int64, err error) {
	request, err := requestOf(f.Request)
	if err != nil {
		return 0, err
	}
	about, err := newSubject(ctx, m.host, m.version, f, &request.Selection)
	if err != nil {
		return 0, err
	}
	e := &export{subject: about, request: &request, progress: progress}
	switch f.Format {
	case csvFormat:
		err = e.csv(ctx, w)
	case xlsxFormat:
		err = e.xlsx(ctx, w)
	case parquetFormat:
		err = e.parquet(ctx, w)
	default:
		err = fmt.Errorf("unknown format %q", f.Format)
	}
	return e.lines, err
}

func (e *export) stream(ctx context.Context, i int) (*query.Stream, error) {
	return e.read.Stream(ctx, e.request.of(e.points[i].ID))
}

// counted returns what is called with the time of each row of a point: it counts the rows and reports progress.
func (e *export) counted(i int) func(at int64) error {
	rows := int64(0)
	span := max(e.request.End.Millis()-e.request.Start.Millis(), 1)
	return func(at int64) error {
		e.lines++
		if rows++; rows%10_000 != 0 {
			return nil
		}
		return e.progress(int64(i)*steps+(at-e.request.Start.Millis())*steps/span, int64(len(e.points))*steps)
	}
}

// csv writes a zip with a file about the export and one for each point.
func (e *export) csv(ctx context.Context, w io.Writer) error {
	files := zip.NewWriter(w)
	files.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return fastflate.NewWriter(out, flate.BestSpeed) })
	about, err := files.Create(aboutName.In(e.file.Language) + ".txt")
	if err != nil {
		return err
	}
	var text strings.Builder
	text.WriteString("\uFEFF") // so that Windows reads UTF-8
	lines := e.aboutReadings()
	for _, line := range lines {
		text.WriteString(strings.Join(line, ": ") + "\r\n")
	}
	if _, err := io.WriteString(about, text.String()); err != nil {
		return err
	}
	used := map[string]bool{}
	for i := range e.points {
		stream, err := e.stream(ctx, i)
		if err != nil {
			return err
		}
		out, err := files.Create(e.fileName(i, used) + ".csv")
		if err != nil {
			return err
		}
		if err := stream.CSV(ctx, out, e.file.Language, e.counted(i)); err != nil {
			return err
		}
		if err := e.progress(int64(i+1)*steps, int64(len(e.points))*steps); err != nil {
			return err
		}
	}
	return files.Close()
}

// fileName returns the name of a point's file, which no other has: in the folder of its structure.
func (e *export) fileName(i int, used map[string]bool) string {
	p := &e.points[i]
	name := safe(p.Structure) + "/" + safe(p.Name)
	unique := name
	for n := 2; used[strings.ToLower(unique)]; n++ {
		unique = fmt.Sprintf("%s (%d)", name, n)
	}
	used[strings.ToLower(unique)] = true
	return unique
}

// safe replaces what file systems forbid in names.
func safe(name string) string {
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

// xlsx writes a workbook with a sheet about the export and at least one for each point.
func (e *export) xlsx(ctx context.Context, w io.Writer) error {
	lines := e.aboutReadings()
	book := spreadsheet.NewBook(w)
	if !e.request.SingleSheet {
		writeAbout(book, lines, e.file.Language)
	}
	for i, p := range e.points {
		stream, err := e.stream(ctx, i)
		if err != nil {
			return err
		}
		above := [][]string{{pointLabel.In(e.file.Language), p.path()}}
		if e.request.SingleSheet {
			above = lines
		}
		if err := stream.Sheet(ctx, book, p.Name, above, e.file.Language, e.counted(i)); err != nil {
			return err
		}
		if err := e.progress(int64(i+1)*steps, int64(len(e.points))*steps); err != nil {
			return err
		}
	}
	return book.Close()
}

// writeAbout writes a sheet about a workbook.
func writeAbout(book *spreadsheet.Book, lines [][]string, lang string) {
	book.Begin(spreadsheet.Table{Name: aboutName.In(lang)})
	for _, line := range lines {
		book.Line()
		for _, cell := range line {
			book.Text(cell)
		}
	}
}

// path names a point with the things that it belongs to.
func (c *chosen) path() string {
	parts := []string{c.Structure}
	if c.Item != "" {
		parts = append(parts, c.Item)
	}
	return strings.Join(append(parts, c.Name), " / ")
}
