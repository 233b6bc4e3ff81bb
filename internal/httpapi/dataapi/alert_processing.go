package dataapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/upload"
)

// AlertHandling is a person's input when processing alerts.
type AlertHandling struct {
	Status  string `json:"status" enum:"Confirm,FalseAlarm"`
	Cause   string `json:"cause,omitempty" maxLength:"100" doc:"Cause; alertHandlingOptions lists the usual ones"`
	Measure string `json:"measure,omitempty" maxLength:"100" doc:"Action taken; alertHandlingOptions lists the usual ones"`
	Note    string `json:"note" minLength:"1" maxLength:"500"`

	Pictures []string `json:"pictures,omitempty" maxItems:"9" doc:"URLs of uploads with the purpose alert, in their order"`
}

// at returns the input for an alert of which a person saw a level. paths are those of its pictures.
func (h AlertHandling) at(seen int, paths []string) alarm.Handling {
	return alarm.Handling{To: alarm.Status(h.Status), Seen: alarm.Level(seen), Cause: h.Cause, Measure: h.Measure, Note: h.Note, Pictures: paths}
}

type alertProcessing struct {
	AlertPath
	Body struct {
		AlertHandling
		Level int `json:"level,omitempty" minimum:"0" maximum:"4" doc:"The level that was shown; 0: the current one. A higher level raises a new alert"`
	}
}

type alertsProcessing struct {
	Body struct {
		AlertHandling
		Alerts []SeenAlert `json:"alerts" minItems:"1" maxItems:"200"`
	}
}

// SeenAlert is an alert with the level that the person saw.
type SeenAlert struct {
	ID    int64 `json:"id" minimum:"1"`
	Level int   `json:"level,omitempty" minimum:"0" maximum:"4" doc:"0: the current one"`
}

// ProcessedAlert is the outcome for one of several alerts.
type ProcessedAlert struct {
	ID     int64  `json:"id"`
	Status string `json:"status" doc:"After the call; empty if it failed"`
	Code   int    `json:"code" doc:"0: processed, else the error of this alert"`
	Error  string `json:"error" doc:"In the caller's language"`
}

// ProcessedAlerts is the outcome for several alerts.
type ProcessedAlerts struct {
	List []ProcessedAlert `json:"list" doc:"In the order of the request"`
	Done int              `json:"done" doc:"Number processed"`
}

var mayProcess = access.Permission{Area: access.Alert, Action: access.Update}

func (s *server) alertProcessing() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "processAlert", Method: http.MethodPatch, Path: "/alerts/{alertId}/status", Tag: "alerts",
		Example: `{"status":"Confirm","note":"seen"}`,
		Need:    mayProcess, Summary: "Confirm an alert or mark it as false; cannot be undone",
		Detail: "It covers the level that was shown: a higher level found later raises a new alert. Only owners and managers of the project close graded warnings.",
	}, s.processAlert)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "processAlerts", Method: http.MethodPost, Path: "/alerts/bulk-process", Tag: "alerts", Need: mayProcess, Held: httpapi.InBody,
		Example: `{"alerts":[{"id":{alertId}}],"status":"Confirm","note":"seen"}`,
		Summary: "Process several alerts with the same result, cause, measure and note; cannot be undone",
		Detail:  "Each alert is processed separately: one that cannot be processed (because someone else already has, for example) does not block the others. The call fails only when none was processed.",
	}, s.processAlerts)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "exportAlerts", Method: http.MethodGet, Path: "/alerts/export", Tag: "alerts",
		Need: access.Permission{Area: access.Alert, Action: access.Retrieve}, Limit: -1, Extra: httpapi.CSVContent,
		Summary: "Alerts as csv", Detail: "Streamed, newest first, with no row limit. UTF-8 with byte order mark, times in each project's time zone.",
	}, s.exportAlerts)
}

func (s *server) processAlert(ctx context.Context, in *alertProcessing) (*httpapi.Output[AlertDetail], error) {
	who := httpapi.CallerOf(ctx)
	if err := mayClose(who, who.Target.Alert); err != nil {
		return nil, err
	}
	paths, err := s.keepPictures(ctx, in.Body.AlertHandling)
	if err != nil {
		return nil, err
	}
	processed, err := s.Alerts.Process(ctx, who.Actor(), *who.Target.Alert, in.Body.at(in.Body.Level, paths))
	if err != nil {
		return nil, err
	}
	return s.alertDetail(ctx, processed)
}

func (s *server) processAlerts(ctx context.Context, in *alertsProcessing) (*httpapi.Output[ProcessedAlerts], error) {
	paths, err := s.keepPictures(ctx, in.Body.AlertHandling)
	if err != nil {
		return nil, err
	}
	out := ProcessedAlerts{List: make([]ProcessedAlert, len(in.Body.Alerts))}
	var first error
	for i, seen := range in.Body.Alerts {
		processed, err := s.processSeen(ctx, seen, in.Body.at(seen.Level, paths))
		out.List[i].ID = seen.ID
		if err == nil {
			out.List[i].Status = string(processed.Status)
			out.Done++
			continue
		}
		f, ok := errs.As(err)
		if !ok {
			return nil, err
		}
		if first == nil {
			first = err
		}
		out.List[i].Code, out.List[i].Error = f.Code, f.Text(httpapi.LanguageOf(ctx))
	}
	if out.Done == 0 {
		return nil, first
	}
	return httpapi.Reply(out), nil
}

func (s *server) processSeen(ctx context.Context, seen SeenAlert, h alarm.Handling) (alarm.Listed, error) {
	who := httpapi.CallerOf(ctx)
	found, err := s.Alerts.Get(ctx, who.Scope, seen.ID)
	if err != nil {
		return found, err
	}
	if err := who.Require(mayProcess, found.ProjectID); err != nil {
		return found, err
	}
	if err := mayClose(who, &found); err != nil {
		return found, err
	}
	return s.Alerts.Process(ctx, who.Actor(), found, h)
}

// keepPictures keeps the pictures of a decision and returns their paths.
func (s *server) keepPictures(ctx context.Context, h AlertHandling) ([]string, error) {
	var refused errs.Refusals
	alarm.CheckPictures(&refused, h.Pictures)
	if err := refused.Err(); err != nil {
		return nil, err
	}
	return s.Uploads.KeepAll(ctx, httpapi.CallerOf(ctx).Actor(), "pictures", upload.Alert, h.Pictures)
}

// mayClose refuses people who may not close a graded warning: owners and managers of the project may, as they may change
// the project.
func mayClose(who *httpapi.Caller, alert *alarm.Listed) error {
	if alert.Kind != alarm.OfGraded {
		return nil
	}
	return who.Require(access.Permission{Area: access.Project, Action: access.Update}, alert.ProjectID)
}

type alertExport struct {
	AlertFilter
	Name string `query:"name" maxLength:"50" doc:"Part of the name of a point, device or project"`
}

func (s *server) exportAlerts(ctx context.Context, in *alertExport) (*httpapi.Streamed, error) {
	filter, err := in.filter()
	if err != nil {
		return nil, err
	}
	filter.Keyword = in.Name
	scope := httpapi.CallerOf(ctx).Scope
	return &httpapi.Streamed{Body: func(hc huma.Context) {
		hc.SetHeader("Content-Type", "text/csv; charset=utf-8")
		hc.SetHeader("Content-Disposition", `attachment; filename="alerts.csv"`)
		if err := s.Alerts.Export(hc.Context(), hc.BodyWriter(), scope, filter, httpapi.LanguageOf(ctx)); err != nil {
			httpapi.EnvelopeOf(ctx, err) // logs unexpected errors
			panic(http.ErrAbortHandler)  // the header was sent: abort, so that a truncated file does not look complete
		}
	}}, nil
}
