package layout

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"image/png"

	"github.com/boombuler/barcode"
	"github.com/boombuler/barcode/qr"
)

// codeSize is the width of the QR code of a page in points.
const codeSize = 38

// qrCode returns the QR code of an address as PNG; nil without one.
func qrCode(address string) ([]byte, error) {
	if address == "" {
		return nil, nil
	}
	code, err := qr.Encode(address, qr.M, qr.Auto)
	if err == nil {
		code, err = barcode.Scale(code, 4*code.Bounds().Dx(), 4*code.Bounds().Dy())
	}
	var out bytes.Buffer
	if err == nil {
		// The library draws with 16 bits a dot, which PDF files cannot hold.
		plain := image.NewGray(code.Bounds())
		draw.Draw(plain, plain.Bounds(), code, code.Bounds().Min, draw.Src)
		err = png.Encode(&out, plain)
	}
	if err != nil {
		return nil, fmt.Errorf("QR code of a report: %w", err)
	}
	return out.Bytes(), nil
}
