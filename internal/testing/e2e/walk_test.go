package e2e

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/platform/mail"
	"plumbline/internal/testing/pgtest"
	"plumbline/internal/testing/smtptest"
)

const (
	reached   verdict = iota // the handler: anything but 401, 403, 404, 405 and 5xx
	signInFst                // 401
	forbidden                // 403
	nothing                  // 404
)

// The stranger's walk calls every operation as every actor. It uses the ids of both sides, mixed ids, unknown ids and
// malformed ids. It compares each response with the declared permission.
func TestStrangersWalk(t *testing.T) {
	for name, database := range map[string]func(*testing.T, *app.Config){
		"SQLite":     func(*testing.T, *app.Config) {},
		"PostgreSQL": func(t *testing.T, c *app.Config) { c.DatabaseURL = pgtest.URL(t) },
	} {
		t.Run(name, func(t *testing.T) {
			post := smtptest.Start(t, smtptest.Options{})
			strangersWalk(newWorld(t, func(c *app.Config) {
				database(t, c)
				c.Mail = mail.Config{Host: smtptest.Host, Port: post.Port, Security: mail.StartTLS, CAFile: post.CAFile, From: "no-reply@example.com"}
			}), post)
		})
	}
}

func newWalk(w *world) *walk {
	return &walk{world: w, counts: map[string]int{}, succeeded: map[string]bool{}}
}

func strangersWalk(w *world, post *smtptest.Server) {
	t, walk := w.T, newWalk(w)
	walk.prove(post)
	for _, op := range w.operations() {
		if _, ok := op.need(); !ok && op.permission != "Public" && op.permission != "SignedIn" && op.permission != "SignedPath" && op.permission != "Device" {
			t.Errorf("%s %s declares no permission", op.method, op.path)
			continue
		}
		if name := walk.unknownThing(op); name != "" {
			t.Errorf("%s: nothing is known for the path parameter {%s}: make one in seed (things_test.go), or give a fixed value in fixed (bodies_test.go)",
				op.id, name)
			continue
		}
		walk.everybody(op)
		walk.astray(op)
		walk.astrayBelow(op)
	}
	walk.devices()
	for _, op := range w.operations() {
		if excuse, excused := neverSucceeds[op.id]; !walk.succeeded[op.id] && !excused {
			t.Errorf("%s (%s %s) never succeeded; last response: %s. Give a body that the handler accepts in bodies (bodies_test.go)",
				op.id, op.method, op.path, walk.last[op.id])
		} else if walk.succeeded[op.id] && excused {
			t.Errorf("%s is excused from succeeding (%s), but does", op.id, excuse.reason)
		}
	}
	w.holdsNoSecret(t)
	for _, name := range slices.Sorted(maps.Keys(walk.counts)) {
		t.Logf("%-48s %6d", name, walk.counts[name])
	}
}

type walk struct {
	*world
	counts    map[string]int
	succeeded map[string]bool
	last      map[string]string
}

// unknownThing returns a path parameter without test data.
func (w *walk) unknownThing(op operation) string {
	for _, param := range op.params() {
		_, isFixed := fixed[op.id+"."+param]
		if _, isThing := w.sides[ours].things[op.thing(param)]; !isThing && !isFixed && !isOwn(op, param) && w.sides[ours].links[op.id] == nil {
			return param
		}
	}
	return ""
}

// everybody calls as every actor with the ids of both sides.
func (w *walk) everybody(op operation) {
	for _, who := range cast() {
		who = w.person(who.name)
		for _, at := range []side{ours, theirs} {
			r, named := w.request(op, who, at)
			w.try(op, who, r, w.expected(op, who, at, named), string(at))
			if len(named) == 0 {
				break // no id of a side: once is enough
			}
		}
	}
}

// astray calls with wrong ids: one of the other side among our own, an unknown one, and malformed ones.
func (w *walk) astray(op operation) {
	if op.permission == "Public" || op.permission == "SignedPath" || op.permission == "Device" {
		return
	}
	for _, param := range op.params() {
		if !strings.HasSuffix(param, "Id") {
			continue
		}
		wrong := map[string]string{
			"not there": "9007199254740991", "no id": "0" + w.sides[ours].things[op.thing(param)], "no number": "x", "too long": "99999999999999999999",
		}
		if len(op.params()) > 1 {
			wrong["of the other side"] = w.sides[theirs].things[op.thing(param)]
		}
		for _, name := range []string{"nobody", "system", "admin", "owner", "guest", "clerk"} {
			who, got := w.person(name), map[string]answer{}
			_, named := w.request(op, who, ours)
			mayNot := w.expected(op, who, ours, named) == forbidden
			for how, id := range wrong {
				if id == "" {
					continue
				}
				r, _ := w.request(op, who, ours, param, id)
				want := nothing
				switch malformed := slices.Contains([]string{"no id", "no number", "too long"}, how); {
				case malformed: // parsed before authentication
				case who.token == "":
					want = signInFst
				case mayNot: // the permission is checked before ids below the place, so the id does not matter
					want = thingsBelow(op, param)
				}
				got[how] = w.try(op, who, r, want, param+" "+how)
			}
			if a, b := got["not there"], got["of the other side"]; b.status != 0 && (a.status != b.status || a.text() != b.text()) {
				w.Errorf("%s by %s: a foreign %s differs from a missing one: %d %s, %d %s", op.id, name, param, b.status, b.body, a.status, a.body)
			}
		}
	}
}

// astrayBelow uses ids of the other side where no path is checked: in the query of a list, and in a body.
func (w *walk) astrayBelow(op operation) {
	for _, name := range []string{"admin", "owner", "guest"} {
		who := w.person(name)
		for _, p := range op.Parameters {
			foreign, isThing := w.sides[theirs].things[p.Value.Name]
			if p.Value.In != "query" || !isThing {
				continue
			}
			r, named := w.request(op, who, ours)
			r.path += map[bool]string{true: "&", false: "?"}[strings.Contains(r.path, "?")] + p.Value.Name + "=" + foreign
			w.foreign(op, who, r, w.expected(op, who, ours, named), p.Value.Name+" of the other side in the query")
		}
	}
	text, inBody := bodyOf(op.id)
	if len(op.params()) == 0 || !inBody || w.sides[ours].fill(text) == w.sides[theirs].fill(text) || leavesOutForeign[op.id] {
		return
	}
	for _, name := range []string{"admin", "owner"} {
		who := w.person(name)
		r, named := w.request(op, who, ours)
		r.body = w.sides[theirs].fill(text)
		if a := w.foreign(op, who, r, w.expected(op, who, ours, named), "things of the other side in the body"); a.status < 300 {
			w.Errorf("%s by %s takes things of the other side: %d %.200s\n\t%s", op.id, name, a.status, a.body, r.body)
		}
		w.putBack()
	}
}

// foreign makes a call with foreign ids. The response must reveal nothing of the other side: 404, rejected input, or
// an empty result. 403 is allowed only if own things give 403 too.
func (w *walk) foreign(op operation, who *actor, r request, own verdict, what string) answer {
	w.Helper()
	a := w.do(who, r)
	w.counts[fmt.Sprintf("%-14s asks for foreign things below", who.name)]++
	if a.status >= 500 || a.status == http.StatusForbidden && own != forbidden {
		w.Errorf("%s by %s, %s: %d %.200s", op.id, who.name, what, a.status, a.body)
	}
	if strings.Contains(a.text(), string(theirs)) {
		w.Errorf("%s by %s, %s, leaks %s: %.300s", op.id, who.name, what, theirs, a.body)
	}
	return a
}

// located are the ids that determine the place of a call, where permissions are checked. Other ids are below a place.
var located = []string{
	"corporationId", "projectId", "structureId", "measuringPointId", "deviceId", "alertId", "jobId", "waitingId",
	"userId", "factoredId", "userGroupId", "roleId",
	"itemId", "spareDeviceId", "arrayId", "pipeId", "gatewayId", "stationId", "spareStructureId",
}

// thingsBelow returns the verdict for a wrong id without the permission.
func thingsBelow(op operation, param string) verdict {
	below := param == "userId" && strings.Contains(op.path, "{projectId}") || param == "jobId" && strings.Contains(op.path, "{deviceId}")
	if slices.Contains(located, param) && !below {
		return nothing
	}
	return forbidden
}

// try makes a call and checks the response.
func (w *walk) try(op operation, who *actor, r request, want verdict, what string) answer {
	w.Helper()
	a := w.do(who, r)
	got := verdictOf(a.status)
	w.counts[fmt.Sprintf("%-14s gets %s", who.name, got)]++
	switch {
	case a.status >= 500 || a.status == http.StatusMethodNotAllowed:
		w.Errorf("%s by %s, %s: %d %s", op.id, who.name, what, a.status, a.body)
	case got != want:
		w.Errorf("%s by %s, %s: %d %.200s; declared %s, which gives %s\n\t%s %s %s", op.id, who.name, what, a.status,
			a.body, op.permission, want, r.method, r.path, r.body)
	}
	if want == reached {
		if w.last == nil {
			w.last = map[string]string{}
		}
		w.succeeded[op.id] = w.succeeded[op.id] || a.status < 300
		if a.status >= 300 && !w.succeeded[op.id] {
			w.last[op.id] = fmt.Sprintf("%d %.300s", a.status, a.body)
		}
	}
	if a.status >= 400 {
		w.checkFault(op, a)
	}
	for s, at := range w.sides {
		if who.side != s && !who.onPlatform() && (strings.Contains(a.text(), string(s)) || strings.Contains(a.text(), at.secret)) && !mayNameBoth[op.id] {
			w.Errorf("%s by %s, %s, leaks %s: %.300s", op.id, who.name, what, s, a.body)
		}
	}
	if op.changes() {
		w.putBack()
	}
	return a
}

// request builds the request of an operation with ids of a side. instead is a parameter and its replacement. named are
// the things in the request.
func (w *walk) request(op operation, who *actor, at side, instead ...string) (r request, named []string) {
	w.Helper()
	corner := w.sides[at]
	r = request{method: op.method, path: op.path}
	params := op.params()
	if link, ok := corner.links[op.id]; ok && len(instead) == 0 {
		r.path, params = link(), nil
	}
	for _, param := range params {
		value, isFixed := fixed[op.id+"."+param]
		switch {
		case len(instead) == 2 && instead[0] == param:
			value = instead[1]
		case isOwn(op, param):
			value = fmt.Sprint(who.account.ID)
			if who.token == "" {
				value = fmt.Sprint(w.person("owner").account.ID)
			}
		case !isFixed:
			value = corner.things[op.thing(param)]
			named = append(named, op.thing(param))
		}
		r.path = strings.ReplaceAll(r.path, "{"+param+"}", value)
	}
	if query := declared()[op.id].Query; query != "" {
		named = append(named, corner.namedIn(query)...)
		r.path += "?" + corner.fill(query)
	}
	kind, schema := op.bodyKind()
	if kind == "" {
		return r, named
	}
	if op.id == "uploadSoftware" {
		r.body, r.kind = firmwareForm("HDA3-9.9.9.9-walk.hsf")
		return r, named
	}
	if text, ok := bodyOf(op.id); ok {
		named = append(named, corner.namedIn(text)...)
		r.kind, r.body = kind, corner.fill(w.own(text, who))
		return r, named
	}
	if file, ok := files[op.id]; ok {
		r.kind, r.body = w.encode(kind, map[string]any{"file": file(w.T, at)})
		return r, named
	}
	r.kind, r.body = w.encode(kind, sample(schema, "", corner))
	return r, named
}

// namedIn returns the things that a query or a body names.
func (c *corner) namedIn(text string) (named []string) {
	for name := range c.things {
		if strings.Contains(text, "{"+name+"}") {
			named = append(named, inText+name)
		}
	}
	return named
}

// inText marks things in a query or a body. They are looked up after the permission check, unless the body names the place of the
// permission.
const inText = "body: "
