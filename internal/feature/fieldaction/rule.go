// Package fieldaction makes devices act on alerts: rules of a project say which alert raises the collection interval of a
// device or switches a relay, and emergency plans ask the devices of a graded warning for an interval. A ledger has one row for each action, written in the transaction that stores the transition
// of the alert, and one server sends it as a command. Nothing is switched because of late data.
package fieldaction

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/field/command"
	"plumbline/internal/platform/errs"
)

// Limits of rules.
const (
	maxName    = 50 // characters
	maxRules   = 50
	maxDevices = 20
	maxPlaces  = 100
	maxLongest = 7 * 24 * 60 // minutes
	minSeconds = command.MinInterval
	maxSeconds = 7 * 86400
)

// What a rule does with its devices.
const (
	Interval = "interval" // raise the collection interval
	Command  = "command"  // send a command of the model
)

// Order is a command of a device's model with its parameters.
type Order struct {
	Code   string             `json:"code"`
	Params map[string]float64 `json:"params,omitempty"`
}

// Rule says what devices of a project do while some of its alerts are open.
type Rule struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	Name          string
	Enabled       bool
	Level         alarm.Level // lowest level of alerts about thresholds and gradings
	Measurements  []string    // empty: all
	Structures    []int64     // and Points; both empty: the whole project
	Points        []int64
	Devices       []int64
	Action        string
	Seconds       int64 // of Interval
	On            Order // of Command
	Off           *Order
	Longest       int64 // minutes after which a device is switched off in any case
	UpdatedAt     int64 // UTC ms
}

// check trims a rule and returns everything that is wrong with it, but for what it refers to.
func (r *Rule) check() error {
	var refused errs.Refusals
	r.Name = strings.TrimSpace(r.Name)
	switch n := utf8.RuneCountInString(r.Name); {
	case n == 0:
		refused.Add("name", errs.Empty)
	case n > maxName:
		refused.Add("name", errs.TooLong, "max", maxName)
	}
	if r.Level < alarm.Blue || r.Level > alarm.Red {
		refused.Add("level", errs.OutOfRange, "min", int(alarm.Blue), "max", int(alarm.Red))
	}
	for i, code := range r.Measurements {
		if !slices.ContainsFunc(catalog.Measurements(), func(m catalog.Measurement) bool { return m.Code == code }) {
			refused.Add(fmt.Sprintf("measurements[%d]", i), errs.MustExist)
		}
	}
	if r.Longest < 1 || r.Longest > maxLongest {
		refused.Add("longestMinutes", errs.OutOfRange, "min", 1, "max", maxLongest)
	}
	if len(r.Devices) == 0 {
		refused.Add("deviceIds", errs.Empty)
	}
	distinct(&refused, "deviceIds", r.Devices, maxDevices)
	distinct(&refused, "structureIds", r.Structures, maxPlaces)
	distinct(&refused, "measuringPointIds", r.Points, maxPlaces)
	switch r.Action {
	case Interval:
		r.On, r.Off = Order{}, nil
		if r.Seconds < minSeconds || r.Seconds > maxSeconds {
			refused.Add("intervalSeconds", errs.OutOfRange, "min", minSeconds, "max", maxSeconds)
		}
	case Command:
		r.Seconds = 0
		if r.On.Code == "" {
			refused.Add("on.code", errs.Empty)
		}
		if r.Off != nil && r.Off.Code == "" {
			refused.Add("off.code", errs.Empty)
		}
	default:
		refused.Add("action", errs.NotOneOf, "allowed", Interval+", "+Command)
	}
	return refused.Err()
}

func distinct(refused *errs.Refusals, field string, list []int64, most int) {
	for i, id := range list {
		if slices.Contains(list[:i], id) {
			refused.Add(fmt.Sprintf("%s[%d]", field, i), errs.Duplicate)
		}
	}
	if len(list) > most {
		refused.Add(field, errs.TooManyEntries, "max", most)
	}
}

// covers reports whether a rule is about a record.
func (r *Rule) covers(record *alarm.Record) bool {
	if r.ProjectID != record.ProjectID || record.Kind.Health() {
		return false
	}
	if len(r.Measurements) > 0 && !slices.Contains(r.Measurements, record.Measurement) {
		return false
	}
	return len(r.Structures)+len(r.Points) == 0 || slices.Contains(r.Structures, record.StructureID) ||
		slices.Contains(r.Structures, record.ItemID) || slices.Contains(r.Points, record.PointID)
}

// triggers reports whether a rule acts on an event of a record.
func (r *Rule) triggers(record *alarm.Record, h alarm.Happening) bool {
	opens := h.Event == alarm.EventRaised || h.Event == alarm.EventEscalated || h.Event == alarm.EventReopened
	return opens && !h.Late && h.Level >= r.Level && r.covers(record)
}

// kind returns the kind of the commands that a rule sends.
func (r *Rule) kind() command.Kind {
	if r.Action == Interval {
		return command.SetInterval
	}
	return command.Model
}

// onArgs returns the arguments of the command that switches on.
func (r *Rule) onArgs() string {
	if r.Action == Interval {
		return intervalArgs(r.Seconds)
	}
	return r.On.args()
}

func intervalArgs(seconds int64) string { return fmt.Sprintf(`{"interval":%d}`, seconds) }

// offArgs returns the arguments of the command that switches off; empty: the interval of before, or nothing.
func (r *Rule) offArgs() string {
	if r.Off == nil {
		return ""
	}
	return r.Off.args()
}

// target names what is switched at a device: rules that send the same command share it.
func (r *Rule) target() string {
	if r.Action == Interval {
		return Interval
	}
	return r.On.args()
}

// endsItself reports whether nothing is sent at the end.
func (r *Rule) endsItself() bool { return r.Action == Command && r.Off == nil }

// args encodes an order; map keys are sorted, so that equal orders are equal texts.
func (o Order) args() string {
	text, _ := json.Marshal(o) // numbers of a request are finite
	return string(text)
}
