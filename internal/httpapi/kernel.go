// Package httpapi is what all calls under /api share: their declaration (Operation), sessions, permissions and tenant
// scope, the document (OpenAPI 3.1, from the Go types), errors in three languages, pages, uploads and streams. It
// knows no area; the calls of the areas are in the packages below it, those of features in the features' packages.
package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humachi"
	"github.com/go-chi/chi/v5"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/telemetry"
)

// Settings holds the dependencies of all calls.
type Settings struct {
	Version           string
	PrivateDeployment bool

	Identity *identity.Service
	Audit    *audit.Service
	Metrics  *telemetry.Metrics // nil: requests are not counted
	Ingest   http.Handler       // POST /ingest/v1/{register}; nil: not mounted

	Unlogged func(operation string) // called for a change that left no audit entry; nil: writes to the program's log
}

// Kernel registers and serves the calls of areas and features.
type Kernel struct {
	Settings
	resolver   Resolver
	probes     *Throttle // checks of names, serial numbers and registers
	huma       huma.API
	router     *chi.Mux
	operations []Operation
	streams    streamCount
	closing    chan struct{}
	close      sync.Once
}

// New returns a kernel without calls.
func New(settings Settings, places Resolver) (*Kernel, error) {
	probes, err := NewThrottle()
	if err != nil {
		return nil, err
	}
	s := &Kernel{
		Settings: settings, resolver: places, probes: probes, router: chi.NewMux(), streams: streamCount{open: map[int64]int{}}, closing: make(chan struct{}),
	}
	s.router.Use(s.withRequest, WithCompression, withRecovery)
	s.router.NotFound(func(w http.ResponseWriter, r *http.Request) { writeFault(w, r.Context(), errs.New(errs.NothingHere)) })
	s.router.MethodNotAllowed(func(w http.ResponseWriter, r *http.Request) {
		writeFault(w, r.Context(), errs.New(errs.MethodNotAllowed))
	})
	if settings.Ingest != nil {
		s.router.Method(http.MethodPost, "/ingest/v1/{register}", settings.Ingest)
	}
	s.huma = humachi.New(s.router, description(settings.Version))
	return s, nil
}

// Ingests mounts a handler of POST requests of devices at a path below /ingest.
func (s *Kernel) Ingests(path string, handler http.Handler) {
	s.router.Method(http.MethodPost, path, handler)
}

// Close ends the event streams, so that the server can shut down.
func (s *Kernel) Close() { s.close.Do(func() { close(s.closing) }) }

// Closing returns a channel that is closed when streams must end.
func (s *Kernel) Closing() <-chan struct{} { return s.closing }

// OpenAPI returns the document of the calls registered so far.
func (s *Kernel) OpenAPI() *huma.OpenAPI { return s.huma.OpenAPI() }

// OpenStream counts an event stream of an account until leave is called. If the account has reached its
// limit, ok is false and the call has been rejected.
func (s *Kernel) OpenStream(ctx context.Context, hc huma.Context, account int64) (leave func(), ok bool) {
	if !s.streams.enter(account) {
		s.Refuse(hc, ctx, errs.New(errs.TooManyRequests, "seconds", int(retryStream/time.Second)))
		return nil, false
	}
	return func() { s.streams.leave(account) }, true
}

// Handler completes the document and returns the handler of all calls. The document is encoded when it is first asked for:
// that is a third of the work of a start.
func (s *Kernel) Handler() http.Handler {
	s.describeFailures()
	encoded := sync.OnceValues(s.huma.OpenAPI().MarshalJSON)
	s.router.Get(Prefix+"/openapi.json", func(w http.ResponseWriter, r *http.Request) {
		document, err := encoded()
		if err != nil {
			Refuse(w, r, fmt.Errorf("encode the API's document: %w", err))
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(document) // the client is gone when this fails
	})
	reference(s.router)
	return s.router
}

// Document returns the API document (OpenAPI 3.1) as YAML; call it after Handler.
func (s *Kernel) Document() ([]byte, error) {
	text, err := s.huma.OpenAPI().YAML()
	if err != nil {
		return nil, fmt.Errorf("write the API's document: %w", err)
	}
	return text, nil
}

// description returns the head of the document. None of huma's own pages is served.
func description(version string) huma.Config {
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: unmarshal}
	return huma.Config{
		OpenAPI: &huma.OpenAPI{
			OpenAPI: "3.1.0",
			Info: &huma.Info{
				Title: "Plumbline", Version: version,
				Description: "Monitoring of structures and ground. Times are Unix ms in UTC, ids decimal integers. Times that select data lie between 2000-01-01 and one year from now. A query parameter that a call does not have, or that is given twice, is refused (422); lists are separated by commas. A failure is {error, code, fields}; " +
					"code 8007 means that the session has expired. x-permission says what a call needs.",
			},
			Components: &huma.Components{
				Schemas:         huma.NewMapRegistry("#/components/schemas/", schemaName),
				SecuritySchemes: map[string]*huma.SecurityScheme{"bearer": {Type: "http", Scheme: "bearer"}},
			},
		},
		Formats:       map[string]huma.Format{"application/json": format, "json": format},
		DefaultFormat: "application/json",
	}
}

// unmarshal rejects the NUL character, which the databases cannot store.
func unmarshal(data []byte, v any) error {
	if err := huma.DefaultJSONFormat.Unmarshal(data, v); err != nil {
		return err
	}
	if parsed, ok := v.(*any); ok && holdsNUL(*parsed) { // huma parses into any first
		return errNUL
	}
	return nil
}

var errNUL = errors.New("text contains a NUL character")

func holdsNUL(v any) bool {
	switch v := v.(type) {
	case string:
		return strings.ContainsRune(v, 0)
	case []any:
		return slices.ContainsFunc(v, holdsNUL)
	case map[string]any:
		for name, inner := range v {
			if strings.ContainsRune(name, 0) || holdsNUL(inner) {
				return true
			}
		}
	}
	return false
}

// schemaName prefixes types of other packages with the package name, to avoid collisions.
func schemaName(t reflect.Type, hint string) string {
	name := huma.DefaultSchemaNamer(t, hint)
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	path := t.PkgPath()
	switch {
	case path == "" || t.Name() == "" || strings.HasSuffix(path, "api"), strings.HasPrefix(path, "plumbline/internal/feature/"): // the types of calls
		return name
	case path == "plumbline/internal/core/definition" && ofDevices[t.Name()]:
		return "Device" + name
	case path == "plumbline/internal/core/definition":
		return "Point" + name
	}
	if prefix, pinned := schemaPrefixes[strings.TrimPrefix(path, "plumbline/internal/")]; pinned {
		return prefix + name
	}
	return capital(path[lastSlash(path)+1:]) + name
}

// schemaPrefixes keeps the schema names of types whose package was renamed.
var schemaPrefixes = map[string]string{
	"core/catalog":     "Catalogue",
	"core/formula":     "Catalogue",
	"platform/i18n":    "Catalogue",
	"site/pointconfig": "Configuration",
	"site/preview":     "",
}

// ofDevices are the parts of a definition that belong to devices; the others belong to points.
var ofDevices = map[string]bool{
	"Coefficients": true, "Geometry": true, "Node": true, "Connection": true, "Channels": true, "Channel": true, "Excitation": true,
	"Ranges": true, "Range": true, "Basic": true, "Endpoint": true, "GDMAngle": true, "Pam": true, "Station": true,
}

func lastSlash(path string) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '/' {
			return i
		}
	}
	return -1
}

func capital(s string) string { return string(s[0]&^0x20) + s[1:] }

func TypeOf[T any]() reflect.Type { return reflect.TypeFor[T]() }
