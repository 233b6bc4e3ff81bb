package document

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"plumbline/internal/feature/report/certificate"
	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/pdfsign"
	"plumbline/internal/platform/sqlkit"
)

// args are the arguments of the job of a document.
type args struct {
	ID int64 `json:"id"`
}

// Worker makes documents.
type Worker struct {
	Store  *Store
	Blobs  blob.Store
	Press  *projectreport.Press
	Public string // address of the installation; empty: unknown

	Certificates certificate.Store
}

const reportEvery = time.Second

// Run is the handler of jobs. What a document says is gathered once; each change of its texts and its issue print it again.
func (w *Worker) Run(ctx context.Context, run *jobs.Run) error {
	var a args
	if err := json.Unmarshal(run.Job.Args, &a); err != nil {
		return jobs.Final(fmt.Errorf("arguments of the job: %w", err))
	}
	d, wanted, err := w.Store.wanted(ctx, a.ID)
	if err != nil || !wanted {
		return err
	}
	err = w.make(ctx, run, &d)
	if reason, known := errs.As(err); known && reason.Kind != errs.Internal && reason.Kind != errs.Unavailable && d.State == Making {
		return w.Store.fail(ctx, &d, reason)
	}
	if err != nil && run.Job.Attempt >= jobs.MaxAttempts && d.State == Making {
		return errors.Join(err, w.Store.fail(ctx, &d, nil))
	}
	return err
}

func (w *Worker) make(ctx context.Context, run *jobs.Run, d *Document) error {
	said, err := w.said(ctx, run, d)
	if err != nil {
		return err
	}
	said.Title, said.Typed = d.Title, content.Typed(d.Settings.ReportTexts)
	verify := ""
	if d.State == Issuing {
		said.Number, said.Revision = d.Number, d.Revision
		verify = Address(w.Public, d.ProjectID, d.ID)
	}
	for _, s := range d.Signatures {
		said.Signatures = append(said.Signatures, content.Signature{Role: s.Role, Name: s.Name, Time: s.SignedAt, Picture: s.Picture, Seal: s.Seal})
	}
	printed, err := w.Press.Print(ctx, d.CorporationID, d.ProjectID, said, &d.Settings, verify)
	if err != nil {
		return err
	}
	files := make([]fileRow, len(printed))
	for i, f := range printed {
		files[i] = fileRow{DocumentID: d.ID, Format: f.Format}
		if d.State == Issuing && f.Format == projectreport.PDF {
			if f.Data, err = w.sign(ctx, d, &files[i], f.Data); err != nil {
				return err
			}
		}
		if err := w.store(ctx, d, &files[i], f.Data); err != nil {
			return err
		}
	}
	old, kept, err := w.Store.end(ctx, d, files)
	if err != nil {
		return err
	}
	if !kept {
		for _, f := range files {
			old = append(old, f.Blob)
		}
	}
	for _, key := range old {
		if err := w.Blobs.Delete(context.WithoutCancel(ctx), key); err != nil {
			return err
		}
	}
	return nil
}

// Address is where a document can be verified; empty without a public address.
func Address(public string, project, id int64) string {
	if public == "" {
		return ""
	}
	return fmt.Sprintf("%s/projects/%d/reports/project/%d", public, project, id)
}

// said returns what a document says. It is gathered with the first job.
func (w *Worker) said(ctx context.Context, run *jobs.Run, d *Document) (*content.Report, error) {
	if d.Content != "" {
		return read(ctx, w.Blobs, d.Content)
	}
	var last time.Time
	said, err := w.Press.Gather(ctx, d.CorporationID, d.ProjectID, d.Language, &d.Settings, func(done, total int64) error {
		if now := clock.Now(); now.Sub(last) >= reportEvery {
			last = now
			return run.Report(ctx, jobs.Progress{Done: done, Total: total + 1})
		}
		return ctx.Err()
	})
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(said)
	if err != nil {
		return nil, fmt.Errorf("content of report %d: %w", d.ID, err)
	}
	key := blob.NewKey(d.CorporationID)
	if err := w.Blobs.Put(ctx, key, bytes.NewReader(text)); err != nil {
		return nil, err
	}
	d.KnownAt, d.Version, d.Content = said.KnownAt, said.Version, key
	return said, w.Store.gathered(ctx, d)
}

// read reads what a document says from its blob.
func read(ctx context.Context, blobs blob.Store, key string) (*content.Report, error) {
	stored, err := blobs.Open(ctx, key)
	if err != nil {
		return nil, err
	}
	defer stored.Close()
	text, err := io.ReadAll(stored)
	if err != nil {
		return nil, fmt.Errorf("content of a report: %w", err)
	}
	said := &content.Report{}
	if err := json.Unmarshal(text, said); err != nil {
		return nil, fmt.Errorf("content of a report: %w", err)
	}
	return said, nil
}

// store stores the content of a file.
func (w *Worker) store(ctx context.Context, d *Document, f *fileRow, data []byte) error {
	sum := sha256.Sum256(data)
	f.Blob, f.Size, f.SHA256 = blob.NewKey(d.CorporationID), int64(len(data)), hex.EncodeToString(sum[:])
	return w.Blobs.Put(ctx, f.Blob, bytes.NewReader(data))
}

// sign signs the PDF of an approved document where its corporation has a certificate. The time is that of the approval, so a file
// that is made once more has the same bytes; a certificate that has taken the place of another since then may begin later.
func (w *Worker) sign(ctx context.Context, d *Document, f *fileRow, pdf []byte) ([]byte, error) {
	id, err := w.Certificates.Identity(ctx, d.CorporationID)
	if err != nil || id == nil {
		return pdf, err
	}
	at := id.Certificate.NotBefore
	for _, s := range d.Signatures {
		if approved := time.UnixMilli(s.SignedAt); approved.After(at) {
			at = approved
		}
	}
	f.SignedBy, f.Certificate = id.Name(), id.Fingerprint()
	return id.Sign(pdf, &pdfsign.Statement{Name: f.SignedBy, Reason: d.Number + " " + d.Title, Time: at})
}

// wanted returns a document that is to be made; ok is false otherwise.
//
// Unscoped: work of the program, for a document that was asked for in its scope.
func (s *Store) wanted(ctx context.Context, id int64) (d Document, ok bool, err error) {
	var r row
	err = s.Selects(&r).Where("dc.id = ? AND dc.state IN (?, ?)", id, Making, Issuing).Scan(ctx)
	if errors.Is(err, sql.ErrNoRows) {
		return d, false, nil
	}
	if err != nil {
		return d, false, fmt.Errorf("report %d: %w", id, err)
	}
	if d, err = r.document(); err != nil {
		return d, false, err
	}
	list := []Document{d}
	err = s.complete(ctx, list)
	return list[0], err == nil, err
}

// gathered stores what a document says, and since when that is known.
//
// Unscoped: work of the program, for a document that was asked for in its scope.
func (s *Store) gathered(ctx context.Context, d *Document) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		return tx.Update(ctx, &row{ID: d.ID, KnownAt: d.KnownAt, Version: d.Version, Content: d.Content}, d.ID, "known_at", "version", "content")
	})
}

// end stores the files of a document, and that it is made or issued. It returns the blobs that are no longer needed; kept is
// false if the document was changed meanwhile or is gone.
//
// Unscoped: work of the program, for a document that was asked for in its scope.
func (s *Store) end(ctx context.Context, d *Document, files []fileRow) (old []string, kept bool, err error) {
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		to, issued := Draft, int64(0)
		if d.State == Issuing {
			to, issued = Issued, tx.Now
		}
		n, err := tx.Exec(ctx, "UPDATE document SET state = ?, reason = '', changed_at = ?, issued_at = ? WHERE id = ? AND state = ? AND changed_at = ?",
			to, tx.Now, issued, d.ID, d.State, d.ChangedAt)
		if kept = n > 0; err != nil || !kept {
			return err
		}
		if err := tx.Selects((*fileRow)(nil)).Column("blob").Where("df.document_id = ?", d.ID).Scan(ctx, &old); err != nil {
			return fmt.Errorf("files of report %d: %w", d.ID, err)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM document_file WHERE document_id = ?", d.ID); err != nil {
			return err
		}
		for i := range files {
			if files[i].ID, err = tx.ID(ctx); err != nil {
				return err
			}
			files[i].CreatedAt = tx.Now
		}
		return tx.Insert(ctx, &files)
	})
	return old, kept, err
}

// fail stores that a document cannot be made.
//
// Unscoped: work of the program, for a document that was asked for in its scope.
func (s *Store) fail(ctx context.Context, d *Document, why *errs.Error) error {
	reason, err := why.Stored()
	if err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		_, err := tx.Exec(ctx, "UPDATE document SET state = ?, reason = ? WHERE id = ? AND state = ?", Failed, reason, d.ID, Making)
		return err
	})
}
