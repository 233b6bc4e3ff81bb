package sso

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"net/http"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

const (
	atProvider   = 10 * time.Minute // to sign in at the provider
	toExchange   = time.Minute      // from the redirect to the session
	askWithin    = 10 * time.Second // timeout of a request to the provider
	pendingAtAll = 10_000           // pending sign-ins
)

// SignIn is a pending sign-in.
type SignIn struct {
	ID          int64
	StateHash   string
	BindingHash string // of the secret in the browser that started the sign-in
	Nonce       string
	Verifier    string
	CodeHash    string // set once the provider has answered
	AccountID   int64
	ExpiresAt   int64 // UTC ms
}

// Store stores pending sign-ins.
type Store interface {
	// CreateSignIn stores a sign-in. It returns TooManyRequests if max sign-ins are pending.
	CreateSignIn(ctx context.Context, s SignIn, max int) error
	// TakeSignIn removes and returns the sign-in that waits for the provider with a state. ok is false if there is
	// none or it has expired.
	TakeSignIn(ctx context.Context, stateHash string) (s SignIn, ok bool, err error)
	// TakeAnswered removes and returns a sign-in that the provider has answered, by its code.
	TakeAnswered(ctx context.Context, codeHash string) (s SignIn, ok bool, err error)
}

// Service signs people in through the provider.
type Service struct {
	config      Config
	store       Store
	people      *identity.Service
	corporation func(context.Context) (int64, error)
	client      *http.Client

	mu       sync.Mutex
	provider *oidc.Provider // nil until the first successful connection
}

// New returns the service, or nil if no provider is configured. corporation returns the corporation of the accounts.
func New(config Config, store Store, people *identity.Service, corporation func(context.Context) (int64, error)) *Service {
	if !config.Configured() {
		return nil
	}
	return &Service{config: config, store: store, people: people, corporation: corporation, client: &http.Client{Timeout: askWithin}}
}

// Name returns the name on the sign-in button, or "" without a provider.
func (s *Service) Name() string {
	if s == nil {
		return ""
	}
	return claimName(s.config.Name, "OpenID Connect")
}

// Begin returns the address to open, and a secret for the browser: only the browser that started a sign-in can
// complete it.
func (s *Service) Begin(ctx context.Context) (address, binding string, err error) {
	if s == nil {
		return "", "", errs.New(errs.NothingHere)
	}
	flow, err := s.flow()
	if err != nil {
		return "", "", err
	}
	state, binding, nonce, verifier := secret(), secret(), secret(), oauth2.GenerateVerifier()
	pending := SignIn{StateHash: hash(state), BindingHash: hash(binding), Nonce: nonce, Verifier: verifier, ExpiresAt: clock.Now().Add(atProvider).UnixMilli()}
	if err := s.store.CreateSignIn(ctx, pending, pendingAtAll); err != nil {
		return "", "", err
	}
	return flow.AuthCodeURL(state, oidc.Nonce(nonce), oauth2.S256ChallengeOption(verifier)), binding, nil
}

// Return handles the redirect from the provider and returns a code. Within a minute, the browser that started the
// sign-in can exchange the code once for a session.
func (s *Service) Return(ctx context.Context, state, code string) (string, error) {
	if s == nil {
		return "", errs.New(errs.NothingHere)
	}
	pending, found, err := s.store.TakeSignIn(ctx, hash(state))
	if err != nil {
		return "", fmt.Errorf("look up sign-in: %w", err)
	}
	if !found || code == "" {
		return "", errs.New(errs.SSORefused)
	}
	who, err := s.redeem(ctx, pending, code)
	if err != nil {
		return "", err
	}
	corporation, err := s.corporation(ctx)
	if err != nil {
		return "", err
	}
	account, err := s.people.AccountOf(ctx, corporation, who, s.config.Create)
	if err != nil {
		return "", err
	}
	exchange := secret()
	answered := SignIn{
		StateHash: hash(exchange), CodeHash: hash(exchange), BindingHash: pending.BindingHash, AccountID: account.ID,
		ExpiresAt: clock.Now().Add(toExchange).UnixMilli(),
	}
	return exchange, s.store.CreateSignIn(ctx, answered, pendingAtAll)
}

// Exchange opens the session.
func (s *Service) Exchange(ctx context.Context, code, binding, ip, client string) (identity.SignedIn, error) {
	if s == nil {
		return identity.SignedIn{}, errs.New(errs.NothingHere)
	}
	answered, found, err := s.store.TakeAnswered(ctx, hash(code))
	if err != nil {
		return identity.SignedIn{}, fmt.Errorf("look up sign-in: %w", err)
	}
	if !found || subtle.ConstantTimeCompare([]byte(answered.BindingHash), []byte(hash(binding))) != 1 {
		return identity.SignedIn{}, errs.New(errs.SSORefused)
	}
	return s.people.OpenVerified(ctx, answered.AccountID, ip, client)
}

// redeem exchanges the provider's code for a verified identity.
func (s *Service) redeem(ctx context.Context, pending SignIn, code string) (identity.Verified, error) {
	flow, err := s.flow()
	if err != nil {
		return identity.Verified{}, err
	}
	token, err := flow.Exchange(oidc.ClientContext(ctx, s.client), code, oauth2.VerifierOption(pending.Verifier))
	if err != nil {
		return identity.Verified{}, errs.Wrap(err, errs.SSORefused)
	}
	raw, _ := token.Extra("id_token").(string)
	checked, err := s.provider.Verifier(&oidc.Config{ClientID: s.config.ClientID}).Verify(oidc.ClientContext(ctx, s.client), raw)
	if err != nil {
		return identity.Verified{}, errs.Wrap(err, errs.SSORefused)
	}
	if subtle.ConstantTimeCompare([]byte(checked.Nonce), []byte(pending.Nonce)) != 1 {
		return identity.Verified{}, errs.New(errs.SSORefused)
	}
	claims := map[string]any{}
	if err := checked.Claims(&claims); err != nil {
		return identity.Verified{}, errs.Wrap(err, errs.SSORefused)
	}
	// Many providers put only the subject into the token.
	if info, err := s.provider.UserInfo(oidc.ClientContext(ctx, s.client), oauth2.StaticTokenSource(token)); err == nil && info.Subject == checked.Subject {
		if err := info.Claims(&claims); err != nil {
			return identity.Verified{}, errs.Wrap(err, errs.SSORefused)
		}
	}
	return s.identityOf(checked.Subject, claims)
}

// identityOf reads the claims. It ignores an e-mail address that the provider has not verified.
func (s *Service) identityOf(subject string, claims map[string]any) (identity.Verified, error) {
	text := func(name string) string {
		value, _ := claims[name].(string)
		return value
	}
	who := identity.Verified{
		Issuer: s.config.Issuer, Subject: subject,
		Name: text(claimName(s.config.NameClaim, "preferred_username")), DisplayName: text(claimName(s.config.DisplayNameClaim, "name")),
	}
	if verified, _ := claims["email_verified"].(bool); verified {
		who.Email = text(claimName(s.config.EmailClaim, "email"))
	}
	if !s.config.allows(who.Email) {
		return who, errs.New(errs.SSONoAccount)
	}
	return who, nil
}

// flow connects to the provider at first use, and retries until it answers.
func (s *Service) flow() (*oauth2.Config, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.provider == nil {
		// The provider uses this context to fetch changed keys later.
		found, err := oidc.NewProvider(oidc.ClientContext(context.Background(), s.client), s.config.Issuer)
		if err != nil {
			return nil, errs.Wrap(err, errs.SSOUnavailable)
		}
		s.provider = found
	}
	return &oauth2.Config{
		ClientID: s.config.ClientID, ClientSecret: s.config.ClientSecret, Endpoint: s.provider.Endpoint(),
		RedirectURL: s.config.callback(), Scopes: []string{oidc.ScopeOpenID, "profile", "email"},
	}, nil
}

func secret() string {
	var raw [32]byte
	_, _ = rand.Read(raw[:]) // never fails
	return base64.RawURLEncoding.EncodeToString(raw[:])
}

func hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
