package rendered

import (
	"image"
	"image/color"
	"testing"
)

// TestBlankStripsOfAPage measures an inch of page with ink from a tenth to a half of its width, and at the end of its height.
func TestBlankStripsOfAPage(t *testing.T) {
	page := Page{image.NewGray(image.Rect(0, 0, perInch, perInch))}
	for i := range page.Pix {
		page.Pix[i] = 255
	}
	if _, _, _, _, ok := page.Blank(); ok {
		t.Error("a white page has something on it")
	}
	page.SetGray(perInch/10, perInch/5, color.Gray{})
	page.SetGray(perInch/2-1, perInch-1, color.Gray{Y: 100})
	left, top, right, bottom, ok := page.Blank()
	if got, want := [4]float64{left, top, right, bottom}, [4]float64{7.2, 14.4, 36, 0}; got != want || !ok {
		t.Errorf("%v, want %v", got, want)
	}
	if width, height := page.Size(); width != points || height != points {
		t.Errorf("%v × %v points", width, height)
	}
}
