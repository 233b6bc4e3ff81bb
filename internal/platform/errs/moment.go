package errs

import "time"

// Moment is a time in a message, UTC ms; 0 means the beginning of the record.
type Moment int64

// In formats the moment in UTC, because a message does not know the time zone of its reader.
func (m Moment) In(language string) string {
	switch {
	case m == 0 && Language(language) == English:
		return "the beginning"
	case m == 0:
		return "最早"
	}
	return time.UnixMilli(int64(m)).UTC().Format("2006-01-02 15:04:05 UTC")
}
