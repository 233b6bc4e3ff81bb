// Package connection keeps the connections and sessions of devices where all servers of an installation see them. A
// client id has one row: connecting claims it, and the server that held it before ends its connection. The session,
// which is the subscription and the QoS 1 messages that the device has not acknowledged, moves with the row.
//
// What a server stores for a connection is stored only while it holds the row, and only under its lease. So a message
// goes to the newest connection or not at all.
package connection

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"slices"
	"sync"
	"time"

	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Errors of a registry.
var (
	ErrTaken  = errors.New("the device has connected again since")
	errClosed = errors.New("the server stops")
)

const (
	// lookEvery is the interval at which connections taken by other servers are looked for without a signal.
	lookEvery = 500 * time.Millisecond
	// cleanEvery is the interval at which connections of dead servers and expired sessions are removed.
	cleanEvery = 20 * time.Second
	// writeWithin bounds one transaction.
	writeWithin = 5 * time.Second
)

// Held is a connection of this server.
type Held struct {
	Client string
	Number int64
}

// Claim is a device that connects to this server.
type Claim struct {
	Client    string
	Device    int64
	Transport string
	Address   string
	Clean     bool  // it wants a new session
	Expiry    int64 // s for which the session outlives the connection
}

// Session is what a device gets when it connects.
type Session struct {
	Number       int64 // of the connection
	Resumed      bool  // the session is an earlier one
	Subscription *Subscription
	Messages     []Message // not acknowledged yet, oldest first
	Generation   int64     // of the configuration
}

// Subscription is that to the down topic, the only one a device may have.
type Subscription struct {
	QoS        byte
	Identifier int
}

// Message is a QoS 1 message to a device.
type Message struct {
	Held
	Packet  uint16
	Payload []byte
	Place   int64 // among all messages; 0: not stored, because the connection is no longer held
}

// Registry is the connections of an installation, as this server uses them.
type Registry struct {
	db    *database.DB
	lease cluster.Lease
	bus   events.Bus
	log   *slog.Logger

	mu      sync.Mutex
	waiting *batch
	closed  bool
	wake    chan struct{}
	writing sync.WaitGroup

	watchers  int
	taken     map[int]func(Held) // by watcher
	following sync.WaitGroup
	stop      context.CancelFunc
}

// Migrate creates the tables of a PostgreSQL database.
func Migrate(ctx context.Context, db *database.DB) error {
	files, err := fs.Sub(migrations, "migrations")
	if err != nil {
		return err
	}
	return db.Migrate(ctx, files, "connection_version")
}

// Open creates the tables of a PostgreSQL database and starts. Close it after the listeners.
func Open(ctx context.Context, db *database.DB, lease cluster.Lease, bus events.Bus, log *slog.Logger) (*Registry, error) {
	if err := Migrate(ctx, db); err != nil {
		return nil, err
	}
	r := &Registry{db: db, lease: lease, bus: bus, log: log, waiting: &batch{}, wake: make(chan struct{}, 1), taken: map[int]func(Held){}}
	following, end := context.WithCancel(context.WithoutCancel(ctx))
	r.stop = end
	r.following.Go(func() { r.follow(following) })
	r.writing.Go(r.write)
	return r, nil
}

// Close stores what waits and stops.
func (r *Registry) Close() {
	r.stop()
	r.following.Wait()
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	r.wakeUp()
	r.writing.Wait()
}

// Watch calls taken for connections of this server whose devices have connected to another one, until ctx ends. Each
// listener calls it, and gets those of all listeners. taken must not block.
func (r *Registry) Watch(ctx context.Context, taken func(Held)) {
	r.mu.Lock()
	r.watchers++
	number := r.watchers
	r.taken[number] = taken
	r.mu.Unlock()
	<-ctx.Done()
	r.mu.Lock()
	delete(r.taken, number)
	r.mu.Unlock()
}

// follow passes on which connections have been taken, at each signal and regularly, and cleans up, until ctx ends.
func (r *Registry) follow(ctx context.Context) {
	signals := r.bus.Subscribe(ctx, events.Connection)
	tick, clean := time.NewTicker(lookEvery), time.NewTicker(cleanEvery)
	defer tick.Stop()
	defer clean.Stop()
	for {
		var err error
		select {
		case <-ctx.Done():
			return
		case <-signals:
			err = r.endTaken(ctx)
		case <-tick.C:
			err = r.endTaken(ctx)
		case <-clean.C:
			err = r.clean(ctx)
		}
		if err != nil && ctx.Err() == nil && !errors.Is(err, cluster.ErrLost) {
			r.log.Warn("follow the connections of devices", "error", err)
		}
	}
}

func (r *Registry) endTaken(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, writeWithin)
	defer cancel()
	rows, err := r.db.Reader().QueryContext(ctx, "DELETE FROM connection_taken WHERE server = $1 RETURNING client, number", r.lease.Server())
	if err != nil {
		return fmt.Errorf("connections taken by other servers: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var held Held
		if err := rows.Scan(&held.Client, &held.Number); err != nil {
			return err
		}
		r.mu.Lock()
		watchers := slices.Collect(maps.Values(r.taken))
		r.mu.Unlock()
		for _, taken := range watchers {
			taken(held)
		}
	}
	return rows.Err()
}

// clean ends the connections of servers without a lease, and removes sessions that have expired. Rows that another
// server works on wait for the next time.
func (r *Registry) clean(ctx context.Context) error {
	const dead = "NOT IN (SELECT id FROM server)"
	const rows = " AND client IN (SELECT client FROM connection WHERE %[1]s FOR UPDATE SKIP LOCKED)"
	const left = "server <> 0 AND server " + dead
	const expired = "server = 0 AND NOT (" + alive + ")"
	ctx, cancel := context.WithTimeout(ctx, writeWithin)
	defer cancel()
	return r.db.Write(ctx, func(tx *database.Tx) error {
		if err := r.lease.Hold(ctx, tx.Tx); err != nil {
			return err
		}
		for _, statement := range []string{
			"UPDATE connection AS c SET server = 0, ended = clock_timestamp() WHERE " + left + fmt.Sprintf(rows, left),
			"DELETE FROM connection AS c WHERE " + expired + fmt.Sprintf(rows, "server = 0"),
			"DELETE FROM connection_taken WHERE server " + dead,
		} {
			if _, err := tx.ExecContext(ctx, statement); err != nil {
				return fmt.Errorf("clean up connections: %w", err)
			}
		}
		return nil
	})
}

// Address returns the address from which a client is connected to a server of the installation; false if it is not.
func (r *Registry) Address(ctx context.Context, client string) (address string, connected bool, err error) {
	err = r.db.Reader().QueryRowContext(ctx, "SELECT address FROM connection WHERE client = $1 AND server IN (SELECT id FROM server)", client).Scan(&address)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	if err != nil {
		return "", false, fmt.Errorf("address of a connected device: %w", err)
	}
	return address, true, nil
}

// Listening returns those of some clients that are connected to a server and subscribed to commands.
func (r *Registry) Listening(ctx context.Context, clients []string) (map[string]bool, error) {
	rows, err := r.db.Reader().QueryContext(ctx, `SELECT client FROM connection
		WHERE client = ANY($1) AND qos IS NOT NULL AND server IN (SELECT id FROM server)`, clients)
	if err != nil {
		return nil, fmt.Errorf("connected devices: %w", err)
	}
	defer rows.Close()
	listening := map[string]bool{}
	for rows.Next() {
		var client string
		if err := rows.Scan(&client); err != nil {
			return nil, err
		}
		listening[client] = true
	}
	return listening, rows.Err()
}
