package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

// displacement is the change of a position in space, shared by GNSS_ENU and TS_POLAR: base components along some axes,
// to which shifts are added, and derived components. The measurement decides which fields exist: a settlement point
// has only settlement, a surface point x, y, z and more. mm; azimuths in degrees.
type displacement struct {
	axis rotation // azimuth of the structure's X axis
	// north reports whether the base components are n, e, u; otherwise they are x, y, z.
	north    bool
	rounding precision
	azimuths precision

	base, derived []reading.Column
	at            [componentCount]int // index in the change, −1 if absent
	given         bool                // the three base components are columns
}

type component int

const (
	compN component = iota
	compE
	compU
	compX
	compY
	compZ
	compSettlement
	compHorizontal
	compResultant
	compAzimuth
	componentCount
)

var componentNames = [componentCount]string{"n", "e", "u", "x", "y", "z", "settlement", "h2d", "res", "azi"}

func newDisplacement(b *binder, north bool) displacement {
	d := displacement{axis: turn(b.setting.AxisAzimuth), north: north}
	d.rounding, _ = b.shown("res")
	d.azimuths, _ = b.shown("azi")
	bases := [3]component{compX, compY, compZ}
	if north {
		bases = [3]component{compN, compE, compU}
	}
	for i := range d.at {
		d.at[i] = -1
	}
	d.given = b.setting.has(componentNames[bases[0]]) && b.setting.has(componentNames[bases[1]]) && b.setting.has(componentNames[bases[2]])
	isBase := map[component]bool{}
	if d.given {
		for _, c := range bases {
			isBase[c] = true
			d.base = append(d.base, reading.Column{Field: componentNames[c]})
		}
	} else {
		// The only component of such a measurement is a base component.
		isBase[compSettlement] = true
		d.base = append(d.base, reading.Column{Field: componentNames[compSettlement]})
		return d
	}
	for c := range componentCount {
		if isBase[c] || !b.setting.has(componentNames[c]) || !north && (c == compN || c == compE || c == compU) {
			continue
		}
		d.derived = append(d.derived, reading.Column{Field: componentNames[c]})
	}
	return d
}

func (d *displacement) place(base, derived []int) {
	for i, column := range d.base {
		d.at[named(column.Field)] = base[i]
	}
	for i, column := range d.derived {
		d.at[named(column.Field)] = derived[i]
	}
}

func named(field string) component {
	for c, name := range componentNames {
		if name == field {
			return component(c)
		}
	}
	return -1
}

// set sets the base components of a movement given as north, east and up.
func (d *displacement) set(out []float64, north, east, up float64) {
	if !d.given {
		out[d.at[compSettlement]] = d.rounding.kept(up)
		return
	}
	a, b, c := compN, compE, compU
	first, second := north, east
	if !d.north {
		a, b, c = compX, compY, compZ
		first, second = d.toStructure(north, east)
	}
	out[d.at[a]], out[d.at[b]], out[d.at[c]] = d.rounding.kept(first), d.rounding.kept(second), d.rounding.kept(up)
}

// toStructure computes X = N·cos α + E·sin α, Y = −N·sin α + E·cos α.
func (d *displacement) toStructure(north, east float64) (x, y float64) {
	return north*d.axis.cos + east*d.axis.sin, -north*d.axis.sin + east*d.axis.cos
}

func (d *displacement) derive(changed []float64) {
	if !d.given {
		return
	}
	var north, east, up, x, y float64
	if d.north {
		north, east, up = changed[d.at[compN]], changed[d.at[compE]], changed[d.at[compU]]
		x, y = d.toStructure(north, east)
	} else {
		x, y, up = changed[d.at[compX]], changed[d.at[compY]], changed[d.at[compZ]]
		north, east = d.axis.apply(x, y)
	}
	horizontal, azimuth := resultant(north, east)
	values := [componentCount]float64{
		compN: north, compE: east, compU: up, compX: x, compY: y, compZ: up, compSettlement: up,
		compHorizontal: horizontal, compResultant: math.Sqrt(horizontal*horizontal + up*up),
	}
	for c := range compAzimuth {
		if at := d.at[c]; at >= 0 && !d.isBase(c) {
			changed[at] = d.rounding.kept(values[c])
		}
	}
	if at := d.at[compAzimuth]; at >= 0 {
		changed[at] = d.azimuths.kept(azimuth)
	}
}

func (d *displacement) isBase(c component) bool {
	if d.north {
		return c <= compU
	}
	return c >= compX && c <= compZ
}

// explainChange returns the equation of a component. observed are the columns of the position, and equations those of
// the base components by field.
func (d *displacement) explainChange(field string, observed []reading.Column, equations map[string]string) (string, []reading.Column) {
	if text, ok := equations[field]; ok {
		return text, observed
	}
	texts := map[string]string{"x": "x = n·cos α + e·sin α", "y": "y = −n·sin α + e·cos α", "z": "z = u", "settlement": "s = u"}
	horizontal, vertical := "n² + e²", "u²"
	if !d.north {
		texts["settlement"] = "s = z"
		horizontal, vertical = "x² + y²", "z²"
	}
	texts["h2d"] = "√(" + horizontal + ")"
	texts["res"] = "√(" + horizontal + " + " + vertical + ")"
	texts["azi"] = "atan2(e, n) mod 360"
	return texts[field], d.base
}
