package cluster

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
)

// Drain is an operator's request that a server hands over what it does, and its progress. Times are UTC ms; 0: not yet.
type Drain struct {
	Asked      int64  `json:"asked"`
	By         string `json:"by"`         // display name of the operator
	Closed     int64  `json:"closed"`     // not ready and without new device connections since
	Notified   int64  `json:"notified"`   // devices were asked to reconnect
	Devices    int    `json:"devices"`    // how many
	Partitions int    `json:"partitions"` // held at the start
	HandedOver int64  `json:"handedOver"` // no partition is left
	Emptied    int64  `json:"emptied"`    // nothing is left in its lanes of the journal
	Safe       int64  `json:"safe"`       // the server can be stopped
}

// again returns the request as JSON, without its steps; nil if there is none.
func (d *Drain) again() any {
	if d == nil {
		return nil
	}
	text, _ := json.Marshal(Drain{Asked: d.Asked, By: d.By}) // of numbers and text
	return string(text)
}

// Asked returns the drain that an operator asked for, as read at the last beat; nil: none.
func (m *Member) Asked() *Drain { return m.asked.Load() }

// readAsked notes the drain in the row of this server.
func (m *Member) readAsked(text string) error {
	if text == "" {
		m.asked.Store(nil)
		return nil
	}
	d := new(Drain)
	if err := json.Unmarshal([]byte(text), d); err != nil {
		return fmt.Errorf("read the drain of this server: %w", err)
	}
	m.asked.Store(d)
	return nil
}

// Progress stores the steps of a drain, unless the operator has ended it.
func (m *Member) Progress(ctx context.Context, d Drain) error {
	text, err := json.Marshal(d)
	if err != nil {
		return err
	}
	err = m.config.DB.Write(ctx, func(tx *database.Tx) error {
		result, err := tx.ExecContext(ctx, "UPDATE server SET drain = $2 WHERE id = $1 AND drain ->> 'asked' = $3",
			m.id, string(text), fmt.Sprint(d.Asked))
		if err != nil {
			return err
		}
		if n, err := result.RowsAffected(); err != nil || n == 0 {
			return err
		}
		tx.AfterCommit(func() { m.asked.Store(&d) })
		return nil
	})
	if err != nil {
		return fmt.Errorf("store the progress of the drain: %w", err)
	}
	return nil
}

// HandOver moves the partitions of this server to the others, while it keeps running.
func (m *Member) HandOver(ctx context.Context) error {
	return m.drain(ctx, "UPDATE server SET draining = TRUE WHERE id = $1")
}

// Idle reports whether other servers hold all partitions, and none is wanted here.
func (m *Member) Idle() bool {
	for _, holder := range m.holders.Load() {
		if holder == 0 || holder == m.id {
			return false
		}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, server := range m.home {
		if server == m.id {
			return false
		}
	}
	return len(m.held) == 0
}

// Adopts returns the number of lanes of dead servers in which this one still stores what is left.
func (m *Member) Adopts(ctx context.Context) (lanes int, err error) {
	err = m.config.DB.Reader().QueryRowContext(ctx, "SELECT count(*) FROM journal_lane WHERE server = $1 AND adopted", m.id).Scan(&lanes)
	return lanes, err
}

// Return ends a drain: this server gets partitions again.
func (m *Member) Return(ctx context.Context) error {
	err := m.place(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, "UPDATE server SET draining = FALSE WHERE id = $1", m.id)
		return err
	})
	if err != nil {
		return fmt.Errorf("end the drain of this server: %w", err)
	}
	m.mu.Lock()
	m.draining = false
	if m.released {
		m.released, m.empty = false, make(chan struct{})
	}
	m.mu.Unlock()
	return m.look(ctx)
}

// AskDrain asks a server to drain, in the caller's transaction. It returns the name of the server. Another server must
// stay, to take over.
func AskDrain(ctx context.Context, tx *sql.Tx, id int64, by string) (name string, err error) {
	if _, err := tx.ExecContext(ctx, "UPDATE placement SET number = number + 1"); err != nil { // one at a time, so that one stays
		return "", err
	}
	var draining bool
	var others int
	err = tx.QueryRowContext(ctx, `SELECT name, draining OR drain IS NOT NULL,
		(SELECT count(*) FROM server AS o WHERE o.id <> s.id AND NOT o.draining AND o.drain IS NULL AND o.lease_until > clock_timestamp())
		FROM server AS s WHERE id = $1`, id).Scan(&name, &draining, &others)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", errs.New(errs.NothingHere)
	case err != nil:
		return "", fmt.Errorf("read the server to drain: %w", err)
	case draining:
		return "", errs.New(errs.DrainsAlready)
	case others == 0:
		return "", errs.New(errs.NobodyTakesOver)
	}
	_, err = tx.ExecContext(ctx, `UPDATE server SET drain =
		jsonb_build_object('asked', (extract(epoch FROM clock_timestamp()) * 1000)::bigint, 'by', $2::text) WHERE id = $1`, id, by)
	return name, err
}

// AskReturn ends the drain of a server, in the caller's transaction. It returns the name of the server.
func AskReturn(ctx context.Context, tx *sql.Tx, id int64) (name string, err error) {
	var asked bool
	err = tx.QueryRowContext(ctx, "SELECT name, drain IS NOT NULL FROM server WHERE id = $1 FOR NO KEY UPDATE", id).Scan(&name, &asked)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return "", errs.New(errs.NothingHere)
	case err != nil:
		return "", fmt.Errorf("read the server that drains: %w", err)
	case !asked:
		return "", errs.New(errs.DrainsNot)
	}
	_, err = tx.ExecContext(ctx, "UPDATE server SET drain = NULL WHERE id = $1", id)
	return name, err
}
