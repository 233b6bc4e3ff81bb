package pdf

import "slices"

// Column is a column of a table.
type Column struct {
	Head  string
	Align Align
	// Wraps says that texts may break into lines if the table is too wide; other columns keep the width that they need.
	Wraps bool
}

// Cell is a cell of a table.
type Cell struct {
	Text string
	Ink  Color // zero: black
	Fill Color // zero: none
}

// Table is a table whose head is repeated on each page. Rows have a cell for each column.
type Table struct {
	Columns []Column
	Rows    [][]Cell
	Size    float64 // of letters; 0: 8.5
	// Headless tables have no line of heads.
	Headless bool
}

// Without returns the table without a column.
func (t Table) Without(column int) Table {
	t.Columns = slices.Delete(slices.Clone(t.Columns), column, column+1)
	for i, row := range t.Rows {
		t.Rows[i] = slices.Delete(row, column, column+1)
	}
	return t
}

const (
	usualSize = 8.5
	leastSize = 5.5
	padX      = 3.0
	padY      = 2.2
	mostOfOne = 0.34 // part of the width that one wrapping column may ask for
	hairline  = 0.4
)

// Table writes a table over the width between the margins.
func (d *Document) Table(t Table) {
	size := t.Size
	if size == 0 {
		size = usualSize
	}
	widths, size := d.fit(&t, size)
	head := make([]Cell, len(t.Columns))
	for i, c := range t.Columns {
		head[i] = Cell{Text: c.Head, Fill: Shade}
	}
	top := d.prepare(&t, widths, size, head)
	if t.Headless {
		top = laid{}
	}
	rows := make([]laid, 0, len(t.Rows))
	for _, row := range t.Rows {
		rows = append(rows, d.prepare(&t, widths, size, row))
	}
	first := top.height
	if len(rows) > 0 {
		first += rows[0].height
	}
	d.Need(first)
	d.draw(&t, widths, size, &top)
	for i := range rows {
		for rest := &rows[i]; rest != nil; {
			whole := d.paper.Height - d.margins.Top - d.margins.Bottom - top.height
			if d.Room() < min(rest.height, whole) && d.y > d.margins.Top {
				d.Page()
				d.draw(&t, widths, size, &top)
			}
			var part laid
			part, rest = rest.split(d.Room(), size)
			d.draw(&t, widths, size, &part)
		}
	}
}

// split returns what of a row fits into a height and the rest; nil: all of it fits. It takes at least one line.
func (l *laid) split(height, size float64) (part laid, rest *laid) {
	if l.height <= height {
		return *l, nil
	}
	n := max(1, int((height-2*padY)/(size*leading)))
	part, rest = laid{cells: l.cells}, &laid{cells: l.cells}
	most := 0
	for _, lines := range l.lines {
		at := min(n, len(lines))
		part.lines, rest.lines = append(part.lines, lines[:at]), append(rest.lines, lines[at:])
		most = max(most, len(lines)-at)
	}
	if most == 0 { // a single line on a page without room
		return *l, nil
	}
	part.height, rest.height = float64(n)*size*leading+2*padY, float64(most)*size*leading+2*padY
	return part, rest
}

// fit returns the widths of columns, and the size of letters: smaller if the columns that do not wrap need it.
func (d *Document) fit(t *Table, size float64) (widths []float64, fitted float64) {
	room := d.Width()
	for ; ; size -= 0.5 {
		natural, fixed, wrapping := make([]float64, len(t.Columns)), 0.0, 0.0
		for i, c := range t.Columns {
			w := d.headWidth(c.Head, size)
			for _, row := range t.Rows {
				w = max(w, d.WidthOf(row[i].Text, size))
			}
			if w += 2 * padX; c.Wraps {
				natural[i] = min(w, max(room*mostOfOne, d.headWidth(c.Head, size)+2*padX))
				wrapping += natural[i]
			} else {
				natural[i] = w
				fixed += w
			}
		}
		need := fixed + wrapping
		if need <= room { // the rest is shared out in proportion
			for i := range natural {
				natural[i] *= room / need
			}
			return natural, size
		}
		if left := room - fixed; left >= 0.45*wrapping && wrapping > 0 || size <= leastSize {
			return squeezed(t, natural, fixed, wrapping, room), size
		}
	}
}

// squeezed narrows wrapping columns, and all of them if that is not enough.
func squeezed(t *Table, natural []float64, fixed, wrapping, room float64) []float64 {
	share := room / (fixed + wrapping)
	for i, c := range t.Columns {
		switch {
		case wrapping == 0 || room-fixed < 0.3*wrapping:
			natural[i] *= share
		case c.Wraps:
			natural[i] *= (room - fixed) / wrapping
		}
	}
	return natural
}

// headWidth is the width that a head needs: it may break into two lines.
func (d *Document) headWidth(head string, size float64) float64 {
	whole, longest := d.WidthOf(head, size), 0.0
	for _, piece := range pieces(head) {
		longest = max(longest, d.WidthOf(piece, size))
	}
	return max(longest, whole/2+size)
}

// laid is a row with its lines.
type laid struct {
	cells  []Cell
	lines  [][]string
	height float64
}

func (d *Document) prepare(t *Table, widths []float64, size float64, row []Cell) laid {
	made, most := laid{cells: row, lines: make([][]string, len(row))}, 1
	for i := range t.Columns {
		made.lines[i] = d.Wrap(row[i].Text, widths[i]-2*padX+0.01, size)
		most = max(most, len(made.lines[i]))
	}
	made.height = float64(most)*size*leading + 2*padY
	return made
}

// draw writes a row at the current position.
func (d *Document) draw(t *Table, widths []float64, size float64, row *laid) {
	if row.cells == nil {
		return
	}
	x, y := d.margins.Left, d.y
	line := size * leading
	for i, c := range t.Columns {
		cell := &row.cells[i]
		if cell.Fill != (Color{}) {
			d.Fill(x, y, widths[i], row.height, cell.Fill)
		}
		ink := cell.Ink
		if ink == (Color{}) {
			ink = Black
		}
		top := y + (row.height-float64(len(row.lines[i]))*line)/2
		for k, text := range row.lines[i] {
			d.Text(text, x+padX, top+float64(k)*line, widths[i]-2*padX, Style{Size: size, Ink: ink, Align: c.Align})
		}
		x += widths[i]
	}
	right := x
	x = d.margins.Left
	for _, w := range append([]float64{0}, widths...) {
		x += w
		d.Stroke(x, y, x, y+row.height, hairline, Rule)
	}
	d.Stroke(d.margins.Left, y, right, y, hairline, Rule)
	d.Stroke(d.margins.Left, y+row.height, right, y+row.height, hairline, Rule)
	d.y += row.height
}
