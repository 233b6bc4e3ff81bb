// Package serversdb stores what operators ask of servers, with its entry in the operation log.
package serversdb

import (
	"context"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/cluster"
	"plumbline/internal/platform/servers"
	"plumbline/internal/platform/sqlkit"
)

// Store asks servers on PostgreSQL.
type Store struct{ *sqlkit.Tables }

// New returns the store.
func New(t *sqlkit.Tables) *Store { return &Store{t} }

var _ servers.Store = (*Store)(nil)

// AskDrain requests a drain of a server.
func (s *Store) AskDrain(ctx context.Context, who audit.Actor, by string, server int64) error {
	return s.ask(ctx, who, "drain", server, func(tx *sqlkit.Transaction) (string, error) { return cluster.AskDrain(ctx, tx.Tx.Tx, server, by) })
}

// AskReturn ends the drain of a server.
func (s *Store) AskReturn(ctx context.Context, who audit.Actor, server int64) error {
	return s.ask(ctx, who, "endDrain", server, func(tx *sqlkit.Transaction) (string, error) { return cluster.AskReturn(ctx, tx.Tx.Tx, server) })
}

func (s *Store) ask(ctx context.Context, who audit.Actor, action string, server int64, do func(*sqlkit.Transaction) (name string, err error)) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		name, err := do(tx)
		if err != nil {
			return err
		}
		log := auditdb.WithLog(tx)
		return log.Log(ctx, who, auditdb.Entry{Kind: "server", Action: action, ID: server, Content: name})
	})
}
