package source

import (
	"context"
	"io"
	"path"
	"slices"
	"strings"
	"time"

	"plumbline/internal/field/ingest/files"
	"plumbline/internal/platform/errs"
)

const (
	usualLook = 60 // s between two looks for files
	maxFiles  = 2000
)

// checkFiles validates the settings of files.
func (s *Source) checkFiles(secrets []string) error {
	f := s.Settings.Files
	var refused errs.Refusals
	if err := refused.Merge("layout.", f.Layout.Check()); err != nil {
		return err
	}
	if len(s.Devices) > 1 { // a file is that of one device
		refused.Add("deviceIds", errs.TooManyEntries, "max", 1)
	}
	if _, err := path.Match(f.Pattern, ""); err != nil || strings.ContainsAny(f.Pattern, "/\\\x00") {
		refused.Add("pattern", errs.PatternInvalid)
	}
	given := map[string]string{"folder": f.Folder, "address": f.Address, "user": f.User, "hostKey": f.HostKey}
	wanted := map[Kind][]string{Folder: {"folder"}, SFTP: {"folder", "address", "user", "hostKey"}}[s.Kind]
	for name, value := range given {
		switch {
		case value != "" && !slices.Contains(wanted, name):
			refused.Add(name, errs.Unexpected)
		case value == "" && slices.Contains(wanted, name) && name != "hostKey":
			refused.Add(name, errs.Empty)
		}
	}
	switch {
	case s.Kind == Upload && f.Every != 0:
		refused.Add("every", errs.Unexpected)
	case s.Kind != Upload && f.Every == 0:
		f.Every = usualLook
	case s.Kind != Upload && (f.Every < minLook || f.Every > maxEvery):
		refused.Add("every", errs.OutOfRange, "min", minLook, "max", maxEvery)
	}
	if s.Kind == SFTP {
		f.checkSFTP(&refused, secrets)
	}
	return refused.Err()
}

// listed is a file that may have changed.
type listed struct {
	name     string
	size     int64
	modified int64 // UTC ms
}

// unchanged reports whether a file is as it was at the last look.
func (f File) unchanged(now listed) bool { return f.Size == now.size && f.Modified == now.modified }

// place is where files come from.
type place interface {
	list() ([]listed, error)
	open(name string) (content, error)
	Close() error
}

// content is an open file.
type content interface {
	io.ReaderAt
	io.Closer
}

// lookForFiles imports what has been added to the files of a source. A changed header stops the source.
func (s *Service) lookForFiles(ctx context.Context, src *Source, run *Run) error {
	at, err := s.openPlace(ctx, src)
	if err != nil {
		return err
	}
	defer at.Close()
	run.Requests++
	found, err := at.list()
	if err != nil {
		return err
	}
	found = slices.DeleteFunc(found, func(f listed) bool {
		fits, _ := path.Match(src.Settings.Files.Pattern, f.name) // checked when it was entered
		return src.Settings.Files.Pattern != "" && !fits || strings.HasPrefix(f.name, ".")
	})
	slices.SortFunc(found, func(a, b listed) int { return strings.Compare(a.name, b.name) })
	if len(found) > maxFiles {
		return errs.OnField("settings.files.pattern", errs.TooManyEntries, "max", maxFiles)
	}
	known, err := s.store.FilesOf(ctx, src.ID)
	if err != nil {
		return err
	}
	var first error
	for _, f := range found {
		before := known[f.name]
		if before.Header != "" && before.unchanged(f) && before.Position >= f.size {
			continue
		}
		after, err := s.takeFile(ctx, src, at, f, known, run)
		if ctx.Err() != nil || errs.Is(err, errs.HeaderChanged) {
			return err
		}
		if err == nil {
			err = s.store.SaveFile(ctx, src, after)
			known[f.name] = after
		}
		if first == nil {
			first = err
		}
	}
	return first
}

func (s *Service) takeFile(ctx context.Context, src *Source, at place, f listed, known map[string]File, run *Run) (File, error) {
	file, err := at.open(f.name)
	if err != nil {
		return File{}, err
	}
	defer file.Close()
	after, _, err := s.follow(ctx, src, f, file, known, run)
	return after, err
}

// follow imports what has been added to a file, and returns how far it was read.
func (s *Service) follow(ctx context.Context, src *Source, f listed, from io.ReaderAt, known map[string]File, run *Run) (File, files.Counts, error) {
	before := known[f.name]
	growing := files.Growing{
		Name: f.name, Size: f.size, Content: from, Mark: files.Mark{Header: before.Header, Position: before.Position, LastRow: before.LastRow},
	}
	growing.Complete = src.Kind == Upload || before.unchanged(f) // nobody writes to it any more
	for _, other := range known {
		if other.Header != "" {
			growing.Headers = append(growing.Headers, other.Header)
		}
	}
	if f.size == 0 {
		return before, files.Counts{}, nil
	}
	mark, counts, err := s.imports.Follow(ctx, src.Devices[0], growing, src.Settings.Files.Layout)
	run.Frames++
	run.Readings += counts.Stored
	run.Bytes += max(0, mark.Position-before.Position)
	after := File{Name: f.name, Size: f.size, Modified: f.modified, Header: mark.Header, Position: mark.Position, LastRow: mark.LastRow}
	return after, counts, err
}

// openPlace opens the folder of a source.
func (s *Service) openPlace(ctx context.Context, src *Source) (place, error) {
	if src.Kind == Folder {
		return s.openFolder(src.Settings.Files.Folder)
	}
	secrets, err := s.secrets(ctx, src.ID)
	if err != nil {
		return nil, err
	}
	return s.dialSFTP(ctx, src, secrets)
}

func modified(at time.Time) int64 { return at.UnixMilli() }
