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

// ExportCSV is an Export as CSV (UTF-8 with byte order mark).
func (s *Service) ExportCSV(ctx context.Context, w io.Writer, r Request, lang string) error {
	sheet, err := s.newSheet(ctx, &r)
	if err != nil {
		return err
	}
	zone := zoneOf(sheet.point)
	return csvfile.Write(w, sheet.head(lang), func(out *csvfile.Writer) error {
		var line []byte
		return s.eachExported(ctx, sheet, &r, func(row *Row) error {
			line = appendLine(line[:0], row, zone)
			return out.Plain(line)
		})
	})
}

// eachExported passes the rows of a request, one per r.Every if that is set.
func (s *Service) eachExported(ctx context.Context, sheet *sheet, r *Request, write func(*Row) error) error {
	next := r.Start
	return s.rows(ctx, sheet, r.Start, r.End, func(rows []Row) error {
		for i := range rows {
			row := &rows[i]
			if r.Every > 0 {
				if row.Time < next {
					continue
				}
				next = row.Time - (row.Time-r.Start)%r.Every + r.Every
			}
			if err := write(row); err != nil {
				return err
			}
		}
		return nil
	})
}

// appendLine appends one row. No value needs quotes.
func appendLine(line []byte, row *Row, zone *time.Location) []byte {
	at := time.UnixMilli(row.Time).In(zone)
	line = at.AppendFormat(line, timeLayout)
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

func flagText(flag reading.Flag) string { return strings.Join(flag.Names(), " ") }

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
