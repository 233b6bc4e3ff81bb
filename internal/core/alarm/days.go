package alarm

const (
	day = 24 * 3600_000 // ms
	// earlier is how much before a full day the reading of the next one may come, ms: daily readings are never on time.
	earlier = 3600_000
)

// daily counts the days in a row on which every judged reading reached a level: day n begins n days after the first of
// the readings, less an hour.
type daily struct {
	Since int64 // UTC ms, the first reading
	Count int64
}

func (d *daily) add(t int64) {
	switch n := (t - d.Since + earlier) / day; {
	case d.Count == 0 || n > d.Count: // a day without a reading ends the row
		*d = daily{t, 1}
	case n == d.Count:
		d.Count++
	}
}

// sustained returns a verdict with the highest level that was reached on enough days in a row (GB 50497-2019, note of
// table 8.0.5: 0.0001 H/d on 3 consecutive days), and keeps the count of each level.
func (s *KeyState) sustained(j *judge, v verdict) (judged verdict) {
	judged = v
	judged.level, judged.side = Normal, ""
	var days [4]daily
	if s.Days != nil {
		days = *s.Days // states are copied, so what they point to never changes
	}
	for i := range days {
		if v.level <= Level(i) {
			days[i] = daily{}
			continue
		}
		if days[i].add(v.time); days[i].Count >= j.days {
			judged.level, judged.side = Level(i+1), v.side
		}
	}
	s.Days = &days
	if days == ([4]daily{}) {
		s.Days = nil
	}
	return judged
}
