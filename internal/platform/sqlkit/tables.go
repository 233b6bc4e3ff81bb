// Package sqlkit is the base of all stores: a common SQL subset for SQLite and PostgreSQL over bun, and write
// transactions with the clock of the database. It also provides ids, tenant scopes, pages of lists, and translated
// driver errors.
package sqlkit

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/uptrace/bun"
	"github.com/uptrace/bun/dialect/pgdialect"
	"github.com/uptrace/bun/dialect/sqlitedialect"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
	"plumbline/internal/platform/exclusion"
	"plumbline/internal/platform/generation"
)

// Tables is a database with shared ids, the database's clock, and signals after a commit. It is safe for concurrent
// use.
type Tables struct {
	DB    *database.DB
	Bun   *bun.DB // for reads; writes use Conn(tx)
	IDs   *ids
	clock string // SQL for the database's time in UTC ms
	Bus   events.Bus

	Turns   *exclusion.Turns
	changes *generation.Log

	onConfigured []func()
	follow       func(ctx context.Context, generation int64)
}

// New returns the tables of a migrated database.
func New(db *database.DB, signals events.Bus) *Tables {
	s := &Tables{DB: db, IDs: &ids{aside: db.Aside()}, Bus: signals, Turns: exclusion.New(db), changes: generation.NewLog(db)}
	switch db.Dialect() {
	case database.Postgres:
		s.Bun = bun.NewDB(db.Reader(), pgdialect.New())
		s.clock = "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)"
	default:
		s.Bun = bun.NewDB(db.Reader(), sqlitedialect.New())
		s.clock = "CAST(ROUND(unixepoch('subsec') * 1000) AS INTEGER)"
	}
	return s
}

// Follow sets the function that receives the generation of changed configuration before the changing call returns, so
// that a new device or point is usable at once. Set it before the listeners open. Other processes learn of changes by
// signals.
func (s *Tables) Follow(changed func(ctx context.Context, generation int64)) { s.follow = changed }

// OnConfigured adds a function that runs after each commit that changed the configuration of points or devices.
func (s *Tables) OnConfigured(forget func()) { s.onConfigured = append(s.onConfigured, forget) }

// Transaction is a write transaction with its time by the database's clock, and its signals after the commit.
type Transaction struct {
	*database.Tx
	Tables     *Tables
	Now        int64   // UTC ms by the database's clock
	Points     []int64 // changed configuration: announced after the commit
	Devices    []int64
	generation int64
	excluded   []int64 // corporations
	People     []int64 // accounts whose roles changed or sessions ended; 0: all
}

// Within wraps a transaction that another package has begun and will commit. That package must send the signals.
func (s *Tables) Within(tx *database.Tx) *Transaction { return &Transaction{Tx: tx, Tables: s} }

// Write runs do in a write transaction.
func (s *Tables) Write(ctx context.Context, do func(*Transaction) error) error {
	var done *Transaction
	err := s.DB.Write(ctx, func(tx *database.Tx) error {
		c := &Transaction{Tx: tx, Tables: s}
		done = c
		now, err := s.Now(ctx, tx.Tx)
		if err != nil {
			return err
		}
		c.Now = now
		if err := exclusion.Check(ctx, tx.Tx); err != nil {
			return err
		}
		if err := do(c); err != nil {
			return err
		}
		if err := c.checked(ctx); err != nil {
			return err
		}
		if len(c.Points)+len(c.Devices) > 0 {
			if c.generation, err = s.changes.Record(ctx, tx.Tx, c.Points, c.Devices, c.excluded); err != nil {
				return err
			}
			for _, forget := range s.onConfigured {
				tx.AfterCommit(forget)
			}
			payload := events.ConfigPayload{Points: c.Points, Devices: c.Devices}
			tx.AfterCommit(func() { events.Publish(context.WithoutCancel(ctx), s.Bus, events.Config, 0, payload) })
		}
		if len(c.People) > 0 {
			payload := events.AccessPayload{Accounts: c.People}
			tx.AfterCommit(func() { events.Publish(context.WithoutCancel(ctx), s.Bus, events.Access, 0, payload) })
		}
		return nil
	})
	if err == nil && s.follow != nil && done.generation != 0 {
		s.follow(context.WithoutCancel(ctx), done.generation)
	}
	return Translate(err)
}

// Now returns the time of the database in UTC ms.
func (s *Tables) Now(ctx context.Context, tx *sql.Tx) (now int64, err error) {
	if err := tx.QueryRowContext(ctx, "SELECT "+s.clock).Scan(&now); err != nil {
		return 0, fmt.Errorf("time of the database: %w", err)
	}
	return now, nil
}

func (s *Tables) Selects(model any) *bun.SelectQuery { return s.Bun.NewSelect().Model(model) }

func (c *Transaction) Selects(model any) *bun.SelectQuery {
	return c.Tables.Bun.NewSelect().Conn(c.Tx).Model(model)
}

func (c *Transaction) Insert(ctx context.Context, model any) error {
	_, err := c.Tables.Bun.NewInsert().Conn(c.Tx).Model(model).Exec(ctx)
	return err
}

// Update writes columns of the row with an id. No columns means all.
func (c *Transaction) Update(ctx context.Context, model any, id int64, columns ...string) error {
	_, err := c.Tables.Bun.NewUpdate().Conn(c.Tx).Model(model).Column(columns...).Where("id = ?", id).Exec(ctx)
	return err
}

// UpdateAll writes columns of the rows with the ids of models, a pointer to a slice that is not empty, in one statement.
func (c *Transaction) UpdateAll(ctx context.Context, models any, columns ...string) error {
	_, err := c.Tables.Bun.NewUpdate().Conn(c.Tx).Model(models).Column(columns...).Bulk().Exec(ctx)
	return err
}

func (c *Transaction) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	result, err := c.Tables.Bun.NewRaw(query, args...).Conn(c.Tx).Exec(ctx)
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// ID returns the next id.
func (c *Transaction) ID(ctx context.Context) (int64, error) { return c.Tables.IDs.Take(ctx, c.Tx, 1) }

// Exclude keeps servers from storing readings and results of corporations until the commit. A transaction that locks
// series calls it first.
func (c *Transaction) Exclude(ctx context.Context, corporations []int64) error {
	c.excluded = corporations
	return c.Tables.changes.Exclude(ctx, c.Tx.Tx, corporations)
}

// Share keeps the configuration of corporations, and the decisions about their alerts, as they are until the commit. A
// transaction that locks rows of a project calls it first.
func (c *Transaction) Share(ctx context.Context, corporations []int64) error {
	_, err := c.Tables.changes.Share(ctx, c.Tx.Tx, corporations)
	return err
}

// Lock locks a row until the end of the transaction. Other transactions that lock it must wait.
func (c *Transaction) Lock(ctx context.Context, table string, id int64) error {
	_, err := c.Exec(ctx, "UPDATE ? SET name = name WHERE id = ?", bun.Ident(table), id)
	return err
}
