package picture

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"html"
	"image"
	"image/png"
	"math"
	"strings"

	"golang.org/x/image/draw"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
)

// Curve draws a curve of a report as PNG. The request is what web/src/features/data-views/picture/report-curve.ts reads. It
// waits for its turn: people who look at charts go first.
func (s *Studio) Curve(ctx context.Context, request any) ([]byte, error) {
	if !s.Works() {
		return nil, errs.New(errs.NoPictures)
	}
	text, err := json.Marshal(request)
	if err != nil {
		return nil, fmt.Errorf("encode a curve of a report: %w", err)
	}
	for {
		svg, err := s.engines.call(ctx, "reportCurve", string(text), nil)
		switch {
		case err == nil:
			return s.engines.png(svg)
		case !errs.Is(err, errs.PicturesBusy) || ctx.Err() != nil:
			return nil, err
		}
	}
}

// Spot is a point on a plan of a report: fractions of its width and height, and what is written there.
type Spot struct {
	X, Y  float64
	Level int // -1: not judged
	Name  string
	Value string
}

// Sizes on plans of reports, in parts of the width.
const (
	spotPart = 0.0055 // radius
	textPart = 0.0125 // size of letters
	blankTo  = 0.625  // height of a sheet without a picture, as on the screen
	mostTall = 1.4    // height of a plan at most
)

// Plan draws a plan of a report with its points at a width in pixels: PNG, or JPEG if it is a photograph. file is an uploaded
// picture; empty: a blank sheet.
func (a *Alerts) Plan(ctx context.Context, corporation int64, file string, spots []Spot, width int) (picture []byte, height int, err error) {
	drawn, err := a.plan(ctx, corporation, file, spots, width, int(float64(width)*mostTall))
	if err != nil {
		return nil, 0, err
	}
	picture, err = packed(drawn)
	return picture, drawn.Rect.Dy(), err
}

// PlanWithin draws a plan as Plan does, as large as fits into a size in pixels and in its middle, as PNG.
func (a *Alerts) PlanWithin(ctx context.Context, corporation int64, file string, spots []Spot, width, height int) ([]byte, error) {
	drawn, err := a.plan(ctx, corporation, file, spots, width, height)
	if err != nil {
		return nil, err
	}
	whole := blank(width, height)
	at := image.Pt((width-drawn.Rect.Dx())/2, (height-drawn.Rect.Dy())/2)
	draw.Draw(whole, drawn.Rect.Add(at), drawn, image.Point{}, draw.Src)
	var out bytes.Buffer
	if err := png.Encode(&out, whole); err != nil {
		return nil, fmt.Errorf("encode a plan: %w", err)
	}
	return out.Bytes(), nil
}

// plan draws a plan within a size.
func (a *Alerts) plan(ctx context.Context, corporation int64, file string, spots []Spot, width, height int) (*image.RGBA, error) {
	if !a.Works() {
		return nil, errs.New(errs.NoPictures)
	}
	fitted := func(tall float64) image.Point { // tall is the height for a width of 1
		if wide := float64(height) / tall; wide < float64(width) {
			return image.Pt(max(1, int(wide)), height)
		}
		return image.Pt(width, max(1, int(float64(width)*tall)))
	}
	size := fitted(blankTo)
	made := blank(size.X, size.Y)
	if file != "" {
		data, err := a.files.ReadOf(ctx, corporation, file)
		if err != nil {
			return nil, err
		}
		whole, _, err := image.Decode(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("decode a plan: %w", err)
		}
		of := whole.Bounds().Size()
		size = fitted(float64(max(of.Y, 1)) / float64(max(of.X, 1)))
		made = blank(size.X, size.Y)
		draw.BiLinear.Scale(made, made.Rect, whole, whole.Bounds(), draw.Over, nil)
	}
	charts, err := a.engines.charts()
	if err != nil {
		return nil, err
	}
	above, err := a.engines.png(spotted(size, spots, charts.fonts.Width))
	if err != nil {
		return nil, err
	}
	layer, err := png.Decode(bytes.NewReader(above))
	if err != nil {
		return nil, fmt.Errorf("points of a plan: %w", err)
	}
	draw.Draw(made, made.Rect, layer, image.Point{}, draw.Over)
	return made, nil
}

// box is a rectangle on a plan.
type box struct{ x, y, width, height float64 }

// overlap is the area that two boxes share.
func (b box) overlap(with box) float64 {
	w := min(b.x+b.width, with.x+with.width) - max(b.x, with.x)
	h := min(b.y+b.height, with.y+with.height) - max(b.y, with.y)
	return max(w, 0) * max(h, 0)
}

// spotted returns points with names and values as SVG. A label goes where it covers the least of points and other labels.
func spotted(size image.Point, spots []Spot, width func(string) float64) string {
	var svg strings.Builder
	wide, tall := float64(size.X), float64(size.Y)
	radius, letters := wide*spotPart, wide*textPart
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d">`, size.X, size.Y)
	fmt.Fprintf(&svg, `<rect x="0.5" y="0.5" width="%d" height="%d" fill="none" stroke="#C9CED6"/>`, size.X-1, size.Y-1)
	taken := make([]box, 0, 2*len(spots))
	for i := range spots {
		taken = append(taken, box{spots[i].X*wide - radius, spots[i].Y*tall - radius, 2 * radius, 2 * radius})
	}
	var labels strings.Builder
	for i := range spots {
		s := &spots[i]
		x, y := s.X*wide, s.Y*tall
		color, known := levelColors[alarm.Level(s.Level)]
		if !known {
			color = "#8A93A0"
		}
		fmt.Fprintf(&svg, `<circle cx="%.1f" cy="%.1f" r="%.1f" fill="%s" stroke="#FFFFFF" stroke-width="%.1f"/>`, x, y, radius, color, radius/3)
		text := s.Name + " " + s.Value
		long, high := width(text)*letters/1000+letters*0.6, letters*1.45
		best, least := box{}, math.Inf(1)
		for _, at := range []box{
			{x + radius*1.5, y - high/2, long, high},
			{x - radius*1.5 - long, y - high/2, long, high},
			{x - long/2, y - radius*1.5 - high, long, high},
			{x - long/2, y + radius*1.5, long, high},
		} {
			covers := long*high - at.overlap(box{0, 0, wide, tall}) // outside of the plan
			for _, other := range taken {
				covers += at.overlap(other)
			}
			if covers < least {
				best, least = at, covers
			}
		}
		best.x, best.y = min(max(best.x, 1), max(wide-long-1, 1)), min(max(best.y, 1), max(tall-high-1, 1))
		taken = append(taken, best)
		fmt.Fprintf(&labels, `<rect x="%.1f" y="%.1f" width="%.1f" height="%.1f" fill="#FFFFFF" fill-opacity="0.88"/>`, best.x, best.y, best.width, best.height)
		fmt.Fprintf(&labels, `<text x="%.1f" y="%.1f" dominant-baseline="central" style="font-size:%.1fpx" fill="#1F2329">%s</text>`,
			best.x+letters*0.3, best.y+high/2, letters, html.EscapeString(text))
	}
	svg.WriteString(labels.String())
	svg.WriteString("</svg>")
	return svg.String()
}
