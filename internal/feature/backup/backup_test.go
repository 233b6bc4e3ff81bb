package backup_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"plumbline/internal/feature/backup"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
)

// While a writer keeps adding pairs of rows in one transaction each, a backup contains only complete pairs, everything
// written before it began, and the key.
func TestEmbeddedBackupIsConsistentWhileRunning(t *testing.T) {
	ctx := context.Background()
	folder := t.TempDir()
	db := open(t, filepath.Join(folder, backup.DataFile))
	exec(t, db, "CREATE TABLE pair (id BIGINT PRIMARY KEY, half BIGINT NOT NULL)")
	frames := open(t, filepath.Join(folder, backup.FramesFile))
	exec(t, frames, "CREATE TABLE frame (seq BIGINT PRIMARY KEY)")
	if err := os.WriteFile(filepath.Join(folder, backup.KeyFile), []byte("key"), 0o600); err != nil {
		t.Fatal(err)
	}
	blobs := filesIn(folder)
	put(t, blobs, "a picture")
	if err := os.WriteFile(filepath.Join(folder, "files/7/ab/.put-1"), []byte("half a picture"), 0o600); err != nil {
		t.Fatal(err)
	}
	add := func(i int) {
		t.Helper()
		if err := db.Write(ctx, func(tx *database.Tx) error {
			if _, err := tx.ExecContext(ctx, "INSERT INTO pair VALUES ($1, $2)", 2*i, i); err != nil {
				return err
			}
			_, err := tx.ExecContext(ctx, "INSERT INTO pair VALUES ($1, $2)", 2*i+1, i)
			return err
		}); err != nil {
			t.Error(err)
		}
	}
	const before = 50
	for i := range before {
		add(i)
	}
	stop := make(chan struct{})
	var writer sync.WaitGroup
	writer.Go(func() {
		for i := before; ; i++ {
			select {
			case <-stop:
				return
			default:
				add(i)
			}
		}
	})
	var saved bytes.Buffer
	err := backup.SaveEmbedded(ctx, backup.Place{Folder: folder, Blobs: blobs}, "test", &saved)
	close(stop)
	writer.Wait()
	if err != nil {
		t.Fatal(err)
	}

	target := filepath.Join(t.TempDir(), "restored")
	place := backup.Place{Folder: target, Blobs: filesIn(target)}
	manifest, err := backup.RestoreEmbedded(ctx, bytes.NewReader(saved.Bytes()), place)
	if err != nil {
		t.Fatal(err)
	}
	if len(manifest.Parts) != 4 {
		t.Errorf("parts %v, want data, frames, key and the complete picture", manifest.Parts)
	}
	has(t, place.Blobs, "a picture")
	restored := open(t, filepath.Join(target, backup.DataFile))
	var rows, halves int
	if err := restored.Reader().QueryRow("SELECT COUNT(*), COUNT(DISTINCT half) FROM pair").Scan(&rows, &halves); err != nil {
		t.Fatal(err)
	}
	if halves < before || rows != 2*halves {
		t.Errorf("%d rows of %d pairs: want whole pairs, at least %d", rows, halves, before)
	}
	if _, err := backup.RestoreEmbedded(ctx, bytes.NewReader(saved.Bytes()), place); err == nil {
		t.Error("restored over an existing installation")
	}
	for _, cut := range []int{0, 10, saved.Len() / 2, saved.Len() - 10} {
		fresh := filepath.Join(t.TempDir(), "cut")
		if _, err := backup.RestoreEmbedded(ctx, bytes.NewReader(saved.Bytes()[:cut]), backup.Place{Folder: fresh, Blobs: filesIn(fresh)}); err == nil {
			t.Errorf("a backup cut at %d bytes was restored", cut)
		}
		if _, err := os.Stat(fresh); err == nil {
			t.Errorf("a backup cut at %d bytes left a data folder", cut)
		}
	}
}

func TestScaledBackupRoundTrips(t *testing.T) {
	ctx := context.Background()
	source, target := pgtest.URL(t), pgtest.URL(t)
	schema := func(url string) error {
		db, err := database.OpenPostgres(ctx, url)
		if err != nil {
			return err
		}
		defer db.Close()
		return db.Write(ctx, func(tx *database.Tx) error {
			_, err := tx.ExecContext(ctx, `
				CREATE TABLE child_first (id BIGINT PRIMARY KEY, label TEXT);
				CREATE TABLE numbered (id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, label TEXT);
				CREATE TABLE a_child (id BIGINT PRIMARY KEY, parent BIGINT NOT NULL REFERENCES child_first(id));
				INSERT INTO child_first VALUES (0, 'made by the migration')`)
			return err
		})
	}
	if err := schema(source); err != nil {
		t.Fatal(err)
	}
	db, err := database.OpenPostgres(ctx, source)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	exec(t, db, "INSERT INTO child_first VALUES (1, '测点')")
	exec(t, db, "INSERT INTO a_child VALUES (7, 1)")
	exec(t, db, "INSERT INTO numbered (label) VALUES ('first'), ('second')")
	var saved bytes.Buffer
	folder, fresh := t.TempDir(), t.TempDir()
	put(t, filesIn(folder), "a picture")
	if err := backup.SaveScaled(ctx, source, backup.Place{Folder: folder, Blobs: filesIn(folder)}, "test", &saved); err != nil {
		t.Fatal(err)
	}
	place := backup.Place{Folder: fresh, Blobs: filesIn(fresh)}
	if _, err := backup.RestoreScaled(ctx, bytes.NewReader(saved.Bytes()), target, place,
		func(context.Context) error { return schema(target) }); err != nil {
		t.Fatal(err)
	}
	has(t, place.Blobs, "a picture")
	restored, err := database.OpenPostgres(ctx, target)
	if err != nil {
		t.Fatal(err)
	}
	defer restored.Close()
	var got string
	if err := restored.Reader().QueryRow("SELECT c.id || p.label FROM a_child c JOIN child_first p ON p.id = c.parent").Scan(&got); err != nil {
		t.Fatal(err)
	}
	if got != "7测点" {
		t.Errorf("restored %q", got)
	}
	var next int
	if err := restored.Reader().QueryRow("INSERT INTO numbered (label) VALUES ('third') RETURNING id").Scan(&next); err != nil || next != 3 {
		t.Errorf("the numbering continues with %d, %v", next, err)
	}
	_, err = backup.RestoreScaled(ctx, bytes.NewReader(saved.Bytes()), target, place, schemaAgain)
	if err == nil || !strings.Contains(err.Error(), "not empty") {
		t.Errorf("restore into a used database: %v", err)
	}
}

// uploaded is the key of a picture; its file is files/7/ab/abc….
const uploaded = "7/abc00000000000000000000000000000"

func filesIn(folder string) blob.Store {
	return blob.NewDirectory(filepath.Join(folder, backup.FilesFolder))
}

func put(t *testing.T, blobs blob.Store, content string) {
	t.Helper()
	if err := blobs.Put(t.Context(), uploaded, strings.NewReader(content)); err != nil {
		t.Fatal(err)
	}
}

func has(t *testing.T, blobs blob.Store, want string) {
	t.Helper()
	r, err := blobs.Open(t.Context(), uploaded)
	if err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	if err := errors.Join(err, r.Close()); err != nil || string(got) != want {
		t.Errorf("the uploaded picture was restored as %q, %v", got, err)
	}
}

func schemaAgain(context.Context) error { return fmt.Errorf("must not be reached") }

func open(t *testing.T, path string) *database.DB {
	t.Helper()
	db, err := database.OpenSQLite(context.Background(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

func exec(t *testing.T, db *database.DB, statement string) {
	t.Helper()
	if err := db.Write(context.Background(), func(tx *database.Tx) error {
		_, err := tx.Exec(statement)
		return err
	}); err != nil {
		t.Fatal(err)
	}
}
