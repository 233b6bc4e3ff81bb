package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/account/corporation"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/device"
)

// RequestInfo is what a call needs to know of its request.
type RequestInfo struct {
	Client  string `header:"User-Agent" hidden:"true"`
	address string
}

// Resolve takes the address of the other end; huma calls it.
func (i *RequestInfo) Resolve(ctx huma.Context) []error {
	i.address = addressOf(&http.Request{RemoteAddr: ctx.RemoteAddr()})
	return nil
}

// LoginInfo is how the sign-in page looks.
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
	SignUp            bool     `json:"signUp" doc:"Corporations may sign up by themselves"`
	Channels          []string `json:"channels" enum:"mail,sms" doc:"How codes can travel"`
	SSOName           string   `json:"ssoName" doc:"What the button of single sign-on says; empty: there is none"`
	Version           string   `json:"version"`
}

// Version is the running version.
type ProductVersion struct {
	Version string `json:"version" example:"v1.0.0"`
}

// CommonLanguage is the catalogue of messages in a language, by code.
type CommonLanguage struct {
	CommonLanguage map[string]string `json:"commonLanguage" doc:"Text of each message of the error catalogue, by code"`
}

// Exists tells whether a name or number is taken, and no more.
type Exists struct {
	IsExist bool `json:"isExist"`
}

// ConnectionStatus is whether a device is connected.
type ConnectionStatus struct {
	Status   string `json:"status" enum:"online,offline,sleep"`
	LastSeen int64  `json:"lastSeen" doc:"UTC ms; 0: never"`
}

type loginInfoInput struct {
	Prefix string `query:"prefix" maxLength:"63" doc:"The corporation's domain prefix; empty: the first label of the host's name; unknown: the only corporation there is, else the product"`
	host   string
}

// Resolve takes the host that was asked for; huma calls it.
func (i *loginInfoInput) Resolve(ctx huma.Context) []error {
	i.host = ctx.Host()
	return nil
}

type languageInput struct {
	Lang string `path:"lang" enum:"zh,en,zh-TW"`
}

type sncodeInput struct {
	Body struct {
		SNCode string `json:"sncode" minLength:"1" maxLength:"64"`
	}
}

type registerInput struct {
	Body struct {
		Register string `json:"register" minLength:"1" maxLength:"64"`
	}
}

type registerPath struct {
	Register string `path:"register" maxLength:"64"`
}

func (s *server) common() {
	get := func(id, path, summary string, open bool) operation {
		return operation{id: id, method: http.MethodGet, path: "/common/" + path, tag: "common", summary: summary, open: open}
	}
	register(s, get("loginInfo", "login-info", "How the sign-in page looks", true), func(ctx context.Context, in *loginInfoInput) (*output[LoginInfo], error) {
		c, err := s.Corporations.LoginInfo(ctx, in.Prefix, in.host)
		return answer(s.loginInfoOf(c)), err
	})
	register(s, get("version", "version", "The running version", true), func(context.Context, *nothing) (*output[ProductVersion], error) {
		return answer(ProductVersion{s.Version}), nil
	})
	register(s, get("commonLanguage", "language/{lang}", "The messages of the error catalogue in a language", true),
		func(_ context.Context, in *languageInput) (*output[CommonLanguage], error) {
			lang, _ := fault.ParseLanguage(in.Lang) // the enumeration is checked
			return answer(CommonLanguage{catalogueIn(lang)}), nil
		})
	exist := func(id, path, summary string) operation {
		return operation{
			id: id, method: http.MethodPost, path: "/common/" + path, tag: "common", summary: summary, need: deviceNeed(access.Create), held: anywhere, unlogged: asks,
			detail: "Two calls a second. Tells nothing but taken or free.",
		}
	}
	register(s, exist("sncodeExist", "sncode-exist", "Is a serial number taken"), func(ctx context.Context, in *sncodeInput) (*output[Exists], error) {
		if err := s.mayProbe(ctx); err != nil {
			return nil, err
		}
		taken, err := s.Devices.SNCodeTaken(ctx, in.Body.SNCode)
		return answer(Exists{taken}), err
	})
	register(s, exist("registerExist", "register-exist", "Is a register identifier taken"), func(ctx context.Context, in *registerInput) (*output[Exists], error) {
		if err := s.mayProbe(ctx); err != nil {
			return nil, err
		}
		taken, err := s.Devices.RegisterTaken(ctx, in.Body.Register)
		return answer(Exists{taken}), err
	})
	connection := get("connectionStatus", "connection-status/{register}", "Is the device of a register connected", false)
	connection.need = deviceNeed(access.Retrieve)
	register(s, connection, func(ctx context.Context, in *registerPath) (*output[ConnectionStatus], error) {
		page, err := s.Devices.List(ctx, callerOf(ctx).scope, device.Filter{Register: in.Register})
		if err != nil {
			return nil, err
		}
		for _, d := range page.List {
			state := deviceStateOf(d.State)
			return answer(ConnectionStatus{Status: state.Status, LastSeen: state.LastSeen}), nil
		}
		return nil, fault.New(fault.NothingHere)
	})
}

func (s *server) loginInfoOf(c corporation.Corporation) LoginInfo {
	return LoginInfo{
		PlatformName: c.PlatformName, Title: c.Title, Logo: s.Uploads.Sign(c.Logo), Favicon: s.Uploads.Sign(c.Favicon), Copyright: c.Copyright, Slogan: c.Slogan,
		LoginBackground: s.Uploads.Sign(c.LoginBackground), DocumentDisabled: c.DocumentDisabled, PrivateDeployment: s.PrivateDeployment,
		Languages: listOf(fault.Languages(), func(l fault.Language) string { return string(l) }), SignUp: !s.PrivateDeployment, Channels: s.channels(), SSOName: s.SSO.Name(), Version: s.Version,
	}
}
