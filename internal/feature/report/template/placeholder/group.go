package placeholder

import (
	"slices"
	"strings"

	"plumbline/internal/platform/errs"
)

// Item is a row of a sheet or a table, or a paragraph: what is repeated as a whole.
type Item struct {
	Marks []Placed
	Bare  bool // it has marks of lists and nothing else
	Row   bool // a list that does not end is this row only
}

// Placed is a mark with its place.
type Placed struct {
	Mark
	At string // cell or paragraph, for errors
}

// Node is an item or a loop.
type Node struct {
	Item int // index; of a loop its first
	Loop *Loop
}

// Loop is items that are repeated.
type Loop struct {
	Mark  Placed
	First int // index of its first item
	Last  int
	Body  []Node
	close int // item of its end; -1: it is one row
}

// Group arranges items into a tree by the marks of lists and blocks. Unknown lists are no loops. Bare items of the marks are in no
// body: they vanish, but for lists that are one row.
func Group(items []Item) ([]Node, error) {
	loops, err := pair(items)
	if err != nil {
		return nil, err
	}
	return nest(items, loops, 0, len(items)-1)
}

// pair finds the end of each loop, in the order of their beginnings.
func pair(items []Item) ([]*Loop, error) {
	var loops, open []*Loop
	for i := range items {
		for _, p := range items[i].Marks {
			switch {
			case p.Form == Plain:
			case p.Word == nil:
				if w := lookup(p.Name, Value, Picture); w != nil {
					return nil, errs.OnField("file", errs.TemplateNoList, "cell", p.At, "mark", p.Text)
				}
			case p.Form == Open:
				l := &Loop{Mark: p, First: i, Last: i, close: -1}
				loops, open = append(loops, l), append(open, l)
			default:
				n := len(open) - 1
				for n >= 0 && open[n].Mark.Word.Name != p.Word.Name && items[open[n].First].Row && open[n].Mark.Word.Kind == List {
					n-- // a row
				}
				if n < 0 || open[n].Mark.Word.Name != p.Word.Name {
					return nil, errs.OnField("file", errs.TemplateNesting, "cell", p.At, "mark", p.Text)
				}
				open[n].Last, open[n].close = i, i
				open = open[:n]
			}
		}
	}
	for _, l := range open {
		if l.Mark.Word.Kind == Block || !items[l.First].Row || items[l.First].Bare {
			return nil, unclosed(l)
		}
	}
	for _, l := range loops { // rows inside of others that were skipped above
		if l.close < 0 && (l.Mark.Word.Kind == Block || !items[l.First].Row || items[l.First].Bare) {
			return nil, unclosed(l)
		}
	}
	return loops, nil
}

func unclosed(l *Loop) error {
	end := "{{/" + strings.TrimSpace(l.Mark.Name) + "}}"
	return errs.OnField("file", errs.TemplateUnclosed, "cell", l.Mark.At, "mark", l.Mark.Text, "close", end)
}

// nest builds the tree of the items from first to last.
func nest(items []Item, loops []*Loop, first, last int) ([]Node, error) {
	var nodes []Node
	for i := first; i <= last; {
		if len(loops) == 0 || loops[0].First > i {
			nodes = append(nodes, Node{Item: i})
			i++
			continue
		}
		l := loops[0]
		n := 1
		for n < len(loops) && loops[n].First <= l.Last {
			n++
		}
		inner := loops[1:n]
		if err := allowed(l, inner, last); err != nil {
			return nil, err
		}
		from, to := l.First, l.Last
		if l.close > l.First {
			if items[from].Bare && (len(inner) == 0 || inner[0].First > from) {
				from++
			}
			if items[to].Bare && (len(inner) == 0 || inner[len(inner)-1].Last < to) {
				to--
			}
		}
		body, err := nest(items, inner, from, to)
		if err != nil {
			return nil, err
		}
		if len(body) == 0 {
			return nil, unclosed(l)
		}
		l.Body = body
		nodes = append(nodes, Node{Item: l.First, Loop: l})
		i, loops = l.Last+1, loops[n:]
	}
	return nodes, nil
}

// mayHold are the loops that may stand in each block.
var mayHold = map[string][]string{
	Measurements: {Holes, Points, Nodes, Maxima, Absent},
	Holes:        {Nodes},
}

func allowed(l *Loop, inner []*Loop, last int) error {
	nesting := func(p Placed) error {
		return errs.OnField("file", errs.TemplateNesting, "cell", p.At, "mark", p.Text)
	}
	if l.Last > last {
		return nesting(l.Mark)
	}
	for _, i := range inner {
		if i.Last > l.Last || !slices.Contains(mayHold[l.Mark.Word.Name], i.Mark.Word.Name) {
			return nesting(i.Mark)
		}
		if i.First == l.First && i.close == l.close && l.close <= l.First {
			return nesting(i.Mark)
		}
	}
	return nil
}
