package files

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"slices"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Mark is how far a file that grows was read. The zero mark is that of a new file.
type Mark struct {
	Header   string // fingerprint of the names of its columns
	Position int64  // in bytes, after the last complete row
	LastRow  string // fingerprint of that row, with its time and record number
}

// Growing is a file of which a part may have been imported before.
type Growing struct {
	Name    string
	Size    int64
	Content io.ReaderAt
	Mark    Mark
	// Complete says that nothing follows the last line, even if its line end is missing.
	Complete bool
	// Headers are the ones that fit the layout; none: any.
	Headers []string
}

// maxAdded is how much of a file is imported at once.
const maxAdded = 64 << 20

// Follow imports the rows that were added to a file of a device since its mark, and returns the new mark. A file that was
// replaced or shortened is read from its beginning; rows that are stored already change nothing. errs.HeaderChanged means
// that its columns are others than before.
func (s *Service) Follow(ctx context.Context, device int64, file Growing, layout loggerfile.Layout) (Mark, Counts, error) {
	a, err := openArchive(struct {
		io.ReaderAt
		io.ReadSeekCloser
	}{file.Content, nil}, file.Name, file.Size)
	if err != nil {
		return file.Mark, Counts{}, err
	}
	f := following{Service: s, archive: a, device: device, file: file, now: clock.Now().UnixMilli()}
	if a.zip == nil && a.entries[0].Size > 0 && tailed(&layout) {
		return f.tail(ctx, layout)
	}
	return f.whole(ctx, layout)
}

// tailed reports whether rows can be read without those before them.
func tailed(layout *loggerfile.Layout) bool {
	lines := layout.Source == "" || layout.Source == loggerfile.SourceLines
	return lines && layout.End == "" && layout.StartTime == "" && layout.Encoding != "utf-16le" && layout.Encoding != "utf-16be"
}

type following struct {
	*Service
	archive *archive
	device  int64
	file    Growing
	now     int64
	last    ingest.Entry
	counts  tally
}

// fit adapts the layout to a file of the archive and checks its header.
func (f *following) fit(entry string, layout loggerfile.Layout) (fitted loggerfile.Layout, header string, wide bool, err error) {
	beginning, err := f.archive.beginning(entry, &layout)
	if err != nil {
		return layout, "", false, err
	}
	if layout.Format != "" && layout.Format != loggerfile.FormatTable {
		layout = loggerfile.Fit(beginning, layout)
	}
	sum := sha256.New()
	for _, c := range loggerfile.Describe(beginning, layout).Columns {
		_, _ = io.WriteString(sum, c.Name+"\x00"+c.Unit+"\x00"+c.Processing+"\n") // a hash does not fail
	}
	header = hex.EncodeToString(sum.Sum(nil)[:16])
	if len(f.file.Headers) > 0 && !slices.Contains(f.file.Headers, header) {
		return layout, header, false, errs.New(errs.HeaderChanged, "file", f.file.Name)
	}
	return layout, header, beginning.Encoding == "utf-16le" || beginning.Encoding == "utf-16be", nil
}

// tail imports the complete lines behind the mark.
func (f *following) tail(ctx context.Context, layout loggerfile.Layout) (Mark, Counts, error) {
	mark := f.file.Mark
	end, err := lineEnd(f.file.Content, min(f.file.Size, max(0, mark.Position)+maxAdded))
	if err != nil {
		return mark, Counts{}, err
	}
	if f.file.Complete && f.file.Size-mark.Position <= maxAdded {
		end = f.file.Size
	}
	layout, header, wide, err := f.fit(f.archive.entries[0].Name, layout)
	if err != nil {
		return mark, Counts{}, err
	}
	if wide {
		return f.whole(ctx, layout)
	}
	head, err := headerEnd(f.file.Content, end, layout.HeaderLines)
	if err != nil {
		return mark, Counts{}, err
	}
	start, err := f.resume(head)
	if err != nil {
		return mark, Counts{}, err
	}
	if end <= start { // the next row is not complete
		return mark, Counts{}, nil
	}
	counts, err := f.load(ctx, layout, func() (io.ReadCloser, error) {
		return io.NopCloser(io.MultiReader(io.NewSectionReader(f.file.Content, 0, head), io.NewSectionReader(f.file.Content, start, end-start))), nil
	})
	if err != nil {
		return mark, counts, err
	}
	row, err := rowBefore(f.file.Content, end)
	return Mark{Header: header, Position: end, LastRow: row}, counts, err
}

// resume returns where reading goes on: behind the last row that was read if it is still there, else behind the header. A
// row that was read without its line end is read again, since it may have been cut.
func (f *following) resume(head int64) (int64, error) {
	mark := f.file.Mark
	if mark.LastRow == "" || mark.Position <= head || mark.Position > f.file.Size {
		return head, nil
	}
	row, err := rowBefore(f.file.Content, mark.Position)
	if err != nil || row != mark.LastRow {
		return head, err
	}
	last := make([]byte, 1)
	if _, err := f.file.Content.ReadAt(last, mark.Position-1); err != nil && !errors.Is(err, io.EOF) {
		return head, err
	}
	if last[0] == '\n' {
		return mark.Position, nil
	}
	start, err := lineEnd(f.file.Content, mark.Position)
	return max(head, start), err
}

// whole imports all files of an archive, or a file whose rows depend on each other.
func (f *following) whole(ctx context.Context, layout loggerfile.Layout) (Mark, Counts, error) {
	mark, total := Mark{Position: f.file.Size}, Counts{}
	for _, entry := range f.archive.entries {
		fitted, header, _, err := f.fit(entry.Name, layout)
		if err != nil {
			return f.file.Mark, total, err
		}
		mark.Header = header
		counts, err := f.load(ctx, fitted, func() (io.ReadCloser, error) { return f.archive.open(entry.Name) })
		if err != nil {
			return f.file.Mark, total, err
		}
		total.add(counts)
	}
	return mark, total, nil
}

// load imports rows and waits until they are stored.
func (f *following) load(ctx context.Context, layout loggerfile.Layout, open func() (io.ReadCloser, error)) (Counts, error) {
	c := conversion{layout: &layout, open: open, now: f.now, refuse: func(loggerfile.Refused) {}}
	found, err := c.scan()
	if err != nil {
		return Counts{}, err
	}
	before := f.counts
	counts, err := c.run(found, func(b *batch) error { return f.send(ctx, b, &layout) })
	if err == nil && f.last.Seq != 0 {
		err = f.into.WaitStored(ctx, f.last)
	}
	counts.Stored, counts.Equal, counts.Revised = f.counts.Stored-before.Stored, f.counts.Equal-before.Equal, f.counts.Revised-before.Revised
	return counts, err
}

func (f *following) send(ctx context.Context, b *batch, layout *loggerfile.Layout) error {
	if err := b.compare(ctx, f.readings, f.device, layout); err != nil {
		return err
	}
	f.counts.count(b)
	for _, frame := range b.frames(layout) {
		var err error
		if f.last, err = f.into.Commit(ctx, ingest.Frame{
			Device: f.device, Transport: ingest.File, Kind: ingest.Up, Received: f.now, Payload: frame,
		}); err != nil {
			return err
		}
	}
	return nil
}

// window is how much is read at once when looking for line ends.
const window = 64 << 10

// lineEnd returns the position after the last line end before a position; 0 if there is none.
func lineEnd(content io.ReaderAt, before int64) (int64, error) {
	piece := make([]byte, window)
	for before > 0 {
		from := max(0, before-window)
		n, err := content.ReadAt(piece[:before-from], from)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if i := bytes.LastIndexByte(piece[:n], '\n'); i >= 0 {
			return from + int64(i) + 1, nil
		}
		before = from
	}
	return 0, nil
}

// headerEnd returns the position after a number of lines, at most end.
func headerEnd(content io.ReaderAt, end int64, lines int) (int64, error) {
	piece := make([]byte, window)
	for at := int64(0); at < end && lines > 0; {
		n, err := content.ReadAt(piece[:min(window, end-at)], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		for i, c := range piece[:n] {
			if c == '\n' {
				if lines--; lines == 0 {
					return at + int64(i) + 1, nil
				}
			}
		}
		if n == 0 {
			break
		}
		at += int64(n)
	}
	if lines > 0 {
		return end, nil
	}
	return 0, nil
}

// rowBefore returns the fingerprint of the line that ends at a position.
func rowBefore(content io.ReaderAt, end int64) (string, error) {
	start, err := lineEnd(content, end-1)
	if err != nil || end <= start {
		return "", err
	}
	sum := sha256.New()
	if _, err := io.Copy(sum, io.NewSectionReader(content, start, end-start)); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:16]), nil
}
