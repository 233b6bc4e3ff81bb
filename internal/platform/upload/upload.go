// Package upload accepts pictures. It checks their content, encodes them again to remove other data, and serves each
// by a signed path that is valid for five minutes. The domain that refers to a picture knows its use.
package upload

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/secrets"
)

// Scope is the use of a picture.
type Scope string

// Scopes. Image is the default.
const (
	Image      Scope = "image"
	Avatar     Scope = "avatar"
	Logo       Scope = "logo"
	Favicon    Scope = "favicon"
	Background Scope = "background" // of the sign-in page
	Picture    Scope = "picture"    // of a project or structure
	Plan       Scope = "plan"       // drawing of a structure, on which points are placed
	Alert      Scope = "alert"      // what somebody saw on site
	Document   Scope = "document"   // of a contingency plan: no picture, see SaveDocument
)

// Limits of a stored picture (decision 0043).
const (
	smallPicture = 200 << 10
	background   = 2 << 20
	MaxBytes     = 3 << 20 // for a plan and a picture of an alert, and the maximum of all pictures
)

// MaxBytes returns the maximum size of a picture; 0 for an unknown scope.
func (s Scope) MaxBytes() int {
	switch s {
	case Image, Avatar, Logo, Favicon, Picture:
		return smallPicture
	case Background:
		return background
	case Plan, Alert:
		return MaxBytes
	case Document:
		return MaxDocument
	}
	return 0
}

// File is an uploaded file of a corporation.
type File struct {
	ID            int64
	CorporationID int64 // 0: the platform
	AccountID     int64 // uploader
	Scope         Scope
	Blob          string
	ContentType   string
	Size          int64
	CreatedAt     int64
	KeptAt        int64 // UTC ms when it was last put to use
}

// Path returns the permanent reference to a file. Sign turns it into a path that opens.
func (f File) Path() string { return pathPrefix + strconv.FormatInt(f.ID, 10) }

const (
	pathPrefix = "/api/files/"
	orphanAge  = 24 * time.Hour
	anHour     = 60 // uploads of one account per hour
)

// Store stores the metadata of files.
type Store interface {
	// CreateFile stores a file. It returns TooManyRequests if its account has uploaded max files since a time.
	CreateFile(ctx context.Context, who audit.Actor, f *File, max int, since int64) error
	File(ctx context.Context, id int64) (f File, ok bool, err error)
	// KeepFile marks a file of a corporation and scope as in use.
	KeepFile(ctx context.Context, corporationID, id int64, scope Scope) (ok bool, err error)
	// DeleteOrphans deletes unreferenced files that were not put to use since a time, and returns their blobs.
	DeleteOrphans(ctx context.Context, keptBefore int64) (blobs []string, err error)
	// HasBlob reports whether a file has this blob.
	HasBlob(ctx context.Context, blob string) (bool, error)
}

// Service stores and serves pictures.
type Service struct {
	store  Store
	blobs  blob.Store
	paths  secrets.Paths
	decode chan struct{} // limits unpacked pictures in memory to one
	uses   []func(ctx context.Context, key string) (bool, error)
}

func New(store Store, blobs blob.Store, v *secrets.Vault) *Service {
	return &Service{store: store, blobs: blobs, paths: v.Paths("file paths", pathLife), decode: make(chan struct{}, 1)}
}

// Spare makes Sweep keep the blobs of which a function reports that they are used. Call it before Sweep.
func (s *Service) Spare(used func(ctx context.Context, key string) (bool, error)) {
	s.uses = append(s.uses, used)
}

// Save stores a picture. It reads no more than MaxBytes+1 bytes.
func (s *Service) Save(ctx context.Context, who audit.Actor, scope Scope, r io.Reader) (File, error) {
	limit := scope.MaxBytes()
	if limit == 0 || scope == Document {
		return File{}, errs.OnField("scope", errs.NotOneOf, "allowed", "image, avatar, logo, favicon, background, picture, plan, alert")
	}
	data, err := io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err != nil {
		return File{}, errs.Wrap(err, errs.FileFailed)
	}
	if len(data) > limit {
		return File{}, tooLarge(scope)
	}
	data, kind, err := s.reencode(ctx, data, scope)
	if err != nil {
		return File{}, err
	}
	return s.put(ctx, who, scope, data, kind)
}

// put stores the content of a file.
func (s *Service) put(ctx context.Context, who audit.Actor, scope Scope, data []byte, kind string) (File, error) {
	key := blob.NewKey(who.CorporationID)
	if err := s.blobs.Put(ctx, key, bytes.NewReader(data)); err != nil {
		return File{}, err
	}
	f := File{CorporationID: who.CorporationID, AccountID: who.AccountID, Scope: scope, Blob: key, ContentType: kind, Size: int64(len(data))}
	if err := s.store.CreateFile(ctx, who, &f, anHour, clock.Now().Add(-time.Hour).UnixMilli()); err != nil {
		return File{}, errors.Join(err, s.blobs.Delete(context.WithoutCancel(ctx), key))
	}
	return f, nil
}

// reencode encodes one picture at a time.
func (s *Service) reencode(ctx context.Context, data []byte, scope Scope) (encoded []byte, kind string, err error) {
	select {
	case s.decode <- struct{}{}:
		defer func() { <-s.decode }()
	case <-ctx.Done():
		return nil, "", ctx.Err()
	}
	return reencode(data, scope)
}

// Keep converts the picture value of a form to the stored path of a file. The actor's corporation must have uploaded
// the file for that use; "" means none. current is the stored value; field is the name in errors.
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

// KeepAll keeps several pictures of a form, as Keep does, and returns their paths. Errors name their place in the list.
func (s *Service) KeepAll(ctx context.Context, who audit.Actor, field string, scope Scope, given []string) ([]string, error) {
	paths := make([]string, len(given))
	for i, one := range given {
		at := fmt.Sprintf("%s[%d]", field, i)
		path, err := s.Keep(ctx, who, at, scope, "", one)
		switch {
		case err != nil:
			return nil, err
		case path == "":
			return nil, errs.OnField(at, errs.PictureUnusable)
		}
		paths[i] = path
	}
	return paths, nil
}

func idOf(path string) (int64, bool) {
	digits, ok := strings.CutPrefix(path, pathPrefix)
	if !ok {
		return 0, false
	}
	id, err := strconv.ParseInt(digits, 10, 64)
	return id, err == nil && id > 0 && strconv.FormatInt(id, 10) == digits
}

// Open returns the content of a file with a signed path.
func (s *Service) Open(ctx context.Context, id, until int64, signature string) (File, []byte, error) {
	if !s.paths.Valid(id, until, signature) {
		return File{}, nil, errs.New(errs.FileFailed)
	}
	return s.read(ctx, id)
}

// ReadOf returns the content of a corporation's file with an unsigned path, for the program itself.
func (s *Service) ReadOf(ctx context.Context, corporation int64, path string) ([]byte, error) {
	id, ok := idOf(path)
	if !ok {
		return nil, errs.New(errs.FileFailed)
	}
	f, data, err := s.read(ctx, id)
	if err == nil && f.CorporationID != corporation {
		return nil, errs.New(errs.FileFailed)
	}
	return data, err
}

func (s *Service) read(ctx context.Context, id int64) (File, []byte, error) {
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

// Sweep deletes files that have been unreferenced for a day, and blobs without a file after a crash.
func (s *Service) Sweep(ctx context.Context) error {
	before := clock.Now().Add(-orphanAge)
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
		for _, uses := range append(s.uses, s.store.HasBlob) {
			if used, err := uses(ctx, key); err != nil || used {
				return err
			}
		}
		return s.blobs.Delete(ctx, key)
	})
}
