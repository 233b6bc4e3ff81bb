package query

import (
	"context"
	"math"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/formula"
	"plumbline/internal/platform/errs"
)

// SurveyChannel is where a survey is stored.
type SurveyChannel struct {
	Device  int64
	Channel int32
	Taken   bool // a survey is there at the time
}

// surveyChannel returns where a survey of a point is stored; ok is false if nothing feeds the point.
func (s *Service) surveyChannel(ctx context.Context, p *compiled.Point, at int64) (into SurveyChannel, ok bool, err error) {
	main := p.At(at).Main
	if main == 0 || !main.IsRaw() {
		return into, false, nil
	}
	into.Device, into.Channel = main.Channel()
	rows, err := s.RawBefore(ctx, into.Device, into.Channel, at+1, 1)
	into.Taken = len(rows) > 0 && rows[0].Time == at
	return into, true, err
}

// SurveyDevice returns the device that surveys a point at a time; 0: none.
func (s *Service) SurveyDevice(ctx context.Context, pointID, at int64) (int64, error) {
	p, err := s.point(ctx, pointID)
	if err != nil {
		return 0, err
	}
	if main := p.At(at).Main; main != 0 && main.IsRaw() {
		id, _ := main.Channel()
		return id, nil
	}
	return 0, nil
}

// PreviewPipe computes a survey that is not stored yet, with the settings of a point at a time. value returns what was read.
func (s *Service) PreviewPipe(
	ctx context.Context, pointID, at int64, value func(field string, node int32) float64,
) (path formula.PipePath, reason string, into SurveyChannel, err error) {
	p, err := s.point(ctx, pointID)
	if err != nil {
		return path, "", into, err
	}
	setting, _ := p.Setting(at)
	path, reason, ok := setting.PathOf(value)
	into, fed, err := s.surveyChannel(ctx, p, at)
	if err == nil && (!ok || len(setting.Segments) == 0 || !fed) {
		err = errs.New(errs.PipeUnset)
	}
	return path, reason, into, err
}

// Casing returns the stations of a casing at a time, from the collar down, and where a survey of it is stored.
func (s *Service) Casing(ctx context.Context, pointID, at int64) (stations []SurveyNode, into SurveyChannel, err error) {
	p, err := s.point(ctx, pointID)
	if err != nil {
		return nil, into, err
	}
	setting, _ := p.Setting(at)
	into, fed, err := s.surveyChannel(ctx, p, at)
	if err != nil {
		return nil, into, err
	}
	none := math.NaN()
	for _, node := range p.At(at).Nodes {
		if node.No > 0 {
			stations = append(stations, SurveyNode{No: node.No, Depth: node.Depth, X: none, Y: none, Dx: none, Dy: none})
		}
	}
	if !fed || !setting.ComputesCasing() || len(stations) == 0 {
		return nil, into, errs.New(errs.CasingUnset)
	}
	return stations, into, nil
}
