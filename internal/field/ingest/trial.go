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
	Rows     []series.Put    // raw readings, in the order of the frame
	Refused  *errs.Error     // why the frame, or readings of it, are rejected; nil if accepted
}

// Try decodes a frame as stage 1 does.
func (s *Service) Try(ctx context.Context, f Frame) (Trial, error) {
	d := decoding{
		directory: s.config.Directory, missingTimestamps: newMissingTimestamps(s.config.Data), seen: newSeenDevices(), words: newColumnLimit(),
		decoders: map[string]protocol.Decoder{},
	}
	var work stage1Batch
	if err := d.frame(ctx, Entry{Seq: 1 << 62}, &f, &work); err != nil {
		return Trial{}, err
	}
	trial := Trial{Type: d.message.Type, Code: d.message.Code, Firmware: d.message.Firmware, Rows: work.rows}
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
