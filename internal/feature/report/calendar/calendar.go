package calendar

import (
	"fmt"
	"time"
	"unicode/utf8"

	"plumbline/internal/platform/errs"
)

// Kind is how often a report is made.
type Kind string

// Kinds with periods. Reports of stages and special ones are made by hand.
const (
	Day   Kind = "day"
	Week  Kind = "week"
	Month Kind = "month"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Day, Week, Month} }

// OnHoliday is what becomes of the reports of holidays.
type OnHoliday string

// Skip makes none: the next daily report covers the holidays too, and weekly and monthly ones are made on the next working day. Make
// makes them as on all days.
const (
	Skip OnHoliday = "skip"
	Make OnHoliday = "make"
)

// MostHolidays is the number of holidays of a calendar.
const MostHolidays = 200

// farthest is how many days a holiday and a search for a working day last at most.
const farthest = 366

// Holiday is a span of days without work.
type Holiday struct {
	From Date
	To   Date // the last day
	Name string
}

// Calendar says when the reports of a project begin and end.
type Calendar struct {
	Start     Date // first day of monitoring; the first periods begin at its cut-off
	CutOff    int  // hour of the day at which periods begin and end
	Weekday   int  // on which weeks begin, 1 (Monday) to 7
	MonthDay  int  // on which months begin, 1 to 31; in shorter months on their last day
	Weekends  bool // Saturday and Sunday are holidays
	Holidays  []Holiday
	OnHoliday OnHoliday
}

// Usual returns the calendar of a project that has set none.
func Usual(start Date) Calendar {
	return Calendar{Start: start, CutOff: 8, Weekday: 1, MonthDay: 1, Holidays: []Holiday{}, OnHoliday: Skip}
}

const longestName = 50

// Check refuses a calendar that makes no sense.
func (c *Calendar) Check() error {
	var refused errs.Refusals
	for i, h := range c.Holidays {
		field := fmt.Sprintf("holidays[%d].", i)
		switch {
		case h.To.Before(h.From):
			refused.Add(field+"to", errs.StartAfterEnd)
		case h.From.Add(farthest).Before(h.To):
			refused.Add(field+"to", errs.SpanTooLong, "days", farthest)
		}
		if utf8.RuneCountInString(h.Name) > longestName {
			refused.Add(field+"name", errs.TooLong, "max", longestName)
		}
	}
	if len(c.Holidays) > MostHolidays {
		refused.Add("holidays", errs.TooManyEntries, "max", MostHolidays)
	}
	return refused.Err()
}

// Holiday reports whether a date is a holiday, with its name, which weekends do not have.
func (c *Calendar) Holiday(d Date) (name string, is bool) {
	for _, h := range c.Holidays {
		if !d.Before(h.From) && !h.To.Before(d) {
			return h.Name, true
		}
	}
	return "", c.Weekends && d.Weekday() > 5
}

// skips reports whether no reports are made on a date.
func (c *Calendar) skips(d Date) bool {
	_, is := c.Holiday(d)
	return is && c.OnHoliday == Skip
}

// Ends returns the time (UTC ms) of the cut-off of a date.
func (c *Calendar) Ends(d Date, zone *time.Location) int64 { return d.At(c.CutOff*60, zone) }
