package calendar

import "time"

// Period is what a report covers, from its start and before its end (UTC ms).
type Period struct {
	Number     int // of its kind, counted from the first day of monitoring
	Start, End int64
	Made       Date // the day on which its report is made
}

// Periods returns the periods of a kind that end after a time and not after another (UTC ms), in their order. Each begins when the
// one before it ends.
func (c *Calendar) Periods(kind Kind, zone *time.Location, after, until int64) (list []Period) {
	start, number := c.Ends(c.Start, zone), 0
	for d := c.Start.Add(1); ; d = d.Add(1) {
		end := c.Ends(d, zone)
		if end > until {
			return list
		}
		if !c.closes(kind, d) || end <= start { // in some zones a day is left out
			continue
		}
		number++
		if end > after {
			list = append(list, Period{Number: number, Start: start, End: end, Made: c.made(kind, d)})
		}
		start = end
	}
}

// closes reports whether periods of a kind end at the cut-off of a date.
func (c *Calendar) closes(kind Kind, d Date) bool {
	switch kind {
	case Week:
		return d.Weekday() == c.Weekday
	case Month:
		return d.Day == min(c.MonthDay, d.last())
	}
	return !c.skips(d)
}

// made returns the day on which the report of a period is made that ends on a date.
func (c *Calendar) made(kind Kind, d Date) Date {
	if kind == Day {
		return d
	}
	first := d
	for range farthest {
		if !c.skips(d) {
			return d
		}
		d = d.Add(1)
	}
	return first // nobody works for a year
}

// Hours are the times of the day at which reports are made, in minutes.
type Hours struct {
	Make int // earliest
	Wait int // until when it waits for late data; equal to Make: it does not
}

// Times returns when the report of a period is made at the earliest, and until when it waits for late data (UTC ms).
func (c *Calendar) Times(p *Period, h Hours, zone *time.Location) (earliest, latest int64) {
	d := p.Made
	for earliest = d.At(h.Make, zone); earliest < p.End; earliest = d.At(h.Make, zone) {
		d = d.Add(1)
	}
	for latest = d.At(h.Wait, zone); latest < earliest; latest = d.At(h.Wait, zone) {
		d = d.Add(1)
	}
	return earliest, latest
}

// Next returns the first period of a kind that ends after a time (UTC ms).
func (c *Calendar) Next(kind Kind, zone *time.Location, after int64) (p Period, ok bool) {
	if first := c.Ends(c.Start, zone); after < first {
		after = first
	}
	list := c.Periods(kind, zone, after, after+(farthest*24*time.Hour).Milliseconds())
	if len(list) == 0 {
		return p, false
	}
	return list[0], true
}

// Join returns a period that begins when the last report ended (UTC ms), where that is in it or in the one before: the calendar was
// changed since, and nothing must be left out or reported twice.
func (c *Calendar) Join(kind Kind, zone *time.Location, p Period, last int64) Period {
	from := p.Start
	if before := c.Periods(kind, zone, p.Start-1, p.Start); len(before) == 1 {
		from = before[0].Start
	}
	if from < last && last < p.End {
		p.Start = last
	}
	return p
}
