package api

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// AlertHandling is what a person says when processing alerts.
type AlertHandling struct {
	Status  string `json:"status" enum:"Confirm,FalseAlarm"`
	Cause   string `json:"cause,omitempty" maxLength:"100" doc:"Why it came; alertHandlingOptions has the usual ones"`
	Measure string `json:"measure,omitempty" maxLength:"100" doc:"What is done about it; alertHandlingOptions has the usual ones"`
	Note    string `json:"note" minLength:"1" maxLength:"500"`
}

func (h AlertHandling) at(seen int) alarm.Handling {
	return alarm.Handling{To: alarm.Status(h.Status), Seen: alarm.Level(seen), Cause: h.Cause, Measure: h.Measure, Note: h.Note}
}

type alertProcessing struct {
	AlertPath
	Body struct {
		AlertHandling
		Level int `json:"level,omitempty" minimum:"0" maximum:"4" doc:"The level that the person saw; 0: the present one. A higher level raises a new alert"`
	}
}

type alertsProcessing struct {
	Body struct {
		AlertHandling
		Alerts []SeenAlert `json:"alerts" minItems:"1" maxItems:"200"`
	}
}

// SeenAlert is an alert at the level at which a person saw it.
type SeenAlert struct {
	ID    int64 `json:"id" minimum:"1"`
	Level int   `json:"level,omitempty" minimum:"0" maximum:"4" doc:"0: the present one"`
}

// ProcessedAlert is what became of one of several alerts.
type ProcessedAlert struct {
	ID     int64  `json:"id"`
	Status string `json:"status" doc:"After the call; empty where it failed"`
	Code   int    `json:"code" doc:"0: processed, else the error of this alert"`
	Error  string `json:"error" doc:"In the caller's language"`
}

// ProcessedAlerts is what became of several alerts.
type ProcessedAlerts struct {
	List []ProcessedAlert `json:"list" doc:"In the order of the request"`
	Done int              `json:"done" doc:"How many were processed"`
}

var mayProcess = access.Permission{Area: access.Alert, Action: access.Update}

func (s *server) alertProcessing() {
	register(s, operation{
		id: "processAlert", method: http.MethodPatch, path: "/alerts/{alertId}/status", tag: "alerts",
		need: mayProcess, summary: "Confirm an alert, or mark it as false; final",
		detail: "It covers the level that the person saw: a higher level that is found later raises a new alert.",
	}, func(ctx context.Context, in *alertProcessing) (*output[AlertDetail], error) {
		if _, err := s.Alerts.Process(ctx, callerOf(ctx).actor(), in.AlertID, in.Body.at(in.Body.Level)); err != nil {
			return nil, err
		}
		return s.alertDetail(ctx, in.AlertID)
	})
	register(s, operation{
		id: "processAlerts", method: http.MethodPost, path: "/alerts/bulk-process", tag: "alerts", need: mayProcess, held: inBody,
		summary: "Process several alerts with the same result, cause, measure and note; final",
		detail:  "Each is processed on its own: one that cannot be, because somebody else has processed it for example, does not hold up the others. The call fails when none was processed.",
	}, s.processAlerts)
	register(s, operation{
		id: "exportAlerts", method: http.MethodGet, path: "/alerts/export", tag: "alerts",
		need: access.Permission{Area: access.Alert, Action: access.Retrieve}, limit: -1, extra: csvAnswer,
		summary: "Alerts as csv", detail: "Streamed, newest first, any number of rows. UTF-8 with byte order mark, times in the zone of each project.",
	}, s.exportAlerts)
}

func (s *server) processAlerts(ctx context.Context, in *alertsProcessing) (*output[ProcessedAlerts], error) {
	out := ProcessedAlerts{List: make([]ProcessedAlert, len(in.Body.Alerts))}
	var first error
	for i, seen := range in.Body.Alerts {
		processed, err := s.processSeen(ctx, seen, in.Body.AlertHandling)
		out.List[i].ID = seen.ID
		if err == nil {
			out.List[i].Status = string(processed.Status)
			out.Done++
			continue
		}
		f, ok := fault.As(err)
		if !ok {
			return nil, err
		}
		if first == nil {
			first = err
		}
		out.List[i].Code, out.List[i].Error = f.Code, f.Text(languageOf(ctx))
	}
	if out.Done == 0 {
		return nil, first
	}
	return answer(out), nil
}

func (s *server) processSeen(ctx context.Context, seen SeenAlert, h AlertHandling) (alarm.Listed, error) {
	who := callerOf(ctx)
	found, err := s.Alerts.Get(ctx, who.scope, seen.ID)
	if err != nil {
		return found, err
	}
	if err := who.require(mayProcess, found.ProjectID); err != nil {
		return found, err
	}
	return s.Alerts.Process(ctx, who.actor(), seen.ID, h.at(seen.Level))
}

type alertExport struct {
	AlertFilter
	Name string `query:"name" maxLength:"50" doc:"Part of the name of a point, device or project"`
}

func (s *server) exportAlerts(ctx context.Context, in *alertExport) (*streamed, error) {
	filter, err := in.filter()
	if err != nil {
		return nil, err
	}
	filter.Keyword = in.Name
	scope := callerOf(ctx).scope
	return &streamed{Body: func(hc huma.Context) {
		hc.SetHeader("Content-Type", "text/csv; charset=utf-8")
		hc.SetHeader("Content-Disposition", `attachment; filename="alerts.csv"`)
		if err := s.Alerts.Export(hc.Context(), hc.BodyWriter(), scope, filter, languageOf(ctx)); err != nil {
			envelopeOf(ctx, err)        // logs what is ours
			panic(http.ErrAbortHandler) // the header is out: a cut off file must not look whole
		}
	}}, nil
}
