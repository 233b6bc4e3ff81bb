package ingest

import (
	"context"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/command"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Trial is the outcome of a frame without storing it.
type Trial struct {
	Type     protocol.Type
	Answer   *command.Answer // of an ack
	Code     string          // of an event
	Firmware string          // as the device reports it
	Items    int             // records in the frame
	Rows     []series.Put    // raw readings, in the order of the frame
	Refused  *errs.Error     // why the frame, or readings of it, are rejected; nil if accepted
}

// Try decodes a frame as stage 1 does.
func (s *Service) Try(ctx context.Context, f Frame) (Trial, error) { return s.trial(ctx, f, nil) }

// TryAs decodes a frame as stage 1 would if the device spoke a family with a profile.
func (s *Service) TryAs(ctx context.Context, f Frame, family *protocol.Family, profile any) (Trial, error) {
	return s.trial(ctx, f, &spoken{family: family, profile: profile})
}

func (s *Service) trial(ctx context.Context, f Frame, as *spoken) (Trial, error) {
	d := decoding{
		as:        as,
		directory: s.config.Directory, missingTimestamps: newMissingTimestamps(s.config.Data), seen: newSeenDevices(), words: newColumnLimit(),
		decoders: map[string]protocol.Decoder{},
	}
	var work stage1Batch
	if err := d.frame(ctx, Entry{Seq: 1 << 62}, &f, &work); err != nil {
		return Trial{}, err
	}
	trial := Trial{Type: d.message.Type, Code: d.message.Code, Firmware: d.message.Firmware, Items: d.message.Items, Rows: work.rows}
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
