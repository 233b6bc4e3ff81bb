package grading

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/account/verification"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// ContingencyPerson is somebody in the organisation of a contingency plan.
type ContingencyPerson struct {
	Role      string `json:"role" maxLength:"50"`
	AccountID int64  `json:"accountId,omitempty" minimum:"0" doc:"A member of the project, whose name and mobile are those of the account; 0: somebody outside"`
	Name      string `json:"name,omitempty" maxLength:"50" doc:"Of somebody outside"`
	Mobile    string `json:"mobile,omitempty" maxLength:"20" doc:"Of somebody outside"`
	Left      bool   `json:"left,omitempty" doc:"Of replies: a member who has left the project or is disabled"`
}

// ContingencyDocument is a document of a contingency plan.
type ContingencyDocument struct {
	URL  string `json:"url" maxLength:"500" doc:"As returned by POST /upload/documents; of replies a path that is valid for five minutes"`
	Name string `json:"name" minLength:"1" maxLength:"100" doc:"Under which it is saved"`
}

// ContingencyPlanFields are the fields of a contingency plan that people write.
type ContingencyPlanFields struct {
	Title        string                `json:"title" minLength:"1" maxLength:"50"`
	Body         string                `json:"text" maxLength:"20000"`
	Organisation []ContingencyPerson   `json:"organisation,omitempty" maxItems:"100"`
	Materials    string                `json:"materials,omitempty" maxLength:"4000"`
	Documents    []ContingencyDocument `json:"documents,omitempty" maxItems:"10"`
	Pictures     []string              `json:"pictures,omitempty" maxItems:"9" doc:"As returned by POST /upload/images?scope=picture: pages and drawings"`
}

// Limits of contingency plans.
const (
	maxBody         = 20_000 // characters
	maxDocuments    = 10
	maxDocumentName = 100 // characters
)

type contingencyRow struct {
	bun.BaseModel `bun:"table:contingency_plan,alias:cp"`
	ProjectID     int64 `bun:",pk"`
	CorporationID int64
	Title         string
	Body          string
	Organisation  string
	Materials     string
	UpdatedAt     int64
	UpdatedBy     int64
}

// Contingency is the contingency plan of a project.
type Contingency struct {
	ContingencyPlanFields
	UpdatedAt int64 // UTC ms; 0: the project has none
	UpdatedBy string
}

// Contingency returns the contingency plan of a project.
func (s *Store) Contingency(ctx context.Context, scope access.Scope, project int64) (c Contingency, err error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return c, err
	}
	return s.contingency(ctx, s.Bun.NewSelect(), project)
}

func (s *Store) contingency(ctx context.Context, q *bun.SelectQuery, project int64) (c Contingency, err error) {
	var row struct {
		contingencyRow `bun:",extend"`
		Name           string `bun:",scanonly"`
	}
	err = q.Clone().Model(&row).ColumnExpr("cp.*").ColumnExpr("COALESCE(NULLIF(a.display_name, ''), a.name, '') AS name").
		Join("LEFT JOIN account AS a ON a.id = cp.updated_by").Where("cp.project_id = ?", project).Scan(ctx)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return c, nil
	case err != nil:
		return c, fmt.Errorf("contingency plan of project %d: %w", project, err)
	}
	c = Contingency{UpdatedAt: row.UpdatedAt, UpdatedBy: row.Name}
	c.Title, c.Body, c.Materials = row.Title, row.Body, row.Materials
	if err := json.Unmarshal([]byte(row.Organisation), &c.Organisation); err != nil {
		return c, fmt.Errorf("organisation of project %d: %w", project, err)
	}
	pictures, err := s.pictures(ctx, q, []int64{project})
	if err != nil {
		return c, err
	}
	c.Pictures = pictures[project]
	c.Documents, err = s.documents(ctx, q, project)
	return c, err
}

func (f *ContingencyPlanFields) check() error {
	var refused errs.Refusals
	f.Title, f.Body, f.Materials = strings.TrimSpace(f.Title), strings.TrimSpace(f.Body), strings.TrimSpace(f.Materials)
	text(&refused, "title", f.Title, 1, maxPlanName)
	text(&refused, "text", f.Body, 0, maxBody)
	text(&refused, "materials", f.Materials, 0, maxText)
	if len(f.Organisation) > maxPeople {
		refused.Add("organisation", errs.TooManyEntries, "max", maxPeople)
	}
	for i := range f.Organisation {
		p, at := &f.Organisation[i], fmt.Sprintf("organisation[%d].", i)
		p.Role, p.Name = strings.TrimSpace(p.Role), strings.TrimSpace(p.Name)
		text(&refused, at+"role", p.Role, 1, maxPlanName)
		if p.Left = false; p.AccountID != 0 {
			p.Name, p.Mobile = "", ""
			continue
		}
		text(&refused, at+"name", p.Name, 1, maxPlanName)
		address(&refused, at+"mobile", &p.Mobile, verification.SMS, errs.MobileFormat)
	}
	if len(f.Documents) > maxDocuments {
		refused.Add("documents", errs.TooManyEntries, "max", maxDocuments)
	}
	for i := range f.Documents {
		f.Documents[i].Name = strings.TrimSpace(f.Documents[i].Name)
		text(&refused, fmt.Sprintf("documents[%d].name", i), f.Documents[i].Name, 1, maxDocumentName)
	}
	return refused.Err()
}

// loggedContingency is what the operation log keeps of a contingency plan.
type loggedContingency struct {
	Title        string              `json:"planTitle"`
	Body         string              `json:"planBody"`
	Organisation []ContingencyPerson `json:"organisation"`
	Materials    string              `json:"materials"`
	Documents    []string            `json:"planDocuments"`
}

func (f *ContingencyPlanFields) logged() loggedContingency {
	names := make([]string, len(f.Documents))
	for i, d := range f.Documents {
		names[i] = d.Name
	}
	return loggedContingency{f.Title, f.Body, f.Organisation, f.Materials, names}
}

// SaveContingency sets the contingency plan of a project. Pictures and documents are kept uploads.
func (s *Store) SaveContingency(ctx context.Context, who audit.Actor, project int64, f ContingencyPlanFields) error {
	if err := f.check(); err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := s.begin(ctx, tx, who, project)
		if err != nil {
			return err
		}
		before, err := s.contingency(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx), project)
		if err != nil {
			return err
		}
		if err := belong(ctx, tx, project, f.Organisation); err != nil {
			return err
		}
		organisation, err := json.Marshal(f.Organisation)
		if err != nil {
			return fmt.Errorf("organisation: %w", err)
		}
		entry := auditdb.Entry{
			Action: auditdb.Created, Kind: contingencyKind, ID: project, Corporation: corporation, Project: project, Content: f.Title, After: f.logged(),
		}
		if before.UpdatedAt != 0 {
			entry.Action, entry.Before = auditdb.Updated, before.logged()
		}
		row := contingencyRow{
			ProjectID: project, CorporationID: corporation, Title: f.Title, Body: f.Body, Organisation: string(organisation), Materials: f.Materials,
			UpdatedAt: tx.Now, UpdatedBy: who.AccountID,
		}
		_, err = tx.Tables.Bun.NewInsert().Conn(tx.Tx).Model(&row).On(`CONFLICT (project_id) DO UPDATE SET title = excluded.title, body = excluded.body,
			organisation = excluded.organisation, materials = excluded.materials, updated_at = excluded.updated_at, updated_by = excluded.updated_by`).Exec(ctx)
		if err != nil {
			return fmt.Errorf("save the contingency plan: %w", err)
		}
		if _, err := tx.Exec(ctx, "DELETE FROM warning_picture WHERE owner_id = ?", project); err != nil {
			return err
		}
		if err := addPictures(ctx, tx, project, project, f.Pictures); err != nil {
			return err
		}
		if err := keepDocuments(ctx, tx, project, f.Documents); err != nil {
			return err
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, entry)
	})
}
