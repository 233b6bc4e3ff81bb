package api

import (
	"context"
	"fmt"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/oplog"
)

// OperationLog is one line of the log of operations (specification section 3).
type OperationLog struct {
	ID          int64             `json:"id"`
	ProjectID   int64             `json:"projectId" doc:"0: outside of projects"`
	ProjectName string            `json:"projectName" doc:"As it is called today; empty: outside of projects, or deleted"`
	Scope       string            `json:"scope" example:"device" doc:"What kind of thing it is about"`
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
	Reason      string            `json:"reason" doc:"Why it was refused, in the caller's language"`
	CreatedAt   int64             `json:"createdAt" doc:"UTC ms"`
	Changes     []OperationChange `json:"changes" doc:"What differs; times in the zone of the project, else of the corporation"`
}

// OperationChange is one field that an operation changed.
type OperationChange struct {
	Field  string `json:"field" example:"sources[0].deviceId"`
	Label  string `json:"label" doc:"In the caller's language"`
	Before string `json:"before" doc:"Empty: nothing was there"`
	After  string `json:"after" doc:"Empty: nothing is there any more"`
}

// OperationLogOptions are the codes that the log can be narrowed to.
type OperationLogOptions struct {
	Scopes  []catalogue.Option `json:"scopes"`
	Actions []catalogue.Option `json:"actions"`
}

type OperationFilter struct {
	ProjectID int64     `query:"projectId" minimum:"0"`
	Scope     string    `query:"scope" maxLength:"40" doc:"A kind of thing, such as device"`
	ScopeID   int64     `query:"scopeId" minimum:"0" doc:"Id of the thing"`
	Action    string    `query:"action" maxLength:"40"`
	AccountID int64     `query:"accountId" minimum:"0" doc:"Who did it"`
	Result    string    `query:"result" enum:"done,refused"`
	From      AskedTime `query:"from" doc:"UTC ms"`
	To        AskedTime `query:"to" doc:"UTC ms, exclusive"`
}

func (f OperationFilter) filter() oplog.Filter {
	return oplog.Filter{
		ProjectID: f.ProjectID, Kind: f.Scope, ThingID: f.ScopeID, Action: f.Action, AccountID: f.AccountID, Result: oplog.Result(f.Result), From: f.From.ms(), To: f.To.ms(),
	}
}

type operationList struct {
	Paging
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
	register(s, operation{
		id: "listOperationLogs", method: http.MethodGet, path: "/operation-logs", tag: "operation-logs", need: need, summary: "The log of operations, newest first",
		detail: "Every change is here, and every attempt that was refused for lack of rights. Entries are never changed or removed. Sorts by createdAt, account, scope, action, content, ip.",
	}, func(ctx context.Context, in *operationList) (*output[Page[OperationLog]], error) {
		filter := in.filter()
		filter.Query = in.query()
		page, err := s.Operations.List(ctx, callerOf(ctx).scope, filter)
		return pageOf(page, operationIn(ctx)), err
	})
	register(s, operation{
		id: "getOperationLog", method: http.MethodGet, path: "/operation-logs/{operationLogId}", tag: "operation-logs", need: need, summary: "One operation",
	}, func(ctx context.Context, in *operationPath) (*output[OperationLog], error) {
		e, err := s.Operations.Get(ctx, callerOf(ctx).scope, in.OperationLogID)
		if err != nil {
			return nil, err
		}
		return answer(operationIn(ctx)(e)), nil
	})
	export := operation{
		id: "exportOperationLogs", method: http.MethodGet, path: "/operation-logs/export", tag: "operation-logs", need: need, summary: "The log of operations as csv",
		detail: "Streamed, any number of rows. UTF-8 with byte order mark.", limit: -1,
		extra: func(h *huma.Operation) {
			h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"text/csv": {Schema: &huma.Schema{Type: huma.TypeString}}}}
		},
	}
	register(s, export, func(ctx context.Context, in *operationExport) (*streamed, error) {
		filter := in.filter()
		filter.Keyword = in.Name
		if err := filter.Check(); err != nil {
			return nil, err
		}
		return &streamed{Body: func(hc huma.Context) {
			hc.SetHeader("Content-Type", "text/csv; charset=utf-8")
			hc.SetHeader("Content-Disposition", `attachment; filename="operation-logs.csv"`)
			if err := s.Operations.Export(hc.Context(), hc.BodyWriter(), callerOf(ctx).scope, filter, string(languageOf(ctx))); err != nil {
				envelopeOf(ctx, err)        // logs what is ours
				panic(http.ErrAbortHandler) // the header is out: a cut off file must not look whole
			}
		}}, nil
	})
	register(s, operation{
		id: "operationLogOptions", method: http.MethodGet, path: "/constants/operation-log-options", tag: "constants", summary: "Kinds and actions of the log of operations",
	}, func(context.Context, *nothing) (*output[OperationLogOptions], error) {
		return answer(OperationLogOptions{Scopes: oplog.Kinds(), Actions: oplog.Actions()}), nil
	})
}

func operationIn(ctx context.Context) func(oplog.Entry) OperationLog {
	lang := string(languageOf(ctx))
	return func(e oplog.Entry) OperationLog {
		result := oplog.Done
		if e.Refused != 0 {
			result = oplog.Refused
		}
		return OperationLog{
			ID: e.ID, ProjectID: e.ProjectID, ProjectName: e.ProjectName, Scope: e.Kind, ScopeName: oplog.KindName(e.Kind, lang), ScopeID: e.ThingID,
			Action: e.Action, ActionName: oplog.ActionName(e.Action, lang), Content: e.Content, AccountID: e.AccountID, AccountName: e.Who(lang), IP: e.IP,
			Client: e.Client, Result: string(result), Reason: e.Reason(lang), CreatedAt: e.At,
			Changes: listOf(oplog.Changes(e, lang), func(c oplog.Change) OperationChange { return OperationChange(c) }),
		}
	}
}

// noteRefusal writes into the log that a changing call was refused for lack of rights,
// or of the password that it asks for.
func (s *server) noteRefusal(ctx context.Context, op operation, err error) {
	who, known := ctx.Value(callerKey).(*caller)
	if op.method == http.MethodGet || !known {
		return
	}
	r, worth := refusalOf(op, who, err)
	if !worth {
		return
	}
	if err := s.Operations.Refuse(context.WithoutCancel(ctx), who.actor(), r); err != nil {
		envelopeOf(ctx, fmt.Errorf("log a refusal: %w", err)) // logs it; the answer stays the refusal
	}
}
