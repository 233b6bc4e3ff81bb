package compiled

import (
	"hash/fnv"
	"strconv"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/timeline"
)

// Engine is the version of the computation. Raise it if equal readings and configuration give other results than
// before: all points are then recomputed at the next start.
//
// 2: rules that feed each other work with all digits, and results that are not numbers are flagged.
// 3: rain has sums. 4: gauges read every 15 min have no sum of 10 min.
// 5: the power-on value of a temperature sensor is no temperature.
// 6: the two runs of a pipe are averaged where its settings say so.
const Engine = 6

// fingerprint is one part of the configuration with the last time at which it applies.
type fingerprint struct {
	until int64
	hash  uint64
}

// Fingerprint is equal for two definitions of a point that agree on all times after t. Parts that only apply earlier
// are left out.
func (p *Point) Fingerprint(t int64) uint64 {
	var sum uint64
	for _, part := range p.fingerprints {
		if part.until > t {
			sum += part.hash
		}
	}
	return sum
}

func (p *Point) collectFingerprints() []fingerprint {
	d := &p.Definition
	list := []fingerprint{{Forever, HashOf("engine", Engine)}}
	list = appendFingerprints(list, "binding", d.Config.Binding)
	list = appendFingerprints(list, "formula", d.Config.Formula)
	list = appendFingerprints(list, "initial", p.initials)
	list = appendFingerprints(list, "processor", d.Config.Processor)
	list = appendFingerprints(list, "collect", d.Config.Collect)
	list = appendFingerprints(list, "monitoring", d.Config.Monitoring)
	list = appendFingerprints(list, "thresholds", d.Thresholds)
	for id, dev := range d.Devices {
		of := strconv.FormatInt(id, 10)
		list = appendFingerprints(list, "coefficients"+of, dev.Config.Coefficients)
		list = appendFingerprints(list, "geometry"+of, dev.Config.Geometry)
		list = appendFingerprints(list, "connection"+of, dev.Config.Connection)
		list = appendFingerprints(list, "basic"+of, dev.Config.Basic)
		if hours := dev.RepeatedHours; hours != nil {
			list = append(list, fingerprint{Forever, HashOf("repeated"+of, int64(*hours*3600_000))})
		} else if hours := dev.TypeRepeatedHours; hours != nil {
			list = append(list, fingerprint{Forever, HashOf("repeatedOfType"+of, int64(*hours*3600_000))})
		}
		list = appendFingerprints(list, "ranges"+of, dev.Config.Ranges)
		list = appendFingerprints(list, "pam"+of, dev.Config.Pam)
	}
	for _, c := range d.Corrections {
		until := c.From
		switch c.Kind {
		case correction.Withdraw, correction.Suspect:
			until = c.To
		case correction.Shift, correction.InitShift, correction.TopShift:
			until = Forever
		}
		list = append(list, fingerprint{until, HashOf("correction", c.ID, c.From)})
	}
	for _, a := range d.Actions {
		list = append(list, fingerprint{a.At + 1, HashOf("action"+a.Key.Field+string(a.Key.ValueType), a.At, a.Seen, int64(a.Level))})
	}
	return list
}

func appendFingerprints[T any](list []fingerprint, aspect string, line timeline.Timeline[T]) []fingerprint {
	versions := line.Versions()
	for i, v := range versions {
		until := int64(Forever)
		if i+1 < len(versions) {
			until = versions[i+1].ValidFrom
		}
		list = append(list, fingerprint{until, HashOf(aspect, v.ID, v.ValidFrom)})
	}
	return list
}

func HashOf(aspect string, numbers ...int64) uint64 {
	h := fnv.New64a()
	h.Write([]byte(aspect))
	var digits [24]byte
	for _, n := range numbers {
		h.Write(strconv.AppendInt(append(digits[:0], ' '), n, 10))
	}
	return h.Sum64()
}
