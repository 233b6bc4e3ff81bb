package query

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/csvfile"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/spreadsheet"
)

const (
	notAvailable = "#N/A" // specification section 9
	timeLayout   = "2006-01-02 15:04:05"
)

var (
	timeHead = i18n.Label{Zh: "时间", En: "Time", Tw: "時間"}
	flagHead = i18n.Label{Zh: "标记", En: "Flags", Tw: "標記"}
	rawHead  = i18n.Label{Zh: "原始值", En: "raw value", Tw: "原始值"}
	nodeHead = i18n.Label{Zh: "节点", En: "node", Tw: "節點"}

	oldNodeHead = i18n.Label{Zh: "节点 %d（旧）", En: "node %d (old)", Tw: "節點 %d（舊）"}
)

// Export streams the readings of a request without a limit: time in the project's zone, one column per value, and the
// flags of the reading. lang is the language of the header.
type Export func(ctx context.Context, w io.Writer, r Request, lang string) error

// Stream is the readings of a request, for files.
type Stream struct {
	service *Service
	sheet   *sheet
	request Request
}

// Stream returns the readings of a request, all of them or one per r.Every.
func (s *Service) Stream(ctx context.Context, r Request) (*Stream, error) {
	t := &Stream{service: s, request: r}
	var err error
	t.sheet, err = s.newSheet(ctx, &t.request)
	return t, err
}

// Columns returns the columns of the values of a row.
func (t *Stream) Columns() []Column { return t.sheet.columns }

// Zone returns the time zone of the point's project.
func (t *Stream) Zone() *time.Location { return zoneOf(t.sheet.point) }

// ValueTypes lists the value types of a request.
func ValueTypes() []ValueType { return []ValueType{Raw, Observed, Accumulated, Change, Rate} }

// Head returns the names of the columns in a file: the time, the values with their units, and the flags.
func (t *Stream) Head(lang string) []string { return t.sheet.head(lang) }

// Count returns the number of rows.
func (t *Stream) Count(ctx context.Context) (int, error) {
	return t.service.eachTime(ctx, t.sheet, func(int64) {})
}

// Each passes the rows in the order of time. They are valid until visit returns.
func (t *Stream) Each(ctx context.Context, visit func(*Row) error) error {
	r := &t.request
	next := r.Start
	return t.service.rows(ctx, t.sheet, r.Start, r.End, func(rows []Row) error {
		for i := range rows {
			row := &rows[i]
			if r.Every > 0 {
				if row.Time < next {
					continue
				}
				next = row.Time - (row.Time-r.Start)%r.Every + r.Every
			}
			if err := visit(row); err != nil {
				return err
			}
		}
		return nil
	})
}

// CSV writes the rows as CSV (UTF-8 with byte order mark), and calls each with the time of each row.
func (t *Stream) CSV(ctx context.Context, w io.Writer, lang string, each func(at int64) error) error {
	zone := t.Zone()
	return csvfile.Write(w, t.Head(lang), func(out *csvfile.Writer) error {
		var line []byte
		return t.Each(ctx, func(row *Row) error {
			line = appendLine(line[:0], row, zone)
			if err := out.Plain(line); err != nil {
				return err
			}
			return each(row.Time)
		})
	})
}

// Sheet writes the rows to a table of a workbook with lines about them above the header, and calls each with the time of each row.
func (t *Stream) Sheet(ctx context.Context, book *spreadsheet.Book, name string, about [][]string, lang string, each func(at int64) error) error {
	zone := t.Zone()
	book.Begin(spreadsheet.Table{Name: name, About: about, Head: t.Head(lang)})
	return t.Each(ctx, func(row *Row) error {
		book.Line()
		book.Time(time.UnixMilli(row.Time).In(zone))
		for _, v := range row.Values {
			book.Number(v)
		}
		book.Text(flagText(row.Flag))
		return each(row.Time)
	})
}

func uncounted(int64) error { return nil }

// ExportCSV is an Export as CSV.
func (s *Service) ExportCSV(ctx context.Context, w io.Writer, r Request, lang string) error {
	stream, err := s.Stream(ctx, r)
	if err != nil {
		return err
	}
	return stream.CSV(ctx, w, lang, uncounted)
}

// appendLine appends one row. No value needs quotes.
func appendLine(line []byte, row *Row, zone *time.Location) []byte {
	from := len(line)
	line = time.UnixMilli(row.Time).In(zone).AppendFormat(line, time.RFC3339)[:from+len(timeLayout)] // of all layouts the fastest
	line[from+len("2006-01-02")] = ' '
	if ms := row.Time % 1000; ms != 0 {
		line = append(line, '.', byte('0'+ms/100), byte('0'+ms/10%10), byte('0'+ms%10))
	}
	for _, v := range row.Values {
		line = append(line, ',')
		if v-v != 0 {
			line = append(line, notAvailable...)
			continue
		}
		line = strconv.AppendFloat(line, v, 'f', -1, 64)
	}
	return append(append(line, ','), flagText(row.Flag)...)
}

func flagText(flag reading.Flag) string {
	if flag == 0 {
		return ""
	}
	return strings.Join(flag.Names(), " ")
}

func (t *sheet) head(lang string) []string {
	names := []string{timeHead.In(lang)}
	types := catalog.ValueTypes()
	for i := range t.columns {
		c := &t.columns[i]
		name := c.Label.In(lang) + " " + rawHead.In(lang)
		for _, option := range types {
			if option.Code == string(c.ValueType) {
				name = c.Label.In(lang) + " " + option.Label.In(lang)
			}
		}
		switch {
		case c.Old:
			name += " " + fmt.Sprintf(oldNodeHead.In(lang), c.Node) + fmt.Sprintf(" @ %.2f m", *c.Depth)
		case c.Depth != nil:
			name += fmt.Sprintf(" @ %.2f m", *c.Depth)
		case c.Node != 0:
			name += fmt.Sprintf(" %s %d", nodeHead.In(lang), c.Node)
		}
		if c.Unit != "" {
			name += " (" + c.Unit + ")"
		}
		names = append(names, name)
	}
	return append(names, flagHead.In(lang))
}

// zoneOf returns the time zone of a point's project.
func zoneOf(p *compiled.Point) *time.Location {
	zone, err := time.LoadLocation(zoneName(p))
	if err != nil { // a name unknown to this system
		return time.UTC
	}
	return zone
}
