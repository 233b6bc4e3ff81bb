package push

import (
	"cmp"
	"context"
	"net/http"
	"time"

	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/accountapi"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/webpush"
)

// PushBrowser is a browser in which the caller gets messages about alerts.
type PushBrowser struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	Enable    bool   `json:"enable"`
	Host      string `json:"host" doc:"Of the push service of the browser's maker"`
	Digest    string `json:"digest" doc:"SHA-256 of the subscription's address, hexadecimal: by it a browser finds itself"`
	CreatedAt int64  `json:"createdAt" doc:"UTC ms"`
	UsedAt    int64  `json:"usedAt" doc:"UTC ms at which its push service last took a message; 0: never"`
	AskedAt   int64  `json:"askedAt" doc:"UTC ms of the last attempt; 0: none"`
	Outcome   string `json:"outcome" enum:",sent,failed,unknown" doc:"Of the last attempt"`
	Answer    string `json:"answer" doc:"To the last attempt"`
}

// PushBrowsers are the browsers of the caller, with what a browser needs to subscribe.
type PushBrowsers struct {
	Works     bool          `json:"works" doc:"false: the operator has switched browser push off"`
	PublicKey string        `json:"publicKey" doc:"Public key of the installation (VAPID), base64url; empty if it does not work"`
	Max       int           `json:"max" doc:"Browsers of an account"`
	List      []PushBrowser `json:"list" nullable:"false"`
}

// PushSubscription is what a browser got from its push service.
type PushSubscription struct {
	Endpoint string `json:"endpoint" minLength:"1" maxLength:"2000" doc:"https address of the push service, never returned"`
	P256DH   string `json:"p256dh" minLength:"1" maxLength:"120" doc:"Public key of the browser, base64url, never returned"`
	Auth     string `json:"auth" minLength:"1" maxLength:"40" doc:"Secret of the browser, base64url, never returned"`
	Name     string `json:"name,omitempty" maxLength:"50" doc:"Default: browser and system of the caller"`
}

// PushBrowserChange changes the fields that it has.
type PushBrowserChange struct {
	Name   *string `json:"name,omitempty" minLength:"1" maxLength:"50"`
	Enable *bool   `json:"enable,omitempty"`
}

// PushTest is what came of a test message.
type PushTest struct {
	Outcome string `json:"outcome" enum:"sent,failed,unknown" doc:"sent: the push service took it"`
	Reason  string `json:"reason" enum:",gone,forbidden,unreachable,refused,busy" doc:"gone: the browser has ended its subscription and was removed; forbidden: an inner network that the operator has not allowed; unreachable: the server cannot reach the host; busy: another attempt may succeed"`
	Host    string `json:"host" doc:"Of the push service"`
	Answer  string `json:"answer" doc:"Status and beginning of the answer, or why there is none"`
}

type subscribeInput struct{ Body PushSubscription }

// PushBrowserPath identifies a browser of the caller.
type PushBrowserPath struct {
	BrowserID int64 `path:"pushBrowserId" minimum:"1"`
}

type changeInput struct {
	PushBrowserPath
	Body PushBrowserChange
}

type server struct {
	*httpapi.Kernel
	sender *Sender
}

const (
	example  = `{"endpoint":"https://push.example.com/office","p256dh":"` + exampleKey + `","auth":"BTBZMqHH6r4Tts7J_aSIgg"}`
	nearMiss = `{"endpoint":"http://push.example.com/x","p256dh":"` + exampleKey + `","auth":"BTBZMqHH6r4Tts7J_aSIgg"}`

	// exampleKey is that of the example in RFC 8291.
	exampleKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
)

func (s *server) register() {
	const list = "/push-browsers"
	const one = list + "/{pushBrowserId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listPushBrowsers", Method: http.MethodGet, Path: list, Tag: "alerts", Person: true, Unmeasured: "few rows, by index",
		Summary: "Browsers in which you get messages about alerts",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createPushBrowser", Method: http.MethodPost, Path: list, Tag: "alerts", Person: true, Status: http.StatusCreated,
		Summary: "Subscribe a browser", Example: example, NearMiss: httpapi.NearMiss{Body: nearMiss, Field: "endpoint"},
		Detail: "A browser that is subscribed already, by you or another account, is yours with its new keys.",
	}, s.subscribe)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updatePushBrowser", Method: http.MethodPatch, Path: one, Tag: "alerts", Person: true, Summary: "Rename a browser, or switch it on or off",
		Example: `{"name":"Office","enable":true}`, Detail: "Fields that are left out stay as they are.",
	}, s.change)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deletePushBrowser", Method: http.MethodDelete, Path: one, Tag: "alerts", Person: true, Summary: "Remove a browser",
	}, s.remove)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "testPushBrowser", Method: http.MethodPost, Path: one + "/test", Tag: "alerts", Person: true,
		Summary: "Send a test message to a browser, also if it is switched off", Detail: "Returns the outcome, with the answer of the push service.",
	}, s.test)
}

func (s *server) list(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[PushBrowsers], error) {
	found, err := s.sender.Browsers(ctx, httpapi.CallerOf(ctx).Account.ID)
	if err != nil {
		return nil, err
	}
	all := PushBrowsers{Works: s.sender.Works(), Max: maxBrowsers, List: httpapi.ListOf(found, shown)}
	if all.Works {
		keys, err := s.sender.keys(ctx)
		if err != nil {
			return nil, err
		}
		if all.PublicKey, err = keys.Public(); err != nil {
			return nil, err
		}
	}
	return httpapi.Reply(all), nil
}

func (s *server) subscribe(ctx context.Context, in *subscribeInput) (*httpapi.Output[PushBrowser], error) {
	if !s.sender.Works() {
		return nil, errs.New(errs.PushOff)
	}
	who, f := httpapi.CallerOf(ctx), in.Body
	name := cmp.Or(f.Name, accountapi.BrowserOf(who.Actor().Client), "–")
	b, err := s.sender.Subscribe(ctx, who.Actor(), webpush.Subscription{Endpoint: f.Endpoint, P256DH: f.P256DH, Auth: f.Auth}, name)
	return httpapi.Reply(shown(b)), err
}

func (s *server) change(ctx context.Context, in *changeInput) (*httpapi.Output[PushBrowser], error) {
	b, err := s.sender.Change(ctx, httpapi.CallerOf(ctx).Actor(), in.BrowserID, in.Body.Name, in.Body.Enable)
	return httpapi.Reply(shown(b)), err
}

func (s *server) remove(ctx context.Context, in *PushBrowserPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.sender.Remove(ctx, httpapi.CallerOf(ctx).Actor(), in.BrowserID)
}

func (s *server) test(ctx context.Context, in *PushBrowserPath) (*httpapi.Output[PushTest], error) {
	if !s.sender.Works() {
		return nil, errs.New(errs.PushOff)
	}
	who := httpapi.CallerOf(ctx)
	b, err := s.sender.Tested(ctx, who.Actor(), in.BrowserID)
	if err != nil {
		return nil, err
	}
	language, err := s.sender.language(ctx, who.Account.ID)
	if err != nil {
		return nil, err
	}
	now := clock.Now()
	tries, err := s.sender.send(ctx, []Browser{b}, testNote(language, now), errs.Language(language), now)
	if err != nil {
		return nil, err
	}
	t := &tries[0]
	return httpapi.Reply(PushTest{Outcome: t.outcome(), Reason: t.reason(), Host: b.Host, Answer: t.text}), nil
}

// testNote is a test message; it is worth nothing later.
func testNote(language string, now time.Time) webpush.Note {
	return webpush.Note{
		Title: testTitle.In(language), Body: testBody.In(language), Link: "/profile", Tag: "test", Language: language, Time: now.UnixMilli(), TTL: time.Minute,
	}
}

func shown(b Browser) PushBrowser {
	return PushBrowser{
		ID: b.ID, Name: b.Name, Enable: b.Enabled, Host: b.Host, Digest: b.Digest, CreatedAt: b.CreatedAt, UsedAt: b.UsedAt, AskedAt: b.AskedAt,
		Outcome: b.Outcome, Answer: b.Answer,
	}
}
