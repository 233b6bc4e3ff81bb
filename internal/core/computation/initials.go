package computation

import (
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
)

const gatewayType = "GDM"

// initialTimeline is what initial value holds when: that of the point, and while the point
// is a gateway's own tilt the gateway's initial tilt (domain devices.md section 3.8). Of
// both the one that began later holds.
func initialTimeline(d *definition.Definition) dated.Timeline[definition.Initial] {
	versions := d.Config.Initial.Versions()
	var tilts []dated.Version[definition.Initial]
	for _, binding := range d.Config.Binding.Versions() {
		if len(binding.Value.Sources) == 0 || binding.Value.Sources[0].ChannelNo != 0 {
			continue
		}
		gateway := d.Devices[binding.Value.Sources[0].DeviceID]
		if gateway.Type != gatewayType {
			continue
		}
		until, ends := d.Config.Binding.Until(binding.ValidFrom)
		for _, tilt := range gateway.Config.GDMAngle.Versions() {
			next, followed := gateway.Config.GDMAngle.Until(tilt.ValidFrom)
			if ends && tilt.ValidFrom >= until || followed && next <= binding.ValidFrom {
				continue
			}
			tilts = append(tilts, dated.Version[definition.Initial]{
				ID: tilt.ID, ValidFrom: max(tilt.ValidFrom, binding.ValidFrom), RecordedAt: tilt.RecordedAt, RecordedBy: tilt.RecordedBy, Note: tilt.Note,
				Value: definition.Initial{Mode: initialManual, Values: map[string]float64{"angleX": tilt.Value.X0, "angleY": tilt.Value.Y0, "angleZ": tilt.Value.Z0}},
			})
		}
	}
	if len(tilts) == 0 {
		return d.Config.Initial
	}
	return dated.Of(append(append([]dated.Version[definition.Initial](nil), versions...), tilts...))
}

// Initials is what initial value of the point holds when.
func (p *Point) Initials() dated.Timeline[definition.Initial] { return p.initials }
