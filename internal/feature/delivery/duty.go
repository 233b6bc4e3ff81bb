package delivery

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/clock"
)

// Rosters knows who is on duty in projects, see package duty.
type Rosters interface {
	// OnDuty returns who is on duty in those projects that have a roster, by time (UTC ms, from since on); 0: nobody.
	OnDuty(ctx context.Context, q *bun.SelectQuery, projects []int64, since int64) (map[int64]func(at int64) int64, error)
}

// nobodyOnDuty is the reason of a message to who is on duty if everybody in the roster has left.
const nobodyOnDuty = "nobodyOnDuty"

// Occasion says why a recipient of a rule gets a message now.
type Occasion struct {
	Duty      bool  // only because they are on duty
	HeldUntil int64 // UTC ms, the end of the quiet hours or the silence in which it was written; 0: none
	Silenced  bool  // by a silence
}

// watch is who is on duty in a project, and how they are reached.
type watch struct {
	at     func(int64) int64
	people map[int64]person
}

// withDuty adds the rosters to rules that send messages to who is on duty. They reach back as far as a preview.
func (l Ledger) withDuty(ctx context.Context, q *bun.SelectQuery, rules []Rule) error {
	var projects []int64
	for i := range rules {
		if rules[i].Duty {
			projects = append(projects, rules[i].ProjectID)
		}
	}
	if len(projects) == 0 {
		return nil
	}
	slices.Sort(projects)
	projects = slices.Compact(projects)
	rosters, err := l.Rosters.OnDuty(ctx, q, projects, clock.Now().Add(-previewDays*24*time.Hour).UnixMilli())
	if err != nil {
		return fmt.Errorf("duty rosters of alert rules: %w", err)
	}
	var members []struct {
		ProjectID int64
		person
	}
	err = q.Clone().TableExpr("project_member AS pm").Join("JOIN account AS a ON a.id = pm.account_id").
		ColumnExpr("pm.project_id, a.id AS account, a.email, a.mobile").ColumnExpr(reached("a.id", "pm.project_id")).
		Where("pm.project_id IN (?)", bun.List(projects)).Scan(ctx, &members)
	if err != nil {
		return fmt.Errorf("members of %d projects with duty: %w", len(projects), err)
	}
	watches := map[int64]*watch{}
	for project, at := range rosters {
		watches[project] = &watch{at: at, people: map[int64]person{}}
	}
	for _, m := range members {
		if w := watches[m.ProjectID]; w != nil {
			w.people[m.Account] = m.person
		}
	}
	for i := range rules {
		if rules[i].Duty {
			rules[i].watch = watches[rules[i].ProjectID]
		}
	}
	return nil
}

// recipientsAt returns who gets the messages of a rule at a time (UTC ms).
func (r *Rule) recipientsAt(at int64) []recipient {
	if !r.Duty {
		return r.recipients
	}
	return append(slices.Clip(r.recipients), r.onDuty(at))
}

// onDuty returns who is on duty at a time (UTC ms) as a recipient.
func (r *Rule) onDuty(at int64) recipient {
	if r.watch == nil || r.watch.at(at) == 0 {
		return recipient{Channel: r.Channels[0], Duty: true, Reason: nobodyOnDuty}
	}
	to := r.watch.people[r.watch.at(at)].on(r.Channels)
	to.Duty = true
	for i := range to.Next {
		to.Next[i].Duty = true
	}
	return to
}
