package raster

import (
	"fmt"
	"image"
	"image/color"
	"math"
	"strings"
	"testing"
	"testing/fstest"

	"pgregory.net/rapid"

	"plumbline/internal/platform/typeface"
)

var (
	ink   = color.RGBA{R: 255, A: 255}
	paper = color.RGBA{}
)

// letters returns the font of the pictures. The web app must be built.
func letters(t testing.TB) *Fonts {
	t.Helper()
	face, err := typeface.Embedded()
	if err != nil {
		t.Skip("the web was not built: make build")
	}
	return NewFonts(face)
}

// boxes returns a font without letters.
func boxes(t testing.TB) *Fonts {
	t.Helper()
	none, err := typeface.New(fstest.MapFS{"parts.json": {Data: []byte("[]")}})
	if err != nil {
		t.Fatal(err)
	}
	return NewFonts(none)
}

// drawn renders SVG content on 40 by 40 pixels.
func drawn(t testing.TB, inside string) *image.RGBA {
	t.Helper()
	var c canvas
	if err := c.draw(`<svg width="40" height="40">`+inside+`</svg>`, nil); err != nil {
		t.Fatalf("%s: %v", inside, err)
	}
	return &c.image
}

// covered returns the sum of a picture's alpha, in pixels.
func covered(picture *image.RGBA) float64 {
	sum := 0
	for i := 3; i < len(picture.Pix); i += 4 {
		sum += int(picture.Pix[i])
	}
	return float64(sum) / 255
}

func TestShapes(t *testing.T) {
	for _, c := range []struct {
		name, inside string
		area, within float64
		ink, paper   image.Point
	}{
		{"rectangle", `<rect x="10" y="10" width="5" height="4" fill="#f00"/>`, 20, 0, image.Pt(14, 13), image.Pt(15, 13)},
		{"polygon", `<polygon points="10 10 20 10 20 20 10 20" fill="#FF0000"/>`, 100, 0, image.Pt(19, 19), image.Pt(20, 20)},
		{"ring", `<path d="M20 10A10 10 0 1 1 20 30A10 10 0 1 1 20 10Z" fill="rgb(255,0,0)"/>`, 100 * math.Pi, 1, image.Pt(11, 20), image.Pt(11, 11)},
		{"circle", `<circle cx="20" cy="20" r="10" fill="rgba(255,0,0,1)"/>`, 100 * math.Pi, 1, image.Pt(20, 11), image.Pt(11, 12)},
		{"curves", `<path d="M10 20C10 10 30 10 30 20Q30 30 20 30H10Z" fill="#f00"/>`, 303.3, 0.5, image.Pt(20, 15), image.Pt(30, 29)},
		{"a line on a row of pixels is that row", `<path d="M5 7.5L25 7.5" fill="none" stroke="#f00"/>`, 20, 0.5, image.Pt(6, 7), image.Pt(6, 8)},
		{
			"a round end sticks out",
			`<path d="M10 10L20 10" fill="none" stroke="#f00" stroke-width="4" stroke-linecap="round"/>`, 40 + 4*math.Pi, 1.5, image.Pt(9, 10), image.Pt(7, 10),
		},
		{
			"a line is as wide as its transform makes it",
			`<g transform="translate(10 10)"><path d="M0 1L5 1" transform="scale(2)" stroke="#f00" stroke-width="2"/></g>`,
			40, 0.5, image.Pt(10, 10), image.Pt(10, 14),
		},
		{"dashes", `<path d="M0 0.5L40 0.5" fill="none" stroke="#f00" stroke-dasharray="4,6"/>`, 16, 0.5, image.Pt(11, 0), image.Pt(5, 0)},
		{
			"a clip",
			`<defs><clipPath id="a"><path d="M5 5l10 0l0 10l-10 0Z"/></clipPath></defs><g clip-path="url(#a)"><rect width="40" height="40" fill="#f00"/></g>`,
			100, 0, image.Pt(14, 14), image.Pt(15, 15),
		},
		{
			"a picture in a picture",
			`<svg x="20" y="10" width="5" height="5"><rect width="2" height="2" fill="#f00"/></svg>`, 4, 0, image.Pt(21, 11), image.Pt(1, 1),
		},
		{"turned", `<rect x="-5" y="10" width="5" height="5" fill="#f00" transform="rotate(-90)"/>`, 25, 0.1, image.Pt(12, 2), image.Pt(2, 12)},
		{
			"nothing", `<rect width="40" height="40" fill="none"/><rect width="9" height="9" fill="transparent" stroke="none"/>`,
			0, 0,
			image.Point{},
			image.Pt(3, 3),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			picture := drawn(t, c.inside)
			if got := covered(picture); math.Abs(got-c.area) > c.within+1e-9 {
				t.Errorf("%.2f pixels, want %.2f", got, c.area)
			}
			if got := picture.RGBAAt(c.ink.X, c.ink.Y); c.area > 0 && got != ink {
				t.Errorf("at %v: %v", c.ink, got)
			}
			if got := picture.RGBAAt(c.paper.X, c.paper.Y); got != paper {
				t.Errorf("at %v: %v", c.paper, got)
			}
		})
	}
}

// A translucent curve that overlaps itself is evenly dark.
func TestTranslucentLineIsEvenlyDark(t *testing.T) {
	picture := drawn(t, `<path d="M10 2L10 38L11 2L12 38L12 10" fill="none" stroke="#FF0000" stroke-width="6" stroke-opacity="0.5"/>`)
	if got, want := picture.RGBAAt(11, 20), (color.RGBA{R: 128, A: 128}); got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// The end of a steep line covers nothing far from it.
func TestFlatEndOfASteepLine(t *testing.T) {
	picture := drawn(t, `<path d="M22 38L30 10.2" fill="none" stroke="#f00" stroke-width="3.2"/>`)
	for y := range 40 {
		for x := range 40 {
			if on := 30 - (float64(y)+0.5-10.2)*8/27.8; math.Abs(float64(x)+0.5-on) > 4 && picture.RGBAAt(x, y) != paper {
				t.Errorf("a pixel at %d, %d", x, y)
			}
		}
	}
}

func TestLetters(t *testing.T) {
	f := letters(t)
	for text, want := range map[string][2]float64{
		"位移":    {2000, 2000},
		"準繩監測":  {4000, 4000},
		"Δσε":   {1000, 2200},
		"2026":  {2000, 2400},
		"m³ °C": {1500, 2800},
		"Ⅱ":     {450, 700},   // drawn as II
		"10⁻⁶":  {1600, 2300}, // raised and small
	} {
		if width := f.Width(text); width < want[0] || width > want[1] {
			t.Errorf("%s is %.0f wide, want %v", text, width, want)
		}
	}
	if small, large := f.Width("⁶"), f.Width("6"); small >= large {
		t.Errorf("a superscript is %.0f wide, its digit %.0f", small, large)
	}
	const strange = "\U0001F6A7" // a construction sign, which the typeface lacks
	if f.Width(strange) != missing.advance {
		t.Error("a letter missing in the font is not a box")
	}
	picture := func(text, attributes string) *image.RGBA {
		var c canvas
		if err := c.draw(fmt.Sprintf(`<svg width="200" height="40"><text x="100" y="20" style="font-size:20px;%s>%s</text></svg>`, attributes, text),
			f); err != nil {
			t.Fatal(err)
		}
		return &c.image
	}
	start, middle, end := picture("位移 mm", `"`), picture("位移 mm", `" text-anchor="middle"`), picture("位移 mm", `" text-anchor="end"`)
	for name, c := range map[string]struct {
		picture   *image.RGBA
		low, high int
	}{"start": {start, 100, 200}, "middle": {middle, 50, 150}, "end": {end, 0, 100}} {
		if box := inked(c.picture); box.Empty() || box.Min.X < c.low || box.Max.X > c.high {
			t.Errorf("%s: %v", name, box)
		}
	}
	if central := inked(picture("位", `" dominant-baseline="central"`)); central.Min.Y+central.Max.Y < 36 || central.Min.Y+central.Max.Y > 44 {
		t.Errorf("a centered letter is at %v", central)
	}
	if bold, plain := covered(picture("位移", `font-weight:600;"`)), covered(picture("位移", `"`)); bold < 1.1*plain {
		t.Errorf("bold covers %.0f pixels, regular %.0f", bold, plain)
	}
}

// inked returns the bounding box of everything drawn.
func inked(picture *image.RGBA) (box image.Rectangle) {
	for y := range picture.Rect.Dy() {
		for x := range picture.Rect.Dx() {
			if picture.RGBAAt(x, y).A > 0 {
				box = box.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	return box
}

// Unsupported SVG is an error, so that no part of a picture is silently missing.
func TestUnknownPartsAreRejected(t *testing.T) {
	for _, inside := range []string{
		`<image href="x"/>`, `<path d="M0 0S1 1 2 2" fill="#000"/>`, `<path d="L1 1"/>`, `<path d="M0"/>`, `<path d="M0 0Z1"/>`, `<path d="M1e400 0"/>`,
		`<rect width="1" height="1" fill="url(#gradient)"/>`, `<rect width="1" height="1" fill="#12"/>`,
		`<rect transform="skewX(3)"/>`, `<g clip-path="url(#none)"/>`,
		`<text>no size</text>`, `<text style="font-size:1e9px">a</text>`,
		`<text style="font-size:9px" x="1e9">a</text>`, `<polygon points="1 2 3"/>`,
		`<path d="M0 0L9e9 0" stroke="#000"/>`, `<rect width="1" height="1" stroke-width="wide" fill="none"/>`,
	} {
		if _, err := PNG(`<svg width="40" height="40">`+inside+`</svg>`, boxes(t)); err == nil {
			t.Errorf("%s was drawn", inside)
		}
	}
	for _, document := range []string{
		``, `<svg/>`, `<svg width="100000" height="100000"/>`, `<svg width="9" height="0"/>`, `<svg width="9" height="9">`, `<g width="9" height="9"/>`,
	} {
		if _, err := PNG(document, nil); err == nil {
			t.Errorf("%q was drawn", document)
		}
	}
}

// A path gives the same result in absolute and relative coordinates.
func TestRelativePaths(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var absolute, relative strings.Builder
		var at [2]int
		for i := range rapid.IntRange(1, 12).Draw(t, "points") {
			x, y := rapid.IntRange(0, 40).Draw(t, "x"), rapid.IntRange(0, 40).Draw(t, "y")
			command := "L"
			if i == 0 {
				command = "M"
			}
			fmt.Fprintf(&absolute, "%s%d %d", command, x, y)
			fmt.Fprintf(&relative, "%s%d,%d", strings.ToLower(command), x-at[0], y-at[1])
			at = [2]int{x, y}
		}
		a, errA := parsePath(absolute.String(), 1)
		b, errB := parsePath(relative.String(), 1)
		if errA != nil || errB != nil || fmt.Sprint(a) != fmt.Sprint(b) {
			t.Fatalf("%s: %v %v\n%s: %v %v", &absolute, a, errA, &relative, b, errB)
		}
	})
}

func FuzzPNG(f *testing.F) {
	f.Add(`<rect x="1" y="1" width="3" height="3" fill="#123456" stroke="#abc" stroke-dasharray="1,2"/>`)
	f.Add(`<path d="M0 0L10 10A5 5 0 1 0 20 20Q1 2 3 4C1 2 3 4 5 6Zm1 1h4v-4z" transform="matrix(3,0,0,3,1,2)" stroke="red"/>`)
	f.Add(`<g clip-path="url(#a)"><defs><clipPath id="a"><rect width="4" height="4"/></clipPath></defs><polygon points="0 0 5 5 5 0"/></g>`)
	none := boxes(f)
	f.Fuzz(func(_ *testing.T, inside string) {
		_, _ = PNG(`<svg width="40" height="40">`+inside+`</svg>`, none)
	})
}
