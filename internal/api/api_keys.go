package api

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// APIKey lets a program call the API: Authorization: Bearer plk_….
type APIKey struct {
	ID            int64    `json:"id"`
	Name          string   `json:"name"`
	Hint          string   `json:"hint" doc:"How the key begins" example:"plk_a8Fk2q"`
	Kind          string   `json:"kind" enum:"person,service" doc:"A service's key belongs to the corporation"`
	HolderID      int64    `json:"holderId" doc:"Account; 0: a service"`
	HolderName    string   `json:"holderName"`
	ProjectID     int64    `json:"projectId" doc:"Nothing outside of this project; 0: not narrowed"`
	Permissions   []string `json:"permissions" doc:"What it was given; it may do as much of that as its holder may today" example:"[\"View:Data\"]"`
	CreatedByName string   `json:"createdByName"`
	CreatedAt     int64    `json:"createdAt" doc:"UTC ms"`
	ExpiresAt     int64    `json:"expiresAt" doc:"UTC ms"`
	LastUsedAt    int64    `json:"lastUsedAt" doc:"UTC ms, to the minute; 0: never"`
	LastIP        string   `json:"lastIp"`
	RevokedAt     int64    `json:"revokedAt" doc:"UTC ms; 0: not revoked"`
}

// NewAPIKey is a key with its text, which is shown this once.
type NewAPIKey struct {
	APIKey
	Key string `json:"key" doc:"Shown this once"`
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

// KeyForm is what a key is made of.
type KeyForm struct {
	Name        string   `json:"name" minLength:"1" maxLength:"20"`
	Permissions []string `json:"permissions" minItems:"1" maxItems:"100" doc:"Pairs of the project areas, and View of the others; no more than the caller holds" example:"[\"View:Data\"]"`
	ProjectID   int64    `json:"projectId,omitempty" minimum:"0" doc:"0: not narrowed to a project"`
	ExpiresAt   int64    `json:"expiresAt" doc:"UTC ms; at most two years ahead"`
}

func (f KeyForm) key() (identity.Key, error) {
	k := identity.Key{Name: f.Name, ProjectID: f.ProjectID, ExpiresAt: f.ExpiresAt}
	for _, name := range f.Permissions {
		p, ok := access.ParsePermission(name)
		if !ok {
			return k, fault.OnField("permissions", fault.MustExist)
		}
		k.Set = k.Set.With(p.Area, p.Action)
	}
	return k, nil
}

type userKeys struct {
	UserPath
	Paging
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
	CorporationPath
	Paging
}

type newCorporationKey struct {
	CorporationPath
	Body KeyForm
}

type corporationKeyPath struct {
	CorporationPath
	KeyID int64 `path:"keyId" minimum:"1"`
}

func (s *server) apiKeys() {
	own := func(id, method, path, summary string) operation {
		return operation{id: id, method: method, path: "/users/{userId}/api-keys" + path, tag: "api-keys", person: true, summary: summary}
	}
	register(s, own("listOwnKeys", http.MethodGet, "", "The own API keys, ended ones too"),
		func(ctx context.Context, in *userKeys) (*output[Page[APIKey]], error) {
			who, err := oneself(ctx, in.UserID)
			if err != nil {
				return nil, err
			}
			filter := identity.KeyFilter{Query: in.query(), CorporationID: who.Account.CorporationID, AccountID: in.UserID}
			page, err := s.Identity.Keys(ctx, access.Scope{Corporation: who.Account.CorporationID, All: who.Account.CorporationID == 0}, filter)
			return pageOf(page, apiKeyOf), err
		})
	create := own("createOwnKey", http.MethodPost, "", "Make an API key for oneself")
	create.status, create.detail = http.StatusCreated, "The key is shown this once. It does what the account may do, and never accounts, passwords or keys."
	register(s, create, func(ctx context.Context, in *newUserKey) (*output[NewAPIKey], error) {
		who, err := oneself(ctx, in.UserID)
		if err != nil {
			return nil, err
		}
		return s.createKey(ctx, who, in.Body, who.Account.CorporationID, who.Account.ID)
	})
	register(s, own("revokeOwnKey", http.MethodDelete, "/{keyId}", "End an own API key"),
		func(ctx context.Context, in *userKeyPath) (*output[Done], error) {
			who, err := oneself(ctx, in.UserID)
			if err != nil {
				return nil, err
			}
			return answer(Done{}), s.Identity.RevokeKey(ctx, who.actor(), who.Account.CorporationID, in.UserID, in.KeyID)
		})

	of := func(id, method, path, summary string, action access.Action) operation {
		return operation{
			id: id, method: method, path: "/corporations/{corporationId}/api-keys" + path, tag: "api-keys", person: true, summary: summary,
			need: access.Permission{Area: access.Corporation, Action: action},
		}
	}
	register(s, of("listCorporationKeys", http.MethodGet, "", "The API keys of a corporation: its services' and its people's", access.Retrieve),
		func(ctx context.Context, in *corporationKeys) (*output[Page[APIKey]], error) {
			page, err := s.Identity.Keys(ctx, callerOf(ctx).scope, identity.KeyFilter{Query: in.query(), CorporationID: in.CorporationID})
			return pageOf(page, apiKeyOf), err
		})
	service := of("createServiceKey", http.MethodPost, "", "Make an API key for a service of the corporation", access.Update)
	service.status, service.detail = http.StatusCreated, "It belongs to the corporation and stays when people leave. The key is shown this once."
	register(s, service, func(ctx context.Context, in *newCorporationKey) (*output[NewAPIKey], error) {
		return s.createKey(ctx, callerOf(ctx), in.Body, in.CorporationID, 0)
	})
	register(s, of("revokeCorporationKey", http.MethodDelete, "/{keyId}", "End any API key of the corporation", access.Update),
		func(ctx context.Context, in *corporationKeyPath) (*output[Done], error) {
			return answer(Done{}), s.Identity.RevokeKey(ctx, callerOf(ctx).actor(), in.CorporationID, 0, in.KeyID)
		})
}

func (s *server) createKey(ctx context.Context, who *caller, form KeyForm, corporation, account int64) (*output[NewAPIKey], error) {
	k, err := form.key()
	if err != nil {
		return nil, err
	}
	k.CorporationID, k.AccountID = corporation, account
	made, text, err := s.Identity.CreateKey(ctx, who.Caller, who.actor(), k)
	if err != nil {
		return nil, err
	}
	if account != 0 {
		made.HolderName = who.Account.Name
	}
	made.CreatedByName = who.Account.Name
	return answer(NewAPIKey{APIKey: apiKeyOf(made), Key: text}), nil
}
