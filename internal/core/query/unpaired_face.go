package query

import (
	"context"
	"fmt"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// UnpairedFace returns the time of a point's newest reading if it is one face of an observation that still waits for
// the other, and so has no result yet; 0: none waits.
func (s *Service) UnpairedFace(ctx context.Context, pointID int64) (at int64, err error) {
	p, known, err := s.directory.Find(ctx, pointID)
	if !known || err != nil { // a new point: nothing is computed yet
		return 0, err
	}
	main := p.At(s.now().UnixMilli()).Main
	if main == 0 {
		return 0, nil
	}
	latest, err := s.series.Latest(ctx, []series.ID{main, series.ResultID(pointID)})
	if err != nil {
		return 0, fmt.Errorf("newest face of point %d: %w", pointID, err)
	}
	return unpairedFace(p, main, &latest[0], &latest[1]), nil
}

// markUnpaired finds the points with a reading that waits for its other face, with one query of the series.
func (s *Service) markUnpaired(ctx context.Context, missed []missing) error {
	now := s.now().UnixMilli()
	var mains []series.ID
	var of []*missing
	for k := range missed {
		if segment := missed[k].point.At(now); segment.Main != 0 && segment.Program != nil && segment.Program.Pairing() != nil {
			mains, of = append(mains, segment.Main), append(of, &missed[k])
		}
	}
	if len(mains) == 0 {
		return nil
	}
	latest, err := s.series.Latest(ctx, mains)
	if err != nil {
		return fmt.Errorf("newest faces: %w", err)
	}
	for k := range latest {
		of[k].face = unpairedFace(of[k].point, mains[k], &latest[k], &of[k].row)
	}
	return nil
}

// unpairedFace returns the time of the newest raw reading if it is a face without the other; 0: it is not.
func unpairedFace(p *compiled.Point, main series.ID, raw, result *series.Latest) int64 {
	if !raw.Found || result.Found && result.Time >= raw.Time {
		return 0
	}
	segment := p.At(raw.Time)
	if segment.Program == nil || segment.Program.Pairing() == nil || segment.Main != main {
		return 0
	}
	in := make([]float64, len(segment.Program.Inputs()))
	for i, input := range segment.Program.Inputs() {
		in[i] = reading.Missing
		if k := raw.Columns.Index(reading.Column{Field: input.Field, Node: input.Node}); input.Role == "" && k >= 0 {
			in[i] = raw.Values[k]
		}
	}
	if segment.Program.Pairing().Side(in) == 0 {
		return 0
	}
	return raw.Time
}
