package scope

import (
	"math"
	"slices"
	"strings"
	"time"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/platform/i18n"
)

var kinds = map[content.Kind]i18n.Label{
	content.Day: {Zh: "日报", En: "Daily report", Tw: "日報"}, content.Week: {Zh: "周报", En: "Weekly report", Tw: "週報"},
	content.Month: {Zh: "月报", En: "Monthly report", Tw: "月報"}, content.Stage: {Zh: "阶段报告", En: "Stage report", Tw: "階段報告"},
	content.Special: {Zh: "专题报告", En: "Special report", Tw: "專題報告"},
}

var extremes = map[content.Extreme]i18n.Label{
	content.MostPositive: {Zh: "正向最大", En: "Most positive", Tw: "正向最大"}, content.MostNegative: {Zh: "负向最大", En: "Most negative", Tw: "負向最大"},
	content.Fastest: {Zh: "最大速率", En: "Fastest", Tw: "最大速率"},
}

// Value returns the value of a word where it stands. ok is false if the word has no value there.
func (s *Scope) Value(w *placeholder.Word) (v Value, ok bool) {
	if len(w.Within) > 0 && w.Name != "measurement" && strings.HasPrefix(w.Name, "measurement.") {
		return s.ofMeasurementName(w.Name)
	}
	if strings.HasPrefix(w.Name, "hole.") {
		return s.ofHole(w.Name)
	}
	if len(w.Within) == 0 {
		return s.general(w.Name)
	}
	if w.Name == "number" {
		return count(s.number), true
	}
	if w.Name == "measurement" && s.measurement != nil {
		return plain(s.measurement.Name), true
	}
	switch thing := s.thing.(type) {
	case *content.Row:
		return s.row(w.Name, thing)
	case *content.Maximum:
		return s.maximum(w.Name, thing)
	case *content.Alarm:
		return s.alarm(w.Name, thing)
	case *content.Device:
		return s.device(w.Name, thing)
	case *content.Missing:
		return s.missing(w.Name, thing)
	case *content.Weather:
		return station(w.Name, thing)
	}
	return Value{}, false
}

func (s *Scope) general(name string) (Value, bool) {
	r := s.report
	if role, rest, is := strings.Cut(strings.TrimPrefix(name, "signature."), "."); strings.HasPrefix(name, "signature.") {
		return s.signature(content.Role(role), is && rest == "time"), true
	}
	switch name {
	case "project.name":
		return plain(r.Project.Name), true
	case "project.address":
		return s.entered(r.Project.Address), true
	case "project.remarks":
		return s.entered(r.Project.Remarks), true
	case "project.corporation":
		return s.entered(r.Project.Corporation), true
	case "project.zone":
		return plain(s.zone.String()), true
	case "report.title":
		return plain(r.Title), true
	case "report.kind":
		return s.label(kinds[r.Kind]), true
	case "report.number":
		if r.Number == "" {
			return s.label(notIssued), true
		}
		return plain(r.Number), true
	case "report.revision":
		return count(r.Revision), true
	case "report.date": // a period that ends at midnight belongs to the day before
		return plain(time.UnixMilli(r.To - 1).In(s.zone).Format(time.DateOnly)), true
	case "report.from":
		return s.moment(r.From, notEntered), true
	case "report.to":
		return s.moment(r.To, notEntered), true
	case "report.period":
		return plain(s.moment(r.From, notEntered).Text + " – " + s.moment(r.To, notEntered).Text), true
	case "report.known":
		return s.moment(r.KnownAt, notEntered), true
	case "report.version":
		return plain(r.Version), true
	case "report.points":
		return count(r.Points), true
	}
	return s.typed(name)
}

func (s *Scope) typed(name string) (Value, bool) {
	switch name {
	case "weather":
		if strings.TrimSpace(s.report.Typed.Weather) != "" {
			return plain(s.report.Typed.Weather), true
		}
		return s.stations(false), true
	case "weather.stations":
		return s.stations(false), true
	case "weather.rain":
		return s.stations(true), true
	case "working":
		return s.entered(s.report.Typed.Working), true
	case "conclusion":
		return s.entered(s.report.Typed.Conclusion), true
	case "advice":
		return s.entered(s.report.Typed.Advice), true
	case "levels":
		return s.levelCounts(), true
	case "levels.worst":
		_, worst := s.levels()
		if worst == NoLevel {
			return s.label(noPoints), true
		}
		return s.level(worst), true
	case "alarms.count":
		return count(len(s.report.Alarms)), true
	case "missing.count":
		n := 0
		for _, m := range s.measurements() {
			n += len(m.Missing)
		}
		return count(n), true
	}
	return Value{}, false
}

func (s *Scope) signature(role content.Role, when bool) Value {
	for i := range s.report.Signatures {
		if g := &s.report.Signatures[i]; g.Role == role && g.Time != 0 {
			if when {
				return s.moment(g.Time, i18n.Label{})
			}
			return plain(g.Name)
		}
	}
	return plain("")
}

func (s *Scope) ofMeasurementName(name string) (Value, bool) {
	m := s.measurement
	if m == nil {
		return Value{}, false
	}
	switch name {
	case "measurement.name":
		return plain(m.Name), true
	case "measurement.code":
		return plain(m.Code), true
	case "measurement.points":
		points := map[int64]bool{}
		for i := range m.Rows {
			if m.Rows[i].This.Value != nil {
				points[m.Rows[i].PointID] = true
			}
		}
		return count(len(points)), true
	case "measurement.instruments":
		var list []string
		for i := range m.Rows {
			if one := m.Rows[i].Instrument; one != "" && !slices.Contains(list, one) {
				list = append(list, one)
			}
		}
		return s.entered(strings.Join(list, ", ")), true
	}
	return Value{}, false
}

func (s *Scope) ofHole(name string) (Value, bool) {
	h := s.hole
	if h == nil {
		return Value{}, false
	}
	worst, largest := -1, (*content.Row)(nil)
	for i := range h.Rows {
		r := &h.Rows[i]
		worst = max(worst, r.Level)
		if r.Accumulated.Value != nil && (largest == nil || math.Abs(*r.Accumulated.Value) > math.Abs(*largest.Accumulated.Value)) {
			largest = r
		}
	}
	first := &content.Row{}
	if len(h.Rows) > 0 {
		first = &h.Rows[0]
	}
	if largest == nil {
		largest = &content.Row{}
	}
	switch name {
	case "hole.point":
		return plain(h.Point), true
	case "hole.structure":
		return plain(h.Structure), true
	case "hole.quantity":
		return plain(h.Quantity), true
	case "hole.instrument":
		return s.entered(h.Instrument), true
	case "hole.count":
		return count(h.Count), true
	case "hole.time":
		return s.moment(first.Time, i18n.Label{Zh: Missing, En: Missing, Tw: Missing}), true
	case "hole.unit":
		return plain(first.This.Unit), true
	case "hole.maximum":
		return printed(largest.Accumulated), true
	case "hole.maximum.depth":
		return printed(largest.Depth), true
	case "hole.level":
		return s.level(worst), true
	}
	return Value{}, false
}
