// Package blob keeps the content of files under keys that the program makes. A blob
// is written once, whole or not at all, and never changed. Whose it is and what may
// be done with it is known elsewhere.
package blob

import (
	"context"
	"errors"
	"io"
	"regexp"
	"time"
)

// ErrMissing tells that there is no blob under a key.
var ErrMissing = errors.New("no such blob")

// Store keeps blobs. Its implementations pass package blobtest.
type Store interface {
	// Put stores what r gives, whole or not at all. A key is used once.
	Put(ctx context.Context, key string, r io.Reader) error
	// Open gives a blob from its beginning; ErrMissing when there is none. The caller closes it.
	Open(ctx context.Context, key string) (io.ReadSeekCloser, error)
	// Delete removes a blob; one that is not there is no error.
	Delete(ctx context.Context, key string) error
	// Walk calls do for every blob with the time at which it was stored, until do fails.
	Walk(ctx context.Context, do func(key string, stored time.Time) error) error
}

// keys are two parts, whose it is and what it is: nothing that a person wrote.
var keys = regexp.MustCompile(`^[0-9]{1,16}/[0-9a-f]{32}$`)

// ValidKey tells whether a key is "owner id/32 hexadecimal digits".
func ValidKey(key string) bool { return keys.MatchString(key) }
