package blob

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// Directory stores blobs as files below a folder: DIR/owner/ab/abcdef….
type Directory struct{ folder string }

var _ Store = Directory{}

// unfinished is the name prefix of files being written.
const unfinished = ".put-"

// NewDirectory returns a store below a folder, which is created with the first blob.
func NewDirectory(folder string) Directory { return Directory{folder: folder} }

func (d Directory) path(key string) (string, error) {
	if !ValidKey(key) {
		return "", fmt.Errorf("blob key %q", key)
	}
	owner, name, _ := strings.Cut(key, "/")
	return filepath.Join(d.folder, owner, name[:2], name), nil
}

// Put renames the file to its final name only after it is on disk.
func (d Directory) Put(ctx context.Context, key string, r io.Reader) (err error) {
	path, err := d.path(key)
	if err != nil {
		return err
	}
	folder := filepath.Dir(path)
	if err := os.MkdirAll(folder, 0o750); err != nil {
		return fmt.Errorf("store blob: %w", err)
	}
	file, err := os.CreateTemp(folder, unfinished)
	if err != nil {
		return fmt.Errorf("store blob: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	_, err = io.Copy(file, r)
	if err = errors.Join(err, ctx.Err(), file.Sync(), file.Close()); err != nil {
		return fmt.Errorf("store blob: %w", err)
	}
	if err := os.Rename(file.Name(), path); err != nil {
		return fmt.Errorf("store blob: %w", err)
	}
	return syncFolder(folder)
}

// syncFolder makes a rename survive a power failure.
func syncFolder(folder string) error {
	f, err := os.Open(folder)
	if err != nil {
		return fmt.Errorf("store blob: %w", err)
	}
	return errors.Join(f.Sync(), f.Close())
}

func (d Directory) Open(_ context.Context, key string) (Content, error) {
	path, err := d.path(key)
	if err != nil {
		return nil, errors.Join(ErrMissing, err)
	}
	file, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrMissing
	}
	if err != nil {
		return nil, fmt.Errorf("open blob: %w", err)
	}
	return file, nil
}

// Link makes target a second name of a blob's file, on the same file system.
func (d Directory) Link(key, target string) error {
	path, err := d.path(key)
	if err != nil {
		return err
	}
	return os.Link(path, target)
}

func (d Directory) Delete(_ context.Context, key string) error {
	path, err := d.path(key)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete blob: %w", err)
	}
	return nil
}

// Walk removes files left unfinished by a crash once they are a day old.
func (d Directory) Walk(ctx context.Context, do func(key string, stored time.Time) error) error {
	err := filepath.WalkDir(d.folder, func(path string, entry fs.DirEntry, err error) error {
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if entry.IsDir() {
			return nil
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) { // deleted meanwhile
			return nil
		}
		if err != nil {
			return err
		}
		if strings.HasPrefix(entry.Name(), unfinished) {
			if time.Since(info.ModTime()) > 24*time.Hour {
				return os.Remove(path)
			}
			return nil
		}
		owner := filepath.Base(filepath.Dir(filepath.Dir(path)))
		key := owner + "/" + entry.Name()
		if place, err := d.path(key); err == nil && place == path {
			return do(key, info.ModTime())
		}
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
