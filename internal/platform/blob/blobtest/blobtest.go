// Package blobtest is the conformance suite of blob stores.
package blobtest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"plumbline/internal/platform/blob"
)

func key(n int) string { return fmt.Sprintf("7/%032x", n) }

func read(t *testing.T, s blob.Store, key string) []byte {
	t.Helper()
	r, err := s.Open(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(r)
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return data
}

// Run tests the guarantees of blob.Store; open returns an empty store.
func Run(t *testing.T, open func(t *testing.T) blob.Store) {
	ctx := context.Background()
	t.Run("ConcurrentPut", func(t *testing.T) { concurrentPut(t, open(t)) })
	t.Run("ManyBlobs", func(t *testing.T) { manyBlobs(t, open(t)) })
	t.Run("PartialReads", func(t *testing.T) { partialReads(t, open(t)) })
	t.Run("LargeBlob", func(t *testing.T) { largeBlob(t, open(t)) })
	t.Run("PutAndOpen", func(t *testing.T) {
		s := open(t)
		for i, content := range [][]byte{nil, []byte("a"), bytes.Repeat([]byte("准绳"), 100_000)} {
			if err := s.Put(ctx, key(i), bytes.NewReader(content)); err != nil {
				t.Fatal(err)
			}
			if got := read(t, s, key(i)); !bytes.Equal(got, content) {
				t.Errorf("put %d bytes, read %d", len(content), len(got))
			}
		}
	})
	t.Run("MissingBlob", func(t *testing.T) {
		s := open(t)
		if _, err := s.Open(ctx, key(1)); !errors.Is(err, blob.ErrMissing) {
			t.Errorf("got %v, want ErrMissing", err)
		}
		if err := s.Delete(ctx, key(1)); err != nil {
			t.Errorf("delete of a missing blob: %v", err)
		}
		if err := s.Walk(ctx, func(string, time.Time) error { return errors.New("a blob") }); err != nil {
			t.Errorf("walk over an empty store: %v", err)
		}
	})
	t.Run("PutIsAtomic", func(t *testing.T) {
		s := open(t)
		half := io.LimitReader(zeros{}, 12<<20)
		for _, broken := range []error{errors.New("the sender is gone"), io.ErrUnexpectedEOF} { // the latter of a cut request
			for _, beginning := range []io.Reader{strings.NewReader("half"), half} {
				if err := s.Put(ctx, key(1), io.MultiReader(beginning, iotest.ErrReader(broken))); !errors.Is(err, broken) {
					t.Errorf("got %v, want the reader's error", err)
				}
			}
		}
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		if err := s.Put(cancelled, key(2), strings.NewReader("late")); err == nil {
			t.Error("Put succeeded with a cancelled context")
		}
		for _, k := range []string{key(1), key(2)} {
			if _, err := s.Open(ctx, k); !errors.Is(err, blob.ErrMissing) {
				t.Errorf("%s: got %v, want ErrMissing", k, err)
			}
		}
		if err := s.Walk(ctx, func(k string, _ time.Time) error { return errors.New(k) }); err != nil {
			t.Errorf("walk found %v", err)
		}
	})
	t.Run("Delete", func(t *testing.T) {
		s := open(t)
		for i := range 3 {
			if err := s.Put(ctx, key(i), strings.NewReader("x")); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.Delete(ctx, key(1)); err != nil {
			t.Fatal(err)
		}
		found := map[string]bool{}
		if err := s.Walk(ctx, func(k string, stored time.Time) error {
			if age := time.Since(stored); age < -time.Minute || age > time.Hour {
				t.Errorf("%s was stored at %v", k, stored)
			}
			found[k] = true
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		if len(found) != 2 || !found[key(0)] || !found[key(2)] {
			t.Errorf("walk found %v, want the two remaining blobs", found)
		}
	})
	t.Run("InvalidKeys", func(t *testing.T) {
		s := open(t)
		for _, k := range []string{"", "x", "../7/" + key(1)[2:], "7/../../etc/passwd", "7/" + strings.Repeat("g", 32), key(1) + "/x", "/" + key(1)} {
			if err := s.Put(ctx, k, strings.NewReader("x")); err == nil {
				t.Errorf("Put accepted key %q", k)
			}
			if _, err := s.Open(ctx, k); !errors.Is(err, blob.ErrMissing) {
				t.Errorf("open of %q: %v", k, err)
			}
			if err := s.Delete(ctx, k); err == nil {
				t.Errorf("deleted %q", k)
			}
		}
	})
}
