package layout

import (
	"fmt"
	"slices"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/platform/pdf"
)

// measurement writes the section of a measurement: its table, maxima, missing readings, curves and arrays.
func (p *printer) measurement(n int, m *content.Measurement) {
	if p.err != nil {
		return
	}
	p.head(fmt.Sprintf("%d  %s", n, m.Name))
	p.rows(m)
	p.maxima(m)
	p.missing(m)
	p.curves(m)
	for i := range m.Holes {
		p.hole(&m.Holes[i])
	}
}

// rows writes the report rows, with a column for what differs.
func (p *printer) rows(m *content.Measurement) {
	several := func(of func(*content.Row) string) bool {
		return slices.ContainsFunc(m.Rows, func(r content.Row) bool { return of(&r) != of(&m.Rows[0]) })
	}
	units := !several(func(r *content.Row) string { return r.This.Unit + "|" + r.Change.Unit })
	quantities := several(func(r *content.Row) string { return r.Quantity })
	depths := slices.ContainsFunc(m.Rows, func(r content.Row) bool { return r.Depth.Value != nil })
	structures := several(func(r *content.Row) string { return r.Structure })
	unit := func(head, unit string) string {
		if !units || unit == "" {
			return head
		}
		return head + " " + unit
	}
	first := &m.Rows[0]
	var columns []pdf.Column
	add := func(on bool, c pdf.Column) {
		if on {
			columns = append(columns, c)
		}
	}
	add(structures, pdf.Column{Head: structureWord.In(p.lang), Wraps: true})
	add(true, pdf.Column{Head: pointWord.In(p.lang), Wraps: true})
	add(quantities, pdf.Column{Head: quantityWord.In(p.lang), Wraps: true})
	add(depths, pdf.Column{Head: depthWord.In(p.lang), Align: pdf.Right})
	for _, c := range []struct{ head, unit string }{
		{initialWord.In(p.lang), first.This.Unit},
		{previousWord.In(p.lang), first.This.Unit},
		{thisWord.In(p.lang), first.This.Unit},
		{changeWord.In(p.lang), first.Change.Unit},
		{accumulatedWord.In(p.lang), first.Change.Unit},
		{rateWord.In(p.lang), first.Rate.Unit},
	} {
		add(true, pdf.Column{Head: unit(c.head, c.unit), Align: pdf.Right})
	}
	add(true, pdf.Column{Head: controlWord.In(p.lang), Align: pdf.Center})
	add(true, pdf.Column{Head: levelWord.In(p.lang), Align: pdf.Center})
	add(true, pdf.Column{Head: remarkWord.In(p.lang), Wraps: true})

	table := pdf.Table{Columns: columns}
	for i := range m.Rows {
		r := &m.Rows[i]
		var row []pdf.Cell
		put := func(on bool, c pdf.Cell) {
			if on {
				row = append(row, c)
			}
		}
		put(structures, pdf.Cell{Text: r.Structure})
		put(true, pdf.Cell{Text: r.Point})
		quantity := r.Quantity
		if !units && r.This.Unit != "" {
			quantity += " " + r.This.Unit
		}
		put(quantities, pdf.Cell{Text: quantity})
		put(depths, depth(&r.Depth))
		for _, n := range []*content.Number{&r.Initial, &r.Previous, &r.This, &r.Change, &r.Accumulated, &r.Rate} {
			put(true, number(n))
		}
		put(true, pdf.Cell{Text: r.Control})
		put(true, p.level(r.Level, r.Time != 0))
		put(true, pdf.Cell{Text: r.Remark, Ink: pdf.Gray})
		table.Rows = append(table.Rows, row)
	}
	p.Table(table)
}

// maxima writes the maxima of a measurement.
func (p *printer) maxima(m *content.Measurement) {
	p.sub(maximaHead.In(p.lang))
	if len(m.Maxima) == 0 {
		p.Paragraph(nothingText.In(p.lang), bodyStyle)
		return
	}
	table := pdf.Table{Columns: []pdf.Column{
		{Head: whatWord.In(p.lang), Wraps: true},
		{Head: quantityWord.In(p.lang), Wraps: true},
		{Head: valueWord.In(p.lang), Align: pdf.Right},
		{Head: pointWord.In(p.lang), Wraps: true},
		{Head: depthWord.In(p.lang), Align: pdf.Right},
		{Head: timeWord.In(p.lang)},
		{Head: levelWord.In(p.lang), Align: pdf.Center},
	}}
	for i := range m.Maxima {
		x := &m.Maxima[i]
		depth := number(&x.Depth)
		if x.Depth.Value == nil {
			depth.Text = "–"
		}
		table.Rows = append(table.Rows, []pdf.Cell{
			{Text: extremeNames[x.Of].In(p.lang)},
			{Text: x.Quantity},
			{Text: content.Text(&x.Value, true)},
			{Text: x.Point},
			depth,
			{Text: p.at(x.Time, minute)},
			p.level(x.Level, true),
		})
	}
	p.Table(table)
}

// missing writes the points without a reading, and why.
func (p *printer) missing(m *content.Measurement) {
	if len(m.Missing) == 0 {
		return
	}
	p.sub(missingHead.In(p.lang))
	table := pdf.Table{Columns: []pdf.Column{
		{Head: pointWord.In(p.lang), Wraps: true}, {Head: lastWord.In(p.lang)}, {Head: reasonWord.In(p.lang), Wraps: true},
	}}
	for i := range m.Missing {
		x := &m.Missing[i]
		last := pdf.Cell{Text: p.at(x.Last, minute)}
		if x.Last == 0 {
			last = pdf.Cell{Text: content.NoValue, Ink: pdf.Gray}
		}
		table.Rows = append(table.Rows, []pdf.Cell{{Text: x.Point}, last, {Text: x.Reason}})
	}
	p.Table(table)
}

// Charts: pixels as on a screen, and of the picture for each of them.
const (
	chartWidth    = 400
	processHeight = 200
	profileHeight = 330
	chartZoom     = 3
)

// curves writes the process curves of a measurement, two or more in a line.
func (p *printer) curves(m *content.Measurement) {
	points := map[int64]bool{}
	for i := range m.Rows {
		points[m.Rows[i].PointID] = true
	}
	const gap = 10
	across := max(2, int(p.Width()/260))
	width := (p.Width() - float64(across-1)*gap) / float64(across)
	height := width * processHeight / chartWidth
	k := 0
	for i := range p.report.Curves {
		c := &p.report.Curves[i]
		if c.View != content.Process || !points[c.PointID] || p.err != nil {
			continue
		}
		if k%across == 0 {
			if k > 0 {
				p.Skip(height)
			}
			p.Skip(8)
			p.Need(height)
		}
		picture, err := p.draw.Curve(p.ctx, c, chartWidth, processHeight, chartZoom)
		if err != nil {
			p.err = fmt.Errorf("curve of %q: %w", c.Point, err)
			return
		}
		p.Picture(picture, p.Left()+float64(k%across)*(width+gap), p.Y(), width, height)
		k++
	}
	if k > 0 {
		p.Skip(height + 4)
	}
}

// hole writes the table of an array by depth, with its profile at the right.
func (p *printer) hole(h *content.Hole) {
	if p.err != nil {
		return
	}
	if !slices.ContainsFunc(h.Rows, func(r content.Row) bool { return r.This.Value != nil }) {
		return // it is among those without a reading
	}
	picture := p.profile(h)
	const part = 0.6
	width, tall := p.Width()*(1-part)-10, 0.0
	if picture != nil {
		tall = width * profileHeight / chartWidth
		p.Need(tall + subStyle.Line() + 10)
	}
	p.sub(fmt.Sprintf(holeHead.In(p.lang), h.Point, h.Quantity))
	if picture != nil {
		p.Picture(picture, p.Left()+p.Width()-width, p.Y(), width, tall)
	}
	first := &h.Rows[0]
	head := func(word, unit string) pdf.Column { return pdf.Column{Head: word + " " + unit, Align: pdf.Right} }
	table := pdf.Table{Columns: []pdf.Column{
		{Head: depthWord.In(p.lang), Align: pdf.Right},
		head(previousWord.In(p.lang), first.This.Unit), head(thisWord.In(p.lang), first.This.Unit),
		head(changeWord.In(p.lang), first.Change.Unit), head(rateWord.In(p.lang), first.Rate.Unit),
		{Head: levelWord.In(p.lang), Align: pdf.Center},
	}, Size: 7.5}
	for i := range h.Rows {
		r := &h.Rows[i]
		table.Rows = append(table.Rows, []pdf.Cell{
			number(&r.Depth), number(&r.Previous), number(&r.This), number(&r.Change), number(&r.Rate), p.level(r.Level, r.Time != 0),
		})
	}
	within := p.Width()
	if picture != nil {
		within *= part
	}
	p.Within(0, within, tall, func() { p.Table(table) })
}

// profile draws the profile of an array; nil: there is none.
func (p *printer) profile(h *content.Hole) []byte {
	for i := range p.report.Curves {
		c := &p.report.Curves[i]
		if c.View != content.Profile || c.PointID != h.PointID || c.Quantity != h.Quantity {
			continue
		}
		picture, err := p.draw.Curve(p.ctx, c, chartWidth, profileHeight, chartZoom)
		if err != nil {
			p.err = fmt.Errorf("profile of %q: %w", c.Point, err)
		}
		return picture
	}
	return nil
}
