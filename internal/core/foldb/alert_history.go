package foldb

import (
	"context"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/sqlkit"
)

func (s *Store) EachHistory(
	ctx context.Context, scope access.Scope, project, since int64, visit func(alarm.Listed, []alarm.Transition) error,
) error {
	var last int64
	for {
		var rows []alertListRow
		q := sqlkit.Visible(withAlertNames(s.Selects(&rows)), scope, "al.corporation_id", "al.project_id").
			Where("al.project_id = ? AND al.id > ?", project, last).
			Where("(al.changed_at >= ? OR al.status IN (?) AND al.withdrawn_at = 0)", since, bun.List([]alarm.Status{alarm.Pending, alarm.Notice}))
		if err := q.OrderExpr("al.id").Limit(alertsAtOnce).Scan(ctx); err != nil {
			return fmt.Errorf("alerts of project %d: %w", project, err)
		}
		if len(rows) == 0 {
			return nil
		}
		ids := make([]int64, len(rows))
		for i := range rows {
			ids[i] = rows[i].ID
		}
		var found []transitionRow
		if err := s.Selects(&found).Where("tr.alert_id IN (?)", bun.List(ids)).OrderExpr("tr.recorded_at, tr.id").Scan(ctx); err != nil {
			return fmt.Errorf("histories of %d alerts: %w", len(ids), err)
		}
		histories := make(map[int64][]alarm.Transition, len(ids))
		for _, t := range found {
			histories[t.AlertID] = append(histories[t.AlertID], t.transition())
		}
		for i := range rows {
			listed, err := rows[i].listed()
			if err != nil {
				return err
			}
			if err := visit(listed, histories[listed.ID]); err != nil {
				return err
			}
		}
		last = ids[len(ids)-1]
	}
}
