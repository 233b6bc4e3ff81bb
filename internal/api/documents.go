package api

import (
	"context"
	"net/http"

	"plumbline/internal/feature/manual"
	"plumbline/internal/platform/fault"
)

// GuideChapter is one chapter of the user's guide.
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

// Release is what one version brought.
type Release struct {
	Version string   `json:"version"`
	Date    string   `json:"date" format:"date"`
	Changes []string `json:"changes" doc:"In the caller's language"`
}

func (s *server) documents() {
	register(s, operation{
		id: "documentsTopo", method: http.MethodGet, path: "/documents/topo", tag: "documents", summary: "Chapters of the user's guide with their sections",
		detail: "Not there in private deployments, nor where the corporation has documentDisabled.",
	}, func(ctx context.Context, _ *nothing) (*output[List[GuideChapter]], error) {
		hidden, err := s.documentsHidden(ctx)
		if err != nil {
			return nil, err
		}
		if hidden {
			return nil, fault.New(fault.NothingHere)
		}
		list, err := manual.Topo(languageOf(ctx))
		return listAnswer(list, documentOf), err
	})
	register(s, operation{
		id: "listReleases", method: http.MethodGet, path: "/releases", tag: "documents", summary: "What each version brought, newest first",
		detail: "Not there in private deployments.",
	}, func(ctx context.Context, _ *nothing) (*output[List[Release]], error) {
		if s.PrivateDeployment {
			return nil, fault.New(fault.NothingHere)
		}
		list, err := manual.Releases()
		lang := string(languageOf(ctx))
		return listAnswer(list, func(r manual.Release) Release {
			texts := make([]string, len(r.Changes))
			for i, c := range r.Changes {
				texts[i] = c.In(lang)
			}
			return Release{Version: r.Version, Date: r.Date, Changes: texts}
		}), err
	})
}

// documentsHidden tells whether the guide is kept from the caller (specification
// section 2, user menu).
func (s *server) documentsHidden(ctx context.Context) (bool, error) {
	who := callerOf(ctx)
	if s.PrivateDeployment || who.Account.CorporationID == 0 {
		return s.PrivateDeployment, nil
	}
	c, err := s.Corporations.Get(ctx, who.scope, who.Account.CorporationID)
	return c.DocumentDisabled, err
}

func documentOf(d manual.Document) GuideChapter {
	return GuideChapter{Name: d.Name, Title: d.Title, Headings: listOf(d.Headings, func(h manual.Heading) GuideSection { return GuideSection(h) })}
}
