package geocom

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Settings is how a total station measures the prism that it aims at.
type Settings struct {
	Measure string `json:"measure,omitempty"` // full (default), simple or angles
	Wait    int    `json:"wait,omitempty"`    // for the distance, ms; default 5000
}

// Profile is a checked profile.
type Profile struct {
	rpc  int
	wait int
}

const (
	defaultWait = 5000
	maxWait     = 60_000
)

var measures = map[string]int{"": fullMeasure, "full": fullMeasure, "simple": simple, "angles": angles}

// ReadProfile reads and checks a profile.
func ReadProfile(text json.RawMessage) (*Profile, error) {
	var s Settings
	if len(text) > 0 {
		if err := errs.Decode(text, &s); err != nil {
			return nil, err
		}
	}
	var refused errs.Refusals
	rpc, ok := measures[s.Measure]
	if !ok {
		refused.Add("measure", errs.NotOneOf, "allowed", "full, simple, angles")
	}
	if s.Wait == 0 {
		s.Wait = defaultWait
	}
	if s.Wait < 0 || s.Wait > maxWait {
		refused.Add("wait", errs.OutOfRange, "min", 0, "max", maxWait)
	}
	if err := refused.Err(); err != nil {
		return nil, err
	}
	return &Profile{rpc: rpc, wait: s.Wait}, nil
}

func profileOf(profile any) *Profile {
	if p, ok := profile.(*Profile); ok && p != nil {
		return p
	}
	return &Profile{rpc: fullMeasure, wait: defaultWait}
}

var presets = []protocol.Preset{
	{Code: "full", Label: i18n.Label{Zh: "完整测量", En: "Full measurement", Tw: "完整測量"}, Profile: json.RawMessage(`{"measure":"full"}`)},
	{Code: "simple", Label: i18n.Label{Zh: "简单测量", En: "Simple measurement", Tw: "簡易測量"}, Profile: json.RawMessage(`{"measure":"simple"}`)},
	{Code: "angles", Label: i18n.Label{Zh: "仅测角", En: "Angles only", Tw: "僅測角"}, Profile: json.RawMessage(`{"measure":"angles"}`)},
}

// requests encodes a measurement: the distance is measured, read and cleared.
func requests(profile any, _ int) (list [][]byte) {
	p := profileOf(profile)
	transaction := rand.IntN(transacted)
	ask := func(rpc int, parameters string) {
		list = append(list, fmt.Appendf(nil, "%s%d,%d:%s%s", requestHead, rpc, 1+transaction%transacted, parameters, newline))
		transaction++
	}
	if p.rpc == angles {
		ask(angles, "1")
		return list
	}
	ask(doMeasure, "1,1")
	ask(p.rpc, fmt.Sprintf("%d,1", p.wait))
	ask(doMeasure, "3,1")
	return list
}
