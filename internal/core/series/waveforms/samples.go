package waveforms

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/series"
)

// devicesAtOnce is the number of devices in one query of sizes.
const devicesAtOnce = 500

func (t Table) SamplesSizes(ctx context.Context, devices []int64, from, to int64) (map[int64]series.WaveformSize, error) {
	found := map[int64]series.WaveformSize{}
	for some := range slices.Chunk(devices, devicesAtOnce) {
		if err := t.sizes(ctx, some, from, to, found); err != nil {
			return nil, fmt.Errorf("measure waveforms: %w", err)
		}
	}
	return found, nil
}

func (t Table) sizes(ctx context.Context, devices []int64, from, to int64, into map[int64]series.WaveformSize) error {
	args := []any{from, to}
	var list []string
	for _, device := range devices {
		args = append(args, device)
		list = append(list, "$"+strconv.Itoa(len(args)))
	}
	rows, err := t.Reader.QueryContext(ctx, `SELECT device, count(*), CAST(sum(bytes) AS BIGINT), min(ts), max(ts) FROM (
			SELECT device, channel, ts, sum(length(data)) AS bytes FROM waveform
			WHERE ts >= $1 AND ts < $2 AND data IS NOT NULL AND device IN (`+strings.Join(list, ", ")+`)
			GROUP BY device, ts, channel HAVING max(received) < $2
		) AS record GROUP BY device`, args...)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var device int64
		var size series.WaveformSize
		if err := rows.Scan(&device, &size.Records, &size.Bytes, &size.Oldest, &size.Newest); err != nil {
			return err
		}
		into[device] = size
	}
	return rows.Err()
}

func (Table) SamplesBetween(ctx context.Context, tx *sql.Tx, device, from, to int64, limit int) ([]series.RecordKey, error) {
	return keys(ctx, tx, device, `SELECT channel, ts FROM waveform WHERE device = $1 AND ts >= $2 AND ts < $3 AND data IS NOT NULL
		GROUP BY ts, channel HAVING max(received) < $3 ORDER BY ts, channel LIMIT $4`, from, to, limit)
}

// DropSamples leaves a part alone that came while the summaries were computed: they do not say anything of it.
func (Table) DropSamples(ctx context.Context, tx *sql.Tx, id series.ID, t, before int64, kept string) (bytes int64, err error) {
	device, channel := id.Channel()
	const of = "device = $1 AND channel = $2 AND ts = $3 AND received < $4 AND data IS NOT NULL"
	err = tx.QueryRowContext(ctx, "SELECT COALESCE(sum(length(data)), 0) FROM waveform WHERE "+of, device, channel, t, before).Scan(&bytes)
	if err == nil {
		_, err = tx.ExecContext(ctx, "UPDATE waveform SET data = NULL, kept = $5 WHERE "+of, device, channel, t, before, kept)
	}
	if err != nil {
		return 0, fmt.Errorf("delete samples: %w", err)
	}
	return bytes, nil
}
