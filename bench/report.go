package main

import (
	"fmt"
	"io"
	"slices"
)

// goal is a ratio of ours to the base that must not be missed.
type goal struct {
	measure string
	value   func(result) float64
	atLeast bool
	limit   float64
}

var embeddedGoals = []goal{
	{"live ingest", func(r result) float64 { return r.LiveValues }, true, 10},
	{"backfill", func(r result) float64 { return r.BackValues }, true, 3},
	{"live batch p99", func(r result) float64 { return r.LiveP99 }, false, 0.5},
	{"live batch worst", func(r result) float64 { return r.LiveWorst }, false, 1},
	{"bytes a value", func(r result) float64 { return r.BytesPerValue }, false, 1.0 / 12},
	{"year of one point + LTTB", func(r result) float64 { return r.Year }, false, 0.15},
	{"30 days of many series, a row", func(r result) float64 { return r.ManyPerRow }, false, 0.2},
	{"latest of 10,000", func(r result) float64 { return r.Latest }, false, 0.05},
	{"upsert 1000 in a run", func(r result) float64 { return r.UpsertRun }, false, 1.5},
	{"upsert 1000 scattered", func(r result) float64 { return r.UpsertScattered }, false, 0.2},
	{"delete 30 days", func(r result) float64 { return r.Delete }, false, 1},
	{"export 65,535 rows", func(r result) float64 { return r.Export }, false, 0.6},
}

var scaledGoals = []goal{
	{"live ingest", func(r result) float64 { return r.LiveValues }, true, 0.8},
	{"backfill", func(r result) float64 { return r.BackValues }, true, 8},
	{"bytes a value", func(r result) float64 { return r.BytesPerValue }, false, 1.0 / 20},
	{"year of one point + LTTB", func(r result) float64 { return r.Year }, false, 0.3},
	{"30 days of many series, a row", func(r result) float64 { return r.ManyPerRow }, false, 0.2},
}

// pair compares two stores.
type pair struct {
	base, ours string
	goals      []goal
}

func middle(results []result, value func(result) float64) float64 {
	var list []float64
	for _, r := range results {
		list = append(list, value(r))
	}
	slices.Sort(list)
	return list[len(list)/2]
}

func (p pair) report(out io.Writer, results map[string][]result) error {
	if _, err := fmt.Fprintf(out, "\n%s against %s, medians\n%-32s %14s %14s %8s %10s\n", p.ours, p.base, "", p.base, p.ours, "ratio", "goal"); err != nil {
		return err
	}
	for _, g := range p.goals {
		base, ours := middle(results[p.base], g.value), middle(results[p.ours], g.value)
		ratio := ours / base
		sign, met := "<=", ratio <= g.limit
		if g.atLeast {
			sign, met = ">=", ratio >= g.limit
		}
		verdict := ""
		if !met {
			verdict = "  missed"
		}
		if _, err := fmt.Fprintf(out, "%-32s %14.4g %14.4g %8.3g %4s %5.3g%s\n", g.measure, base, ours, ratio, sign, g.limit, verdict); err != nil {
			return err
		}
	}
	return nil
}

// steady refuses figures of a machine that was too busy: the base's ingest may not
// differ by more than twice from one turn to another.
func steady(results []result) error {
	low, high := results[0].LiveValues, results[0].LiveValues
	for _, r := range results {
		low, high = min(low, r.LiveValues), max(high, r.LiveValues)
	}
	if high > 2*low {
		return fmt.Errorf("%s took from %.0f to %.0f values a second: the machine is too busy to compare", results[0].Store, low, high)
	}
	return nil
}
