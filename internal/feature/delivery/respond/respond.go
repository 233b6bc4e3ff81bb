// Package respond adds to messages about graded warnings how people respond: until when, who was asked and how far they are,
// and where the plans are.
package respond

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/grading"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/feature/delivery/reply"
	"plumbline/internal/feature/delivery/wording"
)

// Plans knows how people respond to warnings, see package grading.
type Plans interface {
	// Responses returns how people respond to those of some warnings that are open.
	Responses(ctx context.Context, alerts []int64) (map[int64]grading.Response, error)
}

// Reader reads it when a message is sent.
type Reader struct {
	Plans   Plans
	Replies reply.Store
	Links   link.Links
}

// About is a message about an alert.
type About struct {
	AlertID int64
	Account bool // the recipient has an account, and can open the pages of plans
	Content *wording.Content
}

// Add gives the contents of messages about open graded warnings a response at a time (UTC ms). The others have none.
func (r Reader) Add(ctx context.Context, list []About, now int64) error {
	var alerts []int64
	for _, a := range list {
		if a.Content.Kind == alarm.OfGraded && a.Content.Event.Open() {
			alerts = append(alerts, a.AlertID)
		}
	}
	if len(alerts) == 0 {
		return nil
	}
	found, err := r.Plans.Responses(ctx, alerts)
	if err != nil {
		return err
	}
	replies, err := r.Replies.About(ctx, alerts)
	if err != nil {
		return err
	}
	for _, a := range list {
		if of, known := found[a.AlertID]; known {
			made := wording.Response{
				Now: now, DueAt: of.DueAt, AcknowledgedAt: of.AcknowledgedAt, AcknowledgedBy: of.Acknowledged.Name, Links: r.links(&of, a.Account),
			}
			for i := range of.People {
				made.People = append(made.People, stateOf(&of, &of.People[i], a.AlertID, replies))
			}
			a.Content.Response = &made
		}
	}
	return nil
}

// stateOf returns how far a responder of a warning is: the last that they answered, or that they have acknowledged it.
func stateOf(of *grading.Response, who *grading.Responder, alert int64, replies []reply.Reply) wording.Responder {
	p := wording.Responder{Name: who.Name, Duty: who.Duty}
	if of.AcknowledgedAt != 0 && who.AccountID != 0 && of.Acknowledged.AccountID == who.AccountID {
		p.State, p.At = wording.Acknowledged, of.AcknowledgedAt
		return p
	}
	for _, said := range replies {
		same := said.AccountID == who.AccountID
		if who.AccountID == 0 {
			same = same && slices.ContainsFunc(who.Addresses, func(address string) bool { return strings.EqualFold(address, said.Address) })
		}
		if same && said.AlertID == alert {
			p.State, p.At = wording.ResponderState(said.Answer), said.CreatedAt
		}
	}
	return p
}

// links returns where the emergency plan of the grade and the contingency plan are.
func (r Reader) links(of *grading.Response, account bool) (list []wording.PlanLink) {
	add := func(level alarm.Level, name, view string) {
		if name == "" {
			return
		}
		to := wording.PlanLink{Level: level, Name: name}
		if account {
			to.Page = r.Links.Page(fmt.Sprintf("/projects/%d/alerts/gradings?%s", of.ProjectID, view))
		}
		list = append(list, to)
	}
	add(of.Level, of.Plan, fmt.Sprintf("view=plans&grade=%d", of.Level))
	add(alarm.Normal, of.Contingency, "view=contingency")
	return list
}
