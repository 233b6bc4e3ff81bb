package api

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
)

// User is the account that is signed in.
type User struct {
	ID             int64  `json:"id"`
	CorporationID  int64  `json:"corporationId" doc:"0: the platform's own"`
	Name           string `json:"name"`
	DisplayName    string `json:"displayName"`
	Type           string `json:"type" enum:"System,Admin,Normal"`
	Theme          string `json:"theme" enum:"default,white"`
	Language       string `json:"language" enum:",zh,en,zh-TW" doc:"Empty: as the browser asks"`
	Avatar         string `json:"avatar"`
	Mobile         string `json:"mobile"`
	Email          string `json:"email"`
	EmailVerified  bool   `json:"emailVerified" doc:"Proven by a code: nobody else can have it"`
	MobileVerified bool   `json:"mobileVerified"`
	Active         bool   `json:"active"`
}

func (s *server) userOf(a identity.Account) User {
	return User{
		ID: a.ID, CorporationID: a.CorporationID, Name: a.Name, DisplayName: a.DisplayName, Type: string(a.Type), Theme: a.Theme,
		Language: a.Language, Avatar: s.Uploads.Sign(a.Avatar), Mobile: a.Mobile, Email: a.Email, EmailVerified: a.EmailVerified, MobileVerified: a.MobileVerified, Active: a.Active,
	}
}

// SignedIn is the answer to a sign-in.
type SignedIn struct {
	Token string `json:"token" doc:"Goes into the Authorization header of every call: Bearer <token>"`
	CurrentSession
}

// Challenge is what a sign-in is continued with when the account has a second factor.
type Challenge struct {
	Challenge string `json:"challenge" doc:"Goes to POST /sessions/second-factor with a code"`
	ExpiresAt int64  `json:"expiresAt" doc:"UTC ms"`
}

// SignInAnswer is the session, or the second step that opens it.
type SignInAnswer struct {
	SecondFactor *Challenge `json:"secondFactor,omitempty" doc:"The password was right and a code is asked for: there is nothing else in the answer"`
	*SignedIn
}

// CurrentSession is who is signed in and what they may do anywhere.
type CurrentSession struct {
	User              User     `json:"user"`
	Permissions       []string `json:"permissions" doc:"What may be done somewhere; a project says what may be done there" example:"[\"View:Project\"]"`
	IsSimplePwd       bool     `json:"isSimplePwd" doc:"The password fails the strong rule: warn until it is changed"`
	ExpiresAt         int64    `json:"expiresAt" doc:"UTC ms; slides with use"`
	MustEnrol         bool     `json:"mustEnrol" doc:"The corporation requires a second factor and there is none: nothing works but setting it up"`
	PrivateDeployment bool     `json:"privateDeployment"`
	LicenseState      string   `json:"licenseState,omitempty" enum:"missing,valid,expired,foreign" doc:"Of a private deployment; anything but valid blocks adding points and devices"`
	Brand             Brand    `json:"brand"`
	Helping           *Helping `json:"helping,omitempty" doc:"An operator of the platform inside of a corporation"`
}

type signIn struct {
	Body struct {
		Name     string `json:"name" minLength:"1" maxLength:"254" example:"admin"`
		Password string `json:"password" minLength:"1" maxLength:"200"`
		Remember bool   `json:"remember,omitempty" doc:"Keeps the session for 30 days instead of 12 hours"`
	}
	RequestInfo
}

func (s *server) sessions() {
	register(s, operation{
		id: "signIn", method: http.MethodPost, path: "/sessions/signin", tag: "sessions", open: true, maxBody: 4 << 10,
		summary: "Sign in",
		detail:  "Five wrong passwords in 15 minutes for an account, or 30 from an address, slow sign-in down (429 with Retry-After). The answer never tells whether an account exists.",
	}, func(ctx context.Context, in *signIn) (*output[SignInAnswer], error) {
		got, err := s.Identity.SignIn(ctx, identity.SignIn{
			Name: in.Body.Name, Password: in.Body.Password, Remember: in.Body.Remember, IP: in.address, Client: in.Client,
		})
		if err != nil {
			return nil, err
		}
		if got.Challenge != "" {
			return answer(SignInAnswer{SecondFactor: &Challenge{Challenge: got.Challenge, ExpiresAt: got.ChallengeExpiresAt}}), nil
		}
		session, err := s.signedIn(ctx, got)
		return answer(SignInAnswer{SignedIn: &session}), err
	})
	s.huma.OpenAPI().Components.Schemas.Map()["SignInAnswer"].Required = nil // either part is left out
	register(s, operation{
		id: "signOut", method: http.MethodPost, path: "/sessions/signout", tag: "sessions", person: true, enrols: true, summary: "End the session",
	}, func(ctx context.Context, _ *nothing) (*output[Done], error) {
		who := callerOf(ctx)
		return answer(Done{}), s.Identity.SignOut(ctx, who.Caller, who.actor())
	})
	register(s, operation{
		id: "currentSession", method: http.MethodGet, path: "/sessions/current", tag: "sessions", enrols: true,
		summary: "Who is signed in, and what they may do",
	}, func(ctx context.Context, _ *nothing) (*output[CurrentSession], error) {
		who := callerOf(ctx)
		session, err := s.currentSession(ctx, who.Account, who.permissions, who.Session)
		session.MustEnrol = who.MustEnrol()
		return answer(session), err
	})
}

// signedIn is a session as it is answered once, with its token.
func (s *server) signedIn(ctx context.Context, got identity.SignedIn) (SignedIn, error) {
	session, err := s.currentSession(ctx, got.Account, got.Permissions, got.Session)
	session.MustEnrol = got.MustEnrol
	return SignedIn{Token: got.Token, CurrentSession: session}, err
}

func (s *server) currentSession(ctx context.Context, account identity.Account, permissions identity.Permissions, session identity.Session) (CurrentSession, error) {
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
