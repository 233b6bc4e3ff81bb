package receipt

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/fnv"
	"net/http"
	"time"

	"golang.org/x/time/rate"

	"plumbline/internal/feature/delivery"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/sms"
	"plumbline/internal/platform/webhook"
)

const callsASecond = 100

// TextReceipt is what an own service for text messages reports about one that it has accepted.
type TextReceipt struct {
	ID     string `json:"id" minLength:"1" maxLength:"200" doc:"Of the message as it was sent, or as the service named it in its answer"`
	Status string `json:"status" enum:"delivered,undelivered" doc:"Whether the phone got it"`
	Code   string `json:"code,omitempty" maxLength:"100" doc:"Of the network"`
	Text   string `json:"text,omitempty" maxLength:"500" doc:"What the code means"`
	Time   int64  `json:"time,omitempty" minimum:"0" doc:"UTC ms at which the network reported it; 0: now"`
}

type receiptInput struct {
	httpapi.RequestInfo
	Signature string `header:"X-Plumbline-Signature" maxLength:"200" doc:"t=<Unix s>,v1=<hex HMAC-SHA256 of \"<t>.<body>\" with the secret of the service>, at most 5 min old"`
	RawBody   []byte
	Body      TextReceipt
}

type server struct {
	*httpapi.Kernel
	clerk    *Clerk
	reporter sms.Reporter // nil: no own service is configured
	forgers  *httpapi.Throttle
	calls    *rate.Limiter
}

func (s *server) register() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "reportTextReceipt", Method: http.MethodPost, Path: "/sms-receipts", Tag: "alerts", Open: true, MaxBody: 4 << 10,
		Summary: "Report whether a phone got a text message about an alert", Example: `{"id":"alert-1","status":"undelivered","code":"UNDELIV"}`,
		NearMiss: httpapi.NearMiss{Body: `{"id":"alert-1","status":"lost"}`, Field: "status"},
		Detail: "For the own service that sends text messages (PLUMBLINE_SMS_PROVIDER=webhook), signed as its requests are. The same report again changes nothing, " +
			"and that a phone has a message counts more than that it has not. 8707, 8708: the signature is refused. 8709: no text message about an alert has this id.",
		Unlogged: "the provider reports; the ledger of messages keeps it",
	}, s.report)
}

func (s *server) report(ctx context.Context, in *receiptInput) (*httpapi.Output[httpapi.Done], error) {
	now := clock.Now()
	if err := s.trust(in, now); err != nil {
		if tooMany := s.forgers.Allow(origin(in.Address)); tooMany != nil {
			return nil, tooMany
		}
		return nil, err
	}
	if !s.calls.Allow() {
		return nil, errs.New(errs.TooManyRequests, "seconds", 1)
	}
	b := in.Body
	r := sms.Receipt{Fate: sms.Fate(b.Status), Code: b.Code, Text: b.Text, At: now}
	if b.Time != 0 {
		if r.At = time.UnixMilli(b.Time); r.At.After(now.Add(24*time.Hour)) || r.At.Year() < 2000 {
			return nil, errs.OnField("time", errs.TimeOutOfRange)
		}
	}
	attempt, err := s.clerk.named(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	audit.Note(ctx)
	return httpapi.Reply(httpapi.Done{}), s.clerk.store(ctx, attempt, r, now)
}

// trust checks the signature. An installation without an own service trusts nobody.
func (s *server) trust(in *receiptInput, now time.Time) error {
	err := webhook.ErrUnsigned
	if s.reporter != nil {
		err = s.reporter.Verify(in.Signature, in.RawBody, now)
	}
	switch {
	case errors.Is(err, webhook.ErrStale):
		return errs.OnField(webhook.SignatureHeader, errs.ReceiptStale, "minutes", int(webhook.Fresh/time.Minute))
	case err != nil:
		return errs.OnField(webhook.SignatureHeader, errs.ReceiptForged)
	}
	return nil
}

func origin(address string) int64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(address)) // never fails
	return int64(h.Sum64())
}

// named returns the last attempt to send a text message by our id of it, or by that of the provider. The error is
// errs.ReceiptUnknown if there is none.
//
// Unscoped: only the provider of the installation asks, with a signature.
func (c *Clerk) named(ctx context.Context, id string) (attempt int64, err error) {
	q := c.Bun.NewSelect().TableExpr("alert_attempt AS at").Join("JOIN alert_message AS m ON m.id = at.message_id").ColumnExpr("at.id").
		Where("m.channel = ? AND at.outcome <> ?", delivery.SMS, delivery.Failed)
	if message := delivery.MessageOf(id); message != 0 {
		q = q.Where("m.id = ?", message)
	} else {
		q = q.Where("at.reference = ? AND at.reference <> ''", id)
	}
	err = q.OrderExpr("at.began_at DESC, at.id DESC").Limit(1).Scan(ctx, &attempt)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return 0, errs.OnField("id", errs.ReceiptUnknown)
	case err != nil:
		return 0, fmt.Errorf("attempt of a text message: %w", err)
	}
	return attempt, nil
}
