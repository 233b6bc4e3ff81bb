package ingest

import (
	"context"

	"plumbline/internal/platform/database"
)

// moveOnCitus moves the end of a lane, which is on a worker, and returns the generation of the configuration, which is on
// the coordinator; -1 if it is not compared.
func moveOnCitus(ctx context.Context, tx *database.Tx, seq int64, lane int32, generation int64) (now int64, err error) {
	read := "SELECT -1, " + relax
	if generation >= 0 {
		read = "SELECT generation, " + relax + " FROM configuration WHERE id = 1"
	}
	if err := tx.QueryRowContext(ctx, read).Scan(&now, new(*string)); err != nil {
		return 0, err
	}
	_, err = tx.ExecContext(ctx, move, seq, lane)
	return now, err
}

// relax lets the coordinator commit without waiting for its disk, if both tables of the journal are on workers. The worker
// of the lane commits first, and waits for its own disk. All that the coordinator adds is the lock of the lease.
const relax = `CASE WHEN 2 = (SELECT count(*) FROM pg_dist_partition WHERE logicalrelid IN ('frame_batch'::regclass, 'frame_sequence'::regclass))
	AND NOT EXISTS (SELECT 1 FROM pg_dist_shard AS s JOIN pg_dist_placement AS p ON p.shardid = s.shardid
		WHERE p.groupid = 0 AND s.logicalrelid IN ('frame_batch'::regclass, 'frame_sequence'::regclass))
	THEN set_config('synchronous_commit', 'off', true) END`
