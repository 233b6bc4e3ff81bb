package e2e

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/app"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/telemetry"
	"plumbline/internal/testing/apptest"
)

// password is the password of every account.
const password = apptest.Password

// world is the running product with two corporations that must not see each other's data.
type world struct {
	*testing.T
	in     *app.Installation
	base   string // http://host:port
	ops    string // address of the operations port
	client *http.Client
	log    *logbook
	doc    *openapi3.T
	sides  map[side]*corner
	actors map[string]*actor
	beside *sql.DB // the server's database, opened a second time
	keeper keeper
	proofs
}

// side is one of the two corporations. The names of its things contain its mark.
type side string

const (
	ours   side = "Northmark"
	theirs side = "Southmark"
)

func (s side) other() side {
	if s == ours {
		return theirs
	}
	return ours
}

// corner is the test data of a side.
type corner struct {
	corporation corporation.Corporation
	things      map[string]string        // ids for paths and bodies, by parameter
	links       map[string]func() string // return signed paths, by the operation that opens them
	secret      string                   // of the device, as its HMAC key
	register    string
	time        string // UTC ms of its only reading
}

// actor is a caller.
type actor struct {
	name    string
	side    side // "": no corporation
	account identity.Account
	role    access.RoleType // in the project of the side; "": not a member
	chosen  []string        // permissions of a custom role: in the project for a member, otherwise in the corporation
	helps   bool            // a platform operator who visits the side
	key     bool            // an API key of the side's administrator with the chosen permissions
	token   string          // "": anonymous
}

// cast lists the actors: an anonymous caller, the platform, an account of every kind on our side, and the
// administrator, an owner and a guest on the other side.
func cast() []*actor {
	person := func(name string, of side, kind access.AccountType, role access.RoleType, chosen ...string) *actor {
		return &actor{name: name, side: of, account: identity.Account{Type: kind}, role: role, chosen: chosen}
	}
	return []*actor{
		{name: "nobody"},
		person("system", "", access.System, ""),
		person("admin", ours, access.Admin, ""),
		person("owner", ours, access.Normal, access.Owner),
		person("manager", ours, access.Normal, access.Manager),
		person("member", ours, access.Normal, access.Member),
		person("guest", ours, access.Normal, access.Guest),
		person("custom", ours, access.Normal, access.Custom, "Project:Retrieve", "Structure:Update", "Device:Create", "Alert:Retrieve"),
		person("outsider", ours, access.Normal, ""),
		person("clerk", ours, access.Normal, "", "User:Retrieve", "User:Update", "Role:Retrieve", "UserGroup:Retrieve",
			"UserGroup:Update", "OperationLog:Retrieve", "Corporation:Retrieve"),
		{name: "helper", side: ours, account: identity.Account{Type: access.System}, helps: true},
		{
			name: "key", side: ours, account: identity.Account{Type: access.Admin}, key: true,
			chosen: []string{"Project:Retrieve", "Data:Retrieve", "Data:Create", "User:Retrieve"},
		},
		person("stranger", theirs, access.Admin, ""),
		person("foreign-owner", theirs, access.Normal, access.Owner),
		person("foreign-guest", theirs, access.Normal, access.Guest),
	}
}

// newWorld starts the product on an empty folder and seeds both sides. changes modify the default configuration.
func newWorld(t *testing.T, changes ...func(*app.Config)) *world {
	t.Helper()
	w := &world{T: t, log: newLogbook(), sides: map[side]*corner{}, actors: map[string]*actor{}}
	w.client = &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: 8}}
	t.Cleanup(w.client.CloseIdleConnections)
	previous := slog.Default()
	log := telemetry.NewLogger(w.log, "text", slog.LevelDebug)
	slog.SetDefault(log)
	t.Cleanup(func() { slog.SetDefault(previous) })
	config := app.Config{
		Data: t.TempDir(), HTTP: "127.0.0.1:0", MQTT: "127.0.0.1:0", Ops: "127.0.0.1:0", LogFormat: "text", Version: "proof", Map: onlineMap(t),
	}
	for _, change := range changes {
		change(&config)
	}
	var err error
	w.in, err = app.Open(t.Context(), config, log)
	w.must(err)
	t.Cleanup(func() { w.must(w.in.Close()) })
	w.people()
	w.serve()
	for _, a := range w.actors {
		if a.signsIn() {
			a.token = w.signIn(a.name, password)
		}
	}
	w.openBeside()
	if w.in.Config.Private { // nothing can be added without a license
		w.ask(w.person("admin"), "PUT", "/api/license", `{"code":"`+w.license()+`"}`, nil)
	}
	w.seed(ours, "admin")
	w.seed(theirs, "stranger")
	w.guests()
	w.scheduled(ours, "admin")
	w.scheduled(theirs, "stranger")
	w.takeSnapshot()
	return w
}

// people creates the corporations and accounts. All share one hash, because hashing is slow by design.
func (w *world) people() {
	ctx, program := context.Background(), audit.Program("proof")
	for _, s := range []side{ours, theirs} {
		c := corporation.Corporation{Name: string(s) + " survey", DomainPrefix: strings.ToLower(string(s))}
		w.must(w.in.Corporations.Create(ctx, program, &c))
		w.sides[s] = &corner{corporation: c, things: map[string]string{"corporationId": fmt.Sprint(c.ID)}, links: map[string]func() string{}}
	}
	hash := ""
	for _, a := range cast() {
		w.actors[a.name] = a
		if !a.signsIn() {
			continue
		}
		a.account.Name, a.account.DisplayName, a.account.Theme, a.account.Active = a.name, string(a.side)+" "+
			strings.TrimPrefix(a.name, "foreign-"), identity.Dark, true
		if a.side != "" {
			a.account.CorporationID = w.sides[a.side].corporation.ID
		}
		if hash == "" {
			made, err := w.in.Identity.Create(ctx, program, identity.NewAccount{Account: a.account, Password: password})
			w.must(err)
			a.account = made
			credential, _, err := w.in.Store.Credential(ctx, a.name)
			w.must(err)
			hash = credential.Hash
			continue
		}
		w.must(w.in.Store.CreateAccount(ctx, program, &a.account, hash))
	}
}

// signsIn reports whether an actor has an account and a password.
func (a *actor) signsIn() bool { return a.name != "nobody" && !a.helps && !a.key }

// guests creates sessions for actors without a password: an operator who visits our side, and an API key.
func (w *world) guests() {
	helper, key, at := w.person("helper"), w.person("key"), w.sides[ours]
	var visit struct{ Token string }
	w.ask(w.person("system"), "POST", at.fill("/api/corporations/{corporationId}/enter"), "", &visit)
	helper.token, helper.account = visit.Token, w.person("system").account
	admin := w.person("admin")
	pairs, err := json.Marshal(key.chosen)
	w.must(err)
	var made struct{ Key string }
	w.ask(admin, "POST", fmt.Sprintf("/api/users/%d/api-keys", admin.account.ID),
		fmt.Sprintf(`{"name":"proof","permissions":%s,"expiresAt":%d}`, pairs, time.Now().Add(24*time.Hour).UnixMilli()), &made)
	key.token, key.account = made.Key, admin.account
	var helps struct{ List []struct{ ID int64 } }
	w.ask(admin, "GET", at.fill("/api/corporations/{corporationId}/help-sessions"), "", &helps)
	at.things["helpId"] = fmt.Sprint(helps.List[0].ID)
	w.sides[theirs].things["helpId"] = "9007199254740990" // no visit there
}

// serve runs the server until the test ends.
func (w *world) serve() {
	ctx, stop := context.WithCancel(context.Background())
	out, told := io.Pipe()
	ended := make(chan error, 1)
	go func() {
		err := w.in.Serve(ctx, told)
		_ = told.CloseWithError(io.EOF)
		ended <- err
	}()
	w.Cleanup(func() {
		w.client.CloseIdleConnections()
		stop()
		w.must(<-ended)
	})
	address := regexp.MustCompile(`is up: (http://[0-9.:]+)`)
	var text strings.Builder
	buffer := make([]byte, 1024)
	for {
		n, err := out.Read(buffer)
		text.Write(buffer[:n])
		if found := address.FindStringSubmatch(text.String()); found != nil {
			w.base = found[1]
			w.ops = regexp.MustCompile(`figures: (http://[0-9.:]+/metrics)`).FindStringSubmatch(text.String())[1]
			break
		}
		if err != nil {
			w.Fatalf("the server said no address: %s", text.String())
		}
	}
	go func() { _, _ = io.Copy(io.Discard, out) }() // ends with the server
}

func (w *world) must(err error) {
	w.Helper()
	if err != nil {
		w.Fatal(err)
	}
}

// person returns an actor by name.
func (w *world) person(name string) *actor {
	a, ok := w.actors[name]
	if !ok {
		w.Fatalf("no actor named %s", name)
	}
	return a
}

// logbook collects the server's log.
type logbook struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func newLogbook() *logbook { return &logbook{} }

func (l *logbook) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

func (l *logbook) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.String()
}
