package e2e

import (
	"context"
	"encoding/json"
	"io"
	"mime"
	"net/http"
	"strings"
)

// request is an HTTP request of a call.
type request struct {
	method, path string // path with query
	kind         string // content type of the body; "": JSON
	body         string
	header       map[string]string
}

// answer is the response to a call.
type answer struct {
	status int
	head   http.Header
	body   []byte
}

func (a answer) text() string { return string(a.body) }

// kind returns the media type without its parameters.
func (a answer) kind() string {
	kind, _, _ := mime.ParseMediaType(a.head.Get("Content-Type"))
	return kind
}

// do makes a call that must get a response.
func (w *world) do(who *actor, r request) answer {
	w.Helper()
	a, err := w.attempt(who, r)
	if err != nil {
		w.Fatalf("%s %s by %s: %v", r.method, r.path, who.name, err)
	}
	return a
}

// attempt makes a call as an actor. Of a stream it reads only the headers.
func (w *world) attempt(who *actor, r request) (a answer, err error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var body io.Reader
	if r.body != "" {
		body = strings.NewReader(r.body)
	}
	made, err := http.NewRequestWithContext(ctx, r.method, w.base+r.path, body)
	if err != nil {
		return a, err
	}
	made.Header.Set("Accept-Language", "en")
	if r.body != "" {
		made.Header.Set("Content-Type", "application/json")
	}
	if r.kind != "" {
		made.Header.Set("Content-Type", r.kind)
	}
	if who.token != "" {
		made.Header.Set("Authorization", "Bearer "+who.token)
	}
	for name, value := range r.header {
		made.Header.Set(name, value)
	}
	reply, err := w.client.Do(made)
	if err != nil {
		return a, err
	}
	defer reply.Body.Close()
	a = answer{status: reply.StatusCode, head: reply.Header}
	if a.kind() == "text/event-stream" {
		return a, nil
	}
	a.body, err = io.ReadAll(reply.Body)
	return a, err
}

// ask makes a call that must succeed and decodes its response.
func (w *world) ask(who *actor, method, path, body string, into any) {
	w.Helper()
	a := w.do(who, request{method: method, path: path, body: body})
	if a.status >= 300 {
		w.Fatalf("%s %s by %s: %d %s", method, path, who.name, a.status, a.body)
	}
	if into == nil {
		return
	}
	if err := json.Unmarshal(a.body, into); err != nil {
		w.Fatalf("%s %s: %v in %s", method, path, err, a.body)
	}
}

// signIn returns a token.
func (w *world) signIn(name, with string) string {
	w.Helper()
	body, err := json.Marshal(map[string]string{"name": name, "password": with})
	w.must(err)
	var session struct{ Token string }
	w.ask(w.person("nobody"), "POST", "/api/sessions/signin", string(body), &session)
	if session.Token == "" {
		w.Fatalf("%s is signed in without a token", name)
	}
	return session.Token
}
