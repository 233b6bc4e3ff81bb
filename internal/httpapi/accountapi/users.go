package accountapi

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

type UserPath struct {
	UserID int64 `path:"userId" minimum:"1"`
}

type profile struct {
	UserPath
	Body struct {
		DisplayName *string `json:"displayName,omitempty" maxLength:"20"`
		Theme       *string `json:"theme,omitempty" enum:"default,white"`
		Language    *string `json:"language,omitempty" enum:"zh,en,zh-TW"`
		Mobile      *string `json:"mobile,omitempty" maxLength:"11"`
		Email       *string `json:"email,omitempty" maxLength:"254"`
	}
}

type password struct {
	UserPath
	Body struct {
		OldPassword string `json:"oldPassword" minLength:"1" maxLength:"200"`
		Password    string `json:"password" minLength:"1" maxLength:"200" doc:"8 to 16 characters of all four classes, none three times in a row"`
	}
}

func (s *server) users() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateProfile", Method: http.MethodPost, Path: "/users/{userId}/profile", Tag: "users", Person: true,
		Summary: "Change your display name, theme, language, mobile or e-mail", Detail: "Omitted fields are unchanged.",
	}, s.updateProfile)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "changePassword", Method: http.MethodPost, Path: "/users/{userId}/password", Tag: "users", Person: true,
		Summary: "Change your password", Detail: "Ends every session of the account and returns a new one for the caller.",
	}, s.changePassword)
}

func (s *server) updateProfile(ctx context.Context, in *profile) (*httpapi.Output[User], error) {
	who, err := oneself(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	b := in.Body
	if err := s.proven(who.Account, b.Mobile, b.Email); err != nil {
		return nil, err
	}
	account, err := s.Identity.UpdateProfile(ctx, who.Actor(), in.UserID,
		identity.Profile{DisplayName: b.DisplayName, Theme: b.Theme, Language: b.Language, Mobile: b.Mobile, Email: b.Email})
	return httpapi.Reply(s.userOf(account)), err
}

func (s *server) changePassword(ctx context.Context, in *password) (*httpapi.Output[SignedIn], error) {
	who, err := oneself(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	renewed, err := s.Identity.ChangePassword(ctx, who.Caller, who.Actor(), in.Body.OldPassword, in.Body.Password)
	if err != nil {
		return nil, err
	}
	session, err := s.signedIn(ctx, renewed)
	return httpapi.Reply(session), err
}

// oneself returns the caller if the id is the caller's own, else an error as if it did not exist.
func oneself(ctx context.Context, id int64) (*httpapi.Caller, error) {
	who := httpapi.CallerOf(ctx)
	if who.Account.ID != id {
		return nil, errs.New(errs.NothingHere)
	}
	return who, nil
}
