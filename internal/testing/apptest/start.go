package apptest

import (
	"context"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/app/calls"
	"plumbline/internal/platform/database"
)

// Server is a site with a running server, without listeners. Jobs, commands and scheduled collections run only when
// the test runs them.
type Server struct {
	*Site
	*app.Server
	Mail *PostOffice

	Tokens map[string]string // by account name
}

// Options change how Start starts the server; nil changes nothing.
type Options struct {
	Config func(*app.Config)
	Calls  func(*calls.Config)
}

// Start starts the server on a site with test data and mail. It stops with the test.
func Start(t testing.TB, engine database.Dialect, options Options) *Server {
	t.Helper()
	var changes []func(*app.Config)
	if options.Config != nil {
		changes = append(changes, options.Config)
	}
	site := OpenSite(t, engine, changes...)
	post := site.WithMail(t)
	server, err := site.Start(context.Background(), app.StartOptions{Held: true, Calls: options.Calls})
	check(t, err)
	t.Cleanup(func() { check(t, server.Stop()) })
	return &Server{Site: site, Server: server, Mail: post, Tokens: map[string]string{}}
}
