package raster

import (
	"fmt"
	"image/color"
	"strconv"
	"strings"
)

// colorOf parses a color with its opacity: #rgb, #rrggbb, rgb(), rgba() and the names that charts use.
func colorOf(e *element, name, missing string) (color.RGBA, error) {
	text, ok := e.attributes[name]
	if !ok {
		text = missing
	}
	opacity := 1.0
	for _, of := range []string{name + "-opacity", "opacity"} {
		if value, ok := e.attributes[of]; ok {
			share, err := strconv.ParseFloat(value, 64)
			if err != nil {
				return color.RGBA{}, fmt.Errorf("svg: %s %q", of, value)
			}
			opacity *= min(max(share, 0), 1)
		}
	}
	var r, g, b uint8
	switch {
	case text == "none" || text == "transparent":
		return color.RGBA{}, nil
	case text == "black":
	case text == "white":
		r, g, b = 255, 255, 255
	case len(text) == 4 && text[0] == '#':
		if _, err := fmt.Sscanf(text, "#%1x%1x%1x", &r, &g, &b); err != nil {
			return color.RGBA{}, fmt.Errorf("svg: color %q", text)
		}
		r, g, b = r*17, g*17, b*17
	case len(text) == 7 && text[0] == '#':
		if _, err := fmt.Sscanf(text, "#%2x%2x%2x", &r, &g, &b); err != nil {
			return color.RGBA{}, fmt.Errorf("svg: color %q", text)
		}
	case strings.HasPrefix(text, "rgb"):
		_, inside, _ := strings.Cut(strings.TrimSuffix(text, ")"), "(")
		n, err := numbersOf(inside)
		if err != nil || len(n) < 3 || len(n) > 4 {
			return color.RGBA{}, fmt.Errorf("svg: color %q", text)
		}
		r, g, b = channel(n[0]), channel(n[1]), channel(n[2])
		if len(n) == 4 {
			opacity *= min(max(n[3], 0), 1)
		}
	default:
		return color.RGBA{}, fmt.Errorf("svg: color %q", text)
	}
	premultiplied := func(v uint8) uint8 { return channel(float64(v) * opacity) }
	return color.RGBA{premultiplied(r), premultiplied(g), premultiplied(b), channel(255 * opacity)}, nil
}

// channel rounds a color channel.
func channel(v float64) uint8 { return uint8(min(max(v, 0), 255) + 0.5) }
