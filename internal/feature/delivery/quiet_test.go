package delivery

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/core/alarm"
)

func TestQuietHoursEnd(t *testing.T) {
	night := Quiet{From: 22 * 60, To: 7 * 60, Level: alarm.Yellow}
	noon := Quiet{From: 12 * 60, To: 13*60 + 30, Level: alarm.Orange}
	for _, c := range []struct {
		quiet     Quiet
		level     alarm.Level
		zone      string
		at, until string
	}{
		{night, alarm.Yellow, "Asia/Shanghai", "2026-10-05 21:59", ""},
		{night, alarm.Yellow, "Asia/Shanghai", "2026-10-05 22:00", "2026-10-06 07:00"},
		{night, alarm.Blue, "Asia/Shanghai", "2026-12-31 23:59", "2027-01-01 07:00"},
		{night, alarm.Normal, "Asia/Shanghai", "2026-10-06 06:59", "2026-10-06 07:00"},
		{night, alarm.Yellow, "Asia/Shanghai", "2026-10-06 07:00", ""},
		{night, alarm.Orange, "Asia/Shanghai", "2026-10-06 03:00", ""},
		{night, alarm.Red, "Asia/Shanghai", "2026-10-06 03:00", ""},
		{noon, alarm.Orange, "Europe/Berlin", "2026-10-06 12:30", "2026-10-06 13:30"},
		{noon, alarm.Red, "Europe/Berlin", "2026-10-06 12:30", ""},
		{night, alarm.Blue, "Europe/Berlin", "2026-10-24 23:00", "2026-10-25 07:00"}, // the clock is set back in the night
		{Quiet{From: 60, To: 120}, alarm.Blue, "UTC", "2026-10-25 01:30", ""},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		at, err := time.ParseInLocation("2006-01-02 15:04", c.at, zone)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if until := c.quiet.until(c.level, at.UnixMilli(), zone); until != 0 {
			got = time.UnixMilli(until).In(zone).Format("2006-01-02 15:04")
		}
		if got != c.until {
			t.Errorf("%+v, level %d at %s: until %q, want %q", c.quiet, c.level, c.at, got, c.until)
		}
	}
}

// Quiet hours never hold back red, end later than they are asked and within 25 hours, and have ended at their end.
func TestQuietHoursAreBounded(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := Quiet{
			From: rapid.Int64Range(0, dayMinutes-1).Draw(t, "from"), To: rapid.Int64Range(0, dayMinutes-1).Draw(t, "to"),
			Level: alarm.Level(rapid.IntRange(0, 3).Draw(t, "highest")),
		}
		zone, err := time.LoadLocation(rapid.SampledFrom([]string{"Asia/Shanghai", "Europe/Berlin", "Australia/Lord_Howe"}).Draw(t, "zone"))
		if err != nil {
			t.Fatal(err)
		}
		at := 1_767_225_600_000 + rapid.Int64Range(0, 365*dayMinutes).Draw(t, "at")*60_000
		if until := q.until(alarm.Red, at, zone); until != 0 {
			t.Fatalf("red is held until %d", until)
		}
		until := q.until(alarm.Blue, at, zone)
		if until == 0 {
			return
		}
		if until <= at || until > at+25*time.Hour.Milliseconds() || q.From != q.To && q.until(alarm.Blue, until, zone) != 0 {
			t.Fatalf("from %d until %d, then until %d", at, until, q.until(alarm.Blue, until, zone))
		}
	})
}
