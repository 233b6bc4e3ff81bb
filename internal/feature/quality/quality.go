// Package quality measures how well the alarms of a project serve the people who handle them: how many there are, how
// soon somebody decides, and which points and limits are worth a second look. Its figures follow EEMUA publication 191
// and ANSI/ISA-18.2 (IEC 62682), which were written for control rooms; people compare, nothing is judged by them.
package quality

import (
	"context"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/query"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
)

// What counts as what.
const (
	window      = 10 * time.Minute // of floods
	floodAbove  = 10               // alerts in a window, EEMUA 191 for one operator
	chatterFrom = 3                // alerts of one threshold within chatterSpan: points are read rarely, so not within the minute of ISA-18.2
	chatterSpan = 24 * time.Hour
	staleAfter  = 24 * time.Hour // ISA-18.2
	mostActors  = 10             // ISA-18.2 looks at the ten most frequent alarms
	mostListed  = 50
	fewAlerts   = 30 // below, one alert changes a share by more than 3 %
)

// Store is what the figures are computed from.
type Store interface {
	// EachHistory is that of alarm.Store.
	EachHistory(ctx context.Context, scope access.Scope, project, since int64, visit func(alarm.Listed, []alarm.Transition) error) error
	// InForce is that of pointconfig.Store.
	InForce(
		ctx context.Context, scope access.Scope, filter point.Filter, aspect definition.PointAspect, at int64, all bool,
	) (paging.Page[pointconfig.Configured], error)
	// PointLevels returns the stored levels of points with the outcomes of their thresholds.
	PointLevels(ctx context.Context, points []int64) ([]alarm.PointLevel, error)
}

// Newest has the newest result of points, see query.Service.
type Newest interface {
	Latest(ctx context.Context, points []int64) ([]query.Latest, error)
}

// Span is what is looked at: alerts whose reading is in it. Both ends are UTC ms, Until is exclusive and the present.
type Span struct {
	From, Until int64
	Zone        *time.Location // of days
}

// Figures are the figures of a project in a span. Withdrawn alerts count nowhere but in Withdrawn.
type Figures struct {
	Span
	Alerts    int                // about thresholds
	Levels    [alarm.Red + 1]int // of Alerts by the highest level reached
	Health    map[alarm.Kind]int // about devices
	Withdrawn int                // of thresholds
	Days      []Day              // all days of the span
	Peak      Window             // with the most alerts; of several the first
	Floods    int                // windows above floodAbove
	Decided   Decisions          // of Alerts
	Worst     []Actor            // the points with the most alerts
	Chatters  int                // points
	Stale     []alarm.Listed     // open for longer than staleAfter, oldest first, at most mostListed
	Stales    int
	Limits    [alarm.Red + 1]Limits // by level
	Always    []PointLimits         // points with a limit reached all the time, at most mostListed
	Never     []PointLimits         // points none of whose limits was reached, at most mostListed
	Constant  int                   // points of Always before the cut
	Silent    int                   // points of Never before the cut
}

// Day counts the alerts of a day by level; at 0 those about devices.
type Day struct {
	Date   string
	Levels [alarm.Red + 1]int
}

// Window is ten minutes with their alerts.
type Window struct {
	Start int64 // UTC ms
	Count int
}

// Decisions are what people decided about alerts, and how long after they were raised, by the clock of the product.
type Decisions struct {
	Decided, False int
	Restored       int   // over before anybody decided
	Waiting        int   // still open
	Median, Ninety int64 // ms; 0: nothing was decided
}

// Actor is a point by its number of alerts.
type Actor struct {
	PointID, StructureID int64
	Name                 string
	Alerts               int
	Most                 int // of one threshold within chatterSpan
	False                int
}

// Chatters reports whether one threshold raised alerts again and again.
func (a Actor) Chatters() bool { return a.Most >= chatterFrom }

// Measure computes the figures of a project.
func Measure(ctx context.Context, store Store, newest Newest, scope access.Scope, project int64, span Span) (Figures, error) {
	t := newTally(span)
	// The clocks of devices may be ahead: an alert may have been raised before the time of its reading.
	since := span.From - (24 * time.Hour).Milliseconds()
	err := store.EachHistory(ctx, scope, project, since, func(alert alarm.Listed, history []alarm.Transition) error {
		t.add(&alert, history)
		return nil
	})
	if err != nil {
		return Figures{}, err
	}
	f := t.figures()
	page, err := store.InForce(ctx, scope, point.Filter{ProjectID: project}, definition.AspectThresholds, span.Until, true)
	if err != nil {
		return Figures{}, err
	}
	list, err := limitsOf(page.List)
	if err != nil {
		return Figures{}, err
	}
	ids := make([]int64, len(list))
	for i := range list {
		ids[i] = list[i].point.ID
	}
	levels, err := store.PointLevels(ctx, ids)
	if err != nil {
		return Figures{}, err
	}
	for from := 0; from < len(ids); from += query.MostLatest {
		latest, err := newest.Latest(ctx, ids[from:min(from+query.MostLatest, len(ids))])
		if err != nil {
			return Figures{}, err
		}
		for i := range latest {
			list[from+i].read = latest[i].Time >= span.From
		}
	}
	f.judgeLimits(list, levels, t.reached)
	return f, nil
}
