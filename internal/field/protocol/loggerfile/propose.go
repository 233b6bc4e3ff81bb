package loggerfile

// proposeTime completes the time of a manual layout: columns if none are chosen, and missing formats.
func (f *Found) proposeTime(b *Beginning) {
	l := &f.Layout
	rows := b.rows(l)
	if l.Time == nil {
		l.Time = []TimeColumn{}
		if len(rows) > 0 && (l.Source == "" || l.Source == SourceLines) {
			if t := timeColumns(rows, f.Columns); t != nil {
				l.Time = t.columns
			}
		}
	}
	for i := range l.Time {
		t := &l.Time[i]
		if t.Format != "" {
			continue
		}
		switch texts := column(rows, t.Column); t.Role {
		case RoleTimeOfDay:
			t.Format = guessClock(texts)
		case RoleTime, RoleDate:
			for _, format := range GuessTimeFormats(texts) {
				if parsed, _ := ParseTimeFormat(format); parsed.clock == (t.Role == RoleTime) {
					t.Format = format
					break
				}
			}
		}
	}
}
