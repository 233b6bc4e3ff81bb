// Package nsbd has the report of the South-to-North Water Diversion (NSBD) and the fields of its information table that the
// configuration of points does not have (domain measurements.md sections 5 and 7).
package nsbd

import (
	"context"
	"embed"
	"fmt"
	"reflect"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

//go:embed migrations/*.sql
var migrations embed.FS

// kind is the kind of an information table in the operation log.
const kind = "nsbdpoint"

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{kind: {Zh: "南水北调考证表", En: "NSBD information", Tw: "南水北調考證表"}},
		Fields: map[string]i18n.Label{
			"designnumber":    designLabel,
			"instrumentrange": rangeLabel,
			"axisoffset":      offsetLabel,
			"cablelength":     cableLabel,
			"installer":       installerLabel,
			"nsbdremarks":     remarksLabel,
		},
	})
}

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "nsbd", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{&Store{host.Tables}}).register(k)
			return nil
		}}, nil
	}}
}

// Fields are what the information table says about a point beyond its configuration.
type Fields struct {
	DesignNumber string
	Range        string   // of the instrument
	Offset       *float64 // m from the axis; nil: not known
	CableLength  *float64 // m; nil: not known
	Installer    string
	Remarks      string
}

// Point is a point with its fields.
type Point struct {
	ID              int64
	Name            string
	Structure, Item string
	Fields          Fields
}

// Store stores the fields.
type Store struct{ *sqlkit.Tables }

type row struct {
	bun.BaseModel   `bun:"table:nsbd_point,alias:np"`
	PointID         int64 `bun:",pk"`
	DesignNumber    string
	InstrumentRange string
	AxisOffset      *float64
	CableLength     *float64
	Installer       string
	Remarks         string
}

func (r row) fields() Fields {
	return Fields{r.DesignNumber, r.InstrumentRange, r.AxisOffset, r.CableLength, r.Installer, r.Remarks}
}

// logged are the fields in the operation log.
type logged struct {
	Name            string   `json:"name"`
	DesignNumber    string   `json:"designnumber"`
	InstrumentRange string   `json:"instrumentrange"`
	AxisOffset      *float64 `json:"axisoffset"`
	CableLength     *float64 `json:"cablelength"`
	Installer       string   `json:"installer"`
	Remarks         string   `json:"nsbdremarks"`
}

func (r row) logged(name string) logged {
	return logged{name, r.DesignNumber, r.InstrumentRange, r.AxisOffset, r.CableLength, r.Installer, r.Remarks}
}

// listed is a point with the fields that it has.
type listed struct {
	bun.BaseModel   `bun:"table:point,alias:p"`
	ID              int64
	Name            string
	Structure       string
	Item            string
	DesignNumber    string
	InstrumentRange string
	AxisOffset      *float64
	CableLength     *float64
	Installer       string
	Remarks         string
}

// Filter narrows a list of points.
type Filter struct {
	paging.Query
	ProjectID   int64
	StructureID int64 // 0: all
}

// List returns the points of a project with their fields, in the order of the project.
func (s *Store) List(ctx context.Context, scope access.Scope, f Filter) (found paging.Page[Point], err error) {
	if _, err := s.ProjectOwner(ctx, scope, f.ProjectID); err != nil {
		return found, err
	}
	var rows []listed
	q := s.Selects(&rows).ColumnExpr("p.id, p.name, st.name AS structure, COALESCE(it.name, '') AS item").
		ColumnExpr("COALESCE(np.design_number, '') AS design_number, COALESCE(np.instrument_range, '') AS instrument_range").
		ColumnExpr("np.axis_offset, np.cable_length, COALESCE(np.installer, '') AS installer, COALESCE(np.remarks, '') AS remarks").
		Join("JOIN structure AS st ON st.id = p.structure_id").Join("LEFT JOIN structure AS it ON it.id = p.item_id").
		Join("LEFT JOIN nsbd_point AS np ON np.point_id = p.id").Where("p.project_id = ?", f.ProjectID)
	if f.StructureID != 0 {
		q = q.Where("p.structure_id = ?", f.StructureID)
	}
	if f.Keyword != "" {
		q = sqlkit.Matching(q, f.Keyword, "p.name", "np.design_number")
	}
	q, err = sqlkit.Paged(q, f.Query, sqlkit.Ordering{"name": "p.name"}, "st.sort, st.id, COALESCE(it.sort, -1), it.id, p.sort", "p.id")
	if err != nil {
		return found, err
	}
	return sqlkit.ReadPage(ctx, q, &rows, fmt.Sprintf("information table of project %d", f.ProjectID), func(r listed) Point {
		return Point{
			ID: r.ID, Name: r.Name, Structure: r.Structure, Item: r.Item,
			Fields: Fields{r.DesignNumber, r.InstrumentRange, r.AxisOffset, r.CableLength, r.Installer, r.Remarks},
		}
	})
}

// Of returns the fields of points that have any.
//
// Unscoped: the caller has checked access to the points.
func (s *Store) Of(ctx context.Context, points []int64) (map[int64]Fields, error) {
	var rows []row
	if err := s.Selects(&rows).Where("np.point_id IN (?)", bun.List(points)).Scan(ctx); err != nil {
		return nil, fmt.Errorf("information table: %w", err)
	}
	found := make(map[int64]Fields, len(rows))
	for i := range rows {
		found[rows[i].PointID] = rows[i].fields()
	}
	return found, nil
}

// Given is what a request says about a point.
type Given struct {
	PointID int64
	Fields  Fields
}

// Put replaces the fields of points of a project, and logs those that change.
func (s *Store) Put(ctx context.Context, who audit.Actor, project int64, list []Given) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		corporation, err := tx.ProjectOwner(ctx, who.Scope, project)
		if err != nil {
			return err
		}
		// Points of a project are changed one request after the other.
		if err := tx.Lock(ctx, "project", project); err != nil {
			return err
		}
		ids := make([]int64, len(list))
		for i, g := range list {
			if ids[i] = g.PointID; slices.Contains(ids[:i], g.PointID) {
				return errs.OnField(fmt.Sprintf("list[%d].measuringPointId", i), errs.Duplicate)
			}
		}
		names, before, err := present(ctx, tx, project, ids)
		if err != nil {
			return err
		}
		var entries []auditdb.Entry
		for i, g := range list {
			name, there := names[g.PointID]
			if !there {
				return errs.OnField(fmt.Sprintf("list[%d].measuringPointId", i), errs.NothingHere)
			}
			f := g.Fields
			after := row{
				PointID: g.PointID, DesignNumber: f.DesignNumber, InstrumentRange: f.Range, AxisOffset: f.Offset, CableLength: f.CableLength,
				Installer: f.Installer, Remarks: f.Remarks,
			}
			old := before[g.PointID]
			if reflect.DeepEqual(old.fields(), f) {
				continue
			}
			_, err := tx.Tables.Bun.NewInsert().Conn(tx.Tx).Model(&after).On("CONFLICT (point_id) DO UPDATE").
				Set("design_number = EXCLUDED.design_number, instrument_range = EXCLUDED.instrument_range, axis_offset = EXCLUDED.axis_offset").
				Set("cable_length = EXCLUDED.cable_length, installer = EXCLUDED.installer, remarks = EXCLUDED.remarks").Exec(ctx)
			if err != nil {
				return fmt.Errorf("information of point %d: %w", g.PointID, err)
			}
			entries = append(entries, auditdb.Entry{
				Action: auditdb.Updated, Kind: kind, ID: g.PointID, Corporation: corporation, Project: project, Content: name,
				Before: old.logged(name), After: after.logged(name),
			})
		}
		if len(entries) == 0 {
			audit.Note(ctx) // nothing changed
			return nil
		}
		logs := auditdb.WithLog(tx)
		return logs.Log(ctx, who, entries...)
	})
}

// present returns the names of the points that exist in a project, and their rows.
func present(ctx context.Context, tx *sqlkit.Transaction, project int64, ids []int64) (names map[int64]string, rows map[int64]row, err error) {
	var points []struct {
		ID   int64
		Name string
	}
	err = tx.Tables.Bun.NewSelect().Conn(tx.Tx).TableExpr("point AS p").Column("p.id", "p.name").
		Where("p.project_id = ? AND p.id IN (?)", project, bun.List(ids)).Scan(ctx, &points)
	if err != nil {
		return nil, nil, fmt.Errorf("points of project %d: %w", project, err)
	}
	var found []row
	if err := tx.Selects(&found).Where("np.point_id IN (?)", bun.List(ids)).Scan(ctx); err != nil {
		return nil, nil, fmt.Errorf("information of points: %w", err)
	}
	names, rows = map[int64]string{}, map[int64]row{}
	for _, p := range points {
		names[p.ID] = p.Name
	}
	for _, r := range found {
		rows[r.PointID] = r
	}
	return names, rows, nil
}
