package query

import (
	"context"

	"plumbline/internal/core/formula"
	"plumbline/internal/platform/errs"
)

// PipeChannel is where a survey of a pipe is stored.
type PipeChannel struct {
	Device  int64
	Channel int32
	Taken   bool // a survey is there at the time
}

// PreviewPipe computes a survey that is not stored yet, with the settings of a point at a time. value returns what was read.
func (s *Service) PreviewPipe(
	ctx context.Context, pointID, at int64, value func(field string, node int32) float64,
) (path formula.PipePath, reason string, into PipeChannel, err error) {
	p, err := s.point(ctx, pointID)
	if err != nil {
		return path, "", into, err
	}
	setting, _ := p.Setting(at)
	path, reason, ok := setting.PathOf(value)
	main := p.At(at).Main
	if !ok || len(setting.Segments) == 0 || main == 0 || !main.IsRaw() {
		return path, "", into, errs.New(errs.PipeUnset)
	}
	into.Device, into.Channel = main.Channel()
	rows, err := s.RawBefore(ctx, into.Device, into.Channel, at+1, 1)
	into.Taken = len(rows) > 0 && rows[0].Time == at
	return path, reason, into, err
}
