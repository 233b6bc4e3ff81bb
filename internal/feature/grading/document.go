package grading

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/platform/upload"
)

type documentRow struct {
	bun.BaseModel `bun:"table:contingency_document,alias:cd"`
	ProjectID     int64 `bun:",pk"`
	Place         int   `bun:",pk"`
	Path          string
	Name          string
}

// documents returns the documents of a contingency plan with their stored paths.
func (s *Store) documents(ctx context.Context, q *bun.SelectQuery, project int64) ([]ContingencyDocument, error) {
	var rows []documentRow
	if err := q.Clone().Model(&rows).Where("cd.project_id = ?", project).OrderExpr("cd.place").Scan(ctx); err != nil {
		return nil, fmt.Errorf("documents of project %d: %w", project, err)
	}
	list := make([]ContingencyDocument, len(rows))
	for i, r := range rows {
		list[i] = ContingencyDocument{r.Path, r.Name}
	}
	return list, nil
}

// keepDocuments replaces the documents of a contingency plan.
func keepDocuments(ctx context.Context, tx *sqlkit.Transaction, project int64, list []ContingencyDocument) error {
	if _, err := tx.Exec(ctx, "DELETE FROM contingency_document WHERE project_id = ?", project); err != nil {
		return err
	}
	rows := make([]documentRow, len(list))
	for i, d := range list {
		rows[i] = documentRow{ProjectID: project, Place: i, Path: d.URL, Name: d.Name}
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Insert(ctx, &rows)
}

// keptDocuments gives documents the stored paths of their uploads; those of before stay as they are.
func (s *server) keptDocuments(ctx context.Context, given, before []ContingencyDocument) error {
	for i := range given {
		current := ""
		if path, _, _ := strings.Cut(given[i].URL, "?"); slices.ContainsFunc(before, func(d ContingencyDocument) bool { return d.URL == path }) {
			current = path
		}
		field := fmt.Sprintf("documents[%d].url", i)
		path, err := s.uploads.Keep(ctx, httpapi.CallerOf(ctx).Actor(), field, upload.Document, current, given[i].URL)
		if path == "" && err == nil || errs.Is(err, errs.PictureUnusable) {
			return errs.OnField(field, errs.DocumentLost)
		}
		if err != nil {
			return err
		}
		given[i].URL = path
	}
	return nil
}

// belong refuses people of an organisation with an account that is not a member of the project.
func belong(ctx context.Context, tx *sqlkit.Transaction, project int64, list []ContingencyPerson) error {
	var refused errs.Refusals
	for i, p := range list {
		if p.AccountID == 0 {
			continue
		}
		there, err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).Table("project_member").
			Where("project_id = ? AND account_id = ?", project, p.AccountID).Exists(ctx)
		if err != nil {
			return err
		}
		if !there {
			refused.Add(fmt.Sprintf("organisation[%d].accountId", i), errs.RecipientElsewhere)
		}
	}
	return refused.Err()
}

// staff gives the members among the people of a contingency plan the names and mobiles of their accounts.
//
// Unscoped: the people come from the plan of a project that the caller may see.
func (s *Store) staff(ctx context.Context, project int64, list []ContingencyPerson) ([]ContingencyPerson, error) {
	ids := []int64{0}
	for _, p := range list {
		ids = append(ids, p.AccountID)
	}
	var rows []struct {
		ID           int64
		Name, Mobile string
		Here         bool
	}
	err := s.Bun.NewSelect().TableExpr("account AS a").ColumnExpr("a.id, COALESCE(NULLIF(a.display_name, ''), a.name) AS name, a.mobile").
		ColumnExpr(sqlkit.ActiveMember("a.id", fmt.Sprint(project), clock.Now().UnixMilli())+" AS here").
		Where("a.id IN (?)", bun.List(ids)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("people of the contingency plan of project %d: %w", project, err)
	}
	made := make([]ContingencyPerson, len(list))
	for i, p := range list {
		made[i] = p
		if p.AccountID == 0 {
			continue
		}
		made[i].Left = true
		for _, a := range rows {
			if a.ID == p.AccountID {
				made[i].Name, made[i].Left = a.Name, !a.Here
				if a.Here { // the phone of somebody who has left is nobody's business
					made[i].Mobile = a.Mobile
				}
			}
		}
	}
	return made, nil
}
