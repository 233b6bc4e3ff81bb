package query

import (
	"context"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/series"
)

// JudgedReadings returns the levels of the valid readings of a point in [from, to] (UTC ms) by what a key of its
// thresholds was at the time of each, in time order, with up to before readings earlier than from. Readings that the
// threshold did not judge are left out. A point that does not exist has none.
func (s *Service) JudgedReadings(ctx context.Context, pointID int64, key alarm.Key, from, to int64, before int) (list []alarm.Judged, err error) {
	p, ok, err := s.directory.Find(ctx, pointID)
	if err != nil || !ok {
		return nil, err
	}
	earlier, err := s.lastRows(ctx, series.ResultID(pointID), from, before)
	if err != nil {
		return nil, err
	}
	for i := range earlier {
		from = min(from, earlier[i].Time)
	}
	kind := ValueType(key.ValueType)
	w, err := s.newWalker(ctx, p, []ValueType{kind})
	if err != nil {
		return nil, err
	}
	err = w.walk(ctx, from, to, func(r *row) error {
		if !r.flag.Judged() || p.Definition.Config.Off(r.time) || r.segment.Program == nil {
			return nil
		}
		columns := r.segment.Program.Changed()
		if kind == Observed {
			columns = r.segment.Program.Observed()
		}
		if t := thresholdAt(p, key, r.time); t != nil {
			if v, ok := t.JudgeRow(columns, r.values(kind)); ok {
				list = append(list, alarm.Judged{Time: r.time, Level: v.Level})
			}
		}
		return nil
	})
	return list, err
}

// thresholdAt returns the enabled threshold with a key in effect at a time (UTC ms); nil: none.
func thresholdAt(p *compiled.Point, key alarm.Key, t int64) *alarm.Threshold {
	version, ok := p.Definition.Thresholds.At(t)
	if !ok {
		return nil
	}
	for i := range version.Value.List {
		if found := &version.Value.List[i]; found.Enable && found.Key() == key {
			return found
		}
	}
	return nil
}
