package store

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/access"
	"plumbline/internal/listing"
	"plumbline/internal/oplog"
)

type oplogRow struct {
	bun.BaseModel `bun:"table:oplog,alias:o"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Kind          string
	ThingID       int64
	Action        string
	AccountID     int64
	IP            string
	Client        string
	Content       string
	BeforeJSON    string
	AfterJSON     string
	At            int64
	AccountName   string `bun:",scanonly"`
}

// The actions in the log.
const (
	created = "create"
	updated = "update"
	deleted = "delete"
)

// logged is one operation: what, whose, and how it was before and is after (nil
// where it was not or is no more).
type logged struct {
	kind, action         string
	id                   int64
	corporation, project int64
	content              string
	before, after        any
}

// log adds an entry to the log of operations.
func (c *change) log(ctx context.Context, who oplog.Actor, l logged) error {
	id, err := c.id(ctx)
	if err != nil {
		return err
	}
	row := oplogRow{
		ID: id, CorporationID: l.corporation, ProjectID: l.project, Kind: l.kind, ThingID: l.id, Action: l.action,
		AccountID: who.AccountID, IP: who.IP, Client: who.Client, Content: l.content, At: c.now,
	}
	if row.BeforeJSON, err = jsonText(l.before); err != nil {
		return err
	}
	if row.AfterJSON, err = jsonText(l.after); err != nil {
		return err
	}
	if err := c.insert(ctx, &row); err != nil {
		return fmt.Errorf("log of operations: %w", err)
	}
	return nil
}

// jsonText is the JSON of a value, "" for nil.
func jsonText(v any) (string, error) {
	if v == nil {
		return "", nil
	}
	data, err := json.Marshal(v)
	if err != nil {
		return "", fmt.Errorf("encode: %w", err)
	}
	return string(data), nil
}

// Entries implements oplog.Store.
func (s *Store) Entries(ctx context.Context, scope access.Scope, filter oplog.Filter) (listing.Page[oplog.Entry], error) {
	var rows []oplogRow
	q := visible(s.selects(&rows), scope, "o.corporation_id", "o.project_id").
		ColumnExpr("o.*").ColumnExpr("COALESCE(a.name, '') AS account_name").
		Join("LEFT JOIN account AS a ON a.id = o.account_id")
	for _, narrow := range []struct {
		condition string
		value     any
		given     bool
	}{
		{"o.project_id = ?", filter.ProjectID, filter.ProjectID != 0},
		{"o.kind = ?", filter.Kind, filter.Kind != ""},
		{"o.thing_id = ?", filter.ThingID, filter.ThingID != 0},
		{"o.action = ?", filter.Action, filter.Action != ""},
		{"o.account_id = ?", filter.AccountID, filter.AccountID != 0},
		{"o.at >= ?", filter.From, filter.From != 0},
		{"o.at < ?", filter.To, filter.To != 0},
	} {
		if narrow.given {
			q = q.Where(narrow.condition, narrow.value)
		}
	}
	q = matching(q, filter.Keyword, "o.content", "a.name")
	q, err := paged(q, filter.Query, ordering{"at": "o.at"}, "o.at DESC", "o.id DESC")
	if err != nil {
		return listing.Page[oplog.Entry]{}, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return listing.Page[oplog.Entry]{}, fmt.Errorf("list operations: %w", err)
	}
	page := listing.Page[oplog.Entry]{List: make([]oplog.Entry, len(rows)), Total: int(total)}
	for i, r := range rows {
		page.List[i] = oplog.Entry{
			ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Kind: r.Kind, ThingID: r.ThingID, Action: r.Action,
			AccountID: r.AccountID, AccountName: r.AccountName, IP: r.IP, Client: r.Client, Content: r.Content,
			Before: rawJSON(r.BeforeJSON), After: rawJSON(r.AfterJSON), At: r.At,
		}
	}
	return page, nil
}

// rawJSON is the JSON kept in a column, nil for "".
func rawJSON(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}
