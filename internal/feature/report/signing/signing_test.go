package signing

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"testing"

	"plumbline/internal/platform/errs"
)

func filled(t *testing.T, width, height int, c color.Color) []byte {
	t.Helper()
	sheet := image.NewNRGBA(image.Rect(0, 0, width, height))
	for i := range width * height {
		sheet.Set(i%width, i/width, c)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, sheet); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

var (
	ink = color.NRGBA{10, 10, 10, 255}
	red = color.NRGBA{200, 20, 20, 255}
)

// The signature is on the left and over the seal, which is on the right; both keep their proportions.
func TestSignatureAndSealShareAPlace(t *testing.T) {
	signature, seal := filled(t, 300, 100, ink), filled(t, 50, 50, red)
	at := func(data []byte, x, y int) color.NRGBA {
		t.Helper()
		sheet, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if size := sheet.Bounds().Size(); size != image.Pt(240, 100) {
			t.Fatalf("the picture has %v", size)
		}
		return color.NRGBAModel.Convert(sheet.At(x, y)).(color.NRGBA)
	}
	for _, test := range []struct {
		what            string
		signature, seal []byte
		x, y            int
		want            color.NRGBA
	}{
		{"the signature", signature, seal, 20, 50, ink},
		{"the signature over the seal", signature, seal, 150, 50, ink},
		{"the seal", signature, seal, 235, 50, red},
		{"the seal above the signature", signature, seal, 150, 5, red},
		{"nothing above the signature", signature, seal, 20, 5, color.NRGBA{}},
		{"a signature in the middle", signature, nil, 120, 50, ink},
		{"a signature as wide as the place", signature, nil, 235, 50, ink},
		{"a signature with its proportions", signature, nil, 120, 5, color.NRGBA{}},
		{"a seal on the right", nil, seal, 145, 5, red},
		{"a seal with its proportions", nil, seal, 135, 50, color.NRGBA{}},
	} {
		made, err := Compose(test.signature, test.seal, 240, 100)
		if err != nil {
			t.Fatal(err)
		}
		if got := at(made, test.x, test.y); got != test.want {
			t.Errorf("%s: %v at %d, %d", test.what, got, test.x, test.y)
		}
	}
	if _, err := Compose([]byte("text"), nil, 240, 100); err == nil {
		t.Error("a text is no picture")
	}
}

func TestOnlySmallPNGIsASignature(t *testing.T) {
	var paletted bytes.Buffer
	if err := png.Encode(&paletted, image.NewPaletted(image.Rect(0, 0, 9, 9), color.Palette{color.Transparent, ink})); err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		data []byte
		good bool
	}{
		"a signature":        {filled(t, 300, 100, ink), true},
		"with a palette":     {paletted.Bytes(), true},
		"too wide":           {filled(t, mostSide+1, 1, ink), false},
		"too large":          {append(filled(t, 9, 9, ink), make([]byte, mostBytes)...), false},
		"text":               {[]byte("<svg onload=alert(1)>"), false},
		"nothing":            {nil, false},
		"the half of a file": {filled(t, 300, 100, ink)[:60], false},
	} {
		made, err := clean(test.data)
		if test.good {
			picture, format, failure := image.Decode(bytes.NewReader(made))
			if _, coded := picture.(*image.Paletted); err != nil || failure != nil || format != "png" || coded {
				t.Errorf("%s: %v, %v, %s", name, err, failure, format)
			}
			continue
		}
		if reason, known := errs.As(err); !known || len(reason.Fields) != 1 || reason.Fields[0].Message.Code != errs.SigningPictureWrong.Code {
			t.Errorf("%s: %v", name, err)
		}
	}
}
