package content

import (
	"context"
	"fmt"
	"strconv"
	"strings"
)

// readPlans reads the drawings that points of the report are placed on.
func (b *gathering) readPlans(ctx context.Context) error {
	if !b.request.Wants.Plans {
		return nil
	}
	sheets, err := b.host.Drawings.List(ctx, b.scope, b.request.Project, 0)
	if err != nil {
		return err
	}
	for i := range sheets {
		if sheets[i].Marks == 0 {
			continue
		}
		sheet, marks, err := b.host.Drawings.Get(ctx, b.scope, b.request.Project, sheets[i].ID)
		if err != nil {
			return err
		}
		plan := Plan{Name: sheet.Name, Sheet: sheet.ID, File: sheet.Picture, Points: []Mark{}}
		for _, m := range marks {
			if about := b.found[m.PointID]; about != nil {
				plan.Points = append(plan.Points, Mark{Point: about.row.Point, X: m.X, Y: m.Y, Level: about.row.Level, Value: shortly(&about.row)})
			}
		}
		if len(plan.Points) > 0 {
			b.report.Plans = append(b.report.Plans, plan)
		}
	}
	return nil
}

// shortly writes the value of a row with its unit, as a plan shows it.
func shortly(r *Row) string {
	n := &r.Accumulated
	if n.Value == nil {
		n = &r.This
	}
	return Text(n, true)
}

// NoValue is how a number without a value reads (specification section 5).
const NoValue = "#N/A"

// Text writes a number for people, with its decimals and, on request, its unit.
func Text(n *Number, unit bool) string {
	if n.Value == nil {
		return NoValue
	}
	text := strconv.FormatFloat(*n.Value, 'f', n.Decimals, 64)
	if zero := strconv.FormatFloat(0, 'f', n.Decimals, 64); text == "-"+zero {
		text = zero
	}
	text = strings.Replace(text, "-", "−", 1)
	if unit && n.Unit != "" {
		return fmt.Sprintf("%s %s", text, n.Unit)
	}
	return text
}
