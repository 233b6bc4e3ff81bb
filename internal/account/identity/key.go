package identity

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// KeyPrefix begins every API key. It tells keys from session tokens and lets secret scanners find leaked keys.
const KeyPrefix = "plk_"

const (
	maxKeyLife = 2 * 366 * 24 * time.Hour
	maxKeys    = 50 // valid keys of a person, or of a corporation's services
	hintLength = len(KeyPrefix) + 6
)

// Key lets a program call the API for a person or for a service of a corporation. Its permissions are its own set,
// limited to what its holder may do today.
type Key struct {
	ID            int64
	CorporationID int64
	AccountID     int64 // the holder; 0: a service of the corporation
	ProjectID     int64 // not 0: limited to this project
	Name          string
	Hint          string // first characters, to tell keys apart
	Set           access.Set
	CreatedBy     int64
	CreatedByName string // set in lists
	HolderName    string // set in lists; empty for a service
	CreatedAt     int64
	ExpiresAt     int64
	LastUsedAt    int64 // 0: never; written at most once a minute
	LastIP        string
	RevokedAt     int64 // 0 while it is valid
}

// KeyFilter narrows a list of keys.
type KeyFilter struct {
	paging.Query
	CorporationID int64
	AccountID     int64 // 0: everybody in the corporation and its services
}

// KeyStore stores API keys.
type KeyStore interface {
	// CreateKey stores a key. It returns KeysTooMany if the holder has max valid keys.
	CreateKey(ctx context.Context, who audit.Actor, k *Key, hash []byte, max int) error
	// KeyByHash returns a key, even a revoked or expired one, with its holder. A service has no holder.
	KeyByHash(ctx context.Context, hash []byte) (c Caller, ok bool, err error)
	// Keys lists the keys in the scope, including revoked and expired ones, the newest first.
	Keys(ctx context.Context, scope access.Scope, filter KeyFilter) (paging.Page[Key], error)
	TouchKey(ctx context.Context, id, usedAt int64, ip string) error
	// RevokeKey revokes a key of a corporation. Unless accountID is 0, the key must belong to that holder.
	RevokeKey(ctx context.Context, who audit.Actor, corporationID, accountID, id int64) error
}

// KeyAreas returns the permissions that an API key may have: everything in projects and read access elsewhere. Only
// people manage accounts, roles and keys.
func KeyAreas() access.Set {
	set := access.All().InProject()
	for _, area := range access.Areas() {
		set = set.With(area, access.Retrieve)
	}
	return set
}

// CreateKey creates a key and returns its text, which is shown only once. A caller grants only permissions that it
// has, in the key's project if there is one. A service key (AccountID 0) belongs to the corporation.
func (s *Service) CreateKey(ctx context.Context, caller Caller, who audit.Actor, k Key) (Key, string, error) {
	if caller.Key != nil || caller.Session.HelpingCorporationID != 0 { // visiting operators leave no keys behind
		return Key{}, "", errs.New(errs.KeyNotAllowed)
	}
	if err := s.checkKey(ctx, caller, &k); err != nil {
		return Key{}, "", err
	}
	raw := make([]byte, tokenBytes)
	if _, err := rand.Read(raw); err != nil {
		return Key{}, "", fmt.Errorf("make API key: %w", err)
	}
	text := KeyPrefix + base64.RawURLEncoding.EncodeToString(raw)
	hash := sha256.Sum256([]byte(text))
	k.Hint, k.CreatedBy = text[:hintLength], caller.Account.ID
	if err := s.store.CreateKey(ctx, who, &k, hash[:], maxKeys); err != nil {
		return Key{}, "", err
	}
	return k, text, nil
}

func (s *Service) checkKey(ctx context.Context, caller Caller, k *Key) error {
	var refusals errs.Refusals
	k.Name = strings.TrimSpace(k.Name)
	switch n := utf8.RuneCountInString(k.Name); {
	case n == 0:
		refusals.Add("name", errs.Empty)
	case n > maxName:
		refusals.Add("name", errs.TooLong, "max", maxName)
	}
	if now := clock.Now(); k.ExpiresAt <= now.UnixMilli() || k.ExpiresAt > now.Add(maxKeyLife).UnixMilli() {
		refusals.Add("expiresAt", errs.OutOfRange, "min", now.Format(time.DateOnly), "max", now.Add(maxKeyLife).Format(time.DateOnly))
	}
	if k.Set.Len() == 0 {
		refusals.Add("permissions", errs.TooFewEntries, "min", 1)
	}
	if extra := slices.DeleteFunc(k.Set.Permissions(), KeyAreas().Holds); len(extra) > 0 {
		refusals.Add("permissions", errs.KeyScope, "permission", extra[0].Name())
	}
	if err := refusals.Err(); err != nil {
		return err
	}
	held, _, err := s.Access(ctx, caller)
	if err != nil {
		return err
	}
	if !held.In(k.ProjectID).Contains(k.Set) {
		return errs.OnField("permissions", errs.GrantTooMuch)
	}
	return nil
}

// Keys lists the API keys in the scope.
func (s *Service) Keys(ctx context.Context, scope access.Scope, filter KeyFilter) (paging.Page[Key], error) {
	return s.store.Keys(ctx, scope, filter)
}

// RevokeKey revokes a key at once. accountID 0 revokes any key of the corporation.
func (s *Service) RevokeKey(ctx context.Context, who audit.Actor, corporationID, accountID, id int64) error {
	return s.store.RevokeKey(ctx, who, corporationID, accountID, id)
}

// AuthenticateKey returns the caller of an API key. It returns NotSignedIn for an unknown key and KeyEnded for a
// revoked or expired one.
func (s *Service) AuthenticateKey(ctx context.Context, text, ip string) (Caller, error) {
	hash := sha256.Sum256([]byte(text))
	caller, found, err := s.store.KeyByHash(ctx, hash[:])
	if err != nil {
		return Caller{}, fmt.Errorf("look up API key: %w", err)
	}
	if !found {
		return Caller{}, errs.New(errs.NotSignedIn)
	}
	now := clock.Now().UnixMilli()
	if caller.Key.RevokedAt != 0 || caller.Key.ExpiresAt <= now || !caller.Account.MayEnter() {
		return Caller{}, errs.New(errs.KeyEnded)
	}
	if now-caller.Key.LastUsedAt >= touchEvery.Milliseconds() {
		caller.Key.LastUsedAt, caller.Key.LastIP = now, ip
		if err := s.store.TouchKey(ctx, caller.Key.ID, now, ip); err != nil {
			return Caller{}, fmt.Errorf("note use of API key: %w", err)
		}
	}
	return caller, nil
}
