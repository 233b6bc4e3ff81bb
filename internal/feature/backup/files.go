package backup

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// saveFiles adds the uploaded files of a data folder to the backup. It runs after the copy of the database, so every
// file that the copy refers to exists. The files never change, so hard links are sufficient.
func saveFiles(ctx context.Context, folder, work string) ([]Part, error) {
	var parts []Part
	source := filepath.Join(folder, FilesFolder)
	err := filepath.WalkDir(source, func(file string, entry fs.DirEntry, err error) error {
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		if entry.IsDir() || strings.HasPrefix(entry.Name(), ".") { // an unfinished file
			return nil
		}
		inside, err := filepath.Rel(source, file)
		if err != nil {
			return err
		}
		name := path.Join(FilesFolder, filepath.ToSlash(inside))
		switch err := linkOrCopy(file, filepath.Join(work, filepath.FromSlash(name))); {
		case errors.Is(err, fs.ErrNotExist): // an orphan that was deleted meanwhile
			return nil
		case err != nil:
			return err
		}
		parts = append(parts, Part{Name: name})
		return nil
	})
	if errors.Is(err, fs.ErrNotExist) && len(parts) == 0 {
		return nil, nil
	}
	return parts, err
}

// restoreFiles moves the uploaded files of an unpacked backup into a data folder.
func restoreFiles(work, folder string, parts []Part) error {
	for _, part := range parts {
		if !strings.HasPrefix(part.Name, FilesFolder+"/") {
			continue
		}
		if err := linkOrCopy(filepath.Join(work, filepath.FromSlash(part.Name)), filepath.Join(folder, filepath.FromSlash(part.Name))); err != nil {
			return err
		}
	}
	return nil
}

// linkOrCopy hard-links a file, or copies it to another file system.
func linkOrCopy(source, target string) error {
	if err := os.MkdirAll(filepath.Dir(target), 0o750); err != nil {
		return err
	}
	if err := os.Link(source, target); err == nil || errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrExist) {
		return err
	}
	from, err := os.Open(source)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(target, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Sync(), to.Close())
}

// safeName reports whether a part may be written: a file directly in the folder, or one below the folder of uploaded
// files.
func safeName(name string) bool {
	return fs.ValidPath(name) && name != "." && !strings.Contains(name, `\`) && (!strings.Contains(name, "/") || strings.HasPrefix(name, FilesFolder+"/"))
}
