package picture

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

type server struct {
	*httpapi.Kernel
	Points   *point.Service
	Projects *project.Service
	Read     *query.Service
	engines  *engines // nil: the program was built without the web app
}

type pictureInput struct {
	StructureID      int64             `path:"structureId" minimum:"1"`
	MeasuringPointID int64             `path:"measuringPointId" minimum:"1"`
	View             string            `query:"view" maxLength:"64" doc:"One of the point's pages; empty: the first"`
	Start            httpapi.AskedTime `query:"start" doc:"UTC ms"`
	End              httpapi.AskedTime `query:"end" doc:"UTC ms, inclusive"`
	Language         string            `query:"language" enum:"zh,en,zh-TW" doc:"Default: the language of the response"`
	Theme            string            `query:"theme" enum:"light,dark" default:"light"`
	Width            int               `query:"width" minimum:"200" maximum:"2000" default:"1000" doc:"Pixels; below 600 the chart is drawn as on a phone"`
	Height           int               `query:"height" minimum:"150" maximum:"1500" default:"500" doc:"Pixels"`
	Format           string            `query:"format" enum:"svg,png" default:"svg"`
}

const (
	typeSVG = "image/svg+xml"
	typePNG = "image/png"
)

type pictureOutput struct {
	ContentType  string `header:"Content-Type"`
	CacheControl string `header:"Cache-Control"`
	Body         []byte
}

// request is the input of the script; web/src/features/data-views/picture/gather.ts reads it.
type request struct {
	View      string `json:"view"`
	Point     int64  `json:"point"`
	Structure int64  `json:"structure"`
	Project   int64  `json:"project"`
	Place     int64  `json:"place"`
	Zone      string `json:"zone"`
	Start     int64  `json:"start"`
	End       int64  `json:"end"`
	Language  string `json:"language"`
	Theme     string `json:"theme"`
	Width     int    `json:"width"`
	Height    int    `json:"height"`
}

func (s *server) pictures() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getPointPicture", Method: http.MethodGet, Path: "/structures/{structureId}/measuring-points/{measuringPointId}/picture",
		Tag: "measuring points", Need: access.Permission{Area: access.Data, Action: access.Retrieve},
		Query:   "view=hda-chart&start=1799000000000&end=1799900000000",
		Summary: "The chart of a data view as a picture",
		Detail:  "Drawn by the code that draws it on the screen, with the point's chart settings, for a range of time. 8330: the view has no chart. 8331: too many pictures at a time, try again.",
		Extra: func(h *huma.Operation) {
			picture := &huma.MediaType{Schema: &huma.Schema{Type: huma.TypeString, Format: "binary"}}
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{typeSVG: picture, typePNG: picture}}
		},
	}, s.picture)
}

func (s *server) picture(ctx context.Context, in *pictureInput) (*pictureOutput, error) {
	wanted, err := s.request(ctx, in)
	if err != nil {
		return nil, err
	}
	svg, err := s.draw(ctx, wanted)
	if err != nil {
		return nil, err
	}
	out := &pictureOutput{ContentType: typeSVG, CacheControl: "private, no-cache", Body: []byte(svg)}
	if in.Format == "png" {
		out.ContentType = typePNG
		out.Body, err = s.engines.png(svg)
	}
	return out, err
}

// request completes and validates the input of a call.
func (s *server) request(ctx context.Context, in *pictureInput) (request, error) {
	switch {
	case in.Start == 0 || in.End == 0:
		return request{}, errs.New(errs.TimeRequired)
	case in.Start > in.End:
		return request{}, errs.New(errs.StartAfterEnd)
	}
	scope := httpapi.CallerOf(ctx).Scope
	p, err := s.Points.Get(ctx, scope, in.MeasuringPointID)
	if err != nil {
		return request{}, err
	}
	of, err := s.Projects.Get(ctx, scope, p.ProjectID)
	if err != nil {
		return request{}, err
	}
	view := in.View
	found, err := s.Read.Pages(ctx, []int64{p.ID})
	if err != nil {
		return request{}, err
	}
	pages := found[0]
	switch {
	case view == "" && len(pages) > 0:
		view = pages[0]
	case !slices.Contains(pages, view):
		return request{}, errs.OnField("view", errs.NotOneOf, "allowed", strings.Join(pages, ", "))
	}
	language := in.Language
	if language == "" {
		language = string(httpapi.LanguageOf(ctx))
	}
	place := p.ItemID
	if place == 0 {
		place = p.StructureID
	}
	return request{
		View: view, Point: p.ID, Structure: p.StructureID, Project: p.ProjectID, Place: place, Zone: of.TimeZone,
		Start: in.Start.Millis(), End: in.End.Millis(), Language: language, Theme: in.Theme, Width: in.Width, Height: in.Height,
	}, nil
}

// draw runs the script, which reads its data through the API as the caller.
func (s *server) draw(ctx context.Context, wanted request) (string, error) {
	if s.engines == nil {
		return "", errs.New(errs.NoPictures)
	}
	text, err := json.Marshal(wanted)
	if err != nil {
		return "", fmt.Errorf("encode a picture's request: %w", err)
	}
	var refused error
	svg, err := s.engines.draw(ctx, string(text), func(method, path, body string) string {
		status, answer, err := s.Inside(ctx, wanted.Language, method, path, body)
		switch {
		case err != nil:
			refused = err
		case status != http.StatusOK:
			refused = failureOf(status, answer)
		default:
			refused = nil // the script could do without the failed call
			return string(answer)
		}
		return ""
	})
	switch {
	case err != nil && refused != nil:
		return "", refused
	case err != nil:
		return "", err
	case svg == "":
		return "", errs.New(errs.NoChart, "view", wanted.View)
	}
	return svg, nil
}

// failureOf returns the error of a failed call that the script made.
func failureOf(status int, answer []byte) error {
	var envelope struct {
		Code int `json:"code"`
	}
	if json.Unmarshal(answer, &envelope) == nil {
		if m, known := errs.ByCode(envelope.Code); known {
			return errs.New(m)
		}
	}
	return fmt.Errorf("a call of a picture failed with status %d", status)
}
