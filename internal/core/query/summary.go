package query

import (
	"context"
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/reading"
)

// staleIntervals is the number of missed intervals after which a value is stale (design ui.md 12).
const staleIntervals = 3

// Summary is the state of a set of points.
type Summary struct {
	Points int
	Levels [5]int      // judged points by level
	Level  alarm.Level // the highest level; alarm.NotJudged if there is none
	Judged int         // points judged by at least one threshold
	NoData int         // points without any reading, among those not judged
	Stale  int         // points whose newest reading is older than three intervals, judged or not
	Read   int         // points with a reading and a known interval
	Fresh  int         // of those, points whose newest reading is at most three intervals old and not in the future
	// Waiting is the number of points with a known interval and no reading yet.
	Waiting int
	Last    int64  // UTC ms of the newest reading that is not in the future; 0: none
	Worst   Latest // Point 0 without points
}

// Add counts a point. now is UTC ms.
func (s *Summary) Add(l *Latest, now int64) {
	s.Points++
	if l.Level >= alarm.Normal && int(l.Level) < len(s.Levels) {
		s.Levels[l.Level]++
		s.Judged++
	} else if l.Time == 0 {
		s.NoData++
	}
	s.Level = max(s.Level, l.Level)
	if l.Stale(now) {
		s.Stale++
	}
	ahead := l.Time > now+reading.ClockSlack
	if !ahead {
		s.Last = max(s.Last, l.Time)
	}
	switch {
	case l.Interval <= 0:
	case l.Time == 0:
		s.Waiting++
	default:
		s.Read++
		if !ahead && now-l.Time <= staleIntervals*l.Interval {
			s.Fresh++
		}
	}
	if s.Worst.Point == 0 || Worse(l, &s.Worst) {
		s.Worst = *l
	}
}

// Merge adds the points of another summary.
func (s *Summary) Merge(o *Summary) {
	s.Points, s.Judged, s.NoData, s.Stale = s.Points+o.Points, s.Judged+o.Judged, s.NoData+o.NoData, s.Stale+o.Stale
	s.Read, s.Fresh, s.Waiting = s.Read+o.Read, s.Fresh+o.Fresh, s.Waiting+o.Waiting
	for level, n := range o.Levels {
		s.Levels[level] += n
	}
	s.Level, s.Last = max(s.Level, o.Level), max(s.Last, o.Last)
	if o.Worst.Point != 0 && (s.Worst.Point == 0 || Worse(&o.Worst, &s.Worst)) {
		s.Worst = o.Worst
	}
}

// Stale reports whether the newest reading is older than three intervals.
func (l *Latest) Stale(now int64) bool {
	return l.Time > 0 && l.Interval > 0 && now-l.Time > staleIntervals*l.Interval
}

// NotJudged returns the number of points that no threshold judges.
func (s *Summary) NotJudged() int { return s.Points - s.Judged }

// NewSummary returns an empty summary.
func NewSummary() *Summary { return &Summary{Level: alarm.NotJudged} }

// Worse reports whether a point ranks before another: points with readings first, then by level, by share of the red
// threshold, by magnitude, and by time.
func Worse(a, b *Latest) bool {
	switch {
	case (a.Time > 0) != (b.Time > 0):
		return a.Time > 0
	case a.Level != b.Level:
		return a.Level > b.Level
	case orLess(a.Share) != orLess(b.Share):
		return orLess(a.Share) > orLess(b.Share)
	case math.Abs(orZero(a.Value)) != math.Abs(orZero(b.Value)):
		return math.Abs(orZero(a.Value)) > math.Abs(orZero(b.Value))
	}
	return a.Time > b.Time
}

func orLess(share float64) float64 {
	if math.IsNaN(share) {
		return -1
	}
	return share
}

func orZero(v float64) float64 {
	if math.IsNaN(v) {
		return 0
	}
	return v
}

// Newest appends the newest values of points to a list, in the order of ids. Service implements it.
type Newest interface {
	AppendLatest(ctx context.Context, list []Latest, ids []int64) ([]Latest, error)
}

// Summaries sums up points by a key that the caller gives for the i-th of them, for any number of points. now is UTC
// ms.
func Summaries[K comparable](ctx context.Context, from Newest, ids []int64, now int64, key func(i int) K) (map[K]*Summary, error) {
	out := map[K]*Summary{}
	err := EachNewest(ctx, from, ids, func(i int, l *Latest) {
		k := key(i)
		if out[k] == nil {
			out[k] = NewSummary()
		}
		out[k].Add(l, now)
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
