package httpapi

import (
	"bytes"
	"context"
	"net/http"
	"strings"

	"github.com/go-chi/chi/v5"
)

// Inside makes a call for the caller of ctx without a connection: the same permissions, scope and checks as
// from outside. Its texts are in language. A feature that combines what other calls return uses it.
func (s *Kernel) Inside(ctx context.Context, language, method, path, body string) (status int, answer []byte, err error) {
	again := *CallerOf(ctx)
	again.Target = Target{}
	ctx = context.WithValue(ctx, insideKey, &again)
	ctx = context.WithValue(ctx, chi.RouteCtxKey, (*chi.Context)(nil)) // the router makes one for this call
	r, err := http.NewRequestWithContext(ctx, method, path, strings.NewReader(body))
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Accept-Language", language)
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	w := &collected{status: http.StatusOK, header: http.Header{}}
	s.router.ServeHTTP(w, r)
	return w.status, w.body.Bytes(), nil
}

// collected is a response in memory.
type collected struct {
	status int
	header http.Header
	body   bytes.Buffer
}

func (c *collected) Header() http.Header         { return c.header }
func (c *collected) WriteHeader(status int)      { c.status = status }
func (c *collected) Write(b []byte) (int, error) { return c.body.Write(b) }
