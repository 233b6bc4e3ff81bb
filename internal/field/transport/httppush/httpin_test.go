package httppush_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/platform/errs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// The test vector of domain protocols.md section 4.1.
func TestSignatureOfTheProtocol(t *testing.T) {
	const body = `{"items":[{"point":"P-0001","t":1795134600000,"values":{"x":12.35}}]}`
	if len(body) != 69 {
		t.Fatalf("the body has %d bytes", len(body))
	}
	got := httppush.Sign("secret-0001", "1795134605", "HTTP0001", []byte(body))
	if want := "0726f148d44e9a4d8a5927b1d251e62a7bf4209bd15aa4ea5ef54c5398850372"; got != want {
		t.Errorf("sign %s, want %s", got, want)
	}
}

type endpoint struct {
	*intaketest.Installation
	http.Handler
}

func open(t *testing.T, options intaketest.Options) endpoint {
	t.Helper()
	in, err := intaketest.Open(context.Background(), t.TempDir(), options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := in.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return endpoint{in, httppush.New(in, nil, refuse)}
}

func refuse(w http.ResponseWriter, _ *http.Request, err error) {
	refused, ok := errs.As(err)
	if !ok {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	status := map[errs.Kind]int{
		errs.Invalid: 422, errs.Unauthenticated: 401, errs.Unavailable: 503, errs.TooLarge: 413,
	}[refused.Kind]
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(map[string]any{"code": refused.Code, "fields": refused.FieldTexts(errs.English)})
}

type request struct {
	register, secret, body string
	at                     time.Time
	sign                   func(string) string
}

func (d endpoint) post(r request) *httptest.ResponseRecorder {
	if r.at.IsZero() {
		r.at = time.Now()
	}
	stamp := strconv.FormatInt(r.at.Unix(), 10)
	sign := httppush.Sign(r.secret, stamp, r.register, []byte(r.body))
	if r.sign != nil {
		sign = r.sign(sign)
	}
	req := httptest.NewRequest(http.MethodPost, httppush.Path+r.register, strings.NewReader(r.body))
	req.Header.Set(httppush.TimeHeader, stamp)
	req.Header.Set(httppush.SignHeader, sign)
	answer := httptest.NewRecorder()
	d.ServeHTTP(answer, req)
	return answer
}

func TestAcceptedOnceCommitted(t *testing.T) {
	d := open(t, intaketest.Options{})
	cases := []struct {
		name, body string
		accepted   int
		channel    int32
		field      string
		want       float64
	}{
		{"the data object", `{"t":1795134600000,"v":{"temp":18.6}}`, 1, 0, "temp", 18.6},
		{
			"items of a gateway",
			`{"items":[{"point":"P-0001","t":1795134600000,"values":{"x":12.35}},{"point":"P-0002","t":1795134600000,"values":{"x":1}}]}`, 2, 1, "x", 12.35,
		},
		{"a child on the bus", `{"items":[{"sn":"CHILD-7","t":1795134600000,"v":{"angleX":0.5}}]}`, 1, 7, "angleX", 0.5},
		{"the device's own serial number", `{"sn":"SN-1","t":1795134601000,"v":{"temp":19}}`, 1, 0, "temp", 19},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			answer := d.post(request{register: "REG-1", secret: "secret-1", body: c.body})
			if answer.Code != 200 || answer.Body.String() != fmt.Sprintf(`{"accepted":%d}`, c.accepted) {
				t.Fatalf("%d %s", answer.Code, answer.Body)
			}
			if err := d.WaitAllStored(t.Context()); err != nil {
				t.Fatal(err)
			}
			got, err := d.Series.Latest(t.Context(), []series.ID{series.RawID(1, c.channel)})
			if err != nil || !got[0].Found {
				t.Fatalf("no reading: %v", err)
			}
			if v := got[0].Values[got[0].Columns.Index(reading.Column{Field: c.field})]; v != c.want {
				t.Errorf("%s = %v, want %v", c.field, v, c.want)
			}
		})
	}
}

func TestRefusalsKeepNothing(t *testing.T) {
	const good = `{"t":1795134600000,"v":{"temp":18.6}}`
	ahead := time.Now().Add(25 * time.Hour).UnixMilli()
	many := `{"items":[` + strings.TrimSuffix(strings.Repeat(good+",", 1001), ",") + `]}`
	cases := []struct {
		name   string
		r      request
		status int
		want   *errs.Message
		field  string
	}{
		{"unknown register", request{register: "NOBODY", secret: "x", body: good}, 401, errs.RegisterUnknown, ""},
		{"wrong secret", request{register: "REG-1", secret: "secret-2", body: good}, 401, errs.RegisterUnknown, ""},
		{"no signature", request{register: "REG-1", secret: "secret-1", body: good, sign: func(string) string { return "" }}, 401, errs.RegisterUnknown, ""},
		{
			"cut signature", request{
				register: "REG-1", secret: "secret-1", body: good, sign: func(s string) string { return s[:40] },
			}, 401, errs.RegisterUnknown, "",
		},
		{"signed for another body", request{register: "REG-1", secret: "secret-1", body: good, sign: func(string) string {
			return httppush.Sign("secret-1", strconv.FormatInt(time.Now().Unix(), 10), "REG-1", []byte("{}"))
		}}, 401, errs.RegisterUnknown, ""},
		{"clock behind", request{register: "REG-1", secret: "secret-1", body: good, at: time.Now().Add(-310 * time.Second)}, 401, errs.ClockOff, ""},
		{"clock ahead", request{register: "REG-1", secret: "secret-1", body: good, at: time.Now().Add(310 * time.Second)}, 401, errs.ClockOff, ""},
		{"not JSON", request{register: "REG-1", secret: "secret-1", body: `temp=18`}, 422, errs.WrongType, ""},
		{"NaN", request{register: "REG-1", secret: "secret-1", body: `{"items":[{"v":{"a":1}},{"v":{"a":NaN}}]}`}, 422, errs.NotFinite, "items[1].v.a"},
		{"no items", request{register: "REG-1", secret: "secret-1", body: `{"items":[]}`}, 422, errs.TooFewEntries, "items"},
		{"1001 items", request{register: "REG-1", secret: "secret-1", body: many}, 413, errs.TooManyItems, "items"},
		{"too large", request{register: "REG-1", secret: "secret-1", body: strings.Repeat(" ", httppush.MaxBody+1)}, 413, errs.BodyTooLarge, ""},
		{"the year 1970", request{register: "REG-1", secret: "secret-1", body: `{"items":[{"t":1,"v":{"a":1}}]}`}, 422, errs.ReadingTime, "items[0].t"},
		{"more than a day ahead", request{register: "REG-1", secret: "secret-1", body: fmt.Sprintf(`{"t":%d,"v":{"a":1}}`, ahead)}, 422, errs.ReadingTime, "t"},
		{"the year 2099", request{register: "REG-1", secret: "secret-1", body: `{"t":4070908800000,"v":{"a":1}}`}, 422, errs.ReadingTime, "t"},
		{
			"unknown point", request{
				register: "REG-1", secret: "secret-1", body: `{"items":[{"point":"P-0001","v":{"a":1}},{"point":"P-9999","v":{"a":1}}]}`,
			}, 422, errs.MustExist, "items[1].point",
		},
		{"unknown child", request{register: "REG-1", secret: "secret-1", body: `{"sn":"CHILD-8","v":{"a":1}}`}, 422, errs.ChildUnknown, "sn"},
		{"no data", request{register: "REG-1", secret: "secret-1", body: `{"type":"time"}`}, 422, errs.NotOneOf, "type"},
	}
	d := open(t, intaketest.Options{})
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			answer := d.post(c.r)
			var got struct {
				Code   int
				Fields map[string]string
			}
			if err := json.Unmarshal(answer.Body.Bytes(), &got); err != nil {
				t.Fatalf("%d %s: %v", answer.Code, answer.Body, err)
			}
			if answer.Code != c.status || got.Code != c.want.Code {
				t.Errorf("got %d, code %d; want %d, code %d", answer.Code, got.Code, c.status, c.want.Code)
			}
			if c.field != "" && got.Fields[c.field] == "" {
				t.Errorf("field %s is missing in %v", c.field, got.Fields)
			}
		})
	}
	if stats := d.Stats(); stats.FramesAccepted != 0 {
		t.Errorf("%d refused frames were stored", stats.FramesAccepted)
	}
	seen := map[string]bool{}
	for _, refusal := range d.Rejections().List() {
		seen[refusal.Register+" "+refusal.Reason] = true
	}
	bad := false
	for _, attempt := range d.Attempts().List(1) {
		bad = bad || attempt.Reason == ingest.BadBody && attempt.Fault != nil
	}
	if !bad {
		t.Errorf("no refused body among the attempts %+v", d.Attempts().List(1))
	}
	for _, want := range []string{"NOBODY unknownRegister", "REG-1 wrongSecret", "REG-1 clockOff"} {
		if !seen[want] {
			t.Errorf("%s is not among the refusals", want)
		}
	}
}

func TestFullDiskReturnsRetryAfter(t *testing.T) {
	d := open(t, intaketest.Options{Limits: ingest.Limits{Waiting: 1 << 20, Backlog: 1 << 20, Reserve: 1 << 20}})
	d.SetFree(1000)
	answer := d.post(request{register: "REG-1", secret: "secret-1", body: `{"v":{"a":1}}`})
	if answer.Code != 503 || answer.Header().Get("Retry-After") != "30" || !strings.Contains(answer.Body.String(), `"code":2014`) {
		t.Errorf("%d, Retry-After %q: %s", answer.Code, answer.Header().Get("Retry-After"), answer.Body)
	}
	d.SetFree(1 << 40)
	if answer := d.post(request{register: "REG-1", secret: "secret-1", body: `{"v":{"a":1}}`}); answer.Code != 200 {
		t.Errorf("with free space again: %d %s", answer.Code, answer.Body)
	}
}

func TestOldSecretWorksDuringOverlap(t *testing.T) {
	d := open(t, intaketest.Options{})
	rotate := func(until time.Time) {
		d.Devices.Change(2, func(device *ingest.Device) {
			device.Secrets = []ingest.Secret{{Text: "new"}, {Text: "secret-2", Until: until.UnixMilli()}}
		})
		if err := d.Directory().Refresh(t.Context(), []int64{2}); err != nil {
			t.Fatal(err)
		}
	}
	check := func(secret string, want int) {
		t.Helper()
		if answer := d.post(request{register: "REG-2", secret: secret, body: `{"v":{"a":1}}`}); answer.Code != want {
			t.Errorf("secret %s: %d, want %d", secret, answer.Code, want)
		}
	}
	rotate(time.Now().Add(time.Hour))
	check("new", 200)
	check("secret-2", 200)
	rotate(time.Now().Add(-time.Second))
	check("new", 200)
	check("secret-2", 401)
}

func body(items int) []byte {
	var out bytes.Buffer
	out.WriteString(`{"items":[`)
	for i := range items {
		if i > 0 {
			out.WriteByte(',')
		}
		fmt.Fprintf(&out, `{"point":"P-%04d","t":%d,"values":{"x":%.2f,"y":%.2f,"temp":%.1f}}`, i+1, 1795134600000, 12.35, -3.2, 18.6)
	}
	out.WriteString(`]}`)
	return out.Bytes()
}

// Target: 70 requests/s of 1,000 readings x 3 fields on about one core for all stages, so the endpoint should take
// well under 3 ms.
func BenchmarkCheckOf1000Readings(b *testing.B) {
	in, err := intaketest.Open(context.Background(), b.TempDir(), intaketest.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer in.Close(context.Background())
	h := httppush.New(committed{in}, nil, refuse)
	payload := body(1000)
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	sign := httppush.Sign("secret-1", stamp, "REG-1", payload)
	b.SetBytes(int64(len(payload)))
	b.ReportAllocs()
	for b.Loop() {
		req := httptest.NewRequest(http.MethodPost, httppush.Path+"REG-1", bytes.NewReader(payload))
		req.Header.Set(httppush.TimeHeader, stamp)
		req.Header.Set(httppush.SignHeader, sign)
		answer := httptest.NewRecorder()
		h.ServeHTTP(answer, req)
		if answer.Code != 200 {
			b.Fatal(answer.Body.String())
		}
		_, _ = io.Copy(io.Discard, answer.Body)
	}
}

// committed skips the journal, to measure only the endpoint.
type committed struct{ *intaketest.Installation }

func (committed) CommitProven(context.Context, ingest.Frame, func(*ingest.Device) bool) (ingest.Entry, error) {
	return ingest.Entry{}, nil
}
