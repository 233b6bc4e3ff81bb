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

// ErrMissing means that no blob has the key.
var ErrMissing = errors.New("no such blob")

// Store stores blobs. Implementations must pass package blobtest.
type Store interface {
	// Put stores the content of r atomically. Each key may be used only once.
	Put(ctx context.Context, key string, r io.Reader) error
	// Open opens a blob, or returns ErrMissing if there is none. The caller closes it.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)
	// Delete removes a blob; a missing blob is not an error.
	Delete(ctx context.Context, key string) error
	// Walk calls do for every blob with the time it was stored, until do fails.
	Walk(ctx context.Context, do func(key string, stored time.Time) error) error
}

// keys have two parts, owner and id. Neither is user input.
var keys = regexp.MustCompile(`^[0-9]{1,16}/[0-9a-f]{32}$`)

// ValidKey reports whether a key is "owner id/32 hexadecimal digits".
func ValidKey(key string) bool { return keys.MatchString(key) }
