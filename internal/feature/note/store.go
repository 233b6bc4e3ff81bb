package note

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// Store stores notes.
type Store struct{ *sqlkit.Tables }

// row is a version of a note.
type row struct {
	bun.BaseModel `bun:"table:point_note,alias:n"`
	ID            int64 `bun:",pk"`
	NoteID        int64
	PointID       int64
	FromTime      int64
	ToTime        int64
	Text          string
	Withdrawn     bool
	RecordedAt    int64
	RecordedBy    int64
	SupersededAt  int64
}

// namedRow is a version with the names of its point and its author.
type namedRow struct {
	row       `bun:",extend"`
	PointName string `bun:",scanonly"`
	Author    string `bun:",scanonly"`
}

func (r namedRow) version() Version {
	return Version{From: r.FromTime, To: r.ToTime, Text: r.Text, Withdrawn: r.Withdrawn, RecordedAt: r.RecordedAt, RecordedBy: r.Author}
}

// Filter selects notes.
type Filter struct {
	ProjectID int64
	PointIDs  []int64 // empty: all points of the project
	From, To  int64   // UTC ms; notes that touch this span. To 0: no end
	KnownAt   int64   // UTC ms; 0: now
	Withdrawn bool    // with withdrawn ones
}

// Notes returns the notes of a project's points, the latest spans first, and whether there are more.
func (s *Store) Notes(ctx context.Context, scope access.Scope, f Filter) (list []Note, more bool, err error) {
	var current []namedRow
	q := known(s.named(&current, scope).Where("p.project_id = ?", f.ProjectID), f.KnownAt).Where("n.to_time >= ?", f.From)
	if f.KnownAt == 0 {
		q = q.Where("n.superseded_at = 0")
	} else {
		q = q.Where("(n.superseded_at = 0 OR n.superseded_at >= ?)", f.KnownAt)
	}
	if len(f.PointIDs) > 0 {
		q = q.Where("n.point_id IN (?)", bun.List(f.PointIDs))
	}
	if f.To != 0 {
		q = q.Where("n.from_time <= ?", f.To)
	}
	if !f.Withdrawn {
		q = q.Where("NOT n.withdrawn")
	}
	if err := q.OrderExpr("n.from_time DESC, n.note_id DESC").Limit(mostListed + 1).Scan(ctx); err != nil {
		return nil, false, fmt.Errorf("notes of project %d: %w", f.ProjectID, err)
	}
	if more = len(current) > mostListed; more {
		current = current[:mostListed]
	}
	list = make([]Note, len(current))
	ids := make([]int64, len(current))
	place := make(map[int64]int, len(current))
	for i, r := range current {
		list[i] = Note{ID: r.NoteID, PointID: r.PointID, PointName: r.PointName}
		ids[i], place[r.NoteID] = r.NoteID, i
	}
	if len(ids) == 0 {
		return list, more, nil
	}
	var versions []namedRow
	q = known(s.named(&versions, scope).Where("n.note_id IN (?)", bun.List(ids)), f.KnownAt)
	if err := q.OrderExpr("n.id").Scan(ctx); err != nil {
		return nil, false, fmt.Errorf("versions of notes: %w", err)
	}
	for _, v := range versions {
		note := &list[place[v.NoteID]]
		note.Versions = append(note.Versions, v.version())
	}
	return list, more, nil
}

// known limits a query to the versions that were known at a time.
func known(q *bun.SelectQuery, at int64) *bun.SelectQuery {
	if at == 0 {
		return q
	}
	return q.Where("n.recorded_at < ?", at)
}

// named selects versions in a scope, with names.
func (s *Store) named(rows *[]namedRow, scope access.Scope) *bun.SelectQuery {
	q := s.Selects(rows).ColumnExpr("n.*").ColumnExpr("p.name AS point_name, COALESCE(NULLIF(a.display_name, ''), a.name, '') AS author").
		Join("JOIN point AS p ON p.id = n.point_id").Join("LEFT JOIN account AS a ON a.id = n.recorded_by")
	return sqlkit.Visible(q, scope, "p.corporation_id", "p.project_id")
}

// owner is the point of a note.
type owner struct {
	ID, CorporationID, ProjectID int64
	Name                         string
}

func ownerOf(ctx context.Context, tx *sqlkit.Transaction, scope access.Scope, point int64) (p owner, err error) {
	q := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("point AS p").Column("p.id", "p.corporation_id", "p.project_id", "p.name")
	q = sqlkit.Visible(q.Where("p.id = ?", point), scope, "p.corporation_id", "p.project_id")
	return p, sqlkit.Translate(q.Scan(ctx, &p))
}

// Create writes a note on a point.
func (s *Store) Create(ctx context.Context, who audit.Actor, point int64, c Content) (Note, error) {
	if err := c.check(); err != nil {
		return Note{}, err
	}
	var id int64
	err := s.Write(ctx, func(tx *sqlkit.Transaction) error {
		p, err := ownerOf(ctx, tx, who.Scope, point)
		if err != nil {
			return err
		}
		// Notes of a point are written one after the other, so that their number holds.
		if err := tx.Lock(ctx, "point", p.ID); err != nil {
			return err
		}
		count, err := tx.Selects((*row)(nil)).Where("n.point_id = ? AND n.superseded_at = 0", p.ID).Count(ctx)
		if err != nil {
			return fmt.Errorf("number of notes: %w", err)
		}
		if count >= maxNotes {
			return errs.OnField("text", errs.TooManyEntries, "max", maxNotes)
		}
		if id, err = tx.ID(ctx); err != nil {
			return err
		}
		r := row{ID: id, NoteID: id, PointID: p.ID, RecordedAt: tx.Now, RecordedBy: who.AccountID}
		r.FromTime, r.ToTime, r.Text = c.From, c.To, c.Text
		if err := tx.Insert(ctx, &r); err != nil {
			return err
		}
		return log(ctx, tx, who, p, auditdb.Entry{Action: auditdb.Created, ID: id, After: r.logged()})
	})
	if err != nil {
		return Note{}, err
	}
	return s.note(ctx, who.Scope, id)
}

// Update changes the span and the text of a note.
func (s *Store) Update(ctx context.Context, who audit.Actor, point, id int64, c Content) (Note, error) {
	if err := c.check(); err != nil {
		return Note{}, err
	}
	return s.supersede(ctx, who, point, id, auditdb.Updated, func(r *row) { r.FromTime, r.ToTime, r.Text = c.From, c.To, c.Text })
}

// Withdraw takes a note off the charts. Its versions are kept.
func (s *Store) Withdraw(ctx context.Context, who audit.Actor, point, id int64) (Note, error) {
	return s.supersede(ctx, who, point, id, auditdb.Deleted, func(r *row) { r.Withdrawn = true })
}

// supersede adds a version to a note that is not withdrawn.
func (s *Store) supersede(ctx context.Context, who audit.Actor, point, id int64, action string, change func(*row)) (Note, error) {
	err := s.Write(ctx, func(tx *sqlkit.Transaction) error {
		p, err := ownerOf(ctx, tx, who.Scope, point)
		if err != nil {
			return err
		}
		if err := tx.Lock(ctx, "point", p.ID); err != nil {
			return err
		}
		var old row
		if err := tx.Selects(&old).Where("n.note_id = ? AND n.point_id = ? AND n.superseded_at = 0", id, p.ID).Scan(ctx); err != nil {
			return sqlkit.Translate(err)
		}
		if old.Withdrawn {
			return errs.New(errs.NothingHere)
		}
		next := old
		change(&next)
		if next == old {
			audit.Note(ctx) // nothing changed: no version, and nothing to log
			return nil
		}
		if next.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		next.RecordedAt, next.RecordedBy = tx.Now, who.AccountID
		old.SupersededAt = tx.Now
		if err := tx.Update(ctx, &old, old.ID, "superseded_at"); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &next); err != nil {
			return err
		}
		entry := auditdb.Entry{Action: action, ID: id, Before: old.logged()}
		if !next.Withdrawn {
			entry.After = next.logged()
		}
		return log(ctx, tx, who, p, entry)
	})
	if err != nil {
		return Note{}, err
	}
	return s.note(ctx, who.Scope, id)
}

func log(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, p owner, entry auditdb.Entry) error {
	entry.Kind, entry.Corporation, entry.Project, entry.Content = kind, p.CorporationID, p.ProjectID, p.Name
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, entry)
}

// note returns a note with its versions.
func (s *Store) note(ctx context.Context, scope access.Scope, id int64) (Note, error) {
	var rows []namedRow
	if err := s.named(&rows, scope).Where("n.note_id = ?", id).OrderExpr("n.id").Scan(ctx); err != nil {
		return Note{}, fmt.Errorf("note %d: %w", id, err)
	}
	if len(rows) == 0 {
		return Note{}, errs.New(errs.NothingHere)
	}
	note := Note{ID: id, PointID: rows[0].PointID, PointName: rows[0].PointName}
	for _, r := range rows {
		note.Versions = append(note.Versions, r.version())
	}
	return note, nil
}

// logged is what the audit log keeps of a note.
type logged struct {
	From int64  `json:"from"`
	To   int64  `json:"to"`
	Text string `json:"noteText"`
}

func (r row) logged() logged { return logged{r.FromTime, r.ToTime, r.Text} }
