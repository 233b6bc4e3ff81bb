//go:build unix

package servers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/httpapi"
	"plumbline/internal/testing/await"
)

// different are the operations whose answers depend on the server, with the reason; the others must be equal, byte for
// byte.
var different = map[string]string{
	"events":      "a stream without an end",
	"liveFrames":  "a stream without an end",
	"deviceDoors": "the port of the server's own listener",
	"storage":     "free bytes change from one call to the next",
}

// changing are fields that change from one call to the next, with the reason.
var changing = map[*regexp.Regexp]string{
	regexp.MustCompile(`"lastUsedAt":\d+`):          "the call itself uses the session",
	regexp.MustCompile(`^\{"at":\d+`):               "the time of the call",
	regexp.MustCompile(`"now":\d+`):                 "the time of the call",
	regexp.MustCompile(`^\{"from":\d+,"until":\d+`): "a span that ends with the call",
	regexp.MustCompile(`\b(zr|cls-)\d+`):            "names of parts, which the drawing library counts",
}

// ask makes a call at a server.
func (in *installation) ask(s *server, method, path, token, body string) (int, []byte) {
	in.Helper()
	r, err := http.NewRequestWithContext(in.Context(), method, "http://"+s.address+path, strings.NewReader(body))
	in.check(err)
	r.Header.Set("Accept-Language", "en")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	reply, err := http.DefaultClient.Do(r)
	in.check(err)
	defer reply.Body.Close()
	data, err := io.ReadAll(reply.Body)
	in.check(err)
	return reply.StatusCode, data
}

// signIn signs the administrator in at a server.
func (in *installation) signIn(s *server) string {
	in.Helper()
	code, data := in.ask(s, "POST", "/api/sessions/signin", "", `{"name":"admin","password":"Start-2468!"}`)
	var signedIn struct{ Token string }
	if err := json.Unmarshal(data, &signedIn); err != nil || signedIn.Token == "" {
		in.Fatalf("sign-in: %d %s %v", code, data, err)
	}
	return signedIn.Token
}

// ids returns the ids of things of the first project, by the names of parameters.
func (in *installation) ids(db *app.Installation) map[string]string {
	in.Helper()
	ids := map[string]string{}
	for name, query := range map[string]string{
		"corporationId": "SELECT coalesce(min(id), 0) FROM corporation", "projectId": "SELECT coalesce(min(id), 0) FROM project", "structureId": "SELECT coalesce(min(id), 0) FROM structure",
		"measuringPointId": "SELECT coalesce(min(id), 0) FROM point", "deviceId": "SELECT coalesce(min(id), 0) FROM device",
		"alertId": "SELECT coalesce(min(id), 0) FROM alert", "notificationId": "SELECT coalesce(min(id), 0) FROM notification",
		"userId": "SELECT coalesce(min(id), 0) FROM account", "roleId": "SELECT coalesce(min(id), 0) FROM role", "operationLogId": "SELECT coalesce(min(id), 0) FROM oplog",
	} {
		if id := in.number(db, query); id != 0 {
			ids[name] = itoa(id)
		}
	}
	return ids
}

var pathParameter = regexp.MustCompile(`\{(\w+)\}`)

// answers checks that every reading call is answered equally by all servers.
func (in *installation) answers(db *app.Installation, servers ...*server) {
	in.Helper()
	token, ids := in.signIn(servers[0]), in.ids(db)
	api, err := app.Calls()
	in.check(err)
	called := 0
	for _, op := range api.Operations() {
		path, known := httpapi.Prefix+op.Path, true
		for _, name := range pathParameter.FindAllStringSubmatch(path, -1) {
			id, has := ids[name[1]]
			path, known = strings.ReplaceAll(path, name[0], id), known && has
		}
		if op.Method != http.MethodGet || different[op.ID] != "" || !known {
			continue
		}
		if op.Query != "" {
			query := op.Query
			for name, id := range ids {
				query = strings.ReplaceAll(query, "{"+name+"}", id)
			}
			path += "?" + query
		}
		if code, _ := in.ask(servers[0], "GET", path, token, ""); code >= http.StatusBadRequest {
			continue // needs a thing that this installation lacks
		}
		called++
		in.equal(op.ID, "GET", path, token, "", servers)
	}
	const latest = "/api/monitor/latest"
	for _, read := range []struct{ path, body string }{
		{latest, fmt.Sprintf(`{"measuringPointIds":[%s]}`, ids["measuringPointId"])},
		{"/api/monitor/overview", fmt.Sprintf(`{"projectId":%s}`, ids["projectId"])},
		{"/api/monitor/query", in.readingsOf(ids)},
		{"/api/monitor/pagination", in.readingsOf(ids)},
		{"/api/monitor/extent", fmt.Sprintf(`{"measuringPointId":%s}`, ids["measuringPointId"])},
		{"/api/monitor/time-list", in.readingsOf(ids)},
	} {
		in.equal(read.path, "POST", read.path, token, read.body, servers)
	}
	if called < 80 {
		in.Errorf("only %d operations were compared", called)
	}
	in.Logf("%d operations were compared", called)
}

func (in *installation) readingsOf(ids map[string]string) string {
	return fmt.Sprintf(`{"measuringPointId":%s,"start":%d,"end":%d}`, ids["measuringPointId"], in.began, in.began+int64(100*time.Hour/time.Millisecond))
}

// equal compares the answers of servers to a call. A caller may see what changed within a second before, so a difference
// is looked at again for a while.
func (in *installation) equal(what, method, path, token, body string, servers []*server) {
	in.Helper()
	var answers [][]byte
	for deadline := time.Now().Add(10 * time.Second); ; {
		answers = answers[:0]
		same := true
		for _, s := range servers {
			code, data := in.ask(s, method, path, token, body)
			if code >= http.StatusBadRequest {
				in.Errorf("%s: status %d %s", what, code, data)
				return
			}
			for field := range changing {
				data = field.ReplaceAll(data, nil)
			}
			answers = append(answers, append([]byte(strconv.Itoa(code)), data...))
			same = same && bytes.Equal(answers[0], answers[len(answers)-1])
		}
		if same {
			return
		}
		if time.Now().After(deadline) || in.Context().Err() != nil {
			break
		}
		await.Pause()
	}
	at := 0
	for answer := answers[0]; at < len(answer) && !slices.ContainsFunc(answers, func(other []byte) bool { return at >= len(other) || other[at] != answer[at] }); {
		at++
	}
	for i, answer := range answers {
		in.Errorf("%s: server %d answers differently: …%s", what, i, answer[max(0, at-100):min(len(answer), at+200)])
	}
}

// TestServersAnswerAlike: after the same traffic, with refused devices at each of them, three servers give the same
// answers to every reading call.
func TestServersAnswerAlike(t *testing.T) {
	in := newInstallation(t, history)
	in.seed(2, 3)
	servers := []*server{in.start(), in.start(), in.start()}
	for _, s := range servers {
		defer s.Kill()
	}
	db := in.open()
	defer db.Close()
	tr := in.traffic(servers...)
	tr.more(600)
	tr.stop()
	in.settle(db)
	for i, s := range servers {
		stranger := gauge{register: fmt.Sprint("NOBODY-", i), secret: "no such secret"}
		thief := gauge{register: in.gauges[0].register, secret: "no such secret"}
		for range i + 1 {
			if stranger.send(http.DefaultClient, s, 0) || thief.send(http.DefaultClient, s, 0) {
				t.Fatal("a stranger was accepted")
			}
		}
	}
	in.answers(db, servers...)
	_, data := in.ask(servers[1], "GET", "/api/corporations/"+in.ids(db)["corporationId"]+"/devices/refusals", in.signIn(servers[1]), "")
	if !strings.Contains(string(data), `"NOBODY-0"`) || !strings.Contains(string(data), `"NOBODY-2"`) || !strings.Contains(string(data), `"count":6`) {
		t.Errorf("the refusals of all servers: %s", data)
	}
	for _, s := range servers[1:] {
		s.Signal(syscall.SIGSTOP)
	}
	asked := time.Now()
	_, data = in.ask(servers[0], "GET", "/api/corporations/"+in.ids(db)["corporationId"]+"/devices/refusals", in.signIn(servers[0]), "")
	if took := time.Since(asked); !strings.Contains(string(data), `"silentServers":["`) {
		t.Errorf("with two servers paused, after %v: %s", took, data)
	}
}
