// Package audit is the operation log: who changed what, from where, and what stood
// there before. Every change writes one entry in its own transaction; attempts that
// were refused stand next to them. Entries are never changed, and the database refuses
// to. The writing is done by the store; this package holds the types, what may not be
// kept in an entry, and how one is read.
package audit

import (
	"context"
	"encoding/json"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/paging"
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
// where it did not exist; secrets are left out of them (Redacted).
type Entry struct {
	ID            int64
	CorporationID int64
	ProjectID     int64  // 0: outside of projects
	ProjectName   string // as it is called today; filled when listed
	TimeZone      string // of the project, else of the corporation; filled when listed
	Kind          string // project, structure, point, device, correction, …
	ThingID       int64
	Action        string // create, update, delete, signIn, …
	AccountID     int64
	AccountName   string // filled when listed
	IP            string
	Client        string
	Content       string // name of the thing, for people
	Before, After json.RawMessage
	Names         map[int64]string // of the things that Before and After mention, as they are called today; filled when listed
	Measurement   string           // of the point that it is about, "" for what is no point's; filled when listed
	Refused       int              // code of the refusal (package fault); 0: it was done
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

// The results.
const (
	Done    Result = "done"
	Refused Result = "refused"
)

// Attempt is an entry that belongs to no change of the store: an attempt that was
// refused, or work on what lies outside of its tables, such as the frame journal.
type Attempt struct {
	CorporationID int64
	ProjectID     int64
	Kind          string
	ThingID       int64
	Action        string
	Content       string
	After         any // what came of it, for people; marshalled to JSON
	Refused       int // code of the refusal; 0: it was done
}

// Store keeps the log.
type Store interface {
	// Entries lists what the scope may see, newest first.
	Entries(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Entry], error)
	// Entry returns one entry of the scope.
	Entry(ctx context.Context, scope access.Scope, id int64) (Entry, error)
	// EachEntry goes through all that a filter leaves, newest first, in pieces, without
	// holding a read of the database open between them. Page, size and sort do not count.
	EachEntry(ctx context.Context, scope access.Scope, filter Filter, visit func([]Entry) error) error
	// UpdateRecords lists the entries about what is set up, newest first.
	UpdateRecords(ctx context.Context, scope access.Scope, about About, filter Filter) (paging.Page[UpdateRecord], error)
	// Log adds an entry by itself.
	Log(ctx context.Context, who Actor, d Attempt) error
}
