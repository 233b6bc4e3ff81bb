// Package oplog is the operation log: who changed what, from where, and what stood
// there before. Every change writes one entry in its own transaction; entries are
// never changed. The writing is done by the store, this package holds the types and
// the reading side.
package oplog

import (
	"context"
	"encoding/json"

	"plumbline/internal/access"
	"plumbline/internal/listing"
)

// Actor is who acts: the account of a request with its tenant scope, or the program
// itself (AccountID 0).
type Actor struct {
	AccountID     int64
	CorporationID int64
	Scope         access.Scope
	IP            string
	Client        string // user agent, or the sub-command of the program
}

// Program is the actor of what the program does by itself, in every corporation.
func Program(what string) Actor {
	return Actor{Scope: access.Scope{All: true}, Client: what}
}

// Entry is one line of the log. Before and After are the JSON of the thing, nil
// where it did not exist.
type Entry struct {
	ID            int64
	CorporationID int64
	ProjectID     int64  // 0: outside of projects
	Kind          string // project, structure, point, device, correction, …
	ThingID       int64
	Action        string // create, update, delete, signIn, …
	AccountID     int64
	AccountName   string // filled when listed
	IP            string
	Client        string
	Content       string // name of the thing, for people
	Before, After json.RawMessage
	At            int64 // UTC ms, set by the database
}

// Filter narrows a list of entries. Zero fields do not narrow.
type Filter struct {
	listing.Query
	ProjectID int64
	Kind      string
	ThingID   int64
	Action    string
	AccountID int64
	From, To  int64 // UTC ms, To exclusive
}

// Store reads the log.
type Store interface {
	// Entries lists what the scope may see, newest first.
	Entries(ctx context.Context, scope access.Scope, filter Filter) (listing.Page[Entry], error)
}
