package opsapi

import (
	"context"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

// OperationLog is one entry of the audit log (specification section 3).
type OperationLog struct {
	ID          int64             `json:"id"`
	ProjectID   int64             `json:"projectId" doc:"0: outside of projects"`
	ProjectName string            `json:"projectName" doc:"Current name; empty: outside of projects, or deleted"`
	Scope       string            `json:"scope" example:"device" doc:"Kind of object"`
	ScopeName   string            `json:"scopeName" doc:"In the caller's language"`
	ScopeID     int64             `json:"scopeId" doc:"Id of the thing; 0: of none"`
	Action      string            `json:"action" example:"update"`
	ActionName  string            `json:"actionName" doc:"In the caller's language"`
	Content     string            `json:"content" doc:"Name of the thing"`
	AccountID   int64             `json:"accountId" doc:"0: the program, or an unknown account"`
	AccountName string            `json:"accountName"`
	IP          string            `json:"ip"`
	Client      string            `json:"client"`
	Result      string            `json:"result" enum:"done,refused"`
	Reason      string            `json:"reason" doc:"Reason for the rejection, in the caller's language"`
	CreatedAt   int64             `json:"createdAt" doc:"UTC ms"`
	Changes     []OperationChange `json:"changes" doc:"Differences; times in the time zone of the project, else of the corporation"`
}

// OperationChange is one field that an operation changed.
type OperationChange struct {
	Field  string `json:"field" example:"sources[0].deviceId"`
	Label  string `json:"label" doc:"In the caller's language"`
	Before string `json:"before" doc:"Empty: there was none"`
	After  string `json:"after" doc:"Empty: removed"`
}

// OperationLogOptions are the codes by which the log can be filtered.
type OperationLogOptions struct {
	Scopes  []i18n.Option `json:"scopes"`
	Actions []i18n.Option `json:"actions"`
}

type OperationFilter struct {
	ProjectID int64             `query:"projectId" minimum:"0"`
	Scope     string            `query:"scope" maxLength:"40" doc:"A kind of thing, such as device"`
	ScopeID   int64             `query:"scopeId" minimum:"0" doc:"Id of the thing"`
	Action    string            `query:"action" maxLength:"40"`
	AccountID int64             `query:"accountId" minimum:"0" doc:"Author"`
	Result    string            `query:"result" enum:"done,refused"`
	From      httpapi.AskedTime `query:"from" doc:"UTC ms"`
	To        httpapi.AskedTime `query:"to" doc:"UTC ms, exclusive"`
}

func (f OperationFilter) filter() audit.Filter {
	return audit.Filter{
		ProjectID: f.ProjectID, Kind: f.Scope, ThingID: f.ScopeID, Action: f.Action, AccountID: f.AccountID,
		Result: audit.Result(f.Result), From: f.From.Millis(), To: f.To.Millis(),
	}
}

type operationList struct {
	httpapi.Paging
	OperationFilter
}

type operationExport struct {
	OperationFilter
	Name string `query:"name" maxLength:"50" doc:"Part of a name, account or address"`
}

type operationPath struct {
	OperationLogID int64 `path:"operationLogId" minimum:"1"`
}

func (s *server) operations() {
	need := access.Permission{Area: access.OperationLog, Action: access.Retrieve}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listOperationLogs", Method: http.MethodGet, Path: "/operation-logs", Tag: "operation-logs", Need: need, Summary: "Operation log, newest first",
		Detail: "Records every change and every attempt that was denied for lack of permission. Entries are never changed or removed. Sorts by createdAt, account, scope, action, content, ip.",
	}, s.listOperationLogs)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getOperationLog", Method: http.MethodGet, Path: "/operation-logs/{operationLogId}", Tag: "operation-logs", Need: need, Summary: "One operation",
	}, s.getOperationLog)
	export := httpapi.Operation{
		ID: "exportOperationLogs", Method: http.MethodGet, Path: "/operation-logs/export", Tag: "operation-logs", Need: need, Summary: "Operation log as csv",
		Detail: "Streamed, with no row limit. UTF-8 with byte order mark.", Limit: -1,
		Extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{
				Description: "OK", Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}},
			}
		},
	}
	httpapi.Register(s.Kernel, export, func(ctx context.Context, in *operationExport) (*httpapi.Streamed, error) {
		filter := in.filter()
		filter.Keyword = in.Name
		if err := filter.Check(); err != nil {
			return nil, err
		}
		return &httpapi.Streamed{Body: func(hc huma.Context) {
			hc.SetHeader("Content-Type", "text/csv; charset=utf-8")
			hc.SetHeader("Content-Disposition", `attachment; filename="operation-logs.csv"`)
			if err := s.Audit.Export(hc.Context(), hc.BodyWriter(), httpapi.CallerOf(ctx).Scope, filter, string(httpapi.LanguageOf(ctx))); err != nil {
				httpapi.EnvelopeOf(ctx, err) // logs unexpected errors
				panic(http.ErrAbortHandler)  // the header was sent: abort, so that a truncated file does not look complete
			}
		}}, nil
	})
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "operationLogOptions", Method: http.MethodGet, Path: "/constants/operation-log-options", Tag: "constants",
		Summary: "Kinds and actions in the operation log",
	}, s.operationLogOptions)
}

func (s *server) listOperationLogs(ctx context.Context, in *operationList) (*httpapi.Output[httpapi.Page[OperationLog]], error) {
	filter := in.filter()
	filter.Query = in.Query()
	page, err := s.Audit.List(ctx, httpapi.CallerOf(ctx).Scope, filter)
	return httpapi.ReplyPage(page, operationIn(ctx)), err
}

func (s *server) getOperationLog(ctx context.Context, in *operationPath) (*httpapi.Output[OperationLog], error) {
	e, err := s.Audit.Get(ctx, httpapi.CallerOf(ctx).Scope, in.OperationLogID)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(operationIn(ctx)(e)), nil
}

func (s *server) operationLogOptions(context.Context, *httpapi.NoInput) (*httpapi.Output[OperationLogOptions], error) {
	return httpapi.Reply(OperationLogOptions{Scopes: audit.Kinds(), Actions: audit.Actions()}), nil
}

func operationIn(ctx context.Context) func(audit.Entry) OperationLog {
	lang := string(httpapi.LanguageOf(ctx))
	return func(e audit.Entry) OperationLog {
		result := audit.Done
		if e.Refused != 0 {
			result = audit.Refused
		}
		return OperationLog{
			ID: e.ID, ProjectID: e.ProjectID, ProjectName: e.ProjectName, Scope: e.Kind, ScopeName: audit.KindName(e.Kind, lang), ScopeID: e.ThingID,
			Action: e.Action, ActionName: audit.ActionName(e.Action, lang), Content: e.Content, AccountID: e.AccountID, AccountName: e.Who(lang), IP: e.IP,
			Client: e.Client, Result: string(result), Reason: e.Reason(lang), CreatedAt: e.At,
			Changes: httpapi.ListOf(audit.Changes(e, lang), func(c audit.Change) OperationChange { return OperationChange(c) }),
		}
	}
}
