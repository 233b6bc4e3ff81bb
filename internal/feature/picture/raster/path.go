package raster

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

type point struct{ x, y float64 }

// matrix is an affine transform as in SVG: x' = a x + c y + e, y' = b x + d y + f.
type matrix struct{ a, b, c, d, e, f float64 }

var identity = matrix{a: 1, d: 1}

func (m matrix) apply(p point) point {
	return point{m.a*p.x + m.c*p.y + m.e, m.b*p.x + m.d*p.y + m.f}
}

// then returns the transform that applies inner first and m after it.
func (m matrix) then(inner matrix) matrix {
	return matrix{
		a: m.a*inner.a + m.c*inner.b, b: m.b*inner.a + m.d*inner.b,
		c: m.a*inner.c + m.c*inner.d, d: m.b*inner.c + m.d*inner.d,
		e: m.a*inner.e + m.c*inner.f + m.e, f: m.b*inner.e + m.d*inner.f + m.f,
	}
}

// scale returns the factor by which m scales lengths.
func (m matrix) scale() float64 { return math.Sqrt(math.Abs(m.a*m.d - m.b*m.c)) }

// line is a polyline of a path, possibly closed.
type line struct {
	points []point
	closed bool
}

// flatness is the maximum distance between a curve and its straight segments, in pixels.
const flatness = 0.02

// numbersOf parses a list of numbers separated by commas and blanks.
func numbersOf(text string) ([]float64, error) {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' || r == '\t' })
	numbers := make([]float64, len(words))
	for i, word := range words {
		n, err := strconv.ParseFloat(word, 64)
		if err != nil || math.IsInf(n, 0) || math.IsNaN(n) {
			return nil, fmt.Errorf("number %q", word)
		}
		numbers[i] = n
	}
	return numbers, nil
}

// path parses the path commands that echarts writes, and flattens curves for the scale of the picture.
type path struct {
	lines    []line
	at       point
	flatness float64
}

// operands is the number of operands of each command.
var operands = map[byte]int{'M': 2, 'L': 2, 'H': 1, 'V': 1, 'Q': 4, 'C': 6, 'A': 7, 'Z': 0}

func parsePath(text string, scale float64) ([]line, error) {
	p := path{flatness: flatness / max(scale, 1e-6)}
	for len(text) > 0 {
		command := text[0]
		end := strings.IndexFunc(text[1:], func(r rune) bool { return r != 'e' && (r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z') }) + 1
		if end == 0 {
			end = len(text)
		}
		numbers, err := numbersOf(text[1:end])
		if err != nil {
			return nil, fmt.Errorf("path: %w", err)
		}
		relative := command >= 'a'
		upper := command &^ 0x20
		count, known := operands[upper]
		if !known || count == 0 && len(numbers) > 0 || count > 0 && (len(numbers) == 0 || len(numbers)%count != 0) {
			return nil, fmt.Errorf("path: command %q with %d numbers", command, len(numbers))
		}
		if count == 0 {
			p.close()
		}
		for ; len(numbers) > 0; numbers = numbers[count:] {
			if err := p.step(upper, relative, numbers[:count]); err != nil {
				return nil, err
			}
			if upper == 'M' {
				upper = 'L' // further pairs are line commands
			}
		}
		text = strings.TrimLeft(text[end:], " \n\t,")
	}
	return p.lines, nil
}

func (p *path) step(command byte, relative bool, n []float64) error {
	if command != 'M' && len(p.lines) == 0 {
		return fmt.Errorf("path: %c before M", command)
	}
	from := point{}
	if relative {
		from = p.at
	}
	at := func(i int) point { return point{from.x + n[i], from.y + n[i+1]} }
	switch command {
	case 'M':
		p.at = at(0)
		p.lines = append(p.lines, line{points: []point{p.at}})
	case 'L':
		p.to(at(0))
	case 'H':
		p.to(point{from.x + n[0], p.at.y})
	case 'V':
		p.to(point{p.at.x, from.y + n[0]})
	case 'Q': // the same curve as a cubic one
		c, end := at(0), at(2)
		p.cubic(between(p.at, c, 2./3), between(end, c, 2./3), end)
	case 'C':
		p.cubic(at(0), at(2), at(4))
	case 'A':
		p.arc(n[0], n[1], n[2], n[3] != 0, n[4] != 0, at(5))
	}
	return nil
}

func between(a, b point, share float64) point {
	return point{a.x + (b.x-a.x)*share, a.y + (b.y-a.y)*share}
}

func (p *path) to(next point) {
	last := &p.lines[len(p.lines)-1]
	if last.closed { // continues where the closed subpath began
		p.lines = append(p.lines, line{points: []point{p.at}})
		last = &p.lines[len(p.lines)-1]
	}
	last.points = append(last.points, next)
	p.at = next
}

func (p *path) close() {
	if len(p.lines) == 0 {
		return
	}
	last := &p.lines[len(p.lines)-1]
	last.closed = true
	p.at = last.points[0]
}

// cubic adds a Bézier curve in equal steps, with enough steps to stay within the flatness.
func (p *path) cubic(c1, c2, end point) {
	start := p.at
	bend := math.Max(math.Hypot(start.x-2*c1.x+c2.x, start.y-2*c1.y+c2.y), math.Hypot(c1.x-2*c2.x+end.x, c1.y-2*c2.y+end.y))
	count := steps(math.Sqrt(0.75 * bend / p.flatness))
	for i := 1; i <= count; i++ {
		t := float64(i) / float64(count)
		u := 1 - t
		w0, w1, w2, w3 := u*u*u, 3*u*u*t, 3*u*t*t, t*t*t
		p.to(point{w0*start.x + w1*c1.x + w2*c2.x + w3*end.x, w0*start.y + w1*c1.y + w2*c2.y + w3*end.y})
	}
}

// steps returns the number of segments for a curve, within bounds.
func steps(wanted float64) int { return int(math.Min(math.Max(math.Ceil(wanted), 1), 200)) }

// arc adds an elliptical arc (SVG 1.1, appendix F.6.5).
func (p *path) arc(rx, ry, rotation float64, large, sweep bool, end point) {
	start := p.at
	rx, ry = math.Abs(rx), math.Abs(ry)
	if rx == 0 || ry == 0 || start == end {
		p.to(end)
		return
	}
	sin, cos := math.Sincos(rotation * math.Pi / 180)
	dx, dy := (start.x-end.x)/2, (start.y-end.y)/2
	x, y := cos*dx+sin*dy, cos*dy-sin*dx
	if far := x*x/(rx*rx) + y*y/(ry*ry); far > 1 {
		rx, ry = rx*math.Sqrt(far), ry*math.Sqrt(far)
	}
	root := math.Sqrt(math.Max(0, (rx*rx*ry*ry-rx*rx*y*y-ry*ry*x*x)/(rx*rx*y*y+ry*ry*x*x)))
	if large == sweep {
		root = -root
	}
	cx, cy := root*rx*y/ry, -root*ry*x/rx
	from := math.Atan2((y-cy)/ry, (x-cx)/rx)
	turn := math.Atan2((-y-cy)/ry, (-x-cx)/rx) - from
	switch {
	case sweep && turn < 0:
		turn += 2 * math.Pi
	case !sweep && turn > 0:
		turn -= 2 * math.Pi
	}
	count := steps(math.Abs(turn) * math.Sqrt(math.Max(rx, ry)/(8*p.flatness)))
	middle := point{cos*cx - sin*cy + (start.x+end.x)/2, sin*cx + cos*cy + (start.y+end.y)/2}
	for i := 1; i < count; i++ {
		s, c := math.Sincos(from + turn*float64(i)/float64(count))
		p.to(point{middle.x + cos*rx*c - sin*ry*s, middle.y + sin*rx*c + cos*ry*s})
	}
	p.to(end)
}
