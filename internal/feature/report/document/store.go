package document

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/jobs/jobsdb"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

// Store stores documents.
type Store struct{ *sqlkit.Tables }

// Filter narrows a list of documents.
type Filter struct {
	paging.Query
	ProjectID int64
	ID        int64 // 0: all
	Kind      content.Kind
	State     State
}

// List returns the documents of a project, those with the latest period first. It sorts by title, end, createdAt.
func (s *Store) List(ctx context.Context, scope access.Scope, f Filter, now int64) (found paging.Page[Document], err error) {
	if _, err := s.ProjectOwner(ctx, scope, f.ProjectID); err != nil {
		return found, err
	}
	var rows []listedRow
	q := s.Bun.NewSelect().Model(&rows).ColumnExpr("dc.*, COALESCE(NULLIF(a.display_name, ''), a.name, '') AS account").
		ColumnExpr("COALESCE(j.state, '') AS job_state, COALESCE(j.done, 0) AS job_done, COALESCE(j.total, 0) AS job_total").
		ColumnExpr("COALESCE((SELECT MAX(nx.id) FROM document AS nx WHERE nx.revises = dc.id), 0) AS revised_by").
		Join("LEFT JOIN account AS a ON a.id = dc.account_id").Join("LEFT JOIN job AS j ON j.id = dc.job_id").
		Where("dc.project_id = ?", f.ProjectID)
	if f.ID != 0 {
		q = q.Where("dc.id = ?", f.ID)
	}
	if f.Kind != "" {
		q = q.Where("dc.kind = ?", f.Kind)
	}
	if f.State != "" {
		q = q.Where("dc.state = ?", f.State)
	}
	if f.Keyword != "" {
		q = sqlkit.Matching(q, f.Keyword, "dc.title", "dc.number")
	}
	order := sqlkit.Ordering{"title": "dc.title", "end": "dc.end_at", "createdAt": "dc.created_at"}
	if q, err = sqlkit.Paged(q, f.Query, order, "dc.end_at DESC", "dc.id DESC"); err != nil {
		return found, err
	}
	var broken error
	found, err = sqlkit.ReadPage(ctx, q, &rows, fmt.Sprintf("reports of project %d", f.ProjectID), func(r listedRow) Document {
		made, err := r.document()
		broken = errors.Join(broken, err)
		made.Account, made.RevisedBy, made.Made, made.Total = r.Account, r.RevisedBy, r.JobDone, r.JobTotal
		made.settle(r.JobState, now)
		return made
	})
	if err = errors.Join(err, broken); err != nil || len(found.List) == 0 {
		return found, err
	}
	return found, s.complete(ctx, found.List)
}

// complete adds signatures and files to documents.
//
// Unscoped: the caller has read the documents in its scope.
func (s *Store) complete(ctx context.Context, list []Document) error {
	ids, at := make([]int64, len(list)), map[int64]*Document{}
	for i := range list {
		ids[i] = list[i].ID
		at[ids[i]] = &list[i]
	}
	var signatures []signatureRow
	if err := s.Selects(&signatures).Where("ds.document_id IN (?)", bun.List(ids)).OrderExpr("ds.signed_at, ds.id").Scan(ctx); err != nil {
		return fmt.Errorf("signatures of reports: %w", err)
	}
	for _, r := range signatures {
		d := at[r.DocumentID]
		d.Signatures = append(d.Signatures, Signature{r.Role, r.AccountID, r.Name, r.SignedAt, r.Picture, r.Seal})
	}
	var files []fileRow
	if err := s.Selects(&files).Where("df.document_id IN (?)", bun.List(ids)).OrderExpr("df.format").Scan(ctx); err != nil {
		return fmt.Errorf("files of reports: %w", err)
	}
	for _, r := range files {
		d := at[r.DocumentID]
		d.Files = append(d.Files, r.file())
	}
	return nil
}

// Follow returns documents by their ids, without those that are gone.
//
// Unscoped: work of the program, for documents that it began.
func (s *Store) Follow(ctx context.Context, ids []int64, now int64) (map[int64]Document, error) {
	var rows []listedRow
	err := s.Bun.NewSelect().Model(&rows).ColumnExpr("dc.*, COALESCE(j.state, '') AS job_state").Join("LEFT JOIN job AS j ON j.id = dc.job_id").
		Where("dc.id IN (?)", bun.List(ids)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("reports of schedules: %w", err)
	}
	list := make([]Document, len(rows))
	for i := range rows {
		if list[i], err = rows[i].document(); err != nil {
			return nil, err
		}
		list[i].settle(rows[i].JobState, now)
	}
	found := make(map[int64]Document, len(list))
	if len(list) == 0 {
		return found, nil
	}
	if err := s.complete(ctx, list); err != nil {
		return nil, err
	}
	for _, d := range list {
		found[d.ID] = d
	}
	return found, nil
}

// Get returns a document of a project.
func (s *Store) Get(ctx context.Context, scope access.Scope, project, id, now int64) (Document, error) {
	page, err := s.List(ctx, scope, Filter{ProjectID: project, ID: id, Query: paging.Query{Page: 1, Size: 1}}, now)
	if err == nil && len(page.List) == 0 {
		err = errs.New(errs.NothingHere)
	}
	if err != nil {
		return Document{}, err
	}
	return page.List[0], nil
}

// Add stores a document that is to be made.
func (s *Store) Add(ctx context.Context, who audit.Actor, d *Document) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error { return s.add(ctx, tx, who, d) })
}

// Begin stores a document and its job in a transaction that has more to store. The caller publishes the job after the commit.
func (s *Store) Begin(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, d *Document) error {
	if err := s.add(ctx, tx, who, d); err != nil {
		return err
	}
	queue := jobsdb.New(s.Tables)
	job, err := queue.EnqueueIn(ctx, tx.Tx.Tx, jobs.New{
		Kind: kindOfJobs, Args: args{d.ID}, CorporationID: d.CorporationID, ProjectID: d.ProjectID, AccountID: d.AccountID,
	})
	if err != nil {
		return err
	}
	tx.AfterCommit(queue.NotifyJobs(ctx))
	d.JobID = job.ID
	return tx.Update(ctx, &row{ID: d.ID, JobID: job.ID}, d.ID, "job_id")
}

func (s *Store) add(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, d *Document) error {
	settings, err := encode(&d.Settings)
	if err != nil {
		return err
	}
	corporation, err := tx.ProjectOwner(ctx, who.Scope, d.ProjectID)
	if err != nil {
		return err
	}
	if err := tx.Lock(ctx, "project", d.ProjectID); err != nil {
		return err
	}
	open, err := tx.Selects((*row)(nil)).Where("dc.project_id = ? AND dc.state <> ?", d.ProjectID, Issued).Count(ctx)
	if err != nil {
		return err
	}
	if open >= mostOpen {
		return errs.New(errs.TooManyDocuments, "max", mostOpen)
	}
	if d.Revises != 0 {
		taken, err := tx.Selects((*row)(nil)).Where("dc.project_id = ? AND dc.revises = ?", d.ProjectID, d.Revises).Exists(ctx)
		if err != nil {
			return err
		}
		if taken {
			return errs.New(errs.DocumentRevised)
		}
	}
	if d.ID, err = tx.ID(ctx); err != nil {
		return err
	}
	d.CorporationID, d.AccountID, d.State, d.CreatedAt, d.ChangedAt = corporation, who.AccountID, Making, tx.Now, tx.Now
	r := row{
		ID: d.ID, CorporationID: corporation, ProjectID: d.ProjectID, AccountID: d.AccountID, Kind: d.Kind, Title: d.Title, Language: d.Language,
		Settings: settings, State: Making, Revision: d.Revision, Revises: d.Revises, Revised: d.Revised, Number: d.Number,
		StartAt: d.Start, EndAt: d.End, CreatedAt: tx.Now, ChangedAt: tx.Now,
	}
	if err := tx.Insert(ctx, &r); err != nil {
		return err
	}
	return s.log(ctx, tx, who, auditdb.Created, d, nil)
}

// log adds an entry about a document to the operation log.
func (s *Store) log(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, action string, d *Document, before any) error {
	e := auditdb.Entry{Action: action, Kind: kindLogged, ID: d.ID, Corporation: d.CorporationID, Project: d.ProjectID, Before: before}
	if action != auditdb.Deleted {
		e.After = d.logged()
	}
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, e)
}

// Started names the job that makes a document.
//
// Unscoped: the caller has just changed the document in its scope.
func (s *Store) Started(ctx context.Context, id, job int64) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		return tx.Update(ctx, &row{ID: id, JobID: job}, id, "job_id")
	})
}

// Change stores what a person changed of a document that is in the state that they saw: its settings, state, remark and number.
func (s *Store) Change(ctx context.Context, who audit.Actor, was *Document, d *Document, signed *Signature) error {
	settings, err := encode(&d.Settings)
	if err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if _, err := tx.ProjectOwner(ctx, who.Scope, d.ProjectID); err != nil {
			return err
		}
		if d.State == Issuing && d.Number == "" {
			if err := s.number(ctx, tx, d); err != nil {
				return err
			}
		}
		n, err := tx.Exec(ctx, "UPDATE document SET settings = ?, state = ?, remark = ?, number = ?, reason = '', changed_at = ? "+
			"WHERE id = ? AND project_id = ? AND state = ? AND changed_at = ?",
			settings, d.State, d.Remark, d.Number, tx.Now, d.ID, d.ProjectID, stored(was), was.ChangedAt)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.Changed)
		}
		if signed == nil && !d.Fixed() { // a change of the texts and a return end what was signed
			if _, err := tx.Exec(ctx, "DELETE FROM document_signature WHERE document_id = ?", d.ID); err != nil {
				return err
			}
			d.Signatures = []Signature{}
		}
		if signed != nil {
			id, err := tx.ID(ctx)
			if err != nil {
				return err
			}
			signed.SignedAt = tx.Now
			r := signatureRow{
				ID: id, DocumentID: d.ID, Role: signed.Role, AccountID: signed.AccountID, Name: signed.Name, SignedAt: tx.Now,
				Picture: signed.Picture, Seal: signed.Seal,
			}
			if err := tx.Insert(ctx, &r); err != nil {
				return err
			}
			d.Signatures = append(d.Signatures, *signed)
		}
		return s.log(ctx, tx, who, auditdb.Updated, d, was.logged())
	})
}

// stored is the state of a document as its row has it: one whose job is lost is shown as Failed.
func stored(d *Document) State {
	if d.State == Failed && d.lost {
		return Making
	}
	return d.State
}

// number gives a document the next number of its kind in the year of its end.
func (s *Store) number(ctx context.Context, tx *sqlkit.Transaction, d *Document) error {
	if err := tx.Lock(ctx, "project", d.ProjectID); err != nil {
		return err
	}
	var zone string
	if err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("project").Column("time_zone").Where("id = ?", d.ProjectID).Scan(ctx, &zone); err != nil {
		return fmt.Errorf("time zone of project %d: %w", d.ProjectID, err)
	}
	place, err := time.LoadLocation(zone)
	if err != nil {
		return fmt.Errorf("time zone of project %d: %w", d.ProjectID, err)
	}
	year := time.UnixMilli(d.End).In(place).Year()
	series := numbered(d.Kind, year, 0)
	series = series[:len(series)-3]
	n, err := tx.Selects((*row)(nil)).Where("dc.project_id = ? AND dc.revises = 0 AND dc.number LIKE ?", d.ProjectID, "%"+series+"%").Count(ctx)
	if err != nil {
		return err
	}
	var prefix string
	q := tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("report_calendar").Column("number_prefix").Where("project_id = ?", d.ProjectID)
	if err := q.Scan(ctx, &prefix); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return fmt.Errorf("prefix of the numbers of project %d: %w", d.ProjectID, err)
	}
	d.Number = prefix + numbered(d.Kind, year, int(n)+1)
	return nil
}

// Delete removes a document that is not issued. The caller deletes its blobs.
func (s *Store) Delete(ctx context.Context, who audit.Actor, d *Document) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if _, err := tx.ProjectOwner(ctx, who.Scope, d.ProjectID); err != nil {
			return err
		}
		n, err := tx.Exec(ctx, "DELETE FROM document WHERE id = ? AND project_id = ? AND state NOT IN (?, ?)", d.ID, d.ProjectID, Issuing, Issued)
		if err != nil {
			return err
		}
		if n == 0 {
			return errs.New(errs.DocumentIssued)
		}
		return s.log(ctx, tx, who, auditdb.Deleted, d, d.logged())
	})
}

// File returns a file of a document by its id, for a signed link, with the document.
//
// Unscoped: the id comes from a signed link, issued only to those with access to the document.
func (s *Store) File(ctx context.Context, id int64) (f File, d Document, err error) {
	var r fileRow
	err = s.Selects(&r).Where("df.id = ?", id).Scan(ctx)
	if err != nil {
		if errors.Is(err, sql.ErrNoRows) {
			err = errs.New(errs.FileFailed)
		}
		return f, d, err
	}
	var of row
	err = s.Selects(&of).Where("dc.id = ?", r.DocumentID).Where("dc.project_id NOT IN " + sqlkit.DeletedProjects).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return f, d, errs.New(errs.FileFailed)
	}
	if err != nil {
		return f, d, err
	}
	d, err = of.document()
	return r.file(), d, err
}

// HasBlob reports whether a document has a blob.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) HasBlob(ctx context.Context, key string) (bool, error) {
	found, err := s.Selects((*row)(nil)).Where("dc.content = ?", key).Exists(ctx)
	if err != nil || found {
		return found, err
	}
	found, err = s.Selects((*signatureRow)(nil)).Where("ds.picture = ? OR ds.seal = ?", key, key).Exists(ctx)
	if err != nil || found {
		return found, err
	}
	return s.Selects((*fileRow)(nil)).Where("df.blob = ?", key).Exists(ctx)
}
