package handling

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/foldb"
)

// Letters are the messages of one alert that were written at one moment.
type Letters struct {
	AlertID   int64
	Event     alarm.Event
	Reminder  bool
	Sent, All int
	Delivered int   // of those, text messages that phones have
	CreatedAt int64 // UTC ms
}

// Switched is what a device was to do because of an alert.
type Switched struct {
	ID, AlertID        int64
	Device, Rule       string // names
	Turn, State        string // as in field actions
	CreatedAt, EndedAt int64  // UTC ms
}

// Said is what a person answered about an alert.
type Said struct {
	AlertID, AccountID int64 // of an address without an account 0
	Name, Answer       string
	CreatedAt          int64 // UTC ms
}

// Post knows what else happened because of alerts. The caller has read the alerts with a scope.
type Post interface {
	// LettersOf returns the messages about alerts.
	LettersOf(ctx context.Context, alerts []int64) ([]Letters, error)
	// SwitchedBy returns what devices were to do because of alerts.
	SwitchedBy(ctx context.Context, alerts []int64) ([]Switched, error)
	// SaidAbout returns what people answered, by the links in messages and signed in.
	SaidAbout(ctx context.Context, alerts []int64) ([]Said, error)
}

// EntryKind is the kind of an entry of a timeline.
type EntryKind string

const (
	EntryTransition EntryKind = "transition"
	EntryMessage    EntryKind = "message"
	EntryComment    EntryKind = "comment"
	EntryAssignment EntryKind = "assignment"
	EntryOwner      EntryKind = "owner"
	EntryField      EntryKind = "field"
	EntryAnswer     EntryKind = "answer"
)

// Entry is something that happened in an incident.
type Entry struct {
	Kind       EntryKind
	ID         int64
	At         int64 // UTC ms: of the reading, else of the clock
	AlertID    int64 // 0: the incident as a whole
	Transition alarm.Transition
	Letters    Letters
	Switched   Switched
	Answer     string
	Name       string // of the person who did it
	AccountID  int64  // of an assignment or owner; 0: released
	Account    string // display name of AccountID
	ByID       int64  // account of Name
	Text       string
	Pictures   []string // paths of files
}

// Timeline returns everything that happened in an incident, newest first. Without messages it has the transitions that say that
// some were sent.
//
// Unscoped: the incident was read with a scope.
func (s *Store) Timeline(ctx context.Context, i *Incident, messages bool) ([]Entry, error) {
	ids := i.Alerts()
	list, err := s.transitionsOf(ctx, ids, !messages)
	if err != nil {
		return nil, err
	}
	said, err := s.saidAbout(ctx, ids)
	if err != nil {
		return nil, err
	}
	list = append(list, said...)
	for _, o := range i.Owners {
		list = append(list, Entry{Kind: EntryOwner, ID: o.ChangeID, At: o.SetAt, Name: o.Author, ByID: o.SetBy, AccountID: o.AccountID, Account: o.Account})
	}
	answers, err := s.post.SaidAbout(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, a := range answers {
		list = append(list, Entry{
			Kind: EntryAnswer, ID: a.AccountID, At: a.CreatedAt, AlertID: a.AlertID, Name: a.Name, ByID: a.AccountID, Answer: a.Answer,
		})
	}
	if messages {
		caused, err := s.causedBy(ctx, ids)
		if err != nil {
			return nil, err
		}
		list = append(list, caused...)
	}
	slices.SortFunc(list, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(a.Kind, b.Kind), cmp.Compare(b.ID, a.ID), cmp.Compare(a.Letters.Event, b.Letters.Event),
			cmp.Compare(a.Name+a.Answer, b.Name+b.Answer))
	})
	return list, nil
}

// causedBy returns the messages and the actions of devices that rules wrote because of alerts.
func (s *Store) causedBy(ctx context.Context, ids []int64) (list []Entry, err error) {
	letters, err := s.post.LettersOf(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, l := range letters {
		list = append(list, Entry{Kind: EntryMessage, ID: l.AlertID, At: l.CreatedAt, AlertID: l.AlertID, Letters: l})
	}
	switched, err := s.post.SwitchedBy(ctx, ids)
	if err != nil {
		return nil, err
	}
	for _, f := range switched {
		list = append(list, Entry{Kind: EntryField, ID: f.ID, At: f.CreatedAt, AlertID: f.AlertID, Switched: f})
	}
	return list, nil
}

// transitionsOf returns what happened to alerts.
func (s *Store) transitionsOf(ctx context.Context, ids []int64, noticed bool) ([]Entry, error) {
	var rows []struct {
		ID, AlertID, RecordedBy int64
		Kind                    alarm.TransitionKind
		FromStatus, ToStatus    alarm.Status
		Level                   alarm.Level
		Value                   float64
		Time                    int64
		Note, Author            string
	}
	q := s.Bun.NewSelect().TableExpr("alert_transition AS tr").
		ColumnExpr("tr.id, tr.alert_id, tr.recorded_by, tr.kind, tr.from_status, tr.to_status, tr.level, tr.value, tr.time, tr.note").
		ColumnExpr(authorSQL+" AS author").Join("LEFT JOIN account AS a ON a.id = tr.recorded_by").Where("tr.alert_id IN (?)", bun.List(ids))
	if !noticed {
		q = q.Where("tr.kind <> ?", alarm.Noticed)
	}
	if err := q.Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("transitions of %d alerts: %w", len(ids), err)
	}
	list := make([]Entry, len(rows))
	of, err := foldb.DecisionPictures(ctx, s.Tables, ids)
	for i, r := range rows {
		list[i] = Entry{
			Kind: EntryTransition, ID: r.ID, At: r.Time, AlertID: r.AlertID, Name: r.Author, ByID: r.RecordedBy, Text: r.Note, Pictures: of[r.ID],
			Transition: alarm.Transition{ID: r.ID, Kind: r.Kind, From: r.FromStatus, To: r.ToStatus, Level: r.Level, Value: r.Value, Time: r.Time},
		}
	}
	return list, err
}

// saidAbout returns the comments on alerts, and who took care of them.
func (s *Store) saidAbout(ctx context.Context, ids []int64) ([]Entry, error) {
	var comments []struct {
		ID, AlertID, AccountID, CreatedAt int64
		Text, Author                      string
	}
	err := s.Bun.NewSelect().TableExpr("alert_comment AS ac").ColumnExpr("ac.*").ColumnExpr(authorSQL+" AS author").
		Join("LEFT JOIN account AS a ON a.id = ac.account_id").Where("ac.alert_id IN (?)", bun.List(ids)).Scan(ctx, &comments)
	if err != nil {
		return nil, fmt.Errorf("comments on %d alerts: %w", len(ids), err)
	}
	of, err := foldb.CommentPictures(ctx, s.Tables, ids)
	if err != nil {
		return nil, err
	}
	list := make([]Entry, 0, len(comments))
	for _, c := range comments {
		list = append(list, Entry{
			Kind: EntryComment, ID: c.ID, At: c.CreatedAt, AlertID: c.AlertID, Name: c.Author, ByID: c.AccountID, Text: c.Text, Pictures: of[c.ID],
		})
	}
	var given []struct {
		ID, AlertID, AccountID, AssignedBy, CreatedAt int64
		Account, Author                               string
	}
	err = s.Bun.NewSelect().TableExpr("alert_assignment AS asg").ColumnExpr("asg.*").ColumnExpr(authorSQL+" AS author").
		ColumnExpr("COALESCE(NULLIF(own.display_name, ''), own.name, '') AS account").
		Join("LEFT JOIN account AS a ON a.id = asg.assigned_by").Join("LEFT JOIN account AS own ON own.id = asg.account_id").
		Where("asg.alert_id IN (?)", bun.List(ids)).Scan(ctx, &given)
	if err != nil {
		return nil, fmt.Errorf("assignments of %d alerts: %w", len(ids), err)
	}
	for _, g := range given {
		list = append(list, Entry{
			Kind: EntryAssignment, ID: g.ID, At: g.CreatedAt, AlertID: g.AlertID, Name: g.Author, ByID: g.AssignedBy,
			AccountID: g.AccountID, Account: g.Account,
		})
	}
	return list, nil
}
