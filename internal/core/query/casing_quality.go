package query

import (
	"context"
	"errors"
	"math"
	"slices"

	"plumbline/internal/core/analysis"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// CasingRequest asks for the systematic errors of a survey of a casing.
type CasingRequest struct {
	Point      int64
	Time, Base int64 // of the survey and of the one that it is compared with, UTC ms
	// Groups are those of CasingGroups to estimate.
	Groups []string
	Stable float64 // m above the lowest shared station that do not move; 0: the lowest third
}

// CasingGroups are the errors that are estimated together, with their terms along A and B.
var CasingGroups = map[string][2]int{
	"bias":       {formula.BiasA, formula.BiasB},
	"rotation":   {formula.RotationA, formula.RotationB},
	"depth":      {formula.DepthTerm, formula.DepthTerm},
	"settlement": {formula.Settlement, formula.Settlement},
}

// CasingQuality is a survey of a casing compared with another, its systematic errors, and its change with and without them.
type CasingQuality struct {
	Survey, Base Survey
	Estimate     analysis.CasingEstimate
	Zone         float64 // m: depth from which the casing does not move
	From, To     float64 // m: depths of the first and the last station that both have
	Noise        float64 // digits, by the checksums; NaN: unknown
	Rows         []CasingRow
	// Effects are what each term of the estimate adds to the change at the free end, with its standard error; Effect is what all
	// add together.
	Effects []CasingEffect
	Effect  CasingEffect
	// Applied is the correction of the survey in effect; nil: none.
	Applied *correction.Correction
}

// CasingRow is one node of the casing.
type CasingRow struct {
	No         int32
	Depth      float64
	Difference [2]float64 // digits: half the difference of the survey less that of the base, along A and B; NaN: not known
	Off        [2]float64 // digits: that by the estimate
	Before     [2]float64 // mm: x and y of the survey since the base, as it was read
	After      [2]float64 // mm: the same without the estimated errors
}

// CasingEffect is what errors add to x and y at the free end, mm.
type CasingEffect struct{ Value, StandardError [2]float64 }

// CasingQuality estimates the systematic errors of a survey.
func (s *Service) CasingQuality(ctx context.Context, r CasingRequest) (CasingQuality, error) {
	var q CasingQuality
	p, err := s.point(ctx, r.Point)
	if err != nil {
		return q, err
	}
	setting, _ := p.Setting(r.Time)
	if !setting.ComputesCasing() || p.At(r.Time).Program == nil {
		return q, errs.New(errs.CasingUnset)
	}
	if r.Time == r.Base {
		return q, errs.OnField("base", errs.SameSurvey)
	}
	if q.Survey, err = s.surveyAt(ctx, r.Point, r.Time, r.Base, "time"); err != nil {
		return q, err
	}
	if q.Base, err = s.surveyAt(ctx, r.Point, r.Base, 0, "base"); err != nil {
		return q, err
	}
	q.Applied = p.CasingAt(r.Time)
	fit := analysis.CasingFit{Survey: q.Survey.casingStations(), Base: q.Base.casingStations()}
	if fit.Base = sameStations(fit.Survey, fit.Base); !q.shared(fit.Survey, fit.Base) {
		return q, errs.New(errs.TooFewStations, "min", analysis.FewestStations)
	}
	if made := p.CasingAt(r.Base); made != nil { // the base is what counts
		removed := slices.Clone(fit.Base)
		e := formula.CasingErrorsOf(made.Values)
		for i := range fit.Base {
			for axis := range 2 {
				removed[i].Half[axis] -= e.At(fit.Base, i, axis)
			}
		}
		fit.Base = removed
	}
	if fit.Terms, err = termsOf(r.Groups, fit.Survey); err != nil {
		return q, err
	}
	if r.Stable == 0 {
		r.Stable = (q.To - q.From) / 3
	}
	q.Zone = q.To - r.Stable
	q.Noise = noiseOf(&q.Survey, &q.Base)
	fit.Zone, fit.Noise = q.Zone, q.Noise
	q.Estimate, err = analysis.EstimateCasing(fit)
	var wrong analysis.Undetermined
	switch {
	case errors.Is(err, analysis.ErrTooFew):
		return q, errs.New(errs.TooFewStations, "min", max(analysis.FewestStations, len(fit.Terms)))
	case errors.As(err, &wrong), errors.Is(err, analysis.ErrUnsolvable):
		return q, errs.OnField("terms", errs.NotDetermined)
	case err != nil:
		return q, err
	}
	q.compare(p.At(r.Time), &setting, &fit)
	return q, nil
}

// surveyAt returns the survey at a time, with its change since the base. field names the time in errors.
func (s *Service) surveyAt(ctx context.Context, point, at, base int64, field string) (Survey, error) {
	list, err := s.Surveys(ctx, SurveyRequest{Point: point, Start: at, End: at, Base: base})
	if err == nil && (len(list) == 0 || len(list[0].Withdrawals) > 0) {
		err = errs.OnField(field, errs.MustExist)
	}
	if err != nil {
		return Survey{}, err
	}
	return list[0], nil
}

// casingStations returns what counts of a survey at every station of its casing.
func (s *Survey) casingStations() []formula.CasingStation {
	var nodes []formula.Node
	values := map[int32][4]float64{}
	for _, n := range s.Nodes {
		if n.No > 0 {
			nodes = append(nodes, formula.Node{No: n.No, Depth: n.Depth})
			values[n.No] = n.Values
		}
	}
	return formula.CasingStationsOf(nodes, func(node int32) [4]float64 { return values[node] })
}

// sameStations returns the stations of a base in the order of those of a survey; a station that the base does not have was not
// read there.
func sameStations(survey, base []formula.CasingStation) []formula.CasingStation {
	list := make([]formula.CasingStation, len(survey))
	for i, one := range survey {
		list[i] = formula.CasingStation{No: one.No, Depth: one.Depth, Half: [2]float64{math.NaN(), math.NaN()}}
		if at := slices.IndexFunc(base, func(b formula.CasingStation) bool { return b.No == one.No }); at >= 0 {
			list[i].Half = base[at].Half
		}
	}
	return list
}

// shared sets the differences of two surveys, and between which depths both have stations; false: nowhere.
func (q *CasingQuality) shared(survey, base []formula.CasingStation) (any bool) {
	for i := range survey {
		row := CasingRow{No: survey[i].No, Depth: survey[i].Depth}
		here := false
		for axis := range row.Difference {
			row.Difference[axis] = survey[i].Half[axis] - base[i].Half[axis]
			here = here || row.Difference[axis]-row.Difference[axis] == 0
		}
		if q.Rows = append(q.Rows, row); !here {
			continue
		}
		if !any {
			q.From = row.Depth
		}
		q.To, any = row.Depth, true
	}
	return any
}

// termsOf returns the terms of groups along the axes that a survey has.
func termsOf(groups []string, survey []formula.CasingStation) (terms []int, err error) {
	var read [2]bool
	for i := range survey {
		for axis := range read {
			read[axis] = read[axis] || survey[i].Half[axis]-survey[i].Half[axis] == 0
		}
	}
	for _, group := range groups {
		if group == "rotation" && !(read[0] && read[1]) {
			return nil, errs.OnField("terms", errs.NotDetermined)
		}
		for axis, term := range CasingGroups[group] {
			if read[axis] {
				terms = append(terms, term)
			}
		}
	}
	slices.Sort(terms)
	return slices.Compact(terms), nil
}

// noiseOf returns the noise of the difference of two surveys by their checksums, of both axes together.
func noiseOf(survey, base *Survey) float64 {
	var squares, n float64
	for first := 0; first < 4; first += 2 {
		sums := func(s *Survey) []float64 {
			list := make([]float64, len(s.Stations))
			for i := range s.Stations {
				list[i] = formula.Checksum(s.Stations[i].Values[first], s.Stations[i].Values[first+1])
			}
			return list
		}
		if v := analysis.CasingNoise(sums(survey), sums(base)); v-v == 0 {
			squares, n = squares+v*v, n+1
		}
	}
	return math.Sqrt(squares / n)
}

// compare computes the change with and without the estimated errors, and what these add at the free end.
func (q *CasingQuality) compare(segment *compiled.Segment, setting *formula.Setting, fit *analysis.CasingFit) {
	changed := segment.Program.Changed()
	effect := func(e formula.CasingErrors) []float64 { return casingEffect(segment, fit, e) }
	at := func(values []float64, node int32) [2]float64 {
		return [2]float64{
			pick(changed, values, reading.Column{Field: "x", Node: node}), pick(changed, values, reading.Column{Field: "y", Node: node}),
		}
	}
	for i := range q.Rows {
		for axis := range 2 {
			q.Rows[i].Off[axis] = q.Estimate.Errors.At(fit.Survey, i, axis)
		}
	}
	var applied formula.CasingErrors
	if q.Applied != nil {
		applied = formula.CasingErrorsOf(q.Applied.Values)
	}
	restored, removed := effect(applied), effect(q.Estimate.Errors)
	rows := map[int32]CasingRow{}
	for _, row := range q.Rows {
		rows[row.No] = row
	}
	none := [2]float64{math.NaN(), math.NaN()}
	q.Rows = nil
	for _, n := range q.Survey.Nodes {
		row, is := rows[n.No]
		if !is {
			row = CasingRow{No: n.No, Depth: n.Depth, Difference: none, Off: none}
		}
		back, less := at(restored, n.No), at(removed, n.No)
		row.Before = [2]float64{n.Dx + back[0], n.Dy + back[1]}
		row.After = [2]float64{row.Before[0] - less[0], row.Before[1] - less[1]}
		q.Rows = append(q.Rows, row)
	}
	free := q.freeEnd(setting.FixedEnd == "top")
	unit := make([][2]float64, len(q.Estimate.Terms))
	for j, one := range q.Estimate.Terms {
		e, many := scaledUnit(fit.Survey, one.Term)
		unit[j] = at(effect(e), free)
		var made CasingEffect
		for axis := range 2 {
			unit[j][axis] /= many
			made.Value[axis] = unit[j][axis] * one.Value
			made.StandardError[axis] = math.Abs(unit[j][axis]) * one.StandardError
			q.Effect.Value[axis] += made.Value[axis]
		}
		q.Effects = append(q.Effects, made)
	}
	for axis := range 2 {
		variance := 0.0
		for j := range unit {
			for k := range unit {
				variance += unit[j][axis] * unit[k][axis] * q.Estimate.Covariance[j][k]
			}
		}
		q.Effect.StandardError[axis] = math.Sqrt(max(variance, 0))
	}
}

// scaledUnit returns one unit of an error, times what puts a station off by at most 10,000 digits: a result is rounded, and
// readings have a range.
func scaledUnit(stations []formula.CasingStation, term int) (e formula.CasingErrors, many float64) {
	most := 0.0
	for i := range stations {
		for axis := range 2 {
			if by := math.Abs(formula.CasingInfluence(stations, i, axis)[term]); by-by == 0 {
				most = max(most, by)
			}
		}
	}
	many = 1
	if most > 0 {
		many = 10_000 / most
	}
	e[term] = many
	return e, many
}

// freeEnd returns the node with a change that is farthest from the fixed end.
func (q *CasingQuality) freeEnd(top bool) (node int32) {
	for _, row := range q.Rows {
		if row.Before[0]-row.Before[0] == 0 {
			if node = row.No; !top {
				return node
			}
		}
	}
	return node
}

// casingEffect returns what errors add to the change of a survey since the base, mm: what the formula makes of readings that
// are nothing but the errors.
func casingEffect(segment *compiled.Segment, fit *analysis.CasingFit, e formula.CasingErrors) []float64 {
	observe := func(stations []formula.CasingStation, off func(i, axis int) float64) []float64 {
		in := make([]float64, len(segment.Inputs))
		for k := range in {
			column := segment.Inputs[k].Column
			field := slices.Index(formula.ProbeFields[:], column.Field)
			if field < 0 {
				continue // the collar does not move
			}
			in[k] = reading.Missing
			i := slices.IndexFunc(stations, func(s formula.CasingStation) bool { return s.No == column.Node })
			if i >= 0 && stations[i].Half[field/2]-stations[i].Half[field/2] == 0 {
				in[k] = off(i, field/2) * float64(1-2*(field%2))
			}
		}
		out := make([]float64, segment.Program.Observed().Len())
		segment.Program.Observe(in, &formula.Env{Elapsed: math.NaN()}, out)
		return out
	}
	errors := observe(fit.Survey, func(i, axis int) float64 { return e.At(fit.Survey, i, axis) })
	none := observe(fit.Base, func(int, int) float64 { return 0 })
	changed := make([]float64, segment.Program.Changed().Len())
	segment.Program.Change(errors, none, changed)
	return changed
}
