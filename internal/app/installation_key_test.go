package app

import (
	"context"
	"encoding/hex"
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/feature/backup"
	"plumbline/internal/testing/pgtest"
)

// A server starts only with the key that sealed the secrets in the database, on both databases.
func TestServerNeedsKeyOfDatabase(t *testing.T) {
	for name, url := range map[string]func(testing.TB) string{
		"sqlite":   func(testing.TB) string { return "" },
		"postgres": pgtest.URL,
	} {
		t.Run(name, func(t *testing.T) {
			config := Config{Data: t.TempDir(), DatabaseURL: url(t)}
			if err := openOnce(t.Context(), config); err != nil {
				t.Fatal("first start:", err)
			}
			file := filepath.Join(config.Data, backup.KeyFile)
			key, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if err := openOnce(t.Context(), config); err != nil {
				t.Error("second start:", err)
			}
			if err := os.Rename(file, file+".moved"); err != nil {
				t.Fatal(err)
			}
			refuses(t, "without the file", config, "is missing", "--key-file")
			if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
				t.Error("a server without the key made another one:", err)
			}
			config.KeyFile = file + ".moved"
			if err := openOnce(t.Context(), config); err != nil {
				t.Error("with --key-file:", err)
			}
			config.KeyFile, config.Key = "", hex.EncodeToString(key)
			if err := openOnce(t.Context(), config); err != nil {
				t.Error("with PLUMBLINE_KEY:", err)
			}
			config.Key = strings.Repeat("07", 32)
			refuses(t, "with another key", config, "PLUMBLINE_KEY has the key", "the database belongs to")
			config.Key = "secret"
			refuses(t, "with no key at all", config, "64 hexadecimal digits")
		})
	}
}

// Two servers that start at once on an empty database agree on one key: the other one is refused.
func TestFirstStartsAgreeOnOneKey(t *testing.T) {
	url := pgtest.URL(t)
	var starts sync.WaitGroup
	results := make([]error, 2)
	configs := []Config{{Data: t.TempDir(), DatabaseURL: url}, {Data: t.TempDir(), DatabaseURL: url}}
	if err := Migrate(t.Context(), url); err != nil {
		t.Fatal(err)
	}
	for i := range configs {
		starts.Go(func() { results[i] = openOnce(context.WithoutCancel(t.Context()), configs[i]) })
	}
	starts.Wait()
	if (results[0] == nil) == (results[1] == nil) {
		t.Fatalf("one server should start: %v; %v", results[0], results[1])
	}
	for i, err := range results {
		if err == nil {
			continue
		}
		if !strings.Contains(err.Error(), "the database belongs to") {
			t.Error(err)
		}
		configs[i].KeyFile = filepath.Join(configs[1-i].Data, backup.KeyFile)
		if err := openOnce(t.Context(), configs[i]); err != nil {
			t.Error("with the key of the other server:", err)
		}
	}
}

func openOnce(ctx context.Context, config Config) error {
	in, err := Open(ctx, config, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	return in.Close()
}

func refuses(t *testing.T, what string, config Config, texts ...string) {
	t.Helper()
	err := openOnce(t.Context(), config)
	if err == nil {
		t.Errorf("%s: it starts", what)
		return
	}
	for _, text := range texts {
		if !strings.Contains(err.Error(), text) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want one line with %q", what, err, text)
		}
	}
}
