package backup_test

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"testing"

	"plumbline/internal/feature/backup"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/blob/s3"
	"plumbline/internal/platform/database"
	"plumbline/internal/testing/pgtest"
	"plumbline/internal/testing/s3test"
)

func bucket(t *testing.T) blob.Store {
	t.Helper()
	location, config := s3test.Bucket(t)
	s, err := s3.New(location, config, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A backup contains the uploaded files wherever they are, and can be restored into a folder or a bucket.
func TestUploadedFilesAreRestoredIntoFolderOrBucket(t *testing.T) {
	inFolder := func(_ *testing.T, folder string) blob.Store { return filesIn(folder) }
	inBucket := func(t *testing.T, _ string) blob.Store { return bucket(t) }
	for name, c := range map[string]struct {
		from, to func(*testing.T, string) blob.Store
	}{
		"bucket to bucket": {inBucket, inBucket}, "bucket to folder": {inBucket, inFolder}, "folder to bucket": {inFolder, inBucket},
	} {
		t.Run("embedded "+name, func(t *testing.T) {
			folder, fresh := t.TempDir(), filepath.Join(t.TempDir(), "fresh")
			exec(t, open(t, filepath.Join(folder, backup.DataFile)), "CREATE TABLE thing (id BIGINT PRIMARY KEY)")
			from, to := backup.Place{Folder: folder, Blobs: c.from(t, folder)}, backup.Place{Folder: fresh, Blobs: c.to(t, fresh)}
			put(t, from.Blobs, "a picture")
			var saved bytes.Buffer
			if err := backup.SaveEmbedded(t.Context(), from, "test", &saved); err != nil {
				t.Fatal(err)
			}
			if _, err := backup.RestoreEmbedded(t.Context(), &saved, to); err != nil {
				t.Fatal(err)
			}
			has(t, to.Blobs, "a picture")
			if _, folder := to.Blobs.(blob.Directory); !folder {
				if _, err := os.Stat(filepath.Join(fresh, backup.FilesFolder)); !os.IsNotExist(err) {
					t.Errorf("the files are also in the data folder: %v", err)
				}
			}
		})
		t.Run("scaled "+name, func(t *testing.T) {
			source, target := pgtest.URL(t), pgtest.URL(t)
			from, to := backup.Place{Folder: t.TempDir()}, backup.Place{Folder: t.TempDir()}
			from.Blobs, to.Blobs = c.from(t, from.Folder), c.to(t, to.Folder)
			put(t, from.Blobs, "a picture")
			var saved bytes.Buffer
			if err := backup.SaveScaled(t.Context(), source, from, "test", &saved); err != nil {
				t.Fatal(err)
			}
			migrate := func(ctx context.Context) error {
				db, err := database.OpenPostgres(ctx, target)
				if err != nil {
					return err
				}
				return db.Close()
			}
			if _, err := backup.RestoreScaled(t.Context(), &saved, target, to, migrate); err != nil {
				t.Fatal(err)
			}
			has(t, to.Blobs, "a picture")
		})
	}
}
