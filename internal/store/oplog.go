package store

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/listing"
	"plumbline/internal/platform/oplog"
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
	Refused       int
	At            int64
	AccountName   string `bun:",scanonly"`
	ProjectName   string `bun:",scanonly"`
	TimeZone      string `bun:",scanonly"`
	Pseudonym     string `bun:",scanonly"`
}

var _ oplog.Store = (*Store)(nil)

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
	refused              int // code of the refusal, 0: it was done
}

// log adds an entry to the log of operations.
func (c *change) log(ctx context.Context, who oplog.Actor, entries ...logged) error {
	rows := make([]oplogRow, len(entries))
	first, err := c.store.ids.take(ctx, c.Tx, int64(len(entries)))
	if err != nil {
		return err
	}
	for i, l := range entries {
		if rows[i], err = c.entry(who, l); err != nil {
			return err
		}
		rows[i].ID = first + int64(i)
	}
	if err := c.insert(ctx, &rows); err != nil {
		return fmt.Errorf("log of operations: %w", err)
	}
	oplog.Note(ctx)
	return nil
}

// entry is the row of an operation, without its id.
func (c *change) entry(who oplog.Actor, l logged) (row oplogRow, err error) {
	row = oplogRow{
		CorporationID: l.corporation, ProjectID: l.project, Kind: l.kind, ThingID: l.id, Action: l.action,
		AccountID: who.AccountID, IP: who.IP, Client: who.Client, Content: l.content, Refused: l.refused, At: c.now,
	}
	if row.BeforeJSON, err = keptText(l.before); err != nil {
		return row, err
	}
	row.AfterJSON, err = keptText(l.after)
	return row, err
}

// keptText is the JSON of a value as the log keeps it, "" for nil.
func keptText(v any) (string, error) {
	text, err := jsonText(v)
	if err != nil || text == "" {
		return text, err
	}
	kept, err := oplog.Redacted([]byte(text))
	return string(kept), err
}

// nameOf is the name that a log keeps of a point or a device; "" for what is gone.
func (c *change) nameOf(ctx context.Context, id int64) (string, error) {
	names, err := c.store.namesOf(ctx, c.store.bun.NewSelect().Conn(c.Tx), []int64{id})
	return names[id], err
}

// named are the tables whose ids entries mention; ids are never the same in two of them.
var named = []string{"device", "point", "structure", "project", "account"}

// namesOf looks up what is called how today.
func (s *Store) namesOf(ctx context.Context, q *bun.SelectQuery, ids []int64) (map[int64]string, error) {
	names := make(map[int64]string, len(ids))
	if len(ids) == 0 {
		return names, nil
	}
	var rows []struct {
		ID   int64
		Name string
	}
	q = q.Table(named[0]).Column("id", "name").Where("id IN (?)", bun.List(ids))
	for _, table := range named[1:] {
		q = q.UnionAll(s.bun.NewSelect().Table(table).Column("id", "name").Where("id IN (?)", bun.List(ids)))
	}
	if err := q.Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("names of things in the log of operations: %w", err)
	}
	for _, r := range rows {
		names[r.ID] = r.Name
	}
	return names, nil
}

// nameThings adds the names of the things that entries mention.
func (s *Store) nameThings(ctx context.Context, list []oplog.Entry) error {
	var ids []int64
	for i := range list {
		ids = append(ids, list[i].Mentions()...)
	}
	slices.Sort(ids)
	names, err := s.namesOf(ctx, s.bun.NewSelect(), slices.Compact(ids))
	if err != nil {
		return err
	}
	for i := range list {
		list[i].Names = names
	}
	return s.nameMeasurements(ctx, list)
}

// nameMeasurements adds what the points measure that entries are about: codes of fields
// are named by it.
func (s *Store) nameMeasurements(ctx context.Context, list []oplog.Entry) error {
	ids := map[string][]int64{}
	for i := range list {
		ids[list[i].Kind] = append(ids[list[i].Kind], list[i].ThingID)
	}
	var rows []struct {
		ID          int64
		Measurement string
	}
	points := s.bun.NewSelect().Table("point").Column("id", "measurement").Where("id IN (?)", bun.List(append(ids["point"], 0)))
	corrections := s.bun.NewSelect().TableExpr("correction AS c").Join("JOIN point AS p ON p.id = c.point_id").
		ColumnExpr("c.id, p.measurement").Where("c.id IN (?)", bun.List(append(ids["correction"], 0)))
	if err := points.UnionAll(corrections).Scan(ctx, &rows); err != nil {
		return fmt.Errorf("measurements of the log of operations: %w", err)
	}
	measurements := make(map[int64]string, len(rows))
	for _, r := range rows {
		measurements[r.ID] = r.Measurement
	}
	for i := range list {
		list[i].Measurement = measurements[list[i].ThingID]
	}
	return nil
}

// Log implements oplog.Store.
func (s *Store) Log(ctx context.Context, who oplog.Actor, d oplog.Deed) error {
	return s.write(ctx, func(tx *change) error {
		return tx.log(ctx, who, logged{
			kind: d.Kind, action: d.Action, id: d.ThingID, corporation: d.CorporationID, project: d.ProjectID, content: d.Content, after: d.After, refused: d.Refused,
		})
	})
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
	q, err := paged(s.entries(&rows, scope, filter), filter.Query, ordering{
		"createdAt": "o.at", "account": "account_name", "scope": "o.kind", "action": "o.action", "content": "o.content", "ip": "o.ip",
	}, "o.at DESC", "o.id DESC")
	if err != nil {
		return listing.Page[oplog.Entry]{}, err
	}
	page, err := readPage(ctx, q, &rows, "list operations", oplogRow.entry)
	if err != nil {
		return page, err
	}
	return page, s.nameThings(ctx, page.List)
}

// Entry implements oplog.Store.
func (s *Store) Entry(ctx context.Context, scope access.Scope, id int64) (oplog.Entry, error) {
	var row oplogRow
	if err := s.entries(&row, scope, oplog.Filter{}).Where("o.id = ?", id).Scan(ctx); err != nil {
		return oplog.Entry{}, translate(err)
	}
	found := []oplog.Entry{row.entry()}
	err := s.nameThings(ctx, found)
	return found[0], err
}

const entriesAtOnce = 1000

// EachEntry implements oplog.Store.
func (s *Store) EachEntry(ctx context.Context, scope access.Scope, filter oplog.Filter, visit func([]oplog.Entry) error) error {
	var last oplogRow
	for {
		var rows []oplogRow
		q := s.entries(&rows, scope, filter).OrderExpr("o.at DESC, o.id DESC").Limit(entriesAtOnce)
		if last.ID != 0 {
			q = q.Where("(o.at < ? OR o.at = ? AND o.id < ?)", last.At, last.At, last.ID)
		}
		if err := q.Scan(ctx); err != nil {
			return fmt.Errorf("go through operations: %w", err)
		}
		if len(rows) == 0 {
			return nil
		}
		list := make([]oplog.Entry, len(rows))
		for i, r := range rows {
			list[i] = r.entry()
		}
		if err := s.nameThings(ctx, list); err != nil {
			return err
		}
		if err := visit(list); err != nil {
			return err
		}
		last = rows[len(rows)-1]
	}
}

// entries selects what of the log a scope may see and a filter leaves.
func (s *Store) entries(dst any, scope access.Scope, filter oplog.Filter) *bun.SelectQuery {
	q := ever(s.selects(dst), scope, "o.corporation_id", "o.project_id").
		ColumnExpr("o.*").ColumnExpr("COALESCE(a.name, '') AS account_name, COALESCE(pr.name, '') AS project_name").
		ColumnExpr("COALESCE(NULLIF(pr.time_zone, ''), NULLIF(co.time_zone, ''), ?) AS time_zone", catalogue.DefaultTimeZone).
		Join("LEFT JOIN account AS a ON a.id = o.account_id").
		Join("LEFT JOIN project AS pr ON pr.id = o.project_id").
		Join("LEFT JOIN corporation AS co ON co.id = o.corporation_id").
		ColumnExpr("COALESCE(gone.name, '') AS pseudonym").Join(goneAccount)
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
		{"o.refused = ?", 0, filter.Result == oplog.Done},
		{"o.refused <> ?", 0, filter.Result == oplog.Refused},
		{"o.at >= ?", filter.From, filter.From != 0},
		{"o.at < ?", filter.To, filter.To != 0},
	} {
		if narrow.given {
			q = q.Where(narrow.condition, narrow.value)
		}
	}
	return matching(q, filter.Keyword, "COALESCE(gone.name, o.content)", "a.name", "o.ip", "pr.name")
}

func (r oplogRow) entry() oplog.Entry {
	r.forgetGone()
	return oplog.Entry{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, ProjectName: r.ProjectName, TimeZone: r.TimeZone, Kind: r.Kind, ThingID: r.ThingID,
		Action: r.Action, AccountID: r.AccountID, AccountName: r.AccountName, IP: r.IP, Client: r.Client, Content: r.Content,
		Before: rawJSON(r.BeforeJSON), After: rawJSON(r.AfterJSON), Refused: r.Refused, At: r.At,
	}
}

// rawJSON is the JSON kept in a column, nil for "".
func rawJSON(text string) json.RawMessage {
	if text == "" {
		return nil
	}
	return json.RawMessage(text)
}
