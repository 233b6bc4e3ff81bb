package guide

import (
	"context"
	"net/http"

	"plumbline/internal/account/corporation"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// GuideChapter is a chapter of the user guide.
type GuideChapter struct {
	Name     string         `json:"name" example:"alerts" doc:"The same in all languages"`
	Title    string         `json:"title" doc:"In the caller's language"`
	Headings []GuideSection `json:"headings"`
}

// GuideSection is a section of a chapter.
type GuideSection struct {
	ID    string `json:"id" example:"s2"`
	Title string `json:"title" doc:"In the caller's language"`
	Level int    `json:"level" minimum:"2" maximum:"3"`
}

// release contains the changes of one version.
type release struct {
	Version string   `json:"version"`
	Date    string   `json:"date" format:"date"`
	Changes []string `json:"changes" doc:"In the caller's language"`
}

func (s *server) documents() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "documentsTopo", Method: http.MethodGet, Path: "/documents/topo", Tag: "documents", Summary: "Chapters of the user guide with their sections",
		Detail: "Not available in private deployments, nor when the corporation has documentDisabled.",
	}, s.documentsTopo)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listReleases", Method: http.MethodGet, Path: "/releases", Tag: "documents", Summary: "Release notes, newest first",
		Detail: "Not available in private deployments.",
	}, s.listReleases)
}

func (s *server) documentsTopo(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[httpapi.List[GuideChapter]], error) {
	hidden, err := s.documentsHidden(ctx)
	if err != nil {
		return nil, err
	}
	if hidden {
		return nil, errs.New(errs.NothingHere)
	}
	list, err := Chapters(httpapi.LanguageOf(ctx))
	return httpapi.ReplyList(list, documentOf), err
}

func (s *server) listReleases(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[httpapi.List[release]], error) {
	if s.PrivateDeployment {
		return nil, errs.New(errs.NothingHere)
	}
	list, err := Releases()
	lang := string(httpapi.LanguageOf(ctx))
	return httpapi.ReplyList(list, func(r Release) release {
		texts := make([]string, len(r.Changes))
		for i, c := range r.Changes {
			texts[i] = c.In(lang)
		}
		return release{Version: r.Version, Date: r.Date, Changes: texts}
	}), err
}

// documentsHidden reports whether the guide is hidden from the caller (specification section 2, user menu).
func (s *server) documentsHidden(ctx context.Context) (bool, error) {
	who := httpapi.CallerOf(ctx)
	if s.PrivateDeployment || who.Account.CorporationID == 0 {
		return s.PrivateDeployment, nil
	}
	c, err := s.Corporations.Get(ctx, who.Scope, who.Account.CorporationID)
	return c.DocumentDisabled, err
}

func documentOf(d Document) GuideChapter {
	return GuideChapter{Name: d.Name, Title: d.Title, Headings: httpapi.ListOf(d.Headings, func(h Heading) GuideSection { return GuideSection(h) })}
}

type server struct {
	*httpapi.Kernel
	Corporations *corporation.Service
}
