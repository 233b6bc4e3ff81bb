package blobtest

import (
	"bytes"
	"context"
	"errors"
	"hash/crc64"
	"io"
	"io/fs"
	"math/rand/v2"
	"runtime"
	"testing"
	"testing/iotest"
	"time"

	"golang.org/x/sync/errgroup"

	"plumbline/internal/platform/blob"
)

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// concurrentPut puts different contents under one key at once, small ones and ones that a server stores in pieces. In the
// end one of them is there, and a reader of small ones never gets a part. A large one may be fetched in pieces, and
// servers may check only between them that it was not replaced; keys are used once.
func concurrentPut(t *testing.T, s blob.Store) {
	for n, size := range []int{100_000, 6 << 20} {
		var puts errgroup.Group
		for i := range 6 {
			puts.Go(func() error {
				return s.Put(context.Background(), key(n), bytes.NewReader(bytes.Repeat([]byte{byte(i)}, size)))
			})
		}
		for range 20 * (1 - n) {
			r, err := s.Open(t.Context(), key(n))
			if errors.Is(err, blob.ErrMissing) {
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(r)
			if err := errors.Join(err, r.Close()); err != nil || !uniform(data, size) {
				t.Errorf("read %d bytes of a mixture, %v", len(data), err)
			}
		}
		if err := puts.Wait(); err != nil {
			t.Fatal(err)
		}
		if data := read(t, s, key(n)); !uniform(data, size) {
			t.Errorf("%d bytes were stored, want one of the contents", len(data))
		}
	}
}

func uniform(data []byte, size int) bool {
	return len(data) == size && bytes.Count(data, data[:1]) == size
}

// manyBlobs walks over more than one page of a server and deletes on the way, as the sweep does.
func manyBlobs(t *testing.T, s blob.Store) {
	const many = 1050
	var puts errgroup.Group
	puts.SetLimit(8)
	for i := range many {
		puts.Go(func() error { return s.Put(context.Background(), key(i), bytes.NewReader([]byte("x"))) })
	}
	if err := puts.Wait(); err != nil {
		t.Fatal(err)
	}
	met := map[string]int{}
	walk := func() {
		t.Helper()
		clear(met)
		if err := s.Walk(t.Context(), func(k string, _ time.Time) error {
			if met[k]++; len(met)%3 == 0 {
				return s.Delete(t.Context(), k)
			}
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		for k, n := range met {
			if n != 1 {
				t.Errorf("walk met %s %d times", k, n)
			}
		}
	}
	if walk(); len(met) != many {
		t.Errorf("walk met %d blobs of %d", len(met), many)
	}
	if walk(); len(met) != many-many/3 {
		t.Errorf("walk met %d blobs after deleting %d of %d", len(met), many/3, many)
	}
	stop := errors.New("enough")
	calls := 0
	if err := s.Walk(t.Context(), func(string, time.Time) error { calls++; return stop }); !errors.Is(err, stop) || calls != 1 {
		t.Errorf("a walk that should end at once met %d blobs: %v", calls, err)
	}
}

// partialReads reads pieces as a resumed download and a zip reader do.
func partialReads(t *testing.T, s blob.Store) {
	want := make([]byte, 300_003)
	random := rand.New(rand.NewPCG(1, 2))
	for i := range want {
		want[i] = byte(random.Uint32())
	}
	if err := s.Put(t.Context(), key(1), bytes.NewReader(want)); err != nil {
		t.Fatal(err)
	}
	r, err := s.Open(t.Context(), key(1))
	if err != nil {
		t.Fatal(err)
	}
	if err := iotest.TestReader(r, want); err != nil { // Read, Seek and ReadAt
		t.Error(err)
	}
	for range 30 {
		from := random.IntN(len(want))
		got := make([]byte, random.IntN(len(want)-from))
		if n, err := r.ReadAt(got, int64(from)); n != len(got) || err != nil && !errors.Is(err, io.EOF) || !bytes.Equal(got, want[from:from+n]) {
			t.Errorf("ReadAt of %d bytes from %d: %d, %v", len(got), from, n, err)
		}
	}
	if end, err := r.Seek(-5, io.SeekEnd); end != int64(len(want))-5 || err != nil {
		t.Errorf("seek to the end: %d, %v", end, err)
	}
	if tail, err := io.ReadAll(r); err != nil || !bytes.Equal(tail, want[len(want)-5:]) {
		t.Errorf("the last bytes: %x, %v", tail, err)
	}
	if _, err := r.Seek(-1, io.SeekStart); err == nil {
		t.Error("sought before the beginning")
	}
	if _, err := r.ReadAt(make([]byte, 1), int64(len(want))); !errors.Is(err, io.EOF) {
		t.Errorf("read after the end: %v", err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if _, err := r.Read(make([]byte, 1)); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("read of a closed blob: %v", err)
	}
}

// largeBlob stores and reads 64 MiB with a fraction of the memory.
func largeBlob(t *testing.T, s blob.Store) {
	const size, most = 64 << 20, 24 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	table := crc64.MakeTable(crc64.ECMA)
	sent, received := crc64.New(table), crc64.New(table)
	if err := s.Put(t.Context(), key(1), io.TeeReader(io.LimitReader(rand.NewChaCha8([32]byte{7}), size), sent)); err != nil {
		t.Fatal(err)
	}
	r, err := s.Open(t.Context(), key(1))
	if err != nil {
		t.Fatal(err)
	}
	n, err := io.Copy(received, r)
	if err := errors.Join(err, r.Close()); err != nil || n != size || sent.Sum64() != received.Sum64() {
		t.Errorf("read %d bytes of %d, %v; the same content: %t", n, size, err, sent.Sum64() == received.Sum64())
	}
	runtime.ReadMemStats(&after)
	used := after.TotalAlloc - before.TotalAlloc
	t.Logf("%d MiB stored and read with %d KiB of allocations", size>>20, used>>10)
	if used > most {
		t.Errorf("%d MiB of allocations, at most %d", used>>20, most>>20)
	}
}
