package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/database"
)

// Files in the data folder of an embedded installation.
const (
	DataFile   = "plumbline.db"
	FramesFile = "frames.db"
	KeyFile    = "secret.key"
	// FilesFolder contains the uploaded files, unless they are in a bucket.
	FilesFolder = "files"
)

// Place is where an installation is kept.
type Place struct {
	Folder string     // data folder
	Blobs  blob.Store // uploaded files
}

// SaveEmbedded writes a backup of a data folder to w, even while a server uses the folder. It copies the data before
// the frame journal. The journal only drops frames below the cursor stored in the data. The copy therefore has every
// frame that its data still needs.
func SaveEmbedded(ctx context.Context, place Place, version string, w io.Writer) error {
	folder := place.Folder
	if _, err := os.Stat(filepath.Join(folder, DataFile)); err != nil {
		return fmt.Errorf("%s contains no installation: %w", folder, err)
	}
	work, err := os.MkdirTemp(folder, ".backup-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	manifest := Manifest{Format: 1, Engine: Embedded, Version: version, Created: time.Now().UTC()}
	for _, name := range []string{DataFile, FramesFile} {
		source := filepath.Join(folder, name)
		if _, err := os.Stat(source); errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err := copyDatabase(ctx, source, filepath.Join(work, name)); err != nil {
			return fmt.Errorf("copy %s: %w", name, err)
		}
		manifest.Parts = append(manifest.Parts, Part{Name: name})
	}
	key, err := os.ReadFile(filepath.Join(folder, KeyFile))
	switch {
	case err == nil:
		if err := os.WriteFile(filepath.Join(work, KeyFile), key, 0o600); err != nil {
			return err
		}
		manifest.Parts = append(manifest.Parts, Part{Name: KeyFile})
	case !errors.Is(err, os.ErrNotExist):
		return err
	}
	files, err := saveFiles(ctx, place.Blobs, work)
	if err != nil {
		return fmt.Errorf("copy the uploaded files: %w", err)
	}
	manifest.Parts = append(manifest.Parts, files...)
	return pack(w, work, manifest)
}

// RestoreEmbedded checks the whole backup, including the databases, before it stores the uploaded files and creates the
// data folder. The folder must not exist or be empty.
func RestoreEmbedded(ctx context.Context, r io.Reader, place Place) (Manifest, error) {
	folder := place.Folder
	if entries, err := os.ReadDir(folder); err == nil && len(entries) > 0 {
		return Manifest{}, fmt.Errorf("%s is not empty: restore into a new folder", folder)
	}
	if err := os.MkdirAll(filepath.Dir(filepath.Clean(folder)), 0o750); err != nil {
		return Manifest{}, err
	}
	work, err := os.MkdirTemp(filepath.Dir(filepath.Clean(folder)), ".restore-")
	if err != nil {
		return Manifest{}, err
	}
	defer os.RemoveAll(work)
	manifest, err := unpack(ctx, r, work)
	if err != nil {
		return manifest, err
	}
	if manifest.Engine != Embedded {
		return manifest, fmt.Errorf("this is a backup of an installation on PostgreSQL: give --database-url of an empty database")
	}
	for _, part := range manifest.Parts {
		if filepath.Ext(part.Name) != ".db" {
			continue
		}
		if err := checkDatabase(ctx, filepath.Join(work, part.Name)); err != nil {
			return manifest, fmt.Errorf("%s: %w", part.Name, err)
		}
	}
	if place.Blobs != blob.Store(blob.NewDirectory(filepath.Join(folder, FilesFolder))) { // where they are unpacked
		if err := restoreFiles(ctx, place.Blobs, work, manifest.Parts); err != nil {
			return manifest, err
		}
		if err := os.RemoveAll(filepath.Join(work, FilesFolder)); err != nil {
			return manifest, err
		}
	}
	if err := os.Remove(folder); err != nil && !errors.Is(err, os.ErrNotExist) {
		return manifest, err
	}
	return manifest, os.Rename(work, folder)
}

// copyDatabase makes a consistent copy of a database that may be in use.
func copyDatabase(ctx context.Context, source, target string) (err error) {
	db, err := database.OpenSQLite(ctx, source)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	// VACUUM INTO reads one snapshot and writes to another file. The reader does not allow it, because of query_only.
	conn, err := db.Reader().Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA query_only(0)"); err != nil {
		return err
	}
	_, err = conn.ExecContext(ctx, "VACUUM INTO ?", target)
	return err
}

func checkDatabase(ctx context.Context, path string) (err error) {
	db, err := database.OpenSQLite(ctx, path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	var verdict string
	if err := db.Reader().QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&verdict); err != nil {
		return fmt.Errorf("check: %w", err)
	}
	if verdict != "ok" {
		return fmt.Errorf("is damaged: %s", verdict)
	}
	return nil
}
