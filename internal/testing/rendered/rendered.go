// Package rendered turns the pages of PDFs into pictures, so that tests see what a printer would print.
package rendered

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"plumbline/internal/testing/peers"
)

// perInch is the number of pixels in an inch: enough to find a line.
const perInch = 50

// points are in an inch.
const points = 72

// Page is a page of a PDF in shades of gray.
type Page struct{ *image.Gray }

// Pages returns the pages of a PDF. root leads from the package of the test to the top of the project. KEEP_REPORTS names a folder
// that keeps them, to look at them.
func Pages(t *testing.T, root, name string, pdf []byte) (pages []Page) {
	t.Helper()
	peers.Need(t, root, "pdftoppm")
	folder := t.TempDir()
	command := exec.CommandContext(t.Context(), "pdftoppm", "-r", fmt.Sprint(perInch), "-png", "-", filepath.Join(folder, "page"))
	command.Stdin = bytes.NewReader(pdf)
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %s", name, err, out)
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.png"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if keep := os.Getenv("KEEP_REPORTS"); keep != "" {
			if err := os.WriteFile(filepath.Join(keep, fmt.Sprintf("%s.%02d.png", name, i+1)), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		picture, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		gray := image.NewGray(picture.Bounds())
		draw.Draw(gray, gray.Rect, picture, gray.Rect.Min, draw.Src)
		pages = append(pages, Page{gray})
	}
	return pages
}

// Size returns the width and height of the page, in points.
func (p Page) Size() (width, height float64) {
	return float64(p.Rect.Dx()) * points / perInch, float64(p.Rect.Dy()) * points / perInch
}

// Blank returns the widths of the blank strips at the left, top, right and bottom of the page, in points; ok is false if all of it
// is blank.
func (p Page) Blank() (left, top, right, bottom float64, ok bool) {
	const white = 250
	ink := image.Rectangle{}
	for y := range p.Rect.Dy() {
		row := p.Pix[y*p.Stride : y*p.Stride+p.Rect.Dx()]
		for x, shade := range row {
			if shade < white {
				ink = ink.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	in := func(pixels int) float64 { return float64(pixels) * points / perInch }
	return in(ink.Min.X), in(ink.Min.Y), in(p.Rect.Dx() - ink.Max.X), in(p.Rect.Dy() - ink.Max.Y), !ink.Empty()
}

// Spills checks that each page has something on it, and nothing in the strips at its edges, whose width is in points.
func Spills(t *testing.T, name string, pages []Page, side, ends float64) {
	t.Helper()
	if len(pages) == 0 {
		t.Errorf("%s has no pages", name)
	}
	for i, page := range pages {
		left, top, right, bottom, ok := page.Blank()
		switch {
		case !ok:
			t.Errorf("%s: page %d is blank", name, i+1)
		case min(left, right) < side || min(top, bottom) < ends:
			t.Errorf("%s: page %d leaves %.0f points at the left, %.0f at the right, %.0f at the top and %.0f at the bottom", name, i+1, left, right, top, bottom)
		}
	}
}
