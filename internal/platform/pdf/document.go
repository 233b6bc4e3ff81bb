// Package pdf writes documents of text, tables and pictures, over gopdf. Lengths are points (1/72 inch), y grows downwards.
package pdf

import (
	"bytes"
	"fmt"
	"io"

	"github.com/signintech/gopdf"
	"golang.org/x/image/font/sfnt"

	"plumbline/internal/platform/typeface"
)

// Paper is the size of pages, upright.
type Paper struct{ Width, Height float64 }

// Sizes of ISO 216.
var (
	A4 = Paper{595.28, 841.89}
	A3 = Paper{841.89, 1190.55}
)

// Turned returns the paper lying on its side.
func (p Paper) Turned() Paper { return Paper{p.Height, p.Width} }

// Margins of a page.
type Margins struct{ Left, Top, Right, Bottom float64 }

// Color is an sRGB color.
type Color struct{ R, G, B uint8 }

// Common colors.
var (
	Black = Color{0x1F, 0x23, 0x29}
	Gray  = Color{0x64, 0x6A, 0x73}
	Rule  = Color{0xC9, 0xCE, 0xD6}
	Shade = Color{0xF2, 0xF4, 0xF7}
	White = Color{0xFF, 0xFF, 0xFF}
)

// Document is a document in the making. The first error makes all later calls do nothing; Write returns it.
type Document struct {
	out     *gopdf.GoPdf
	face    *typeface.Face
	fonts   map[string]bool // that were added
	current string          // font and size that are set
	widths  map[rune]float64
	buffer  sfnt.Buffer

	paper   Paper
	margins Margins
	y       float64 // where the next block begins
	pages   int
	frame   func(page, pages int) // draws header and footer
	err     error
}

// Info is what readers show about a document.
type Info struct{ Title, Author, Producer string }

// New returns a document without pages.
func New(face *typeface.Face, paper Paper, margins Margins, info Info) *Document {
	d := &Document{out: &gopdf.GoPdf{}, face: face, fonts: map[string]bool{}, widths: map[rune]float64{}, paper: paper, margins: margins}
	d.out.Start(gopdf.Config{PageSize: gopdf.Rect{W: paper.Width, H: paper.Height}})
	d.out.SetInfo(gopdf.PdfInfo{Title: info.Title, Author: info.Author, Producer: info.Producer, Creator: info.Producer})
	return d
}

// SetFrame sets what draws the header and the footer of each page when the document is complete.
func (d *Document) SetFrame(draw func(page, pages int)) { d.frame = draw }

// Width returns the width between the margins.
func (d *Document) Width() float64 { return d.paper.Width - d.margins.Left - d.margins.Right }

// Left returns the left margin.
func (d *Document) Left() float64 { return d.margins.Left }

// Paper returns the size of the pages.
func (d *Document) Paper() Paper { return d.paper }

// Y returns where the next block begins.
func (d *Document) Y() float64 { return d.y }

// Room returns how much of the page is left.
func (d *Document) Room() float64 { return d.paper.Height - d.margins.Bottom - d.y }

// Page begins a page.
func (d *Document) Page() {
	if d.err != nil {
		return
	}
	d.out.AddPage()
	d.pages++
	d.y = d.margins.Top
}

// Need begins a page unless the current one has room for a height. A height above that of a page gets a page.
func (d *Document) Need(height float64) {
	if d.pages == 0 || d.Room() < height && d.y > d.margins.Top {
		d.Page()
	}
}

// Skip leaves a height free.
func (d *Document) Skip(height float64) { d.y += height }

// Within calls write with margins that leave a part of the width: from is the distance from the left margin. The document
// continues below what was written, or below a height on the same page if that is more.
func (d *Document) Within(from, width, height float64, write func()) {
	page, below, margins := d.pages, d.y+height, d.margins
	d.margins.Left += from
	d.margins.Right = d.paper.Width - d.margins.Left - width
	write()
	d.margins = margins
	if d.pages == page {
		d.y = max(d.y, below)
	}
}

// Write completes the document and writes it.
func (d *Document) Write(w io.Writer) error {
	if d.pages == 0 {
		d.Page()
	}
	if d.frame != nil {
		for page := 1; page <= d.pages && d.err == nil; page++ {
			d.keep(d.out.SetPage(page))
			d.current = ""
			d.frame(page, d.pages)
		}
	}
	if d.err != nil {
		return d.err
	}
	if _, err := d.out.WriteTo(w); err != nil {
		return fmt.Errorf("write a PDF: %w", err)
	}
	return nil
}

func (d *Document) keep(err error) {
	if err != nil && d.err == nil {
		d.err = fmt.Errorf("PDF: %w", err)
	}
}

// Fill fills a rectangle.
func (d *Document) Fill(x, y, width, height float64, ink Color) {
	if d.err != nil {
		return
	}
	d.out.SetFillColor(ink.R, ink.G, ink.B)
	d.out.RectFromUpperLeftWithStyle(x, y, width, height, "F")
}

// Stroke draws a line.
func (d *Document) Stroke(x1, y1, x2, y2, thick float64, ink Color) {
	if d.err != nil {
		return
	}
	d.out.SetStrokeColor(ink.R, ink.G, ink.B)
	d.out.SetLineWidth(thick)
	d.out.Line(x1, y1, x2, y2)
}

// Picture draws a PNG or JPEG picture into a rectangle.
func (d *Document) Picture(data []byte, x, y, width, height float64) {
	if d.err != nil {
		return
	}
	holder, err := gopdf.ImageHolderByReader(bytes.NewReader(data))
	if err == nil {
		err = d.out.ImageByHolder(holder, x, y, &gopdf.Rect{W: width, H: height})
	}
	d.keep(err)
}
