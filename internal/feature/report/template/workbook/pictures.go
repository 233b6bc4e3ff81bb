package workbook

import (
	"context"
	"fmt"
	"math"
	"strconv"

	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/scope"
	"plumbline/internal/feature/report/template/xmltree"
	"plumbline/internal/platform/errs"
)

// Sizes of pictures in pixels, and how many a report may have.
const (
	mostPictures = 500
	edge         = 2     // pixels between a picture and the edges of its cell
	emu          = 9_525 // of a pixel
)

const (
	drawingSpace = "http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing"
	mainSpace    = "http://schemas.openxmlformats.org/drawingml/2006/main"
	officeSpace  = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
)

// place draws the pictures of the sheet and puts them into their cells.
func (w *writer) place(ctx context.Context) error {
	drawn := 0
	for i := range w.pictures {
		p := &w.pictures[i]
		size, span := w.sizeOf(p)
		png, err := p.scope.Image(ctx, p.mark, size, w.draw)
		if err != nil {
			return fmt.Errorf("%s in %s: %w", p.mark.Text, w.sheet.at(p.column, p.row), err)
		}
		if png == nil {
			if p.cell.Child("is") == nil {
				c := &cell{column: p.column, row: p.row, style: p.style}
				if err := w.text(p.cell, c, p.row, p.scope.Nothing(p.mark)); err != nil {
					return err
				}
			}
			continue
		}
		if drawn++; drawn > mostPictures {
			return refused(errs.TemplateGrown, "part", w.sheet.name, "limit", mostPictures)
		}
		if err := w.anchor(p, size, png); err != nil {
			return err
		}
		w.makeRoom(span, size)
	}
	return nil
}

// sizeOf returns the size of a picture, that of its cell if it names none, and its cell with those merged with it.
func (w *writer) sizeOf(p *picture) (scope.Size, area) {
	span := area{p.column, p.row, p.column, p.row}
	for _, a := range w.merges {
		if a.left == p.column && a.top == p.row {
			span = a
		}
	}
	size := scope.Size{Width: p.mark.Width, Height: p.mark.Height}
	if size.Width == 0 {
		for _, characters := range w.sheet.widths(span.right)[span.left-1:] {
			size.Width += w.sheet.book.styles.pixels(characters)
		}
		for row := span.top; row <= span.bottom; row++ {
			size.Height += int(math.Round(w.heightOf(row) * pixelsOfPoint))
		}
		size.Width, size.Height = size.Width-2*edge, size.Height-2*edge
	}
	size.Width, size.Height = min(max(size.Width, scope.LeastPixels), scope.MostPixels), min(max(size.Height, scope.LeastPixels), scope.MostPixels)
	return size, span
}

// heightOf returns the height of a row of the report in points.
func (w *writer) heightOf(number int) float64 {
	var node *xmltree.Node
	if lines := w.sheet.layout.lines; number <= len(lines) {
		if r := w.sheet.rows[lines[number-1].source]; r != nil {
			node = r.node
		}
	}
	points, _ := w.sheet.height(node)
	return math.Max(points, w.heights[number])
}

// makeRoom makes the last row of a picture high enough for it.
func (w *writer) makeRoom(span area, size scope.Size) {
	needs := float64(size.Height+2*edge) / pixelsOfPoint
	for row := span.top; row < span.bottom; row++ {
		needs -= w.heightOf(row)
	}
	if needs > w.heightOf(span.bottom) {
		w.heights[span.bottom] = math.Min(needs, mostHeight)
	}
}

// anchor adds a picture to the drawing of the sheet.
func (w *writer) anchor(p *picture, size scope.Size, png []byte) error {
	s := w.sheet
	part, tree, err := s.drawing()
	if err != nil {
		return err
	}
	number := 1
	for s.book.pkg.Has(fmt.Sprintf("xl/media/report%d.png", number)) {
		number++
	}
	name := fmt.Sprintf("xl/media/report%d.png", number)
	if err := s.book.pkg.Put(name, png, "image/png"); err != nil {
		return err
	}
	id, err := s.book.pkg.Relate(part, "image", name)
	if err != nil {
		return err
	}
	text := func(n *xmltree.Node, name, value string) { n.Add(name).SetContent(value) }
	a := tree.Add("oneCellAnchor", "plumbline", "1") // an attribute until template pictures have moved
	from := a.Add("from")
	text(from, "col", strconv.Itoa(p.column-1))
	text(from, "colOff", strconv.Itoa(edge*emu))
	text(from, "row", strconv.Itoa(p.row-1))
	text(from, "rowOff", strconv.Itoa(edge*emu))
	width, height := strconv.Itoa(size.Width*emu), strconv.Itoa(size.Height*emu)
	a.Add("ext", "cx", width, "cy", height)
	pic := a.Add("pic")
	pic.Children = office.Picture(pic, id, 10_000+len(tree.Children), p.mark.Text, width, height)
	a.Add("clientData")
	return nil
}

// drawing returns the drawing of a sheet, a new one if it has none.
func (s *sheet) drawing() (part string, tree *xmltree.Node, err error) {
	pkg := s.book.pkg
	relations, err := pkg.Relations(s.part)
	if err != nil {
		return "", nil, err
	}
	for _, r := range relations {
		if r.Type == "drawing" && pkg.Has(r.Part) {
			tree, err = pkg.Tree(r.Part)
			return r.Part, tree, err
		}
	}
	number := 1
	for pkg.Has(fmt.Sprintf("xl/drawings/report%d.xml", number)) {
		number++
	}
	part = fmt.Sprintf("xl/drawings/report%d.xml", number)
	empty := `<xdr:wsDr xmlns:xdr="` + drawingSpace + `" xmlns:a="` + mainSpace + `"/>`
	if err := pkg.Put(part, []byte(empty), "application/vnd.openxmlformats-officedocument.drawing+xml"); err != nil {
		return "", nil, err
	}
	id, err := pkg.Relate(s.part, "drawing", part)
	if err != nil {
		return "", nil, err
	}
	node := s.tree.New("drawing")
	node.Attrs = []xmltree.Attr{{Prefix: "xmlns", Name: "report", Value: officeSpace}, {Prefix: "report", Name: "id", Value: id}}
	s.tree.Insert(node, "legacyDrawing", "legacyDrawingHF", "picture", "oleObjects", "controls", "webPublishItems", "tableParts", "extLst")
	tree, err = pkg.Tree(part)
	return part, tree, err
}

// dropComments leaves the comments of the template out: they are for its author.
func (s *sheet) dropComments() error {
	relations, err := s.book.pkg.Relations(s.part)
	if err != nil {
		return err
	}
	of := func(r office.Relation) bool {
		return r.Type == "comments" || r.Type == "vmlDrawing" || r.Type == "threadedComment"
	}
	for _, r := range relations {
		if of(r) {
			if err := s.book.pkg.Drop(r.Part); err != nil {
				return err
			}
		}
	}
	s.tree.Remove("legacyDrawing")
	s.tree.Remove("legacyDrawingHF")
	return s.book.pkg.Unrelate(s.part, of)
}

// badSize refuses a picture whose size cannot be.
func badSize(at string, m *placeholder.Mark) error {
	fits := func(n int) bool { return n >= scope.LeastPixels && n <= scope.MostPixels }
	if m.BadSize || m.Width != 0 && (!fits(m.Width) || !fits(m.Height)) {
		return refused(errs.TemplateImage, "cell", at, "mark", m.Text, "least", scope.LeastPixels, "most", scope.MostPixels)
	}
	return nil
}
