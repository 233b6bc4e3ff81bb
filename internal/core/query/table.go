package query

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// sheet is the layout of a table: its columns and their sources.
type sheet struct {
	point   *compiled.Point
	request *Request
	columns []Column
	results []group
	raw     []reading.Column
	rawAt   int // the first raw column
	parts   []rawPart
	spare   []float64 // memory for rows
}

// group is the columns of one value type.
type group struct {
	kind   ValueType
	first  int
	wanted selection
	at     picks
	parts  parts
}

func (s *Service) newSheet(ctx context.Context, r *Request) (*sheet, error) {
	p, err := s.point(ctx, r.Point)
	if err != nil {
		return nil, err
	}
	t := &sheet{point: p, request: r}
	for _, kind := range r.ValueTypes {
		var list []Column
		if kind == Raw {
			t.parts = rawParts(p, r.Start, r.End)
			list, err = s.rawColumns(ctx, t.parts, rawRequest(r))
		} else {
			list, err = s.columns(ctx, p, r, kind)
		}
		if err != nil {
			return nil, err
		}
		wanted := selectionOf(list)
		if kind == Raw {
			t.raw, t.rawAt = wanted.names, len(t.columns)
		} else {
			t.results = append(t.results, group{kind: kind, first: len(t.columns), wanted: wanted, parts: parts{wanted: r.PerSegment}})
		}
		t.columns = append(t.columns, list...)
	}
	return t, nil
}

// rawRequest requests all raw fields if computed ones are requested too, because the named fields are then the
// computed ones.
func rawRequest(r *Request) *Request {
	if len(r.ValueTypes) == 1 {
		return r
	}
	all := *r
	all.Fields = nil
	return &all
}

// Limits of tables (decision 0261; domain views.md 0.3).
const (
	tableDays   = 30
	sparseRows  = 1_000 // a table with so few rows may cover more than tableDays
	mostRows    = 65_535
	dynamicDays = 7           // for points read once a second
	perSecond   = int64(1000) // ms between their readings
)

// Table returns one page of readings, newest first if down. There is a row for every result, and for every reading
// with one of the requested raw columns.
func (s *Service) Table(ctx context.Context, r Request, page, size int, down bool) (Table, error) {
	sheet, err := s.newSheet(ctx, &r)
	if err != nil {
		return Table{}, err
	}
	if r.Every < 60*perSecond && r.End-r.Start > dynamicDays*86400_000 && dynamic(sheet.point, r.End) {
		return Table{}, errs.OnField("start", errs.SpanTooLong, "days", dynamicDays)
	}
	times, err := s.tableTimes(ctx, sheet)
	if err != nil {
		return Table{}, err
	}
	if r.End-r.Start > tableDays*86400_000 && len(times) > sparseRows {
		return Table{}, errs.OnField("start", errs.SpanTooLong, "days", tableDays)
	}
	answer := Table{Columns: sheet.columns, Total: len(times), Ranges: rangesOf(sheet.point, r.Start, r.End)}
	first := (page - 1) * size
	if first >= len(times) {
		return answer, nil
	}
	last := min(first+size, len(times))
	if down {
		first, last = len(times)-last, len(times)-first
	}
	picked := times[first:last]
	err = s.rows(ctx, sheet, picked[0], picked[len(picked)-1], func(rows []Row) error {
		for i := range rows {
			if _, wanted := slices.BinarySearch(picked, rows[i].Time); wanted {
				answer.Rows = append(answer.Rows, rows[i])
			}
		}
		return nil
	})
	if down {
		slices.Reverse(answer.Rows)
	}
	return answer, err
}

// dynamic reports whether a point is read at least once a second.
func dynamic(p *compiled.Point, t int64) bool {
	interval := p.At(t).Interval
	return interval > 0 && interval <= perSecond
}

// tableTimes returns the times of all rows of a table, rising. A table of more than mostRows is refused with the
// count.
func (s *Service) tableTimes(ctx context.Context, t *sheet) ([]int64, error) {
	var times []int64
	rows, err := s.eachTime(ctx, t, func(at int64) {
		if len(times) < mostRows {
			times = append(times, at)
		}
	})
	if err == nil && rows > mostRows {
		err = errs.New(errs.TooManyRows, "count", rows)
	}
	return times, err
}

// eachTime passes the times of all rows, rising, and returns their number.
func (s *Service) eachTime(ctx context.Context, t *sheet, visit func(at int64)) (rows int, err error) {
	next := int64(math.MinInt64)
	take := func(at int64) {
		if t.request.Every > 0 {
			if at < next {
				return
			}
			next = at - (at-t.request.Start)%t.request.Every + t.request.Every
		}
		rows++
		visit(at)
	}
	if len(t.results) > 0 {
		err := s.series.Scan(ctx, series.ResultID(t.request.Point), t.request.Start, t.request.End, []reading.Column{}, func(b *series.Block) error {
			for i, at := range b.Times {
				if b.Flags[i].Valid() || t.request.IncludeAbnormal {
					take(at)
				}
			}
			return nil
		})
		if err != nil {
			return rows, err
		}
	}
	if len(t.raw) == 0 || rows > 0 {
		return rows, nil
	}
	// Without results the readings make the rows.
	err = s.scanRaw(ctx, t, t.request.Start, t.request.End, func(at int64, _ reading.Flag, _ []float64) { take(at) })
	return rows, err
}

// scanRaw calls visit with each reading that has one of the raw columns.
func (s *Service) scanRaw(ctx context.Context, t *sheet, from, to int64, visit func(at int64, flag reading.Flag, values []float64)) error {
	values := make([]float64, len(t.raw))
	for _, part := range t.parts {
		start, end := max(part.from, from), min(part.to, to)
		if start > end {
			continue
		}
		err := s.series.Scan(ctx, part.id, start, end, t.raw, func(b *series.Block) error {
			for i, at := range b.Times {
				some := false
				for k, c := range t.raw {
					values[k] = reading.Missing
					if column := b.Columns.Index(c); column >= 0 {
						values[k] = b.Values[column][i]
						some = some || !reading.IsMissing(values[k])
					}
				}
				if some {
					visit(at, b.Flags[i], values)
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// piece is the number of rows built at once.
const piece = 1000

// rows calls visit with the rows of a range in time order, in pieces, including invalid ones if the request says so.
func (s *Service) rows(ctx context.Context, t *sheet, from, to int64, visit func([]Row) error) error {
	if len(t.results) == 0 {
		return s.rawRows(ctx, t, from, to, visit)
	}
	kinds := make([]ValueType, len(t.results))
	for i := range t.results {
		kinds[i] = t.results[i].kind
	}
	w, err := s.newWalker(ctx, t.point, kinds)
	if err != nil {
		return err
	}
	if t.request.Base > 0 && w.needs.accumulated {
		if err := w.relativeTo(ctx, t.request.Base); err != nil {
			return err
		}
	}
	var made []Row
	any := false
	flush := func() error {
		if len(made) == 0 {
			return nil
		}
		any = true
		if err := s.addRaw(ctx, t, made); err != nil {
			return err
		}
		err := visit(made)
		made = made[:0]
		return err
	}
	err = w.walk(ctx, from, to, func(r *row) error {
		if !r.flag.Valid() && !t.request.IncludeAbnormal {
			return nil
		}
		made = append(made, t.row(r))
		if len(made) == piece {
			return flush()
		}
		return nil
	})
	if err == nil {
		err = flush()
	}
	if err == nil && !any && len(t.raw) > 0 {
		return s.rawRows(ctx, t, from, to, visit)
	}
	return err
}

func (t *sheet) row(r *row) Row {
	made := Row{Time: r.time, Flag: r.flag, Values: t.empty()}
	for i := range t.results {
		g := &t.results[i]
		values := g.parts.of(r.segment, g.kind, r.values(g.kind))
		if values == nil {
			continue
		}
		for k, at := range g.at.of(r.segment, g.kind, &g.wanted) {
			if at >= 0 {
				made.Values[g.first+k] = values[at]
			}
		}
	}
	return made
}

// empty returns the values of an empty row, allocated for many rows at once.
func (t *sheet) empty() []float64 {
	n := len(t.columns)
	if len(t.spare) < n {
		t.spare = make([]float64, max(n*rowsAtOnce, n))
		for i := range t.spare {
			t.spare[i] = reading.Missing
		}
	}
	values := t.spare[:n:n]
	t.spare = t.spare[n:]
	return values
}

const rowsAtOnce = 64

// addRaw adds the raw readings at the times of the rows.
func (s *Service) addRaw(ctx context.Context, t *sheet, rows []Row) error {
	if len(t.raw) == 0 {
		return nil
	}
	i := 0
	return s.scanRaw(ctx, t, rows[0].Time, rows[len(rows)-1].Time, func(at int64, _ reading.Flag, values []float64) {
		for i < len(rows) && rows[i].Time < at {
			i++
		}
		if i < len(rows) && rows[i].Time == at {
			copy(rows[i].Values[t.rawAt:], values)
		}
	})
}

// rawRows builds the rows of a point without results.
func (s *Service) rawRows(ctx context.Context, t *sheet, from, to int64, visit func([]Row) error) error {
	var made []Row
	var failed error
	err := s.scanRaw(ctx, t, from, to, func(at int64, flag reading.Flag, values []float64) {
		if failed != nil || !flag.Valid() && !t.request.IncludeAbnormal {
			return
		}
		row := Row{Time: at, Flag: flag, Values: t.empty()}
		copy(row.Values[t.rawAt:], values)
		if made = append(made, row); len(made) == piece {
			failed = visit(made)
			made = made[:0]
		}
	})
	switch {
	case err != nil:
		return err
	case failed != nil:
		return failed
	case len(made) > 0:
		return visit(made)
	}
	return nil
}

// Times returns the times of the newest valid results, at most limit, rising.
func (s *Service) Times(ctx context.Context, pointID, start, end int64, limit int) ([]int64, error) {
	if _, err := s.point(ctx, pointID); err != nil {
		return nil, err
	}
	var times []int64
	err := s.series.Scan(ctx, series.ResultID(pointID), start, end, []reading.Column{}, func(b *series.Block) error {
		for i, t := range b.Times {
			if b.Flags[i].Valid() {
				times = append(times, t)
			}
		}
		if extra := len(times) - 2*limit; extra > 0 {
			times = append(times[:0], times[len(times)-limit:]...)
		}
		return nil
	})
	return times[max(len(times)-limit, 0):], err
}
