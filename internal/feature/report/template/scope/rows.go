package scope

import (
	"plumbline/internal/feature/report/content"
	"plumbline/internal/platform/i18n"
)

var missing = i18n.Label{Zh: Missing, En: Missing, Tw: Missing}

func (s *Scope) row(name string, r *content.Row) (Value, bool) {
	switch name {
	case "point":
		return plain(r.Point), true
	case "structure":
		return plain(r.Structure), true
	case "item":
		return plain(r.Item), true
	case "quantity":
		return plain(r.Quantity), true
	case "depth":
		if r.Depth.Value == nil {
			return plain(""), true // of a point that is no array
		}
		return printed(r.Depth), true
	case "initial":
		return printed(r.Initial), true
	case "previous":
		return printed(r.Previous), true
	case "this":
		return printed(r.This), true
	case "change":
		return printed(r.Change), true
	case "accumulated":
		return printed(r.Accumulated), true
	case "rate":
		return printed(r.Rate), true
	case "control":
		return plain(r.Control), true
	case "level":
		if r.This.Value == nil {
			return plain(Missing), true // no reading: there is no verdict
		}
		return s.level(r.Level), true
	case "unit":
		return plain(r.This.Unit), true
	case "change.unit":
		return plain(r.Change.Unit), true
	case "rate.unit":
		return plain(r.Rate.Unit), true
	case "time":
		return s.moment(r.Time, missing), true
	case "previous.time":
		return s.moment(r.PreviousTime, missing), true
	case "instrument":
		return plain(r.Instrument), true
	case "remark":
		return plain(r.Remark), true
	}
	return Value{}, false
}

func (s *Scope) maximum(name string, x *content.Maximum) (Value, bool) {
	switch name {
	case "of":
		return s.label(extremes[x.Of]), true
	case "quantity":
		return plain(x.Quantity), true
	case "value":
		return printed(x.Value), true
	case "unit":
		return plain(x.Value.Unit), true
	case "point":
		return plain(x.Point), true
	case "depth":
		if x.Depth.Value == nil {
			return plain(""), true
		}
		return printed(x.Depth), true
	case "time":
		return s.moment(x.Time, missing), true
	case "level":
		return s.level(x.Level), true
	}
	return Value{}, false
}

func (s *Scope) alarm(name string, a *content.Alarm) (Value, bool) {
	switch name {
	case "id":
		return count(a.ID), true
	case "kind":
		return plain(a.Kind), true
	case "level":
		return s.level(a.Level), true
	case "name":
		return plain(a.Name), true
	case "quantity":
		return plain(a.Quantity), true
	case "reason":
		return plain(a.Reason), true
	case "opened":
		return s.moment(a.Opened, missing), true
	case "ended":
		return s.moment(a.Ended, stillOpen), true
	case "status":
		return plain(a.Status), true
	case "handled":
		return plain(a.Handled), true
	}
	return Value{}, false
}

func (s *Scope) device(name string, d *content.Device) (Value, bool) {
	switch name {
	case "name":
		return plain(d.Name), true
	case "model":
		return plain(d.Model), true
	case "sncode":
		return plain(d.SNCode), true
	case "expected":
		if d.Expected == 0 {
			return s.label(noInterval), true
		}
		return count(d.Expected), true
	case "received":
		return count(d.Received), true
	case "arrival":
		return printed(d.Arrival), true
	case "health":
		return plain(d.Health), true
	}
	return Value{}, false
}

func (s *Scope) missing(name string, x *content.Missing) (Value, bool) {
	switch name {
	case "point":
		return plain(x.Point), true
	case "last":
		return s.moment(x.Last, neverRead), true
	case "reason":
		return plain(x.Reason), true
	}
	return Value{}, false
}

func station(name string, w *content.Weather) (Value, bool) {
	switch name {
	case "point":
		return plain(w.Point), true
	case "element":
		return plain(w.Name), true
	case "least":
		return printed(w.Least), true
	case "most":
		return printed(w.Most), true
	case "total":
		return printed(w.Total), true
	case "unit":
		return plain(w.Most.Unit), true
	}
	return Value{}, false
}
