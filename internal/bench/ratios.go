package bench

import (
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"sort"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/sqlite"
	"plumbline/internal/platform/database"
)

// Comparison of the series store with a baseline: one row per reading, keyed by point and time, in the same embedded
// database. The module in bench/ compares with the C driver of SQLite and, if available, other databases.
const (
	ratioPoints = 1000
	ratioRounds = 60   // live batches with one reading per point
	ratioBatch  = 5000 // readings per commit of the backfill
	ratioTurns  = 3
)

// contender is one of the two stores.
type contender interface {
	live(ctx context.Context, rows []series.Put) error
	back(ctx context.Context, rows []series.Put) error
	latest(ctx context.Context, points []series.ID) (found int, err error)
	// year reads a whole series and returns the sum of its values, which must be equal for both.
	year(ctx context.Context, point series.ID) (sum float64, err error)
	bytes(ctx context.Context) (int64, error)
	close() error
}

type ratioResult struct {
	live, back, year, latest time.Duration
	bytesPerValue, sum       float64
}

func (r *run) ratios(ctx context.Context) error {
	var ours, rows []ratioResult
	for turn := range ratioTurns {
		for _, c := range []struct {
			open func(context.Context, string) (contender, error)
			into *[]ratioResult
		}{{openRows, &rows}, {openSeries, &ours}} {
			got, err := compete(ctx, c.open, filepath.Join(r.folder, fmt.Sprintf("ratio-%d-%d", turn, len(rows)+len(ours))))
			if err != nil {
				return err
			}
			*c.into = append(*c.into, got)
		}
		if a, b := ours[turn].sum, rows[turn].sum; math.Abs(a-b) > 1e-6*math.Abs(b) {
			return fmt.Errorf("the stores disagree: %v against %v", a, b)
		}
	}
	values := func(took time.Duration, n int) float64 { return float64(n) / took.Seconds() }
	pick := func(list []ratioResult, of func(ratioResult) float64) float64 {
		all := make([]float64, len(list))
		for i, one := range list {
			all[i] = of(one)
		}
		sort.Float64s(all)
		return all[len(all)/2]
	}
	for _, c := range []struct {
		key, unit string
		of        func(ratioResult) float64
	}{
		{"live_ingest", "1/s", func(x ratioResult) float64 { return values(x.live, ratioPoints*ratioRounds*fields) }},
		{"backfill", "1/s", func(x ratioResult) float64 { return values(x.back, yearOfReadings*fields) }},
		{"year_scan", "ms", func(x ratioResult) float64 { return x.year.Seconds() * 1000 }},
		{"latest_1k", "ms", func(x ratioResult) float64 { return x.latest.Seconds() * 1000 }},
		{"bytes_per_value", "B", func(x ratioResult) float64 { return x.bytesPerValue }},
	} {
		mine, theirs := pick(ours, c.of), pick(rows, c.of)
		r.report.add("ratio_"+c.key, mine/theirs, "", "",
			"series store over plain rows in the same engine, median of 3 interleaved; the goals hold against the C driver, in bench/")
		r.report.add("baseline_"+c.key, theirs, c.unit, "", "plain rows")
		r.report.add("series_"+c.key, mine, c.unit, "", "series store alone")
	}
	return nil
}

var ratioColumns = reading.Intern([]reading.Column{{Field: "angleX"}, {Field: "angleY"}, {Field: "temp"}})

func ratioRow(id series.ID, channel int, tick int64) series.Put {
	x, y, temp := sample(channel, tick)
	at := int64(1_700_000_000_000) + tick*step
	return series.Put{Series: id, Time: at, Received: at, Columns: ratioColumns, Values: []float64{x, y, temp}}
}

func compete(ctx context.Context, open func(context.Context, string) (contender, error), folder string) (result ratioResult, err error) {
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return result, err
	}
	c, err := open(ctx, filepath.Join(folder, "series.db"))
	if err != nil {
		return result, err
	}
	defer func() { err = errors.Join(err, c.close()) }()
	batches := make([][]series.Put, ratioRounds)
	for round := range batches {
		for p := range ratioPoints {
			batches[round] = append(batches[round], ratioRow(series.RawID(int64(p+1), 0), p, int64(round)))
		}
	}
	if result.live, err = timed(func() error {
		for _, batch := range batches {
			if err := c.live(ctx, batch); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return result, err
	}
	year := series.RawID(ratioPoints+1, 0)
	var history [][]series.Put
	for tick := 0; tick < yearOfReadings; tick += ratioBatch {
		var batch []series.Put
		for i := tick; i < min(tick+ratioBatch, yearOfReadings); i++ {
			batch = append(batch, ratioRow(year, 0, int64(i)))
		}
		history = append(history, batch)
	}
	if result.back, err = timed(func() error {
		for _, batch := range history {
			if err := c.back(ctx, batch); err != nil {
				return err
			}
		}
		return nil
	}); err != nil {
		return result, err
	}
	if result.year, err = timed(func() (err error) {
		result.sum, err = c.year(ctx, year)
		return err
	}); err != nil {
		return result, err
	}
	points := make([]series.ID, ratioPoints)
	for p := range points {
		points[p] = series.RawID(int64(p+1), 0)
	}
	if result.latest, err = timed(func() error {
		found, err := c.latest(ctx, points)
		if err == nil && found != ratioPoints {
			err = fmt.Errorf("%d newest rows of %d", found, ratioPoints)
		}
		return err
	}); err != nil {
		return result, err
	}
	size, err := c.bytes(ctx)
	result.bytesPerValue = float64(size) / float64((ratioPoints*ratioRounds+yearOfReadings)*fields)
	return result, err
}

// seriesContender is the embedded series store.
type seriesContender struct {
	db    *database.DB
	store *sqlite.Store
}

func openSeries(ctx context.Context, path string) (contender, error) {
	db, err := database.OpenSQLite(ctx, path)
	if err != nil {
		return nil, err
	}
	store, err := sqlite.Open(ctx, db)
	return &seriesContender{db, store}, err
}

func (c *seriesContender) live(ctx context.Context, rows []series.Put) error {
	return c.db.Write(ctx, func(tx *database.Tx) error {
		_, apply, err := c.store.Write(ctx, tx.Tx, series.Batch{Raw: rows})
		tx.AfterCommit(apply)
		return err
	})
}

func (c *seriesContender) back(ctx context.Context, rows []series.Put) error {
	return c.live(ctx, rows)
}

func (c *seriesContender) latest(ctx context.Context, points []series.ID) (found int, err error) {
	rows, err := c.store.Latest(ctx, points)
	for _, row := range rows {
		if row.Found {
			found++
		}
	}
	return found, err
}

func (c *seriesContender) year(ctx context.Context, point series.ID) (sum float64, err error) {
	err = c.store.Scan(ctx, point, 0, math.MaxInt64, nil, func(b *series.Block) error {
		for _, column := range b.Values {
			for _, v := range column {
				sum += v
			}
		}
		return nil
	})
	return sum, err
}

func (c *seriesContender) bytes(ctx context.Context) (int64, error) {
	if err := c.store.Flush(ctx, func(do func(tx *sql.Tx) (func(), error)) error { return c.db.Apply(ctx, do) }); err != nil {
		return 0, err
	}
	size, err := c.store.Size(ctx)
	return size.ChunkBytes + size.OtherBytes, err
}

func (c *seriesContender) close() error { return c.db.Close() }

// rowContender is the baseline: one row per reading with packed values.
type rowContender struct{ db *database.DB }

func openRows(ctx context.Context, path string) (contender, error) {
	db, err := database.OpenSQLite(ctx, path)
	if err != nil {
		return nil, err
	}
	err = db.Write(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, "CREATE TABLE reading (point BIGINT, at BIGINT, data BLOB, PRIMARY KEY (point, at)) WITHOUT ROWID")
		return err
	})
	return &rowContender{db}, err
}

func (c *rowContender) live(ctx context.Context, rows []series.Put) error {
	return c.db.Write(ctx, func(tx *database.Tx) error {
		insert, err := tx.PrepareContext(ctx, "INSERT INTO reading VALUES ($1, $2, $3) ON CONFLICT (point, at) DO UPDATE SET data = excluded.data")
		if err != nil {
			return err
		}
		defer insert.Close()
		var packed []byte
		for _, row := range rows {
			packed = packed[:0]
			for _, v := range row.Values {
				packed = binary.LittleEndian.AppendUint64(packed, math.Float64bits(v))
			}
			if _, err := insert.ExecContext(ctx, int64(row.Series), row.Time, packed); err != nil {
				return err
			}
		}
		return nil
	})
}

func (c *rowContender) back(ctx context.Context, rows []series.Put) error { return c.live(ctx, rows) }

func (c *rowContender) latest(ctx context.Context, points []series.ID) (found int, err error) {
	newest, err := c.db.Reader().PrepareContext(ctx, "SELECT at, data FROM reading WHERE point = $1 ORDER BY at DESC LIMIT 1")
	if err != nil {
		return 0, err
	}
	defer newest.Close()
	for _, point := range points {
		var at int64
		var data []byte
		if err := newest.QueryRowContext(ctx, int64(point)).Scan(&at, &data); err != nil {
			return found, err
		}
		found++
	}
	return found, nil
}

func (c *rowContender) year(ctx context.Context, point series.ID) (sum float64, err error) {
	rows, err := c.db.Reader().QueryContext(ctx, "SELECT at, data FROM reading WHERE point = $1 ORDER BY at", int64(point))
	if err != nil {
		return 0, err
	}
	defer rows.Close()
	for rows.Next() {
		var at int64
		var data sql.RawBytes
		if err := rows.Scan(&at, &data); err != nil {
			return sum, err
		}
		for ; len(data) >= 8; data = data[8:] {
			sum += math.Float64frombits(binary.LittleEndian.Uint64(data))
		}
	}
	return sum, rows.Err()
}

func (c *rowContender) bytes(ctx context.Context) (size int64, err error) {
	err = c.db.Reader().QueryRowContext(ctx,
		"SELECT (page_count - freelist_count) * page_size FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()").Scan(&size)
	return size, err
}

func (c *rowContender) close() error { return c.db.Close() }
