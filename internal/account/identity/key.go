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
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
)

// KeyPrefix begins every API key, so that one is told from a session's token and
// found by who scans for leaked secrets.
const KeyPrefix = "plk_"

const (
	maxKeyLife = 2 * 366 * 24 * time.Hour
	maxKeys    = 50 // that hold, of a person or of a corporation's services
	hintLength = len(KeyPrefix) + 6
)

// Key lets a program call the API for a person, or for a service of a corporation.
// What it may do is what it was given, as far as its holder may do it today.
type Key struct {
	ID            int64
	CorporationID int64
	AccountID     int64 // the holder; 0: a service of the corporation
	ProjectID     int64 // not 0: nothing outside of this project
	Name          string
	Hint          string // how it begins, to tell keys apart
	Set           access.Set
	CreatedBy     int64
	CreatedByName string // filled when listed
	HolderName    string // filled when listed; empty of a service
	CreatedAt     int64
	ExpiresAt     int64
	LastUsedAt    int64 // 0: never; written at most once a minute
	LastIP        string
	RevokedAt     int64 // 0 while it holds
}

// KeyFilter narrows a list of keys.
type KeyFilter struct {
	paging.Query
	CorporationID int64
	AccountID     int64 // 0: of everybody in the corporation, and of its services
}

// KeyStore keeps API keys.
type KeyStore interface {
	// CreateKey stores a key; KeysTooMany when the holder has max that hold.
	CreateKey(ctx context.Context, who audit.Actor, k *Key, hash []byte, max int) error
	// KeyByHash finds a key with its holder (zero of a service), ended ones too.
	KeyByHash(ctx context.Context, hash []byte) (c Caller, ok bool, err error)
	// Keys lists what the scope may see, ended ones too, the newest first.
	Keys(ctx context.Context, scope access.Scope, filter KeyFilter) (paging.Page[Key], error)
	TouchKey(ctx context.Context, id, usedAt int64, ip string) error
	// RevokeKey ends a key of a corporation, and of one holder unless accountID is 0.
	RevokeKey(ctx context.Context, who audit.Actor, corporationID, accountID, id int64) error
}

// KeyAreas are what an API key may be about: everything in projects, and looking at
// the rest. Accounts, roles and keys are managed by people.
func KeyAreas() access.Set {
	set := access.All().InProject()
	for _, area := range access.Areas() {
		set = set.With(area, access.Retrieve)
	}
	return set
}

// CreateKey makes a key and answers it: it is shown this once. The caller hands on
// no more than it holds, in the key's project if it names one. A service's key
// (AccountID 0) belongs to the corporation.
func (s *Service) CreateKey(ctx context.Context, caller Caller, who audit.Actor, k Key) (Key, string, error) {
	if caller.Key != nil || caller.Session.HelpingCorporationID != 0 { // who only helps leaves no key behind
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
	if now := time.Now(); k.ExpiresAt <= now.UnixMilli() || k.ExpiresAt > now.Add(maxKeyLife).UnixMilli() {
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
	held, _, err := s.Standing(ctx, caller)
	if err != nil {
		return err
	}
	if !held.In(k.ProjectID).Contains(k.Set) {
		return errs.OnField("permissions", errs.GrantTooMuch)
	}
	return nil
}

// Keys lists API keys of the scope.
func (s *Service) Keys(ctx context.Context, scope access.Scope, filter KeyFilter) (paging.Page[Key], error) {
	return s.store.Keys(ctx, scope, filter)
}

// RevokeKey ends a key at once. accountID 0 ends any key of the corporation.
func (s *Service) RevokeKey(ctx context.Context, who audit.Actor, corporationID, accountID, id int64) error {
	return s.store.RevokeKey(ctx, who, corporationID, accountID, id)
}

// AuthenticateKey finds who an API key calls for: NotSignedIn for an unknown key,
// KeyEnded for one that was good once.
func (s *Service) AuthenticateKey(ctx context.Context, text, ip string) (Caller, error) {
	hash := sha256.Sum256([]byte(text))
	caller, found, err := s.store.KeyByHash(ctx, hash[:])
	if err != nil {
		return Caller{}, fmt.Errorf("look up API key: %w", err)
	}
	if !found {
		return Caller{}, errs.New(errs.NotSignedIn)
	}
	now := time.Now().UnixMilli()
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
