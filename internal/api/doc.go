// Package api is the HTTP door for people and programs: calls under /api, their
// document (OpenAPI 3.1, generated from the Go types), sessions, permissions,
// tenant scope, errors in three languages, live events. One file holds the calls
// of one domain; op.go holds what all calls have in common.
//
// To add a call: write its input and answer as types beside its domain's other
// calls, declare it with register and an operation (path, permission, summary),
// add a scenario to calls_test.go, and renew api/openapi.yaml (make api). Ids in a
// path are looked up and held against the caller's scope before the handler runs;
// lists are made with listOf, so that none is null.
//
// It decides nothing about the domain: rules live in the packages it calls. The
// door for devices is package transport, mounted here and described by hand.
package api
