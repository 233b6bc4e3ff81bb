package files

import (
	"archive/zip"
	"compress/gzip"
	"errors"
	"io"
	"path"
	"strings"

	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/errs"
)

// Limits of an upload, so that an archive cannot fill the disk or take hours.
const (
	MaxBytes    = 128 << 20 // as sent
	maxUnpacked = 512 << 20 // total of an archive
	maxEntries  = 200
	maxRatio    = 300 // unpacked / packed
	freeRatio   = 1 << 20
)

// Entry is a file of an upload: a member of a zip, or the upload itself.
type Entry struct {
	Name string `json:"name"`
	Size int64  `json:"size" doc:"Unpacked size in bytes; 0: not known before reading"`
}

// archive gives access to the files of an upload.
type archive struct {
	source  blob.Content
	size    int64
	name    string
	zip     *zip.Reader
	entries []Entry
}

func tooBig() error {
	return errs.New(errs.ArchiveTooBig, "files", maxEntries, "size", maxUnpacked>>20, "ratio", maxRatio)
}

func openArchive(source blob.Content, name string, size int64) (*archive, error) {
	a := &archive{source: source, size: size, name: name}
	mark := make([]byte, 4)
	n, err := source.ReadAt(mark, 0)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	switch mark = mark[:n]; {
	case string(mark) == "PK\x03\x04", string(mark) == "PK\x05\x06":
		return a, a.readZip()
	case len(mark) > 1 && mark[0] == 0x1f && mark[1] == 0x8b:
		a.entries = []Entry{{Name: strings.TrimSuffix(name, ".gz")}}
	default:
		a.entries = []Entry{{Name: name, Size: size}}
	}
	return a, nil
}

func (a *archive) readZip() error {
	reader, err := zip.NewReader(a.source, a.size)
	if err != nil {
		return errs.Wrap(err, errs.FileRead, "reason", "zip")
	}
	a.zip = reader
	var total uint64
	for _, f := range reader.File {
		if !isFile(f) {
			continue
		}
		if f.Name == "[Content_Types].xml" {
			return errs.New(errs.FileType, "type", "csv, txt, dat, … zip, gz")
		}
		total += f.UncompressedSize64
		if len(a.entries) == maxEntries || total > maxUnpacked || f.UncompressedSize64 > freeRatio && f.UncompressedSize64/maxRatio > f.CompressedSize64 {
			return tooBig()
		}
		a.entries = append(a.entries, Entry{Name: f.Name, Size: int64(f.UncompressedSize64)})
	}
	if len(a.entries) == 0 {
		return errs.New(errs.FileRead, "reason", "empty")
	}
	return nil
}

// isFile excludes folders and files that operating systems add to archives.
func isFile(f *zip.File) bool {
	base := path.Base(f.Name)
	return !f.FileInfo().IsDir() && !strings.HasPrefix(base, ".") && !strings.HasPrefix(f.Name, "__MACOSX/") && f.UncompressedSize64 > 0
}

// open opens the text of a file.
func (a *archive) open(name string) (io.ReadCloser, error) {
	if a.zip != nil {
		for _, f := range a.zip.File {
			if isFile(f) && f.Name == name {
				r, err := f.Open()
				if err != nil {
					return nil, errs.Wrap(err, errs.FileRead, "reason", "zip")
				}
				return bounded(r, r, int64(f.CompressedSize64)), nil
			}
		}
		return nil, errs.New(errs.NothingHere)
	}
	if name != a.entries[0].Name {
		return nil, errs.New(errs.NothingHere)
	}
	whole := io.NewSectionReader(a.source, 0, a.size)
	if a.entries[0].Size > 0 || a.size == 0 {
		return io.NopCloser(whole), nil
	}
	r, err := gzip.NewReader(whole)
	if err != nil {
		return nil, errs.Wrap(err, errs.FileRead, "reason", "gzip")
	}
	return bounded(r, r, a.size), nil
}

// bounded fails a read when an archive exceeds its limits.
func bounded(from io.Reader, closer io.Closer, packed int64) io.ReadCloser {
	return &bound{from: from, Closer: closer, left: min(maxUnpacked, max(packed*maxRatio, freeRatio))}
}

type bound struct {
	io.Closer
	from io.Reader
	left int64
}

func (b *bound) Read(p []byte) (int, error) {
	n, err := b.from.Read(p)
	if b.left -= int64(n); b.left < 0 {
		return 0, tooBig()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return n, errs.Wrap(err, errs.FileRead, "reason", "packed data")
	}
	return n, err
}
