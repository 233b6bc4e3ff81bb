package layout

import (
	"fmt"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/platform/pdf"
)

// cover writes the first page: what the report is about, and who signed it.
func (p *printer) cover() {
	r := p.report
	p.Page()
	p.Skip(p.Room() * 0.16)
	for _, line := range p.Wrap(r.Project.Name, p.Width(), 17) {
		p.Text(line, p.Left(), p.Y(), p.Width(), pdf.Style{Size: 17, Ink: pdf.Gray, Align: pdf.Center})
		p.Skip(17 * 1.5)
	}
	p.Skip(10)
	for _, line := range p.Wrap(r.Title, p.Width(), titleStyle.Size) {
		p.Text(line, p.Left(), p.Y(), p.Width(), titleStyle)
		p.Skip(titleStyle.Line())
	}
	p.Skip(34)
	p.facts([][2]string{
		{numberWord.In(p.lang), p.identity()},
		{periodWord.In(p.lang), p.at(r.From, minute) + " – " + p.at(r.To, minute)},
		{addressWord.In(p.lang), r.Project.Address},
		{weatherWord.In(p.lang), p.typed(r.Typed.Weather)},
		{workingWord.In(p.lang), p.typed(r.Typed.Working)},
		{makerWord.In(p.lang), r.Project.Corporation},
	})
	p.signatures()
}

// facts writes names and texts, as a table in the middle.
func (p *printer) facts(list [][2]string) {
	width := min(p.Width(), 420)
	table := pdf.Table{Columns: []pdf.Column{{}, {Wraps: true}}, Size: 10, Headless: true}
	for _, one := range list {
		table.Rows = append(table.Rows, []pdf.Cell{{Text: one[0], Fill: pdf.Shade, Ink: pdf.Gray}, {Text: one[1]}})
	}
	p.Within((p.Width()-width)/2, width, 0, func() { p.Table(table) })
}

func (p *printer) typed(text string) string {
	if text == "" {
		return notWritten.In(p.lang)
	}
	return text
}

// signatureHeight is the height of the places of signatures.
const signatureHeight = 62

// signatures writes the places of the three persons.
func (p *printer) signatures() {
	roles := []content.Role{content.Maker, content.Checker, content.Approver}
	width := min(p.Width(), 420)
	left, one := p.Left()+(p.Width()-width)/2, width/3
	p.Need(signatureHeight + 40)
	p.Skip(36)
	top := p.Y()
	for i, role := range roles {
		x := left + float64(i)*one
		p.Text(roleNames[role].In(p.lang), x+6, top+4, one-12, smallStyle)
		for j := range p.report.Signatures {
			s := &p.report.Signatures[j]
			if s.Role != role || s.Time == 0 {
				continue
			}
			if s.Drawn() {
				p.signed(s, x+one*0.4, top+3, one*0.58, 38) // above the time
			}
			p.Text(s.Name, x+6, top+24, one-12, bodyStyle)
			p.Text(p.at(s.Time, minute), x+6, top+44, one-12, smallStyle)
		}
		p.Stroke(x, top, x, top+signatureHeight, 0.5, pdf.Rule)
	}
	p.Stroke(left+width, top, left+width, top+signatureHeight, 0.5, pdf.Rule)
	for _, y := range []float64{top, top + signatureHeight} {
		p.Stroke(left, y, left+width, y, 0.5, pdf.Rule)
	}
	p.Skip(signatureHeight)
}

// signed draws the picture of a signature and its seal into a place.
func (p *printer) signed(s *content.Signature, x, y, width, height float64) {
	const pixels = 4 // for each point
	picture, err := p.draw.Signature(p.ctx, s, int(width*pixels), int(height*pixels))
	if err != nil {
		p.err = err
		return
	}
	p.Picture(picture, x, y, width, height)
}

// overview writes the conclusion and the advice.
func (p *printer) overview() {
	p.Page()
	p.head(overviewHead.In(p.lang))
	p.Paragraph(content.Summary(p.report), bodyStyle)
	p.head(conclusionHead.In(p.lang))
	p.Paragraph(p.typed(p.report.Typed.Conclusion), bodyStyle)
	if p.report.Typed.Advice != "" {
		p.head(adviceHead.In(p.lang))
		p.Paragraph(p.report.Typed.Advice, bodyStyle)
	}
	if p.report.Points == 0 {
		p.Paragraph(noPointsText.In(p.lang), bodyStyle)
	}
}

// plans writes the drawings with the points.
func (p *printer) plans() {
	if len(p.report.Plans) == 0 {
		return
	}
	p.head(plansHead.In(p.lang))
	for i := range p.report.Plans {
		if p.err != nil {
			return
		}
		one := &p.report.Plans[i]
		const pixels = 1400
		picture, height, err := p.draw.Plan(p.ctx, one, pixels)
		if err != nil {
			p.err = fmt.Errorf("plan %q: %w", one.Name, err)
			return
		}
		width, tall := p.Width(), p.Width()*float64(height)/pixels
		if most := p.Paper().Height - marginY - marginB - 60; tall > most {
			width, tall = width*most/tall, most
		}
		p.Need(tall + 20)
		p.Picture(picture, p.Left()+(p.Width()-width)/2, p.Y(), width, tall)
		p.Skip(tall + 3)
		p.Text(one.Name, p.Left(), p.Y(), p.Width(), captionStyle)
		p.Skip(captionStyle.Line() + 8)
	}
}

// alarms writes the alarms of the period.
func (p *printer) alarms() {
	p.head(alarmsHead.In(p.lang))
	if len(p.report.Alarms) == 0 {
		p.Paragraph(nothingText.In(p.lang), bodyStyle)
		return
	}
	table := pdf.Table{Columns: []pdf.Column{
		{Head: levelWord.In(p.lang), Align: pdf.Center, Wraps: true},
		{Head: pointWord.In(p.lang), Wraps: true},
		{Head: reasonWord.In(p.lang), Wraps: true},
		{Head: openedWord.In(p.lang)},
		{Head: endedWord.In(p.lang)},
		{Head: statusWord.In(p.lang), Wraps: true},
		{Head: handledWord.In(p.lang), Wraps: true},
	}}
	for i := range p.report.Alarms {
		a := &p.report.Alarms[i]
		ended := pdf.Cell{Text: p.at(a.Ended, minute)}
		if a.Ended == 0 {
			ended = pdf.Cell{Text: openWord.In(p.lang)}
		}
		table.Rows = append(table.Rows, []pdf.Cell{
			{Text: a.Kind, Fill: levelFills[a.Level]},
			{Text: a.Name},
			{Text: a.Reason},
			{Text: p.at(a.Opened, minute)},
			ended,
			{Text: a.Status},
			{Text: a.Handled},
		})
	}
	p.Table(table)
	if p.report.MoreAlarms > 0 {
		p.Skip(3)
		p.Paragraph(fmt.Sprintf(moreAlarmsText.In(p.lang), p.report.MoreAlarms), smallStyle)
	}
}

// weather writes what the stations measured.
func (p *printer) weather() {
	if len(p.report.Weather) == 0 {
		return
	}
	p.head(weatherHead.In(p.lang))
	table := pdf.Table{Columns: []pdf.Column{
		{Head: pointWord.In(p.lang), Wraps: true},
		{Head: elementWord.In(p.lang), Wraps: true},
		{Head: leastWord.In(p.lang), Align: pdf.Right},
		{Head: mostWord.In(p.lang), Align: pdf.Right},
		{Head: totalWord.In(p.lang), Align: pdf.Right},
	}}
	for i := range p.report.Weather {
		w := &p.report.Weather[i]
		total := dash
		if w.Total.Value != nil {
			total = pdf.Cell{Text: content.Text(&w.Total, true)}
		}
		least, most := content.Text(&w.Least, true), content.Text(&w.Most, true)
		table.Rows = append(table.Rows, []pdf.Cell{{Text: w.Point}, {Text: w.Name}, {Text: least}, {Text: most}, total})
	}
	p.Table(table)
}

// devices writes the state of the devices.
func (p *printer) devices() {
	p.head(devicesHead.In(p.lang))
	if len(p.report.Devices) == 0 {
		p.Paragraph(nothingText.In(p.lang), bodyStyle)
		return
	}
	table := pdf.Table{Columns: []pdf.Column{
		{Head: deviceWord.In(p.lang), Wraps: true},
		{Head: modelWord.In(p.lang), Wraps: true},
		{Head: serialWord.In(p.lang), Wraps: true},
		{Head: arrivalWord.In(p.lang), Align: pdf.Right},
		{Head: healthWord.In(p.lang), Wraps: true},
	}}
	for i := range p.report.Devices {
		d := &p.report.Devices[i]
		arrival := dash
		if d.Arrival.Value != nil {
			arrival = pdf.Cell{Text: fmt.Sprintf("%s (%d/%d)", content.Text(&d.Arrival, true), d.Received, d.Expected)}
		}
		table.Rows = append(table.Rows, []pdf.Cell{{Text: d.Name}, {Text: d.Model}, {Text: d.SNCode}, arrival, {Text: d.Health}})
	}
	p.Table(table)
}

// remarks writes how to read the report.
func (p *printer) remarks() {
	p.head(remarksHead.In(p.lang))
	p.Paragraph(remarksText.In(p.lang), bodyStyle)
	if more := p.report.MoreCurves; more > 0 {
		p.Paragraph(fmt.Sprintf(moreCurvesText.In(p.lang), more), bodyStyle)
	}
	p.Skip(6)
	p.Table(pdf.Table{Columns: []pdf.Column{{}, {Wraps: true}}, Headless: true, Rows: [][]pdf.Cell{
		{{Text: projectWord.In(p.lang), Ink: pdf.Gray}, {Text: p.report.Project.Name}},
		{{Text: zoneWord.In(p.lang), Ink: pdf.Gray}, {Text: p.report.Project.Zone}},
		{{Text: knownWord.In(p.lang), Ink: pdf.Gray}, {Text: p.at(p.report.KnownAt, "2006-01-02 15:04:05")}},
		{{Text: programWord.In(p.lang), Ink: pdf.Gray}, {Text: "Plumbline " + p.report.Version}},
	}})
}
