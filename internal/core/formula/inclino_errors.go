package formula

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
)

// The systematic errors of a survey with a probe, by their names in corrections: what the survey read minus what is there.
//
// Half the difference of two opposite readings of station i, digits, is off along A by
//
//	e = biasA + rotationA·b + (depth + settlement·z)·da/dz
//
// with a and b half the differences along both axes and z the depth, and likewise along B (Mikkelsen 2003).
const (
	BiasA      = iota // digits: the zero offset moved between the two runs
	BiasB             // digits
	RotationA         // degrees: how far the sensor of A is turned towards B
	RotationB         // degrees: how far the sensor of B is turned towards A
	DepthTerm         // mm that the probe was deeper than its mark
	Settlement        // mm for each meter of depth, in addition
	casingTerms
)

// CasingTerms are the names of the errors in corrections, in their order in CasingErrors.
var CasingTerms = [casingTerms]string{"biasA", "biasB", "rotationA", "rotationB", "depth", "settlement"}

// CasingUnits are their units.
var CasingUnits = [casingTerms]string{"digit", "digit", "°", "°", "mm", "mm/m"}

// MostCasingErrors are the largest errors that a correction may have: more is no error of a survey but a wrong survey.
var MostCasingErrors = CasingErrors{1000, 1000, 20, 20, 1000, 50}

// CasingErrors are the systematic errors of one survey, in the units of CasingUnits.
type CasingErrors [casingTerms]float64

// CasingErrorsOf returns the errors that a correction names.
func CasingErrorsOf(values map[string]float64) (e CasingErrors) {
	for k, name := range CasingTerms {
		e[k] = values[name]
	}
	return e
}

// CasingStation is what a survey read at one station.
type CasingStation struct {
	No    int32
	Depth float64    // m
	Half  [2]float64 // half the difference of the opposite readings along A and B, digits; NaN: not known
}

// CasingStationsOf makes stations of readings a0, a180, b0 and b180. A station that was read in one direction uses the mean
// zero offset of the survey.
func CasingStationsOf(nodes []Node, read func(node int32) [4]float64) []CasingStation {
	list := make([]CasingStation, len(nodes))
	var zero [2]float64
	for axis := range zero {
		sums := make([]float64, len(nodes))
		for i, node := range nodes {
			v := read(node.No)
			sums[i] = Checksum(v[2*axis], v[2*axis+1])
		}
		mean, _ := ChecksumScatter(sums)
		zero[axis] = mean / 2
	}
	for i, node := range nodes {
		v := read(node.No)
		list[i] = CasingStation{No: node.No, Depth: node.Depth}
		for axis := range zero {
			normal, reversed := v[2*axis], v[2*axis+1]
			half := (normal - reversed) / 2
			switch there, turned := normal-normal == 0, reversed-reversed == 0; {
			case there && turned:
			case there:
				half = normal - zero[axis]
			case turned:
				half = zero[axis] - reversed
			}
			list[i].Half[axis] = half
		}
	}
	return list
}

// CasingInfluence returns by how many digits one unit of each error puts off station i along an axis; NaN where a reading
// that decides it is missing.
func CasingInfluence(stations []CasingStation, i, axis int) (by CasingErrors) {
	by[BiasA+axis] = 1
	by[RotationA+axis] = stations[i].Half[1-axis] * math.Pi / 180
	bend := bend(stations, i, axis) / 1000 // digits for each mm
	by[DepthTerm], by[Settlement] = bend, bend*stations[i].Depth
	return by
}

// bend returns how half the difference changes with depth, digits for each m: between the stations above and below, or the
// station and the one next to it at an end.
func bend(stations []CasingStation, i, axis int) float64 {
	known := func(i int) bool { return stations[i].Half[axis]-stations[i].Half[axis] == 0 }
	from, to := i, i
	for k := i - 1; k >= 0 && from == i; k-- {
		if known(k) {
			from = k
		}
	}
	for k := i + 1; k < len(stations) && to == i; k++ {
		if known(k) {
			to = k
		}
	}
	if from == to {
		return math.NaN()
	}
	return (stations[to].Half[axis] - stations[from].Half[axis]) / (stations[to].Depth - stations[from].Depth)
}

// At returns by how many digits the errors put off station i along an axis; NaN where a reading that decides it is missing.
func (e CasingErrors) At(stations []CasingStation, i, axis int) (off float64) {
	by := CasingInfluence(stations, i, axis)
	for k, size := range e {
		if size != 0 {
			off += size * by[k]
		}
	}
	return off
}

// Remove takes the errors out of the readings of a survey, half from each of two opposite ones, so that checksums and zero
// offsets stay, and reports whether a reading has changed. value returns where a reading of a node is, nil if there is none. A
// station whose error is not known loses its readings along that axis. An error that the survey cannot have along an axis has
// no effect there: a rotation needs the other axis, depths need readings in both directions.
func (e CasingErrors) Remove(nodes []Node, value func(field int, node int32) *float64) (changed bool) {
	nodes = slices.DeleteFunc(slices.Clone(nodes), func(n Node) bool { return n.No == 0 }) // the collar is not read
	stations := CasingStationsOf(nodes, func(node int32) (read [4]float64) {
		for k := range read {
			if read[k] = math.NaN(); value(k, node) != nil {
				read[k] = *value(k, node)
			}
		}
		return read
	})
	var known [2]bool // half the difference of an axis, anywhere
	for i := range stations {
		for axis, half := range stations[i].Half {
			known[axis] = known[axis] || half-half == 0
		}
	}
	for axis := range 2 {
		possible := e
		if !known[1-axis] {
			possible[RotationA+axis] = 0
		}
		if !known[axis] {
			possible[DepthTerm], possible[Settlement] = 0, 0
		}
		for i, node := range nodes {
			off := possible.At(stations, i, axis)
			for turned := range 2 {
				at := value(2*axis+turned, node.No)
				switch {
				case at == nil || *at-*at != 0 || off == 0:
				case off-off != 0:
					*at, changed = reading.Missing, true
				default:
					*at, changed = *at-off*float64(1-2*turned), true
				}
			}
		}
	}
	return changed
}
