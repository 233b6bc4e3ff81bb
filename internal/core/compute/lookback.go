package compute

import (
	"context"
	"errors"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// lookbackRow is a valid result before the time of the fold.
type lookbackRow struct {
	time    int64
	columns *reading.Columns
	values  []float64
}

// lookback finds results that the fold no longer remembers, for the windows of rates and for initial values. Results
// from base on belong to the run; older ones are in the store.
type lookback struct {
	ctx   context.Context
	store series.Store // nil: nothing is stored before base
	id    series.ID
	base  int64
	own   []series.Put // rows of the run
	// settled is a row before base whose flag the run has changed.
	settled struct {
		ok   bool
		time int64
		flag reading.Flag
	}
}

var errEnough = errors.New("enough rows")

// after lists the first n valid rows of [from, to].
func (p *lookback) after(from, to int64, n int) ([]lookbackRow, error) {
	var list []lookbackRow
	if from < p.base && p.store != nil {
		err := p.store.Scan(p.ctx, p.id, from, min(to, p.base-1), nil, func(b *series.Block) error {
			for i := range b.Times {
				list = p.appendCounting(list, b, i)
				if len(list) == n {
					return errEnough
				}
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			return nil, err
		}
	}
	for i := range p.own {
		row := &p.own[i]
		if len(list) == n {
			break
		}
		if row.Time >= from && row.Time <= to && row.Time >= p.base && row.Flag.Judged() {
			list = append(list, lookbackRow{row.Time, row.Columns, row.Values})
		}
	}
	return list, nil
}

// before lists the last n valid rows of [oldest, t], in time order.
func (p *lookback) before(oldest, t int64, n int) ([]lookbackRow, error) {
	var own []lookbackRow
	for i := len(p.own) - 1; i >= 0 && len(own) < n; i-- {
		row := &p.own[i]
		if row.Time >= oldest && row.Time <= t && row.Time >= p.base && row.Flag.Judged() {
			own = append(own, lookbackRow{row.Time, row.Columns, row.Values})
		}
	}
	var list []lookbackRow // newest first
	list = append(list, own...)
	end := min(t+1, p.base)
	for ask := n + 1; p.store != nil && len(list) < n && end > oldest; ask *= 4 {
		var older []lookbackRow
		count, first := 0, end
		err := p.store.Before(p.ctx, p.id, end, ask, nil, func(b *series.Block) error {
			for i := len(b.Times) - 1; i >= 0; i-- {
				count++
				first = min(first, b.Times[i])
				if b.Times[i] >= oldest {
					older = p.appendCounting(older, b, i)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
		list = append(list, older[:min(len(older), n-len(list))]...)
		if count < ask {
			break
		}
		end = first
	}
	for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
		list[i], list[j] = list[j], list[i]
	}
	return list, nil
}

// appendCounting appends a stored row if it is valid, with the flag that the run has given it.
func (p *lookback) appendCounting(list []lookbackRow, b *series.Block, i int) []lookbackRow {
	flag := b.Flags[i]
	if p.settled.ok && p.settled.time == b.Times[i] {
		flag = p.settled.flag
	}
	if !flag.Judged() {
		return list
	}
	values := make([]float64, len(b.Values))
	for c := range b.Values {
		values[c] = b.Values[c][i]
	}
	return append(list, lookbackRow{b.Times[i], b.Columns, values})
}

// window is a cursor to the earlier row of a rate: the newest one far enough back. It reads ahead in small pieces, so
// that a day of readings need not be in memory.
type window struct {
	row     lookbackRow // the newest row found so far; columns nil: none
	ahead   []lookbackRow
	scanned int64 // all rows up to here have been read
	started bool
}

const windowAhead = 64 // rows

// advance finds the newest row at or before limit and not older than oldest. known is the newest time that p covers.
func (w *window) advance(p *lookback, oldest, limit, known int64) error {
	if !w.started {
		w.started = true
		rows, err := p.before(oldest, limit, 1)
		if err != nil {
			return err
		}
		if len(rows) > 0 {
			w.row = rows[0].clone()
		}
		w.scanned = limit
	}
	for {
		for len(w.ahead) > 0 && w.ahead[0].time <= limit {
			w.row, w.ahead = w.ahead[0], w.ahead[1:]
		}
		if len(w.ahead) > 0 || w.scanned >= limit {
			return nil
		}
		rows, err := p.after(w.scanned+1, known, windowAhead)
		if err != nil {
			return err
		}
		w.scanned = known
		if len(rows) == windowAhead {
			w.scanned = rows[len(rows)-1].time
		}
		w.ahead = make([]lookbackRow, len(rows))
		for i := range rows {
			w.ahead[i] = rows[i].clone()
		}
	}
}

func (r lookbackRow) clone() lookbackRow {
	r.values = append([]float64(nil), r.values...)
	return r
}
