package compute_test

import (
	"context"
	"database/sql"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// counting counts rows read and written. A reader that stops after a row is not charged for the rest of its block.
type counting struct {
	series.Store
	raw, results, written int
}

func (c *counting) Scan(ctx context.Context, id series.ID, from, to int64, want []reading.Column, visit func(*series.Block) error) error {
	return c.Store.Scan(ctx, id, from, to, want, func(b *series.Block) error {
		for i := range b.Times {
			if id.IsRaw() {
				c.raw++
			} else {
				c.results++
			}
			one := &series.Block{Columns: b.Columns, Times: b.Times[i : i+1], Flags: b.Flags[i : i+1], Values: make([][]float64, len(b.Values))}
			if id.IsRaw() {
				one.Received = b.Received[i : i+1]
			}
			for k := range b.Values {
				one.Values[k] = b.Values[k][i : i+1]
			}
			if err := visit(one); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *counting) Write(ctx context.Context, tx *sql.Tx, batch series.Batch) ([]series.Outcome, func(), error) {
	c.written += len(batch.Results)
	for i := range batch.Replace {
		c.written += len(batch.Replace[i].Rows)
	}
	return c.Store.Write(ctx, tx, batch)
}

// lastEffect returns the time of the last effect of a late reading at t: a changed result, initial value or part of an
// alarm episode.
func lastEffect(t int64, before, after *compute.Computed, d *definition.Definition) int64 {
	last := t
	was := map[int64]row{}
	for _, r := range rowsOf(before.Rows) {
		was[r.Time] = r
	}
	for _, r := range rowsOf(after.Rows) {
		old, there := was[r.Time]
		if !there || old.Flag != r.Flag || old.Values[width] != r.Values[width] {
			last = max(last, r.Time)
		}
	}
	old, now := plainInitials(before.Initials), plainInitials(after.Initials)
	for i, v := range after.Initials {
		if i >= len(old) || old[i] != now[i] {
			until, ok := d.Config.Initial.Until(max(v.From, 0))
			if !ok {
				return math.MaxInt64
			}
			last = max(last, until)
		}
	}
	oldEpisodes, newEpisodes := plainEpisodes(before.Episodes), plainEpisodes(after.Episodes)
	same := func(a episode) func(episode) bool {
		return func(b episode) bool {
			return a.Key == b.Key && a.Opened == b.Opened && a.Ended == b.Ended && slices.Equal(a.Steps, b.Steps)
		}
	}
	for _, list := range [][2][]episode{{oldEpisodes, newEpisodes}, {newEpisodes, oldEpisodes}} {
		for _, e := range list[0] {
			if slices.ContainsFunc(list[1], same(e)) {
				continue
			}
			if e.Ended == 0 {
				return math.MaxInt64
			}
			last = max(last, e.Ended)
		}
	}
	return last
}

// Property 6 of the core: the cost of a late reading, in readings read and results written, depends on the distance of
// checkpoints and the reach of its effect, never on the length of the history.
func TestLateReadingCostIsBounded(t *testing.T) {
	const every = 16
	// The maximum number of readings between two checkpoints of a point.
	const spacing = every + every/4 + 1
	// The number of readings after which the state forgets one: alarms count up to 100 consecutive readings (the
	// maximum of confirmTimes and restoreTimes), plus a few for the previous one, the held one and repeats.
	const memory = 100 + 8
	h, outer := openHarness(t), t
	stored := h.series
	rapid.Check(t, func(t *rapid.T) {
		counted := &counting{Store: stored}
		h.series = counted
		d, raw := gauge(h)
		d.Thresholds = versions(h, at(0, drawThresholds(t)))
		d.Config.Initial = versions(h,
			at(0, definition.Initial{Mode: "auto", Count: rapid.IntRange(1, 4).Draw(t, "count")}), at(start+500*hour, definition.Initial{Mode: "auto"}))
		if rapid.Bool().Draw(t, "spike filter") {
			d.Config.Processor = versions(h, at(0, definition.Processor{Abnormal: []definition.AbnormalRow{{Field: "width", Value: 9}}}))
		}
		s := newSite(outer, h, d)
		id := d.Point.ID
		n := rapid.IntRange(400, 1200).Draw(t, "readings")
		var list []delivery
		noise := rapid.SliceOfN(rapid.IntRange(-100, 100), 20, 60).Draw(t, "noise") // hundredths, repeated
		for i := range n {
			list = append(list, delivery{start + int64(i)*hour, float64(noise[i%len(noise)]) / 100})
		}
		s.sendAll(raw, list, 100)
		before := s.expect(id)
		late := start + int64(rapid.IntRange(0, n-2).Draw(t, "after"))*hour + hour/2
		value := rapid.SampledFrom([]float64{0, 0.5, 8, 40}).Draw(t, "value")
		counted.raw, counted.results, counted.written = 0, 0, 0
		s.now += 1000 * second
		s.send(true, put(raw, late, value))
		s.drain()
		read, results, written := counted.raw, counted.results, counted.written
		s.compare(t, id)

		end := min(lastEffect(late, before, s.expect(id), &d), list[n-1].time)
		reach := int((end-late)/hour) + 1
		window := 0
		if slices.ContainsFunc(d.Thresholds.Versions()[0].Value.List, func(t alarm.Threshold) bool { return t.ValueType == alarm.Rate }) {
			window = 7 * 24 // the lookback that rates declare
		}
		most := spacing + reach + memory + spacing + window
		if window > 0 {
			most += spacing
		}
		most += most/s.piece + 1 // each piece reads the first reading of the next one
		if read > most {
			t.Fatalf("%d of %d readings were read again, at most %d may be: the effect reaches %d readings", read, n, most, reach)
		}
		if written > reach+memory {
			t.Fatalf("%d results were written, at most %d may be", written, reach+memory)
		}
		if results > 2*most+3*window {
			t.Fatalf("%d results were read, at most %d may be", results, 2*most+3*window)
		}
	})
}
