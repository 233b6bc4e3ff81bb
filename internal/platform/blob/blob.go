// Package blob stores the content of files under generated keys. A blob is written
// once, atomically, and never changed. Ownership and permissions are kept elsewhere.
package blob

import (
	"context"
	"errors"
	"io"
	"regexp"
	"time"
)

var (
	// ErrMissing means that no blob has the key.
	ErrMissing = errors.New("no such blob")
	// ErrUnavailable means that the store cannot be used at present, so that a retry may succeed.
	ErrUnavailable = errors.New("the blob store is unavailable")
)

// Content is an open blob. Reading may fail once the context of Open has ended.
type Content interface {
	io.ReadSeekCloser
	io.ReaderAt
}

// Store stores blobs. Implementations must pass package blobtest.
type Store interface {
	// Put stores the content of r atomically. Each key may be used only once.
	Put(ctx context.Context, key string, r io.Reader) error
	// Open opens a blob, or returns ErrMissing if there is none. The caller closes it.
	Open(ctx context.Context, key string) (Content, error)
	// Delete removes a blob; a missing blob is not an error.
	Delete(ctx context.Context, key string) error
	// Walk calls do for every blob with the time it was stored, until do fails. do may delete blobs.
	Walk(ctx context.Context, do func(key string, stored time.Time) error) error
}

// keys have two parts, owner and id. Neither is user input.
var keys = regexp.MustCompile(`^[0-9]{1,16}/[0-9a-f]{32}$`)

// ValidKey reports whether a key is "owner id/32 hexadecimal digits".
func ValidKey(key string) bool { return keys.MatchString(key) }
