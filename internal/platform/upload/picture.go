package upload

import (
	"bytes"
	"image"
	_ "image/gif" // decodes only the first frame
	"image/jpeg"
	"image/png"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/webp"

	"plumbline/internal/platform/errs"
)

// Maximum dimensions of an unpacked picture: a small file can contain a huge one.
const (
	maxSide    = 6000
	maxPixels  = 24_000_000
	jpegDetail = 88
)

// reencode decodes a picture by its content and encodes it again, so that only the pixels are kept. JPEG stays JPEG.
// Other formats become PNG, or JPEG if the PNG exceeds the limit and nothing is transparent.
func reencode(data []byte, scope Scope) ([]byte, string, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		return nil, "", notAPicture(scope)
	}
	if config.Width > maxSide || config.Height > maxSide || config.Width*config.Height > maxPixels {
		return nil, "", errs.OnField("file", errs.PictureDimensions, "max", maxSide, "megapixels", maxPixels/1_000_000)
	}
	picture, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, "", notAPicture(scope)
	}
	limit := scope.MaxBytes()
	var out bytes.Buffer
	if format != "jpeg" {
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		if err := encoder.Encode(&out, picture); err != nil {
			return nil, "", notAPicture(scope)
		}
		if out.Len() <= limit {
			return out.Bytes(), "image/png", nil
		}
		if plain, ok := picture.(interface{ Opaque() bool }); !ok || !plain.Opaque() {
			return nil, "", tooLarge(scope)
		}
		out.Reset()
	}
	if err := jpeg.Encode(&out, picture, &jpeg.Options{Quality: jpegDetail}); err != nil {
		return nil, "", notAPicture(scope)
	}
	if out.Len() > limit {
		return nil, "", tooLarge(scope)
	}
	return out.Bytes(), "image/jpeg", nil
}

// notAPicture returns the error of a scope. Small pictures have their own messages with the limit (13 and 14 of
// specification section 8).
func notAPicture(scope Scope) error {
	if scope.MaxBytes() == smallPicture {
		return errs.OnField("file", errs.ImagesOnly)
	}
	return errs.OnField("file", errs.NotImage)
}

func tooLarge(scope Scope) error {
	if scope.MaxBytes() == smallPicture {
		return errs.OnField("file", errs.ImageTooLarge)
	}
	return errs.OnField("file", errs.FileSize)
}
