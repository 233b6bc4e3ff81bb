// Package cluster lets any number of servers work on one PostgreSQL database. Each server holds a lease, a lane of the
// frame journal and some of the partitions of points. When a server dies, another ends its transactions and takes over
// what it held. All times are those of the database's clock.
//
// The lease is one row for each server. Every transaction that writes for a lane or a partition locks this row, shared,
// with Hold; the server that takes over locks it exclusively and deletes it. So no transaction of a dead server can
// commit after its partitions have moved, however long the server was paused.
package cluster

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"io/fs"
	"time"

	"plumbline/internal/platform/database"
)

//go:embed migrations/*.sql
var migrations embed.FS

// ErrLost means that another server has taken over from this one, which must stop and join again.
var ErrLost = errors.New("another server has taken over from this one")

// Times of a lease. A dead server is replaced after leaseFor and at most one beat; a process that has ended, after
// overdue and at most one beat.
const (
	leaseFor = 3 * time.Second
	beat     = 700 * time.Millisecond
	overdue  = 1200 * time.Millisecond // since the last renewal
)

// Lease is the right of this process to write.
type Lease interface {
	// Server returns the id of this server, new at every start and higher than all before; 0 in the embedded shape.
	Server() int64
	// Lane returns the lane of the frame journal to which this server appends.
	Lane() int32
	// Hold keeps the lease until the transaction ends, or returns ErrLost.
	Hold(ctx context.Context, tx *sql.Tx) error
}

// Alone is the lease of the only process of an embedded installation: its lock of the data folder is enough.
type Alone struct{}

func (Alone) Server() int64                       { return 0 }
func (Alone) Lane() int32                         { return 0 }
func (Alone) Hold(context.Context, *sql.Tx) error { return nil }

// Migrate creates the tables of a PostgreSQL database.
func Migrate(ctx context.Context, db *database.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	return db.Migrate(ctx, files, "cluster_version")
}

// Info describes a server to operators.
type Info struct {
	Name    string // of its machine
	Version string
}

// Config are the dependencies of a member.
type Config struct {
	Info
	DB *database.DB
	// Load returns the number of points of each partition.
	Load func(ctx context.Context) ([]int64, error)
	// TakeOver runs in the transaction that ends a dead server. It may be nil.
	TakeOver func(ctx context.Context, tx *sql.Tx, dead int64) error
	// Former is the id of this process when it was a server before and could not leave; 0: it was none.
	Former int64
	// Drain is what an operator asked for when this process was a server before; nil: nothing.
	Drain *Drain
	// Report returns figures for operators as JSON, or nil to keep the last ones. It may be nil.
	Report func() []byte
	// Session returns the number of the database session that this process keeps for signals; 0: none. It may be nil.
	Session func() uint32
}
