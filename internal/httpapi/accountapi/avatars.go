package accountapi

import (
	"context"
	"net/http"

	"plumbline/internal/account/identity"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/upload"
)

type avatar struct {
	UserPath
	Body struct {
		URL string `json:"url" maxLength:"500" doc:"As returned by POST /upload/images?scope=avatar; empty: none"`
	}
}

func (s *server) avatars() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setAvatar", Method: http.MethodPost, Path: "/users/{userId}/avatar", Tag: "users", Person: true, Summary: "Change your picture",
	}, s.setAvatar)
}

func (s *server) setAvatar(ctx context.Context, in *avatar) (*httpapi.Output[User], error) {
	who, err := oneself(ctx, in.UserID)
	if err != nil {
		return nil, err
	}
	path, err := s.Uploads.Keep(ctx, who.Actor(), "url", upload.Avatar, who.Account.Avatar, in.Body.URL)
	if err != nil {
		return nil, err
	}
	account, err := s.Identity.UpdateProfile(ctx, who.Actor(), in.UserID, identity.Profile{Avatar: &path})
	return httpapi.Reply(s.userOf(account)), err
}
