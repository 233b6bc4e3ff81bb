// Package calendar computes the periods of the reports of projects: from cut-off to cut-off in the time zone of the project, by day,
// week and month, with holidays. It reads nothing and stores nothing.
package calendar

import (
	"fmt"
	"time"
)

// Date is a day without a time.
type Date struct {
	Year  int
	Month time.Month
	Day   int
}

// ParseDate reads a date such as 2026-03-01.
func ParseDate(text string) (d Date, ok bool) {
	t, err := time.Parse(time.DateOnly, text)
	return dateOf(t), err == nil
}

// DateAt returns the date at a time (UTC ms) in a zone.
func DateAt(at int64, zone *time.Location) Date { return dateOf(time.UnixMilli(at).In(zone)) }

func dateOf(t time.Time) Date {
	year, month, day := t.Date()
	return Date{year, month, day}
}

// Add returns the date some days later.
func (d Date) Add(days int) Date {
	return dateOf(time.Date(d.Year, d.Month, d.Day+days, 0, 0, 0, 0, time.UTC))
}

// Before reports whether d is earlier than other.
func (d Date) Before(other Date) bool {
	return d.Year < other.Year || d.Year == other.Year && (d.Month < other.Month || d.Month == other.Month && d.Day < other.Day)
}

// Weekday returns 1 for Monday to 7 for Sunday.
func (d Date) Weekday() int {
	return (int(time.Date(d.Year, d.Month, d.Day, 0, 0, 0, 0, time.UTC).Weekday())+6)%7 + 1
}

// At returns the time (UTC ms) at a minute of the date in a zone. One that clocks leave out is moved by what they leave out; of one
// that they show twice it is the first.
func (d Date) At(minute int, zone *time.Location) int64 {
	return time.Date(d.Year, d.Month, d.Day, minute/60, minute%60, 0, 0, zone).UnixMilli()
}

// String returns the date as ParseDate reads it.
func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// last returns the last day of the month of a date.
func (d Date) last() int { return Date{d.Year, d.Month + 1, 1}.Add(-1).Day }
