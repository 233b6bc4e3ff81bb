package api

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
)

// operation declares one call: where it is, what it needs, what it may refuse.
// Permission and tenant scope are checked from the declaration before the handler
// runs, and are part of the document as x-permission and x-scope.
type operation struct {
	id      string // operationId, such as "listProjects"
	method  string
	path    string // below /api
	tag     string
	summary string
	detail  string

	open bool              // no session needed
	need access.Permission // zero: any account that is signed in
	held heldIn            // where need must be held

	person bool // for people who are signed in: API keys are refused
	enrols bool // works before a second factor that the corporation requires is set up

	status  int           // default 200, 204 without a body
	maxBody int64         // bytes; default defaultBody
	limit   time.Duration // default callLimit; negative: none, for streams
	extra   func(*huma.Operation)

	unlogged string // why a call that is no GET leaves no entry in the log of operations

	anyQuery bool // called by external software, which may add query parameters
}

// heldIn says where a call's permission must be held; the document tells it as
// x-permission-in.
type heldIn string

const (
	inPlace  heldIn = ""         // the project that the path points to, else the whole corporation
	inBody   heldIn = "body"     // the place that the body names: the handler looks it up and checks it there
	anywhere heldIn = "anywhere" // one project is enough

	onPlatform heldIn = "platform"   // by the platform's operators alone, outside of any corporation
	orPlatform heldIn = "orPlatform" // the corporation that the path points to, or the platform's operators
)

const (
	prefix      = "/api"
	defaultBody = 1 << 20
	callLimit   = 30 * time.Second // the web gives up then (specification section 9)
	maxID       = 1<<53 - 1
)

// The two values of x-permission for calls that need no pair.
const (
	openToAll = "Public"
	signedIn  = "SignedIn"
)

// permissionName is how the document states what a call needs.
func (op operation) permissionName() string {
	switch {
	case op.open:
		return openToAll
	case op.need == (access.Permission{}):
		return signedIn
	}
	return op.need.String()
}

// pathIDs are the path parameters that hold ids.
func pathIDs(path string) []string {
	var names []string
	for part := range strings.SplitSeq(path, "/") {
		if name, isParam := strings.CutPrefix(strings.TrimSuffix(part, "}"), "{"); isParam && strings.HasSuffix(name, "Id") {
			names = append(names, name)
		}
	}
	return names
}

// document describes the operation for huma.
func (op operation) document(s *server) huma.Operation {
	h := huma.Operation{
		OperationID: op.id, Method: op.method, Path: prefix + op.path, Tags: []string{op.tag},
		Summary: op.summary, Description: op.detail, DefaultStatus: op.status,
		MaxBodyBytes: op.maxBody, BodyReadTimeout: callLimit,
		Errors:      []int{http.StatusUnprocessableEntity},
		Extensions:  map[string]any{"x-permission": op.permissionName()},
		Middlewares: huma.Middlewares{s.guard(op)},
		Responses:   map[string]*huma.Response{},
	}
	if h.MaxBodyBytes == 0 {
		h.MaxBodyBytes = defaultBody
	}
	if op.limit > 0 {
		h.BodyReadTimeout = op.limit
	}
	if op.held != inPlace {
		h.Extensions["x-permission-in"] = string(op.held)
	}
	if op.open {
		h.Security = []map[string][]string{}
	} else {
		h.Security = []map[string][]string{{"bearer": {}}}
		h.Errors = append(h.Errors, http.StatusUnauthorized)
	}
	if op.need != (access.Permission{}) || op.person {
		h.Errors = append(h.Errors, http.StatusForbidden)
	}
	if op.person {
		h.Extensions["x-api-keys"] = false
	}
	if ids := pathIDs(op.path); len(ids) > 0 {
		h.Errors = append(h.Errors, http.StatusNotFound)
		h.Extensions["x-scope"] = strings.Join(ids, ",")
	}
	slices.Sort(h.Errors)
	if op.extra != nil {
		op.extra(&h)
	}
	return h
}

// register adds a call. I and O are huma's input and output structs.
func register[I, O any](s *server, op operation, handle func(context.Context, *I) (*O, error)) {
	huma.Register(s.huma, op.document(s), func(ctx context.Context, in *I) (*O, error) {
		ctx, entries := oplog.Watch(ctx)
		out, err := handle(ctx, in)
		if err != nil {
			s.noteRefusal(ctx, op, err)
			return nil, envelopeOf(ctx, err)
		}
		if op.changes() && entries.Load() == 0 {
			s.tellUnlogged(ctx, op.id)
		}
		return out, nil
	})
	s.describePath(op)
}

// describePath documents the ids of a path that the handler takes from the caller's
// place instead of its input.
func (s *server) describePath(op operation) {
	item := s.huma.OpenAPI().Paths[prefix+op.path]
	for _, h := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
		if h == nil || h.OperationID != op.id {
			continue
		}
		for _, name := range pathIDs(op.path) {
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

// guard checks ids, session, tenant scope, permission and the names of query parameters
// before the request's body is read.
func (s *server) guard(op operation) func(huma.Context, func(huma.Context)) {
	ids := pathIDs(op.path)
	limit := op.limit
	if limit == 0 {
		limit = callLimit
	}
	maxBody := op.maxBody
	if maxBody == 0 {
		maxBody = defaultBody
	}
	return func(hc huma.Context, next func(huma.Context)) {
		r, w := humachi.Unwrap(hc)
		r.Body = http.MaxBytesReader(w, r.Body, maxBody+1) // huma's own limit does not hold for forms
		ctx := r.Context()
		if op.limit != 0 { // the server's own deadlines are for calls of ordinary length
			withoutDeadlines(http.NewResponseController(w))
		}
		if limit > 0 {
			var cancel context.CancelFunc
			ctx, cancel = context.WithTimeout(ctx, limit)
			defer cancel()
		}
		ctx, err := s.admit(ctx, op, ids, r)
		if err == nil && !op.anyQuery {
			err = checkQuery(hc.Operation(), r.URL.RawQuery)
		}
		if err != nil {
			s.noteRefusal(ctx, op, err)
			s.refuse(hc, ctx, err)
			return
		}
		next(huma.WithContext(hc, ctx))
	}
}

// withoutDeadlines takes the server's deadlines off a request; its context, and
// huma for the body, limit it as declared.
func withoutDeadlines(control *http.ResponseController) {
	_ = control.SetReadDeadline(time.Time{}) // not supported by recorders of tests
	_ = control.SetWriteDeadline(time.Time{})
}

// admit answers the context with the caller in it, or why the call is refused.
func (s *server) admit(ctx context.Context, op operation, ids []string, r *http.Request) (context.Context, error) {
	if strings.ContainsRune(r.URL.Path, 0) || strings.Contains(r.URL.RawQuery, "%00") { // the databases cannot keep it
		return ctx, fault.New(fault.BadRequest)
	}
	params := make(map[string]int64, len(ids))
	for _, name := range ids {
		id, ok := parseID(r.PathValue(name))
		if !ok {
			return ctx, fault.New(fault.NothingHere)
		}
		params[name] = id
	}
	if op.open {
		return ctx, nil
	}
	if given := r.URL.Query().Get("projectId"); given != "" && given != "0" { // a list that is narrowed to a project
		id, ok := parseID(given)
		if !ok {
			return ctx, fault.New(fault.NothingHere)
		}
		params["projectId"] = id
	}
	who, err := s.authenticate(ctx, r)
	if err != nil {
		return ctx, err
	}
	ctx = withCaller(ctx, who)
	switch {
	case who.MustEnrol() && !op.enrols:
		return ctx, fault.New(fault.SecondFactorNeeded)
	case who.Key != nil && op.person:
		return ctx, fault.New(fault.KeyNotAllowed)
	}
	if who.scope.Platform && (op.held == onPlatform || op.held == orPlatform) {
		who.place = place{corporation: params["corporationId"]}
		return ctx, who.require(op.need, 0)
	}
	place, err := s.locate(ctx, who, params)
	if err != nil {
		return ctx, err
	}
	who.place = place
	if op.held == onPlatform {
		return ctx, fault.New(fault.NotAllowed)
	}
	switch {
	case op.need == (access.Permission{}), op.held == inBody:
		return ctx, nil
	case op.held == anywhere:
		if !who.may(op.need.Area, op.need.Action, 0) {
			return ctx, fault.New(fault.NotAllowed)
		}
		return ctx, nil
	}
	if place.project == 0 && place.device == 0 && slices.Contains(access.ProjectAreas(), op.need.Area) && op.need.Action == access.Retrieve {
		if !who.permissions.InEvery(op.need) { // a list over projects shows all of the caller's
			return ctx, fault.New(fault.NotAllowed)
		}
		return ctx, nil
	}
	return ctx, who.require(op.need, place.project)
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

func (s *server) refuse(hc huma.Context, ctx context.Context, err error) {
	e := envelopeOf(ctx, err)
	for name, values := range e.headers {
		hc.SetHeader(name, values[0])
	}
	hc.SetHeader("Content-Type", "application/json")
	hc.SetStatus(e.status)
	_ = s.huma.Marshal(hc.BodyWriter(), "application/json", e) // the client is gone when this fails
}
