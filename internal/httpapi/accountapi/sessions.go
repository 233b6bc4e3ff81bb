package accountapi

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// User is the signed-in account.
type User struct {
	ID             int64  `json:"id"`
	CorporationID  int64  `json:"corporationId" doc:"0: the platform"`
	Name           string `json:"name"`
	DisplayName    string `json:"displayName"`
	Type           string `json:"type" enum:"System,Admin,Normal"`
	Theme          string `json:"theme" enum:"default,white"`
	Language       string `json:"language" enum:",zh,en,zh-TW" doc:"Empty: as the browser asks"`
	Avatar         string `json:"avatar"`
	Mobile         string `json:"mobile"`
	Email          string `json:"email"`
	EmailVerified  bool   `json:"emailVerified" doc:"Verified by a code; unique"`
	MobileVerified bool   `json:"mobileVerified"`
	Active         bool   `json:"active"`
}

func (s *server) userOf(a identity.Account) User {
	return User{
		ID: a.ID, CorporationID: a.CorporationID, Name: a.Name, DisplayName: a.DisplayName, Type: string(a.Type), Theme: a.Theme,
		Language: a.Language, Avatar: s.Uploads.Sign(a.Avatar), Mobile: a.Mobile, Email: a.Email,
		EmailVerified: a.EmailVerified, MobileVerified: a.MobileVerified, Active: a.Active,
	}
}

// SignedIn is the response to a sign-in.
type SignedIn struct {
	Token string `json:"token" doc:"Sent in the Authorization header of every call: Bearer <token>"`
	CurrentSession
}

// Challenge continues a sign-in if the account has a second factor.
type Challenge struct {
	Challenge string `json:"challenge" doc:"Send to POST /sessions/second-factor with a code"`
	ExpiresAt int64  `json:"expiresAt" doc:"UTC ms"`
}

// SignInAnswer is the session, or the second step towards it.
type SignInAnswer struct {
	SecondFactor *Challenge `json:"secondFactor,omitempty" doc:"The password was correct and a code is required; nothing else is in the response"`
	*SignedIn
}

// CurrentSession is the signed-in account with its permissions anywhere.
type CurrentSession struct {
	User              User     `json:"user"`
	Permissions       []string `json:"permissions" doc:"Permissions held anywhere; each project lists those held there" example:"[\"View:Project\"]"`
	IsSimplePwd       bool     `json:"isSimplePwd" doc:"The password does not meet the strong rule: warn until it is changed"`
	ExpiresAt         int64    `json:"expiresAt" doc:"UTC ms; extended with use"`
	MustEnrol         bool     `json:"mustEnrol" doc:"The corporation requires a second factor and none is set up: no other call works until it is"`
	PrivateDeployment bool     `json:"privateDeployment"`
	LicenseState      string   `json:"licenseState,omitempty" enum:"missing,valid,expired,foreign" doc:"For a private deployment; anything but valid blocks adding points and devices"`
	Brand             Brand    `json:"brand"`
	Helping           *Helping `json:"helping,omitempty" doc:"A platform operator in a corporation"`
}

type signIn struct {
	Body struct {
		Name     string `json:"name" minLength:"1" maxLength:"254" example:"admin"`
		Password string `json:"password" minLength:"1" maxLength:"200"`
		Remember bool   `json:"remember,omitempty" doc:"Keeps the session for 30 days instead of 12 hours"`
	}
	httpapi.RequestInfo
}

func (s *server) sessions() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "signIn", Method: http.MethodPost, Path: "/sessions/signin", Tag: "sessions", Open: true, MaxBody: 4 << 10,
		Summary: "Sign in",
		Detail:  "Five wrong passwords in 15 minutes for an account, or 30 from an address, throttle sign-in (429 with Retry-After). The response never reveals whether an account exists.",
	}, s.signIn)
	s.OpenAPI().Components.Schemas.Map()["SignInAnswer"].Required = nil // one of the two parts is missing
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "signOut", Method: http.MethodPost, Path: "/sessions/signout", Tag: "sessions", Person: true, Enrols: true, Summary: "Sign out",
	}, s.signOut)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "currentSession", Method: http.MethodGet, Path: "/sessions/current", Tag: "sessions", Enrols: true,
		Summary: "The signed-in account and its permissions",
	}, s.currentSession)
}

func (s *server) currentSession(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[CurrentSession], error) {
	who := httpapi.CallerOf(ctx)
	session, err := s.sessionOf(ctx, who.Account, who.Permissions, who.Session)
	session.MustEnrol = who.MustEnrol()
	return httpapi.Reply(session), err
}

func (s *server) signIn(ctx context.Context, in *signIn) (*httpapi.Output[SignInAnswer], error) {
	got, err := s.Identity.SignIn(ctx, identity.SignIn{
		Name: in.Body.Name, Password: in.Body.Password, Remember: in.Body.Remember, IP: in.Address, Client: in.Client,
	})
	if err != nil {
		return nil, err
	}
	if got.Challenge != "" {
		return httpapi.Reply(SignInAnswer{SecondFactor: &Challenge{Challenge: got.Challenge, ExpiresAt: got.ChallengeExpiresAt}}), nil
	}
	session, err := s.signedIn(ctx, got)
	return httpapi.Reply(SignInAnswer{SignedIn: &session}), err
}

func (s *server) signOut(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[httpapi.Done], error) {
	who := httpapi.CallerOf(ctx)
	return httpapi.Reply(httpapi.Done{}), s.Identity.SignOut(ctx, who.Caller, who.Actor())
}

// signedIn returns a new session with its token.
func (s *server) signedIn(ctx context.Context, got identity.SignedIn) (SignedIn, error) {
	session, err := s.sessionOf(ctx, got.Account, got.Permissions, got.Session)
	session.MustEnrol = got.MustEnrol
	return SignedIn{Token: got.Token, CurrentSession: session}, err
}

func (s *server) sessionOf(ctx context.Context, account identity.Account, permissions identity.Permissions, session identity.Session) (CurrentSession, error) {
	current := CurrentSession{
		User: s.userOf(account), Permissions: permissions.In(0).Names(), IsSimplePwd: account.SimplePassword,
		ExpiresAt: session.ExpiresAt, PrivateDeployment: s.PrivateDeployment,
	}
	own, err := s.Corporations.OfAccount(ctx, account.CorporationID)
	if err != nil {
		return current, err
	}
	current.Brand = s.brandOf(own)
	if s.PrivateDeployment {
		state, err := s.License.State(ctx)
		if err != nil {
			return current, err
		}
		current.LicenseState = string(state)
	}
	if session.HelpingCorporationID != 0 {
		current.Helping = &Helping{
			CorporationID: own.ID, CorporationName: own.Name, EndsAt: session.ExpiresAt,
			Edits: permissions.Everywhere.Has(access.Project, access.Update),
		}
	}
	return current, nil
}
