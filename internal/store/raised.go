package store

import (
	"context"
	"fmt"

	"plumbline/internal/alarm"
)

// RaisedLevels implements monitor.Levels: the points whose level is not normal.
func (s *Store) RaisedLevels(ctx context.Context) ([]alarm.PointLevel, error) {
	rows, err := s.db.Reader().QueryContext(ctx, "SELECT point_id, level, since FROM point_level WHERE level > 0")
	if err != nil {
		return nil, fmt.Errorf("raised levels: %w", err)
	}
	defer rows.Close()
	list := make([]alarm.PointLevel, 0, 64)
	for rows.Next() {
		var l alarm.PointLevel
		if err := rows.Scan(&l.PointID, &l.Level, &l.Since); err != nil {
			return nil, fmt.Errorf("raised levels: %w", err)
		}
		list = append(list, l)
	}
	return list, rows.Err()
}
