package files

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path"
	"strconv"
	"strings"

	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/errs"
)

// Upload is an uploaded file for a device.
type Upload struct {
	ID        int64
	DeviceID  int64
	Name      string
	Size      int64 // bytes
	Blob      string
	CreatedAt int64 // UTC ms
}

// NamedLayout is a saved layout for a corporation, a project or a device.
type NamedLayout struct {
	ID            int64
	CorporationID int64
	ProjectID     int64 // 0: the whole corporation
	DeviceID      int64 // 0: all devices
	Name          string
	Layout        loggerfile.Layout
	AccountID     int64
	UpdatedAt     int64 // UTC ms
}

// Store stores uploads, refused rows and named layouts.
type Store interface {
	AddUpload(ctx context.Context, u *Upload) error
	// Upload returns an upload of a device, or errs.NothingHere once it is deleted.
	Upload(ctx context.Context, device, id int64) (Upload, error)
	SaveImportRefusals(ctx context.Context, job int64, packed []byte) error
	ImportRefusals(ctx context.Context, job int64) ([]byte, error)
	// ForgetImports deletes uploads and refused rows older than times (UTC ms). Their blobs go with the next sweep of
	// unreferenced blobs.
	ForgetImports(ctx context.Context, uploads, refusals int64) error

	// NamedLayouts returns the layouts usable for a device, most specific first.
	NamedLayouts(ctx context.Context, scope access.Scope, device int64) ([]NamedLayout, error)
	// SaveNamedLayout inserts or, with an id, updates a layout; NameUsed if another with the same owner has the name.
	SaveNamedLayout(ctx context.Context, who audit.Actor, l *NamedLayout) error
	DeleteNamedLayout(ctx context.Context, who audit.Actor, device, id int64) error
}

// Service imports files with jobs.
type Service struct {
	store    Store
	into     Importer
	blobs    blob.Store
	readings Readings
}

// NewService returns a service.
func NewService(store Store, into Importer, blobs blob.Store, readings Readings) *Service {
	return &Service{store: store, into: into, blobs: blobs, readings: readings}
}

// Keep stores an upload while reading it.
func (s *Service) Keep(ctx context.Context, corporation, device int64, name string, from io.Reader) (Upload, error) {
	random := make([]byte, 16)
	if _, err := rand.Read(random); err != nil {
		return Upload{}, fmt.Errorf("name an upload: %w", err)
	}
	u := Upload{DeviceID: device, Name: cleanName(name), Blob: strconv.FormatInt(corporation, 10) + "/" + hex.EncodeToString(random)}
	count := &counting{from: from}
	if err := s.blobs.Put(ctx, u.Blob, count); err != nil {
		var refused *errs.Error
		if errors.As(err, &refused) {
			return Upload{}, refused
		}
		return Upload{}, err
	}
	u.Size = count.n
	err := s.add(ctx, &u)
	if err != nil {
		return Upload{}, errors.Join(err, s.blobs.Delete(context.WithoutCancel(ctx), u.Blob))
	}
	return u, nil
}

func (s *Service) add(ctx context.Context, u *Upload) error {
	if u.Size == 0 {
		return errs.New(errs.FileRead, "reason", "empty")
	}
	return s.store.AddUpload(ctx, u)
}

// counting fails when the upload is too large.
type counting struct {
	from io.Reader
	n    int64
}

func (c *counting) Read(p []byte) (int, error) {
	n, err := c.from.Read(p)
	if c.n += int64(n); c.n > MaxBytes {
		return 0, errs.New(errs.FileSize)
	}
	return n, err
}

const maxName = 200

// cleanName returns the last part of a name without control characters.
func cleanName(name string) string {
	name = path.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f || r == '\uFFFD' {
			return -1
		}
		return r
	}, name)
	if runes := []rune(name); len(runes) > maxName {
		name = string(runes[:maxName])
	}
	if name == "" || name == "." || name == "/" {
		return "file"
	}
	return name
}

func (s *Service) openUpload(ctx context.Context, device, id int64) (*archive, error) {
	u, err := s.store.Upload(ctx, device, id)
	if err != nil {
		return nil, err
	}
	content, err := s.blobs.Open(ctx, u.Blob)
	if errors.Is(err, blob.ErrMissing) {
		return nil, errs.New(errs.NothingHere)
	}
	if err != nil {
		return nil, err
	}
	a, err := openArchive(content, u.Name, u.Size)
	if err != nil {
		return nil, errors.Join(err, content.Close())
	}
	return a, nil
}

// Preview previews an upload.
func (s *Service) Preview(ctx context.Context, device, id int64, wish Wish) (Preview, error) {
	a, err := s.openUpload(ctx, device, id)
	if err != nil {
		return Preview{}, err
	}
	defer a.source.Close()
	return preview(ctx, a, wish)
}

// Prepare validates an import and returns the arguments of its job. Without entries all files of the upload are
// imported.
func (s *Service) Prepare(ctx context.Context, device, id int64, entries []string, layout loggerfile.Layout) (Args, error) {
	var wrong errs.Refusals
	if err := errors.Join(wrong.Merge("layout.", layout.Check()), wrong.Err()); err != nil {
		return Args{}, err
	}
	a, err := s.openUpload(ctx, device, id)
	if err != nil {
		return Args{}, err
	}
	defer a.source.Close()
	if len(entries) == 0 {
		for _, e := range a.entries {
			entries = append(entries, e.Name)
		}
	}
	for _, name := range entries {
		file, err := a.open(name)
		if err != nil {
			return Args{}, errs.OnField("entries", errs.MustExist)
		}
		_ = file.Close() // read-only
	}
	return Args{Upload: id, Device: device, Entries: entries, Layout: layout}, nil
}

// NamedLayouts returns the saved layouts usable for a device.
func (s *Service) NamedLayouts(ctx context.Context, scope access.Scope, device int64) ([]NamedLayout, error) {
	return s.store.NamedLayouts(ctx, scope, device)
}

// SaveNamedLayout saves a layout under a name.
func (s *Service) SaveNamedLayout(ctx context.Context, who audit.Actor, l *NamedLayout) error {
	var wrong errs.Refusals
	if l.Name == "" {
		wrong.Add("name", errs.Empty)
	}
	if err := errors.Join(wrong.Merge("layout.", l.Layout.CheckPreview()), wrong.Err()); err != nil {
		return err
	}
	return s.store.SaveNamedLayout(ctx, who, l)
}

// DeleteNamedLayout deletes a layout.
func (s *Service) DeleteNamedLayout(ctx context.Context, who audit.Actor, device, id int64) error {
	return s.store.DeleteNamedLayout(ctx, who, device, id)
}

// fitted adapts a layout to one file: if the file has the layout's format, its header, encoding and end are detected
// again.
func (a *archive) fitted(entry string, layout loggerfile.Layout) (loggerfile.Layout, error) {
	if layout.Format == "" || layout.Format == loggerfile.FormatTable {
		return layout, nil
	}
	beginning, err := a.beginning(entry, &layout)
	if err != nil {
		return layout, err
	}
	return loggerfile.Fit(beginning, layout), nil
}

func refuseSame(layout *loggerfile.Layout, found repeats) error {
	if found.extra > 0 && (layout.SameTime == "" || layout.SameTime == loggerfile.RefuseSame || len(found.rows) > maxRepeated) {
		return errs.New(errs.SameTimeRows, "count", found.extra, "line", found.first)
	}
	return nil
}
