package query

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
)

// MostSurveyDays is the longest range of surveys (domain views.md section 13).
const MostSurveyDays = 366

// SurveyRequest selects the surveys of a casing.
type SurveyRequest struct {
	Point      int64
	Start, End int64 // UTC ms, ends included
	Base       int64 // changes are relative to the survey at this time; 0: to the initial value
}

// Survey is one run of a probe through a casing.
type Survey struct {
	Time        int64
	DeviceID    int64
	Flag        reading.Flag
	Stations    []SurveyNode            // that were read, from the collar down
	Nodes       []SurveyNode            // of the casing, with the collar
	Amendments  []correction.Correction // in effect
	Withdrawals []correction.Correction // of the whole survey, in effect
	Casing      *correction.Correction  // takes systematic errors out of the survey; nil: none
	A, B        SurveyQuality
}

// SurveyNode is one node with what was read there, its station, and the result; NaN: none.
type SurveyNode struct {
	No    int32
	Depth float64
	// Sent is what was read, by formula.ProbeFields; Values is what counts, after amendments.
	Sent, Values [4]float64
	X, Y         float64 // mm, shape from the fixed end
	Dx, Dy       float64 // mm, change since the initial value or the base
}

// SurveyQuality is the quality of a survey along one axis.
type SurveyQuality struct {
	Mean, Scatter float64 // of the checksums; NaN without any
	OneDirection  int     // stations read in one direction only
}

// Doubtful reports whether the checksums scatter too much.
func (q SurveyQuality) Doubtful() bool { return q.Scatter > formula.MaxChecksumScatter }

// Surveys returns the surveys of a point in time order, also those that are withdrawn.
func (s *Service) Surveys(ctx context.Context, r SurveyRequest) ([]Survey, error) {
	if r.End-r.Start > MostSurveyDays*dayMS {
		return nil, errs.OnField("start", errs.SpanTooLong, "days", MostSurveyDays)
	}
	p, err := s.point(ctx, r.Point)
	if err != nil {
		return nil, err
	}
	var list []Survey
	for _, part := range rawParts(p, r.Start, r.End) {
		device, _ := part.id.Channel()
		err := s.series.Scan(ctx, part.id, part.from, part.to, nil, func(b *series.Block) error {
			for i, t := range b.Times {
				if one := surveyOf(p, b, i); len(one.Stations) > 0 {
					one.Time, one.DeviceID = t, device
					list = append(list, one)
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(list, func(a, b Survey) int { return int(min(1, max(-1, a.Time-b.Time))) })
	return list, s.surveyResults(ctx, p, r, list)
}

// surveyOf returns the readings of a row, with their amendments.
func surveyOf(p *compiled.Point, b *series.Block, i int) Survey {
	t := b.Times[i]
	one := Survey{Amendments: slices.Clone(p.AmendsAt(t)), Withdrawals: withdrawn(p, t), Casing: p.CasingAt(t)}
	none := math.NaN()
	for _, node := range p.At(t).Nodes {
		n := SurveyNode{No: node.No, Depth: node.Depth, X: none, Y: none, Dx: none, Dy: none}
		there := false
		for k, field := range formula.ProbeFields {
			v := none
			if at := b.Columns.Index(reading.Column{Field: field, Node: node.No}); at >= 0 && node.No > 0 {
				v = b.Values[at][i]
			}
			n.Sent[k], n.Values[k] = v, v
			for a := range one.Amendments {
				if better, ok := one.Amendments[a].Replaces(field, node.No); ok {
					n.Values[k] = better
				}
			}
			there = there || !math.IsNaN(n.Values[k])
		}
		one.Nodes = append(one.Nodes, n)
		if there {
			one.Stations = append(one.Stations, n)
		}
	}
	one.A, one.B = QualityOf(one.Stations, 0), QualityOf(one.Stations, 2)
	return one
}

// QualityOf judges the pair of readings of stations that begins with one of formula.ProbeFields.
func QualityOf(stations []SurveyNode, first int) (q SurveyQuality) {
	sums := make([]float64, len(stations))
	for i := range stations {
		v := &stations[i].Values
		sums[i] = formula.Checksum(v[first], v[first+1])
		if math.IsNaN(v[first]) != math.IsNaN(v[first+1]) {
			q.OneDirection++
		}
	}
	q.Mean, q.Scatter = formula.ChecksumScatter(sums)
	return q
}

// surveyResults adds the results to surveys.
func (s *Service) surveyResults(ctx context.Context, p *compiled.Point, r SurveyRequest, list []Survey) error {
	at := func(i int) int64 { return list[i].Time }
	return s.resultsAt(ctx, p, r, len(list), at, func(i int, row *row, observed, changed *reading.Columns) {
		one := &list[i]
		one.Flag = row.flag
		for i := range one.Nodes {
			n := &one.Nodes[i]
			x, y := reading.Column{Field: "x", Node: n.No}, reading.Column{Field: "y", Node: n.No}
			n.X, n.Y = pick(observed, row.observed, x), pick(observed, row.observed, y)
			n.Dx, n.Dy = pick(changed, row.accumulated, x), pick(changed, row.accumulated, y)
		}
	})
}

// resultsAt calls visit with the results at n rising times, as far as there are some, and with their columns.
func (s *Service) resultsAt(ctx context.Context, p *compiled.Point, r SurveyRequest, n int, at func(i int) int64,
	visit func(i int, row *row, observed, changed *reading.Columns),
) error {
	if n == 0 {
		return nil
	}
	w, err := s.newWalker(ctx, p, []ValueType{Accumulated})
	if err != nil {
		return err
	}
	if r.Base > 0 {
		if err := w.relativeTo(ctx, r.Base); err != nil {
			return err
		}
	}
	next := 0
	return w.walk(ctx, r.Start, r.End, func(row *row) error {
		for next < n && at(next) < row.time {
			next++
		}
		if next < n && at(next) == row.time {
			visit(next, row, layout(row.segment, Observed), layout(row.segment, Accumulated))
		}
		return nil
	})
}
