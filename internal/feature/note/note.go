// Package note keeps notes: what people write about a span of time of a measuring point, such as "anchor load test". A
// note changes no result. Its earlier versions are kept, so that data as known at an earlier time come with the notes
// of that time.
package note

import (
	"strings"
	"unicode/utf8"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/errs"
)

const (
	kind = "pointNote" // in the audit log

	maxText = 500 // characters
	// maxNotes is the number of notes of a point, withdrawn ones included.
	maxNotes = 1000
	// mostListed is the number of notes in a list.
	mostListed = 500
)

// Note is a note with all its versions.
type Note struct {
	ID        int64
	PointID   int64
	PointName string
	Versions  []Version // the oldest first, at least one
}

// Version is a state of a note.
type Version struct {
	From, To   int64 // UTC ms, both inclusive
	Text       string
	Withdrawn  bool
	RecordedAt int64 // UTC ms
	RecordedBy string
}

// Last returns the newest version.
func (n Note) Last() Version { return n.Versions[len(n.Versions)-1] }

// Content is what people write.
type Content struct {
	From, To int64 // UTC ms, both inclusive
	Text     string
}

func (c *Content) check() error {
	var refused errs.Refusals
	c.Text = strings.TrimSpace(c.Text)
	switch n := utf8.RuneCountInString(c.Text); {
	case n == 0:
		refused.Add("text", errs.Empty)
	case n > maxText:
		refused.Add("text", errs.TooLong, "max", maxText)
	}
	for _, t := range []struct {
		field string
		time  int64
	}{{"from", c.From}, {"to", c.To}} {
		if !timeline.Possible(t.time) {
			refused.Add(t.field, errs.TimeOutOfRange)
		}
	}
	if c.To < c.From {
		refused.Add("to", errs.StartAfterEnd)
	}
	return refused.Err()
}
