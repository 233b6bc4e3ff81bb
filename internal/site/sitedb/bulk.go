package sitedb

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/foldb"
	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/device"
	"plumbline/internal/site/point"
)

type actionRow struct {
	bun.BaseModel `bun:"table:action,alias:a"`
	ID            int64 `bun:",pk"`
	CorporationID int64
	ProjectID     int64
	Kind          bulk.Kind
	Subject       string
	ValidFrom     int64
	Effects       string
	AccountID     int64
	CreatedAt     int64
	UndoneAt      int64
	UndoneBy      int64
	AccountName   string `bun:",scanonly"`
	UndoneByName  string `bun:",scanonly"`
}

func (r actionRow) action() (bulk.Operation, error) {
	a := bulk.Operation{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, Kind: r.Kind, Subject: r.Subject, ValidFrom: r.ValidFrom,
		AccountID: r.AccountID, CreatedAt: r.CreatedAt, UndoneAt: r.UndoneAt, UndoneBy: r.UndoneBy,
	}
	if err := json.Unmarshal([]byte(r.Effects), &a.Effects); err != nil {
		return a, fmt.Errorf("effects of action %d: %w", r.ID, err)
	}
	return a, nil
}

func (s *Store) TakeIDs(ctx context.Context, n int) (first int64, err error) {
	err = s.write(ctx, func(tx *change) error {
		first, err = s.IDs.Take(ctx, tx.Tx, int64(n))
		return err
	})
	return first, err
}

func (s *Store) Actions(ctx context.Context, scope access.Scope, filter bulk.Filter) (paging.Page[bulk.Listed], error) {
	var rows []actionRow
	const name = "COALESCE((SELECT CASE WHEN c.display_name <> '' THEN c.display_name ELSE c.name END FROM account AS c WHERE c.id = a.%s), '') AS %s"
	q := sqlkit.Visible(s.Selects(&rows), scope, "a.corporation_id", "a.project_id").ColumnExpr("a.*").
		ColumnExpr(fmt.Sprintf(name, "account_id", "account_name")).ColumnExpr(fmt.Sprintf(name, "undone_by", "undone_by_name"))
	if filter.CorporationID != 0 {
		q = q.Where("a.corporation_id = ?", filter.CorporationID)
	}
	if filter.ProjectID != 0 {
		q = q.Where("a.project_id = ?", filter.ProjectID)
	}
	if filter.Kind != "" {
		q = q.Where("a.kind = ?", filter.Kind)
	}
	q, err := sqlkit.Paged(sqlkit.Matching(q, filter.Keyword, "a.subject"), filter.Query,
		sqlkit.Ordering{"createdAt": "a.created_at"}, "a.created_at DESC", "a.id DESC")
	if err != nil {
		return paging.Page[bulk.Listed]{}, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return paging.Page[bulk.Listed]{}, fmt.Errorf("list actions: %w", err)
	}
	page := paging.Page[bulk.Listed]{List: make([]bulk.Listed, len(rows)), Total: int(total)}
	for i, r := range rows {
		a, err := r.action()
		if err != nil {
			return page, err
		}
		page.List[i] = bulk.Listed{Operation: a, AccountName: r.AccountName, UndoneByName: r.UndoneByName}
	}
	return page, s.endRotations(ctx, page.List)
}

// endRotations clears Until of listed rotations whose old secret has expired.
func (s *Store) endRotations(ctx context.Context, list []bulk.Listed) error {
	var devices []int64
	for _, a := range list {
		if r := a.Effects.Rotation; r != nil {
			devices = append(devices, r.DeviceID)
		}
	}
	if len(devices) == 0 {
		return nil
	}
	var rows []SecretRow
	if err := s.Selects(&rows).Where("x.device_id IN (?)", bun.List(devices)).Scan(ctx); err != nil {
		return fmt.Errorf("secrets of rotated devices: %w", err)
	}
	held := make(map[int64]device.Secret, len(rows))
	for _, row := range rows {
		secret, err := row.Secret()
		if err != nil {
			return err
		}
		held[row.DeviceID] = secret
	}
	now := clock.Now().UnixMilli()
	for _, a := range list {
		if r := a.Effects.Rotation; r != nil && !r.Holds(held[r.DeviceID], now) {
			r.Until = 0
		}
	}
	return nil
}

func (s *Store) Action(ctx context.Context, scope access.Scope, id int64) (bulk.Operation, error) {
	var row actionRow
	if err := sqlkit.Visible(s.Selects(&row).Where("a.id = ?", id), scope, "a.corporation_id", "a.project_id").Scan(ctx); err != nil {
		return bulk.Operation{}, sqlkit.Translate(err)
	}
	return row.action()
}

func (s *Store) PointsUnder(ctx context.Context, scope access.Scope, structureID int64) ([]point.Point, error) {
	return s.pointsWhere(ctx, scope, "p.structure_id = ?", structureID)
}

func (s *Store) PointsByID(ctx context.Context, scope access.Scope, ids []int64) ([]point.Point, error) {
	return s.pointsWhere(ctx, scope, "p.id IN (?)", bun.List(ids))
}

func (s *Store) pointsWhere(ctx context.Context, scope access.Scope, condition string, value any) ([]point.Point, error) {
	var rows []pointRow
	q := sqlkit.Visible(s.Selects(&rows).Where(condition, value), scope, "p.corporation_id", "p.project_id").OrderExpr("p.sort, p.id")
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("points: %w", err)
	}
	list := make([]point.Point, len(rows))
	for i := range rows {
		list[i] = rows[i].Point
	}
	return list, nil
}

func (s *Store) PointNamesTaken(ctx context.Context, scope access.Scope, projectID int64, names []string) (map[string]bool, error) {
	if _, err := s.ProjectCorporation(ctx, scope, projectID); err != nil {
		return nil, err
	}
	return takenOf(ctx, s.Bun.NewSelect().Table("point").Where("project_id = ?", projectID), "name", names)
}

// takenOf returns which of the values exist in a column.
func takenOf(ctx context.Context, q *bun.SelectQuery, column string, values []string) (map[string]bool, error) {
	found := map[string]bool{}
	if len(values) == 0 {
		return found, nil
	}
	var list []string
	if err := q.Column(column).Where("? IN (?)", bun.Ident(column), bun.List(values)).Scan(ctx, &list); err != nil {
		return nil, fmt.Errorf("which %s are taken: %w", column, err)
	}
	for _, value := range list {
		found[value] = true
	}
	return found, nil
}

// Unscoped: returns only whether something is taken or exists.
func (s *Store) CodesTaken(ctx context.Context, sncodes, registers []string) (sncode, register map[string]bool, err error) {
	if sncode, err = takenOf(ctx, s.Bun.NewSelect().Table("device"), "sn_code", sncodes); err != nil {
		return nil, nil, err
	}
	register, err = takenOf(ctx, s.Bun.NewSelect().Table("device"), "register", registers)
	return sncode, register, err
}

func (s *Store) DevicesBySN(ctx context.Context, scope access.Scope, corporationID int64, sncodes []string) (map[string]device.Device, error) {
	found := make(map[string]device.Device, len(sncodes))
	if len(sncodes) == 0 {
		return found, nil
	}
	var rows []DeviceRow
	q := s.Selects(&rows).Where("d.corporation_id = ? AND d.sn_code IN (?)", corporationID, bun.List(sncodes))
	if err := sqlkit.Visible(q, scope, "d.corporation_id", "d.project_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("devices by serial number: %w", err)
	}
	for _, r := range rows {
		found[r.SNCode] = r.Device
	}
	return found, nil
}

func (s *Store) Names(ctx context.Context, scope access.Scope, ids []int64) (map[int64]string, error) {
	names := map[int64]string{}
	for _, from := range []struct{ table, project string }{{"device", "project_id"}, {"point", "project_id"}, {"structure", "project_id"}, {"project", "id"}} {
		var rows []struct {
			ID   int64
			Name string
		}
		q := s.Bun.NewSelect().Table(from.table).Column("id", "name").Where("id IN (?)", bun.List(ids))
		if err := sqlkit.Visible(q, scope, "corporation_id", from.project).Scan(ctx, &rows); err != nil {
			return nil, fmt.Errorf("names of %ss: %w", from.table, err)
		}
		for _, r := range rows {
			names[r.ID] = r.Name
		}
	}
	return names, nil
}

func (s *Store) SensorsOn(ctx context.Context, scope access.Scope, deviceID, from int64) ([]device.Device, error) {
	if _, err := s.Device(ctx, scope, deviceID); err != nil {
		return nil, err
	}
	held, err := foldb.ConfigReader{Store: s.fold}.Holders(ctx, timeline.OfDevice,
		foldb.SourceRow{DeviceID: deviceID, ChannelNo: anyChannel}, from, timeline.Always)
	if err != nil || len(held) == 0 {
		return nil, err
	}
	ids := make([]int64, len(held))
	for i, h := range held {
		ids[i] = h.Owner
	}
	var rows []DeviceRow
	if err := s.Selects(&rows).Where("d.id IN (?)", bun.List(ids)).OrderExpr("d.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("devices on device %d: %w", deviceID, err)
	}
	list := make([]device.Device, len(rows))
	for i := range rows {
		list[i] = rows[i].Device
	}
	return list, nil
}

// anyChannel asks for all channels of a device.
const anyChannel = -1

func (s *Store) Configuration(ctx context.Context, scope access.Scope, kind timeline.OwnerKind, ids []int64, aspects ...string) ([]timeline.Record, error) {
	seen, err := s.seen(ctx, scope, kind, ids)
	if err != nil {
		return nil, err
	}
	return s.fold.Versions(ctx, kind, seen, aspects...)
}

// seen returns the points or devices within a scope.
func (s *Store) seen(ctx context.Context, scope access.Scope, kind timeline.OwnerKind, ids []int64) ([]int64, error) {
	seen := make([]int64, 0, len(ids))
	if len(ids) == 0 {
		return seen, nil
	}
	q := s.Bun.NewSelect().Table(string(kind)).Column("id").Where("id IN (?)", bun.List(ids))
	if err := sqlkit.Visible(q, scope, "corporation_id", "project_id").Scan(ctx, &seen); err != nil {
		return nil, fmt.Errorf("visible %ss: %w", kind, err)
	}
	return seen, nil
}

func (s *Store) VersionsByID(ctx context.Context, scope access.Scope, ids []int64) ([]timeline.Record, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	var rows []foldb.VersionRow
	if err := s.Selects(&rows).Where("v.id IN (?)", bun.List(ids)).OrderExpr("v.owner_kind, v.owner_id, v.id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("versions: %w", err)
	}
	var records []timeline.Record
	for _, kind := range []timeline.OwnerKind{timeline.OfDevice, timeline.OfPoint} {
		owners := []int64{}
		for _, r := range rows {
			if r.OwnerKind == kind {
				owners = append(owners, r.OwnerID)
			}
		}
		seen, err := s.seen(ctx, scope, kind, owners)
		if err != nil {
			return nil, err
		}
		covered := make(map[int64]bool, len(seen))
		for _, id := range seen {
			covered[id] = true
		}
		for _, r := range rows {
			if r.OwnerKind == kind && covered[r.OwnerID] {
				records = append(records, r.Record())
			}
		}
	}
	return records, nil
}
