package app

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/testing/pgtest"
)

// TestServersStartTogether: three servers that start at once on an empty database migrate it one after the other, and
// one of them makes the corporation and its administrator.
func TestServersStartTogether(t *testing.T) {
	url := pgtest.URL(t)
	const servers = 3
	var starting sync.WaitGroup
	var made [servers]bool
	var failed [servers]error
	for i := range servers {
		config := Config{Data: t.TempDir(), DatabaseURL: url, Key: strings.Repeat("5a", 32), AdminPassword: "Start-2468!", Version: "test"}
		starting.Go(func() {
			in, err := Open(context.WithoutCancel(t.Context()), config, slog.New(slog.DiscardHandler))
			if err != nil {
				failed[i] = err
				return
			}
			_, _, made[i], err = in.FirstStart(t.Context())
			failed[i] = errors.Join(err, in.Close())
		})
	}
	starting.Wait()
	first := 0
	for i := range servers {
		if failed[i] != nil {
			t.Errorf("server %d: %v", i, failed[i])
		}
		if made[i] {
			first++
		}
	}
	if first != 1 {
		t.Errorf("%d servers made the administrator, want one", first)
	}
}
