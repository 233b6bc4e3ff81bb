package foldb

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/sqlkit"
)

func (s *Store) Parts(ctx context.Context, scope access.Scope, project, structure int64) ([]alarm.Part, error) {
	q := sqlkit.Visible(s.Selects((*AlertRow)(nil)), scope, "al.corporation_id", "al.project_id").
		Column("al.id", "al.structure_id", "al.point_id", "al.field", "al.value_type", "al.node_from", "al.node_to", "al.node_limited", "al.status",
			"al.level", "al.opened", "al.ended").
		Where("al.project_id = ? AND al.kind = 'threshold' AND al.withdrawn_at = 0", project)
	if structure != 0 {
		q = q.Where("al.structure_id = ?", structure)
	}
	rows, err := q.Rows(ctx)
	if err != nil {
		return nil, fmt.Errorf("alerts of project %d: %w", project, err)
	}
	list, err := readParts(rows)
	if err != nil {
		return nil, fmt.Errorf("alerts of project %d: %w", project, err)
	}
	return list, nil
}

// readParts scans rows without the ORM, because there are many.
func readParts(rows *sql.Rows) (list []alarm.Part, err error) {
	defer rows.Close()
	for rows.Next() {
		var p alarm.Part
		nodes := &p.Key.NodeRange
		err := rows.Scan(&p.ID, &p.StructureID, &p.PointID, &p.Key.Field, &p.Key.ValueType, &nodes.From, &nodes.To, &nodes.Limited, &p.Status, &p.Level,
			&p.Opened, &p.Ended)
		if err != nil {
			return nil, err
		}
		list = append(list, p)
	}
	return list, rows.Err()
}

func (s *Store) Named(ctx context.Context, scope access.Scope, ids []int64) (map[int64]alarm.Listed, error) {
	found := make(map[int64]alarm.Listed, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	var rows []alertListRow
	q := sqlkit.Visible(withAlertNames(s.Selects(&rows)).Where("al.id IN (?)", bun.List(ids)), scope, "al.corporation_id", "al.project_id")
	if err := q.Scan(ctx); err != nil {
		return nil, fmt.Errorf("%d alerts: %w", len(ids), err)
	}
	for i := range rows {
		listed, err := rows[i].listed()
		if err != nil {
			return nil, err
		}
		found[listed.ID] = listed
	}
	return found, nil
}
