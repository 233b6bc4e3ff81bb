package schedule

import (
	"fmt"

	"plumbline/internal/feature/report/calendar"
	"plumbline/internal/platform/errs"
)

// ReportConfigFields are the calendar of the reports of a project.
type ReportConfigFields struct {
	Start        string          `json:"start" format:"date" doc:"2026-03-01, the first day of monitoring: periods are counted from its cut-off"`
	CutOffHour   int             `json:"cutOffHour" minimum:"0" maximum:"23" doc:"At which periods begin and end, in the time zone of the project"`
	FirstWeekday int             `json:"firstWeekday" minimum:"1" maximum:"7" doc:"On which weeks begin; 1: Monday"`
	MonthDay     int             `json:"monthDay" minimum:"1" maximum:"31" doc:"On which months begin; in shorter months the last day"`
	Weekends     bool            `json:"weekends" doc:"Saturdays and Sundays are holidays"`
	Holidays     []ReportHoliday `json:"holidays" maxItems:"200"`
	OnHoliday    string          `json:"onHoliday" enum:"skip,make" doc:"skip: the next daily report covers the holidays too, weekly and monthly ones are made on the next working day"`
	NumberPrefix string          `json:"numberPrefix" maxLength:"20" doc:"Of the numbers of issued reports"`
}

// ReportHoliday is a span of days without work.
type ReportHoliday struct {
	From string `json:"from" format:"date"`
	To   string `json:"to" format:"date" doc:"The last day"`
	Name string `json:"name" maxLength:"50"`
}

// usual returns the fields of a project that has set none.
func usual(start calendar.Date) ReportConfigFields {
	c := calendar.Usual(start)
	return ReportConfigFields{
		Start: start.String(), CutOffHour: c.CutOff, FirstWeekday: c.Weekday, MonthDay: c.MonthDay, Holidays: []ReportHoliday{}, OnHoliday: string(c.OnHoliday),
	}
}

// calendar returns the calendar, or what is wrong with it.
func (f *ReportConfigFields) calendar() (c calendar.Calendar, err error) {
	var refused errs.Refusals
	date := func(field, text string) calendar.Date {
		d, ok := calendar.ParseDate(text)
		if !ok || d.Year < 2000 || d.Year > 2100 {
			refused.Add(field, errs.TimeBetween, "min", "2000-01-01", "max", "2100-12-31")
		}
		return d
	}
	c = calendar.Calendar{
		Start: date("start", f.Start), CutOff: f.CutOffHour, Weekday: f.FirstWeekday, MonthDay: f.MonthDay, Weekends: f.Weekends,
		Holidays: make([]calendar.Holiday, len(f.Holidays)), OnHoliday: calendar.OnHoliday(f.OnHoliday),
	}
	for i, h := range f.Holidays {
		field := fmt.Sprintf("holidays[%d].", i)
		c.Holidays[i] = calendar.Holiday{From: date(field+"from", h.From), To: date(field+"to", h.To), Name: h.Name}
	}
	if err := refused.Err(); err != nil {
		return c, err
	}
	return c, c.Check()
}
