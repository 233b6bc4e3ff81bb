package picture

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"html"
	"image"
	"image/jpeg"
	"image/png"
	"slices"
	"strings"
	"sync"

	"golang.org/x/image/draw"

	"plumbline/internal/core/alarm"
	"plumbline/internal/site/drawing"
)

// Sizes of plans in mails, in pixels.
const (
	planWidth  = 640
	planHeight = 480
	dot        = 4  // radius of another point
	ring       = 11 // radius of the point
	planText   = 18
	// blankHeight is the height of a sheet without a picture, which has the proportions that it has on the screen.
	blankHeight = planWidth * 1000 / 1600
	// mostBytes is the size above which a plan is encoded with losses.
	mostBytes = 100 << 10
	// keptSheets is the number of scaled plans in memory, a megabyte each.
	keptSheets = 8
)

// levelColors are the colors of the levels, as in web/src/ui/theme/tokens.ts.
var levelColors = map[alarm.Level]string{
	alarm.Normal: "#29B359", alarm.Blue: "#17A7F2", alarm.Yellow: "#EDC733", alarm.Orange: "#ED8533", alarm.Red: "#ED4C33",
}

// sheets keeps scaled plans, the oldest of which goes first. A stored file never changes.
type sheets struct {
	mu   sync.Mutex
	list []scaled
}

type scaled struct {
	path  string
	image *image.RGBA
}

// drawPlan draws the plan that a point is placed on, with the other points; nil: it is on none.
func (a *Alerts) drawPlan(ctx context.Context, s *subject) (made []byte, name string, err error) {
	sheet, marks, err := a.sheetOf(ctx, s)
	if err != nil || len(marks) == 0 {
		return nil, "", err
	}
	ground, err := a.ground(ctx, &sheet)
	if err != nil {
		return nil, "", fmt.Errorf("plan %d: %w", sheet.ID, err)
	}
	charts, err := a.engines.charts()
	if err != nil {
		return nil, "", err
	}
	drawn := image.NewRGBA(ground.Rect)
	copy(drawn.Pix, ground.Pix)
	above := overlay(ground.Rect.Size(), s, marks, func(text string) float64 { return charts.fonts.Width(text) * planText / 1000 })
	points, err := a.engines.png(above)
	if err != nil {
		return nil, "", err
	}
	layer, err := png.Decode(bytes.NewReader(points))
	if err != nil {
		return nil, "", fmt.Errorf("points of plan %d: %w", sheet.ID, err)
	}
	draw.Draw(drawn, drawn.Rect, layer, image.Point{}, draw.Over)
	made, err = packed(drawn)
	return made, sheet.Name, err
}

// sheetOf returns the drawing that a point is placed on: of its item or else its structure, a plan rather than an elevation
// or a section. No marks: it is on none.
func (a *Alerts) sheetOf(ctx context.Context, s *subject) (drawing.Sheet, []drawing.Mark, error) {
	list, err := a.drawings.List(ctx, s.scope(), s.project, 0)
	if err != nil {
		return drawing.Sheet{}, nil, err
	}
	list = slices.DeleteFunc(list, func(l drawing.Listed) bool {
		return l.Marks == 0 || l.StructureID != s.structure && (s.item == 0 || l.StructureID != s.item)
	})
	order := []drawing.Kind{drawing.Plan, drawing.Elevation, drawing.Section}
	slices.SortStableFunc(list, func(a, b drawing.Listed) int {
		if ofItem := a.StructureID == s.item; ofItem != (b.StructureID == s.item) {
			if ofItem {
				return -1
			}
			return 1
		}
		return cmp.Compare(slices.Index(order, a.Kind), slices.Index(order, b.Kind))
	})
	for _, l := range list {
		sheet, marks, err := a.drawings.Get(ctx, s.scope(), s.project, l.ID)
		if err != nil {
			return drawing.Sheet{}, nil, err
		}
		if slices.ContainsFunc(marks, func(m drawing.Mark) bool { return m.PointID == s.point }) {
			return sheet, marks, nil
		}
	}
	return drawing.Sheet{}, nil, nil
}

// ground returns the picture of a drawing on white, scaled to the size of mails.
func (a *Alerts) ground(ctx context.Context, sheet *drawing.Sheet) (*image.RGBA, error) {
	if sheet.Picture == "" {
		return blank(planWidth, blankHeight), nil
	}
	a.sheets.mu.Lock()
	defer a.sheets.mu.Unlock()
	for _, known := range a.sheets.list {
		if known.path == sheet.Picture {
			return known.image, nil
		}
	}
	data, err := a.files.ReadOf(ctx, sheet.CorporationID, sheet.Picture)
	if err != nil {
		return nil, err
	}
	whole, _, err := image.Decode(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decode: %w", err)
	}
	size := whole.Bounds().Size()
	width := min(planWidth, max(1, planHeight*size.X/size.Y))
	made := blank(width, max(1, width*size.Y/size.X))
	draw.BiLinear.Scale(made, made.Rect, whole, whole.Bounds(), draw.Over, nil)
	a.sheets.list = append(a.sheets.list, scaled{sheet.Picture, made})
	if len(a.sheets.list) > keptSheets {
		a.sheets.list = a.sheets.list[1:]
	}
	return made, nil
}

func blank(width, height int) *image.RGBA {
	made := image.NewRGBA(image.Rect(0, 0, width, height))
	draw.Draw(made, made.Rect, image.White, image.Point{}, draw.Src)
	return made
}

// overlay returns the points of a drawing as SVG: the one of the alert with its name, the others as dots.
func overlay(size image.Point, s *subject, marks []drawing.Mark, width func(string) float64) string {
	var svg strings.Builder
	fmt.Fprintf(&svg, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d">`, size.X, size.Y)
	fmt.Fprintf(&svg, `<rect x="0.5" y="0.5" width="%d" height="%d" fill="none" stroke="#C9CED6"/>`, size.X-1, size.Y-1)
	place := func(m drawing.Mark) (x, y float64) { return m.X * float64(size.X), m.Y * float64(size.Y) }
	for _, m := range marks {
		if x, y := place(m); m.PointID != s.point {
			fmt.Fprintf(&svg, `<circle cx="%.1f" cy="%.1f" r="%d" fill="#8A93A0" stroke="#FFFFFF"/>`, x, y, dot)
		}
	}
	for _, m := range marks {
		if m.PointID != s.point {
			continue
		}
		x, y := place(m)
		fmt.Fprintf(&svg, `<circle cx="%.1f" cy="%.1f" r="%d" fill="none" stroke="#FFFFFF" stroke-width="7"/>`, x, y, ring)
		fmt.Fprintf(&svg, `<circle cx="%.1f" cy="%.1f" r="%d" fill="none" stroke="%s" stroke-width="4"/>`, x, y, ring, levelColors[s.step.Level])
		fmt.Fprintf(&svg, `<circle cx="%.1f" cy="%.1f" r="%d" fill="#1F2329"/>`, x, y, dot)
		long := width(s.name)
		left := x + ring + 8
		if left+long+6 > float64(size.X) { // no room at the right
			left = max(6, x-ring-8-long)
		}
		middle := min(max(y, 16), float64(size.Y)-16)
		fmt.Fprintf(&svg, `<rect x="%.1f" y="%.1f" width="%.1f" height="26" fill="#FFFFFF" fill-opacity="0.9"/>`, left-5, middle-13, long+10)
		fmt.Fprintf(&svg, `<text x="%.1f" y="%.1f" dominant-baseline="central" style="font-size:%dpx;font-weight:600" fill="#1F2329">%s</text>`,
			left, middle, planText, html.EscapeString(s.name))
	}
	svg.WriteString("</svg>")
	return svg.String()
}

// packed encodes a picture as PNG, or as JPEG if that is a photograph, of which a PNG would be too large for a mail.
func packed(of image.Image) ([]byte, error) {
	var out bytes.Buffer
	err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, of)
	if err == nil && out.Len() > mostBytes {
		out.Reset()
		err = jpeg.Encode(&out, of, &jpeg.Options{Quality: 80})
	}
	if err != nil {
		return nil, fmt.Errorf("encode a plan: %w", err)
	}
	return out.Bytes(), nil
}
