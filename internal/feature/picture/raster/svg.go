package raster

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"strconv"
	"strings"
	"sync"
)

// farthest limits coordinates, in pixels from the corner of the picture.
const farthest = 1e5

// largestText limits the font size, in pixels.
const largestText = 1000

// mostPixels limits the size of a picture: 2,000 by 1,500 is the largest that the API allows.
const mostPixels = 4_000_000

// element is an XML element of the document.
type element struct {
	name       string
	attributes map[string]string
	text       string
	children   []*element
}

// PNG renders an SVG document as PNG. Its width and height are in pixels. It prefers speed over a few kilobytes.
func PNG(svg string, fonts *Fonts) ([]byte, error) {
	c := canvases.Get().(*canvas)
	defer canvases.Put(c)
	if err := c.draw(svg, fonts); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestSpeed, BufferPool: &encoders}).Encode(&out, &c.image); err != nil {
		return nil, fmt.Errorf("encode a picture: %w", err)
	}
	return out.Bytes(), nil
}

// canvases reuses the memory of pictures, encoders that of their encoding.
var (
	canvases = sync.Pool{New: func() any { return &canvas{} }}
	encoders encoderPool
)

type encoderPool struct{ sync.Pool }

func (p *encoderPool) Get() *png.EncoderBuffer {
	b, _ := p.Pool.Get().(*png.EncoderBuffer)
	return b
}

func (p *encoderPool) Put(b *png.EncoderBuffer) { p.Pool.Put(b) }

// draw draws an SVG document on an empty canvas of its size.
func (c *canvas) draw(svg string, fonts *Fonts) error {
	root, err := read(svg)
	if err != nil {
		return err
	}
	width, errWidth := strconv.Atoi(root.attributes["width"])
	height, errHeight := strconv.Atoi(root.attributes["height"])
	if root.name != "svg" || errWidth != nil || errHeight != nil || width < 1 || height < 1 || width > mostPixels/height {
		return errors.New("svg: no size in pixels")
	}
	c.clear(width, height)
	p := &painter{canvas: c, fonts: fonts, clips: map[string]*element{}}
	p.collect(root)
	// The position of the document in another one does not matter; the picture starts at its corner.
	delete(root.attributes, "x")
	delete(root.attributes, "y")
	return p.paint(root, identity, c.image.Rect)
}

// read parses the document into elements.
func read(svg string) (*element, error) {
	decoder := xml.NewDecoder(strings.NewReader(svg))
	root := &element{}
	open := []*element{root}
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("svg: %w", err)
		}
		inside := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			one := &element{name: token.Name.Local, attributes: map[string]string{}}
			for _, a := range token.Attr {
				one.attributes[a.Name.Local] = a.Value
			}
			inside.children = append(inside.children, one)
			open = append(open, one)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			inside.text += string(token)
		}
	}
	if len(root.children) != 1 {
		return nil, errors.New("svg: not one document")
	}
	return root.children[0], nil
}

type painter struct {
	canvas *canvas
	fonts  *Fonts
	clips  map[string]*element // by id
}

// collect finds the clips, which may follow the elements that use them.
func (p *painter) collect(e *element) {
	if e.name == "clipPath" {
		p.clips[e.attributes["id"]] = e
	}
	for _, child := range e.children {
		p.collect(child)
	}
}

func (p *painter) paint(e *element, m matrix, clip image.Rectangle) error {
	own, err := transformOf(e.attributes["transform"])
	if err != nil {
		return err
	}
	m = m.then(own)
	if reference, ok := e.attributes["clip-path"]; ok {
		if clip, err = p.clip(reference, m, clip); err != nil {
			return err
		}
	}
	switch e.name {
	case "svg", "g":
		n := numbersIn(e, "x", "y")
		m = m.then(matrix{a: 1, d: 1, e: n[0], f: n[1]})
		for _, child := range e.children {
			if err := p.paint(child, m, clip); err != nil {
				return err
			}
		}
		return nil
	case "text":
		return p.write(e, m, clip)
	case "defs", "style":
		return nil
	}
	lines, err := shape(e, m)
	if err != nil {
		return err
	}
	return p.ink(e, lines, m, clip)
}

// shape returns the lines of a path, a rectangle or a polygon in pixels.
func shape(e *element, m matrix) (lines []line, err error) {
	switch e.name {
	case "path":
		lines, err = parsePath(e.attributes["d"], m.scale())
	case "rect":
		n := numbersIn(e, "x", "y", "width", "height")
		x, y, width, height := n[0], n[1], n[2], n[3]
		lines = []line{{points: []point{{x, y}, {x + width, y}, {x + width, y + height}, {x, y + height}}, closed: true}}
	case "polygon", "polyline":
		var n []float64
		if n, err = numbersOf(e.attributes["points"]); err == nil && len(n)%2 != 0 {
			err = errors.New("an odd number of coordinates")
		}
		one := line{closed: e.name == "polygon"}
		for i := 0; err == nil && i < len(n); i += 2 {
			one.points = append(one.points, point{n[i], n[i+1]})
		}
		if len(one.points) > 0 {
			lines = []line{one}
		}
	case "circle":
		n := numbersIn(e, "cx", "cy", "r")
		x, y, r := n[0], n[1], n[2]
		lines, err = parsePath(fmt.Sprintf("M%g %gA%g %g 0 1 1 %g %gA%g %g 0 1 1 %g %gZ", x+r, y, r, r, x-r, y, r, r, x+r, y), m.scale())
	default:
		err = errors.New("not known")
	}
	if err != nil {
		return nil, fmt.Errorf("svg: %s: %w", e.name, err)
	}
	for _, l := range lines {
		for i, at := range l.points {
			l.points[i] = m.apply(at)
			if far := math.Max(math.Abs(l.points[i].x), math.Abs(l.points[i].y)); !(far < farthest) {
				return nil, fmt.Errorf("svg: %s: a point at %g", e.name, far)
			}
		}
	}
	return lines, nil
}

// ink fills and strokes lines by the attributes of an element.
func (p *painter) ink(e *element, lines []line, m matrix, clip image.Rectangle) error {
	fill, err := colorOf(e, "fill", "black")
	if err != nil {
		return err
	}
	p.canvas.fillPath(lines, fill, clip)
	pen, err := colorOf(e, "stroke", "none")
	if err != nil {
		return err
	}
	width := 1.0
	if text, ok := e.attributes["stroke-width"]; ok {
		if width, err = strconv.ParseFloat(text, 64); err != nil {
			return fmt.Errorf("svg: stroke-width %q", text)
		}
	}
	dashes, err := numbersOf(strings.TrimPrefix(e.attributes["stroke-dasharray"], "none"))
	if err != nil {
		return fmt.Errorf("svg: stroke-dasharray: %w", err)
	}
	if len(dashes)%2 != 0 {
		dashes = append(dashes, dashes...)
	}
	sum := 0.0
	for i := range dashes {
		dashes[i] = math.Abs(dashes[i]) * m.scale()
		sum += dashes[i]
	}
	if sum < 1 { // invisible
		dashes = nil
	}
	p.canvas.strokePath(lines, stroke{width: width * m.scale(), dashes: dashes, roundEnd: e.attributes["stroke-linecap"] == "round"}, pen, clip)
	return nil
}

// clip returns the intersection of a clip with a referenced one. Clips of charts are rectangles.
func (p *painter) clip(reference string, m matrix, clip image.Rectangle) (image.Rectangle, error) {
	found := p.clips[strings.TrimSuffix(strings.TrimPrefix(reference, "url(#"), ")")]
	if found == nil || len(found.children) != 1 {
		return clip, fmt.Errorf("svg: clip %s", reference)
	}
	lines, err := shape(found.children[0], m)
	if err != nil {
		return clip, err
	}
	return area(lines, -0.5, clip), nil // rounded to whole pixels
}

// write draws a text element.
func (p *painter) write(e *element, m matrix, clip image.Rectangle) error {
	style := stylesOf(e.attributes["style"])
	size, err := strconv.ParseFloat(strings.TrimSuffix(style["font-size"], "px"), 64)
	if err != nil || !(size*m.scale() < largestText) {
		return fmt.Errorf("svg: font size %q of %q", style["font-size"], e.text)
	}
	ink, err := colorOf(e, "fill", "black")
	if err != nil {
		return err
	}
	text := e.text
	if e.attributes["space"] != "preserve" {
		text = strings.TrimSpace(text)
	}
	n := numbersIn(e, "x", "y")
	at := point{n[0], n[1]}
	width := p.fonts.Width(text) * size / unitsPerEm
	switch e.attributes["text-anchor"] {
	case "middle":
		at.x -= width / 2
	case "end":
		at.x -= width
	}
	switch e.attributes["dominant-baseline"] {
	case "central":
		at.y += 0.38 * size // the middle of the em box is 0.38 em above the baseline
	case "hanging", "text-before-edge":
		at.y += 0.88 * size
	}
	bold := false
	if weight, err := strconv.Atoi(style["font-weight"]); err == nil {
		bold = weight >= 600
	} else {
		bold = style["font-weight"] == "bold"
	}
	m = m.then(matrix{a: 1, d: 1, e: at.x, f: at.y})
	if !(math.Abs(m.e) < farthest && math.Abs(m.f) < farthest) {
		return fmt.Errorf("svg: text %q at %g, %g", e.text, m.e, m.f)
	}
	p.canvas.write(p.fonts, text, size, bold, m, ink, clip)
	return nil
}

func stylesOf(text string) map[string]string {
	styles := map[string]string{}
	for one := range strings.SplitSeq(text, ";") {
		if name, value, ok := strings.Cut(one, ":"); ok {
			styles[strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return styles
}

// numbersIn returns numeric attributes; missing ones are 0.
func numbersIn(e *element, names ...string) []float64 {
	numbers := make([]float64, len(names))
	for i, name := range names {
		if n, err := strconv.ParseFloat(e.attributes[name], 64); err == nil && !math.IsInf(n, 0) && !math.IsNaN(n) {
			numbers[i] = n
		}
	}
	return numbers
}

// transformOf parses a transform: translate, scale, rotate or matrix.
func transformOf(text string) (matrix, error) {
	m := identity
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		name, rest, open := strings.Cut(text, "(")
		inside, after, closed := strings.Cut(rest, ")")
		n, err := numbersOf(inside)
		if !open || !closed || err != nil {
			return m, fmt.Errorf("svg: transform %q", text)
		}
		var one matrix
		switch {
		case name == "translate" && len(n) == 2:
			one = matrix{a: 1, d: 1, e: n[0], f: n[1]}
		case name == "scale" && len(n) == 1:
			one = matrix{a: n[0], d: n[0]}
		case name == "scale" && len(n) == 2:
			one = matrix{a: n[0], d: n[1]}
		case name == "rotate" && len(n) == 1:
			sin, cos := math.Sincos(n[0] * math.Pi / 180)
			one = matrix{a: cos, b: sin, c: -sin, d: cos}
		case name == "matrix" && len(n) == 6:
			one = matrix{n[0], n[1], n[2], n[3], n[4], n[5]}
		default:
			return m, fmt.Errorf("svg: transform %q", text)
		}
		m = m.then(one)
		text = after
	}
	return m, nil
}
