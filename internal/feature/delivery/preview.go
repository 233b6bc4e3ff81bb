package delivery

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/access"
)

// Preview is what a rule would have sent over a span of days, next to what the rule in force would have sent.
type Preview struct {
	From, Until int64 // UTC ms
	Draft       Volume
	InForce     *Volume        // nil: a new rule
	Days        []Day          // of the draft, all days of the span in the time zone of the project
	List        []WouldBe      // events about which the draft sends messages, newest first, at most listedEvents
	Unreached   []UnreachedWhy // accounts and webhooks of the draft that get nothing
}

// Volume counts the messages of a rule.
type Volume struct {
	Events    int // about which messages are sent
	Messages  int // reminders included
	Reminders int
	Held      int // messages that were held back to the end of quiet hours or a silence, and sent
	Called    int // messages to people on the ladder
	People    int // recipients that can be reached
}

// Day counts the events of a day that open or raise alerts, by level; at 0 those about the health of devices.
type Day struct {
	Date   string
	Levels [alarm.Red + 1]int
}

// WouldBe is an event about which a rule would have sent messages.
type WouldBe struct {
	AlertID    int64
	Event      alarm.Event
	At         int64 // UTC ms at which the messages would have been written
	Kind       alarm.Kind
	Level      alarm.Level
	Subject    string
	Recipients int
	Reminders  int // of all recipients, in the span
}

// UnreachedWhy is an account or webhook that cannot be reached.
type UnreachedWhy struct {
	AccountID, WebhookID int64
	Reason               string // of the first channel
}

const (
	previewDays  = 30
	listedEvents = 100
)

// Histories has the alerts with all that happened to them, see package alarm.
type Histories interface {
	EachHistory(ctx context.Context, scope access.Scope, project, since int64, visit func(alarm.Listed, []alarm.Transition) error) error
}

// Preview returns what a rule, which need not be stored, would have sent in the last 30 days. Names, levels and the
// interval of alerts are those of today.
func (l Ledger) Preview(ctx context.Context, scope access.Scope, alerts Histories, draft *Rule, now int64) (p Preview, err error) {
	if err := draft.check(); err != nil {
		return p, err
	}
	if draft.CorporationID, err = l.ProjectOwner(ctx, scope, draft.ProjectID); err != nil {
		return p, err
	}
	if err := l.checkThings(ctx, l.Bun.NewSelect(), draft); err != nil {
		return p, err
	}
	if err := l.ready(ctx, draft); err != nil {
		return p, err
	}
	for _, r := range draft.recipientsAt(now) {
		if r.missed() {
			p.Unreached = append(p.Unreached, UnreachedWhy{r.Account, r.Webhook, r.Reason})
		}
	}
	zone := draft.zone
	c := counter{Ledger: l, zone: zone, rules: []Rule{*draft}}
	c.rules[0].Enabled = true
	var before *counter
	if draft.ID != 0 {
		old, err := l.Rule(ctx, scope, draft.ProjectID, draft.ID)
		if err != nil {
			return p, err
		}
		before = &counter{Ledger: l, zone: zone, rules: []Rule{old}}
	}
	p.From, p.Until = now-previewDays*24*time.Hour.Milliseconds(), now
	err = alerts.EachHistory(ctx, scope, draft.ProjectID, p.From, func(alert alarm.Listed, history []alarm.Transition) error {
		err := c.add(ctx, &alert.Record, history, p.From, p.Until)
		if err == nil && before != nil {
			err = before.add(ctx, &alert.Record, history, p.From, p.Until)
		}
		return err
	})
	if err != nil {
		return p, err
	}
	p.Draft, p.Days = c.volume(now), c.days(p.From, p.Until)
	if before != nil {
		v := before.volume(now)
		p.InForce = &v
	}
	p.List, err = l.subjects(ctx, c.newest())
	return p, err
}

// counter gathers what a rule sends.
type counter struct {
	Ledger
	rules     []Rule
	zone      *time.Location
	messages  int
	reminders int
	held      int
	called    int
	events    []wouldBe
}

type wouldBe struct {
	WouldBe
	content wording.Content
}

func (c *counter) add(ctx context.Context, record *alarm.Record, history []alarm.Transition, from, until int64) (err error) {
	e := &evidence{Ledger: c.Ledger, record: record, until: until}
	met := func(m *Message) (at int64) {
		if err == nil {
			at, err = e.met(ctx, m.Content.Step.Level, m.asked)
		}
		return at
	}
	place := map[int64]int{} // of events by transition
	for _, m := range replay(c.rules, record, history, from, until, met) {
		if m.State == Skipped {
			continue
		}
		c.messages++
		if m.Reminder < 0 {
			c.called++
			continue
		}
		if m.HeldUntil != 0 {
			c.held++
		}
		at, known := place[m.TransitionID]
		if m.Reminder > 0 {
			c.reminders++
			if known {
				c.events[at].Reminders++
			}
			continue
		}
		if !known {
			at = len(c.events)
			place[m.TransitionID] = at
			c.events = append(c.events, wouldBe{content: m.Content, WouldBe: WouldBe{
				AlertID: record.ID, Event: m.Event, At: m.CreatedAt, Kind: record.Kind, Level: m.Content.Step.Level,
			}})
		}
		c.events[at].Recipients++
	}
	return err
}

// missed reports whether nothing can be sent to the recipient on any channel.
func (r recipient) missed() bool {
	steps := r.steps()
	return steps[len(steps)-1].Reason != ""
}

// volume counts the messages; people are those who are reached at a time (UTC ms).
func (c *counter) volume(now int64) Volume {
	v := Volume{Events: len(c.events), Messages: c.messages, Reminders: c.reminders, Held: c.held, Called: c.called}
	known := map[string]bool{}
	for _, r := range c.rules[0].recipientsAt(now) {
		if name := string(r.Channel) + " " + r.key(); !r.missed() && !known[name] {
			known[name] = true
			v.People++
		}
	}
	return v
}

func (c *counter) days(from, until int64) (list []Day) {
	place := map[string]int{}
	first := time.UnixMilli(from).In(c.zone)
	for i := 0; ; i++ {
		day := time.Date(first.Year(), first.Month(), first.Day()+i, 0, 0, 0, 0, c.zone)
		if day.UnixMilli() >= until {
			break
		}
		place[day.Format(time.DateOnly)] = i
		list = append(list, Day{Date: day.Format(time.DateOnly)})
	}
	for i := range c.events {
		e := &c.events[i]
		if !e.Event.Open() {
			continue
		}
		level := e.Level
		if e.Kind.Health() {
			level = alarm.Normal
		}
		list[place[time.UnixMilli(e.At).In(c.zone).Format(time.DateOnly)]].Levels[level]++
	}
	return list
}

func (c *counter) newest() []wouldBe {
	slices.SortStableFunc(c.events, func(a, b wouldBe) int { return cmp.Compare(b.At, a.At) })
	return c.events[:min(len(c.events), listedEvents)]
}

// subjects returns events with the subjects of their messages, by one query.
func (l Ledger) subjects(ctx context.Context, events []wouldBe) ([]WouldBe, error) {
	ids := make([]int64, len(events))
	for i := range events {
		ids[i] = events[i].AlertID
	}
	slices.Sort(ids)
	names, err := l.names(ctx, l.Bun.NewSelect(), slices.Compact(ids))
	if err != nil {
		return nil, err
	}
	list := make([]WouldBe, len(events))
	for i := range events {
		e := &events[i]
		e.content.Names = names[e.AlertID]
		e.Subject = e.content.Subject()
		list[i] = e.WouldBe
	}
	return list, nil
}

// ready gives a rule that need not be stored what stored ones come with.
func (l Ledger) ready(ctx context.Context, draft *Rule) (err error) {
	if draft.zone, err = l.zoneOf(ctx, draft.ProjectID); err != nil {
		return err
	}
	if draft.recipients, err = l.recipientsOf(ctx, draft); err != nil {
		return err
	}
	for i := range draft.Ladder {
		rung := &draft.Ladder[i]
		called := Rule{ProjectID: draft.ProjectID, Channels: draft.Channels, Accounts: rung.Accounts, Webhooks: rung.Webhooks}
		rung.recipients, err = l.recipientsOf(ctx, &called)
		if err != nil {
			return err
		}
	}
	one := []Rule{*draft}
	if err := l.withSilences(ctx, l.Bun.NewSelect(), one); err != nil {
		return err
	}
	err = l.withDuty(ctx, l.Bun.NewSelect(), one)
	draft.silences, draft.watch = one[0].silences, one[0].watch
	return err
}

// recipientsOf returns who a rule that need not be stored reaches.
func (l Ledger) recipientsOf(ctx context.Context, r *Rule) ([]recipient, error) {
	with := Rule{Channels: r.Channels}
	for _, address := range slices.Concat(r.Addresses, r.Mobiles) {
		with.add(named{Address: address})
	}
	var found []named
	if len(r.Accounts) > 0 {
		err := l.Bun.NewSelect().TableExpr("account AS a").ColumnExpr("a.id AS account, a.email, a.mobile").
			ColumnExpr(reached("a.id", fmt.Sprint(r.ProjectID))).Where("a.id IN (?)", bun.List(r.Accounts)).OrderExpr("a.id").Scan(ctx, &found)
		if err != nil {
			return nil, fmt.Errorf("accounts of a draft: %w", err)
		}
	}
	var hooks []named
	if len(r.Webhooks) > 0 {
		err := l.Bun.NewSelect().TableExpr("alert_webhook AS w").ColumnExpr("w.id AS webhook, w.name AS webhook_name, w.kind, w.enabled AS working").
			Where("w.id IN (?)", bun.List(r.Webhooks)).OrderExpr("w.id").Scan(ctx, &hooks)
		if err != nil {
			return nil, fmt.Errorf("webhooks of a draft: %w", err)
		}
	}
	for _, f := range slices.Concat(found, hooks) {
		with.add(f)
	}
	return with.recipients, nil
}

func (l Ledger) zoneOf(ctx context.Context, project int64) (*time.Location, error) {
	var name string
	if err := l.Bun.NewSelect().Table("project").Column("time_zone").Where("id = ?", project).Scan(ctx, &name); err != nil {
		return nil, fmt.Errorf("time zone of project %d: %w", project, err)
	}
	return zoneNamed(name), nil
}

func zoneNamed(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return zone
}
