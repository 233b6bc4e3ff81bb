package grading

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/grading"
	"plumbline/internal/core/marks"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sqlkit"
)

// Store stores gradings, plans and what people do about warnings.
type Store struct{ *sqlkit.Tables }

// Kinds of gradings.
const (
	single = "single"
	multi  = "multi"
)

const maxGradings = 100 // of a project

type gradingRow struct {
	bun.BaseModel `bun:"table:alert_grading,alias:g"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Kind          string
	CreatedAt     int64
	DeletedAt     int64
}

type versionRow struct {
	bun.BaseModel `bun:"table:alert_grading_version,alias:gv"`
	ID            int64 `bun:",pk"`
	GradingID     int64
	ValidFrom     int64
	Value         string
	RecordedAt    int64
	RecordedBy    int64
}

// Grading is a grading with its versions.
type Grading struct {
	ID, CorporationID, ProjectID int64
	Kind                         string
	CreatedAt                    int64 // UTC ms
	Settings                     timeline.Timeline[grading.Settings]
}

// last returns the settings that were recorded for the latest time.
func (g *Grading) last() timeline.Version[grading.Settings] {
	list := g.Settings.Versions()
	return list[len(list)-1]
}

// Gradings returns the gradings of a project by id.
func (s *Store) Gradings(ctx context.Context, scope access.Scope, project int64) ([]Grading, error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return nil, err
	}
	return gradings(ctx, s.Bun.NewSelect(), project)
}

// gradings returns the gradings of a project in use.
func gradings(ctx context.Context, q *bun.SelectQuery, project int64) ([]Grading, error) {
	var rows []gradingRow
	if err := q.Clone().Model(&rows).Where("g.project_id = ? AND g.deleted_at = 0", project).OrderExpr("g.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("gradings of project %d: %w", project, err)
	}
	list, ids := make([]Grading, len(rows)), make([]int64, len(rows))
	for i, r := range rows {
		list[i], ids[i] = Grading{ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Kind: r.Kind, CreatedAt: r.CreatedAt}, r.ID
	}
	if len(ids) == 0 {
		return list, nil
	}
	var versions []versionRow
	if err := q.Clone().Model(&versions).Where("gv.grading_id IN (?)", bun.List(ids)).OrderExpr("gv.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("settings of gradings of project %d: %w", project, err)
	}
	of := map[int64][]timeline.Version[grading.Settings]{}
	for _, v := range versions {
		made := timeline.Version[grading.Settings]{ID: v.ID, ValidFrom: v.ValidFrom, RecordedAt: v.RecordedAt, RecordedBy: v.RecordedBy}
		if err := json.Unmarshal([]byte(v.Value), &made.Value); err != nil {
			return nil, fmt.Errorf("settings %d of a grading: %w", v.ID, err)
		}
		of[v.GradingID] = append(of[v.GradingID], made)
	}
	for i := range list {
		list[i].Settings = timeline.Of(of[list[i].ID])
	}
	return list, nil
}

// Draft are settings to record.
type Draft struct {
	grading.Settings
	ValidFrom int64 // UTC ms; 0: now
}

// Save records settings of a grading, or adds a grading if id is 0, and marks its points from their time on.
func (s *Store) Save(ctx context.Context, who audit.Actor, project, id int64, d Draft) (saved Grading, err error) {
	kind := single
	if d.Multi != nil {
		kind = multi
	}
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := s.begin(ctx, tx, who, project)
		if err != nil {
			return err
		}
		if err := s.named(ctx, tx, project, &d.Settings); err != nil {
			return err
		}
		if err := d.Check(); err != nil {
			return err
		}
		switch {
		case d.ValidFrom == 0:
			d.ValidFrom = tx.Now
		case !timeline.Possible(d.ValidFrom):
			return errs.OnField("validFrom", errs.TimeOutOfRange)
		}
		known, err := gradings(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx), project)
		if err != nil {
			return err
		}
		entry := auditdb.Entry{Action: auditdb.Created, Kind: logKind, Corporation: corporation, Project: project, Content: d.Name, After: d.Settings}
		at := slices.IndexFunc(known, func(g Grading) bool { return g.ID == id && g.Kind == kind })
		switch {
		case id == 0:
			if len(known) >= maxGradings {
				return errs.OnField("name", errs.TooManyEntries, "max", maxGradings)
			}
			if id, err = tx.ID(ctx); err != nil {
				return err
			}
			row := gradingRow{ID: id, CorporationID: corporation, ProjectID: project, Kind: kind, CreatedAt: tx.Now}
			if err := tx.Insert(ctx, &row); err != nil {
				return err
			}
		case at < 0:
			return errs.New(errs.NothingHere)
		default:
			before := known[at].last().Value
			entry.Action, entry.Before = auditdb.Updated, before
			if err := sameSubject(&before, &d.Settings); err != nil {
				return err
			}
		}
		entry.ID = id
		value, err := json.Marshal(d.Settings)
		if err != nil {
			return fmt.Errorf("settings of grading %d: %w", id, err)
		}
		version := versionRow{GradingID: id, ValidFrom: d.ValidFrom, Value: string(value), RecordedAt: tx.Now, RecordedBy: who.AccountID}
		if version.ID, err = tx.ID(ctx); err != nil {
			return err
		}
		if err := tx.Insert(ctx, &version); err != nil {
			return err
		}
		if known, err = gradings(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx), project); err != nil {
			return err
		}
		saved = known[slices.IndexFunc(known, func(g Grading) bool { return g.ID == id })]
		if err := s.mark(ctx, tx, &saved, d.ValidFrom); err != nil {
			return err
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, entry)
	})
	return saved, err
}

// sameSubject refuses settings of another attribute: a warning and its history are about one.
func sameSubject(before, after *grading.Settings) error {
	if before.Single == nil || after.Single == nil {
		return nil
	}
	var refused errs.Refusals
	if before.Single.Measurement != after.Single.Measurement {
		refused.Add("measurement", errs.NotOneOf, "allowed", before.Single.Measurement)
	}
	if before.Single.Field != after.Single.Field {
		refused.Add("field", errs.NotOneOf, "allowed", before.Single.Field)
	}
	return refused.Err()
}

// begin returns the corporation of a project, whose gradings are changed by one transaction after another.
func (s *Store) begin(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, project int64) (corporation int64, err error) {
	if corporation, err = tx.ProjectOwner(ctx, who.Scope, project); err != nil {
		return 0, err
	}
	return corporation, tx.Lock(ctx, "project", project)
}

// named refuses points, structures and items that the project does not have, and gives conditions the measurement of
// their point.
func (s *Store) named(ctx context.Context, tx *sqlkit.Transaction, project int64, settings *grading.Settings) error {
	var refused errs.Refusals
	exists := func(field, table string, id int64, more string) error {
		if id == 0 {
			return nil
		}
		found, err := tx.Tables.Bun.NewSelect().Conn(tx.Tx).Table(table).Where("id = ? AND project_id = ?"+more, id, project).Exists(ctx)
		if err == nil && !found {
			refused.Add(field, errs.MustExist)
		}
		return err
	}
	if one := settings.Single; one != nil {
		if err := exists("structureId", "structure", one.StructureID, " AND NOT is_item"); err != nil {
			return err
		}
		if err := exists("itemId", "structure", one.ItemID, fmt.Sprintf(" AND is_item AND parent_id = %d", one.StructureID)); err != nil {
			return err
		}
		return refused.Err()
	}
	var ids []int64
	for _, c := range settings.Multi.Conditions {
		ids = append(ids, c.PointID)
	}
	var rows []pointRow
	if err := tx.Selects(&rows).Where("p.id IN (?) AND p.project_id = ?", bun.List(append(ids, 0)), project).Scan(ctx); err != nil {
		return fmt.Errorf("points of a grading: %w", err)
	}
	for i := range settings.Multi.Conditions {
		c := &settings.Multi.Conditions[i]
		if c.PointID == 0 {
			continue
		}
		at := slices.IndexFunc(rows, func(p pointRow) bool { return p.ID == c.PointID })
		if at < 0 {
			refused.Add(fmt.Sprintf("conditions[%d].measuringPointId", i), errs.MustExist)
			continue
		}
		c.Measurement = rows[at].Measurement
	}
	return refused.Err()
}

// Delete removes a grading. Its warnings stay, and it judges no more.
func (s *Store) Delete(ctx context.Context, who audit.Actor, project, id int64, kind string) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := s.begin(ctx, tx, who, project)
		if err != nil {
			return err
		}
		known, err := gradings(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx), project)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(known, func(g Grading) bool { return g.ID == id && g.Kind == kind })
		if at < 0 {
			return errs.New(errs.NothingHere)
		}
		if _, err := tx.Exec(ctx, "UPDATE alert_grading SET deleted_at = ? WHERE id = ?", tx.Now, id); err != nil {
			return err
		}
		last := known[at].last().Value
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, auditdb.Entry{
			Action: auditdb.Deleted, Kind: logKind, ID: id, Corporation: corporation, Project: project, Content: last.Name, Before: last,
		})
	})
}

// mark marks what a grading judges from a time on.
func (s *Store) mark(ctx context.Context, tx *sqlkit.Transaction, g *Grading, from int64) error {
	list := []marks.Mark{{Point: g.ID, From: from}}
	if g.Kind == single {
		points, err := pointsOf(ctx, tx.Tables.Bun.NewSelect().Conn(tx.Tx), g.ProjectID, []string{g.last().Value.Single.Measurement})
		if err != nil {
			return err
		}
		list = list[:0]
		for _, p := range points {
			list = append(list, marks.Mark{Point: p.ID, From: from})
		}
	}
	return marks.AddGraded(ctx, tx.Tx.Tx, g.ProjectID, list)
}

type pointRow struct {
	bun.BaseModel `bun:"table:point,alias:p"`
	ID            int64 `bun:",pk"`
	StructureID   int64
	ItemID        int64
	Measurement   string
}

// pointsOf returns the points of a project with one of some measurements, by id.
func pointsOf(ctx context.Context, q *bun.SelectQuery, project int64, measurements []string) (rows []pointRow, err error) {
	err = q.Clone().Model(&rows).Where("p.project_id = ? AND p.measurement IN (?)", project, bun.List(measurements)).OrderExpr("p.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("graded points of project %d: %w", project, err)
	}
	return rows, nil
}

// switchedOn reports whether a corporation has switched graded early warning on.
//
// Unscoped: the caller has looked up the corporation of a project that it may see.
func (s *Store) switchedOn(ctx context.Context, corporation int64) (on bool, err error) {
	err = s.Bun.NewSelect().Table("corporation").Column("active_alert_grading").Where("id = ?", corporation).Scan(ctx, &on)
	return on, sqlkit.Translate(err)
}

// gradingNames returns the latest names of the gradings of a project, deleted ones included, by id.
func (s *Store) gradingNames(ctx context.Context, scope access.Scope, project int64) (map[int64]string, error) {
	if _, err := s.ProjectOwner(ctx, scope, project); err != nil {
		return nil, err
	}
	var rows []versionRow
	err := s.Selects(&rows).Join("JOIN alert_grading AS g ON g.id = gv.grading_id").Where("g.project_id = ?", project).OrderExpr("gv.valid_from, gv.id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("names of gradings of project %d: %w", project, err)
	}
	names := make(map[int64]string, len(rows))
	for _, r := range rows {
		var settings grading.Settings
		if err := json.Unmarshal([]byte(r.Value), &settings); err != nil {
			return nil, fmt.Errorf("settings %d of a grading: %w", r.ID, err)
		}
		names[r.GradingID] = settings.Name
	}
	return names, nil
}

// people returns the names of responders.
//
// Unscoped: the responders come from a plan of a project that the caller may see.
func (s *Store) people(ctx context.Context, list []EmergencyResponder) ([]string, error) {
	ids := []int64{0}
	for _, r := range list {
		ids = append(ids, r.AccountID)
	}
	var rows []struct {
		ID   int64
		Name string
	}
	err := s.Bun.NewSelect().TableExpr("account AS a").ColumnExpr("a.id, COALESCE(NULLIF(a.display_name, ''), a.name) AS name").
		Where("a.id IN (?)", bun.List(ids)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("names of responders: %w", err)
	}
	names := make([]string, len(list))
	for i, r := range list {
		names[i] = r.Name
		for _, a := range rows {
			if a.ID == r.AccountID {
				names[i] = a.Name
			}
		}
	}
	return names, nil
}
