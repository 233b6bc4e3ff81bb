package api

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/fault"
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
	register(s, operation{
		id: "updateProfile", method: http.MethodPost, path: "/users/{userId}/profile", tag: "users", person: true,
		summary: "Change the own display name, theme, language, mobile or e-mail", detail: "What is left out stays.",
	}, func(ctx context.Context, in *profile) (*output[User], error) {
		who, err := oneself(ctx, in.UserID)
		if err != nil {
			return nil, err
		}
		b := in.Body
		if err := s.proven(who.Account, b.Mobile, b.Email); err != nil {
			return nil, err
		}
		account, err := s.Identity.UpdateProfile(ctx, who.actor(), in.UserID,
			identity.Profile{DisplayName: b.DisplayName, Theme: b.Theme, Language: b.Language, Mobile: b.Mobile, Email: b.Email})
		return answer(s.userOf(account)), err
	})
	register(s, operation{
		id: "changePassword", method: http.MethodPost, path: "/users/{userId}/password", tag: "users", person: true,
		summary: "Change the own password", detail: "Ends every session of the account and returns a new one for the caller.",
	}, func(ctx context.Context, in *password) (*output[SignedIn], error) {
		who, err := oneself(ctx, in.UserID)
		if err != nil {
			return nil, err
		}
		renewed, err := s.Identity.ChangePassword(ctx, who.Caller, who.actor(), in.Body.OldPassword, in.Body.Password)
		if err != nil {
			return nil, err
		}
		session, err := s.signedIn(ctx, renewed)
		return answer(session), err
	})
}

// oneself is the caller when the id is the caller's own; others are not there.
func oneself(ctx context.Context, id int64) (*caller, error) {
	who := callerOf(ctx)
	if who.Account.ID != id {
		return nil, fault.New(fault.NothingHere)
	}
	return who, nil
}
