package spreadsheet

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// Chart is a chart of columns of a table over the times in its first column. Cells without a number are gaps. Charts are in the sheet
// that Book.Charts writes.
type Chart struct {
	Title   string
	Unit    string // of the values
	Columns []int  // indices in the header
}

// drawn is a chart of a sheet that was written.
type drawn struct {
	Chart
	sheet       string
	first, last int     // lines with values
	from, to    float64 // days
}

// Charts are in two columns.
const (
	chartsBeside = 2
	chartColumns = 4
	chartLines   = 20
)

// Draw adds a chart to the table that was begun last.
func (b *Book) Draw(c Chart) { b.table.charts = append(b.table.charts, c) }

// Charts writes a sheet with the charts of the tables so far; none, if they have none.
func (b *Book) Charts(name string) {
	b.end()
	if len(b.charts) == 0 {
		return
	}
	b.table, b.parts = Table{Name: name, draws: true}, 0
	b.begin()
}

// keepCharts keeps where the values are for the charts of the sheet that ends.
func (b *Book) keepCharts() {
	first, names := len(b.table.About)+2, b.names.list()
	if b.line < first {
		return
	}
	for _, c := range b.table.charts {
		b.charts = append(b.charts, drawn{c, names[len(names)-1], first, b.line, b.times[0], b.times[1]})
	}
}

// colors are the palette of Okabe and Ito, which color-blind readers can tell apart too.
var colors = []string{"0072B2", "D55E00", "009E73", "CC79A7", "E69F00", "56B4E9", "000000"}

// escaped is a text as the content of an element.
func escaped(text string) string {
	var out strings.Builder
	_ = xml.EscapeText(&out, []byte(text)) // into memory
	return out.String()
}

// drawing returns the files of the sheet with charts: which drawing it has, which charts that has and where, and the charts.
func drawing(sheet int, charts []drawn) []part {
	const (
		packages = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">`
		link     = `<Relationship Id="rId%d" Type="` + office + `/%s" Target="%s"/>`
		spaces   = ` xmlns:xdr="http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
			` xmlns:c="` + chartSpace + `" xmlns:r="` + office + `"`
		at = `<xdr:%[1]s><xdr:col>%[2]d</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>%[3]d</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:%[1]s>`
	)
	var links, frames strings.Builder
	files := []part{{
		fmt.Sprintf("xl/worksheets/_rels/sheet%d.xml.rels", sheet),
		packages + fmt.Sprintf(link, 1, "drawing", "../drawings/drawing1.xml") + `</Relationships>`,
	}}
	for i := range charts {
		n := i + 1
		left, top := i%chartsBeside*chartColumns, i/chartsBeside*chartLines
		fmt.Fprintf(&links, link, n, "chart", fmt.Sprintf("../charts/chart%d.xml", n))
		frames.WriteString(`<xdr:twoCellAnchor>` + fmt.Sprintf(at, "from", left, top) + fmt.Sprintf(at, "to", left+chartColumns, top+chartLines-1))
		fmt.Fprintf(&frames, `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="%d" name="%s"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr>`+
			`<xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm><a:graphic><a:graphicData uri="%s"><c:chart r:id="rId%d"/></a:graphicData></a:graphic>`+
			`</xdr:graphicFrame><xdr:clientData/></xdr:twoCellAnchor>`, n+1, escaped(charts[i].Title), chartSpace, n)
		files = append(files, part{fmt.Sprintf("xl/charts/chart%d.xml", n), charts[i].space()})
	}
	return append(files, part{"xl/drawings/drawing1.xml", `<xdr:wsDr` + spaces + `>` + frames.String() + `</xdr:wsDr>`},
		part{"xl/drawings/_rels/drawing1.xml.rels", packages + links.String() + `</Relationships>`})
}

const chartSpace = "http://schemas.openxmlformats.org/drawingml/2006/chart"

// space is the chart itself (ECMA-376, 21.2): a line through the values of each column over time, as a scatter chart, whose axis is
// true to time.
func (c *drawn) space() string {
	var curves strings.Builder
	for i, column := range c.Columns {
		fmt.Fprintf(&curves, `<c:ser><c:idx val="%d"/><c:order val="%d"/><c:tx><c:strRef><c:f>%s</c:f></c:strRef></c:tx>`+
			`<c:spPr><a:ln w="19050"><a:solidFill><a:srgbClr val="%s"/></a:solidFill></a:ln></c:spPr><c:marker><c:symbol val="none"/></c:marker>`+
			`<c:xVal><c:numRef><c:f>%s</c:f></c:numRef></c:xVal><c:yVal><c:numRef><c:f>%s</c:f></c:numRef></c:yVal><c:smooth val="0"/></c:ser>`,
			i, i, c.cells(column, c.first-1, c.first-1), colors[i%len(colors)], c.cells(0, c.first, c.last), c.cells(column, c.first, c.last))
	}
	said := func(text, turn string) string {
		return `<c:title><c:tx><c:rich><a:bodyPr` + turn + `/><a:p><a:pPr><a:defRPr sz="1100" b="0"/></a:pPr><a:r><a:rPr sz="1100" b="0"/><a:t>` + escaped(text) +
			`</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`
	}
	const thin = `<c:spPr><a:ln w="6350"><a:solidFill><a:srgbClr val="D0D0D0"/></a:solidFill></a:ln></c:spPr>`
	scale := `<c:scaling><c:orientation val="minMax"/></c:scaling>`
	if c.to > c.from {
		scale = fmt.Sprintf(`<c:scaling><c:orientation val="minMax"/><c:max val="%g"/><c:min val="%g"/></c:scaling>`, c.to, c.from)
	}
	return `<c:chartSpace xmlns:c="` + chartSpace + `" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:roundedCorners val="0"/><c:chart>` +
		said(c.Title, "") + `<c:autoTitleDeleted val="0"/><c:plotArea><c:layout/><c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>` +
		curves.String() + `<c:axId val="1"/><c:axId val="2"/></c:scatterChart>` +
		`<c:valAx><c:axId val="1"/>` + scale + `<c:delete val="0"/><c:axPos val="b"/><c:numFmt formatCode="yyyy\-mm\-dd" sourceLinked="0"/>` +
		`<c:majorTickMark val="out"/><c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:crossAx val="2"/><c:crosses val="min"/></c:valAx>` +
		`<c:valAx><c:axId val="2"/><c:scaling><c:orientation val="minMax"/></c:scaling><c:delete val="0"/><c:axPos val="l"/><c:majorGridlines>` + thin +
		`</c:majorGridlines>` + said(c.Unit, ` rot="-5400000" vert="horz"`) + `<c:numFmt formatCode="General" sourceLinked="0"/><c:majorTickMark val="out"/>` +
		`<c:minorTickMark val="none"/><c:tickLblPos val="low"/><c:crossAx val="1"/><c:crosses val="min"/></c:valAx></c:plotArea>` +
		`<c:legend><c:legendPos val="b"/><c:overlay val="0"/></c:legend><c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart></c:chartSpace>`
}

// cells is a reference to lines of a column of the sheet.
func (c *drawn) cells(column, from, to int) string {
	letters := string(appendColumn(nil, column+1))
	sheet := "'" + strings.ReplaceAll(escaped(c.sheet), "&#39;", "''") + "'" // escaped, a quote has this form
	if from == to {
		return fmt.Sprintf("%s!$%s$%d", sheet, letters, from)
	}
	return fmt.Sprintf("%s!$%s$%d:$%s$%d", sheet, letters, from, letters, to)
}
