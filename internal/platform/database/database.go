// Package database opens the database of an installation, SQLite or PostgreSQL, and runs write transactions. It knows
// no tables.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
	"github.com/pressly/goose/v3"
	goosedb "github.com/pressly/goose/v3/database"
	_ "modernc.org/sqlite" // driver "sqlite"
)

// Dialect is the database engine.
type Dialect string

// Engines.
const (
	SQLite   Dialect = "sqlite"
	Postgres Dialect = "postgres"
)

// DB is an open database: one writer and several readers on SQLite, one pool on
// PostgreSQL.
type DB struct {
	dialect    Dialect
	writer     *sql.DB
	reader     *sql.DB
	aside      *sql.DB         // PostgreSQL
	writing    sync.Mutex      // SQLite: the single writer; locked until AfterCommit has run
	config     *pgx.ConnConfig // PostgreSQL
	statements *statementCounter
	citus      bool // the database has the extension
}

// DefaultConnections is the size of the pool of PostgreSQL connections.
const DefaultConnections = 20

// Page caches of SQLite connections, KiB. They are small because ten connections use two files that the system also
// caches: a cache miss costs a copy, not a disk read. Twice these sizes took 32 MB of the server's memory.
const (
	writerCache = 4 << 10
	readerCache = 1 << 10
)

// OpenSQLite opens or creates a SQLite file with a write-ahead log and synchronous FULL, so that commits survive a
// power failure.
func OpenSQLite(ctx context.Context, path string) (*DB, error) {
	dsn := func(readOnly bool) string {
		cache := writerCache
		if readOnly {
			cache = readerCache
		}
		pragmas := []string{
			"busy_timeout(10000)", "journal_mode(WAL)", "synchronous(FULL)",
			"foreign_keys(1)", "temp_store(MEMORY)", fmt.Sprintf("cache_size(-%d)", cache),
		}
		v := url.Values{"_pragma": pragmas}
		if readOnly {
			v.Add("_pragma", "query_only(1)")
		} else {
			v.Set("_txlock", "immediate")
		}
		return "file:" + strings.ReplaceAll(url.PathEscape(path), "%2F", "/") + "?" + v.Encode()
	}
	writer, err := sql.Open("sqlite", dsn(false))
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	writer.SetMaxOpenConns(1)
	if err := writer.PingContext(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), writer.Close())
	}
	reader, err := sql.Open("sqlite", dsn(true))
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s for reading: %w", path, err), writer.Close())
	}
	reader.SetMaxOpenConns(max(4, runtime.NumCPU()))
	reader.SetMaxIdleConns(max(4, runtime.NumCPU()))
	return &DB{dialect: SQLite, writer: writer, reader: reader}, nil
}

// OpenPostgres connects to PostgreSQL by URL or key=value string.
func OpenPostgres(ctx context.Context, address string) (*DB, error) {
	first, err := Connect(ctx, address)
	if err != nil {
		return nil, err
	}
	var withCitus bool
	err = first.QueryRow(ctx, "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')").Scan(&withCitus)
	if err := errors.Join(err, first.Close(ctx)); err != nil {
		return nil, fmt.Errorf("connect to PostgreSQL: %w", err)
	}
	config, err := parse(address)
	if err != nil {
		return nil, err
	}
	statements := new(statementCounter)
	config.Tracer = statements
	pool := openPool(*config)
	aside := openPool(*config)
	aside.SetMaxOpenConns(1)
	d := &DB{
		dialect: Postgres, writer: pool, reader: pool, aside: aside, config: config, statements: statements, citus: withCitus,
	}
	d.SetConnections(DefaultConnections)
	return d, nil
}

// SetConnections limits the connections of the pool.
func (d *DB) SetConnections(n int) {
	d.writer.SetMaxOpenConns(n)
	d.writer.SetMaxIdleConns((n + 1) / 2)
}

// Dialect returns the engine.
func (d *DB) Dialect() Dialect { return d.dialect }

// OnCitus reports whether the tables of the database may be distributed by Citus.
func (d *DB) OnCitus() bool { return d.citus }

// Reader returns the handle for queries outside a write transaction.
func (d *DB) Reader() *sql.DB { return d.reader }

// Aside returns a connection outside of the pool, for a short statement that commits while another transaction is
// open; nil on SQLite.
func (d *DB) Aside() *sql.DB { return d.aside }

// Close closes all connections.
func (d *DB) Close() error {
	if d.dialect == Postgres {
		return errors.Join(d.aside.Close(), d.writer.Close())
	}
	return errors.Join(d.reader.Close(), d.writer.Close())
}

// Tx is a write transaction.
type Tx struct {
	*sql.Tx
	after []func()
}

// AfterCommit registers a function that runs after the commit, never after a rollback. On SQLite it runs before the
// next write begins.
func (t *Tx) AfterCommit(f func()) {
	if f != nil {
		t.after = append(t.after, f)
	}
}

// Write runs do in a write transaction and commits it. SQLite runs one write at a time, so do must be short and must
// not call Write.
func (d *DB) Write(ctx context.Context, do func(*Tx) error) error {
	if d.dialect == SQLite {
		d.writing.Lock()
		defer d.writing.Unlock()
	}
	tx, err := d.writer.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	// Always return the connection, even after a panic: SQLite has one writer.
	defer func() { _ = rollback(tx) }()
	t := &Tx{Tx: tx}
	if err := d.limitStatements(ctx, t); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	if err := do(t); err != nil {
		return errors.Join(err, rollback(tx))
	}
	if err := tx.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	for _, f := range t.after {
		f()
	}
	return nil
}

// Apply is Write for functions that return a change to memory to apply after the commit, such as those of the series
// store.
func (d *DB) Apply(ctx context.Context, do func(tx *sql.Tx) (apply func(), err error)) error {
	return d.Write(ctx, func(tx *Tx) error {
		apply, err := do(tx.Tx)
		if err == nil {
			tx.AfterCommit(apply)
		}
		return err
	})
}

func rollback(tx *sql.Tx) error {
	if err := tx.Rollback(); err != nil && !errors.Is(err, sql.ErrTxDone) {
		return fmt.Errorf("roll back: %w", err)
	}
	return nil
}

// Migrate updates the tables of one package. files contains numbered goose migrations, in one directory for both
// engines or one for each. table stores the version of the package.
func (d *DB) Migrate(ctx context.Context, files fs.FS, table string) error {
	dialect := goosedb.DialectSQLite3
	if d.dialect == Postgres {
		dialect = goosedb.DialectPostgres
	}
	versions, err := goosedb.NewStore(dialect, table)
	if err != nil {
		return fmt.Errorf("migrations of %s: %w", table, err)
	}
	provider, err := goose.NewProvider("", d.writer, files, goose.WithStore(versions))
	if err != nil {
		return fmt.Errorf("migrations of %s: %w", table, err)
	}
	if d.migrated(ctx, versions, provider) {
		return nil
	}
	if d.dialect == Postgres {
		config := d.config.Copy()
		config.RuntimeParams["statement_timeout"] = "0" // an index of a large table takes long
		pool := stdlib.OpenDB(*config)
		defer pool.Close()
		if provider, err = goose.NewProvider("", pool, files, goose.WithStore(versions)); err != nil {
			return fmt.Errorf("migrations of %s: %w", table, err)
		}
	}
	return d.Alone(ctx, MigrationLock, func() error {
		if _, err := provider.Up(ctx); err != nil {
			return fmt.Errorf("migrate %s: %w", table, err)
		}
		return nil
	})
}

// migrated reports whether all migrations have been applied, without the lock and the connections that applying them takes.
func (d *DB) migrated(ctx context.Context, versions goosedb.Store, provider *goose.Provider) bool {
	if table, ok := versions.(goosedb.StoreExtender); !ok {
		return false
	} else if exists, err := table.TableExists(ctx, d.writer); err != nil || !exists {
		return false
	}
	list, err := versions.ListMigrations(ctx, d.writer)
	if err != nil {
		return false
	}
	applied := make(map[int64]bool, len(list))
	for _, one := range slices.Backward(list) { // the newest row of a version is first
		applied[one.Version] = one.IsApplied
	}
	return !slices.ContainsFunc(provider.ListSources(), func(s *goose.Source) bool { return !applied[s.Version] })
}
