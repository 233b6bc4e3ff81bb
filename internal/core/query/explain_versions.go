package query

import (
	"math"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
)

// usedVersions returns the configuration in effect at a time.
func usedVersions(p *compiled.Point, t int64) []UsedVersion {
	d := &p.Definition
	id := d.Point.ID
	var list []UsedVersion
	list = appendUsed(list, "point", id, "binding", d.Config.Binding, t)
	list = appendUsed(list, "point", id, "formula", d.Config.Formula, t)
	list = appendInitial(list, p, t)
	list = appendUsed(list, "point", id, "processor", d.Config.Processor, t)
	list = appendUsed(list, "point", id, "collect", d.Config.Collect, t)
	list = appendUsed(list, "point", id, "monitoring", d.Config.Monitoring, t)
	list = appendUsed(list, "point", id, "thresholds", d.Thresholds, t)
	binding, ok := d.Config.Binding.At(t)
	if !ok {
		return list
	}
	told := map[int64]bool{}
	for _, source := range binding.Value.Sources {
		used, ok := d.Devices[source.DeviceID]
		if !ok || told[source.DeviceID] {
			continue
		}
		told[source.DeviceID] = true
		list = appendUsed(list, "device", source.DeviceID, "coefficients", used.Config.Coefficients, t)
		list = appendUsed(list, "device", source.DeviceID, "geometry", used.Config.Geometry, t)
		list = appendUsed(list, "device", source.DeviceID, "ranges", used.Config.Ranges, t)
		list = appendUsed(list, "device", source.DeviceID, "pam", used.Config.Pam, t)
		list = appendUsed(list, "device", source.DeviceID, "connection", used.Config.Connection, t)
		list = appendUsed(list, "device", source.DeviceID, "basic", used.Config.Basic, t)
	}
	return list
}

// appendInitial adds the initial value in effect: the point's, or the initial tilt of the gateway whose own tilt the
// point is.
func appendInitial(list []UsedVersion, p *compiled.Point, t int64) []UsedVersion {
	d := &p.Definition
	in, ok := p.Initials().At(t)
	if own, is := d.Config.Initial.At(t); !ok || is && own.ID == in.ID {
		return appendUsed(list, "point", d.Point.ID, "initial", d.Config.Initial, t)
	}
	for id, gateway := range d.Devices {
		if tilt, is := gateway.Config.GDMAngle.At(t); is && tilt.ID == in.ID {
			return appendUsed(list, "device", id, "gdmAngle", gateway.Config.GDMAngle, t)
		}
	}
	return list
}

func appendUsed[T any](list []UsedVersion, owner string, id int64, aspect string, line timeline.Timeline[T], t int64) []UsedVersion {
	if v, ok := line.At(t); ok {
		list = append(list, UsedVersion{Owner: owner, OwnerID: id, Aspect: aspect, ID: v.ID, ValidFrom: v.ValidFrom, Note: v.Note})
	}
	return list
}

// correctionsAt returns the corrections that affect a value of a column at a time.
func correctionsAt(p *compiled.Point, name reading.Column, kind ValueType, t int64) []correction.Correction {
	from := int64(math.MinInt64)
	if initial, ok := p.Initials().At(t); ok {
		from = initial.ValidFrom
	}
	var list []correction.Correction
	for _, c := range p.Definition.Corrections {
		if !c.InEffect() || len(c.Nodes) > 0 && !slices.Contains(c.Nodes, name.Node) {
			continue
		}
		about := len(c.Fields) == 0 || slices.Contains(c.Fields, name.Field)
		switch c.Kind {
		case correction.Withdraw, correction.Suspect:
			about = about && c.From <= t && t <= c.To
		case correction.Replace, correction.Amend, correction.Casing:
			about = c.From == t
		case correction.Shift:
			about = kind != Observed && c.From <= t && (about || isDerived(p, name, t))
		case correction.InitShift:
			_, own := c.Values[name.Field]
			about = kind != Observed && c.From <= t && (own || isDerived(p, name, t))
		case correction.TopShift:
			about = kind != Observed && c.From >= from && p.At(t).TopFixed
		}
		if about {
			list = append(list, c)
		}
	}
	return list
}
