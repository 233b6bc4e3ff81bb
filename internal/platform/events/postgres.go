package events

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"plumbline/internal/platform/database"
)

const (
	channel = "plumbline"
	// idsAtOnce keeps a payload below the 8,000 bytes that NOTIFY allows.
	idsAtOnce   = 400
	retryAfter  = time.Second
	sendTimeout = 5 * time.Second
)

// Postgres is the event bus between nodes that share a PostgreSQL database. It sends NOTIFY outside other transactions
// and listens on a dedicated connection.
type Postgres struct {
	address string
	log     *slog.Logger
	local   *Local
	out     *collector
	session atomic.Uint32
	stop    context.CancelFunc
	running sync.WaitGroup
}

// NewPostgres connects to a database by URL or key=value string and listens. Events are lost while the connection is
// down. After a reconnect, every subscriber gets events without payload, which mean reload everything.
func NewPostgres(ctx context.Context, address string, log *slog.Logger) (*Postgres, error) {
	conn, err := listen(ctx, address)
	if err != nil {
		return nil, err
	}
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	p := &Postgres{address: address, log: log, local: NewLocal(), out: newGathering(), stop: stop}
	p.session.Store(conn.PgConn().PID())
	p.running.Go(func() { p.receive(background, conn) })
	p.running.Go(func() { p.send(background) })
	return p, nil
}

func listen(ctx context.Context, address string) (*pgx.Conn, error) {
	conn, err := database.Connect(ctx, address)
	if err != nil {
		return nil, fmt.Errorf("connect for signals: %w", err)
	}
	if _, err := conn.Exec(ctx, "LISTEN "+channel); err != nil {
		_ = conn.Close(ctx)
		return nil, fmt.Errorf("listen for signals: %w", err)
	}
	return conn, nil
}

func (p *Postgres) Publish(_ context.Context, event Event) { p.out.add(event) }

func (p *Postgres) Subscribe(ctx context.Context, topics ...string) <-chan Event {
	return p.local.Subscribe(ctx, topics...)
}

// Session returns the number of the database session that listens.
func (p *Postgres) Session() uint32 { return p.session.Load() }

func (p *Postgres) Close() error {
	p.stop()
	p.running.Wait()
	return p.local.Close()
}

// receive delivers notifications to the subscribers of this node, including its own.
func (p *Postgres) receive(ctx context.Context, conn *pgx.Conn) {
	for {
		for ctx.Err() == nil {
			notification, err := conn.WaitForNotification(ctx)
			if err != nil {
				break
			}
			var event Event
			if err := json.Unmarshal([]byte(notification.Payload), &event); err != nil {
				p.log.WarnContext(ctx, "signal could not be read", "error", err)
				continue
			}
			p.local.Publish(ctx, event)
		}
		_ = conn.Close(context.WithoutCancel(ctx)) // connection lost or shutting down
		if conn = p.reconnect(ctx); conn == nil {
			return
		}
		p.session.Store(conn.PgConn().PID())
		p.local.all()
	}
}

// reconnect retries until it listens again. It returns nil if ctx has ended.
func (p *Postgres) reconnect(ctx context.Context) *pgx.Conn {
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(retryAfter):
		}
		conn, err := listen(ctx, p.address)
		if err == nil {
			return conn
		}
		p.log.WarnContext(ctx, "signals are interrupted", "error", err)
	}
}

// send notifies the other nodes over a connection opened on demand.
func (p *Postgres) send(ctx context.Context) {
	var conn *pgx.Conn
	defer func() {
		if conn != nil {
			_ = conn.Close(context.WithoutCancel(ctx))
		}
	}()
	p.out.run(ctx, func(e Event) {
		for _, piece := range split(e) {
			data, err := json.Marshal(piece)
			if err != nil {
				p.log.ErrorContext(ctx, "signal could not be written", "topic", e.Topic, "error", err)
				return
			}
			if conn, err = p.notify(ctx, conn, string(data)); err != nil && ctx.Err() == nil {
				p.log.WarnContext(ctx, "signal was lost", "topic", e.Topic, "error", err)
				return
			}
		}
	})
}

// notify sends one payload; on an error it drops the connection.
func (p *Postgres) notify(ctx context.Context, conn *pgx.Conn, payload string) (*pgx.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, sendTimeout)
	defer cancel()
	if conn == nil {
		var err error
		if conn, err = database.Connect(ctx, p.address); err != nil {
			return nil, fmt.Errorf("connect for signals: %w", err)
		}
	}
	if _, err := conn.Exec(ctx, "SELECT pg_notify($1, $2)", channel, payload); err != nil {
		_ = conn.Close(ctx)
		return nil, fmt.Errorf("notify: %w", err)
	}
	return conn, nil
}

// split splits an event into pieces that fit into NOTIFY.
func split(e Event) []Event {
	var lists map[string][]int64
	if e.Payload == nil || json.Unmarshal(e.Payload, &lists) != nil {
		return []Event{e}
	}
	var pieces []Event
	for field, ids := range lists {
		for part := range slices.Chunk(ids, idsAtOnce) {
			data, err := json.Marshal(map[string][]int64{field: part})
			if err != nil {
				return []Event{{Topic: e.Topic, Project: e.Project}} // reload everything
			}
			pieces = append(pieces, Event{Topic: e.Topic, Project: e.Project, Payload: data})
		}
	}
	if len(pieces) == 0 {
		return []Event{e}
	}
	return pieces
}
