package schedule

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/feature/report/calendar"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// ProjectReportConfig is the calendar of the reports of a project.
type ProjectReportConfig struct {
	ReportConfigFields
	TimeZone  string `json:"timeZone" doc:"Of the project"`
	UpdatedAt int64  `json:"updatedAt" doc:"UTC ms; 0: nobody has set it, and it is that of a new project"`
}

// ProjectReportMonth asks what a calendar makes of a month.
type ProjectReportMonth struct {
	Month  string             `json:"month" pattern:"^[0-9]{4}-[0-9]{2}$" doc:"Such as 2026-03"`
	Config ReportConfigFields `json:"config" doc:"It need not be saved"`
}

// ReportDays are the days of a month.
type ReportDays struct {
	List []ReportDay `json:"list"`
}

// ReportDay is a day in the calendar of reports.
type ReportDay struct {
	Date    string         `json:"date"`
	CutOff  int64          `json:"cutOff" doc:"UTC ms, as all times"`
	Holiday bool           `json:"holiday"`
	Name    string         `json:"name" doc:"Of the holiday"`
	Reports []ReportPeriod `json:"reports" doc:"Those that are made on this day"`
}

// ReportPeriod is a period with a report.
type ReportPeriod struct {
	Kind      string `json:"kind" enum:"day,week,month"`
	Number    int    `json:"number" doc:"Counted from the first day of monitoring"`
	Start     int64  `json:"start"`
	End       int64  `json:"end"`
	Scheduled bool   `json:"scheduled" doc:"A schedule that is not paused makes reports of this kind"`
}

type setConfigInput struct {
	httpapi.ProjectPath
	Body ReportConfigFields
}

type monthInput struct {
	httpapi.ProjectPath
	Body ProjectReportMonth
}

func (s *server) registerConfig() {
	const path = "/projects/{projectId}/project-report-config"
	const fields = `"start":"2026-03-01","firstWeekday":1,"monthDay":1,"weekends":false,"onHoliday":"skip","numberPrefix":"K12-"`
	const example = `{"cutOffHour":8,"holidays":[{"from":"2026-10-01","to":"2026-10-07","name":"National Day"}],` + fields + `}`
	const wrong = `{"cutOffHour":8,"holidays":[{"from":"2026-10-07","to":"2026-10-01","name":"National Day"}],` + fields + `}`
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getProjectReportConfig", Method: http.MethodGet, Path: path, Tag: "reports", Need: see, Unmeasured: "a row by its key",
		Summary: "The calendar of the reports of a project",
	}, s.config)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setProjectReportConfig", Method: http.MethodPut, Path: path, Tag: "reports", Need: update, Example: example,
		NearMiss: httpapi.NearMiss{Body: wrong, Field: "holidays[0].to"},
		Summary:  "Set the calendar of the reports of a project",
		Detail:   "Holds for the periods that are not reported yet. The next one begins where the last report ended.",
	}, s.setConfig)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewProjectReportConfig", Method: http.MethodPost, Path: path + "/preview", Tag: "reports", Need: see, Unlogged: httpapi.ReadsOnly,
		Example:    `{"month":"2026-10","config":` + example + `}`,
		NearMiss:   httpapi.NearMiss{Body: `{"month":"2026-13","config":` + example + `}`, Field: "month"},
		Unmeasured: "computed", Summary: "The days of a month by a calendar",
	}, s.preview)
}

func (s *server) config(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[ProjectReportConfig], error) {
	c, err := s.scheduler.Config(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(ProjectReportConfig{c.ReportConfigFields, c.zone.String(), c.UpdatedAt}), nil
}

func (s *server) setConfig(ctx context.Context, in *setConfigInput) (*httpapi.Output[ProjectReportConfig], error) {
	who := httpapi.CallerOf(ctx)
	was, err := s.scheduler.Config(ctx, who.Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	if _, err := in.Body.calendar(); err != nil {
		return nil, err
	}
	if err := s.scheduler.SetConfig(ctx, who.Actor(), in.ProjectID, &was.ReportConfigFields, &in.Body); err != nil {
		return nil, err
	}
	return s.config(ctx, &in.ProjectPath)
}

func (s *server) preview(ctx context.Context, in *monthInput) (*httpapi.Output[ReportDays], error) {
	scope := httpapi.CallerOf(ctx).Scope
	saved, err := s.scheduler.Config(ctx, scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	first, ok := calendar.ParseDate(in.Body.Month + "-01")
	if !ok || first.Year < 2000 || first.Year > 2100 {
		return nil, errs.OnField("month", errs.TimeBetween, "min", "2000-01", "max", "2100-12")
	}
	var refused errs.Refusals
	c, err := in.Body.Config.calendar()
	if err := refused.Merge("config.", err); err != nil {
		return nil, err
	}
	if err := refused.Err(); err != nil {
		return nil, err
	}
	schedules, err := s.scheduler.List(ctx, scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	scheduled := map[calendar.Kind]bool{}
	for i := range schedules {
		scheduled[calendar.Kind(schedules[i].Kind)] = scheduled[calendar.Kind(schedules[i].Kind)] || schedules[i].Enabled
	}
	return httpapi.Reply(ReportDays{daysOf(&c, saved.zone, first, scheduled)}), nil
}

// daysOf returns the days of the month that begins on a date.
func daysOf(c *calendar.Calendar, zone *time.Location, first calendar.Date, scheduled map[calendar.Kind]bool) []ReportDay {
	made := map[calendar.Date][]ReportPeriod{}
	end := first.Add(32)
	for _, kind := range calendar.Kinds() {
		// A report that waits for a working day may be made long after its period.
		for _, p := range c.Periods(kind, zone, c.Ends(first.Add(-366), zone), c.Ends(end, zone)) {
			made[p.Made] = append(made[p.Made], ReportPeriod{string(kind), p.Number, p.Start, p.End, scheduled[kind]})
		}
	}
	list := []ReportDay{}
	for d := first; d.Month == first.Month; d = d.Add(1) {
		name, holiday := c.Holiday(d)
		day := ReportDay{Date: d.String(), CutOff: c.Ends(d, zone), Holiday: holiday, Name: name, Reports: made[d]}
		if day.Reports == nil {
			day.Reports = []ReportPeriod{}
		}
		list = append(list, day)
	}
	return list
}
