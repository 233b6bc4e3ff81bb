package document

import (
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
)

type row struct {
	bun.BaseModel `bun:"table:document,alias:dc"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	AccountID     int64
	Kind          content.Kind
	Title         string
	Language      string
	Settings      string
	State         State
	Reason        string
	Remark        string
	Number        string
	Revision      int
	Revises       int64
	Revised       string
	StartAt       int64
	EndAt         int64
	KnownAt       int64
	Version       string
	Content       string
	JobID         int64
	CreatedAt     int64
	ChangedAt     int64
	IssuedAt      int64
}

type listedRow struct {
	row       `bun:",extend"`
	Account   string     `bun:",scanonly"`
	RevisedBy int64      `bun:",scanonly"`
	JobState  jobs.State `bun:",scanonly"`
	JobDone   int64      `bun:",scanonly"`
	JobTotal  int64      `bun:",scanonly"`
}

type fileRow struct {
	bun.BaseModel `bun:"table:document_file,alias:df"`
	ID            int64 `bun:",pk"`
	DocumentID    int64
	Format        string
	Blob          string
	Size          int64
	SHA256        string `bun:"sha256"`
	SignedBy      string
	Certificate   string
	CreatedAt     int64
}

func (r *fileRow) file() File {
	return File{r.ID, r.Format, r.Blob, r.Size, r.SHA256, r.SignedBy, r.Certificate}
}

type signatureRow struct {
	bun.BaseModel `bun:"table:document_signature,alias:ds"`
	ID            int64 `bun:",pk"`
	DocumentID    int64
	Role          content.Role
	AccountID     int64
	Name          string
	SignedAt      int64
	Picture       string
	Seal          string
}

func (r *row) document() (Document, error) {
	d := Document{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, AccountID: r.AccountID, Kind: r.Kind, Title: r.Title, Language: r.Language,
		State: r.State, Reason: errs.Restored(r.Reason), Remark: r.Remark, Number: r.Number, Revision: r.Revision, Revises: r.Revises, Revised: r.Revised,
		Start: r.StartAt, End: r.EndAt, KnownAt: r.KnownAt, Version: r.Version, Content: r.Content, JobID: r.JobID, CreatedAt: r.CreatedAt,
		ChangedAt: r.ChangedAt, IssuedAt: r.IssuedAt, Signatures: []Signature{}, Files: []File{},
	}
	if err := json.Unmarshal([]byte(r.Settings), &d.Settings); err != nil {
		return d, fmt.Errorf("settings of report %d: %w", r.ID, err)
	}
	return d, nil
}
