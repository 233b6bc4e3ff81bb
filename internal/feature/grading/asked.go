package grading

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/grading"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/sqlkit"
)

// askedRow is an open warning with a response clock, or without one.
type askedRow struct {
	AlertID, ProjectID    int64
	Level                 int
	DueAt                 int64
	AcknowledgedAt        int64
	AcknowledgedBy        int64
	Acknowledged, Planned string // name of a person, and title of the contingency plan
}

// Responses returns how people respond to open warnings, by warning.
//
// Unscoped: work of the program over all corporations; for a request, the caller has read the warnings with a scope.
func (s *Store) Responses(ctx context.Context, alerts []int64) (map[int64]grading.Response, error) {
	var rows []askedRow
	err := s.Bun.NewSelect().TableExpr("alert AS al").Join("LEFT JOIN graded_response AS gr ON gr.alert_id = al.id").
		Join("LEFT JOIN account AS a ON a.id = gr.acknowledged_by").Join("LEFT JOIN contingency_plan AS cp ON cp.project_id = al.project_id").
		ColumnExpr("al.id AS alert_id, al.project_id, COALESCE(gr.level, 0) AS level, COALESCE(gr.due_at, 0) AS due_at").
		ColumnExpr("COALESCE(gr.acknowledged_at, 0) AS acknowledged_at, COALESCE(gr.acknowledged_by, 0) AS acknowledged_by").
		ColumnExpr("COALESCE(NULLIF(a.display_name, ''), a.name, '') AS acknowledged, COALESCE(cp.title, '') AS planned").
		Where("al.id IN (?) AND al.kind = ? AND al.withdrawn_at = 0", bun.List(alerts), alarm.OfGraded).
		Where("al.status IN (?)", bun.List([]alarm.Status{alarm.Pending, alarm.Notice})).OrderExpr("al.id, gr.level").Scan(ctx, &rows)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	var projects []int64
	for _, r := range rows {
		projects = append(projects, r.ProjectID)
	}
	plans, err := plans(ctx, s.Bun.NewSelect().Where("ep.project_id IN (?)", bun.List(projects)))
	if err != nil {
		return nil, err
	}
	found := make(map[int64]grading.Response, len(rows))
	for _, r := range rows { // the highest grade is the last
		made := found[r.AlertID]
		made.ProjectID, made.Contingency, made.Level, made.Plan, made.DueAt = r.ProjectID, r.Planned, alarm.Level(r.Level), "", r.DueAt
		made.AcknowledgedAt, made.Acknowledged = r.AcknowledgedAt, grading.Responder{AccountID: r.AcknowledgedBy, Name: r.Acknowledged}
		for i := range plans {
			if p := &plans[i]; p.ProjectID == r.ProjectID && p.Level == r.Level {
				made.Plan, made.People = p.Name, append(made.People, p.named()...)
			}
		}
		found[r.AlertID] = made
	}
	return found, s.present(ctx, found)
}

func (p *Plan) named() []grading.Responder {
	list := make([]grading.Responder, len(p.Responders))
	for i, r := range p.Responders {
		list[i] = grading.Responder{AccountID: r.AccountID, Name: r.Name, Duty: r.Duty}
		if r.AccountID == 0 {
			list[i].Addresses = slices.DeleteFunc([]string{r.Email, r.Mobile}, func(address string) bool { return address == "" })
		}
	}
	return list
}

// present gives members their names, and leaves out those who have left and those who are there twice.
func (s *Store) present(ctx context.Context, found map[int64]grading.Response) error {
	ids := []int64{0}
	for _, r := range found {
		for _, p := range r.People {
			ids = append(ids, p.AccountID)
		}
	}
	var members []struct {
		ID, ProjectID int64
		Name          string
	}
	err := s.Bun.NewSelect().TableExpr("account AS a").Join("JOIN project_member AS pm ON pm.account_id = a.id").
		ColumnExpr("a.id, pm.project_id, COALESCE(NULLIF(a.display_name, ''), a.name) AS name").
		Where("a.id IN (?)", bun.List(ids)).Where(sqlkit.ActiveMember("a.id", "pm.project_id", clock.Now().UnixMilli())).Scan(ctx, &members)
	if err != nil {
		return fmt.Errorf("names of responders: %w", err)
	}
	type member struct{ project, account int64 }
	names := map[member]string{}
	for _, m := range members {
		names[member{m.ProjectID, m.ID}] = m.Name
	}
	for id, r := range found {
		list := r.People
		r.People = nil
		for _, p := range list {
			p.Name = cmp.Or(names[member{r.ProjectID, p.AccountID}], p.Name)
			same := func(other grading.Responder) bool {
				return other.AccountID == p.AccountID && (p.AccountID != 0 || slices.Equal(other.Addresses, p.Addresses) && other.Name == p.Name)
			}
			if p.Name != "" && !slices.ContainsFunc(r.People, same) {
				r.People = append(r.People, p)
			}
		}
		found[id] = r
	}
	return nil
}
