package vibration_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"plumbline/internal/core/vibration"
)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s is %.10f, want %.10f", what, got, want)
	}
}

// The worked numbers of domain formulas.md section 26.
func TestWorkedNumbers(t *testing.T) {
	x := []float64{0.00, 1.92, 2.41, 0.83, -1.10, -1.75, -1.02, 0.44}
	s := vibration.StatisticsOf(x)
	near(t, "mean", s.Mean, 0.21625, 1e-12)
	near(t, "rms", s.RMS, 1.38364498, 5e-9)
	near(t, "peak", s.Peak, 2.19375, 1e-12)
	near(t, "pp", s.PeakToPeak, 4.16, 1e-12)
	near(t, "crest", s.Crest, 1.5854862, 5e-8)

	spectrum := vibration.SpectrumOf(x, 32, vibration.Rectangular)
	near(t, "step", spectrum.Step, 4, 0)
	for k, want := range []float64{0, 1.79221298, 0.68053747, 0.33535077, 0.14375000} {
		near(t, "amplitude", spectrum.Amplitudes[k], want, 5e-9)
	}
	near(t, "A_0", spectrum.Amplitudes[0], 0, 1e-12)

	bins := vibration.Spectrum{Step: 0.125, Amplitudes: []float64{0, 0, 0, 0, 0, 0, 1.20, 1.85, 1.60, 0}}
	near(t, "dominant frequency", bins.Dominant(), 0.90277778, 5e-9)

	vx, vy, vz := []float64{0.12, 0.86, -1.42, 0.55}, []float64{0.30, -0.74, 0.91, -0.22}, []float64{-0.05, 1.95, -0.88, 0.41}
	near(t, "PPV", vibration.PPV(vx, vy, vz), 1.95, 0)
	near(t, "PVS", vibration.PVS(vx, vy, vz), 2.25603635, 5e-9)

	near(t, "cable force", vibration.CableForce(62.3, 128.45, 0.8734, 1, 0)/1000, 3136.480778, 5e-7)
	near(t, "cable force of the third order", vibration.CableForce(62.3, 128.45, 2.6355, 3, 0)/1000, 3173.217106, 5e-7)
	near(t, "cable force with stiffness", vibration.CableForce(62.3, 128.45, 2.6355, 3, 1.25e6)/1000, 3166.487587, 5e-7)
}

var signals = rapid.SliceOfN(rapid.Float64Range(-100, 100), 2, 300)

// The energy of the amplitudes is that of the samples, whatever their number (Parseval).
func TestSpectrumKeepsEnergy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := signals.Draw(t, "x")
		s := vibration.SpectrumOf(x, 100, vibration.Rectangular)
		var energy float64
		for k, a := range s.Amplitudes {
			if k == 0 || 2*k == len(x) {
				energy += a * a
			} else {
				energy += a * a / 2
			}
		}
		if rms := vibration.StatisticsOf(x).RMS; math.Abs(math.Sqrt(energy)-rms) > 1e-9*max(1, rms) {
			t.Fatalf("effective value %v, by the spectrum %v", rms, math.Sqrt(energy))
		}
	})
}

// A shift of the zero changes only the mean, and a factor scales everything but the crest and the frequency.
func TestShiftAndScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := signals.Draw(t, "x")
		shift, factor := rapid.Float64Range(-50, 50).Draw(t, "shift"), rapid.Float64Range(0.1, 10).Draw(t, "factor")
		y := make([]float64, len(x))
		for i, v := range x {
			y[i] = factor*v + shift
		}
		a, b := vibration.StatisticsOf(x), vibration.StatisticsOf(y)
		for _, pair := range [][2]float64{{a.RMS, b.RMS}, {a.Peak, b.Peak}, {a.PeakToPeak, b.PeakToPeak}} {
			if math.Abs(factor*pair[0]-pair[1]) > 1e-9*max(1, pair[1]) {
				t.Fatalf("%v times %v became %v", pair[0], factor, pair[1])
			}
		}
		before, after := vibration.SpectrumOf(x, 50, vibration.Hann), vibration.SpectrumOf(y, 50, vibration.Hann)
		for k := range before.Amplitudes {
			if math.Abs(factor*before.Amplitudes[k]-after.Amplitudes[k]) > 1e-8 {
				t.Fatalf("amplitude %d: %v times %v became %v", k, before.Amplitudes[k], factor, after.Amplitudes[k])
			}
		}
	})
}

// packet returns a wave that rises and decays, as an event does, with its largest value in the middle.
func packet(amplitude, frequency, rate float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		at := (float64(i) - float64(n/2)) / rate
		x[i] = amplitude * math.Exp(-at*at/4) * math.Cos(2*math.Pi*frequency*at)
	}
	return x
}

// sine returns a steady wave.
func sine(amplitude, frequency, rate float64, n int) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = amplitude * math.Sin(2*math.Pi*frequency*float64(i)/rate)
	}
	return x
}

// The integral of an acceleration is its velocity, in phase, also with an offset and a drift of the instrument.
func TestVelocityFromAcceleration(t *testing.T) {
	const rate, frequency, n = 200.0, 5.0, 4000
	omega := 2 * math.Pi * frequency
	a := packet(2, frequency, rate, n)
	for i := range a {
		a[i] += 0.3 + 0.0001*float64(i)
	}
	v := vibration.Integrated(a, rate, 0.5)
	for i := range v {
		at := (float64(i) - n/2) / rate
		want := 2 / omega * math.Exp(-at*at/4) * math.Sin(omega*at)
		if math.Abs(v[i]-want) > 0.02*2/omega {
			t.Fatalf("velocity %d is %v, want %v", i, v[i], want)
		}
	}
	if vibration.Integrated(a, 1, 0.5) != nil || vibration.Integrated(a[:600], rate, 0.5) != nil {
		t.Error("integrated although the corner is at half of the rate, or the record too short")
	}
}

// A record of velocity: peaks, effective values and frequencies by component, and the values of all together.
func TestSummaryOfVelocity(t *testing.T) {
	const rate, n = 200.0, 2000
	record := vibration.Record{Rate: rate, Axes: []vibration.Axis{
		{Field: "vx", Unit: "cm/s", Samples: packet(0.3, 12.5, rate, n)}, {Field: "vz", Unit: "mm/s", Samples: packet(4, 20, rate, n)},
	}}
	s := vibration.Summarize(&record, vibration.Settings{})
	near(t, "peakX", s["peakX"], 3, 1e-3)
	near(t, "rmsZ", s["rmsZ"], 4*math.Sqrt(math.Sqrt(math.Pi/2)*2/10/2), 1e-3)
	near(t, "freqX", s["freqX"], 12.5, 1e-3)
	near(t, "freqZ", s["freqZ"], 20, 1e-3)
	near(t, "ppv", s["ppv"], s["peakZ"], 1e-12)
	near(t, "disp", s["disp"], 3/(2*math.Pi*12.5), 0.002)
	for _, missing := range []string{"peakY", "pga", "pgv"} {
		if v, ok := s[missing]; ok {
			t.Errorf("%s is %v without such a component", missing, v)
		}
	}
}

// A record of acceleration has the velocity by integration, unless it is to stay an acceleration.
func TestSummaryOfAcceleration(t *testing.T) {
	const rate, n = 200.0, 4000
	record := vibration.Record{Rate: rate, Axes: []vibration.Axis{{Field: "az", Unit: "gal", Samples: packet(100, 4, rate, n)}}}
	s := vibration.Summarize(&record, vibration.Settings{})
	near(t, "pga", s["pga"], 1, 1e-3)
	near(t, "pgv", s["pgv"], 1/(2*math.Pi*4), 1e-3)
	near(t, "ppv", s["ppv"], 1000*s["pgv"], 1e-9)
	if s := vibration.Summarize(&record, vibration.Settings{KeepAcceleration: true}); s["pgv"] != 0 || s["ppv"] != 0 || s["pga"] == 0 {
		t.Errorf("summary of acceleration alone: %v", s)
	}
	if high := vibration.Summarize(&record, vibration.Settings{HighPass: 8}); high["ppv"] > s["ppv"]/2 {
		t.Errorf("a corner above the wave leaves %v of %v mm/s", high["ppv"], s["ppv"])
	}
}

// A record with a gap has the peaks of what came, and nothing that needs all of it.
func TestSummaryWithGap(t *testing.T) {
	x := sine(2, 5, 100, 1000)
	for i := 400; i < 500; i++ {
		x[i] = math.NaN()
	}
	s := vibration.Summarize(&vibration.Record{Rate: 100, Axes: []vibration.Axis{{Field: "vx", Unit: "mm/s", Samples: x}}}, vibration.Settings{})
	near(t, "peakX", s["peakX"], 2, 1e-6)
	near(t, "ppv", s["ppv"], 2, 1e-6)
	for _, missing := range []string{"freqX", "disp"} {
		if v, ok := s[missing]; ok {
			t.Errorf("%s is %v of a record with a gap", missing, v)
		}
	}
}

// Peaks of a spectrum are listed from the largest on.
func TestPeaksOfSpectrum(t *testing.T) {
	x := sine(3, 5, 100, 1000)
	for i, v := range sine(1, 20, 100, 1000) {
		x[i] += v
	}
	peaks := vibration.SpectrumOf(x, 100, vibration.Hann).Peaks(2)
	if len(peaks) != 2 {
		t.Fatal(peaks)
	}
	near(t, "first", peaks[0].Frequency, 5, 1e-6)
	near(t, "second", peaks[1].Frequency, 20, 1e-6)
	near(t, "amplitude", peaks[1].Amplitude, 1, 1e-6)
}
