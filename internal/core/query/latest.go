package query

import (
	"context"
	"encoding/json"
	"math"
	"slices"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
)

// MostLatest is the maximum number of points in one call.
const MostLatest = 10_000

// derived is the cached result of a point's newest row. It is valid while row and configuration are unchanged and no
// event says that the point's results changed, since it also depends on the initial value and the row of a day ago.
// Events between servers may get lost, so it also expires.
type derived struct {
	point  *compiled.Point
	time   int64
	bits   uint64
	until  time.Time
	read   time.Time // when the row was read last; guarded by the mutex of the service
	latest Latest
}

// LatestAge is the usual MaxAge where the newest rows are read from PostgreSQL: 10,000 points cost it 40 ms of a core.
const LatestAge = time.Second

// remembered is the minimum lifetime of a cached result; spread distributes the expiry, so that not all points are
// derived at once.
const (
	remembered = 45 * time.Second
	spread     = 30
)

// Forget drops the cached results of points.
func (s *Service) Forget(points ...int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, id := range points {
		delete(s.latest, id)
	}
}

// Watch drops cached results as points change, until ctx ends.
func (s *Service) Watch(ctx context.Context, bus events.Bus) {
	for event := range bus.Subscribe(ctx, events.Live, events.Config) {
		if event.Payload == nil { // events were lost
			s.mu.Lock()
			clear(s.latest)
			s.mu.Unlock()
			continue
		}
		var changed events.LivePayload // config events have the same list of points
		if err := json.Unmarshal(event.Payload, &changed); err == nil {
			s.Forget(changed.Points...)
		}
	}
}

// Latest returns the newest valid result of points, in the order of ids; an unknown point has Project 0.
func (s *Service) Latest(ctx context.Context, ids []int64) ([]Latest, error) {
	return s.AppendLatest(ctx, nil, ids)
}

// AppendLatest appends to a list, so that its memory can be reused: 10,000 points take 2 MB.
func (s *Service) AppendLatest(ctx context.Context, list []Latest, ids []int64) ([]Latest, error) {
	if len(ids) > MostLatest {
		return nil, errs.New(errs.TooManyPoints, "max", MostLatest)
	}
	first := len(list)
	list = slices.Grow(list, len(ids))[:first+len(ids)]
	find, err := s.directory.FindAll(ctx, ids)
	if err != nil {
		return nil, err
	}
	missed, err := s.recall(ctx, find, ids, list[first:])
	if err != nil {
		return nil, err
	}
	if len(missed) > 0 {
		if err := s.derive(ctx, missed, list[first:]); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// missing is a point without a cached result.
type missing struct {
	at    int // in the list
	point *compiled.Point
	row   series.Latest
	read  time.Time
	face  int64            // UTC ms of a reading that waits for its other face; 0: none
	level alarm.PointLevel // as stored by the fold
}

// finder finds points.
type finder = func(id int64) (*compiled.Point, bool)

// recall fills in cached results and returns the other points.
func (s *Service) recall(ctx context.Context, find finder, ids []int64, list []Latest) (missed []missing, err error) {
	now := s.now()
	places := s.recent(find, ids, list, now)
	asked := make([]series.ID, len(places))
	for k, i := range places {
		asked[k] = series.ResultID(ids[i])
	}
	err = s.series.EachLatest(ctx, asked, func(k int, row *series.Latest) {
		i := places[k]
		id := ids[i]
		p, ok := find(id)
		if !ok {
			list[i] = none(id)
			return
		}
		s.mu.Lock()
		known := s.latest[id]
		current := known != nil && known.point == p && known.time == row.Time && known.bits == bitsOf(row) && now.Before(known.until)
		if current {
			known.read = now
		}
		s.mu.Unlock()
		if current {
			list[i] = known.latest
			return
		}
		kept := *row
		kept.Values = slices.Clone(row.Values)
		if len(missed) == cap(missed) { // double the capacity at once: append alone would copy a long list many times
			missed = slices.Grow(missed, max(16, len(missed)))
		}
		missed = append(missed, missing{at: i, point: p, row: kept, read: now})
	})
	return missed, err
}

// recent fills in the cached results whose rows were read within maxAge, and returns the places of the others.
func (s *Service) recent(find finder, ids []int64, list []Latest, now time.Time) []int {
	places := make([]int, 0, len(ids))
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, id := range ids {
		if known := s.latest[id]; s.maxAge > 0 && known != nil && now.Sub(known.read) < s.maxAge && now.Before(known.until) {
			if p, ok := find(id); ok && p == known.point {
				list[i] = known.latest
				continue
			}
		}
		places = append(places, i)
	}
	return places
}

// unjudged is the judgement of unknown points; read-only.
var unjudged = &Judgement{}

func none(id int64) Latest {
	nan := math.NaN()
	return Latest{Point: id, Level: alarm.NotJudged, Judgement: unjudged, Value: nan, Observed: nan, Accumulated: nan, Rate: nan, Share: nan, Control: nan}
}

func bitsOf(row *series.Latest) uint64 {
	const prime = 1099511628211
	hash := uint64(14695981039346656037) ^ uint64(row.Flag)
	for _, v := range row.Values {
		hash = (hash ^ math.Float64bits(v)) * prime
		hash ^= hash >> 29
	}
	return hash
}

// derive computes the results that are not cached.
func (s *Service) derive(ctx context.Context, missed []missing, list []Latest) error {
	wanted := make([]int64, len(missed))
	for k := range missed {
		wanted[k] = missed[k].point.Definition.Point.ID
	}
	initials, err := s.initials.InitialValues(ctx, wanted)
	if err != nil {
		return err
	}
	byPoint := make(map[int64][]compiled.InitialValue, len(wanted))
	for _, v := range initials {
		byPoint[v.Point] = append(byPoint[v.Point], v)
	}
	if err := s.markUnpaired(ctx, missed); err != nil {
		return err
	}
	if err := s.fillLevels(ctx, wanted, missed); err != nil {
		return err
	}
	made := make([]*derived, len(missed))
	for k := range missed {
		m := &missed[k]
		latest, err := s.newest(ctx, m, byPoint[wanted[k]])
		if err != nil {
			return err
		}
		latest.Encoded = new(Encoded)
		list[m.at] = latest
		until := s.now().Add(remembered + time.Duration(wanted[k]%spread)*time.Second)
		made[k] = &derived{point: m.point, time: m.row.Time, bits: bitsOf(&m.row), until: until, read: m.read, latest: latest}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	for k, id := range wanted {
		s.latest[id] = made[k]
	}
	return nil
}

// fillLevels fills in the stored levels of points.
func (s *Service) fillLevels(ctx context.Context, wanted []int64, missed []missing) error {
	levels, err := s.levels.PointLevels(ctx, wanted)
	if err != nil {
		return err
	}
	at := make(map[int64]int, len(wanted))
	for k, id := range wanted {
		at[id] = k
	}
	for i := range levels {
		missed[at[levels[i].PointID]].level = levels[i]
	}
	return nil
}

// newest derives the values of a point's newest row and the judgement of the point.
func (s *Service) newest(ctx context.Context, m *missing, initials []compiled.InitialValue) (Latest, error) {
	p, row := m.point, &m.row
	d := &p.Definition
	latest := none(d.Point.ID)
	latest.Corporation, latest.Project = d.Point.CorporationID, d.Point.ProjectID
	now := s.now().UnixMilli()
	at := row.Time
	if !row.Found {
		at = now
	}
	segment := p.At(at)
	judge := judger{p: p, now: now, segment: p.At(now), stored: m.level, row: newestRow{found: row.Found, time: row.Time, flag: row.Flag, face: m.face}}
	if collect, ok := d.Config.Collect.At(at); ok && collect.Value.Interval > 0 && !d.Config.Off(now) {
		latest.Interval = collect.Value.Interval * 1000
	}
	field, kind := mainOf(d.Point.Measurement, segment)
	shown := ShownOf(p, reading.Column{Field: field}, kind, at)
	latest.Field, latest.ValueType, latest.Unit, latest.Decimals = field, kind, shown.Unit, shown.Decimals
	if row.Found {
		latest.Time, latest.Flag = row.Time, flagOf(p, row.Time, row.Flag)
	}
	if !row.Found || segment.Program == nil {
		latest.Level, latest.Judgement = judge.judge()
		return latest, nil
	}
	observed := arranged(row.Values, row.Columns, segment.Program.Observed())
	changes := compiled.NewChanges(p, initials)
	n := segment.Program.Changed().Len()
	accumulated, rate := make([]float64, n), make([]float64, n)
	if !changes.Accumulated(row.Time, observed, accumulated) {
		accumulated = nil
		latest.NoInitial = kind == Accumulated
	}
	rate, err := s.rateAt(ctx, p, changes, row.Time, observed, rate)
	if err != nil {
		return latest, err
	}
	judge.row.formed = changes.HasInitial(now)
	judge.row.columns, judge.row.changed = segment.Program.Observed(), segment.Program.Changed()
	judge.row.observed, judge.row.accumulated, judge.row.rate = observed, accumulated, rate
	latest.Level, latest.Judgement = judge.judge()
	show := func(l *Latest, field string, kind ValueType, node int32) {
		shown := ShownOf(p, reading.Column{Field: field}, kind, at)
		l.Field, l.ValueType, l.Unit, l.Decimals = field, kind, shown.Unit, shown.Decimals
		if l.Node = node; node == 0 {
			l.Node = worst(segment, field, kind, observed, accumulated)
		}
		column := reading.Column{Field: field, Node: l.Node}
		l.Observed = pick(segment.Program.Observed(), observed, column)
		l.Accumulated = pick(segment.Program.Changed(), accumulated, column)
		l.Rate = pick(segment.Program.Changed(), rate, column)
		l.Value = l.Observed
		switch kind {
		case Accumulated:
			l.Value = l.Accumulated
		case Rate:
			l.Value = l.Rate
		}
		if math.IsNaN(l.Value) && !math.IsNaN(l.Observed) { // without an initial value, fall back to the observed value
			shown := ShownOf(p, reading.Column{Field: field}, Observed, at)
			l.ValueType, l.Unit, l.Decimals, l.Value = Observed, shown.Unit, shown.Decimals, l.Observed
		}
		l.Share = share(d, l)
		l.Control = control(d, l)
	}
	// Display what decides the level, but a rate only above normal.
	if by := latest.Judgement.By; by != nil && (by.ValueType != Rate || latest.Level > alarm.Normal) {
		show(&latest, by.Field, by.ValueType, by.Node)
		return latest, nil
	}
	show(&latest, field, kind, 0)
	if !math.IsNaN(latest.Share) {
		return latest, nil
	}
	// Nothing judges the main field: display what is judged.
	best := latest
	for _, judged := range judgedFields(d, row.Time) {
		other := latest
		show(&other, judged.field, judged.kind, 0)
		if !math.IsNaN(other.Share) && !(other.Share <= best.Share) {
			best = other
		}
	}
	return best, nil
}

// rateAt fills in the change rates at a time; nil if there is no earlier row for them.
func (s *Service) rateAt(ctx context.Context, p *compiled.Point, changes *compiled.Changes, t int64, observed, rate []float64) ([]float64, error) {
	if !changes.HasInitial(t) {
		return nil, nil
	}
	oldest, newest := p.RateWindow(t)
	old, ok, err := s.before(ctx, series.ResultID(p.Definition.Point.ID), newest+1)
	if err != nil || !ok || old.time < oldest {
		return nil, err
	}
	changes.Rate(t, observed, old.time, old.values, old.columns, rate)
	return rate, nil
}
