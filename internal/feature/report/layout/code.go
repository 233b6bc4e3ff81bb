package layout

import (
	"bytes"
	"fmt"
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
		err = png.Encode(&out, code)
	}
	if err != nil {
		return nil, fmt.Errorf("QR code of a report: %w", err)
	}
	return out.Bytes(), nil
}
