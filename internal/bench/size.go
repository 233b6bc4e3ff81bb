package bench

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"plumbline/internal/app"
)

// bytes stops the server, seals everything, and measures the disk usage of the readings and results of the run.
func (r *run) bytes(ctx context.Context) (err error) {
	r.stop()
	installation, err := app.Open(ctx, app.Config{Data: filepath.Join(r.folder, "data"), DatabaseURL: r.database}, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, installation.Close()) }()
	err = installation.Series.Flush(ctx, func(do func(tx *sql.Tx) (func(), error)) error { return installation.DB.Apply(ctx, do) })
	if err != nil {
		return err
	}
	size, err := installation.Series.Size(ctx)
	if err != nil {
		return err
	}
	var checkpoints int64
	if err := installation.DB.Reader().QueryRowContext(ctx,
		"SELECT COALESCE((SELECT SUM(LENGTH(state) + 32) FROM checkpoint), 0)").Scan(&checkpoints); err != nil {
		return err
	}
	total := size.ChunkBytes + size.OtherBytes + checkpoints
	r.report.add("store_bytes_per_value", float64(total)/float64(size.Values), "B", "<= 1.2",
		fmt.Sprintf("%d values; chunks %.2f, other %.2f, checkpoints %.2f", size.Values,
			float64(size.ChunkBytes)/float64(size.Values), float64(size.OtherBytes)/float64(size.Values), float64(checkpoints)/float64(size.Values)))
	return nil
}
