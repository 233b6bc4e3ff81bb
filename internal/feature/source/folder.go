package source

import (
	"io/fs"
	"os"
	"slices"

	"plumbline/internal/platform/errs"
)

// folder is a folder of the server. A link in it that leads out of it is not followed.
type folder struct{ *os.Root }

func (s *Service) openFolder(name string) (place, error) {
	if !slices.Contains(s.folders, name) { // another server may offer it
		return nil, errs.New(errs.FolderNotListed, "folder", name)
	}
	root, err := os.OpenRoot(name)
	if err != nil {
		return nil, errs.Wrap(err, errs.SourceUnreachable)
	}
	return folder{root}, nil
}

func (f folder) list() (found []listed, err error) {
	entries, err := fs.ReadDir(f.FS(), ".")
	if err != nil {
		return nil, errs.Wrap(err, errs.SourceUnreachable)
	}
	for _, entry := range entries {
		about, err := entry.Info()
		if err != nil || !about.Mode().IsRegular() { // it has gone, or is no file
			continue
		}
		found = append(found, listed{entry.Name(), about.Size(), modified(about.ModTime())})
	}
	return found, nil
}

func (f folder) open(name string) (content, error) { return f.Open(name) }
