package delivery

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type messageRow struct {
	bun.BaseModel `bun:"table:alert_message,alias:m"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	AlertID       int64 `bun:",nullzero"`
	DrillID       int64 `bun:",nullzero"`
	TransitionID  int64
	Reminder      int64
	RuleID        int64
	AccountID     int64
	Recipient     string
	Channel       Channel
	Peer          string
	WebhookID     int64
	AfterID       int64
	Follows       string
	Address       string
	Duty          bool
	HeldUntil     int64
	Silenced      bool
	Conditions    string
	MetAt         int64
	AfterMinutes  int64
	Event         alarm.Event
	Level         alarm.Level
	StructureID   int64
	GatherAt      int64
	CarriedBy     int64
	Content       string
	State         State
	Reason        string
	Unsure        int64
	Reminded      int64
	Claim         int64
	ClaimedUntil  int64
	DueAt         int64
	CreatedAt     int64
	EndedAt       int64
}

type attemptRow struct {
	bun.BaseModel `bun:"table:alert_attempt,alias:at"`
	ID            int64 `bun:",pk"`
	MessageID     int64
	BeganAt       int64
	EndedAt       int64
	Outcome       State
	Answer        string
	Receipt
}

func rowOf(m *Message) (messageRow, error) {
	content, err := json.Marshal(m.Content)
	if err != nil {
		return messageRow{}, fmt.Errorf("content of a message about alert %d: %w", m.AlertID, err)
	}
	conditions, err := packed(m.asked)
	if err != nil {
		return messageRow{}, fmt.Errorf("conditions of a message about alert %d: %w", m.AlertID, err)
	}
	return messageRow{
		ID: m.ID, CorporationID: m.CorporationID, ProjectID: m.ProjectID, AlertID: m.AlertID, TransitionID: m.TransitionID, Reminder: m.Reminder,
		DrillID: m.DrillID, RuleID: m.RuleID, AccountID: m.AccountID,
		Recipient: m.recipient, Channel: m.Channel, Peer: m.peer, WebhookID: m.WebhookID, AfterID: m.AfterID,
		Follows: joined(m.follows), Address: m.Address, Duty: m.Duty, HeldUntil: m.HeldUntil, Silenced: m.Silenced, Event: m.Event, Content: string(content),
		Level: m.Content.Step.Level, StructureID: m.StructureID, Conditions: conditions, MetAt: m.MetAt, AfterMinutes: m.AfterMinutes,
		State: m.State, Reason: m.Reason, DueAt: m.DueAt, CreatedAt: m.CreatedAt, EndedAt: m.EndedAt,
	}, nil
}

func (r *messageRow) message() (Message, error) {
	m := Message{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, AlertID: r.AlertID, TransitionID: r.TransitionID, Reminder: r.Reminder,
		DrillID: r.DrillID, RuleID: r.RuleID, AccountID: r.AccountID,
		recipient: r.Recipient, peer: r.Peer, Channel: r.Channel, WebhookID: r.WebhookID, AfterID: r.AfterID,
		follows: split[Channel](r.Follows), Address: r.Address, Event: r.Event, State: r.State, Reason: r.Reason,
		Unsure: r.Unsure, CreatedAt: r.CreatedAt, DueAt: r.DueAt, EndedAt: r.EndedAt, Attempts: []Attempt{}, claim: r.Claim,
		StructureID: r.StructureID, MetAt: r.MetAt, AfterMinutes: r.AfterMinutes, CarriedBy: r.CarriedBy, Gathered: r.GatherAt != 0 && r.CarriedBy == 0,
	}
	m.Occasion = Occasion{Duty: r.Duty, HeldUntil: r.HeldUntil, Silenced: r.Silenced}
	var err error
	if m.asked, err = unpacked(r.Conditions); err != nil {
		return m, fmt.Errorf("conditions of message %d: %w", r.ID, err)
	}
	if err := json.Unmarshal([]byte(r.Content), &m.Content); err != nil {
		return m, fmt.Errorf("content of message %d: %w", r.ID, err)
	}
	return m, nil
}

// Filter selects messages. Zero fields have no effect.
type Filter struct {
	paging.Query
	ProjectID int64
	AlertID   int64
	DrillID   int64
	Drills    string // only or none; empty: drills as well as alerts
	State     State
}

// Messages returns messages with their attempts, newest first.
func (l Ledger) Messages(ctx context.Context, scope access.Scope, f Filter) (page paging.Page[Message], err error) {
	var rows []struct {
		messageRow  `bun:",extend"`
		AccountName string `bun:",scanonly"`
	}
	q := l.Selects(&rows).ColumnExpr("m.*").ColumnExpr("COALESCE(NULLIF(a.display_name, ''), a.name, '') AS account_name").
		Join("LEFT JOIN account AS a ON a.id = m.account_id")
	q = sqlkit.Visible(q, scope, "m.corporation_id", "m.project_id")
	for _, narrow := range []struct {
		condition string
		value     any
		given     bool
	}{
		{"m.project_id = ?", f.ProjectID, f.ProjectID != 0},
		{"m.alert_id = ?", f.AlertID, f.AlertID != 0},
		{"m.state = ?", f.State, f.State != ""},
		{"m.drill_id = ?", f.DrillID, f.DrillID != 0},
		{"(m.drill_id IS NULL) = ?", f.Drills == noDrills, f.Drills != ""},
	} {
		if narrow.given {
			q = q.Where(narrow.condition, narrow.value)
		}
	}
	if q, err = sqlkit.Paged(q, f.Query, nil, "m.created_at DESC", "m.id DESC"); err != nil {
		return page, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return page, fmt.Errorf("messages: %w", err)
	}
	page = paging.Page[Message]{List: make([]Message, len(rows)), Total: int(total)}
	ids, place := make([]int64, len(rows)), make(map[int64][]int, len(rows)) // of the attempts with each message
	for i := range rows {
		if page.List[i], err = rows[i].message(); err != nil {
			return page, err
		}
		page.List[i].AccountName = rows[i].AccountName
		ids[i] = rows[i].ID
		sent := cmp.Or(rows[i].CarriedBy, rows[i].ID)
		place[sent] = append(place[sent], i)
	}
	if len(ids) == 0 {
		return page, nil
	}
	var attempts []attemptRow
	if err := l.Selects(&attempts).Where("at.message_id IN (?)", bun.List(slices.Collect(maps.Keys(place)))).OrderExpr("at.began_at, at.id").Scan(ctx); err != nil {
		return page, fmt.Errorf("attempts: %w", err)
	}
	for _, a := range attempts {
		for _, i := range place[a.MessageID] {
			m := &page.List[i]
			m.Attempts = append(m.Attempts, Attempt{a.BeganAt, a.EndedAt, a.Outcome, a.Answer, a.Receipt})
		}
	}
	answers, err := l.answersTo(ctx, ids)
	for i := range page.List {
		page.List[i].Answers = answers[page.List[i].ID]
	}
	return page, err
}
