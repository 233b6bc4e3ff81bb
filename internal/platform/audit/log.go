// Package audit is the operation log: who changed what, from where, and the previous state. Every change writes an
// entry in its own transaction; refused attempts are logged too. Entries are immutable, and the database enforces
// this. The store writes entries; this package defines their types, removes secrets from them and formats them.
package audit

import (
	"context"
	"encoding/json"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/paging"
)

// Actor is the author of an operation: the account of a request with its scope, or the program itself (AccountID 0).
type Actor struct {
	AccountID     int64
	CorporationID int64
	Scope         access.Scope
	IP            string
	Client        string // user agent, or subcommand of the program
}

// Program returns the actor for actions of the program itself, in every corporation.
func Program(what string) Actor {
	return Actor{Scope: access.Scope{All: true}, Client: what}
}

// Entry is a line of the log. Before and After are JSON without secrets (Redacted); nil if the thing did not exist.
type Entry struct {
	ID            int64
	CorporationID int64
	ProjectID     int64  // 0: outside of projects
	ProjectName   string // current name; set in lists
	TimeZone      string // of the project, or of the corporation if there is none; set in lists
	Kind          string // project, structure, point, device, correction, …
	ThingID       int64
	Action        string // create, update, delete, signIn, …
	AccountID     int64
	AccountName   string // set in lists
	IP            string
	Client        string
	Content       string // display name of the thing
	Before, After json.RawMessage
	Names         map[int64]string // current names of the things in Before and After; set in lists
	Measurement   string           // of the entry's point, "" if there is none; set in lists
	Refused       int              // code of the refusal (package errs); 0: accepted
	At            int64            // UTC ms, set by the database
}

// Filter narrows a list of entries. Zero fields do not narrow.
type Filter struct {
	paging.Query
	ProjectID int64
	Kind      string
	ThingID   int64
	Action    string
	AccountID int64
	Result    Result
	From, To  int64 // UTC ms, To exclusive
}

// Result is the outcome of an attempt.
type Result string

// Results.
const (
	Done    Result = "done"
	Refused Result = "refused"
)

// Attempt is an entry without a change in the store: a refused attempt, or a change outside the tables, such as in the
// frame journal.
type Attempt struct {
	CorporationID int64
	ProjectID     int64
	Kind          string
	ThingID       int64
	Action        string
	Content       string
	After         any // readable outcome; marshalled to JSON
	Refused       int // code of the refusal; 0: accepted
}

// Store stores the log.
type Store interface {
	// Entries lists the entries in the scope, newest first.
	Entries(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Entry], error)
	// Entry returns an entry in the scope.
	Entry(ctx context.Context, scope access.Scope, id int64) (Entry, error)
	// EachEntry visits all filtered entries, newest first, in chunks. It keeps no database read open between chunks
	// and ignores page, size and sort.
	EachEntry(ctx context.Context, scope access.Scope, filter Filter, visit func([]Entry) error) error
	// UpdateRecords lists the entries about configuration, newest first.
	UpdateRecords(ctx context.Context, scope access.Scope, about About, filter Filter) (paging.Page[UpdateRecord], error)
	// Log adds an entry on its own.
	Log(ctx context.Context, who Actor, d Attempt) error
}
