package content

import (
	"fmt"
	"strings"
	"testing"
)

func of(v float64, decimals int) Number { return Number{Value: &v, Unit: "mm", Decimals: decimals} }

func rowOf(point int64, this float64, at int64) Row {
	return Row{PointID: point, Point: fmt.Sprintf("P%d", point), Quantity: "Width", This: of(this, 2), Accumulated: of(this, 2), Time: at}
}

func reportOf(rows ...Row) *Report {
	return &Report{Measurements: []Measurement{{Rows: rows}}}
}

// said shows changes as text.
func said(c Changes) string {
	var lines []string
	show := func(r *Row) string {
		switch {
		case r == nil:
			return "none"
		case r.This.Value == nil:
			return "no data"
		}
		return fmt.Sprintf("%.2f", *r.This.Value)
	}
	for _, change := range c.Rows {
		row := change.Then
		if row == nil {
			row = change.Now
		}
		line := fmt.Sprintf("%s %s to %s", row.Point, show(change.Then), show(change.Now))
		if row.Depth.Value != nil {
			line += fmt.Sprintf(" at %g m", *row.Depth.Value)
		}
		if change.More > 0 {
			line += fmt.Sprintf(" and %d more", change.More)
		}
		lines = append(lines, line)
	}
	for _, a := range c.Alarms {
		level := func(a *Alarm) int {
			if a == nil {
				return 0
			}
			return a.Level
		}
		lines = append(lines, fmt.Sprintf("alarm level %d to %d", level(a.Then), level(a.Now)))
	}
	return strings.Join(lines, "; ")
}

func TestChangesSinceAReport(t *testing.T) {
	silent := rowOf(2, 0, 0)
	silent.This, silent.Accumulated = Number{}, Number{}
	deeper := rowOf(1, 1, 5)
	deeper.Level = 2
	for name, test := range map[string]struct {
		then, now *Report
		want      string
	}{
		"nothing":                      {reportOf(rowOf(1, 1, 5), silent), reportOf(rowOf(1, 1, 5), silent), ""},
		"below the printed decimals":   {reportOf(rowOf(1, 1.001, 5)), reportOf(rowOf(1, 1.004, 5)), ""},
		"a negative zero":              {reportOf(rowOf(1, -0.001, 5)), reportOf(rowOf(1, 0.001, 5)), ""},
		"a corrected reading":          {reportOf(rowOf(1, 1, 5)), reportOf(rowOf(1, 1.02, 5)), "P1 1.00 to 1.02"},
		"the same value, read later":   {reportOf(rowOf(1, 1, 5)), reportOf(rowOf(1, 1, 6)), "P1 1.00 to 1.00"},
		"another level":                {reportOf(rowOf(1, 1, 5)), reportOf(deeper), "P1 1.00 to 1.00"},
		"a late reading":               {reportOf(rowOf(1, 1, 5), silent), reportOf(rowOf(1, 1, 5), rowOf(2, 3, 4)), "P2 no data to 3.00"},
		"a withdrawn reading":          {reportOf(rowOf(2, 3, 4)), reportOf(silent), "P2 3.00 to no data"},
		"a deleted and an added point": {reportOf(rowOf(1, 1, 5)), reportOf(rowOf(3, 2, 5)), "P1 1.00 to none; P3 none to 2.00"},
	} {
		if got := said(ChangesOf(test.then, test.now)); got != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

// An array is one change, however many of its nodes have changed.
func TestChangesOfAnArray(t *testing.T) {
	array := func(values ...float64) *Report {
		r := reportOf()
		hole, worst := Hole{PointID: 7, Quantity: "Width"}, 0
		for i, v := range values {
			row := rowOf(7, v, 5)
			row.Depth = of(float64(i), 2)
			if hole.Rows = append(hole.Rows, row); v > values[worst] {
				worst = i
			}
		}
		r.Measurements[0].Rows, r.Measurements[0].Holes = []Row{hole.Rows[worst]}, []Hole{hole}
		return r
	}
	for want, now := range map[string]*Report{
		"":                                  array(1, 5, 3),
		"P7 1.00 to 2.00 at 0 m":            array(2, 5, 3),
		"P7 1.00 to 2.00 at 0 m and 1 more": array(2, 5, 4),
		"P7 5.00 to 6.00 at 1 m":            array(1, 6, 3), // the row that stands for the array
		"P7 3.00 to 7.00 at 2 m and 2 more": array(2, 6, 7),
		"P7 3.00 to 9.00 at 2 m":            array(1, 5, 9), // another node stands for it
		"P7 3.00 to none at 2 m":            array(1, 5),
	} {
		if got := said(ChangesOf(array(1, 5, 3), now)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// The segments of a section have no depth: each is compared with itself.
func TestChangesOfASection(t *testing.T) {
	section := func(values ...float64) *Report {
		r := reportOf(rowOf(7, values[0], 5))
		hole := Hole{PointID: 7, Quantity: "Width"}
		for _, v := range values {
			hole.Rows = append(hole.Rows, rowOf(7, v, 5))
		}
		r.Measurements[0].Holes = []Hole{hole}
		return r
	}
	for want, now := range map[string]*Report{
		"":                             section(14, -14, 3),
		"P7 -14.00 to -13.00":          section(14, -13, 3),
		"P7 3.00 to none":              section(14, -14),
		"P7 14.00 to 16.00 and 1 more": section(16, -14, 4),
	} {
		if got := said(ChangesOf(section(14, -14, 3), now)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	twice := reportOf(rowOf(1, 1, 5), rowOf(1, 2, 5)) // two quantities with the same name
	if got := said(ChangesOf(twice, reportOf(rowOf(1, 1, 5), rowOf(1, 4, 5)))); got != "P1 2.00 to 4.00" {
		t.Error(got)
	}
}

func TestChangesOfAlarms(t *testing.T) {
	with := func(more int, alarms ...Alarm) *Report { return &Report{Alarms: alarms, MoreAlarms: more} }
	yellow, red := Alarm{ID: 1, Level: 2, Opened: 9}, Alarm{ID: 1, Level: 4, Opened: 9}
	handled := yellow
	handled.Handled, handled.Status, handled.Ended = "inspected", "Confirmed", 12
	for want, now := range map[string]*Report{
		"":                   with(0, handled),
		"alarm level 2 to 4": with(0, red),
		"alarm level 2 to 0": with(0),
		"alarm level 0 to 3": with(0, yellow, Alarm{ID: 2, Level: 3}),
	} {
		if got := said(ChangesOf(with(0, yellow), now)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if c := ChangesOf(with(0, yellow), with(5)); !c.AlarmsUnread || len(c.Alarms) > 0 {
		t.Errorf("a list that is not whole was compared: %+v", c)
	}
}
