package delivery

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
)

// Answer is what a recipient answered to a message. It decides nothing.
type Answer struct {
	Answer    string // seen or onMyWay
	CreatedAt int64  // UTC ms
}

type answerRow struct {
	bun.BaseModel `bun:"table:alert_answer,alias:an"`
	ID            int64 `bun:",pk"`
	MessageID     int64
	Answer        string
	Client        string
	CreatedAt     int64
}

// Replied is an answer with who gave it.
type Replied struct {
	Answer
	Name string // of the account, or the masked address
	Own  bool   // of the recipient who asks
}

// Linked is an alert as a recipient sees it by the link in a message.
type Linked struct {
	Message Message
	Alert   alarm.Listed
	Answers []Replied // of all recipients, the oldest first
	ByCode  bool      // the recipient may decide with a code that is sent to the address of the message
}

// Linked returns the alert of a message. The error is errs.AlertLinkUnknown if there is nothing to see any more, and
// errs.AlertLinkExpired after link.Life.
//
// Unscoped: the signed token names one message.
func (l Ledger) Linked(ctx context.Context, alerts Noticer, id, now int64) (found Linked, err error) {
	var row messageRow
	err = l.Selects(&row).Where("m.id = ?", id).Where("m.project_id NOT IN " + sqlkit.DeletedProjects).Scan(ctx)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return found, errs.New(errs.AlertLinkUnknown)
	case err != nil:
		return found, fmt.Errorf("message %d: %w", id, err)
	case now > row.begins()+link.Life.Milliseconds():
		return found, errs.New(errs.AlertLinkExpired)
	}
	if found.Message, err = row.message(); err != nil {
		return found, err
	}
	if row.AccountID != 0 {
		to, err := l.person(ctx, row.AccountID, row.ProjectID)
		if err != nil {
			return found, err
		}
		if !to.Reached {
			return found, errs.New(errs.AlertLinkUnknown)
		}
		found.Message.AccountName = to.Name
	}
	if row.DrillID == 0 {
		scope := access.Scope{Corporation: row.CorporationID, Project: row.ProjectID}
		if found.Alert, err = alerts.Get(ctx, scope, row.AlertID); err != nil {
			return found, err
		}
		if found.ByCode, err = l.byCode(ctx, &found); err != nil {
			return found, err
		}
	}
	found.Answers, err = l.replies(ctx, &found.Message)
	return found, err
}

// byCode reports whether the recipient of a message may decide on its alert with a code: the rule that sent it allows it, and
// neither a person nor the end of a graded warning has to be waited for.
func (l Ledger) byCode(ctx context.Context, of *Linked) (allowed bool, err error) {
	m, a := &of.Message, &of.Alert
	if m.Content.Plan || m.Channel != Mail && m.Channel != SMS || a.WithdrawnAt != 0 || a.Kind.Type() == alarm.TypeGraded ||
		a.Status != alarm.Pending && a.Status != alarm.Notice {
		return false, nil
	}
	allowed, err = l.Bun.NewSelect().TableExpr("alert_rule AS r").
		Where("r.id = ? AND r.project_id = ? AND r.enabled AND r.by_code", m.RuleID, m.ProjectID).Exists(ctx)
	if err != nil {
		return false, fmt.Errorf("rule %d: %w", m.RuleID, err)
	}
	return allowed, nil
}

// person returns an account as it is reached now.
func (l Ledger) person(ctx context.Context, account, project int64) (p person, err error) {
	err = l.Bun.NewSelect().TableExpr("account AS a").ColumnExpr("a.id AS account, a.email, a.mobile, COALESCE(NULLIF(a.display_name, ''), a.name) AS name").
		ColumnExpr(reached("a.id", "?"), project).Where("a.id = ?", account).Scan(ctx, &p)
	if errors.Is(err, sql.ErrNoRows) {
		return person{}, nil
	}
	if err != nil {
		return p, fmt.Errorf("account %d: %w", account, err)
	}
	return p, nil
}

// replies returns what all recipients answered to messages about an alert, or about a rule in a drill.
func (l Ledger) replies(ctx context.Context, to *Message) ([]Replied, error) {
	var rows []struct {
		answerRow `bun:",extend"`
		Recipient string `bun:",scanonly"`
		Address   string `bun:",scanonly"`
		Name      string `bun:",scanonly"`
	}
	q := l.Selects(&rows).Where("m.alert_id = ?", to.AlertID)
	if to.DrillID != 0 {
		q = l.Selects(&rows).Where("m.drill_id = ? AND m.rule_id = ?", to.DrillID, to.RuleID)
	}
	err := q.ColumnExpr("an.*").ColumnExpr("m.recipient, m.address, COALESCE(NULLIF(a.display_name, ''), a.name, '') AS name").
		Join("JOIN alert_message AS m ON m.id = an.message_id").Join("LEFT JOIN account AS a ON a.id = m.account_id").
		OrderExpr("an.created_at, an.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("answers to messages like message %d: %w", to.ID, err)
	}
	list := make([]Replied, len(rows))
	for i, r := range rows {
		list[i] = Replied{Answer: Answer{r.Answer, r.CreatedAt}, Name: r.Name, Own: r.Recipient == to.recipient}
		if r.Name == "" {
			list[i].Name = verification.Masked(r.Address)
		}
	}
	return l.withSignedIn(ctx, to, list)
}

// withSignedIn adds what people answered who were signed in.
func (l Ledger) withSignedIn(ctx context.Context, to *Message, list []Replied) ([]Replied, error) {
	if to.DrillID != 0 {
		return list, nil
	}
	var rows []struct {
		Answer    `bun:",extend"`
		AccountID int64
		Name      string
	}
	err := l.Bun.NewSelect().TableExpr("alert_reply AS ar").Join("LEFT JOIN account AS a ON a.id = ar.account_id").
		ColumnExpr("ar.answer, ar.created_at, ar.account_id, COALESCE(NULLIF(a.display_name, ''), a.name, '') AS name").
		Where("ar.alert_id = ?", to.AlertID).OrderExpr("ar.created_at, ar.id").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("answers about alert %d: %w", to.AlertID, err)
	}
	for _, r := range rows {
		list = append(list, Replied{Answer: r.Answer, Name: r.Name, Own: r.AccountID != 0 && r.AccountID == to.AccountID})
	}
	slices.SortStableFunc(list, func(a, b Replied) int { return cmp.Compare(a.CreatedAt, b.CreatedAt) })
	return list, nil
}

// answer stores what a recipient answers, and logs it. The same answer again changes nothing else.
func (l Ledger) answer(ctx context.Context, who audit.Actor, to *Linked, text string) error {
	m := &to.Message
	return l.Write(ctx, func(tx *sqlkit.Transaction) error {
		row := answerRow{MessageID: m.ID, Answer: text, Client: who.IP, CreatedAt: tx.Now}
		var err error
		if row.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, `INSERT INTO alert_answer (id, message_id, answer, client, created_at) VALUES (?, ?, ?, ?, ?)
			ON CONFLICT DO NOTHING`, row.ID, row.MessageID, row.Answer, row.Client, row.CreatedAt)
		if err != nil {
			return err
		}
		if n > 0 && m.DrillID == 0 {
			payload := events.AlertPayload{Alerts: []int64{m.AlertID}}
			tx.AfterCommit(func() { events.Publish(context.WithoutCancel(ctx), l.Bus, events.Alert, m.ProjectID, payload) })
		}
		entry := auditdb.Entry{
			Action: answered, Kind: "alert", ID: m.AlertID, Corporation: m.CorporationID, Project: m.ProjectID,
			Content: alarm.Location(&to.Alert.Record, to.Alert.PointName+to.Alert.DeviceName, errs.Chinese),
			After:   map[string]string{"linkanswer": text, "linkrecipient": m.Address},
		}
		if m.DrillID != 0 {
			entry.Kind, entry.ID, entry.Content = "drill", m.DrillID, m.Content.Rule
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, entry)
	})
}

// answersTo returns the answers by message.
func (l Ledger) answersTo(ctx context.Context, messages []int64) (map[int64][]Answer, error) {
	var rows []answerRow
	if err := l.Selects(&rows).Where("an.message_id IN (?)", bun.List(messages)).OrderExpr("an.created_at, an.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("answers: %w", err)
	}
	by := map[int64][]Answer{}
	for _, r := range rows {
		by[r.MessageID] = append(by[r.MessageID], Answer{r.Answer, r.CreatedAt})
	}
	return by, nil
}
