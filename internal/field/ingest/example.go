package ingest

import (
	"slices"

	"plumbline/internal/field/protocol"
)

// Example is what a device on a line sends.
type Example struct {
	Family       *protocol.Family
	Gateway      *Device // that dials in
	Registration []byte  // what it sends first, with SecretPlace for its secret; nil: its frames name it
	EachPacket   bool    // the registration stands before each packet
	Frame        []byte  // a valid frame; of a polled instrument the answer. nil: the family writes none
	Request      []byte  // of the platform, which the frame answers; nil: it comes unasked
}

// SecretPlace stands for the secret of a device in its registration packet.
const SecretPlace = "SECRET"

// Example returns what a device sends that measures values of fields at a time (UTC ms); false if it is on no line.
func (d *Directory) Example(id, at int64, fields []string, values []float64) (e Example, ok bool) {
	way, ok := d.Way(id, at)
	if !ok || way.Line == nil || !way.Line.OnLine() {
		return e, false
	}
	instrument, known := d.ByID(id)
	gateway, connected := d.ByID(way.Gateway)
	if !known || !connected {
		return e, false
	}
	family, profile := instrument.Speaks(at)
	e = Example{Family: family, Gateway: gateway}
	if family.Stream == nil || family.Stream.Register == nil {
		if e.Registration = []byte(gateway.registration()); len(e.Registration) == 0 {
			name := gateway.Register
			if gateway.Link(at).NeedsSecret {
				name += "," + SecretPlace
			}
			e.Registration = []byte(name + "\r\n")
		}
		e.EachPacket = gateway.Link(at).EachPacket
	}
	sample := protocol.Sample{Seq: 1, Time: at, Values: values, Register: gateway.Register}
	for _, field := range fields {
		sample.Targets = append(sample.Targets, protocol.Target{Field: field})
	}
	switch {
	case family.Polling != nil:
		for _, request := range family.Polling.Requests(profile, instrument.address(at)) {
			answer := family.Polling.Respond(profile, sample, request)
			if len(answer) == 0 {
				continue
			}
			measured := answered(family, profile, slices.Concat(request, answer), sample)
			e.Request, e.Frame = slices.Clone(request), family.Polling.Respond(profile, measured, request)
			break
		}
	case family.Simulate != nil:
		e.Frame = family.Simulate(sample)
	}
	return e, true
}

// answered returns the sample with the fields that the profile reads, which the type of the device may not have.
func answered(family *protocol.Family, profile any, frame []byte, sample protocol.Sample) protocol.Sample {
	const usual = 20.0
	m := new(protocol.Message)
	if err := family.NewDecoder().Decode(frame, profile, m); err != nil {
		return sample
	}
	for i := range m.Readings {
		for _, column := range m.Readings[i].Columns.List {
			target := protocol.Target{Channel: m.Readings[i].Channel, Node: column.Node, Field: column.Field}
			if !slices.Contains(sample.Targets, target) {
				sample.Targets, sample.Values = append(sample.Targets, target), append(sample.Values, usual)
			}
		}
	}
	return sample
}
