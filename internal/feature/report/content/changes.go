package content

import (
	"context"
	"math"
	"slices"
)

// Change is a quantity of a point for which a report would print something else today: readings came late, were corrected or
// withdrawn, or an initial value, a formula or a threshold was corrected.
type Change struct {
	Then *Row // as printed; nil: the report has no such row
	Now  *Row // as known now; nil: there is none, because the point was deleted
	More int  // further nodes of the array that changed
}

// AlarmChange is an alarm that the report would list differently today.
type AlarmChange struct {
	Then *Alarm // nil: not listed then
	Now  *Alarm // nil: not listed today
}

// Changes are the differences between a report and what is known now.
type Changes struct {
	Rows         []Change        // in the order of the report, then those that it does not have
	Alarms       []AlarmChange   // without what people did about them
	AlarmsUnread bool            // one of both lists is not whole, so that they were not compared
	Structures   map[int64]int64 // structures by point, of the points that exist
}

// Changes compares what a report says with what is known now. The request is that of the report, as known now.
//
// Unscoped: the caller has checked access to the project.
func (g *Gatherer) Changes(ctx context.Context, r *Request, then *Report) (Changes, error) {
	b := g.gathering(r)
	for _, step := range []func(context.Context) error{
		b.readProject, b.readPoints, func(ctx context.Context) error { return b.readTables(ctx, nil) }, b.readAlarms,
	} {
		if err := step(ctx); err != nil {
			return Changes{}, err
		}
	}
	c := ChangesOf(then, b.report)
	c.Structures = map[int64]int64{}
	for i := range b.points {
		c.Structures[b.points[i].ID] = b.points[i].StructureID
	}
	return c, nil
}

// ChangesOf compares a report with what is known now, in the same language. Numbers are equal if they are printed alike.
func ChangesOf(then, now *Report) Changes {
	c := Changes{AlarmsUnread: then.MoreAlarms+now.MoreAlarms > 0}
	before, after := figuresOf(then), figuresOf(now)
	for _, k := range before.order {
		if change, changed := compared(before.of[k], after.of[k]); changed {
			c.Rows = append(c.Rows, change)
		}
	}
	for _, k := range after.order {
		if before.of[k] == nil {
			change, _ := compared(nil, after.of[k])
			c.Rows = append(c.Rows, change)
		}
	}
	if !c.AlarmsUnread {
		c.Alarms = alarmChanges(then.Alarms, now.Alarms)
	}
	return c
}

// figure identifies a quantity of a point: names can change. Of quantities with the same name, n is the place.
type figure struct {
	point    int64
	quantity string
	n        int
}

type figures struct {
	order []figure
	of    map[figure][]Row // the row of a point, or those of the nodes of an array
}

func figuresOf(r *Report) figures {
	f := figures{of: map[figure][]Row{}}
	for i := range r.Measurements {
		m := &r.Measurements[i]
		for _, row := range m.Rows {
			k := figure{point: row.PointID, quantity: row.Quantity}
			for f.of[k] != nil {
				k.n++
			}
			f.order = append(f.order, k)
			f.of[k] = []Row{row}
		}
		seen := map[figure]int{}
		for j := range m.Holes {
			k := figure{point: m.Holes[j].PointID, quantity: m.Holes[j].Quantity}
			k.n, seen[k] = seen[k], seen[k]+1
			f.of[k] = m.Holes[j].Rows
		}
	}
	return f
}

// compared compares a quantity of a point; of an array it returns the node whose value changed most.
func compared(then, now []Row) (c Change, changed bool) {
	switch {
	case len(then) == 0:
		return Change{Now: &now[0]}, true
	case len(now) == 0:
		return Change{Then: &then[0]}, true
	}
	most, count := -1.0, 0
	for i := range then {
		here := Change{Then: &then[i], Now: sameNode(now, &then[i], i)}
		if here.Now != nil && printedAlike(here.Then, here.Now) {
			continue
		}
		count++
		if size := here.size(); size > most {
			most, c = size, here
		}
	}
	c.More = count - 1
	return c, count > 0
}

// sameNode finds the row of a node: by its depth, or without one by its place; nil: there is none.
func sameNode(rows []Row, node *Row, at int) *Row {
	if node.Depth.Value == nil {
		if at >= len(rows) {
			return nil
		}
		return &rows[at]
	}
	i := slices.IndexFunc(rows, func(r Row) bool { return printed(r.Depth) == printed(node.Depth) })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// size is how far the value has moved; one that is gone or new moved farthest.
func (c *Change) size() float64 {
	switch {
	case c.Now == nil || (c.Then.This.Value == nil) != (c.Now.This.Value == nil):
		return math.Inf(1)
	case c.Then.This.Value == nil:
		return 0
	}
	return math.Abs(*c.Then.This.Value - *c.Now.This.Value)
}

func printedAlike(a, b *Row) bool {
	if a.Time != b.Time || a.PreviousTime != b.PreviousTime || a.Level != b.Level {
		return false
	}
	mine, others := a.numbers(), b.numbers()
	for i, n := range mine {
		if printed(n) != printed(others[i]) {
			return false
		}
	}
	return true
}

func (r *Row) numbers() [6]Number {
	return [...]Number{r.Initial, r.Previous, r.This, r.Change, r.Accumulated, r.Rate}
}

// digits is a number as a report prints it.
type digits struct {
	none bool
	n    float64 // in the last decimal
	unit string
}

func printed(n Number) digits {
	if n.Value == nil {
		return digits{none: true}
	}
	return digits{n: math.Round(*n.Value*math.Pow10(n.Decimals)) + 0, unit: n.Unit} // + 0: no negative zero
}

func alarmChanges(then, now []Alarm) (list []AlarmChange) {
	for i := range then {
		at := slices.IndexFunc(now, func(a Alarm) bool { return a.ID == then[i].ID })
		switch {
		case at < 0:
			list = append(list, AlarmChange{Then: &then[i]})
		case now[at].Level != then[i].Level || now[at].Opened != then[i].Opened:
			list = append(list, AlarmChange{&then[i], &now[at]})
		}
	}
	for i := range now {
		if !slices.ContainsFunc(then, func(a Alarm) bool { return a.ID == now[i].ID }) {
			list = append(list, AlarmChange{Now: &now[i]})
		}
	}
	return list
}
