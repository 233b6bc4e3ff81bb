package download

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

// Store stores what is known about files. Their content is in the blob store.
type Store struct {
	*sqlkit.Tables
	Messages Messenger
}

// Messenger writes the in-app messages about files, in the transaction of their end.
type Messenger interface {
	FileEnded(ctx context.Context, tx *sql.Tx, f *File) error
}

type row struct {
	bun.BaseModel `bun:"table:download,alias:dl"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	AccountID     int64
	Kind          string
	Format        string
	Title         string
	Language      string
	Request       string
	State         State
	Reason        string
	JobID         int64
	Blob          string
	Extension     string
	Size          int64
	SHA256        string `bun:"sha256"`
	Lines         int64
	CreatedAt     int64
	FinishedAt    int64
	ExpiresAt     int64
}

func (r *row) file() File {
	return File{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, AccountID: r.AccountID, Kind: r.Kind, Format: r.Format, Title: r.Title,
		Language: r.Language, Request: sqlkit.RawJSON(r.Request), State: r.State, Reason: errs.Restored(r.Reason), JobID: r.JobID, Blob: r.Blob,
		Extension: r.Extension, Size: r.Size, SHA256: r.SHA256, Lines: r.Lines, CreatedAt: r.CreatedAt, FinishedAt: r.FinishedAt, ExpiresAt: r.ExpiresAt,
	}
}

// Filter narrows a list of files.
type Filter struct {
	paging.Query
	ProjectID int64
	ID        int64 // 0: all
	Kind      string
	Format    string
	State     State
	AccountID int64
}

type listedRow struct {
	row      `bun:",extend"`
	Account  string     `bun:",scanonly"`
	JobState jobs.State `bun:",scanonly"`
	JobDone  int64      `bun:",scanonly"`
	JobTotal int64      `bun:",scanonly"`
}

// settled is the state of a file as SQL, see File.settle.
const settled = "CASE WHEN dl.state <> 'pending' THEN dl.state WHEN j.state IN ('waiting', 'running') THEN 'pending' " +
	"WHEN j.state IS NULL AND dl.created_at >= ? THEN 'pending' ELSE 'error' END"

// List returns the files of a project, newest first. It sorts by title, size, createdAt.
func (s *Store) List(ctx context.Context, scope access.Scope, f Filter, now int64) (found paging.Page[File], err error) {
	if _, err := s.ProjectOwner(ctx, scope, f.ProjectID); err != nil {
		return found, err
	}
	var rows []listedRow
	q := s.Bun.NewSelect().Model(&rows).ColumnExpr("dl.*, COALESCE(NULLIF(a.display_name, ''), a.name, '') AS account").
		ColumnExpr("COALESCE(j.state, '') AS job_state, COALESCE(j.done, 0) AS job_done, COALESCE(j.total, 0) AS job_total").
		Join("LEFT JOIN account AS a ON a.id = dl.account_id").Join("LEFT JOIN job AS j ON j.id = dl.job_id").
		Where("dl.project_id = ?", f.ProjectID)
	if f.ID != 0 {
		q = q.Where("dl.id = ?", f.ID)
	}
	if f.Kind != "" {
		q = q.Where("dl.kind = ?", f.Kind)
	}
	if f.Format != "" {
		q = q.Where("dl.format = ?", f.Format)
	}
	if f.AccountID != 0 {
		q = q.Where("dl.account_id = ?", f.AccountID)
	}
	if f.State != "" {
		q = q.Where(settled+" = ?", now-lostAfter.Milliseconds(), f.State)
	}
	if f.Keyword != "" {
		q = sqlkit.Matching(q, f.Keyword, "dl.title", "a.name", "a.display_name")
	}
	q, err = sqlkit.Paged(q, f.Query, sqlkit.Ordering{"title": "dl.title", "size": "dl.size", "createdAt": "dl.created_at"}, "dl.created_at DESC", "dl.id DESC")
	if err != nil {
		return found, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, fmt.Sprintf("files of project %d", f.ProjectID), func(r listedRow) File {
		made := r.file()
		made.Account, made.Made, made.Total = r.Account, r.JobDone, r.JobTotal
		made.settle(r.JobState, now)
		return made
	})
}

// Get returns a file of a project.
func (s *Store) Get(ctx context.Context, scope access.Scope, project, id, now int64) (File, error) {
	page, err := s.List(ctx, scope, Filter{ProjectID: project, ID: id, Query: paging.Query{Page: 1, Size: 1}}, now)
	if err == nil && len(page.List) == 0 {
		err = errs.New(errs.NothingHere)
	}
	if err != nil {
		return File{}, err
	}
	return page.List[0], nil
}

// Used returns the bytes of the files of a project.
func (s *Store) Used(ctx context.Context, scope access.Scope, project int64) (bytes int64, err error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return 0, err
	}
	err = s.Bun.NewSelect().TableExpr("download AS dl").ColumnExpr("COALESCE(SUM(dl.size), 0)").Where("dl.project_id = ?", project).Scan(ctx, &bytes)
	return bytes, err
}

// Add stores a file that is to be made.
func (s *Store) Add(ctx context.Context, who audit.Actor, f *File) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, f.ProjectID)
		if err != nil {
			return err
		}
		if err := tx.Lock(ctx, "project", f.ProjectID); err != nil {
			return err
		}
		q := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("download AS dl")
		open, err := q.Clone().Where("dl.project_id = ? AND dl.state = ?", f.ProjectID, Pending).Count(ctx)
		if err != nil {
			return err
		}
		if open >= mostOpen {
			return errs.New(errs.TooManyDownloads, "max", mostOpen)
		}
		var used int64
		if err := q.ColumnExpr("COALESCE(SUM(dl.size), 0)").Where("dl.corporation_id = ?", corporation).Scan(ctx, &used); err != nil {
			return err
		}
		if used >= mostBytes {
			return errs.New(errs.DownloadsFull, "gigabytes", mostBytes>>30)
		}
		if f.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		f.CorporationID, f.AccountID, f.State, f.CreatedAt = corporation, who.AccountID, Pending, tx.Now
		r := row{
			ID: f.ID, CorporationID: corporation, ProjectID: f.ProjectID, AccountID: f.AccountID, Kind: f.Kind, Format: f.Format, Title: f.Title,
			Language: f.Language, Request: string(f.Request), State: Pending, Extension: f.Extension, CreatedAt: tx.Now,
		}
		if err := tx.Insert(ctx, &r); err != nil {
			return err
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Created, Kind: kindLogged, ID: f.ID, Corporation: corporation, Project: f.ProjectID, After: f.logged(),
		})
	})
}

// Started names the job that makes a file.
//
// Unscoped: the caller has just stored the file in its scope.
func (s *Store) Started(ctx context.Context, id, job int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		return tx.Update(ctx, &row{ID: id, State: Pending, JobID: job}, id, "state", "job_id", "reason", "finished_at")
	})
}

// Cancel makes a file unwanted: its job stops, or finds nothing to do.
func (s *Store) Cancel(ctx context.Context, who audit.Actor, f *File) error {
	return s.change(ctx, who, f, Error, errs.New(errs.DownloadCancelled))
}

// Again makes a file wanted again that ended with an error.
func (s *Store) Again(ctx context.Context, who audit.Actor, f *File) error {
	return s.change(ctx, who, f, Pending, nil)
}

// change changes the state of a file that is not done.
func (s *Store) change(ctx context.Context, who audit.Actor, f *File, to State, why *errs.Error) error {
	text, err := why.Stored()
	if err != nil {
		return err
	}
	before := f.logged()
	f.State, f.Reason, f.JobID = to, why, 0
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if _, err := tx.ProjectOwner(ctx, who.Scope, f.ProjectID); err != nil {
			return err
		}
		asked, ended := tx.Now, int64(0)
		if to == Error {
			asked, ended = f.CreatedAt, tx.Now
		}
		n, err := tx.Exec(ctx, "UPDATE download SET state = ?, reason = ?, job_id = 0, created_at = ?, finished_at = ? WHERE id = ? AND project_id = ? AND state <> ?",
			to, text, asked, ended, f.ID, f.ProjectID, Done)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.DownloadEnded)
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Updated, Kind: kindLogged, ID: f.ID, Corporation: f.CorporationID, Project: f.ProjectID, Before: before, After: f.logged(),
		})
	})
}

// Wanted returns a file that is still to be made; ok is false otherwise.
//
// Unscoped: work of the program, for a file that was asked for in its scope.
func (s *Store) Wanted(ctx context.Context, id int64) (f File, ok bool, err error) {
	var r row
	err = s.Selects(&r).Where("dl.id = ? AND dl.state = ?", id, Pending).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return f, false, nil
	}
	return r.file(), err == nil, err
}

// End stores that a file is made, or why not. ok is false if it has ended before, or is gone.
//
// Unscoped: work of the program, for a file that was asked for in its scope.
func (s *Store) End(ctx context.Context, f *File) (ok bool, err error) {
	r := row{State: f.State, Blob: f.Blob, Size: f.Size, SHA256: f.SHA256, Lines: f.Lines}
	if r.Reason, err = f.Reason.Stored(); err != nil {
		return false, err
	}
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		r.FinishedAt = tx.Now
		if f.State == Done {
			r.ExpiresAt = tx.Now + keep.Milliseconds()
		}
		n, err := tx.Exec(ctx, "UPDATE download SET state = ?, reason = ?, blob = ?, size = ?, sha256 = ?, lines = ?, finished_at = ?, expires_at = ? WHERE id = ? AND state = ?",
			r.State, r.Reason, r.Blob, r.Size, r.SHA256, r.Lines, r.FinishedAt, r.ExpiresAt, f.ID, Pending)
		if ok = n > 0; err != nil || !ok {
			return err
		}
		f.FinishedAt, f.ExpiresAt = r.FinishedAt, r.ExpiresAt
		return s.Messages.FileEnded(ctx, tx.Tx.Tx, f)
	})
	return ok, err
}

// Delete removes what is known about a file. The caller deletes its blob.
func (s *Store) Delete(ctx context.Context, who audit.Actor, f *File) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if _, err := tx.ProjectOwner(ctx, who.Scope, f.ProjectID); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "DELETE FROM download WHERE id = ? AND project_id = ?", f.ID, f.ProjectID)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.NothingHere)
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Deleted, Kind: kindLogged, ID: f.ID, Corporation: f.CorporationID, Project: f.ProjectID, Before: f.logged(),
		})
	})
}

// Content returns a file by its id, for a signed link.
//
// Unscoped: the id comes from a signed link, issued only to those with access to the file.
func (s *Store) Content(ctx context.Context, id int64) (File, error) {
	var r row
	err := s.Selects(&r).Where("dl.id = ? AND dl.state = ?", id, Done).Where("dl.project_id NOT IN " + sqlkit.DeletedProjects).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return File{}, errs.New(errs.FileFailed)
	}
	return r.file(), err
}

// HasBlob reports whether a file has a blob.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) HasBlob(ctx context.Context, key string) (bool, error) {
	return s.Selects((*row)(nil)).Where("dl.blob = ?", key).Exists(ctx)
}

// Forget deletes what has expired. The sweep of blobs deletes its content.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Forget(ctx context.Context, now int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(ctx, "DELETE FROM download WHERE expires_at > 0 AND expires_at < ? OR expires_at = 0 AND created_at < ?", now, now-keep.Milliseconds())
		return err
	})
}
