package signing

import (
	"bytes"
	"fmt"
	"image"
	"image/png"

	"golang.org/x/image/draw"
)

// Compose returns the PNG that stands at a signature: the picture of the signature on the left, the seal on the right and under it
// where they overlap, each as large as the height or its room allows. Either may be nil. Width and height are in pixels.
func Compose(signature, seal []byte, width, height int) ([]byte, error) {
	sheet := image.NewNRGBA(image.Rect(0, 0, width, height))
	if seal != nil {
		room := image.Rect(max(0, width-height), 0, width, height)
		if err := place(sheet, room, seal); err != nil {
			return nil, err
		}
	}
	if signature != nil {
		room := sheet.Bounds()
		if seal != nil {
			room.Max.X -= min(width/3, height/2)
		}
		if err := place(sheet, room, signature); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, sheet); err != nil {
		return nil, fmt.Errorf("picture of a signature: %w", err)
	}
	return out.Bytes(), nil
}

// place draws a picture into the middle of a room, with its proportions.
func place(sheet *image.NRGBA, room image.Rectangle, data []byte) error {
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("picture of a signature: %w", err)
	}
	size := picture.Bounds().Size()
	scale := min(float64(room.Dx())/float64(size.X), float64(room.Dy())/float64(size.Y))
	w, h := max(1, int(float64(size.X)*scale)), max(1, int(float64(size.Y)*scale))
	at := room.Min.Add(image.Pt((room.Dx()-w)/2, (room.Dy()-h)/2))
	draw.CatmullRom.Scale(sheet, image.Rectangle{at, at.Add(image.Pt(w, h))}, picture, picture.Bounds(), draw.Over, nil)
	return nil
}
