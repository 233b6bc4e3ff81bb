package api

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/upload"
)

type avatar struct {
	UserPath
	Body struct {
		URL string `json:"url" maxLength:"500" doc:"As POST /upload/images?scope=avatar answered it; empty: none"`
	}
}

func (s *server) avatars() {
	register(s, operation{
		id: "setAvatar", method: http.MethodPost, path: "/users/{userId}/avatar", tag: "users", person: true, summary: "Change the own picture",
	}, func(ctx context.Context, in *avatar) (*output[User], error) {
		who, err := oneself(ctx, in.UserID)
		if err != nil {
			return nil, err
		}
		path, err := s.Uploads.Keep(ctx, who.actor(), "url", upload.Avatar, who.Account.Avatar, in.Body.URL)
		if err != nil {
			return nil, err
		}
		account, err := s.Identity.UpdateProfile(ctx, who.actor(), in.UserID, identity.Profile{Avatar: &path})
		return answer(s.userOf(account)), err
	})
}
