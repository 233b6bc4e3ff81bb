package files

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"

	"plumbline/internal/field/protocol/loggerfile"
)

// Local is a file on this machine, read without a server.
type Local struct{ archive *archive }

// OpenLocal opens a file.
func OpenLocal(path string) (*Local, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	about, err := file.Stat()
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	a, err := openArchive(file, filepath.Base(path), about.Size())
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &Local{a}, nil
}

// Close closes the file.
func (l *Local) Close() error { return l.archive.source.Close() }

// Preview previews the file.
func (l *Local) Preview(ctx context.Context, wish Wish) (Preview, error) {
	return preview(ctx, l.archive, wish)
}

// Read reads one entry by a layout.
func (l *Local) Read(entry string, layout loggerfile.Layout, visit func(loggerfile.Row) error) error {
	file, err := l.archive.open(entry)
	if err != nil {
		return err
	}
	defer file.Close()
	_, err = layout.Read(file, visit, func(loggerfile.Refused) {})
	return err
}

// SetTimeFormat replaces the detected time format: that of the date and, after a space, that of the time of day if it
// is in another column.
func SetTimeFormat(layout *loggerfile.Layout, format string) {
	date, clock, both := strings.Cut(format, " ")
	for i := range layout.Time {
		switch t := &layout.Time[i]; t.Role {
		case loggerfile.RoleTime:
			t.Format = format
		case loggerfile.RoleDate:
			t.Format = date
		case loggerfile.RoleTimeOfDay:
			if both {
				t.Format = clock
			}
		}
	}
}
