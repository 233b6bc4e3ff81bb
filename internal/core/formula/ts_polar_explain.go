package formula

import (
	"math"
	"strconv"

	"plumbline/internal/core/reading"
)

func (u *polar) explainChange(column reading.Column) (string, []reading.Column) {
	texts := map[string]string{"x": "X = ΔN·cos α + ΔE·sin α", "y": "Y = −ΔN·sin α + ΔE·cos α", "z": "Z = ΔZ"}
	if !u.given {
		texts = map[string]string{"settlement": "s = ΔZ"}
	}
	return u.displacement.explainChange(column.Field, []reading.Column{{Field: "northing"}, {Field: "easting"}, {Field: "elevation"}}, texts)
}

func (u *polar) explain(f frame, out int) []Step {
	names := [3]string{"northing", "easting", "elevation"}
	texts := [3]string{"N = N0 + HD·cos az", "E = E0 + HD·sin az", "Z = Z0 + hi + ΔH − ht"}
	for i, at := range u.outs {
		if at != out {
			continue
		}
		step := Step{Field: names[i], Key: "TS_POLAR", Text: texts[i], Value: f.out[out], Unit: u.unit}
		if reading.IsMissing(step.Value) {
			_, step.Reason = u.run(f)
		}
		if u.solved {
			field := [3]string{"n", "e", "z"}[i]
			step.Text = field
			step.Inputs = []Term{{Name: field, Kind: RawTerm, Value: value(f.at([3]slot{u.hz, u.v, u.sd}[i])), Unit: "m"}}
			return []Step{step}
		}
		parts := u.parts(f)
		last := parts[len(parts)-3:] // HD, ΔH, az
		station := [3]float64{u.n0, u.e0, u.z0}[i]
		step.Inputs = []Term{{Name: [3]string{"N0", "E0", "Z0"}[i], Kind: CoefficientTerm, Value: station, Unit: "m"}}
		if i == 2 {
			step.Inputs = append(step.Inputs, Term{Name: "hi", Kind: CoefficientTerm, Value: u.hi, Unit: "m"},
				Term{Name: "ΔH", Kind: ComputedTerm, Value: last[1].Value, Unit: "m"}, Term{Name: "ht", Kind: CoefficientTerm, Value: u.ht, Unit: "m"})
		} else {
			step.Inputs = append(step.Inputs, Term{Name: "HD", Kind: ComputedTerm, Value: last[0].Value, Unit: "m"},
				Term{Name: "az", Kind: ComputedTerm, Value: last[2].Value, Unit: "°"})
		}
		return append(parts, step)
	}
	for i, at := range u.errors {
		if steps := u.explainFaces(f, u.sight(f)); u.within > 0 && at == out && len(steps) > 2 {
			step := steps[2+i]
			step.Field, step.Key = [2]string{"collimation", "index"}[i], "TS_POLAR"
			return []Step{step}
		}
	}
	return nil
}

// parts returns the intermediate quantities: ω, D, HD, ΔH, az.
func (u *polar) parts(f frame) []Step {
	sight := u.sight(f)
	hz, v, sd := sight.hz, sight.zenith, sight.distance
	omega, _ := u.orient(f, sight.collimation)
	distance := u.distance(f, sd)
	horizontal := distance * math.Sin(v*math.Pi/180)
	rise := distance*math.Cos(v*math.Pi/180) + (1-refraction)/(2*earthRadius)*horizontal*horizontal
	orientation := Step{Key: "ω", Text: "ω", Value: value(omega), Unit: "°"}
	for i := range u.sights {
		orientation.Text = "ω = azimuth(station → backsight) − Hz_bs"
		orientation.Inputs = append(orientation.Inputs, Term{Name: "azimuth", Kind: CoefficientTerm, Value: u.sights[i].azimuth, Unit: "°", Node: int32(i + 1)},
			Term{Name: "Hz_bs", Kind: RawTerm, Value: value(u.sights[i].direction(f, sight.collimation)), Unit: "°", Role: "backsight" + strconv.Itoa(i+1)})
	}
	length := Step{
		Key: "D", Text: "D = SD·(1 + ppm·10⁻⁶) + C", Value: value(distance), Unit: "m",
		Inputs: []Term{{Name: "SD", Kind: RawTerm, Value: value(sd), Unit: "m"}, {Name: "C", Kind: CoefficientTerm, Value: u.c, Unit: "m"}},
	}
	if u.applied {
		length.Text = "D = SD + C"
	} else {
		t, p, h := u.weather(f)
		length.Inputs = append(length.Inputs, Term{Name: "ppm", Kind: ComputedTerm, Value: AtmosphericPPM(t, p, h)},
			Term{Name: "t", Kind: RawTerm, Value: t, Unit: "°C"},
			Term{Name: "p", Kind: RawTerm, Value: p, Unit: "hPa"}, Term{Name: "h", Kind: RawTerm, Value: h, Unit: "%"})
	}
	zenith := Term{Name: "z", Kind: RawTerm, Value: value(v), Unit: "°"}
	return append(u.explainFaces(f, sight),
		orientation, length,
		Step{Key: "HD", Text: "HD = D·sin z", Value: value(horizontal), Unit: "m", Inputs: []Term{zenith}},
		Step{Key: "ΔH", Text: "ΔH = D·cos z + (1 − k)/(2R)·HD²", Value: value(rise), Unit: "m", Inputs: []Term{zenith}},
		Step{
			Key: "az", Text: "az = ω + Hz", Value: value(clockwise(omega + hz)), Unit: "°",
			Inputs: []Term{{Name: "Hz", Kind: RawTerm, Value: value(hz), Unit: "°"}},
		},
	)
}
