package workbook

import (
	"strconv"
	"strings"

	"plumbline/internal/feature/report/template/xmltree"
)

// styles are the formats of cells. New ones are derived from those of the template.
type styles struct {
	tree    *xmltree.Node
	xfs     *xmltree.Node
	list    []*xmltree.Node // of xfs
	fonts   []*xmltree.Node
	derived map[derivation]int
	formats map[string]int
	fills   map[string]int
}

// derivation is a format that differs from another in its number format or its fill.
type derivation struct {
	base   int
	format string // empty: that of the base
	fill   string // RRGGBB; empty: that of the base
}

func newStyles(tree *xmltree.Node) *styles {
	s := &styles{tree: tree, xfs: tree.Child("cellXfs"), derived: map[derivation]int{}, formats: map[string]int{}, fills: map[string]int{}}
	if s.xfs == nil {
		s.xfs = tree.New("cellXfs")
	}
	s.list, s.fonts = s.xfs.All("xf"), tree.Child("fonts").All("font")
	return s
}

// count is the number of formats; a workbook without any has the usual one.
func (s *styles) count() int { return max(len(s.list), 1) }

// xf returns a format; nil: it is the usual one.
func (s *styles) xf(n int) *xmltree.Node {
	if n < len(s.list) {
		return s.list[n]
	}
	return nil
}

// hasFormat reports whether a format says how numbers are written.
func (s *styles) hasFormat(n int) bool {
	xf := s.xf(n)
	return xf != nil && xf.Get("numFmtId") != "" && xf.Get("numFmtId") != "0" && xf.Get("numFmtId") != "49"
}

func (s *styles) hasFill(n int) bool {
	xf := s.xf(n)
	return xf != nil && whole(xf.Get("fillId")) > 1
}

// decimals returns the number format with some decimals.
func decimals(n int) string {
	if n == 0 {
		return "0"
	}
	return "0." + strings.Repeat("0", n)
}

// with returns a format like a base with a number format or a fill.
func (s *styles) with(d derivation) int {
	if s.hasFormat(d.base) {
		d.format = ""
	}
	if s.hasFill(d.base) {
		d.fill = ""
	}
	if d.format == "" && d.fill == "" || s.xf(d.base) == nil {
		return d.base
	}
	if n, known := s.derived[d]; known {
		return n
	}
	xf := s.xf(d.base).Clone()
	if d.format != "" {
		xf.Set("numFmtId", strconv.Itoa(s.format(d.format)))
		xf.Set("applyNumberFormat", "1")
	}
	if d.fill != "" {
		xf.Set("fillId", strconv.Itoa(s.fill(d.fill)))
		xf.Set("applyFill", "1")
	}
	n := s.count()
	s.xfs.Children, s.list = append(s.xfs.Children, xf), append(s.list, xf)
	s.xfs.Set("count", strconv.Itoa(n+1))
	s.derived[d] = n
	return n
}

func (s *styles) format(code string) int {
	if id, known := s.formats[code]; known {
		return id
	}
	list := s.tree.Child("numFmts")
	if list == nil {
		list = s.tree.New("numFmts")
		s.tree.Children = append([]*xmltree.Node{list}, s.tree.Children...) // the first element
	}
	id := 200 // those of the template may have numbers from 164
	for _, n := range list.All("numFmt") {
		id = max(id, whole(n.Get("numFmtId"))+1)
	}
	list.Add("numFmt", "numFmtId", strconv.Itoa(id), "formatCode", code)
	list.Set("count", strconv.Itoa(len(list.All("numFmt"))))
	s.formats[code] = id
	return id
}

func (s *styles) fill(rgb string) int {
	if id, known := s.fills[rgb]; known {
		return id
	}
	list := s.tree.Child("fills")
	if list == nil {
		return 0
	}
	id := len(list.All("fill"))
	pattern := list.Add("fill").Add("patternFill", "patternType", "solid")
	pattern.Add("fgColor", "rgb", "FF"+rgb)
	pattern.Add("bgColor", "indexed", "64")
	list.Set("count", strconv.Itoa(id+1))
	s.fills[rgb] = id
	return id
}

// look is what the display of a cell and the heights of rows need of its format.
type look struct {
	bold  bool
	wraps bool
	size  float64 // of the font, in points
	edge  float64 // characters at the edge
	align string
}

func (s *styles) look(n int) look {
	l := look{size: 11}
	xf := s.xf(n)
	if xf == nil {
		return l
	}
	if n := whole(xf.Get("fontId")); n < len(s.fonts) {
		font := s.fonts[n]
		if b := font.Child("b"); b != nil && b.Get("val") != "0" && b.Get("val") != "false" {
			l.bold = true
		}
		if size := font.Child("sz"); size != nil {
			if v, err := strconv.ParseFloat(size.Get("val"), 64); err == nil && v > 0 && v < 410 {
				l.size = v
			}
		}
	}
	if a := xf.Child("alignment"); a != nil {
		l.edge = 1.4 * float64(min(whole(a.Get("indent")), 100))
		l.wraps = a.Get("wrapText") == "1" || a.Get("wrapText") == "true"
		if h := a.Get("horizontal"); h == "left" || h == "center" || h == "right" {
			l.align = h
		}
	}
	return l
}
