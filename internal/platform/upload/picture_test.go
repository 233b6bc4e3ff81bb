package upload

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"math/rand/v2"
	"testing"

	"golang.org/x/image/bmp"

	"plumbline/internal/platform/errs"
)

func painted(side int) *image.RGBA {
	picture := image.NewRGBA(image.Rect(0, 0, side, side))
	for i := range picture.Pix {
		picture.Pix[i] = byte(i / 64)
		if i%4 == 3 {
			picture.Pix[i] = 255
		}
	}
	return picture
}

func noise(side int) *image.RGBA {
	picture, random := painted(side), rand.New(rand.NewPCG(1, 2))
	for i := range picture.Pix {
		if i%4 != 3 {
			picture.Pix[i] = byte(random.Uint32())
		}
	}
	return picture
}

func pngOf(t testing.TB, picture image.Image) []byte {
	t.Helper()
	var out bytes.Buffer
	if err := png.Encode(&out, picture); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

func TestPictureTypeComesFromContent(t *testing.T) {
	picture := painted(64)
	encoded := map[string]func(*bytes.Buffer) error{
		"png": func(b *bytes.Buffer) error { return png.Encode(b, picture) },
		"jpg": func(b *bytes.Buffer) error { return jpeg.Encode(b, picture, nil) },
		"gif": func(b *bytes.Buffer) error { return gif.Encode(b, picture, nil) },
		"bmp": func(b *bytes.Buffer) error { return bmp.Encode(b, picture) },
	}
	for name, encode := range encoded {
		var b bytes.Buffer
		if err := encode(&b); err != nil {
			t.Fatal(err)
		}
		want := "image/png"
		if name == "jpg" {
			want = "image/jpeg"
		}
		out, kind, err := reencode(b.Bytes(), Avatar)
		if err != nil || kind != want {
			t.Errorf("%s: %s, %v", name, kind, err)
			continue
		}
		back, _, err := image.Decode(bytes.NewReader(out))
		if err != nil || back.Bounds().Dx() != 64 {
			t.Errorf("%s does not decode: %v", name, err)
		}
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "html": []byte("<html><script>alert(1)</script>"), "svg": []byte(`<svg xmlns="http://www.w3.org/2000/svg"/>`),
		"a truncated png": pngOf(t, picture)[:60], "a program": []byte("MZ\x90\x00"), "a gif in its first bytes alone": []byte("GIF89a"),
	} {
		if _, _, err := reencode(data, Avatar); !errs.Is(err, errs.ImagesOnly) {
			t.Errorf("%s: %v, want message 13", name, err)
		}
		if _, _, err := reencode(data, Plan); !errs.Is(err, errs.NotImage) {
			t.Errorf("%s as a plan: %v", name, err)
		}
	}
}

func TestReencodingDropsHiddenData(t *testing.T) {
	secret := []byte("GPS 31.2304N 121.4737E <script>alert(1)</script>")
	out, _, err := reencode(append(pngOf(t, painted(16)), secret...), Logo)
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(out, secret[:8]) {
		t.Error("data after the picture was kept")
	}
	see := image.NewNRGBA(image.Rect(0, 0, 2, 2))
	see.Set(0, 0, color.NRGBA{G: 200, A: 128})
	out, kind, err := reencode(pngOf(t, see), Favicon)
	if err != nil || kind != "image/png" {
		t.Fatalf("%s, %v", kind, err)
	}
	back, _ := png.Decode(bytes.NewReader(out))
	if _, _, _, alpha := back.At(0, 0).RGBA(); alpha == 0xFFFF {
		t.Error("transparency was lost")
	}
}

func TestLimits(t *testing.T) {
	large := pngOf(t, noise(300)) // 270 KB of noise
	out, kind, err := reencode(large, Picture)
	if err != nil || kind != "image/jpeg" || len(out) > smallPicture {
		t.Errorf("a png over the limit: %d bytes of %s, %v; want a jpeg below it", len(out), kind, err)
	}
	if _, _, err := reencode(pngOf(t, noise(900)), Picture); !errs.Is(err, errs.ImageTooLarge) {
		t.Errorf("a picture that cannot be made small enough: %v, want message 14", err)
	}
	huge := pngOf(t, painted(1))
	binary.BigEndian.PutUint32(huge[16:], 60_000) // a header that claims 60,000 pixels
	binary.BigEndian.PutUint32(huge[29:], crc32.ChecksumIEEE(huge[12:29]))
	if _, _, err := reencode(huge, Plan); !errs.Is(err, errs.PictureDimensions) {
		t.Errorf("a picture that would exhaust memory: %v", err)
	}
}

func FuzzRemake(f *testing.F) {
	f.Add(pngOf(f, painted(4)))
	f.Add([]byte("GIF89a\x01\x00\x01\x00\x00\x00\x00;"))
	f.Add([]byte("BM"))
	f.Add([]byte("\xff\xd8\xff\xe0"))
	f.Fuzz(func(t *testing.T, data []byte) {
		out, kind, err := reencode(data, Avatar)
		if _, isFault := errs.As(err); err != nil && !isFault {
			t.Fatalf("not an errs.Error: %v", err)
		}
		if err == nil && (len(out) > smallPicture || kind != "image/png" && kind != "image/jpeg") {
			t.Fatalf("%d bytes of %s", len(out), kind)
		}
	})
}

// A picture of 1 by 1 pixel in WebP, lossless.
var webpDot = []byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00\x2f\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00")

func TestWebPictureBecomesPNG(t *testing.T) {
	data, kind, err := reencode(webpDot, Alert)
	if err != nil || kind != "image/png" {
		t.Fatalf("%s: %v", kind, err)
	}
	if size, err := png.DecodeConfig(bytes.NewReader(data)); err != nil || size.Width != 1 || size.Height != 1 {
		t.Errorf("%v: %v", size, err)
	}
}
