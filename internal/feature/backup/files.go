package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"plumbline/internal/platform/blob"
)

// partOf returns the name of a blob in a backup, which is that of its file below the data folder.
func partOf(key string) string {
	owner, id, _ := strings.Cut(key, "/")
	return path.Join(FilesFolder, owner, id[:2], id)
}

// keyOf returns the key of a blob in a backup; ok is false for other parts.
func keyOf(part string) (key string, ok bool) {
	names := strings.Split(part, "/")
	if len(names) != 4 || names[0] != FilesFolder {
		return "", false
	}
	key = names[1] + "/" + names[3]
	return key, blob.ValidKey(key)
}

// saveFiles adds the uploaded files to the backup. It runs after the copy of the database, so every file that the copy
// refers to exists.
func saveFiles(ctx context.Context, blobs blob.Store, work string) ([]Part, error) {
	var parts []Part
	err := blobs.Walk(ctx, func(key string, _ time.Time) error {
		name := partOf(key)
		switch err := saveFile(ctx, blobs, key, filepath.Join(work, filepath.FromSlash(name))); {
		case errors.Is(err, blob.ErrMissing): // an orphan that was deleted meanwhile
			return nil
		case err != nil:
			return err
		}
		parts = append(parts, Part{Name: name})
		return nil
	})
	return parts, err
}

func saveFile(ctx context.Context, blobs blob.Store, key, target string) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
		return err
	}
	if folder, ok := blobs.(blob.Directory); ok && folder.Link(key, target) == nil {
		return nil
	}
	from, err := blobs.Open(ctx, key)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Close())
}

// restoreFiles stores the uploaded files of an unpacked backup. It may be repeated.
func restoreFiles(ctx context.Context, blobs blob.Store, work string, parts []Part) error {
	for _, part := range parts {
		key, ok := keyOf(part.Name)
		if !ok {
			continue
		}
		if err := restoreFile(ctx, blobs, key, filepath.Join(work, filepath.FromSlash(part.Name))); err != nil {
			return fmt.Errorf("restore the uploaded files: %w", err)
		}
	}
	return nil
}

func restoreFile(ctx context.Context, blobs blob.Store, key, from string) error {
	file, err := os.Open(from)
	if err != nil {
		return err
	}
	return errors.Join(blobs.Put(ctx, key, file), file.Close())
}

// safeName reports whether a part may be written: a file directly in the folder, or one below the folder of uploaded
// files.
func safeName(name string) bool {
	return fs.ValidPath(name) && name != "." && !strings.Contains(name, `\`) && (!strings.Contains(name, "/") || strings.HasPrefix(name, FilesFolder+"/"))
}
