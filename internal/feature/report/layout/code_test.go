package layout

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"
)

func TestCodesHaveDotsOfEightBits(t *testing.T) {
	data, err := qrCode("https://plumbline.test/projects/1/reports/project/2")
	if err != nil {
		t.Fatal(err)
	}
	shown, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	gray, plain := shown.(*image.Gray)
	if !plain {
		t.Fatalf("%T: PDF files cannot hold it", shown)
	}
	seen := map[color.Gray]bool{}
	for x := range gray.Bounds().Dx() {
		for y := range gray.Bounds().Dy() {
			seen[gray.GrayAt(x, y)] = true
		}
	}
	if len(seen) != 2 || !seen[color.Gray{}] || !seen[color.Gray{Y: 255}] {
		t.Errorf("the code is not black on white: %v", seen)
	}
	if none, err := qrCode(""); err != nil || none != nil {
		t.Errorf("a report without an address has a code: %d bytes, %v", len(none), err)
	}
}
