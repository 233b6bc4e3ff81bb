package query

import (
	"context"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/i18n"
)

// Unarmed is a reason for which enabled thresholds of points do not judge, with the current or a draft configuration.
type Unarmed struct {
	Code   Code
	Reason i18n.Label
	Fix    Fix
	Points []UnarmedPoint
	detail detail
}

// UnarmedPoint is a point with the names of what its thresholds do not judge.
type UnarmedPoint struct {
	ID     int64
	Labels []i18n.Label
}

// Unarmed returns the enabled thresholds that cannot judge, by reason and in the order of the points. Points may be
// drafts; thresholds that start later are checked against the configuration at that time. Thresholds that only wait
// for the next reading, such as for an initial value that forms automatically, are left out.
func (s *Service) Unarmed(ctx context.Context, points []*compiled.Point) ([]Unarmed, error) {
	ids, asked := make([]int64, len(points)), make([]series.ID, len(points))
	for i, p := range points {
		ids[i] = p.Definition.Point.ID
		asked[i] = series.ResultID(ids[i])
	}
	has := make([]bool, len(points))
	err := s.series.EachLatest(ctx, asked, func(i int, row *series.Latest) { has[i] = row.Found })
	if err != nil {
		return nil, err
	}
	now := s.now().UnixMilli()
	var list []Unarmed
	for i, p := range points {
		for _, one := range unarmed(p, now, has[i]) {
			list = addUnarmed(list, ids[i], one)
		}
	}
	slices.SortStableFunc(list, func(a, b Unarmed) int { return int(a.detail - b.detail) })
	return list, nil
}

func unarmed(p *compiled.Point, now int64, hasData bool) []Unjudged {
	at := now
	if versions := p.Definition.Thresholds.Versions(); len(versions) > 0 {
		at = max(at, versions[len(versions)-1].ValidFrom) // a draft may start in the future
	}
	j := judger{p: p, now: at, segment: p.At(at), row: newestRow{found: hasData}}
	thresholds, since := j.enabled()
	blocked := j.blocked(len(thresholds))
	if p.Definition.Point.Kind == catalog.NormalPoint && !j.bound() {
		blocked = detailUnbound // there will be no more readings
	}
	var list []Unjudged
	for _, t := range thresholds {
		d := blocked
		if d == noDetail {
			_, d = j.outcome(t, since)
		}
		switch d {
		case detailUnbound, detailNoFormula, detailFormulaFails, detailNoData, detailFieldNotComputed, detailNoInitial:
			list = append(list, j.unjudged(t, d, since))
		}
	}
	return list
}

// NewlyUnarmed returns the entries of found that are not in known.
func NewlyUnarmed(known, found []Unarmed) []Unarmed {
	type threshold struct {
		point int64
		label i18n.Label
	}
	before := map[threshold]bool{}
	for _, one := range known {
		for _, p := range one.Points {
			for _, label := range p.Labels {
				before[threshold{p.ID, label}] = true
			}
		}
	}
	var list []Unarmed
	for _, one := range found {
		fresh := one
		fresh.Points = nil
		for _, p := range one.Points {
			p.Labels = slices.DeleteFunc(slices.Clone(p.Labels), func(label i18n.Label) bool { return before[threshold{p.ID, label}] })
			if len(p.Labels) > 0 {
				fresh.Points = append(fresh.Points, p)
			}
		}
		if len(fresh.Points) > 0 {
			list = append(list, fresh)
		}
	}
	return list
}

func addUnarmed(list []Unarmed, point int64, one Unjudged) []Unarmed {
	at := slices.IndexFunc(list, func(u Unarmed) bool { return u.detail == one.detail })
	if at < 0 {
		at = len(list)
		list = append(list, Unarmed{Code: one.Code, Reason: one.Reason, Fix: details[one.detail].fix, detail: one.detail})
	}
	u := &list[at]
	if n := len(u.Points); n == 0 || u.Points[n-1].ID != point {
		u.Points = append(u.Points, UnarmedPoint{ID: point})
	}
	last := &u.Points[len(u.Points)-1]
	if !slices.Contains(last.Labels, one.Label) {
		last.Labels = append(last.Labels, one.Label)
	}
	return list
}
