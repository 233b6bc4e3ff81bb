package source

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

// ErrLost means that another server has claimed the source, or somebody has changed it.
var ErrLost = errors.New("the source was claimed by another server or changed")

// Store stores sources.
type Store struct{ *sqlkit.Tables }

type row struct {
	bun.BaseModel `bun:"table:source,alias:s"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Name          string
	Kind          string
	Enabled       bool
	Devices       string
	Settings      string
	Secrets       []byte
	SecretNames   string
	Reached       string
	NextRun       int64
	Claim         int64
	ClaimedUntil  int64
	LastRun       int64
	LastGood      int64
	Failures      int
	Problem       string
	CreatedAt     int64
	UpdatedAt     int64
}

type runRow struct {
	bun.BaseModel `bun:"table:source_run,alias:r"`
	ID            int64 `bun:",pk"`
	SourceID      int64
	BeganAt       int64
	EndedAt       int64
	Requests      int
	Frames        int
	Readings      int
	Bytes         int64
	Problem       string
}

func (r row) source() (s Source, err error) {
	s = Source{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Name: r.Name, Kind: Kind(r.Kind), Enabled: r.Enabled,
		CreatedAt: r.CreatedAt, UpdatedAt: r.UpdatedAt, State: State{
			NextRun: r.NextRun, LastRun: r.LastRun, LastGood: r.LastGood, Failures: r.Failures, claimedUntil: r.ClaimedUntil, claim: r.Claim,
		},
	}
	for _, part := range []struct {
		text string
		into any
	}{{r.Devices, &s.Devices}, {r.Settings, &s.Settings}, {r.SecretNames, &s.Secrets}, {r.Reached, &s.reached}, {r.Problem, &s.Problem}} {
		if part.text == "" {
			continue
		}
		if err := json.Unmarshal([]byte(part.text), part.into); err != nil {
			return s, fmt.Errorf("source %d: %w", r.ID, err)
		}
	}
	return s, nil
}

func sourcesOf(rows []row) ([]Source, error) {
	list := make([]Source, len(rows))
	for i, r := range rows {
		var err error
		if list[i], err = r.source(); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// Sources returns the sources of a project.
func (s *Store) Sources(ctx context.Context, scope access.Scope, project int64, query paging.Query) (page paging.Page[Source], err error) {
	var rows []row
	q := sqlkit.Visible(s.Selects(&rows), scope, "s.corporation_id", "s.project_id").Where("s.project_id = ?", project)
	q, err = sqlkit.Paged(q, query, sqlkit.Ordering{"name": "s.name", "lastRun": "s.last_run"}, "s.name", "s.id")
	if err != nil {
		return page, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return page, fmt.Errorf("sources of project %d: %w", project, err)
	}
	page.Total = int(total)
	page.List, err = sourcesOf(rows)
	return page, err
}

// Source returns a source of a project.
func (s *Store) Source(ctx context.Context, scope access.Scope, project, id int64) (Source, error) {
	var r row
	q := sqlkit.Visible(s.Selects(&r), scope, "s.corporation_id", "s.project_id").Where("s.project_id = ? AND s.id = ?", project, id)
	if err := q.Scan(ctx); err != nil {
		return Source{}, sqlkit.Translate(err)
	}
	return r.source()
}

func locked(ctx context.Context, tx *sqlkit.Transaction, scope access.Scope, project, id int64) (r row, err error) {
	if err := tx.Lock(ctx, "source", id); err != nil {
		return r, err
	}
	q := sqlkit.Visible(tx.Selects(&r), scope, "s.corporation_id", "s.project_id").Where("s.project_id = ? AND s.id = ?", project, id)
	return r, sqlkit.Translate(q.Scan(ctx))
}

// Save inserts or, with an id, changes a source. seal returns the sealed secrets; nil keeps them. A server that runs the
// source loses it.
func (s *Store) Save(ctx context.Context, who audit.Actor, src *Source, seal func(id int64) ([]byte, error)) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		var before row
		entry := auditdb.Entry{Kind: "dataSource", Action: auditdb.Created, Project: src.ProjectID, Content: src.Name}
		var err error
		if src.ID == 0 {
			if src.CorporationID, err = tx.ProjectOwner(ctx, who.Scope, src.ProjectID); err != nil {
				return err
			}
			if src.ID, err = tx.ID(ctx); err != nil {
				return err
			}
			before.CreatedAt, before.Reached = tx.Now, "{}"
		} else {
			if before, err = locked(ctx, tx, who.Scope, src.ProjectID, src.ID); err != nil {
				return err
			}
			entry.Action, entry.Before = auditdb.Updated, before.logged()
			src.CorporationID = before.CorporationID
		}
		r := before
		r.ID, r.CorporationID, r.ProjectID, r.Name, r.Kind, r.Enabled = src.ID, src.CorporationID, src.ProjectID, src.Name, string(src.Kind), src.Enabled
		r.NextRun, r.ClaimedUntil, r.Failures, r.Problem, r.UpdatedAt = tx.Now, 0, 0, "", tx.Now
		r.Claim++
		if err := r.encode(src); err != nil {
			return err
		}
		if seal != nil {
			if r.Secrets, err = seal(src.ID); err != nil {
				return err
			}
		}
		if err := unique(ctx, tx, r); err != nil {
			return err
		}
		if entry.Action == auditdb.Created {
			err = tx.Insert(ctx, &r)
		} else {
			err = tx.Update(ctx, &r, r.ID)
		}
		if err != nil {
			return err
		}
		if *src, err = r.source(); err != nil {
			return err
		}
		entry.ID, entry.Corporation, entry.After = r.ID, r.CorporationID, r.logged()
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, entry)
	})
}

func (r *row) encode(src *Source) error {
	for _, part := range []struct {
		value any
		into  *string
	}{{src.Devices, &r.Devices}, {src.Settings, &r.Settings}, {src.Secrets, &r.SecretNames}} {
		text, err := sqlkit.JSONText(part.value)
		if err != nil {
			return err
		}
		*part.into = text
	}
	return nil
}

func unique(ctx context.Context, tx *sqlkit.Transaction, r row) error {
	taken, err := tx.Selects((*row)(nil)).Where("s.project_id = ? AND s.name = ? AND s.id <> ?", r.ProjectID, r.Name, r.ID).Exists(ctx)
	if err != nil {
		return err
	}
	if taken {
		return errs.OnField("name", errs.NameUsed)
	}
	return nil
}

// logged is what the audit log keeps of a source: no settings, which may hold secrets that somebody wrote into them.
type logged struct {
	Name    string `json:"name"`
	Enabled bool   `json:"enabled"`
}

func (r row) logged() logged { return logged{r.Name, r.Enabled} }

// Delete deletes a source with its log. Readings that it got stay.
func (s *Store) Delete(ctx context.Context, who audit.Actor, project, id int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		r, err := locked(ctx, tx, who.Scope, project, id)
		if err != nil {
			return err
		}
		for _, table := range []string{"source_file", "source_run"} {
			if _, err := tx.Exec(ctx, "DELETE FROM ? WHERE source_id = ?", bun.Ident(table), id); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "DELETE FROM source WHERE id = ?", id); err != nil {
			return err
		}
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, auditdb.Entry{
			Kind: "dataSource", Action: auditdb.Deleted, ID: id, Corporation: r.CorporationID, Project: project, Content: r.Name, Before: r.logged(),
		})
	})
}

// Hurry makes a source due. again also forgets the headers of its files, so that changed ones are accepted.
func (s *Store) Hurry(ctx context.Context, who audit.Actor, project, id int64, again bool) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		r, err := locked(ctx, tx, who.Scope, project, id)
		if err != nil {
			return err
		}
		if again {
			if _, err := tx.Exec(ctx, "UPDATE source_file SET header = '' WHERE source_id = ?", id); err != nil {
				return err
			}
		}
		if _, err := tx.Exec(ctx, "UPDATE source SET next_run = ?, failures = 0, problem = '' WHERE id = ?", tx.Now, id); err != nil {
			return err
		}
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, auditdb.Entry{Kind: "dataSource", Action: "run", ID: id, Corporation: r.CorporationID, Project: project, Content: r.Name})
	})
}

// Runs returns the log of a source, newest first.
//
// Unscoped: the service has just looked the source up in the caller's scope.
func (s *Store) Runs(ctx context.Context, id int64, query paging.Query) (paging.Page[Run], error) {
	var rows []runRow
	q, err := sqlkit.Paged(s.Selects(&rows).Where("r.source_id = ?", id), query, sqlkit.Ordering{}, "r.began_at DESC", "r.id DESC")
	if err != nil {
		return paging.Page[Run]{}, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, "runs of a source", func(r runRow) Run {
		run := Run{ID: r.ID, BeganAt: r.BeganAt, EndedAt: r.EndedAt, Requests: r.Requests, Frames: r.Frames, Readings: r.Readings, Bytes: r.Bytes}
		if r.Problem != "" {
			_ = json.Unmarshal([]byte(r.Problem), &run.Problem) // written by this package
		}
		return run
	})
}
