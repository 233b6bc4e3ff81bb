package foldb

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/sqlkit"
)

type AlertRow struct {
	bun.BaseModel  `bun:"table:alert,alias:al"`
	ID             int64 `bun:",pk"`
	CorporationID  int64
	ProjectID      int64
	StructureID    int64
	ItemID         int64
	PointID        int64
	DeviceID       int64
	GradingID      int64
	Kind           alarm.Kind
	Field          string
	ValueType      alarm.ValueType
	NodeFrom       int32
	NodeTo         int32
	NodeLimited    bool
	Measurement    string
	Status         alarm.Status
	Level          alarm.Level
	CurrentLevel   alarm.Level
	Opened         int64
	Steps          string
	Ended          int64
	RestoreValue   float64
	Depth          *float64
	FoundLate      bool
	FoundBy        alarm.Cause
	WithdrawnAt    int64
	CorrectionID   int64
	ProcessedAt    int64
	ProcessedBy    int64
	ProcessedLevel alarm.Level
	SeenUntil      int64
	Cause          string
	Measure        string
	Note           string
	RecordedAt     int64
	ChangedAt      int64
	AssigneeID     int64
}

// foldColumns are the columns that the fold decides; the others are the handling and the place of a record.
var foldColumns = []string{
	"level", "current_level", "opened", "steps", "ended", "restore_value", "depth", "found_late", "found_by", "withdrawn_at", "correction_id", "changed_at",
}

func alertRowOf(r alarm.Record) (AlertRow, error) {
	steps, err := json.Marshal(r.Steps)
	if err != nil {
		return AlertRow{}, fmt.Errorf("steps of alert %d: %w", r.ID, err)
	}
	return AlertRow{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, StructureID: r.StructureID, ItemID: r.ItemID,
		PointID: r.PointID, DeviceID: r.DeviceID, GradingID: r.GradingID,
		Kind: r.Kind, Field: r.Key.Field, ValueType: r.Key.ValueType, NodeFrom: r.Key.NodeRange.From,
		NodeTo: r.Key.NodeRange.To, NodeLimited: r.Key.NodeRange.Limited,
		Measurement: r.Measurement, Status: r.Status, Level: r.Level, CurrentLevel: r.CurrentLevel, Opened: r.Opened, Steps: string(steps), Ended: r.Ended,
		RestoreValue: r.RestoreValue, Depth: r.Depth, FoundLate: r.FoundLate, FoundBy: r.FoundBy, WithdrawnAt: r.WithdrawnAt, CorrectionID: r.CorrectionID,
		ProcessedAt: r.ProcessedAt, ProcessedBy: r.ProcessedBy, ProcessedLevel: r.ProcessedLevel, SeenUntil: r.SeenUntil,
		Cause: r.Cause, Measure: r.Measure, Note: r.Note, RecordedAt: r.RecordedAt, ChangedAt: r.ChangedAt,
		AssigneeID: r.AssigneeID,
	}, nil
}

func (r AlertRow) record() (alarm.Record, error) {
	out := alarm.Record{
		ID: r.ID, CorporationID: r.CorporationID, ProjectID: r.ProjectID, StructureID: r.StructureID, ItemID: r.ItemID,
		PointID: r.PointID, DeviceID: r.DeviceID, GradingID: r.GradingID,
		Kind: r.Kind, Key: alarm.Key{
			Field: r.Field, ValueType: r.ValueType, NodeRange: alarm.NodeRange{From: r.NodeFrom, To: r.NodeTo, Limited: r.NodeLimited},
		},
		Measurement: r.Measurement, Status: r.Status, Level: r.Level, CurrentLevel: r.CurrentLevel, Opened: r.Opened, Ended: r.Ended,
		RestoreValue: r.RestoreValue, Depth: r.Depth, FoundLate: r.FoundLate, FoundBy: r.FoundBy, WithdrawnAt: r.WithdrawnAt, CorrectionID: r.CorrectionID,
		ProcessedAt: r.ProcessedAt, ProcessedBy: r.ProcessedBy, ProcessedLevel: r.ProcessedLevel, SeenUntil: r.SeenUntil,
		Cause: r.Cause, Measure: r.Measure, Note: r.Note, RecordedAt: r.RecordedAt, ChangedAt: r.ChangedAt,
		AssigneeID: r.AssigneeID,
	}
	if err := json.Unmarshal([]byte(r.Steps), &out.Steps); err != nil {
		return alarm.Record{}, fmt.Errorf("steps of alert %d: %w", r.ID, err)
	}
	return out, nil
}

type transitionRow struct {
	bun.BaseModel `bun:"table:alert_transition,alias:tr"`
	ID            int64 `bun:",pk"`
	AlertID       int64
	Kind          alarm.TransitionKind
	FromStatus    alarm.Status
	ToStatus      alarm.Status
	Level         alarm.Level
	Value         float64
	LimitValue    float64
	Side          alarm.Side
	Node          int32
	Time          int64
	RecordedAt    int64
	RecordedBy    int64
	CorrectionID  int64
	Cause         alarm.Cause
	Note          string
}

func transitionRowOf(t alarm.Transition) transitionRow {
	return transitionRow{
		ID: t.ID, AlertID: t.AlertID, Kind: t.Kind, FromStatus: t.From, ToStatus: t.To, Level: t.Level, Value: t.Value,
		LimitValue: t.Limit, Side: t.Side, Node: t.Node,
		Time: t.Time, RecordedAt: t.RecordedAt, RecordedBy: t.RecordedBy, CorrectionID: t.CorrectionID, Cause: t.Cause, Note: t.Note,
	}
}

func (r transitionRow) transition() alarm.Transition {
	return alarm.Transition{
		ID: r.ID, AlertID: r.AlertID, Kind: r.Kind, From: r.FromStatus, To: r.ToStatus, Level: r.Level, Value: r.Value,
		Limit: r.LimitValue, Side: r.Side, Node: r.Node,
		Time: r.Time, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, CorrectionID: r.CorrectionID, Cause: r.Cause, Note: r.Note,
	}
}

type alertListRow struct {
	AlertRow      `bun:",extend"`
	ProjectName   string `bun:",scanonly"`
	StructureName string `bun:",scanonly"`
	ItemName      string `bun:",scanonly"`
	PointName     string `bun:",scanonly"`
	DeviceName    string `bun:",scanonly"`
	ProcessedName string `bun:",scanonly"`
	TimeZone      string `bun:",scanonly"`
	AssigneeName  string `bun:",scanonly"`
	AssigneeHere  bool   `bun:",scanonly"`
}

const alertNamesSQL = `COALESCE(pr.name, '') AS project_name, COALESCE(st.name, '') AS structure_name, COALESCE(it.name, '') AS item_name,
	COALESCE(pt.name, '') AS point_name, COALESCE(dv.name, '') AS device_name, COALESCE(NULLIF(ac.display_name, ''), ac.name, '') AS processed_name,
	COALESCE(pr.time_zone, '') AS time_zone, COALESCE(NULLIF(ow.display_name, ''), ow.name, '') AS assignee_name`

var alertJoins = []string{
	"LEFT JOIN project AS pr ON pr.id = al.project_id",
	"LEFT JOIN structure AS st ON st.id = al.structure_id",
	"LEFT JOIN structure AS it ON it.id = al.item_id",
	"LEFT JOIN point AS pt ON pt.id = al.point_id",
	"LEFT JOIN device AS dv ON dv.id = al.device_id",
	"LEFT JOIN account AS ac ON ac.id = al.processed_by",
	"LEFT JOIN account AS ow ON ow.id = al.assignee_id",
}

// attended is the SQL for whether an alert is assigned to somebody who is still there.
func attended() string {
	return "(al.assignee_id <> 0 AND " + sqlkit.Attends("al.assignee_id", "al.project_id", "al.corporation_id", clock.Now().UnixMilli()) + ")"
}

func withAlertNames(q *bun.SelectQuery) *bun.SelectQuery {
	q = q.ColumnExpr("al.*").ColumnExpr(alertNamesSQL).ColumnExpr(attended() + " AS assignee_here")
	for _, join := range alertJoins {
		q = q.Join(join)
	}
	return q
}

func (r alertListRow) listed() (alarm.Listed, error) {
	record, err := r.record()
	return alarm.Listed{
		Record: record, ProjectName: r.ProjectName, StructureName: r.StructureName, ItemName: r.ItemName, PointName: r.PointName,
		DeviceName: r.DeviceName, ProcessedName: r.ProcessedName, TimeZone: r.TimeZone, AssigneeName: r.AssigneeName, AssigneeHere: r.AssigneeHere,
	}, err
}

var _ alarm.Store = (*Store)(nil)

// filteredAlerts applies all of a filter but status and level to a query.
func filteredAlerts(q *bun.SelectQuery, scope access.Scope, filter alarm.Filter) *bun.SelectQuery {
	q = sqlkit.Visible(q, scope, "al.corporation_id", "al.project_id")
	for _, narrow := range []struct {
		condition string
		value     any
		given     bool
	}{
		{"al.project_id = ?", filter.ProjectID, filter.ProjectID != 0},
		{"al.structure_id = ?", filter.StructureID, filter.StructureID != 0},
		{"al.item_id = ?", filter.ItemID, filter.ItemID != 0},
		{"al.point_id = ?", filter.PointID, filter.PointID != 0},
		{"al.device_id = ?", filter.DeviceID, filter.DeviceID != 0},
		{"al.measurement = ?", filter.Measurement, filter.Measurement != ""},
		{"al.found_late = ?", filter.FoundLate, filter.FoundLate != nil},
		{"al.opened >= ?", filter.From, filter.From != 0},
		{"al.opened < ?", filter.To, filter.To != 0},
	} {
		if narrow.given {
			q = q.Where(narrow.condition, narrow.value)
		}
	}
	if filter.Withdrawn != nil {
		q = q.Where("(al.withdrawn_at <> 0) = ?", *filter.Withdrawn)
	}
	if len(filter.IDs) > 0 {
		q = q.Where("al.id IN (?)", bun.List(filter.IDs))
	}
	if filter.AssigneeID != 0 {
		q = q.Where("al.assignee_id = ?", filter.AssigneeID).Where(attended())
	}
	if filter.Unassigned != nil {
		q = q.Where(attended()+" = ?", !*filter.Unassigned)
	}
	return sqlkit.Matching(q, filter.Keyword, "pt.name", "dv.name", "pr.name")
}

// ofType limits a query to a type or kind of alert; the default is thresholds.
func ofType(q *bun.SelectQuery, filter alarm.Filter) *bun.SelectQuery {
	switch {
	case filter.Kind != "":
		return q.Where("al.kind = ?", filter.Kind)
	case filter.Type == alarm.TypeDeviceHealth:
		return q.Where("al.kind NOT IN ('threshold', 'graded')")
	case filter.Type == alarm.TypeGraded:
		return q.Where("al.kind = 'graded'")
	case filter.Type == alarm.AllTypes:
		return q
	}
	return q.Where("al.kind = 'threshold'")
}

// Alerts lists active alerts first, then by level and time.
func (s *Store) Alerts(ctx context.Context, scope access.Scope, filter alarm.Filter) (paging.Page[alarm.Listed], error) {
	var rows []alertListRow
	q := s.listedAlerts(&rows, scope, filter)
	columns := sqlkit.Ordering{
		"opened": "al.opened", "level": "al.level", "status": "al.status", "changedAt": "al.changed_at",
		"pointName": "point_name", "projectName": "project_name",
	}
	q, err := sqlkit.Paged(q, filter.Query, columns,
		"CASE WHEN al.status IN ('Pending', 'Notice') AND al.withdrawn_at = 0 THEN 0 ELSE 1 END, al.level DESC, al.opened DESC", "al.id DESC")
	if err != nil {
		return paging.Page[alarm.Listed]{}, err
	}
	total, err := q.ScanAndCount(ctx)
	if err != nil {
		return paging.Page[alarm.Listed]{}, fmt.Errorf("list alerts: %w", err)
	}
	page := paging.Page[alarm.Listed]{List: make([]alarm.Listed, len(rows)), Total: int(total)}
	for i := range rows {
		if page.List[i], err = rows[i].listed(); err != nil {
			return paging.Page[alarm.Listed]{}, err
		}
	}
	return page, nil
}

// listedAlerts selects alerts with their display names, using the whole filter.
func (s *Store) listedAlerts(rows *[]alertListRow, scope access.Scope, filter alarm.Filter) *bun.SelectQuery {
	q := withAlertNames(ofType(filteredAlerts(s.Selects(rows), scope, filter), filter))
	if len(filter.Statuses) > 0 {
		q = q.Where("al.status IN (?)", bun.List(filter.Statuses))
	}
	if len(filter.Levels) > 0 {
		q = q.Where("al.level IN (?)", bun.List(filter.Levels))
	}
	return q
}

// alertsAtOnce is the number of alerts per query of EachAlert.
const alertsAtOnce = 500

func (s *Store) EachAlert(ctx context.Context, scope access.Scope, filter alarm.Filter, visit func(alarm.Listed) error) error {
	var last alertListRow
	for {
		var rows []alertListRow
		q := s.listedAlerts(&rows, scope, filter).OrderExpr("al.opened DESC, al.id DESC").Limit(alertsAtOnce)
		if last.ID != 0 {
			q = q.Where("(al.opened < ? OR al.opened = ? AND al.id < ?)", last.Opened, last.Opened, last.ID)
		}
		if err := q.Scan(ctx); err != nil {
			return fmt.Errorf("read alerts: %w", err)
		}
		for i := range rows {
			listed, err := rows[i].listed()
			if err != nil {
				return err
			}
			if err := visit(listed); err != nil {
				return err
			}
		}
		if len(rows) < alertsAtOnce {
			return nil
		}
		last = rows[len(rows)-1]
	}
}

// AlertCounts runs one query.
func (s *Store) AlertCounts(ctx context.Context, scope access.Scope, filter alarm.Filter) (alarm.Counts, error) {
	var rows []struct {
		Kind   alarm.Kind
		Status alarm.Status
		Level  alarm.Level
		N      int
	}
	q := s.Bun.NewSelect().TableExpr("alert AS al").ColumnExpr("al.kind, al.status, al.level, COUNT(*) AS n").GroupExpr("al.kind, al.status, al.level")
	for _, join := range alertJoins {
		q = q.Join(join)
	}
	if err := filteredAlerts(q, scope, filter).Scan(ctx, &rows); err != nil {
		return alarm.Counts{}, fmt.Errorf("count alerts: %w", err)
	}
	counts := alarm.Counts{
		Statuses: map[alarm.Status]int{}, Levels: map[alarm.Level]int{},
		Health: alarm.HealthCounts{Statuses: map[alarm.Status]int{}, Kinds: map[alarm.Kind]int{}},
		Graded: alarm.GradedCounts{Statuses: map[alarm.Status]int{}, Levels: map[alarm.Level]int{}},
	}
	for _, r := range rows {
		if r.Kind.Health() {
			counts.Health.Total += r.N
			counts.Health.Statuses[r.Status] += r.N
			counts.Health.Kinds[r.Kind] += r.N
			continue
		}
		if r.Kind == alarm.OfGraded {
			counts.Graded.Total += r.N
			counts.Graded.Statuses[r.Status] += r.N
			counts.Graded.Levels[r.Level] += r.N
			continue
		}
		counts.Total += r.N
		counts.Statuses[r.Status] += r.N
		counts.Levels[r.Level] += r.N
	}
	return counts, nil
}

func (s *Store) Alert(ctx context.Context, scope access.Scope, id int64) (alarm.Listed, error) {
	var row alertListRow
	err := sqlkit.Visible(withAlertNames(s.Selects(&row)).Where("al.id = ?", id), scope, "al.corporation_id", "al.project_id").Scan(ctx)
	if err != nil {
		return alarm.Listed{}, sqlkit.Translate(err)
	}
	return row.listed()
}

func (s *Store) Transitions(ctx context.Context, scope access.Scope, id int64) ([]alarm.Transition, error) {
	var rows []transitionRow
	q := s.Selects(&rows).Join("JOIN alert AS al ON al.id = tr.alert_id").Where("tr.alert_id = ?", id).OrderExpr("tr.time, tr.id")
	if err := sqlkit.Visible(q, scope, "al.corporation_id", "al.project_id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("history of alert %d: %w", id, err)
	}
	if len(rows) == 0 { // none, or not visible
		if _, err := s.Alert(ctx, scope, id); err != nil {
			return nil, err
		}
	}
	list := make([]alarm.Transition, len(rows))
	for i := range rows {
		list[i] = rows[i].transition()
	}
	return list, s.addPictures(ctx, []int64{id}, list)
}
