package library

import (
	"context"
	"fmt"
	"io"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// Store stores templates. Their content is in the blob store.
type Store struct{ *sqlkit.Tables }

type row struct {
	bun.BaseModel `bun:"table:report_template,alias:rt"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Name          string
	Format        string
	Version       int
	DeletedAt     int64
	CreatedAt     int64
}

type versionRow struct {
	bun.BaseModel `bun:"table:report_template_file,alias:rv"`
	ID            int64 `bun:",pk"`
	TemplateID    int64
	Version       int
	AccountID     int64
	Blob          string
	Size          int64
	SHA256        string `bun:"sha256"`
	Unknown       int
	CreatedAt     int64
}

// listedRow is a template with a version.
type listedRow struct {
	row       `bun:",extend"`
	Blob      string `bun:",scanonly"`
	Size      int64  `bun:",scanonly"`
	SHA256    string `bun:"sha256,scanonly"`
	Unknown   int    `bun:",scanonly"`
	Of        int    `bun:",scanonly"`
	ChangedAt int64  `bun:",scanonly"`
	Account   string `bun:",scanonly"`
}

func (r *listedRow) template() Template {
	return Template{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Name: r.Name, Format: r.Format, CreatedAt: r.CreatedAt,
		Version: r.Of, Blob: r.Blob, Size: r.Size, SHA256: r.SHA256, Unknown: r.Unknown, ChangedAt: r.ChangedAt, Account: r.Account,
	}
}

// versions returns templates with versions.
//
// Unscoped: the callers check access to the project, or work for the program.
func (s *Store) versions(list *[]listedRow) *bun.SelectQuery {
	return s.Bun.NewSelect().Model(list).ColumnExpr("rt.*, rv.blob, rv.size, rv.sha256, rv.unknown, rv.version AS of, rv.created_at AS changed_at").
		ColumnExpr("COALESCE(NULLIF(a.display_name, ''), a.name, '') AS account").
		Join("JOIN report_template_file AS rv ON rv.template_id = rt.id").Join("LEFT JOIN account AS a ON a.id = rv.account_id")
}

// List returns the templates of a project with their newest versions, by name.
func (s *Store) List(ctx context.Context, scope access.Scope, project int64) ([]Template, error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return nil, err
	}
	var rows []listedRow
	q := s.versions(&rows).Where("rt.project_id = ? AND rt.deleted_at = 0 AND rv.version = rt.version", project)
	if err := q.OrderExpr("LOWER(rt.name), rt.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("report templates of project %d: %w", project, err)
	}
	list := make([]Template, len(rows))
	for i := range rows {
		list[i] = rows[i].template()
	}
	return list, nil
}

// Get returns a template of a project with a version; 0: the newest.
func (s *Store) Get(ctx context.Context, scope access.Scope, project, id int64, version int) (Template, error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return Template{}, err
	}
	return s.get(ctx, project, id, version, false)
}

// Find returns a template as Get does, also one that was deleted since, for a report that was begun with it.
//
// Unscoped: work of the program, for a report that was asked for in its scope.
func (s *Store) Find(ctx context.Context, project, id int64, version int) (Template, error) {
	return s.get(ctx, project, id, version, true)
}

// get returns a template.
//
// Unscoped: the callers check access to the project, or work for the program.
func (s *Store) get(ctx context.Context, project, id int64, version int, deleted bool) (Template, error) {
	var rows []listedRow
	q := s.versions(&rows).Where("rt.project_id = ? AND rt.id = ?", project, id)
	if version == 0 {
		q = q.Where("rv.version = rt.version")
	} else {
		q = q.Where("rv.version = ?", version)
	}
	if !deleted {
		q = q.Where("rt.deleted_at = 0")
	}
	if err := q.Scan(ctx); err != nil {
		return Template{}, fmt.Errorf("report template %d: %w", id, err)
	}
	if len(rows) == 0 {
		return Template{}, errs.New(errs.NothingHere)
	}
	return rows[0].template(), nil
}

// Add stores a template with its first version.
func (s *Store) Add(ctx context.Context, who audit.Actor, t *Template) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := s.lock(ctx, tx, who, t); err != nil {
			return err
		}
		same := tx.Selects((*row)(nil)).Where("rt.project_id = ? AND rt.deleted_at = 0", t.ProjectID)
		n, err := same.Clone().Count(ctx)
		if err != nil {
			return err
		}
		if n >= mostTemplates {
			return errs.New(errs.TooManyTemplates, "max", mostTemplates)
		}
		taken, err := same.Where("LOWER(rt.name) = LOWER(?)", t.Name).Exists(ctx)
		if err != nil {
			return err
		}
		if taken {
			return errs.OnField("name", errs.Duplicate)
		}
		if t.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		t.Version, t.CreatedAt = 1, tx.Now
		r := row{
			ID: t.ID, CorporationID: t.CorporationID, ProjectID: t.ProjectID, Name: t.Name, Format: t.Format, Version: 1, CreatedAt: tx.Now,
		}
		if err := tx.Insert(ctx, &r); err != nil {
			return err
		}
		return s.version(ctx, tx, who, auditdb.Created, t, nil)
	})
}

// lock checks access to the project of a template and makes changes of its templates wait for each other.
func (s *Store) lock(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, t *Template) (err error) {
	if t.CorporationID, err = tx.ProjectOwner(ctx, who.Scope, t.ProjectID); err != nil {
		return err
	}
	return tx.Lock(ctx, "project", t.ProjectID)
}

// version stores a version of a template.
func (s *Store) version(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, action string, t *Template, before any) error {
	id, err := tx.ID(ctx)
	if err != nil {
		return err
	}
	t.ChangedAt = tx.Now
	v := versionRow{
		ID: id, TemplateID: t.ID, Version: t.Version, AccountID: who.AccountID, Blob: t.Blob, Size: t.Size, SHA256: t.SHA256, Unknown: t.Unknown,
		CreatedAt: tx.Now,
	}
	if err := tx.Insert(ctx, &v); err != nil {
		return err
	}
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, auditdb.Entry{
		Action: action, Kind: kindLogged, ID: t.ID, Corporation: t.CorporationID, Project: t.ProjectID, Before: before, After: t.logged(),
	})
}

// Replace stores the next version of a template, whose version is the one that the person saw.
func (s *Store) Replace(ctx context.Context, who audit.Actor, was Template, t *Template) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := s.lock(ctx, tx, who, t); err != nil {
			return err
		}
		t.Version = was.Version + 1
		n, err := tx.Exec(ctx, "UPDATE report_template SET version = ? WHERE id = ? AND project_id = ? AND version = ? AND deleted_at = 0",
			t.Version, t.ID, t.ProjectID, was.Version)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.Changed)
		}
		return s.version(ctx, tx, who, auditdb.Updated, t, was.logged())
	})
}

// Delete removes a template from the list of its project. Its versions stay for the reports that were made with them.
func (s *Store) Delete(ctx context.Context, who audit.Actor, t *Template) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := s.lock(ctx, tx, who, t); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "UPDATE report_template SET deleted_at = ? WHERE id = ? AND project_id = ? AND deleted_at = 0", tx.Now, t.ID, t.ProjectID)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NothingHere)
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Deleted, Kind: kindLogged, ID: t.ID, Corporation: t.CorporationID, Project: t.ProjectID, Before: t.logged(),
		})
	})
}

// HasBlob reports whether a template has a blob.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) HasBlob(ctx context.Context, key string) (bool, error) {
	return s.Selects((*versionRow)(nil)).Where("rv.blob = ?", key).Exists(ctx)
}

// Read returns the file of a template.
func Read(ctx context.Context, blobs blob.Store, t *Template) ([]byte, error) {
	stored, err := blobs.Open(ctx, t.Blob)
	if err != nil {
		return nil, errs.Wrap(err, errs.FileFailed)
	}
	defer stored.Close()
	data, err := io.ReadAll(stored)
	if err != nil {
		return nil, fmt.Errorf("report template %d: %w", t.ID, err)
	}
	return data, nil
}
