package auditdb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type Row struct {
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

var _ audit.Store = (*Store)(nil)

// Actions in the log.
const (
	Created = "create"
	Updated = "update"
	Deleted = "delete"
)

// Entry is an operation with the state before and after. Before is nil for a new thing and After for a deleted one.
type Entry struct {
	Kind, Action         string
	ID                   int64
	Corporation, Project int64
	Content              string
	Before, After        any
	refused              int // code of the refusal, 0: accepted
}

// Log adds an entry to the audit log.
func (c *Logged) Log(ctx context.Context, who audit.Actor, entries ...Entry) error {
	rows := make([]Row, len(entries))
	first, err := c.Tables.IDs.Take(ctx, c.Tx, int64(len(entries)))
	if err != nil {
		return err
	}
	for i, l := range entries {
		if rows[i], err = c.Entry(who, l); err != nil {
			return err
		}
		rows[i].ID = first + int64(i)
	}
	if err := c.Insert(ctx, &rows); err != nil {
		return fmt.Errorf("operation log: %w", err)
	}
	audit.Note(ctx)
	return nil
}

// Entry returns the row of an operation, without its id.
func (c *Logged) Entry(who audit.Actor, l Entry) (row Row, err error) {
	row = Row{
		CorporationID: l.Corporation, ProjectID: l.Project, Kind: l.Kind, ThingID: l.ID, Action: l.Action,
		AccountID: who.AccountID, IP: who.IP, Client: who.Client, Content: l.Content, Refused: l.refused, At: c.Now,
	}
	if row.BeforeJSON, err = keptText(l.Before); err != nil {
		return row, err
	}
	row.AfterJSON, err = keptText(l.After)
	return row, err
}

// keptText returns the JSON of a value for the log, "" for nil.
func keptText(v any) (string, error) {
	text, err := sqlkit.JSONText(v)
	if err != nil || text == "" {
		return text, err
	}
	kept, err := audit.Redacted([]byte(text))
	return string(kept), err
}

// NameOf returns the name of a point or a device, or "" if it was deleted.
func (c *Logged) NameOf(ctx context.Context, id int64) (string, error) {
	names, err := c.NamesOf(ctx, []int64{id})
	return names[id], err
}

// named are the tables whose ids appear in entries. Ids are unique across them.
var named = []string{"device", "point", "structure", "project", "account"}

func (c *Logged) NamesOf(ctx context.Context, ids []int64) (map[int64]string, error) {
	return namesOf(ctx, c.Tables, c.Tables.Bun.NewSelect().Conn(c.Tx), ids)
}

// namesOf returns the current names of things by id.
func namesOf(ctx context.Context, s *sqlkit.Tables, q *bun.SelectQuery, ids []int64) (map[int64]string, error) {
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
		q = q.UnionAll(s.Bun.NewSelect().Table(table).Column("id", "name").Where("id IN (?)", bun.List(ids)))
	}
	if err := q.Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("names in the operation log: %w", err)
	}
	for _, r := range rows {
		names[r.ID] = r.Name
	}
	return names, nil
}

// nameThings adds the names of the things in entries.
func (s *Store) nameThings(ctx context.Context, list []audit.Entry) error {
	var ids []int64
	for i := range list {
		ids = append(ids, list[i].Mentions()...)
	}
	slices.Sort(ids)
	names, err := namesOf(ctx, s.Tables, s.Bun.NewSelect(), slices.Compact(ids))
	if err != nil {
		return err
	}
	for i := range list {
		list[i].Names = names
	}
	return s.nameMeasurements(ctx, list)
}

// nameMeasurements adds the measurements of the entries' points, which determine the names of field codes.
func (s *Store) nameMeasurements(ctx context.Context, list []audit.Entry) error {
	ids := map[string][]int64{}
	for i := range list {
		ids[list[i].Kind] = append(ids[list[i].Kind], list[i].ThingID)
	}
	var rows []struct {
		ID          int64
		Measurement string
	}
	points := s.Bun.NewSelect().Table("point").Column("id", "measurement").Where("id IN (?)", bun.List(append(ids["point"], 0)))
	corrections := s.Bun.NewSelect().TableExpr("correction AS c").Join("JOIN point AS p ON p.id = c.point_id").
		ColumnExpr("c.id, p.measurement").Where("c.id IN (?)", bun.List(append(ids["correction"], 0)))
	if err := points.UnionAll(corrections).Scan(ctx, &rows); err != nil {
		return fmt.Errorf("measurements in the operation log: %w", err)
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

func (s *Store) Log(ctx context.Context, who audit.Actor, d audit.Attempt) error {
	return s.write(ctx, func(tx *Logged) error {
		return tx.Log(ctx, who, Entry{
			Kind: d.Kind, Action: d.Action, ID: d.ThingID, Corporation: d.CorporationID, Project: d.ProjectID,
			Content: d.Content, After: d.After, refused: d.Refused,
		})
	})
}

func (s *Store) Entries(ctx context.Context, scope access.Scope, filter audit.Filter) (paging.Page[audit.Entry], error) {
	var rows []Row
	q, err := sqlkit.Paged(s.entries(&rows, scope, filter), filter.Query, sqlkit.Ordering{
		"createdAt": "o.at", "account": "account_name", "scope": "o.kind", "action": "o.action", "content": "o.content", "ip": "o.ip",
	}, "o.at DESC", "o.id DESC")
	if err != nil {
		return paging.Page[audit.Entry]{}, err
	}
	page, err := sqlkit.ReadPage(ctx, q, &rows, "list operations", Row.entry)
	if err != nil {
		return page, err
	}
	return page, s.nameThings(ctx, page.List)
}

func (s *Store) Entry(ctx context.Context, scope access.Scope, id int64) (audit.Entry, error) {
	var row Row
	if err := s.entries(&row, scope, audit.Filter{}).Where("o.id = ?", id).Scan(ctx); err != nil {
		return audit.Entry{}, sqlkit.Translate(err)
	}
	found := []audit.Entry{row.entry()}
	err := s.nameThings(ctx, found)
	return found[0], err
}

const entriesAtOnce = 1000

func (s *Store) EachEntry(ctx context.Context, scope access.Scope, filter audit.Filter, visit func([]audit.Entry) error) error {
	var last Row
	for {
		var rows []Row
		q := s.entries(&rows, scope, filter).OrderExpr("o.at DESC, o.id DESC").Limit(entriesAtOnce)
		if last.ID != 0 {
			q = q.Where("(o.at < ? OR o.at = ? AND o.id < ?)", last.At, last.At, last.ID)
		}
		if err := q.Scan(ctx); err != nil {
			return fmt.Errorf("read operations: %w", err)
		}
		if len(rows) == 0 {
			return nil
		}
		list := make([]audit.Entry, len(rows))
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

// entries selects the filtered entries that a scope may see.
func (s *Store) entries(dst any, scope access.Scope, filter audit.Filter) *bun.SelectQuery {
	q := sqlkit.VisibleDeleted(s.Selects(dst), scope, "o.corporation_id", "o.project_id").
		ColumnExpr("o.*").ColumnExpr("COALESCE(a.name, '') AS account_name, COALESCE(pr.name, '') AS project_name").
		ColumnExpr("COALESCE(NULLIF(pr.time_zone, ''), NULLIF(co.time_zone, ''), ?) AS time_zone", i18n.DefaultTimeZone).
		Join("LEFT JOIN account AS a ON a.id = o.account_id").
		Join("LEFT JOIN project AS pr ON pr.id = o.project_id").
		Join("LEFT JOIN corporation AS co ON co.id = o.corporation_id").
		ColumnExpr("COALESCE(gone.name, '') AS pseudonym").Join(joinRemovedAccount)
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
		{"o.refused = ?", 0, filter.Result == audit.Done},
		{"o.refused <> ?", 0, filter.Result == audit.Refused},
		{"o.at >= ?", filter.From, filter.From != 0},
		{"o.at < ?", filter.To, filter.To != 0},
	} {
		if narrow.given {
			q = q.Where(narrow.condition, narrow.value)
		}
	}
	return sqlkit.Matching(q, filter.Keyword, "COALESCE(gone.name, o.content)", "a.name", "o.ip", "pr.name")
}

func (r Row) entry() audit.Entry {
	r.hideRemoved()
	return audit.Entry{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, ProjectName: r.ProjectName, TimeZone: r.TimeZone, Kind: r.Kind, ThingID: r.ThingID,
		Action: r.Action, AccountID: r.AccountID, AccountName: r.AccountName, IP: r.IP, Client: r.Client, Content: r.Content,
		Before: sqlkit.RawJSON(r.BeforeJSON), After: sqlkit.RawJSON(r.AfterJSON), Refused: r.Refused, At: r.At,
	}
}
