// Package waveforms is the table of waveforms that both back-ends of the series store have: the samples of records, as
// their instruments sent them, until retention deletes them. What a waveform means is in package vibration.
package waveforms

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"slices"
	"strings"

	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
)

// Table is the table in one database. It implements series.WaveformStore.
type Table struct {
	// Reader is the connections that read.
	Reader *sql.DB
}

var _ series.WaveformStore = Table{}

// querier is a database or a transaction.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// Add stores parts in a transaction. A part that is there already, by its content, changes nothing.
func Add(ctx context.Context, tx *sql.Tx, list []series.Waveform) error {
	for i := range list {
		w := &list[i]
		device, channel := w.Series.Channel()
		_, err := tx.ExecContext(ctx, `INSERT INTO waveform (device, channel, ts, part, content, parts, received, rate, scale, samples, axes, data)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT (device, channel, ts, part, content) DO NOTHING`,
			device, channel, w.Time, w.Part, w.Content, w.Parts, w.Received, w.Rate, w.Scale, w.Count, packAxes(w.Axes), pack(w.Samples))
		if err != nil {
			return fmt.Errorf("store a waveform: %w", err)
		}
	}
	return nil
}

// Delete deletes the waveforms of series in a transaction.
func Delete(ctx context.Context, tx *sql.Tx, ids []series.ID) error {
	for _, id := range ids {
		if !id.IsRaw() {
			continue
		}
		device, channel := id.Channel()
		if _, err := tx.ExecContext(ctx, "DELETE FROM waveform WHERE device = $1 AND channel = $2", device, channel); err != nil {
			return fmt.Errorf("delete waveforms: %w", err)
		}
	}
	return nil
}

func (t Table) Waveforms(ctx context.Context, id series.ID, from, to int64, samples bool) ([]series.Waveform, error) {
	data := "NULL"
	if samples {
		data = "data"
	}
	device, channel := id.Channel()
	rows, err := t.Reader.QueryContext(ctx, `SELECT ts, part, content, parts, received, rate, scale, samples, axes, COALESCE(length(data), 0), kept, `+data+`
		FROM waveform WHERE device = $1 AND channel = $2 AND ts BETWEEN $3 AND $4 ORDER BY ts, part, content`, device, channel, from, to)
	if err != nil {
		return nil, fmt.Errorf("read waveforms: %w", err)
	}
	defer rows.Close()
	var list []series.Waveform
	for rows.Next() {
		w := series.Waveform{Series: id}
		var axes string
		var data sql.RawBytes
		if err := rows.Scan(&w.Time, &w.Part, &w.Content, &w.Parts, &w.Received, &w.Rate, &w.Scale, &w.Count, &axes, &w.Bytes, &w.Kept, &data); err != nil {
			return nil, fmt.Errorf("read waveforms: %w", err)
		}
		w.Axes = unpackAxes(axes)
		if len(data) > 0 {
			if w.Samples, err = unpack(data, len(w.Axes), w.Count); err != nil {
				return nil, fmt.Errorf("waveform of series %d at %d: %w", id, w.Time, err)
			}
		}
		list = append(list, w)
	}
	return list, rows.Err()
}

func (t Table) Records(ctx context.Context, device int64, channel int32, from, before int64, limit int) ([]series.RecordKey, error) {
	const query = `SELECT DISTINCT channel, ts FROM waveform WHERE device = $1 AND (channel = $2 OR $2 < 0) AND ts >= $3 AND ts < $4
		ORDER BY ts DESC, channel LIMIT $5`
	list, err := keys(ctx, t.Reader, device, query, channel, from, before, limit)
	if err != nil || len(list) < limit {
		return list, err
	}
	last := list[len(list)-1].Time
	list = slices.DeleteFunc(list, func(k series.RecordKey) bool { return k.Time == last })
	together, err := keys(ctx, t.Reader, device, query, channel, last, last+1, math.MaxInt32)
	return append(list, together...), err
}

// keys returns the records of a device that a query of channel and time finds.
func keys(ctx context.Context, db querier, device int64, query string, args ...any) ([]series.RecordKey, error) {
	rows, err := db.QueryContext(ctx, query, append([]any{device}, args...)...)
	if err != nil {
		return nil, fmt.Errorf("list records: %w", err)
	}
	defer rows.Close()
	var list []series.RecordKey
	for rows.Next() {
		var channel int32
		var at int64
		if err := rows.Scan(&channel, &at); err != nil {
			return nil, fmt.Errorf("list records: %w", err)
		}
		list = append(list, series.RecordKey{Series: series.RawID(device, channel), Time: at})
	}
	return list, rows.Err()
}

// Axes are written as lines of field and unit.
func packAxes(axes []vibration.Component) string {
	var b strings.Builder
	for i, a := range axes {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(a.Field + "\t" + a.Unit)
	}
	return b.String()
}

func unpackAxes(text string) []vibration.Component {
	var list []vibration.Component
	for line := range strings.Lines(text) {
		field, unit, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		list = append(list, vibration.Component{Field: field, Unit: unit})
	}
	return list
}
