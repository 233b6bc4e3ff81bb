package raster

import (
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/vector"
)

// canvas is the image that a picture is drawn on.
type canvas struct {
	image image.RGBA
	fill  vector.Rasterizer
	mask  []uint8 // mask of a line
}

// clear makes the canvas transparent.
func (c *canvas) clear(width, height int) {
	c.image.Pix = emptied(c.image.Pix, 4*width*height)
	c.image.Stride, c.image.Rect = 4*width, image.Rect(0, 0, width, height)
}

// emptied returns a zeroed slice of a size. It reuses the memory of old if that is large enough.
func emptied(old []uint8, size int) []uint8 {
	if cap(old) < size {
		return make([]uint8, size)
	}
	old = old[:size]
	clear(old)
	return old
}

// stroke is the style of a line: width and dashes in pixels. Joins are round; ends are round or flat.
type stroke struct {
	width    float64
	dashes   []float64
	roundEnd bool
}

// extent is the bounding box of points.
type extent struct{ low, high point }

func (e *extent) add(p point) {
	e.low, e.high = point{min(e.low.x, p.x), min(e.low.y, p.y)}, point{max(e.high.x, p.x), max(e.high.y, p.y)}
}

// pixels returns the pixels within a clip that the extent plus a margin touches.
func (e extent) pixels(margin float64, clip image.Rectangle) image.Rectangle {
	within := func(v float64, low, high int) int { return int(math.Min(math.Max(v, float64(low)), float64(high))) }
	return image.Rect(
		within(math.Floor(e.low.x-margin), clip.Min.X, clip.Max.X), within(math.Floor(e.low.y-margin), clip.Min.Y, clip.Max.Y),
		within(math.Ceil(e.high.x+margin), clip.Min.X, clip.Max.X), within(math.Ceil(e.high.y+margin), clip.Min.Y, clip.Max.Y),
	)
}

// area returns the pixels within a clip that lines plus a margin touch.
func area(lines []line, margin float64, clip image.Rectangle) image.Rectangle {
	if len(lines) == 0 {
		return image.Rectangle{}
	}
	e := extent{lines[0].points[0], lines[0].points[0]}
	for _, l := range lines {
		for _, p := range l.points {
			e.add(p)
		}
	}
	return e.pixels(margin, clip)
}

// fillPath fills closed lines.
func (c *canvas) fillPath(lines []line, ink color.RGBA, clip image.Rectangle) {
	where := area(lines, 0, clip)
	if where.Empty() || ink.A == 0 {
		return
	}
	if isWhole(lines, where) { // backgrounds need no mask
		draw.Draw(&c.image, where, image.NewUniform(ink), image.Point{}, draw.Over)
		return
	}
	c.fill.Reset(where.Dx(), where.Dy())
	c.fill.DrawOp = draw.Over
	for _, l := range lines {
		for i, p := range l.points {
			x, y := float32(p.x-float64(where.Min.X)), float32(p.y-float64(where.Min.Y))
			if i == 0 {
				c.fill.MoveTo(x, y)
			} else {
				c.fill.LineTo(x, y)
			}
		}
		c.fill.ClosePath()
	}
	c.fill.Draw(&c.image, where, image.NewUniform(ink), image.Point{})
}

// isWhole reports whether lines form exactly the pixel rectangle where.
func isWhole(lines []line, where image.Rectangle) bool {
	if len(lines) != 1 || len(lines[0].points) != 4 {
		return false
	}
	x0, y0, x1, y1 := float64(where.Min.X), float64(where.Min.Y), float64(where.Max.X), float64(where.Max.Y)
	return slices.Equal(lines[0].points, []point{{x0, y0}, {x1, y0}, {x1, y1}, {x0, y1}})
}

// strokePath draws lines. Each pixel takes the coverage of its nearest segment, so overlapping segments do not add up.
func (c *canvas) strokePath(lines []line, s stroke, ink color.RGBA, clip image.Rectangle) {
	where := area(lines, s.width/2+1, clip)
	if where.Empty() || ink.A == 0 || s.width <= 0 {
		return
	}
	c.mask = emptied(c.mask, where.Dx()*where.Dy())
	mask := &image.Alpha{Pix: c.mask, Stride: where.Dx(), Rect: where}
	for _, l := range lines {
		points := l.points
		if l.closed {
			points = append(points[:len(points):len(points)], points[0])
		}
		for _, piece := range dashed(points, s.dashes) {
			whole := l.closed && len(s.dashes) == 0
			for i := 1; i < len(piece); i++ {
				cover(mask, piece[i-1], piece[i], s.width/2, s.roundEnd || whole || i > 1, s.roundEnd || whole || i < len(piece)-1)
			}
		}
	}
	draw.DrawMask(&c.image, where, image.NewUniform(ink), image.Point{}, mask, where.Min, draw.Over)
}

// cover raises a mask to the coverage of a straight segment. An end that is not round is flat.
func cover(mask *image.Alpha, a, b point, half float64, roundStart, roundEnd bool) {
	e := extent{a, a}
	e.add(b)
	reach := e.pixels(half+1, mask.Rect)
	dx, dy := b.x-a.x, b.y-a.y
	length := math.Hypot(dx, dy)
	switch {
	case length > 0:
		dx, dy = dx/length, dy/length
	case roundStart && roundEnd: // a dot, in any direction
		dx = 1
	default:
		return
	}
	for y := reach.Min.Y; y < reach.Max.Y; y++ {
		row := mask.Pix[(y-mask.Rect.Min.Y)*mask.Stride:]
		for x := reach.Min.X; x < reach.Max.X; x++ {
			px, py := float64(x)+0.5-a.x, float64(y)+0.5-a.y
			along, aside := px*dx+py*dy, math.Abs(py*dx-px*dy)
			share := 1.0
			switch {
			case along < 0 && roundStart:
				aside = math.Hypot(px, py)
			case along > length && roundEnd:
				aside = math.Hypot(px-dx*length, py-dy*length)
			default:
				if !roundStart {
					share = min(share, 0.5+along)
				}
				if !roundEnd {
					share = min(share, 0.5+length-along)
				}
			}
			// Outside both the length and the width, the product of two negative shares would be a pixel.
			share *= max(min(half+0.5-aside, 2*half, 1), 0)
			if at := x - mask.Rect.Min.X; share > 0 && uint8(share*255+0.5) > row[at] {
				row[at] = uint8(share*255 + 0.5)
			}
		}
	}
}

// dashed splits a line into its dashes. Without dashes it returns the whole line.
func dashed(points []point, dashes []float64) [][]point {
	if len(dashes) == 0 {
		return [][]point{points}
	}
	var pieces [][]point
	at, left := 0, dashes[0]
	piece := []point{points[0]}
	for i := 1; i < len(points); i++ {
		from, to := points[i-1], points[i]
		length := math.Hypot(to.x-from.x, to.y-from.y)
		done := 0.0
		for length-done > left {
			done += left
			edge := between(from, to, done/length)
			if at%2 == 0 {
				pieces = append(pieces, append(piece, edge))
			}
			at++
			left = dashes[at%len(dashes)]
			piece = []point{edge}
		}
		left -= length - done
		piece = append(piece, to)
	}
	if at%2 == 0 {
		pieces = append(pieces, piece)
	}
	return pieces
}

// boldStroke is the additional stroke width of bold letters, relative to the font size.
const boldStroke = 0.035

// write draws a text whose baseline starts at the origin of m, size pixels high.
func (c *canvas) write(fonts *Fonts, text string, size float64, bold bool, m matrix, ink color.RGBA, clip image.Rectangle) {
	x := 0.0
	for _, one := range fonts.letters(text) {
		unit := size / unitsPerEm
		scale := unit * one.scale
		lines := outline(one.outline, m.then(matrix{a: scale, d: scale, e: x * unit, f: -one.raise * unit}))
		c.fillPath(lines, ink, clip)
		if bold {
			c.strokePath(lines, stroke{width: boldStroke * size * m.scale(), roundEnd: true}, ink, clip)
		}
		x += one.advance * one.scale
	}
}

// outline returns the outline of a letter as closed lines in pixels.
func outline(segments sfnt.Segments, m matrix) []line {
	p := path{flatness: flatness}
	at := func(s sfnt.Segment, i int) point {
		return m.apply(point{float64(s.Args[i].X) / 64, float64(s.Args[i].Y) / 64})
	}
	for _, s := range segments {
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			p.close()
			p.at = at(s, 0)
			p.lines = append(p.lines, line{points: []point{p.at}})
		case sfnt.SegmentOpLineTo:
			p.to(at(s, 0))
		case sfnt.SegmentOpQuadTo:
			c, end := at(s, 0), at(s, 1)
			p.cubic(between(p.at, c, 2./3), between(end, c, 2./3), end)
		case sfnt.SegmentOpCubeTo:
			p.cubic(at(s, 0), at(s, 1), at(s, 2))
		}
	}
	p.close()
	return p.lines
}
