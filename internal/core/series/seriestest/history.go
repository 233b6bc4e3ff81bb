package seriestest

import (
	"context"
	"database/sql"
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

var (
	rawIDs    = []series.ID{series.RawID(1, 0), series.RawID(1, 3), series.RawID(7, 1)}
	resultIDs = []series.ID{series.ResultID(1), series.ResultID(2), series.ResultID(900)}

	pair   = columns("f", 0, "temp", 0)
	single = columns("f", 0)
	other  = columns("temp", 0, "volt", 0)
	array  = columns("a", 1, "b", 1, "a", 2, "b", 2, "a", 3, "b", 3)
	none   = columns()
)

// columns makes a column list of alternating names and nodes.
func columns(list ...any) *reading.Columns {
	var made []reading.Column
	for i := 0; i < len(list); i += 2 {
		made = append(made, reading.Column{Field: list[i].(string), Node: int32(list[i+1].(int))})
	}
	return reading.Intern(made)
}

// anyHistory writes random batches, seals, restarts and rolls back at random, and
// compares all reads with the model.
func anyHistory(t *testing.T, make func(t testing.TB) Fixture) {
	fixture := make(t)
	round := int64(0)
	rapid.Check(t, func(rt *rapid.T) {
		// All rounds share one database; each has its own devices and points.
		round++
		h := &history{bench: &bench{TB: t, Fixture: fixture, store: fixture.Open(t), model: newModel()}, round: round}
		rt.Repeat(map[string]func(*rapid.T){
			"write":     func(t *rapid.T) { h.write(t, h.batch(t)) },
			"refuse":    func(t *rapid.T) { h.writeAndRollBack(t, h.batch(t)) },
			"flush":     func(t *rapid.T) { h.flush(t) },
			"seal some": func(t *rapid.T) { h.sealSome(t, rapid.IntRange(0, 8).Draw(t, "pieces")) },
			"maintain": func(t *rapid.T) {
				if err := h.store.Maintain(context.Background(), h.transact); err != nil {
					t.Fatalf("maintain: %v", err)
				}
			},
			"reopen": func(t *rapid.T) { h.store = h.Open(h.TB) },
			"delete": func(t *rapid.T) { h.deleteSeries(t, h.anyID(t)) },
			"before": func(t *rapid.T) {
				h.checkBefore(t, h.anyID(t), anyTime.Draw(t, "t"), rapid.IntRange(0, 300).Draw(t, "n"), anyWant.Draw(t, "want"))
			},
			"scan": func(t *rapid.T) {
				h.checkScan(t, h.anyID(t), anyTime.Draw(t, "from"), anyTime.Draw(t, "to"), anyWant.Draw(t, "want"))
			},
			"scan many": func(t *rapid.T) {
				ids := rapid.SliceOfN(rapid.Custom(h.anyID), 1, 4).Draw(t, "ids")
				h.checkScanMany(t, ids, anyTime.Draw(t, "from"), anyTime.Draw(t, "to"), anyWant.Draw(t, "want"))
			},
			"": func(t *rapid.T) { h.checkLatest(t, allSeries(h.model)) },
		})
		h.check(rt)
		h.store = h.Open(t)
		h.check(rt)
	})
}

type history struct {
	*bench
	round int64
}

var (
	anyTime = rapid.Int64Range(-50, 2500)
	anyWant = rapid.SampledFrom([][]reading.Column{
		nil, nil, single.List, {{Field: "temp"}, {Field: "absent"}}, {{Field: "b", Node: 2}, {Field: "a", Node: 2}}, {},
	})
	anyColumns = rapid.SampledFrom([]*reading.Columns{pair, pair, single, other, array, none})
	anyValue   = rapid.SampledFrom([]float64{0, 1, 2.5, -0.001, math.Copysign(0, -1), math.Inf(1), math.NaN(), 1e300, reading.Missing})
	anyFlag    = rapid.SampledFrom([]reading.Flag{0, 0, 0, reading.Manual, reading.Abnormal, reading.Withdrawn | reading.Partial})
)

// sealSome seals a limited number of pieces; the next one is rolled back.
func (h *history) sealSome(t *rapid.T, pieces int) {
	err := h.store.Flush(context.Background(), func(do func(tx *sql.Tx) (func(), error)) error {
		pieces--
		return h.transact(func(tx *sql.Tx) (func(), error) {
			apply, err := do(tx)
			if err == nil && pieces < 0 {
				err = errRefused
			}
			return apply, err
		})
	})
	if err != nil && !errors.Is(err, errRefused) {
		t.Fatalf("seal: %v", err)
	}
}

func (h *history) own(id series.ID) series.ID {
	if id.IsRaw() {
		device, channel := id.Channel()
		return series.RawID(device+h.round*1000, channel)
	}
	return series.ResultID(id.Point() + h.round*1000)
}

func (h *history) anyID(t *rapid.T) series.ID {
	if rapid.Bool().Draw(t, "raw") {
		return h.anyRaw(t)
	}
	return h.anyResult(t)
}

func (h *history) anyRaw(t *rapid.T) series.ID { return h.own(rapid.SampledFrom(rawIDs).Draw(t, "id")) }

func (h *history) anyResult(t *rapid.T) series.ID {
	return h.own(rapid.SampledFrom(resultIDs).Draw(t, "id"))
}

// batch draws scattered rows, runs of rows long enough for chunks, and replacements.
func (h *history) batch(t *rapid.T) series.Batch {
	var b series.Batch
	for range rapid.IntRange(1, 4).Draw(t, "parts") {
		switch rapid.SampledFrom([]string{"raw", "raw run", "result", "result run", "replace", "replace run"}).Draw(t, "part") {
		case "raw":
			id := h.anyRaw(t)
			for range rapid.IntRange(1, 5).Draw(t, "rows") {
				b.Raw = append(b.Raw, anyRow(t, id))
			}
		case "raw run":
			b.Raw = append(b.Raw, anyRun(t, h.anyRaw(t), math.MinInt64, math.MaxInt64)...)
		case "result":
			id := h.anyResult(t)
			for range rapid.IntRange(1, 5).Draw(t, "rows") {
				b.Results = append(b.Results, anyRow(t, id))
			}
		case "result run":
			b.Results = append(b.Results, anyRun(t, h.anyResult(t), math.MinInt64, math.MaxInt64)...)
		case "replace":
			b.Replace = append(b.Replace, h.replacement(t, false))
		case "replace run":
			b.Replace = append(b.Replace, h.replacement(t, true))
		}
	}
	return b
}

func (h *history) replacement(t *rapid.T, run bool) series.Replacement {
	r := series.Replacement{Series: h.anyResult(t), From: anyTime.Draw(t, "from")}
	r.To = r.From + rapid.Int64Range(0, 900).Draw(t, "length")
	if run {
		r.Rows = anyRun(t, r.Series, r.From, r.To)
		return r
	}
	for range rapid.IntRange(0, 3).Draw(t, "rows") {
		row := anyRow(t, r.Series)
		row.Time = rapid.Int64Range(r.From, r.To).Draw(t, "time")
		r.Rows = append(r.Rows, row)
	}
	return r
}

func anyRow(t *rapid.T, id series.ID) series.Put {
	p := series.Put{Series: id, Time: anyTime.Draw(t, "time"), Flag: anyFlag.Draw(t, "flag"), Columns: anyColumns.Draw(t, "columns")}
	if id.IsRaw() {
		p.Received = rapid.Int64Range(0, 3000).Draw(t, "received")
	}
	for range p.Columns.Len() {
		p.Values = append(p.Values, anyValue.Draw(t, "value"))
	}
	return p
}

// anyRun draws regular rows within [from, to], possibly enough to fill chunks.
func anyRun(t *rapid.T, id series.ID, from, to int64) []series.Put {
	start, step := anyTime.Draw(t, "start"), rapid.Int64Range(1, 7).Draw(t, "step")
	n := rapid.SampledFrom([]int{5, 60, 190, 210, 450, 2100}).Draw(t, "rows")
	list, flag, salt := anyColumns.Draw(t, "columns"), anyFlag.Draw(t, "flag"), rapid.IntRange(1, 3).Draw(t, "salt")
	var run []series.Put
	for i := range n {
		p := series.Put{Series: id, Time: start + int64(i)*step, Flag: flag, Columns: list}
		if p.Time < from || p.Time > to {
			continue
		}
		if id.IsRaw() {
			p.Received = 1000 * int64(salt)
		}
		for c := range list.Len() {
			p.Values = append(p.Values, float64(i*salt+c)/100)
		}
		run = append(run, p)
	}
	return run
}
