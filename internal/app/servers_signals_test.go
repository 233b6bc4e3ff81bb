package app

import (
	"context"
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/account/identity"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/series"
	"plumbline/internal/core/timeline"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/events"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/pgtest"
)

// deaf is a bus that receives nothing.
type deaf struct{ events.Bus }

func (deaf) Subscribe(ctx context.Context, _ ...string) <-chan events.Event {
	never := make(chan events.Event)
	context.AfterFunc(ctx, func() { close(never) })
	return never
}

// joinDeaf adds a server that never receives a signal.
func (s *several) joinDeaf() *Server {
	s.Helper()
	return s.start(StartOptions{Held: true}, func(in *Installation) { in.Bus = deaf{in.Bus} })
}

// call makes a call at a server with a token.
func call(server *Server, method, path, token, body string) *httptest.ResponseRecorder {
	r := httptest.NewRequestWithContext(context.Background(), method, path, strings.NewReader(body))
	r.Header.Set("Accept-Language", "en")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	server.API.ServeHTTP(w, r)
	return w
}

func (s *several) signIn(server *Server) identity.SignedIn {
	s.Helper()
	signedIn, err := server.Identity.SignIn(s.Context(), identity.SignIn{Name: "admin", Password: "Start-2468!"})
	if err != nil {
		s.Fatal(err)
	}
	return signedIn
}

// sendOverHTTP sends a reading of a gauge over HTTP and returns the status.
func sendOverHTTP(server *Server, register, secret string, at int64) int {
	body := fmt.Sprintf(`{"t":%d,"v":{"disp":1}}`, at)
	r := httptest.NewRequest(http.MethodPost, httppush.Path+register, strings.NewReader(body))
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	r.Header.Set(httppush.TimeHeader, stamp)
	r.Header.Set(httppush.SignHeader, httppush.Sign(secret, stamp, register, []byte(body)))
	w := httptest.NewRecorder()
	server.API.ServeHTTP(w, r)
	return w.Code
}

// TestRevokedAccessEndsWithoutSignals: a server that receives no signal refuses ended sessions, revoked keys, disabled
// accounts, deleted devices and rotated secrets with the very next call, and roles within their bound.
func TestRevokedAccessEndsWithoutSignals(t *testing.T) {
	s := &several{T: t, url: pgtest.URL(t)}
	first := s.join()
	s.seed(1, 2)
	quiet := s.joinDeaf()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	status := func(token string) int { return call(quiet, "GET", "/api/projects", token, "").Code }
	admin := s.signIn(first)
	who := audit.Actor{AccountID: admin.Account.ID, CorporationID: admin.Account.CorporationID, Scope: admin.Account.Scope()}
	ended := s.signIn(first)
	caller := identity.Caller{Account: admin.Account, Session: admin.Session}
	key, text, err := first.Identity.CreateKey(t.Context(), caller, who, identity.Key{
		CorporationID: admin.Account.CorporationID, Name: "k", Set: access.Set{}.With(access.Project, access.Retrieve), ExpiresAt: time.Now().Add(time.Hour).UnixMilli(),
	})
	must(err)
	for name, token := range map[string]string{"session": ended.Token, "key": text} {
		if code := status(token); code != http.StatusOK {
			t.Fatalf("%s before: %d", name, code)
		}
	}
	must(first.Identity.RevokeSession(t.Context(), who, admin.Account.ID, ended.Session.ID))
	must(first.Identity.RevokeKey(t.Context(), who, admin.Account.CorporationID, 0, key.ID))
	for name, token := range map[string]string{"session": ended.Token, "key": text} {
		if code := status(token); code == http.StatusOK {
			t.Errorf("%s is accepted after it was revoked", name)
		}
	}
	secrets := make([]string, len(s.gauges))
	for i, gauge := range s.gauges {
		d, ok := quiet.IntakeDevices.ByRegister(gauge.Register)
		if !ok {
			t.Fatal("the quiet server does not know the gauge")
		}
		secrets[i] = d.Secrets[0].Text
		if code := sendOverHTTP(quiet, gauge.Register, secrets[i], began+int64(i)); code != http.StatusOK {
			t.Fatalf("upload before: %d", code)
		}
	}
	must(first.Devices.DisableSecret(t.Context(), program("test"), s.gauges[0].ID))
	if code := sendOverHTTP(quiet, s.gauges[0].Register, secrets[0], began+100*hour); code == http.StatusOK {
		t.Error("a secret is accepted after it was disabled")
	}
	must(first.Points.Delete(t.Context(), program("test"), s.points[1].ID))
	must(first.Devices.Delete(t.Context(), program("test"), s.gauges[1].ID))
	if code := sendOverHTTP(quiet, s.gauges[1].Register, secrets[1], began+100*hour); code == http.StatusOK {
		t.Error("a deleted device is accepted")
	}
	if _, known, proven := quiet.IntakeDevices.Prove(t.Context(), s.gauges[0].Register, func(d *ingest.Device) bool {
		return d.Accepts([]byte(secrets[0]), time.Now().UnixMilli())
	}); !known || proven {
		t.Errorf("a sign-in with a disabled secret: known %v, proven %v", known, proven)
	}
}

// TestServerWithoutSignalsUsesCurrentConfiguration: one server changes formulas, thresholds and bindings, while a server
// that receives no signal stores and folds the readings. Every reading has its result, and none is judged by an older
// version than the one committed before it: otherwise its alert would have been withdrawn.
func TestServerWithoutSignalsUsesCurrentConfiguration(t *testing.T) {
	s := &several{T: t, url: pgtest.URL(t)}
	first := s.join()
	s.seed(1, 1)
	point, drafts := s.points[0], rehearsal{t: t}
	spare, _, err := first.Devices.Create(t.Context(), program("test"), device.Device{
		CorporationID: s.gauges[0].CorporationID, ProjectID: s.gauges[0].ProjectID, Name: "spare", Kind: device.Measuring, Type: "Crack",
		Model: "own", SNCode: "spare", Register: "spare",
	}, []timeline.Draft{drafts.draft(string(definition.AspectCoefficients), 0, definition.Coefficients{Values: map[string]float64{"K": 2}})})
	if err != nil {
		t.Fatal(err)
	}
	quiet := s.joinDeaf()
	gauges, bound, n := []device.Device{s.gauges[0], spare}, 0, 0
	change := func(t *rapid.T, at int64) {
		var draft timeline.Draft
		switch rapid.SampledFrom([]string{"formula", "thresholds", "binding"}).Draw(t, "change") {
		case "formula":
			draft = drafts.draft(string(definition.AspectFormula), at, widthBy(fmt.Sprintf("disp*%d", rapid.IntRange(1, 3).Draw(t, "factor"))))
		case "thresholds":
			limits := crackLimits()
			for _, level := range []*float64{limits.Blue, limits.Yellow, limits.Orange, limits.Red} {
				*level *= rapid.SampledFrom([]float64{0.5, 2}).Draw(t, "scale")
			}
			*limits.Yellow, *limits.Orange, *limits.Red = *limits.Blue+1, *limits.Blue+2, *limits.Blue+3
			draft = drafts.draft(string(definition.AspectThresholds), at, alarm.Thresholds{List: []alarm.Threshold{limits}})
		default:
			bound = 1 - bound
			draft = drafts.draft(string(definition.AspectBinding), at,
				definition.Binding{Sources: []definition.Source{{Role: "main", DeviceID: gauges[bound].ID}}})
		}
		if _, err := first.Points.Record(context.Background(), program("test"), point.ID, draft); err != nil {
			t.Fatal(err)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		n++
		at := began + int64(n)*hour
		change(t, at)
		gauge := gauges[bound]
		if _, err := quiet.Intake.Commit(context.Background(), ingest.Frame{
			Device: gauge.ID, Register: gauge.Register, Transport: ingest.HTTP, Kind: ingest.Up, Received: time.Now().UnixMilli(),
			Payload: fmt.Appendf(nil, `{"t":%d,"v":{"disp":%d}}`, at, rapid.IntRange(0, 9).Draw(t, "disp")),
		}); err != nil {
			t.Fatal(err)
		}
	})
	s.settle()
	expected, err := first.Previewer.AsOf(t.Context(), first.Store, point.ID, math.MaxInt64-1, math.MaxInt64)
	if err != nil {
		t.Fatal(err)
	}
	if len(expected.Rows) != n || len(expected.Episodes) == 0 {
		t.Fatalf("%d results and %d episodes of %d readings", len(expected.Rows), len(expected.Episodes), n)
	}
	row := 0
	err = first.Series.Scan(t.Context(), series.ResultID(point.ID), 0, 1<<62, nil, func(b *series.Block) error {
		for i, at := range b.Times {
			if row < n && (expected.Rows[row].Time != at || expected.Rows[row].Values[0] != b.Values[0][i]) {
				t.Errorf("result %d at %d is %v, want %v at %d", row, at, b.Values[0][i], expected.Rows[row].Values[0], expected.Rows[row].Time)
			}
			row++
		}
		return nil
	})
	if err != nil || row != n {
		t.Errorf("%d results of %d readings: %v", row, n, err)
	}
	tx, err := first.DB.Reader().BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	records, err := first.Store.PointRecords(t.Context(), tx, alarm.PointSince{Point: point.ID})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range records[0] {
		if r.WithdrawnAt != 0 {
			t.Errorf("the alert of %d was withdrawn: its reading was judged by an older version", r.Opened)
		}
	}
	if len(records[0]) != len(expected.Episodes) {
		t.Errorf("%d alerts, want %d", len(records[0]), len(expected.Episodes))
	}
}
