package sl651

import (
	"encoding/hex"
	"encoding/json"
	"math"
	"strconv"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Limits of a profile.
const (
	maxElements  = 256
	maxQuestions = 8
	maxStep      = 24 * 60 // minutes
)

// profile is what is configured for a station.
type profile struct {
	center   byte
	password [2]byte
	history  [][]byte // identifier and definition of the elements to ask for
	step     int      // minutes between their values
	elements map[int]element
}

// element is the field of an element, whose numbers are multiplied by scale.
type element struct {
	field string
	scale float64
}

// secondsPerHour converts m³/s to the m³/h of the field flow.
const secondsPerHour = 3600

// elements are the fields of domain protocols.md section 6.
var elements = map[int]element{
	0x1A: {"rain1h", 1}, 0x1F: {"rainDay", 1}, 0x20: {"rainToday", 1}, 0x26: {"total", 1},
	0x27: {"flow", secondsPerHour}, 0x38: {"voltage", 1},
	0x39: {"level", 1}, 0x3A: {"levelDown", 1}, 0x3B: {"level", 1}, idStatus: {"status", 1},
	idRain: {"rain5min", 1}, idLevels: {"relativeLevel", 1},
	0xF6: {"relativeLevel2", 1}, 0xF7: {"relativeLevel3", 1}, 0xF8: {"relativeLevel4", 1}, 0xF9: {"relativeLevel5", 1},
	0xFA: {"relativeLevel6", 1}, 0xFB: {"relativeLevel7", 1}, 0xFC: {"relativeLevel8", 1},
}

var defaultProfile = &profile{center: 1, history: [][]byte{{0x39, 0x23}}, step: 60, elements: elements}

func profileOf(configured any) *profile {
	if p, ok := configured.(*profile); ok {
		return p
	}
	return defaultProfile
}

// readProfile decodes a profile (protocol.Family). All members are optional:
//
//	{"center":1,"password":"1234","history":["3923","2619"],"step":60,
//	 "elements":{"39":{"field":"level","factor":1},"FF01":{"field":"temp"}}}
//
// center and password are those of commands. history lists the elements that a command asks for, each with its
// definition, and step the minutes between their values. elements replaces the fields of elements; factor is 1 by
// default.
func readProfile(configured json.RawMessage) (any, error) {
	if len(configured) == 0 {
		return defaultProfile, nil
	}
	var given struct {
		Center, Step *int
		Password     *string
		History      []string
		Elements     map[string]struct {
			Field  string
			Factor *float64
		}
	}
	if err := errs.Decode(configured, &given); err != nil {
		return nil, err
	}
	var refused errs.Refusals
	p := &profile{center: 1, history: defaultProfile.history, step: defaultProfile.step, elements: map[int]element{}}
	for id, e := range elements {
		p.elements[id] = e
	}
	if given.Center != nil {
		if *given.Center < 0 || *given.Center > 255 {
			refused.Add("center", errs.OutOfRange, "min", 0, "max", 255)
		}
		p.center = byte(*given.Center)
	}
	if given.Step != nil {
		if p.step = *given.Step; p.step < 1 || p.step > maxStep {
			refused.Add("step", errs.OutOfRange, "min", 1, "max", maxStep)
		}
	}
	if given.Password != nil {
		raw, err := hex.DecodeString(*given.Password)
		if err != nil || len(raw) != len(p.password) {
			refused.Add("password", errs.FormatWrong)
		}
		copy(p.password[:], raw)
	}
	if given.History != nil {
		p.questions(given.History, &refused)
	}
	if len(given.Elements) > maxElements {
		refused.Add("elements", errs.TooManyEntries, "max", maxElements)
		return nil, refused.Err()
	}
	for code, e := range given.Elements {
		scale := 1.0
		if e.Factor != nil {
			scale = *e.Factor
		}
		id, ok := identifier(code)
		switch {
		case !ok:
			refused.Add("elements."+code, errs.FormatWrong)
		case !protocol.FieldName(e.Field):
			refused.Add("elements."+code+".field", errs.FormatWrong)
		case scale == 0 || math.IsInf(scale, 0):
			refused.Add("elements."+code+".factor", errs.NotFinite)
		}
		p.elements[id] = element{e.Field, scale}
	}
	if err := refused.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// questions decodes the elements to ask for.
func (p *profile) questions(given []string, refused *errs.Refusals) {
	if len(given) == 0 || len(given) > maxQuestions {
		refused.Add("history", errs.OutOfRange, "min", 1, "max", maxQuestions)
		return
	}
	p.history = nil
	for i, code := range given {
		raw, err := hex.DecodeString(code)
		if want := 2; err != nil || len(raw) == 0 || raw[0] == idExtended && len(raw) != want+1 || raw[0] != idExtended && len(raw) != want {
			refused.Add("history["+strconv.Itoa(i)+"]", errs.FormatWrong)
			continue
		}
		p.history = append(p.history, raw)
	}
}

// identifier decodes 39 or FF01.
func identifier(code string) (id int, ok bool) {
	v, err := strconv.ParseUint(code, 16, 16)
	extended := len(code) == 4 && v>>8 == idExtended
	return int(v), err == nil && (extended || len(code) == 2)
}
