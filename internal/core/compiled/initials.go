package compiled

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/timeline"
)

// initialTimeline returns the initial values of a point over time. While the point is a gateway's own tilt, the
// gateway's initial tilt applies too (domain devices.md section 3.8); the one that began later wins.
func initialTimeline(d *definition.Definition) timeline.Timeline[definition.Initial] {
	versions := d.Config.Initial.Versions()
	var tilts []timeline.Version[definition.Initial]
	for _, binding := range d.Config.Binding.Versions() {
		if len(binding.Value.Sources) == 0 || binding.Value.Sources[0].ChannelNo != 0 {
			continue
		}
		gateway := d.Devices[binding.Value.Sources[0].DeviceID]
		if !catalog.HasBlock(gateway.Type, "gdmAngleInit") {
			continue
		}
		until, ends := d.Config.Binding.Until(binding.ValidFrom)
		for _, tilt := range gateway.Config.GDMAngle.Versions() {
			next, followed := gateway.Config.GDMAngle.Until(tilt.ValidFrom)
			if ends && tilt.ValidFrom >= until || followed && next <= binding.ValidFrom {
				continue
			}
			tilts = append(tilts, timeline.Version[definition.Initial]{
				ID: tilt.ID, ValidFrom: max(tilt.ValidFrom, binding.ValidFrom), RecordedAt: tilt.RecordedAt, RecordedBy: tilt.RecordedBy, Note: tilt.Note,
				Value: definition.Initial{
					Mode: InitialManual, Values: map[string]float64{"angleX": tilt.Value.X0, "angleY": tilt.Value.Y0, "angleZ": tilt.Value.Z0},
				},
			})
		}
	}
	if len(tilts) == 0 {
		return d.Config.Initial
	}
	return timeline.Of(append(append([]timeline.Version[definition.Initial](nil), versions...), tilts...))
}

// Initials returns the initial values of the point over time.
func (p *Point) Initials() timeline.Timeline[definition.Initial] { return p.initials }

// InitialValue is an initial value formed by the fold or entered manually.
type InitialValue struct {
	Point   int64
	From    int64 // UTC ms from which changes are relative to it
	Version int64 // id of the version of aspect initial
	Formed  int64 // UTC ms of the last reading that went into it; 0 if manual
	Count   int   // readings that went into it; 0 if manual
	Columns *reading.Columns
	Values  []float64 // observed values, reading.Missing where there is none
}

// LooksBackAfter reports whether an initial value that begins after a time is formed from earlier readings.
func (p *Point) LooksBackAfter(t int64) bool {
	for _, v := range p.initials.Versions() {
		switch v.Value.Mode {
		case InitialCurrent:
			if max(v.ValidFrom, v.Value.Time) >= t {
				return true
			}
		case InitialAuto:
			if v.ValidFrom > t && v.Value.Time != 0 && v.Value.Time < v.ValidFrom {
				return true
			}
		}
	}
	return false
}

// The modes of an initial value (domain devices.md 3.2).
const (
	InitialAuto    = "auto"
	InitialCurrent = "current"
	InitialManual  = "manual"
)

const defaultInitialCount = 3

func InitialCount(how *definition.Initial) int {
	if how.Count <= 0 {
		return defaultInitialCount
	}
	return how.Count
}

func ManualInitial(how *definition.Initial, columns *reading.Columns) []float64 {
	values := make([]float64, columns.Len())
	for i, column := range columns.List {
		values[i] = reading.Missing
		if v, ok := how.Values[column.Field]; ok && column.Node == 0 {
			values[i] = v
		}
		for _, node := range how.Nodes {
			if v, ok := node.Values[column.Field]; ok && node.No == column.Node {
				values[i] = v
			}
		}
	}
	return values
}
