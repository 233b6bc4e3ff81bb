package delivery

import (
	"context"
	"sync"
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
)

// patience returns how long a mail waits for its pictures.
func (c mails) patience(m *Message) time.Duration {
	switch {
	case len(m.load) > 0:
		return gallery.Patience
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
	found, ok := make([]gallery.Pictures, len(lines)), make([]bool, len(lines))
	var asked sync.WaitGroup
	for i, line := range lines {
		asked.Go(func() {
			found[i], ok[i] = c.gallery.Get(ctx, gallery.Wanted{
				AlertID: line.AlertID, TransitionID: line.TransitionID, CorporationID: m.CorporationID, Step: line.Content.Step,
				Language: line.Content.Language, Plan: !among, Alone: !among,
			}, c.patience(m))
		})
	}
	asked.Wait()
	for i, line := range lines {
		p.Missing = p.Missing || !ok[i]
		for _, one := range []letter.Picture{{Data: found[i].Curve}, {Data: found[i].Plan, Sheet: found[i].Sheet}} {
			if len(one.Data) > 0 {
				one.About, one.At, one.Among = line.Content, found[i].At, among
				p.List = append(p.List, one)
			}
		}
	}
	return p
}
