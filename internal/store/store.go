package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"

	"plumbline/internal/core/marks"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/signal"
	"plumbline/internal/platform/vault"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Series is what the store needs of the series store: the time of the last reading
// of points, how many there are, and their removal.
type Series interface {
	Rows(ctx context.Context, ids []series.ID) (int64, error)
	Before(ctx context.Context, id series.ID, t int64, n int, want []reading.Column, visit func(*series.Block) error) error
	Latest(ctx context.Context, ids []series.ID) ([]series.Latest, error)
	DeleteSeries(ctx context.Context, tx *sql.Tx, ids []series.ID) (apply func(), err error)
}

// Store is the relational store. It is safe for concurrent use.
type Store struct {
	db      *database.DB
	bun     *bun.DB // reads; writes go over it with Conn(tx)
	ids     *ids
	clock   string // SQL of the database's time in UTC ms
	signals signal.Bus
	series  Series
	vault   *vault.Vault
	fed     feedMemory

	configuring, growing turn

	follow func(ctx context.Context, points, devices []int64)
}

// Follow sets what a changed configuration is handed to before the call that changed it returns, so
// that whoever made a device or point can use it at once. It is set before the doors open; other
// processes hear of the change by a signal.
func (s *Store) Follow(changed func(ctx context.Context, points, devices []int64)) {
	s.follow = changed
}

// Options are what the store works with.
type Options struct {
	Signals signal.Bus
	Series  Series
	Vault   *vault.Vault // opens the secrets of devices for the intake
}

// Open brings the tables up to date, those of the marks included, and gives the
// store. The database stays the caller's to close.
func Open(ctx context.Context, db *database.DB, o Options) (*Store, error) {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return nil, err
	}
	if err := db.Migrate(ctx, files, "store_version"); err != nil {
		return nil, err
	}
	if err := marks.Migrate(ctx, db); err != nil {
		return nil, err
	}
	s := &Store{db: db, ids: &ids{}, signals: o.Signals, series: o.Series, vault: o.Vault, configuring: configuring(), growing: growing()}
	switch db.Dialect() {
	case database.Postgres:
		s.bun = bun.NewDB(db.Reader(), pgdialect.New())
		s.clock = "CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT)"
	default:
		s.bun = bun.NewDB(db.Reader(), sqlitedialect.New())
		s.clock = "CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)"
	}
	return s, errors.Join(s.sealLog(ctx), s.useEngine(ctx))
}

// change is a write transaction with what follows from it: the time the database
// gives it, marks for the computation, and signals after the commit.
type change struct {
	*database.Tx
	store   *Store
	now     int64 // UTC ms by the database's clock
	marks   []marks.Mark
	points  []int64 // changed configuration: announced after the commit
	devices []int64
	people  []int64 // accounts whose roles changed or sessions ended; 0: all
	claimed []claim // channels whose owners changed
}

// write runs do in a write transaction.
func (s *Store) write(ctx context.Context, do func(*change) error) error {
	var done *change
	err := s.db.Write(ctx, func(tx *database.Tx) error {
		c := &change{Tx: tx, store: s}
		done = c
		now, err := s.now(ctx, tx.Tx)
		if err != nil {
			return err
		}
		c.now = now
		if err := do(c); err != nil {
			return err
		}
		if err := c.apart(ctx); err != nil {
			return err
		}
		if _, err := marks.Add(ctx, tx.Tx, c.marks); err != nil {
			return err
		}
		if len(c.points)+len(c.devices) > 0 {
			tx.AfterCommit(s.fed.forget)
			payload := signal.ConfigPayload{Points: c.points, Devices: c.devices}
			tx.AfterCommit(func() { signal.Publish(context.WithoutCancel(ctx), s.signals, signal.Config, 0, payload) })
		}
		if len(c.people) > 0 {
			payload := signal.AccessPayload{Accounts: c.people}
			tx.AfterCommit(func() { signal.Publish(context.WithoutCancel(ctx), s.signals, signal.Access, 0, payload) })
		}
		return nil
	})
	if err == nil && s.follow != nil && len(done.points)+len(done.devices) > 0 {
		s.follow(context.WithoutCancel(ctx), done.points, done.devices)
	}
	return translate(err)
}

// now is the time of the database.
func (s *Store) now(ctx context.Context, tx *sql.Tx) (now int64, err error) {
	if err := tx.QueryRowContext(ctx, "SELECT "+s.clock).Scan(&now); err != nil {
		return 0, fmt.Errorf("time of the database: %w", err)
	}
	return now, nil
}

func (s *Store) selects(model any) *bun.SelectQuery { return s.bun.NewSelect().Model(model) }

func (c *change) selects(model any) *bun.SelectQuery {
	return c.store.bun.NewSelect().Conn(c.Tx).Model(model)
}

func (c *change) insert(ctx context.Context, model any) error {
	_, err := c.store.bun.NewInsert().Conn(c.Tx).Model(model).Exec(ctx)
	return err
}

// update writes columns of the row with an id; none means all.
func (c *change) update(ctx context.Context, model any, id int64, columns ...string) error {
	_, err := c.store.bun.NewUpdate().Conn(c.Tx).Model(model).Column(columns...).Where("id = ?", id).Exec(ctx)
	return err
}

func (c *change) exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := c.store.bun.NewRaw(query, args...).Conn(c.Tx).Exec(ctx)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// id gives the next id.
func (c *change) id(ctx context.Context) (int64, error) { return c.store.ids.take(ctx, c.Tx, 1) }
