package accountapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/account/corporation"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// LoginInfo is the appearance of the sign-in page.
type LoginInfo struct {
	PlatformName      string   `json:"platformName" doc:"Empty: the product's own"`
	Title             string   `json:"title"`
	Logo              string   `json:"logo"`
	Favicon           string   `json:"favicon"`
	Copyright         string   `json:"copyright"`
	Slogan            string   `json:"slogan"`
	LoginBackground   string   `json:"loginBackground"`
	DocumentDisabled  bool     `json:"documentDisabled"`
	PrivateDeployment bool     `json:"privateDeployment"`
	Languages         []string `json:"languages" example:"[\"zh\",\"en\",\"zh-TW\"]"`
	SignUp            bool     `json:"signUp" doc:"Corporations can sign up themselves"`
	Channels          []string `json:"channels" enum:"mail,sms" doc:"Channels for sending codes"`
	SSOName           string   `json:"ssoName" doc:"Label of the single sign-on button; empty: no button"`
	Version           string   `json:"version"`
}

type loginInfoInput struct {
	Prefix string `query:"prefix" maxLength:"63" doc:"The corporation's domain prefix; empty: the first label of the host name; unknown: the only corporation if there is just one, else the product"`
	host   string
}

// Resolve sets the requested host; huma calls it.
func (i *loginInfoInput) Resolve(ctx huma.Context) []error {
	i.host = ctx.Host()
	return nil
}

func (s *server) loginInfoOf(c corporation.Corporation) LoginInfo {
	return LoginInfo{
		PlatformName: c.PlatformName, Title: c.Title, Logo: s.Uploads.Sign(c.Logo), Favicon: s.Uploads.Sign(c.Favicon),
		Copyright: c.Copyright, Slogan: c.Slogan,
		LoginBackground: s.Uploads.Sign(c.LoginBackground), DocumentDisabled: c.DocumentDisabled, PrivateDeployment: s.PrivateDeployment,
		Languages: httpapi.ListOf(errs.Languages(), func(l errs.Language) string { return string(l) }),
		SignUp:    !s.PrivateDeployment, Channels: s.channels(), SSOName: s.SSO.Name(), Version: s.Version,
	}
}

func (s *server) loginInfoCalls() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "loginInfo", Method: http.MethodGet, Path: "/common/login-info", Tag: "common", Summary: "Appearance of the sign-in page", Open: true,
	}, s.loginInfo)
}

func (s *server) loginInfo(ctx context.Context, in *loginInfoInput) (*httpapi.Output[LoginInfo], error) {
	c, err := s.Corporations.LoginInfo(ctx, in.Prefix, in.host)
	return httpapi.Reply(s.loginInfoOf(c)), err
}
