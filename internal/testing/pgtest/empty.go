package pgtest

import (
	"fmt"
	"hash/fnv"
	"io/fs"
	"os"
	"path/filepath"
)

// create makes the data folder of a server without databases. initdb takes a second of processor time, so what it made is kept for
// the tests of other packages, where that is possible.
func (s *Server) create() error {
	kept := s.keptFolder()
	if kept != "" && s.copyFolder(kept) == nil {
		return nil
	}
	if err := os.RemoveAll(s.data); err != nil {
		return err
	}
	if err := s.program("initdb", "-U", "plumbline", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"); err != nil {
		return err
	}
	if kept != "" {
		_ = keep(s.data, kept) // without it the next one takes longer
	}
	return nil
}

// keptFolder is where the folder of this version of PostgreSQL is kept; empty: nowhere.
func (s *Server) keptFolder() string {
	caches, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	program := filepath.Join(s.bin, "postgres")
	info, err := os.Stat(program)
	if err != nil {
		return ""
	}
	version := fnv.New64a()
	fmt.Fprintln(version, program, info.Size(), info.ModTime())
	return filepath.Join(caches, "plumbline-pgtest", fmt.Sprintf("%x", version.Sum64()))
}

// keep copies a folder, unless another process has been faster.
func keep(folder, as string) error {
	if err := os.MkdirAll(filepath.Dir(as), 0o700); err != nil {
		return err
	}
	made, err := os.MkdirTemp(filepath.Dir(as), "new")
	if err != nil {
		return err
	}
	defer os.RemoveAll(made)
	if err := os.CopyFS(made, os.DirFS(folder)); err != nil {
		return err
	}
	if err := os.Rename(made, as); err != nil && !exists(as) {
		return err
	}
	return nil
}

// copyFolder copies a kept folder for the account of the server, which alone may read it.
func (s *Server) copyFolder(kept string) error {
	if err := os.CopyFS(s.data, os.DirFS(kept)); err != nil {
		return err
	}
	if err := os.Chmod(s.data, 0o700); err != nil || !s.asNobody {
		return err
	}
	return filepath.WalkDir(s.data, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chown(path, nobody, nobody)
	})
}
