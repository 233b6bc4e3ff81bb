// Package monitoring exports the tables of monitoring reports: initial, previous and this value of measuring points, their changes,
// rates and verdicts (domain measurements.md 0.3).
package monitoring

import (
	"cmp"
	"context"

	"plumbline/internal/core/asknown"
	"plumbline/internal/core/query"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Moments are the times of a report.
type Moments struct {
	Time     httpapi.AskedTime `json:"time,omitempty" doc:"UTC ms: the last valid reading in the window before it, see reportPreview; 0: now, or knownAt"`
	Previous httpapi.AskedTime `json:"previous,omitempty" doc:"UTC ms of the reading to compare with; 0: a day before the reading of time"`
	Base     httpapi.AskedTime `json:"base,omitempty" doc:"Changes since the result at this time, UTC ms; 0: since the initial value"`
}

// settle replaces a time that is not given, so that a file that is made again says the same, and checks the order of times.
func (m *Moments) settle(known httpapi.AskedTime) error {
	if m.Time == 0 {
		m.Time = cmp.Or(known, httpapi.AskedTime(clock.Now().UnixMilli()))
	}
	if m.Previous >= m.Time {
		return errs.OnField("previous", errs.StartAfterEnd)
	}
	return nil
}

// Form is how a report is filled in.
type Form struct {
	Instruments bool   `json:"instruments,omitempty" doc:"Also model and serial number of the main instruments; needs Device:Retrieve too"`
	Weather     string `json:"weather,omitempty" maxLength:"200"`
	Working     string `json:"working,omitempty" maxLength:"200" doc:"Working condition"`
	Format      string `json:"format" enum:"csv,xlsx" doc:"csv: a zip with a file for each table; xlsx: a sheet for each"`
}

// needs are the permissions that a form needs beyond those of its data.
func (f *Form) needs(ctx context.Context, project int64) error {
	if !f.Instruments {
		return nil
	}
	return httpapi.CallerOf(ctx).Require(export.SeeDevices, project)
}

var (
	weatherLabel = i18n.Label{Zh: "天气", En: "Weather", Tw: "天氣"}
	workingLabel = i18n.Label{Zh: "工况", En: "Working condition", Tw: "工況"}
	timeLabel    = i18n.Label{Zh: "本次时间", En: "Time", Tw: "本次時間"}
	beforeLabel  = i18n.Label{Zh: "上次时间", En: "Previous time", Tw: "上次時間"}
	baseLabel    = i18n.Label{Zh: "变化的基准时间", En: "Changes since", Tw: "變化的基準時間"}
	dayBefore    = i18n.Label{Zh: "各测点本次读数前一天", En: "A day before the reading of each point", Tw: "各測點本次讀數前一天"}
	initialText  = i18n.Label{Zh: "初始值", En: "The initial value", Tw: "初始值"}
	unitsText    = i18n.Label{Zh: "见单位列；速率为每天", En: "In the columns of units; rates are per day", Tw: "見單位欄；速率為每天"}
)

// about returns the lines about the times and the form of a report.
func about(s *export.Subject, m *Moments, f *Form, points []export.Point) [][]string {
	before, base := s.In(dayBefore), s.In(initialText)
	if m.Previous != 0 {
		before = s.Local(m.Previous.Millis())
	}
	if m.Base != 0 {
		base = s.Local(m.Base.Millis())
	}
	return s.About(
		s.Named(points),
		[]string{s.In(timeLabel), s.Local(m.Time.Millis())},
		[]string{s.In(beforeLabel), before},
		[]string{s.In(baseLabel), base},
		[]string{s.In(export.UnitsLabel), s.In(unitsText)},
		[]string{s.In(weatherLabel), f.Weather},
		[]string{s.In(workingLabel), f.Working},
	)
}

// Note is what people wrote about a point and a span of time.
type Note struct {
	Point    string
	From, To int64 // UTC ms
	Text     string
}

// Notes returns the notes on points that touch a span, as known at a time (0: now), the latest spans first, and whether there are
// more.
type Notes func(ctx context.Context, scope access.Scope, project int64, points []int64, from, to, known int64) (list []Note, more bool, err error)

// pageOf is how many points a report has at once.
func pageOf(s *export.Subject) int {
	if s.KnownAt != 0 {
		return asknown.MostPoints
	}
	return query.MostReported
}
