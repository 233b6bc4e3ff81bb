package foldb

import (
	"context"
	"database/sql"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"math"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/compiled"
	"plumbline/internal/core/compute"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/bytesread"
	"plumbline/internal/platform/sqlkit"
)

type checkpointRow struct {
	bun.BaseModel `bun:"table:checkpoint,alias:cp"`
	PointID       int64
	Time          int64
	Config        int64 // the bits of the unsigned fingerprint
	State         []byte
}

func (r checkpointRow) checkpoint() compute.Checkpoint {
	return compute.Checkpoint{Point: r.PointID, Time: r.Time, Config: uint64(r.Config), State: r.State}
}

type initialRow struct {
	bun.BaseModel `bun:"table:initial_value,alias:iv"`
	PointID       int64
	FromTime      int64
	VersionID     int64
	Formed        int64
	Count         int
	ColumnsJSON   string
	ValueBytes    []byte
}

var _ compute.Store = (*Store)(nil)

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) LastCheckpoint(ctx context.Context, point, before int64) (compute.Checkpoint, bool, error) {
	list, err := s.checkpoints(ctx, "WHERE point_id = $1 AND time < $2 ORDER BY time DESC LIMIT $3", point, before, 1)
	if err != nil || len(list) == 0 {
		return compute.Checkpoint{}, false, err
	}
	return list[0], true, nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Checkpoints(ctx context.Context, point, after int64, limit int) ([]compute.Checkpoint, error) {
	return s.checkpoints(ctx, "WHERE point_id = $1 AND time > $2 ORDER BY time LIMIT $3", point, after, limit)
}

func (s *Store) checkpoints(ctx context.Context, where string, args ...any) ([]compute.Checkpoint, error) {
	rows, err := s.DB.Reader().QueryContext(ctx, "SELECT point_id, time, config, state FROM checkpoint "+where, args...)
	if err != nil {
		return nil, fmt.Errorf("checkpoints: %w", err)
	}
	defer rows.Close()
	var list []compute.Checkpoint
	for rows.Next() {
		var r checkpointRow
		if err := rows.Scan(&r.PointID, &r.Time, &r.Config, &r.State); err != nil {
			return nil, fmt.Errorf("checkpoints: %w", err)
		}
		list = append(list, r.checkpoint())
	}
	return list, rows.Err()
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ReplaceCheckpoints(ctx context.Context, tx *sql.Tx, drop []compute.Range, put []compute.Checkpoint) error {
	for _, r := range drop {
		if _, err := tx.ExecContext(ctx, "DELETE FROM checkpoint WHERE point_id = $1 AND time >= $2 AND time <= $3", r.Point, r.From, r.To); err != nil {
			return fmt.Errorf("drop checkpoints of point %d: %w", r.Point, err)
		}
	}
	for piece := range slices.Chunk(put, sqlkit.RowsAtOnce) {
		args := make([]any, 0, 4*len(piece))
		for _, c := range piece {
			args = append(args, c.Point, c.Time, int64(c.Config), c.State)
		}
		query := "INSERT INTO checkpoint (point_id, time, config, state) VALUES " + sqlkit.Placeholders(s.DB.Dialect(), len(piece), 4) +
			" ON CONFLICT (point_id, time) DO UPDATE SET config = excluded.config, state = excluded.state"
		if _, err := tx.ExecContext(ctx, query, args...); err != nil {
			return fmt.Errorf("store %d checkpoints: %w", len(piece), err)
		}
	}
	return nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) InitialValues(ctx context.Context, points []int64) ([]compiled.InitialValue, error) {
	var out []compiled.InitialValue
	for piece := range slices.Chunk(points, sqlkit.IDsAtOnce) {
		var rows []initialRow
		if err := s.Selects(&rows).Where("iv.point_id IN (?)", bun.List(piece)).OrderExpr("iv.point_id, iv.from_time").Scan(ctx); err != nil {
			return nil, fmt.Errorf("initial values: %w", err)
		}
		for _, r := range rows {
			value, err := r.value()
			if err != nil {
				return nil, fmt.Errorf("initial value of point %d: %w", r.PointID, err)
			}
			out = append(out, value)
		}
	}
	return out, nil
}

func (r initialRow) value() (compiled.InitialValue, error) {
	var columns []reading.Column
	if err := json.Unmarshal([]byte(r.ColumnsJSON), &columns); err != nil {
		return compiled.InitialValue{}, err
	}
	if len(r.ValueBytes) != 8*len(columns) {
		return compiled.InitialValue{}, fmt.Errorf("%d bytes for %d columns", len(r.ValueBytes), len(columns))
	}
	v := compiled.InitialValue{
		Point: r.PointID, From: r.FromTime, Version: r.VersionID, Formed: r.Formed, Count: r.Count,
		Columns: reading.Intern(columns), Values: make([]float64, len(columns)),
	}
	bits := bytesread.Reader{Rest: r.ValueBytes}
	bits.Floats(v.Values)
	return v, nil
}

// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ReplaceInitialValues(ctx context.Context, tx *sql.Tx, drop []compute.Range, put []compiled.InitialValue) error {
	for _, r := range drop {
		if _, err := tx.ExecContext(ctx,
			"DELETE FROM initial_value WHERE point_id = $1 AND from_time >= $2 AND from_time <= $3", r.Point, r.From, r.To); err != nil {
			return fmt.Errorf("drop initial values of point %d: %w", r.Point, err)
		}
	}
	for _, v := range put {
		columns, err := json.Marshal(v.Columns.List)
		if err != nil {
			return fmt.Errorf("columns of an initial value: %w", err)
		}
		values := make([]byte, 0, 8*len(v.Values))
		for _, value := range v.Values {
			values = binary.LittleEndian.AppendUint64(values, math.Float64bits(value)) // as bits, so that Missing stays Missing
		}
		_, err = tx.ExecContext(ctx,
			`INSERT INTO initial_value (point_id, from_time, version_id, formed, count, columns_json, value_bytes) VALUES ($1, $2, $3, $4, $5, $6, $7)
			ON CONFLICT (point_id, from_time) DO UPDATE SET version_id = excluded.version_id, formed = excluded.formed, count = excluded.count,
				columns_json = excluded.columns_json, value_bytes = excluded.value_bytes`,
			v.Point, v.From, v.Version, v.Formed, v.Count, string(columns), values)
		if err != nil {
			return fmt.Errorf("store initial value of point %d: %w", v.Point, err)
		}
	}
	return nil
}
