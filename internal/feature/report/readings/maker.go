package readings

import (
	"context"
	"fmt"
	"io"
	"strings"

	"plumbline/internal/core/query"
	"plumbline/internal/feature"
	"plumbline/internal/feature/report/download"
	"plumbline/internal/feature/report/export"
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

// file is a file of readings in the making.
type file struct {
	*export.Subject
	points   []export.Point
	request  *ReadingsExport
	progress download.Progress
	lines    int64
}

// Make writes the file of a request.
func (m *Maker) Make(ctx context.Context, w io.Writer, f *download.File, progress download.Progress) (lines int64, err error) {
	request, err := export.RequestOf[ReadingsExport](f)
	if err != nil {
		return 0, err
	}
	subject, err := export.Open(ctx, m.host, m.version, f, request.KnownAt)
	if err != nil {
		return 0, err
	}
	points, err := subject.Points(ctx, &request.Points)
	if err != nil {
		return 0, err
	}
	e := &file{Subject: subject, points: points, request: &request, progress: progress}
	switch f.Format {
	case export.CSV:
		err = e.csv(ctx, w)
	case export.XLSX:
		err = e.xlsx(ctx, w)
	case parquetFormat:
		err = e.parquet(ctx, w)
	default:
		err = fmt.Errorf("unknown format %q", f.Format)
	}
	return e.lines, err
}

func (e *file) stream(ctx context.Context, i int) (*query.Stream, error) {
	return e.Read().Stream(ctx, e.request.of(e.points[i].ID))
}

// counted returns what is called with the time of each row of a point: it counts the rows and reports progress.
func (e *file) counted(i int) func(at int64) error {
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
func (e *file) csv(ctx context.Context, w io.Writer) error {
	files := export.NewZip(w)
	about, err := files.Create(e.In(export.AboutName) + ".txt")
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
	names := export.Names{}
	for i := range e.points {
		stream, err := e.stream(ctx, i)
		if err != nil {
			return err
		}
		p := &e.points[i] // in the folder of its structure
		out, err := files.Create(names.Add(export.Safe(p.Structure)+"/"+export.Safe(p.Name)) + ".csv")
		if err != nil {
			return err
		}
		if err := stream.CSV(ctx, out, e.File.Language, e.counted(i)); err != nil {
			return err
		}
		if err := e.progress(int64(i+1)*steps, int64(len(e.points))*steps); err != nil {
			return err
		}
	}
	return files.Close()
}

// xlsx writes a workbook with a sheet about the export and at least one for each point.
func (e *file) xlsx(ctx context.Context, w io.Writer) error {
	lines := e.aboutReadings()
	book := spreadsheet.NewBook(w)
	if !e.request.SingleSheet {
		e.WriteAbout(book, lines)
	}
	for i, p := range e.points {
		stream, err := e.stream(ctx, i)
		if err != nil {
			return err
		}
		above := [][]string{{e.In(export.PointLabel), p.Path()}}
		if e.request.SingleSheet {
			above = lines
		}
		if err := stream.Sheet(ctx, book, p.Name, above, e.File.Language, e.counted(i)); err != nil {
			return err
		}
		if err := e.progress(int64(i+1)*steps, int64(len(e.points))*steps); err != nil {
			return err
		}
	}
	return book.Close()
}
