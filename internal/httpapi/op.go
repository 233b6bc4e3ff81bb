package httpapi

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// Operation declares one call: its path, its requirements and its errors.
// Permission and tenant scope are checked from the declaration before the handler
// runs, and appear in the document as x-permission and x-scope.
type Operation struct {
	ID      string // operationId, such as "listProjects"
	Method  string
	Path    string // below /api
	Tag     string
	Summary string
	Detail  string

	Open bool              // no session needed
	Need access.Permission // zero: any signed-in account
	Held heldIn            // where Need must be held

	Person bool // for signed-in users: API keys are rejected
	Enrols bool // allowed before a required second factor is set up

	Status  int           // default 200, 204 without a body
	MaxBody int64         // bytes; default defaultBody
	Limit   time.Duration // default callLimit; negative: none, for streams
	Extra   func(*huma.Operation)

	Unlogged string // why a call other than GET leaves no audit entry

	AnyQuery bool // called by external software that may add query parameters

	// Example is a body that succeeds. {names} stand for ids as path parameters do, such as {deviceId}; {time} and
	// {later} for times. The document shows it; the permission walk, the fuzzer and the tests of calls send it.
	Example string
	// Query is the query that the example needs, with {names} as in Example; empty if no parameter is required.
	Query string
	// NearMiss is a body that is refused, with the field that the error names; tests send it.
	NearMiss NearMiss
	// Unmeasured is why a call that reads is not among the benchmark's screens.
	Unmeasured string
}

// NearMiss is a request body with one mistake.
type NearMiss struct{ Body, Field string }

// heldIn is where a call's permission must be held, documented as x-permission-in.
type heldIn string

const (
	inPlace  heldIn = ""         // the project that the path points to, else the whole corporation
	InBody   heldIn = "body"     // the target named in the body: the handler looks it up and checks it there
	Anywhere heldIn = "anywhere" // one project is enough

	OnPlatform heldIn = "platform"   // only by platform operators, outside any corporation
	OrPlatform heldIn = "orPlatform" // the corporation that the path points to, or platform operators
)

const (
	Prefix      = "/api"
	defaultBody = 1 << 20
	callLimit   = 30 * time.Second // the web gives up then (specification section 9)
	maxID       = 1<<53 - 1
)

// The values of x-permission for calls without a permission.
const (
	openToAll = "Public"
	signedIn  = "SignedIn"
)

// permissionName returns the permission of a call as written in the document.
func (op Operation) permissionName() string {
	switch {
	case op.Open:
		return openToAll
	case op.Need == (access.Permission{}):
		return signedIn
	}
	return op.Need.String()
}

// PathIDs lists the path parameters that are ids.
func PathIDs(path string) []string {
	var names []string
	for part := range strings.SplitSeq(path, "/") {
		if name, isParam := strings.CutPrefix(strings.TrimSuffix(part, "}"), "{"); isParam && strings.HasSuffix(name, "Id") {
			names = append(names, name)
		}
	}
	return names
}

// document describes the operation for huma.
func (op Operation) document(s *Kernel) huma.Operation {
	h := huma.Operation{
		OperationID: op.ID, Method: op.Method, Path: Prefix + op.Path, Tags: []string{op.Tag},
		Summary: op.Summary, Description: op.Detail, DefaultStatus: op.Status,
		MaxBodyBytes: op.MaxBody, BodyReadTimeout: callLimit,
		Errors:      []int{http.StatusUnprocessableEntity},
		Extensions:  map[string]any{"x-permission": op.permissionName()},
		Middlewares: huma.Middlewares{s.guard(op)},
		Responses:   map[string]*huma.Response{},
	}
	if h.MaxBodyBytes == 0 {
		h.MaxBodyBytes = defaultBody
	}
	if op.Limit > 0 {
		h.BodyReadTimeout = op.Limit
	}
	if op.Held != inPlace {
		h.Extensions["x-permission-in"] = string(op.Held)
	}
	if op.Open {
		h.Security = []map[string][]string{}
	} else {
		h.Security = []map[string][]string{{"bearer": {}}}
		h.Errors = append(h.Errors, http.StatusUnauthorized)
	}
	if op.Need != (access.Permission{}) || op.Person {
		h.Errors = append(h.Errors, http.StatusForbidden)
	}
	if op.Person {
		h.Extensions["x-api-keys"] = false
	}
	if ids := PathIDs(op.Path); len(ids) > 0 {
		h.Errors = append(h.Errors, http.StatusNotFound)
		h.Extensions["x-scope"] = strings.Join(ids, ",")
	}
	slices.Sort(h.Errors)
	if op.Extra != nil {
		op.Extra(&h)
	}
	if op.Example != "" {
		h.RequestBody = op.body()
	}
	return h
}

// Register adds a call. I and O are huma's input and output structs.
func Register[I, O any](s *Kernel, op Operation, handle func(context.Context, *I) (*O, error)) {
	s.operations = append(s.operations, op)
	huma.Register(s.huma, op.document(s), func(ctx context.Context, in *I) (*O, error) {
		ctx, entries := audit.Watch(ctx)
		out, err := handle(ctx, in)
		if err != nil {
			s.noteRefusal(ctx, op, err)
			return nil, EnvelopeOf(ctx, err)
		}
		if op.changes() && entries.Load() == 0 {
			s.reportUnlogged(ctx, op.ID)
		}
		return out, nil
	})
	s.describePath(op)
}

// describePath documents path ids that the handler takes from the caller's target instead
// of its input.
func (s *Kernel) describePath(op Operation) {
	item := s.huma.OpenAPI().Paths[Prefix+op.Path]
	for _, h := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
		if h == nil || h.OperationID != op.ID {
			continue
		}
		for _, name := range PathIDs(op.Path) {
			if slices.ContainsFunc(h.Parameters, func(p *huma.Param) bool { return p.Name == name }) {
				continue
			}
			least := 1.0
			h.Parameters = append(h.Parameters, &huma.Param{
				Name: name, In: "path", Required: true, Schema: &huma.Schema{Type: huma.TypeInteger, Format: "int64", Minimum: &least},
			})
		}
	}
}

// guard checks ids, session, tenant scope, permission and query parameters before the body
// is read.
func (s *Kernel) guard(op Operation) func(huma.Context, func(huma.Context)) {
	ids := PathIDs(op.Path)
	limit := op.Limit
	if limit == 0 {
		limit = callLimit
	}
	maxBody := op.MaxBody
	if maxBody == 0 {
		maxBody = defaultBody
	}
	return func(hc huma.Context, next func(huma.Context)) {
		r, w := humachi.Unwrap(hc)
		r.Body = http.MaxBytesReader(w, r.Body, maxBody+1) // huma's own limit does not apply to forms
		ctx := r.Context()
		if op.Limit != 0 { // the server's deadlines suit ordinary calls
			withoutDeadlines(http.NewResponseController(w))
		}
		if limit > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, limit)
			defer cancel()
		}
		ctx, err := s.admit(ctx, op, ids, r)
		if err == nil && !op.AnyQuery {
			err = checkQuery(hc.Operation(), r.URL.RawQuery)
		}
		if err != nil {
			s.noteRefusal(ctx, op, err)
			s.Refuse(hc, ctx, err)
			return
		}
		next(huma.WithContext(hc, ctx))
	}
}

// withoutDeadlines removes the server's deadlines from a request; its context, and huma for
// the body, enforce the declared limit.
func withoutDeadlines(control *http.ResponseController) {
	_ = control.SetReadDeadline(time.Time{}) // not supported by test recorders
	_ = control.SetWriteDeadline(time.Time{})
}

// admit returns a context with the caller in it, or the reason for rejecting the call.
func (s *Kernel) admit(ctx context.Context, op Operation, ids []string, r *http.Request) (context.Context, error) {
	if strings.ContainsRune(r.URL.Path, 0) || strings.Contains(r.URL.RawQuery, "%00") { // the databases cannot store NUL
		return ctx, errs.New(errs.BadRequest)
	}
	params := make(map[string]int64, len(ids))
	for _, name := range ids {
		id, ok := parseID(r.PathValue(name))
		if !ok {
			return ctx, errs.New(errs.NothingHere)
		}
		params[name] = id
	}
	if op.Open {
		return ctx, nil
	}
	if given := r.URL.Query().Get("projectId"); given != "" && given != "0" { // a list filtered by project
		id, ok := parseID(given)
		if !ok {
			return ctx, errs.New(errs.NothingHere)
		}
		params["projectId"] = id
	}
	who, err := s.Authenticate(ctx, r)
	if err != nil {
		return ctx, err
	}
	ctx = withCaller(ctx, who)
	switch {
	case who.MustEnrol() && !op.Enrols:
		return ctx, errs.New(errs.SecondFactorNeeded)
	case who.Key != nil && op.Person:
		return ctx, errs.New(errs.KeyNotAllowed)
	}
	if who.Scope.Platform && (op.Held == OnPlatform || op.Held == OrPlatform) {
		who.Target = Target{Corporation: params["corporationId"]}
		return ctx, who.Require(op.Need, 0)
	}
	place, err := s.resolver.Resolve(ctx, who, params)
	if err != nil {
		return ctx, err
	}
	who.Target = place
	if op.Held == OnPlatform {
		return ctx, errs.New(errs.NotAllowed)
	}
	switch {
	case op.Need == (access.Permission{}), op.Held == InBody:
		return ctx, nil
	case op.Held == Anywhere:
		if !who.May(op.Need.Area, op.Need.Action, 0) {
			return ctx, errs.New(errs.NotAllowed)
		}
		return ctx, nil
	}
	if place.Project == 0 && place.Device == 0 && slices.Contains(access.ProjectAreas(), op.Need.Area) && op.Need.Action == access.Retrieve {
		if !who.Permissions.InEvery(op.Need) { // a list across projects shows all of the caller's projects
			return ctx, errs.New(errs.NotAllowed)
		}
		return ctx, nil
	}
	return ctx, who.Require(op.Need, place.Project)
}

// parseID reads an id: decimal digits without sign or leading zero, at most 2^53-1.
func parseID(s string) (int64, bool) {
	if s == "" || len(s) > 16 || s[0] == '0' {
		return 0, false
	}
	var id int64
	for _, c := range []byte(s) {
		if c < '0' || c > '9' {
			return 0, false
		}
		id = id*10 + int64(c-'0')
	}
	return id, id <= maxID
}

func (s *Kernel) Refuse(hc huma.Context, ctx context.Context, err error) {
	e := EnvelopeOf(ctx, err)
	for name, values := range e.Headers {
		hc.SetHeader(name, values[0])
	}
	hc.SetHeader("Content-Type", "application/json")
	hc.SetStatus(e.status)
	_ = s.huma.Marshal(hc.BodyWriter(), "application/json", e) // the client is gone when this fails
}

// Sending returns the operation with an example of its body, for operations that are made by a function.
func (op Operation) Sending(example string) Operation {
	op.Example = example
	return op
}
