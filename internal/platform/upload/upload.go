// Package upload takes pictures from people: it looks at what they are by their
// content, makes them again so that nothing but the picture is kept, and lets them be
// fetched by paths that are good for one file and five minutes. What a picture is
// used for is known to the domain that refers to it.
package upload

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/secrets"
)

// Scope is what a picture is for.
type Scope string

// The scopes. Image is the default.
const (
	Image      Scope = "image"
	Avatar     Scope = "avatar"
	Logo       Scope = "logo"
	Favicon    Scope = "favicon"
	Background Scope = "background" // of the sign-in page
	Picture    Scope = "picture"    // of a project or structure
	Plan       Scope = "plan"       // of a structure, points are placed on it
)

// The limits of a stored picture (decisions, "Limits with two readings").
const (
	smallPicture = 200 << 10
	background   = 2 << 20
	MaxBytes     = 3 << 20 // of a plan, and of anything that is taken at all
)

// MaxBytes is how large a picture of the scope may be; 0: there is no such scope.
func (s Scope) MaxBytes() int {
	switch s {
	case Image, Avatar, Logo, Favicon, Picture:
		return smallPicture
	case Background:
		return background
	case Plan:
		return MaxBytes
	}
	return 0
}

// File is an uploaded file. It belongs to a corporation.
type File struct {
	ID            int64
	CorporationID int64 // 0: the platform's own
	AccountID     int64 // who uploaded it
	Scope         Scope
	Blob          string
	ContentType   string
	Size          int64
	CreatedAt     int64
	KeptAt        int64 // when something last took it into use
}

// Path is how others refer to a file for good: Sign makes a path of it that opens.
func (f File) Path() string { return pathPrefix + strconv.FormatInt(f.ID, 10) }

const (
	pathPrefix = "/api/files/"
	orphanAge  = 24 * time.Hour
	anHour     = 60 // uploads of one account in an hour
)

// Store keeps what is known of files.
type Store interface {
	// CreateFile stores a file; TooManyRequests when its account has uploaded max since a time.
	CreateFile(ctx context.Context, who audit.Actor, f *File, max int, since int64) error
	File(ctx context.Context, id int64) (f File, ok bool, err error)
	// KeepFile notes that a file of a corporation and scope is taken into use.
	KeepFile(ctx context.Context, corporationID, id int64, scope Scope) (ok bool, err error)
	// DeleteOrphans deletes files that nothing refers to and nothing took since a time,
	// and answers their blobs.
	DeleteOrphans(ctx context.Context, keptBefore int64) (blobs []string, err error)
	// HasBlob reports whether a file has this blob.
	HasBlob(ctx context.Context, blob string) (bool, error)
}

// Service takes and hands out pictures.
type Service struct {
	store  Store
	blobs  blob.Store
	key    []byte        // signs paths
	decode chan struct{} // one picture at a time is in memory unpacked
}

// New makes the service.
func New(store Store, blobs blob.Store, v *secrets.Vault) *Service {
	return &Service{store: store, blobs: blobs, key: v.Key("file paths"), decode: make(chan struct{}, 1)}
}

// Save takes a picture, of which no more than MaxBytes+1 are read.
func (s *Service) Save(ctx context.Context, who audit.Actor, scope Scope, r io.Reader) (File, error) {
	limit := scope.MaxBytes()
	if limit == 0 {
		return File{}, errs.OnField("scope", errs.NotOneOf, "allowed", "image, avatar, logo, favicon, background, picture, plan")
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return File{}, errs.Wrap(err, errs.FileFailed)
	}
	if len(data) > limit {
		return File{}, tooLarge(scope)
	}
	select {
	case s.decode <- struct{}{}:
		defer func() { <-s.decode }()
	case <-ctx.Done():
		return File{}, ctx.Err()
	}
	data, kind, err := remake(data, scope)
	if err != nil {
		return File{}, err
	}
	key, err := newKey(who.CorporationID)
	if err != nil {
		return File{}, err
	}
	if err := s.blobs.Put(ctx, key, bytes.NewReader(data)); err != nil {
		return File{}, err
	}
	f := File{CorporationID: who.CorporationID, AccountID: who.AccountID, Scope: scope, Blob: key, ContentType: kind, Size: int64(len(data))}
	if err := s.store.CreateFile(ctx, who, &f, anHour, time.Now().Add(-time.Hour).UnixMilli()); err != nil {
		return File{}, errors.Join(err, s.blobs.Delete(context.WithoutCancel(ctx), key))
	}
	return f, nil
}

func newKey(corporation int64) (string, error) {
	var raw [16]byte
	if _, err := rand.Read(raw[:]); err != nil {
		return "", fmt.Errorf("make blob key: %w", err)
	}
	return strconv.FormatInt(corporation, 10) + "/" + hex.EncodeToString(raw[:]), nil
}

// Keep turns what a form gives for a picture into what is stored: the path of a file
// that the actor's corporation uploaded for that use, "" for none. current is what
// stands there already; field is named when it is refused.
func (s *Service) Keep(ctx context.Context, who audit.Actor, field string, scope Scope, current, given string) (string, error) {
	path, _, _ := strings.Cut(given, "?")
	if path == "" || path == current {
		return path, nil
	}
	id, ok := idOf(path)
	if !ok {
		return "", errs.OnField(field, errs.PictureUnusable)
	}
	kept, err := s.store.KeepFile(ctx, who.CorporationID, id, scope)
	if err != nil {
		return "", fmt.Errorf("keep file: %w", err)
	}
	if !kept {
		return "", errs.OnField(field, errs.PictureUnusable)
	}
	return path, nil
}

func idOf(path string) (int64, bool) {
	digits, ok := strings.CutPrefix(path, pathPrefix)
	if !ok {
		return 0, false
	}
	id, err := strconv.ParseInt(digits, 10, 64)
	return id, err == nil && id > 0 && strconv.FormatInt(id, 10) == digits
}

// Open gives the content of a file whose path was signed.
func (s *Service) Open(ctx context.Context, id, until int64, signature string) (File, []byte, error) {
	if !s.signed(id, until, signature) {
		return File{}, nil, errs.New(errs.FileFailed)
	}
	f, found, err := s.store.File(ctx, id)
	if err != nil {
		return File{}, nil, fmt.Errorf("find file: %w", err)
	}
	if !found {
		return File{}, nil, errs.New(errs.FileFailed)
	}
	r, err := s.blobs.Open(ctx, f.Blob)
	if errors.Is(err, blob.ErrMissing) {
		return File{}, nil, errs.Wrap(err, errs.FileFailed)
	}
	if err != nil {
		return File{}, nil, err
	}
	data, err := io.ReadAll(r)
	return f, data, errors.Join(err, r.Close())
}

// Sweep removes the files that nothing has referred to for a day, and blobs that a
// crash left without a file.
func (s *Service) Sweep(ctx context.Context) error {
	before := time.Now().Add(-orphanAge)
	blobs, err := s.store.DeleteOrphans(ctx, before.UnixMilli())
	if err != nil {
		return fmt.Errorf("find orphaned files: %w", err)
	}
	for _, key := range blobs {
		if err := s.blobs.Delete(ctx, key); err != nil {
			return err
		}
	}
	return s.blobs.Walk(ctx, func(key string, stored time.Time) error {
		if stored.After(before) {
			return nil
		}
		known, err := s.store.HasBlob(ctx, key)
		if err != nil || known {
			return err
		}
		return s.blobs.Delete(ctx, key)
	})
}
