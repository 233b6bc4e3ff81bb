package delivery

import (
	"context"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/gallery"
	"plumbline/internal/feature/delivery/letter"
)

// How long a message waits for its pictures: one that is sent by itself keeps others from being sent, and the first about a red
// alert leaves within a second.
const (
	alonePatience = time.Second
	redPatience   = 300 * time.Millisecond
	fullPatience  = 100 * time.Millisecond // while others wait to be sent
)

// patience returns how long a mail waits for its pictures.
func (c mails) patience(m *Message) time.Duration {
	switch {
	case len(m.load) > 0:
		return gallery.Patience
	case m.crowded:
		return fullPatience
	case m.Event.Open() && m.Content.Step.Level == alarm.Red && m.Reminder == 0:
		return redPatience
	}
	return alonePatience
}

// pictures returns the curve of an alert and the plan of its point.
func (c mails) pictures(ctx context.Context, m *Message) letter.Pictures {
	if c.gallery == nil || !m.Content.Drawable() {
		return letter.Pictures{}
	}
	return c.drawn(ctx, m, []letter.Line{{AlertID: m.AlertID, TransitionID: m.TransitionID, Content: m.Content}})
}

// curves returns the curves that a mail with several alerts shows.
func (c mails) curves(ctx context.Context, m *Message, g *letter.Gathered) letter.Pictures {
	if c.gallery == nil {
		return letter.Pictures{}
	}
	return c.drawn(ctx, m, g.Pictured())
}

func (c mails) drawn(ctx context.Context, m *Message, lines []letter.Line) (p letter.Pictures) {
	among := len(m.load) > 0
	wanted := make([]gallery.Wanted, len(lines))
	for i, line := range lines {
		wanted[i] = gallery.Wanted{
			AlertID: line.AlertID, TransitionID: line.TransitionID, CorporationID: m.CorporationID, Step: line.Content.Step,
			Language: line.Content.Language, Plan: !among, Alone: !among,
		}
	}
	var found []gallery.Pictures
	found, p.Missing = c.gallery.All(ctx, wanted, c.patience(m))
	for i, line := range lines {
		for _, one := range []letter.Picture{{Data: found[i].Curve}, {Data: found[i].Plan, Sheet: found[i].Sheet}} {
			if len(one.Data) > 0 {
				one.About, one.At, one.Among = line.Content, found[i].At, among
				p.List = append(p.List, one)
			}
		}
	}
	return p
}
