package workbook

import (
	"math"
	"regexp"
	"strconv"
	"strings"

	"plumbline/internal/feature/report/template/xmltree"
)

var sizeBefore = regexp.MustCompile(`&[0-9]+$`)

// The usual sizes of a sheet that says nothing, and the largest height of a row, in points.
const (
	usualWidth    = 8.43 // characters
	usualHeight   = 15
	mostHeight    = 409
	pixelsOfPoint = 96.0 / 72
)

// widths returns the widths of columns in characters, for columns from 1.
func (s *sheet) widths(columns int) []float64 {
	usual := usualWidth
	if f := s.tree.Child("sheetFormatPr"); f != nil {
		if v, err := strconv.ParseFloat(f.Get("defaultColWidth"), 64); err == nil && v > 0 {
			usual = v
		}
	}
	list := make([]float64, columns)
	for i := range list {
		list[i] = usual
	}
	for _, c := range s.tree.Child("cols").All("col") {
		width, err := strconv.ParseFloat(c.Get("width"), 64)
		if err != nil || !(width >= 0 && width < 256) {
			continue
		}
		if hidden := c.Get("hidden"); hidden == "1" || hidden == "true" {
			width = 0
		}
		for n := max(whole(c.Get("min")), 1); n <= min(whole(c.Get("max")), columns); n++ {
			list[n-1] = width
		}
	}
	return list
}

// height returns the height of a row in points; own reports whether it says its own.
func (s *sheet) height(r *xmltree.Node) (points float64, own bool) {
	if r != nil {
		if v, err := strconv.ParseFloat(r.Get("ht"), 64); err == nil && v >= 0 && v <= mostHeight+1 {
			return v, true
		}
	}
	if f := s.tree.Child("sheetFormatPr"); f != nil {
		if v, err := strconv.ParseFloat(f.Get("defaultRowHeight"), 64); err == nil && v > 0 {
			return v, false
		}
	}
	return usualHeight, false
}

// digits are the widths of a digit of fonts as parts of their size; others are about as wide as those of Arial.
var digits = map[string]float64{"calibri": 0.507, "carlito": 0.507, "宋体": 0.5, "simsun": 0.5, "新細明體": 0.5, "等线": 0.53, "微软雅黑": 0.54}

// digitWidth returns the width of a digit of the usual font of the workbook, in pixels.
func (s *styles) digitWidth() int {
	if len(s.fonts) == 0 {
		return 7
	}
	share, known := digits[strings.ToLower(s.fonts[0].Child("name").Get("val"))]
	if !known {
		share = 0.556
	}
	return max(int(math.Round(s.look(0).size*pixelsOfPoint*share)), 4)
}

// pixels returns the width of a column of some characters in pixels (ECMA-376 18.3.1.13).
func (s *styles) pixels(characters float64) int {
	digit := float64(s.digitWidth())
	return int(math.Trunc((256*characters + math.Trunc(128/digit)) / 256 * digit))
}

// measure notes the height that a text needs in its cell if it wraps.
func (w *writer) measure(c *cell, number int, text string) {
	s := w.sheet
	l := s.book.styles.look(c.style)
	if !l.wraps {
		return
	}
	right, rows := c.column, 1
	if a, in := s.mergeAt(c.column, c.row); in {
		right, rows = a.right, a.bottom-a.top+1
	}
	width := 0.0
	for _, one := range s.widths(right)[c.column-1:] {
		width += one
	}
	// A character is as wide as its size in relation to that of the usual font; 1 is for the space at the edges.
	fits := math.Max((width-1-l.edge)*s.book.styles.look(0).size/l.size, 1)
	needs := float64(linesOf(text, fits))*l.size*1.4 + 4
	if above := float64(rows - 1); above > 0 {
		usual, _ := s.height(nil)
		needs -= above * usual
		number += rows - 1
	}
	w.heights[number] = math.Max(w.heights[number], math.Min(needs, mostHeight))
}

// linesOf returns how many lines a text takes, with wide characters of Chinese counted twice.
func linesOf(text string, fits float64) int {
	lines := 0
	for _, paragraph := range strings.Split(text, "\n") {
		lines++
		used, wordWidth := 0.0, 0.0
		for _, r := range paragraph {
			width := 1.0
			if r >= 0x1100 {
				width = 2
			}
			if wordWidth += width; r == ' ' || width == 2 {
				wordWidth = 0
			}
			if used += width; used > fits {
				lines++
				used = math.Max(width, math.Min(wordWidth, fits)) // a word moves to the next line as a whole
			}
		}
	}
	return lines
}

// mergeAt returns the merged cells whose first cell is at a place.
func (s *sheet) mergeAt(column, row int) (area, bool) {
	if a, in := s.merged[[2]int{row, column}]; in {
		return a, true
	}
	return area{column, row, column, row}, false
}

// grow makes rows high enough for their texts and pictures.
func (w *writer) grow(data *xmltree.Node) {
	for _, r := range data.Children {
		needs := w.heights[whole(r.Get("r"))]
		has, _ := w.sheet.height(r)
		if needs > has {
			r.Set("ht", strconv.FormatFloat(math.Ceil(needs*4)/4, 'f', -1, 64))
			r.Set("customHeight", "1")
		}
	}
}
