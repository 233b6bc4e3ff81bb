package blob_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/blob/blobtest"
)

func TestDirectory(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Store { return blob.NewDirectory(filepath.Join(t.TempDir(), "files")) })
}

func TestLeftoversOfACrashAreRemovedAfterADay(t *testing.T) {
	folder := t.TempDir()
	left := filepath.Join(folder, "7", "ab", ".put-123")
	if err := os.MkdirAll(filepath.Dir(left), 0o750); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(left, []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	none := func(key string, _ time.Time) error { t.Errorf("met %s", key); return nil }
	d := blob.NewDirectory(folder)
	if err := d.Walk(context.Background(), none); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); err != nil {
		t.Errorf("a file being written was removed: %v", err)
	}
	old := time.Now().Add(-25 * time.Hour)
	if err := os.Chtimes(left, old, old); err != nil {
		t.Fatal(err)
	}
	if err := d.Walk(context.Background(), none); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(left); !os.IsNotExist(err) {
		t.Errorf("after a day: %v", err)
	}
}
