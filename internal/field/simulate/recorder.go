package simulate

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"plumbline/internal/core/vibration"
	"plumbline/internal/field/protocol"
)

// Limits of records (domain measurements.md section 2.5).
const (
	maxContinuous  = 64   // Hz
	maxRate        = 1000 // Hz
	maxRecord      = 120 * time.Second
	usualEvent     = 5 * time.Second
	usualRest      = "voltage" // what a recorder measures besides
	preTrigger     = 0.5       // s
	recorderScale  = 0.001     // mm/s
	triggerLevel   = 0.5       // mm/s
	ambient        = 0.05      // mm/s
	continuousPeak = 0.4       // mm/s
	eventPeak      = 8         // mm/s
)

// recorder invents records of a vibration recorder: three components of a velocity in mm/s.
type recorder struct {
	rate   float64
	length time.Duration
	event  bool
	device int
}

// recorderOf returns the recorder of the flags; nil: readings are sent.
func (o Options) recorderOf(device int) (*recorder, error) {
	if o.Rate == 0 {
		if o.Event || o.Length != 0 {
			return nil, fmt.Errorf("%w: --event and --length need --rate", ErrUsage)
		}
		return nil, nil
	}
	r := &recorder{rate: o.Rate, length: o.Length, event: o.Event, device: device}
	most := float64(maxContinuous)
	if r.event {
		most = maxRate
	}
	switch {
	case r.length == 0 && r.event:
		r.length = min(usualEvent, o.Interval)
	case r.length == 0:
		r.length = min(maxRecord, o.Interval)
	}
	switch {
	case !(r.rate >= 1 && r.rate <= most):
		return nil, fmt.Errorf("%w: --rate must be 1 to %g Hz, with --event to %d Hz", ErrUsage, most, maxRate)
	case r.length <= 0 || r.length > maxRecord || r.length > o.Interval:
		return nil, fmt.Errorf("%w: --length must be at most %v and at most --interval", ErrUsage, maxRecord)
	case o.File != "" || o.ADMI != "":
		return nil, fmt.Errorf("%w: --rate invents records: it goes with neither --file nor --admi", ErrUsage)
	}
	return r, nil
}

// messages returns record n, which begins at a time, as messages: its parts, and what triggered it.
func (r *recorder) messages(n int, at int64, history bool) [][]byte {
	count := max(1, int(math.Round(r.length.Seconds()*r.rate)))
	made := protocol.Recording{
		Fragment: vibration.Fragment{Time: at, Rate: r.rate, Scale: recorderScale, Count: count}, History: history,
	}
	for axis, field := range []string{"vx", "vy", "vz"} {
		samples := make([]int16, count)
		for i := range samples {
			v := r.velocity(axis, n, float64(i)/r.rate)
			samples[i] = int16(math.Round(max(math.MinInt16, min(math.MaxInt16, v/recorderScale))))
		}
		made.Axes, made.Samples = append(made.Axes, vibration.Component{Field: field, Unit: "mm/s"}), append(made.Samples, samples)
	}
	list := protocol.Named(protocol.Open).Record(made)
	if i, axis, found := crossing(made.Samples); r.event && found {
		late := ""
		if history {
			late = `,"hist":true`
		}
		value := strconv.FormatFloat(float64(made.Samples[axis][i])*recorderScale, 'f', 3, 64)
		list = append(list, fmt.Appendf(nil, `{"type":"event","t":%d,"code":"trigger"%s,"v":{"%s":%s}}`,
			at+int64(float64(i)*1000/r.rate), late, made.Axes[axis].Field, value))
	}
	return list
}

// crossing returns the first sample that passes the trigger level, and its axis.
func crossing(axes [][]int16) (sample, axis int, found bool) {
	for i := range axes[0] {
		for axis := range axes {
			if math.Abs(float64(axes[axis][i])) >= triggerLevel/recorderScale {
				return i, axis, true
			}
		}
	}
	return 0, 0, false
}

// velocity returns a component of record n in mm/s, seconds after its begin: the structure's own frequencies, which an event
// excites after the time before its trigger.
func (r *recorder) velocity(axis, n int, seconds float64) float64 {
	own := r.rate / 20 * (1 + 0.15*float64(axis) + 0.02*float64(r.device%10)) // Hz: well below half of the rate
	phase := float64(r.device) + 1.3*float64(axis)
	if r.event {
		phase += 0.7 * float64(n)
	} else {
		seconds += float64(n) * r.length.Seconds() // the samples go on from record to record
	}
	share := 1 - 0.25*float64(axis)
	noise := ambient * math.Sin(2*math.Pi*own*2.7*seconds+phase) * math.Cos(2*math.Pi*own*0.31*seconds)
	if !r.event {
		swell := 1 + 0.3*math.Sin(2*math.Pi*seconds/600)
		return noise + continuousPeak*share*swell*math.Sin(2*math.Pi*own*seconds+phase)
	}
	since := seconds - preTrigger
	if since < 0 {
		return noise
	}
	peak := eventPeak * share * (0.4 + 0.3*(1+math.Sin(phase)))
	return noise + peak*math.Exp(-2*since)*math.Sin(2*math.Pi*own*since)
}
