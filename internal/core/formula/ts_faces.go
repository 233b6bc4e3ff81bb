package formula

import (
	"math"

	"plumbline/internal/core/reading"
)

// OtherFace is the role of inputs from the other reading of a pair.
const OtherFace = "otherFace"

// Pairing defines how two readings of the main source form one observation: the two faces of a total station. Each
// reading is on one of two sides, and pairs with the next reading of the other side.
type Pairing interface {
	// Side returns the side of a reading from its inputs; 0: it belongs to no pair.
	Side(in []float64) int
	// Within returns the maximum time between the readings of a pair, ms.
	Within() int64
	// Join adds the inputs of the earlier reading to a reading.
	Join(in, other []float64)
	// DropOther removes the inputs of the other side.
	DropOther(in []float64)
}

// Pairing returns the pairing of the first unit that has one.
func (c *chain) Pairing() Pairing {
	for _, u := range c.units {
		if p, ok := u.(*polar); ok && p.within > 0 {
			return p
		}
	}
	return nil
}

// Side returns the face of a reading, 0 if it has none.
func (u *polar) Side(in []float64) int {
	hz, v := in[u.hz], in[u.v]
	if hz-hz != 0 || v-v != 0 {
		return 0
	}
	return faceOf(in[u.face], v)
}

func (u *polar) Within() int64 { return u.within }

func (u *polar) Join(in, other []float64) {
	for i, own := range [3]slot{u.hz, u.v, u.sd} {
		in[u.other[i]] = other[own]
	}
}

func (u *polar) DropOther(in []float64) {
	for _, at := range u.other {
		in[at] = reading.Missing
	}
}

// faceOf returns the face of a reading: as reported by the instrument, else from its zenith angle.
func faceOf(face, v float64) int {
	switch {
	case face == 1, face == 2:
		return int(face)
	case v > 180:
		return 2
	}
	return 1
}

// sight is one observation of a prism, reduced to face I: degrees and m.
type sight struct {
	hz, zenith, distance float64
	both                 bool // of two faces
	collimation, index   float64
	left, right          [2]float64 // hz and v of the faces, if there are both
}

func (u *polar) sight(f frame) sight {
	s := sight{hz: f.at(u.hz), zenith: f.at(u.v), distance: f.at(u.sd)}
	second := faceOf(f.at(u.face), s.zenith) == 2
	hz, v, sd := f.at(u.other[0]), f.at(u.other[1]), f.at(u.other[2])
	if hz-hz == 0 && v-v == 0 {
		s.both, s.left, s.right = true, [2]float64{hz, v}, [2]float64{s.hz, s.zenith}
		if !second {
			s.left, s.right = s.right, s.left
		}
		s.hz, s.zenith, s.collimation, s.index = TwoFaces(s.left[0], s.right[0], s.left[1], s.right[1])
		if sd-sd == 0 {
			s.distance = (s.distance + sd) / 2
		}
		return s
	}
	if second {
		s.hz, s.zenith = clockwise(s.hz-180), 360-s.zenith
	}
	return s
}

// direction returns the horizontal direction to a backsight in face I, corrected for a collimation error, degrees.
func (s *backsight) direction(f frame, collimation float64) float64 {
	hz := f.at(s.hz)
	if f.at(s.face) == 2 {
		return hz - 180 + collimation
	}
	return hz - collimation
}

// explainFaces returns the means of both faces and the instrument errors, or that a face II was converted; nothing for
// a reading in face I only.
func (u *polar) explainFaces(f frame, s sight) []Step {
	raw := func(name string, v float64) Term { return Term{Name: name, Kind: RawTerm, Value: value(v), Unit: "°"} }
	if !s.both {
		if faceOf(f.at(u.face), f.at(u.v)) == 1 {
			return nil
		}
		return []Step{
			{Key: "Hz", Text: "Hz = HzR − 180", Value: value(s.hz), Unit: "°", Inputs: []Term{raw("HzR", f.at(u.hz))}},
			{Key: "z", Text: "z = 360 − VR", Value: value(s.zenith), Unit: "°", Inputs: []Term{raw("VR", f.at(u.v))}},
		}
	}
	horizontal := []Term{raw("HzL", s.left[0]), raw("HzR", s.right[0])}
	vertical := []Term{raw("VL", s.left[1]), raw("VR", s.right[1])}
	return []Step{
		{Key: "Hz", Text: "Hz = (HzL + HzR ∓ 180)/2", Value: value(s.hz), Unit: "°", Inputs: horizontal},
		{Key: "z", Text: "z = (VL + 360 − VR)/2", Value: value(s.zenith), Unit: "°", Inputs: vertical},
		{Key: "c", Text: "c = (HzL − (HzR − 180))/2", Value: value(s.collimation * 3600), Unit: "″", Inputs: horizontal},
		{Key: "i", Text: "i = (VL + VR − 360)/2", Value: value(s.index * 3600), Unit: "″", Inputs: vertical},
	}
}

// TwoFaces returns the mean of both faces in degrees: horizontal angle and zenith angle, corrected for collimation c
// and index error i, which it returns too (formulas.md section 17).
func TwoFaces(hzLeft, hzRight, vLeft, vRight float64) (hz, zenith, collimation, index float64) {
	turned := math.Mod(hzRight-hzLeft+540, 360) // slightly more or less than 180: face right, converted
	turned = math.Mod(turned+180, 360) - 180
	hz = clockwise(hzLeft + turned/2)
	return hz, (vLeft + 360 - vRight) / 2, -turned / 2, (vLeft + vRight - 360) / 2
}
