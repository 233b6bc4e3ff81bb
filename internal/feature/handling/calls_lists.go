package handling

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/i18n"
)

// AlertHandlingText is a cause or a measure in up to three languages.
type AlertHandlingText struct {
	Zh string `json:"zh,omitempty" maxLength:"100"`
	En string `json:"en,omitempty" maxLength:"100"`
	Tw string `json:"zh-TW,omitempty" maxLength:"100"`
}

// AlertHandlingFields are the lists that people write.
type AlertHandlingFields struct {
	Causes   []AlertHandlingText `json:"causes" minItems:"1" maxItems:"30" doc:"In the order of the form; each has a text in at least one language"`
	Measures []AlertHandlingText `json:"measures" minItems:"1" maxItems:"30" doc:"The same"`
}

// AlertHandlingLists are the lists of a corporation.
type AlertHandlingLists struct {
	AlertHandlingFields
	UpdatedAt int64 `json:"updatedAt" doc:"UTC ms; 0: they are those of the product"`
}

// AlertHandlingChoice are the causes and measures that a form suggests.
type AlertHandlingChoice struct {
	Causes   []i18n.Label `json:"causes" nullable:"false"`
	Measures []i18n.Label `json:"measures" nullable:"false"`
}

type listsInput struct {
	httpapi.CorporationPath
	Body AlertHandlingFields
}

const (
	exampleLists = `{"causes":[{"zh":"暴雨","en":"Heavy rain","zh-TW":"豪雨"},{"en":"Blasting"}],"measures":[{"zh":"加密巡查","en":"More inspections","zh-TW":"加強巡查"}]}`
	nearMissList = `{"causes":[{"en":"Blasting"},{"en":"blasting"}],"measures":[{"en":"More inspections"}]}`
)

func (s *server) registerLists() {
	const path = "/corporations/{corporationId}/alert-handling"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Corporation, Action: action}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getProjectAlertHandling", Method: http.MethodGet, Path: "/projects/{projectId}/alert-handling", Tag: "alerts",
		Need: access.Permission{Area: access.Alert, Action: access.Retrieve}, Unmeasured: "one row, by key",
		Summary: "Causes and measures for processing the alerts of a project", Detail: "Those of its corporation, with a text in every language.",
	}, s.projectLists)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getAlertHandling", Method: http.MethodGet, Path: path, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "one row, by key",
		Summary: "Causes and measures of a corporation for processing alerts",
	}, s.lists)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "saveAlertHandling", Method: http.MethodPut, Path: path, Tag: "alerts", Need: need(access.Update),
		Summary: "Replace the causes and measures of a corporation", Example: exampleLists,
		NearMiss: httpapi.NearMiss{Body: nearMissList, Field: "causes[1].en"},
		Detail:   "Texts that alerts already have stay as they are. A language without a text shows that of another one.",
	}, s.saveLists)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "resetAlertHandling", Method: http.MethodDelete, Path: path, Tag: "alerts", Need: need(access.Update),
		Summary: "Return to the causes and measures of the product",
	}, s.resetLists)
}

func (s *server) projectLists(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[AlertHandlingChoice], error) {
	l, err := s.store.ListsOfProject(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(AlertHandlingChoice(l)), nil
}

func (s *server) lists(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[AlertHandlingLists], error) {
	l, updated, err := s.store.Lists(ctx, httpapi.CallerOf(ctx).Scope, in.CorporationID)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(AlertHandlingLists{shownLists(l), updated}), nil
}

func (s *server) saveLists(ctx context.Context, in *listsInput) (*httpapi.Output[AlertHandlingLists], error) {
	l := Lists{Causes: written(in.Body.Causes), Measures: written(in.Body.Measures)}
	updated, err := s.store.SaveLists(ctx, httpapi.CallerOf(ctx).Actor(), in.CorporationID, &l)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(AlertHandlingLists{shownLists(l), updated}), nil
}

func (s *server) resetLists(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[AlertHandlingLists], error) {
	if err := s.store.ResetLists(ctx, httpapi.CallerOf(ctx).Actor(), in.CorporationID); err != nil {
		return nil, err
	}
	return httpapi.Reply(AlertHandlingLists{AlertHandlingFields: shownLists(usualLists())}), nil
}

func written(list []AlertHandlingText) []i18n.Label {
	return httpapi.ListOf(list, func(e AlertHandlingText) i18n.Label { return i18n.Label(e) })
}

func shownLists(l Lists) AlertHandlingFields {
	texts := func(list []i18n.Label) []AlertHandlingText {
		return httpapi.ListOf(list, func(e i18n.Label) AlertHandlingText { return AlertHandlingText(e) })
	}
	return AlertHandlingFields{Causes: texts(l.Causes), Measures: texts(l.Measures)}
}
