package accountapi

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// APIKey lets a program call the API: Authorization: Bearer plk_….
type APIKey struct {
	ID            int64    `json:"id"`
	Name          string   `json:"name"`
	Hint          string   `json:"hint" doc:"First characters of the key" example:"plk_a8Fk2q"`
	Kind          string   `json:"kind" enum:"person,service" doc:"A service key belongs to the corporation"`
	HolderID      int64    `json:"holderId" doc:"Account; 0: a service"`
	HolderName    string   `json:"holderName"`
	ProjectID     int64    `json:"projectId" doc:"Restricted to this project; 0: not restricted"`
	Permissions   []string `json:"permissions" doc:"Permissions granted; effective only as far as its holder has them today" example:"[\"View:Data\"]"`
	CreatedByName string   `json:"createdByName"`
	CreatedAt     int64    `json:"createdAt" doc:"UTC ms"`
	ExpiresAt     int64    `json:"expiresAt" doc:"UTC ms"`
	LastUsedAt    int64    `json:"lastUsedAt" doc:"UTC ms, to the minute; 0: never"`
	LastIP        string   `json:"lastIp"`
	RevokedAt     int64    `json:"revokedAt" doc:"UTC ms; 0: not revoked"`
}

// NewAPIKey is a key with its secret text, which is shown only once.
type NewAPIKey struct {
	APIKey
	Key string `json:"key" doc:"Shown only once"`
}

func apiKeyOf(k identity.Key) APIKey {
	kind := "person"
	if k.AccountID == 0 {
		kind = "service"
	}
	return APIKey{
		ID: k.ID, Name: k.Name, Hint: k.Hint, Kind: kind, HolderID: k.AccountID, HolderName: k.HolderName, ProjectID: k.ProjectID,
		Permissions: k.Set.Names(), CreatedByName: k.CreatedByName, CreatedAt: k.CreatedAt, ExpiresAt: k.ExpiresAt,
		LastUsedAt: k.LastUsedAt, LastIP: k.LastIP, RevokedAt: k.RevokedAt,
	}
}

// KeyForm has the settings of a new key.
type KeyForm struct {
	Name        string   `json:"name" minLength:"1" maxLength:"20"`
	Permissions []string `json:"permissions" minItems:"1" maxItems:"100" doc:"Permissions in the project areas, and View in the others; no more than the caller holds" example:"[\"View:Data\"]"`
	ProjectID   int64    `json:"projectId,omitempty" minimum:"0" doc:"0: all projects"`
	ExpiresAt   int64    `json:"expiresAt" doc:"UTC ms; at most two years ahead"`
}

func (f KeyForm) key() (identity.Key, error) {
	k := identity.Key{Name: f.Name, ProjectID: f.ProjectID, ExpiresAt: f.ExpiresAt}
	for _, name := range f.Permissions {
		p, ok := access.ParsePermission(name)
		if !ok {
			return k, errs.OnField("permissions", errs.MustExist)
		}
		k.Set = k.Set.With(p.Area, p.Action)
	}
	return k, nil
}

type userKeys struct {
	UserPath
	httpapi.Paging
}

type newUserKey struct {
	UserPath
	Body KeyForm
}

type userKeyPath struct {
	UserPath
	KeyID int64 `path:"keyId" minimum:"1"`
}

type corporationKeys struct {
	httpapi.CorporationPath
	httpapi.Paging
}

type newCorporationKey struct {
	httpapi.CorporationPath
	Body KeyForm
}

type corporationKeyPath struct {
	httpapi.CorporationPath
	KeyID int64 `path:"keyId" minimum:"1"`
}

func (s *server) apiKeys() {
	own := func(id, method, path, summary string) httpapi.Operation {
		return httpapi.Operation{ID: id, Method: method, Path: "/users/{userId}/api-keys" + path, Tag: "api-keys", Person: true, Summary: summary}
	}
	httpapi.Register(s.Kernel, own("listOwnKeys", http.MethodGet, "", "The own API keys, ended ones too"),
		s.listOwnKeys)
	create := own("createOwnKey", http.MethodPost, "", "Make an API key for oneself")
	create.Status, create.Detail = http.StatusCreated, "The key is shown this once. It does what the account may do, and never accounts, passwords or keys."
	httpapi.Register(s.Kernel, create, func(ctx context.Context, in *newUserKey) (*httpapi.Output[NewAPIKey], error) {
		who, err := oneself(ctx, in.UserID)
		if err != nil {
			return nil, err
		}
		return s.createKey(ctx, who, in.Body, who.Account.CorporationID, who.Account.ID)
	})
	httpapi.Register(s.Kernel, own("revokeOwnKey", http.MethodDelete, "/{keyId}", "End an own API key"),
		s.revokeOwnKey)

	of := func(id, method, path, summary string, action access.Action) httpapi.Operation {
		return httpapi.Operation{
			ID: id, Method: method, Path: "/corporations/{corporationId}/api-keys" + path, Tag: "api-keys", Person: true, Summary: summary,
			Need: access.Permission{Area: access.Corporation, Action: action},
		}
	}
	httpapi.Register(s.Kernel, of("listCorporationKeys", http.MethodGet, "", "The API keys of a corporation: its services' and its people's", access.Retrieve),
		s.listCorporationKeys)
	service := of("createServiceKey", http.MethodPost, "", "Make an API key for a service of the corporation", access.Update)
	service.Status, service.Detail = http.StatusCreated, "It belongs to the corporation and stays when people leave. The key is shown this once."
	httpapi.Register(s.Kernel, service, func(ctx context.Context, in *newCorporationKey) (*httpapi.Output[NewAPIKey], error) {
		return s.createKey(ctx, httpapi.CallerOf(ctx), in.Body, in.CorporationID, 0)
	})
	httpapi.Register(s.Kernel, of("revokeCorporationKey", http.MethodDelete, "/{keyId}", "End any API key of the corporation", access.Update),
		s.revokeCorporationKey)
}

func (s *server) listOwnKeys(ctx context.Context, in *userKeys) (*httpapi.Output[httpapi.Page[APIKey]], error) {
	who, err := oneself(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	filter := identity.KeyFilter{Query: in.Query(), CorporationID: who.Account.CorporationID, AccountID: in.UserID}
	page, err := s.Identity.Keys(ctx, access.Scope{Corporation: who.Account.CorporationID, All: who.Account.CorporationID == 0}, filter)
	return httpapi.ReplyPage(page, apiKeyOf), err
}

func (s *server) revokeOwnKey(ctx context.Context, in *userKeyPath) (*httpapi.Output[httpapi.Done], error) {
	who, err := oneself(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(httpapi.Done{}), s.Identity.RevokeKey(ctx, who.Actor(), who.Account.CorporationID, in.UserID, in.KeyID)
}

func (s *server) listCorporationKeys(ctx context.Context, in *corporationKeys) (*httpapi.Output[httpapi.Page[APIKey]], error) {
	page, err := s.Identity.Keys(ctx, httpapi.CallerOf(ctx).Scope, identity.KeyFilter{Query: in.Query(), CorporationID: in.CorporationID})
	return httpapi.ReplyPage(page, apiKeyOf), err
}

func (s *server) revokeCorporationKey(ctx context.Context, in *corporationKeyPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Identity.RevokeKey(ctx, httpapi.CallerOf(ctx).Actor(), in.CorporationID, 0, in.KeyID)
}

func (s *server) createKey(ctx context.Context, who *httpapi.Caller, form KeyForm, corporation, account int64) (*httpapi.Output[NewAPIKey], error) {
	k, err := form.key()
	if err != nil {
		return nil, err
	}
	k.CorporationID, k.AccountID = corporation, account
	made, text, err := s.Identity.CreateKey(ctx, who.Caller, who.Actor(), k)
	if err != nil {
		return nil, err
	}
	if account != 0 {
		made.HolderName = who.Account.Name
	}
	made.CreatedByName = who.Account.Name
	return httpapi.Reply(NewAPIKey{APIKey: apiKeyOf(made), Key: text}), nil
}
