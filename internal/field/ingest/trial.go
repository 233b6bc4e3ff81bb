package ingest

import (
	"context"
	"math"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/command"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// Trial is the outcome of a frame without storing it.
type Trial struct {
	Type     protocol.Type
	Answer   *command.Answer // of an ack
	Code     string          // of an event
	Firmware string          // as the device reports it
	Items    int             // records in the frame
	Rows     []series.Put    // raw readings, in the order of the frame
	Waves    []series.Waveform
	Refused  *errs.Error // why the frame, or readings of it, are rejected; nil if accepted

	Family *protocol.Family // by which it was read; nil if the device is unknown
	Fields []protocol.Field // only with a Draft; nil if the family takes no frames apart
	Frame  []byte           // with a Draft: what was decoded
}

// Draft is how a frame is tried at the workbench.
type Draft struct {
	Link    device.Link // only protocol and profile; none: those of the device
	Changes []Change    // of the readings before the trial
	Repair  bool        // correct checksums and lengths first, for bytes changed by hand
}

// Try decodes a frame as stage 1 does; draft may be nil. The error is that of a bad draft.
func (s *Service) Try(ctx context.Context, f Frame, draft *Draft) (Trial, error) {
	d := decoding{
		directory: s.config.Directory, missingTimestamps: newMissingTimestamps(s.config.Data), seen: newSeenDevices(), words: newColumnLimit(),
		decoders: map[string]protocol.Decoder{},
	}
	var trial Trial
	sender, known := s.config.Directory.ByID(f.Device)
	if draft != nil && known {
		var err error
		if sender, err = sender.speaking(draft.Link, f.Received); err != nil {
			return Trial{}, err
		}
		if err := trial.prepare(sender, &f, draft); err != nil {
			return Trial{}, err
		}
	}
	var work stage1Batch
	decode := d.frame
	if known && f.Kind.decoded() {
		trial.Family, _ = FamilyOf(f.Transport, sender, f.Received)
		decode = func(ctx context.Context, entry Entry, f *Frame, into *stage1Batch) error {
			return d.frameOf(ctx, sender, entry, f, into)
		}
	}
	if err := decode(ctx, Entry{Seq: 1 << 62}, &f, &work); err != nil {
		return Trial{}, err
	}
	trial.Type, trial.Code, trial.Firmware, trial.Items = d.message.Type, d.message.Code, d.message.Firmware, d.message.Items
	trial.Rows, trial.Waves = work.rows, work.waves
	if len(work.answers) > 0 {
		trial.Type, trial.Answer = protocol.Ack, &work.answers[0]
	}
	if len(work.dead) > 0 {
		trial.Refused = work.dead[0].Reason
	}
	for i := range trial.Rows { // the decoder owns the message's memory
		trial.Rows[i].Columns = reading.Intern(trial.Rows[i].Columns.List)
	}
	return trial, nil
}

// prepare applies a draft to the frame, and takes the frame apart.
func (t *Trial) prepare(sender *Device, f *Frame, draft *Draft) error {
	family, profile := FamilyOf(f.Transport, sender, f.Received)
	if f.Kind.IsPolled() {
		f.Payload = withRequest(family, profile, sender.address(f.Received), f.Payload)
	}
	if len(draft.Changes) > 0 {
		changed, err := changedFrame(sender, family, profile, f, draft.Changes)
		if err != nil {
			return err
		}
		f.Payload = changed
	}
	if family.Dissect != nil {
		t.Fields = family.Dissect(f.Payload, profile)
		if draft.Repair {
			f.Payload, t.Fields = repaired(family, profile, f.Payload, t.Fields)
		}
	}
	t.Frame = f.Payload
	return nil
}

// speaking returns the device as if it spoke the protocol of a link with its profile. An empty link changes nothing.
func (d *Device) speaking(link device.Link, at int64) (*Device, error) {
	present, _ := d.Speaks(at)
	draft := *d.Link(at)
	switch {
	case link.Protocol == "" && len(link.Profile) == 0:
		return d, nil
	case link.Protocol == "":
		draft.Protocol, draft.Profile = present.Name, link.Profile
	case link.Protocol == present.Name && len(link.Profile) == 0:
		draft.Protocol = present.Name
	default:
		draft.Protocol, draft.Profile = link.Protocol, link.Profile
	}
	if err := CheckLink(device.Device{ProtocolCode: d.ProtocolCode}, draft); err != nil {
		return nil, err
	}
	family := familyOf(d.ProtocolCode, &draft)
	profile, _ := profileOf(family, draft.Profile) // CheckLink has read it
	other := *d
	other.spoken = []spoken{{math.MinInt64, family, &draft, profile}}
	return &other, nil
}

// address returns the address of an instrument on its bus; 0: that of its profile.
func (d *Device) address(at int64) int {
	if link := d.Link(at); link.Address > 0 {
		return link.Address
	}
	if connection, ok := d.Connection.At(at); ok {
		return int(connection.Value.ChannelNo)
	}
	return 0
}
