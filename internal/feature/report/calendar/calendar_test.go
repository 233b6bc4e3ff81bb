package calendar_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/feature/report/calendar"
)

const day = int64(24 * 3_600_000)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

func date(t testing.TB, text string) calendar.Date {
	t.Helper()
	d, ok := calendar.ParseDate(text)
	if !ok {
		t.Fatal(text)
	}
	return d
}

// written returns periods as local times.
func written(list []calendar.Period, z *time.Location) (texts []string) {
	for _, p := range list {
		texts = append(texts, time.UnixMilli(p.Start).In(z).Format("01-02 15:04")+" "+time.UnixMilli(p.End).In(z).Format("01-02 15:04")+" "+p.Made.String()[5:])
	}
	return texts
}

func equal(t *testing.T, got []string, want ...string) {
	t.Helper()
	for i := range max(len(got), len(want)) {
		if i >= len(got) || i >= len(want) || got[i] != want[i] {
			t.Fatalf("got %q\nwant %q", got, want)
		}
	}
}

// any year of a calendar, in zones with and without summer time, one of which left out a day.
func drawn(t *rapid.T) (c calendar.Calendar, z *time.Location, kind calendar.Kind) {
	names := []string{"Asia/Shanghai", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "America/Sao_Paulo", "Asia/Kathmandu"}
	z, err := time.LoadLocation(rapid.SampledFrom(names).Draw(t, "zone"))
	if err != nil {
		t.Fatal(err)
	}
	c = calendar.Usual(calendar.Date{Year: 2011, Month: time.Month(rapid.IntRange(1, 12).Draw(t, "month")), Day: rapid.IntRange(1, 28).Draw(t, "day")})
	c.CutOff, c.Weekday = rapid.IntRange(0, 23).Draw(t, "cut-off"), rapid.IntRange(1, 7).Draw(t, "weekday")
	c.MonthDay, c.Weekends = rapid.IntRange(1, 31).Draw(t, "day of month"), rapid.Bool().Draw(t, "weekends")
	c.OnHoliday = rapid.SampledFrom([]calendar.OnHoliday{calendar.Skip, calendar.Make}).Draw(t, "on holidays")
	for range rapid.IntRange(0, 5).Draw(t, "holidays") {
		from := c.Start.Add(rapid.IntRange(-10, 400).Draw(t, "from"))
		c.Holidays = append(c.Holidays, calendar.Holiday{From: from, To: from.Add(rapid.IntRange(0, 20).Draw(t, "days"))})
	}
	return c, z, rapid.SampledFrom(calendar.Kinds()).Draw(t, "kind")
}

func TestPeriodsHaveNoGapsAndDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, z, kind := drawn(t)
		first := c.Ends(c.Start, z)
		all := c.Periods(kind, z, first, first+500*day)
		for i, p := range all {
			begin := first
			if i > 0 {
				begin = all[i-1].End
			}
			if p.Start != begin || p.End <= p.Start || p.Number != i+1 {
				t.Fatalf("period %d is %+v, the one before ended at %d", i, p, begin)
			}
			if _, holiday := c.Holiday(p.Made); holiday && c.OnHoliday == calendar.Skip {
				t.Fatalf("the report of %+v is made on a holiday", p)
			}
			if earliest, latest := c.Times(&p, calendar.Hours{Make: 30, Wait: 20}, z); earliest < p.End || latest < earliest {
				t.Fatalf("the report of %+v is made from %d to %d", p, earliest, latest)
			}
		}
		// A part of the periods has the same bounds and numbers as in the whole.
		from := first + rapid.Int64Range(0, 500*day).Draw(t, "after")
		part := c.Periods(kind, z, from, first+500*day)
		for i, p := range part {
			if p != all[len(all)-len(part)+i] || p.End <= from {
				t.Fatalf("%+v is not among all periods", p)
			}
		}
		if next, ok := c.Next(kind, z, from); ok && len(part) > 0 && next != part[0] {
			t.Fatalf("next is %+v, want %+v", next, part[0])
		}
	})
}

func TestDailyReportAfterHolidaysCoversThem(t *testing.T) {
	z := zone(t, "Asia/Shanghai")
	c := calendar.Usual(date(t, "2026-04-02"))
	c.Holidays = []calendar.Holiday{{From: date(t, "2026-04-04"), To: date(t, "2026-04-06"), Name: "Qingming"}}
	until := date(t, "2026-04-08").At(8*60, z)
	equal(t, written(c.Periods(calendar.Day, z, 0, until), z),
		"04-02 08:00 04-03 08:00 04-03", "04-03 08:00 04-07 08:00 04-07", "04-07 08:00 04-08 08:00 04-08")
	c.OnHoliday = calendar.Make
	if n := len(c.Periods(calendar.Day, z, 0, until)); n != 6 {
		t.Errorf("%d reports with those of holidays", n)
	}
}

func TestWeeklyAndMonthlyReportsKeepTheirPeriodsAndAreMadeOnTheNextWorkingDay(t *testing.T) {
	z := zone(t, "Asia/Shanghai")
	c := calendar.Usual(date(t, "2026-09-16"))
	c.Weekends, c.MonthDay = true, 31
	c.Holidays = []calendar.Holiday{{From: date(t, "2026-09-30"), To: date(t, "2026-10-07")}}
	equal(t, written(c.Periods(calendar.Week, z, 0, date(t, "2026-10-06").At(0, z)), z),
		"09-16 08:00 09-21 08:00 09-21", "09-21 08:00 09-28 08:00 09-28", "09-28 08:00 10-05 08:00 10-08")
	equal(t, written(c.Periods(calendar.Month, z, 0, date(t, "2026-12-01").At(0, z)), z),
		"09-16 08:00 09-30 08:00 10-08", "09-30 08:00 10-31 08:00 11-02", "10-31 08:00 11-30 08:00 11-30")
}

func TestCutOffsFollowTheClocksOfTheProject(t *testing.T) {
	z := zone(t, "Europe/Berlin")
	c := calendar.Usual(date(t, "2026-03-27"))
	c.CutOff = 2 // left out on 29 March, twice on 25 October
	equal(t, written(c.Periods(calendar.Day, z, 0, date(t, "2026-03-30").At(12*60, z)), z),
		"03-27 02:00 03-28 02:00 03-28", "03-28 02:00 03-29 03:00 03-29", "03-29 03:00 03-30 02:00 03-30")
	autumn := c.Periods(calendar.Day, z, date(t, "2026-10-24").At(12*60, z), date(t, "2026-10-26").At(12*60, z))
	if len(autumn) != 2 || autumn[0].End-autumn[0].Start+autumn[1].End-autumn[1].Start != 2*day+day/24 {
		t.Errorf("%q", written(autumn, z))
	}
}

func TestReportIsMadeAfterItsCutOff(t *testing.T) {
	z := zone(t, "Asia/Shanghai")
	c := calendar.Usual(date(t, "2026-04-01"))
	p, _ := c.Next(calendar.Day, z, date(t, "2026-04-01").At(9*60, z))
	for hours, want := range map[calendar.Hours]string{
		{Make: 8 * 60, Wait: 8 * 60}:      "04-02 08:00 to 04-02 08:00",
		{Make: 8*60 + 30, Wait: 10 * 60}:  "04-02 08:30 to 04-02 10:00",
		{Make: 22 * 60, Wait: 6 * 60}:     "04-02 22:00 to 04-03 06:00",
		{Make: 7 * 60, Wait: 7*60 + 30}:   "04-03 07:00 to 04-03 07:30",
		{Make: 7 * 60, Wait: 6*60 + 59}:   "04-03 07:00 to 04-04 06:59",
		{Make: 23*60 + 59, Wait: 23 * 60}: "04-02 23:59 to 04-03 23:00",
	} {
		earliest, latest := c.Times(&p, hours, z)
		got := time.UnixMilli(earliest).In(z).Format("01-02 15:04") + " to " + time.UnixMilli(latest).In(z).Format("01-02 15:04")
		if got != want {
			t.Errorf("%+v: %s, want %s", hours, got, want)
		}
	}
}

func TestImpossibleHolidaysAreRefused(t *testing.T) {
	c := calendar.Usual(date(t, "2026-04-01"))
	c.Holidays = []calendar.Holiday{{From: date(t, "2026-04-06"), To: date(t, "2026-04-04")}, {From: date(t, "2026-04-06"), To: date(t, "2028-04-04")}}
	if err := c.Check(); err == nil {
		t.Error("accepted")
	}
	for _, text := range []string{"", "2026-02-30", "2026-4-1", "tomorrow"} {
		if d, ok := calendar.ParseDate(text); ok {
			t.Errorf("%q is %v", text, d)
		}
	}
}
