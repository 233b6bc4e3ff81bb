// Package handling has what people write about alerts while they deal with them. The decision itself is part of the
// alert, see package alarm.
package handling

import (
	"context"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/foldb"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/sqlkit"
)

// Limits of comments.
const (
	maxText     = 500 // characters
	maxComments = 200 // on an alert
)

const authorSQL = "COALESCE(NULLIF(a.display_name, ''), a.name, '')"

// kind is the kind of comments in the operation log.
const kind = "alertComment"

// Comment is a text that a person wrote about an alert.
type Comment struct {
	ID        int64
	AlertID   int64
	AccountID int64
	Author    string // display name
	Text      string
	Pictures  []string // paths of files, in their order
	CreatedAt int64    // UTC ms
}

// Store stores what people do about alerts.
type Store struct {
	*sqlkit.Tables
	alerts   *alarm.Service
	messages Messenger
	post     Post
}

type row struct {
	bun.BaseModel `bun:"table:alert_comment,alias:ac"`
	ID            int64 `bun:",pk"`
	AlertID       int64
	AccountID     int64
	Text          string
	CreatedAt     int64
}

// Comments returns the comments on an alert, oldest first.
func (s *Store) Comments(ctx context.Context, scope access.Scope, alert int64) ([]Comment, error) {
	var rows []struct {
		row    `bun:",extend"`
		Author string `bun:",scanonly"`
	}
	q := s.Selects(&rows).ColumnExpr("ac.*").ColumnExpr(authorSQL+" AS author").
		Join("JOIN alert AS al ON al.id = ac.alert_id").Join("LEFT JOIN account AS a ON a.id = ac.account_id").Where("ac.alert_id = ?", alert)
	if err := sqlkit.Visible(q, scope, "al.corporation_id", "al.project_id").OrderExpr("ac.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("comments on alert %d: %w", alert, err)
	}
	of, err := foldb.CommentPictures(ctx, s.Tables, []int64{alert})
	if err != nil {
		return nil, err
	}
	list := make([]Comment, len(rows))
	for i, r := range rows {
		list[i] = Comment{r.ID, r.AlertID, r.AccountID, r.Author, r.Text, of[r.ID], r.CreatedAt}
	}
	return list, nil
}

// Add writes a comment on an alert that the person may see. pictures are paths of files that are kept. It returns a refusal of
// the text if it is empty without pictures, too long or one too many.
func (s *Store) Add(ctx context.Context, who audit.Actor, alert *alarm.Listed, text string, pictures []string) (c Comment, err error) {
	text = strings.TrimSpace(text)
	switch n := utf8.RuneCountInString(text); {
	case n == 0 && len(pictures) == 0:
		return c, errs.OnField("text", errs.Empty)
	case n > maxText:
		return c, errs.OnField("text", errs.TooLong, "max", maxText)
	}
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		// Comments on an alert are written one after another, so that their number holds.
		if _, err := tx.Exec(ctx, "UPDATE alert SET id = id WHERE id = ?", alert.ID); err != nil {
			return err
		}
		count, err := tx.Selects((*row)(nil)).Where("ac.alert_id = ?", alert.ID).Count(ctx)
		if err != nil {
			return fmt.Errorf("number of comments: %w", err)
		}
		if count >= maxComments {
			return errs.OnField("text", errs.TooManyEntries, "max", maxComments)
		}
		c = Comment{AlertID: alert.ID, AccountID: who.AccountID, Text: text, Pictures: pictures, CreatedAt: tx.Now}
		if c.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		q := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("account AS a").ColumnExpr(authorSQL).Where("a.id = ?", who.AccountID)
		if err := q.Scan(ctx, &c.Author); err != nil {
			return fmt.Errorf("name of account %d: %w", who.AccountID, err)
		}
		if err := tx.Insert(ctx, &row{ID: c.ID, AlertID: c.AlertID, AccountID: c.AccountID, Text: c.Text, CreatedAt: c.CreatedAt}); err != nil {
			return err
		}
		if err := foldb.SavePictures(ctx, tx, alert.ID, 0, c.ID, pictures); err != nil {
			return err
		}
		tx.AfterCommit(func() {
			events.Publish(context.WithoutCancel(ctx), s.Bus, events.Alert, alert.ProjectID, events.AlertPayload{Alerts: []int64{alert.ID}})
		})
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Created, Kind: kind, ID: c.ID, Corporation: alert.CorporationID, Project: alert.ProjectID,
			Content: alarm.Location(&alert.Record, alert.PointName+alert.DeviceName, errs.Chinese),
			After:   map[string]any{"commentText": text, "pictures": len(pictures)},
		})
	})
	return c, err
}
