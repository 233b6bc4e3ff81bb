package opsapi

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// ProductVersion is the running version.
type ProductVersion struct {
	Version string `json:"version" example:"v1.0.0"`
}

// CommonLanguage is the catalog of messages in a language, by code.
type CommonLanguage struct {
	CommonLanguage map[string]string `json:"commonLanguage" doc:"Text of each message of the error catalog, by code"`
}

type languageInput struct {
	Lang string `path:"lang" enum:"zh,en,zh-TW"`
}

func (s *server) common() {
	get := func(id, path, summary string, open bool) httpapi.Operation {
		return httpapi.Operation{ID: id, Method: http.MethodGet, Path: "/common/" + path, Tag: "common", Summary: summary, Open: open}
	}
	httpapi.Register(s.Kernel, get("version", "version", "The running version", true), s.version)
	httpapi.Register(s.Kernel, get("commonLanguage", "language/{lang}", "The messages of the error catalog in a language", true),
		s.commonLanguage)
}

func (s *server) version(context.Context, *httpapi.NoInput) (*httpapi.Output[ProductVersion], error) {
	return httpapi.Reply(ProductVersion{s.Version}), nil
}

func (s *server) commonLanguage(_ context.Context, in *languageInput) (*httpapi.Output[CommonLanguage], error) {
	lang, _ := errs.ParseLanguage(in.Lang) // validated as an enumeration
	return httpapi.Reply(CommonLanguage{catalogIn(lang)}), nil
}
