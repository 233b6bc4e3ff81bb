// Package receipt learns whether phones got the text messages that a provider has accepted: it asks Aliyun and Tencent Cloud,
// and an own service reports by a signed call. A message that did not arrive counts as not sent.
package receipt

import (
	"log/slog"
	"time"

	"golang.org/x/time/rate"

	"plumbline/internal/feature"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/sms"
	"plumbline/internal/platform/sqlkit"
)

// Feature returns the feature, with the ledger of messages.
func Feature(ledger func(*sqlkit.Tables, delivery.Readings) delivery.Ledger) feature.Feature {
	return feature.Feature{Name: "receipt", New: func(host feature.Host) (feature.Parts, error) {
		clerk := &Clerk{Ledger: ledger(host.Tables, host.Read), Log: host.Log, Resting: host.Resting}
		clerk.Provider, _ = host.SMS.(sms.Tracker) // an own service reports instead
		reporter, _ := host.SMS.(sms.Reporter)
		return feature.Parts{
			Run: clerk.Run,
			Calls: func(k *httpapi.Kernel) error {
				forgers, err := httpapi.NewThrottle()
				if err != nil {
					return err
				}
				(&server{
					Kernel: k, clerk: clerk, reporter: reporter, forgers: forgers, calls: rate.NewLimiter(rate.Limit(callsASecond), 2*callsASecond),
				}).register()
				return nil
			},
		}, nil
	}}
}

// Clerk asks for receipts, and stores them.
type Clerk struct {
	delivery.Ledger
	Provider sms.Tracker // nil: it cannot be asked
	Log      *slog.Logger
	Resting  func() bool // nil: never
}

// steps are the times after a message was accepted at which its provider is asked.
var steps = []time.Duration{delivery.FirstAsk, time.Minute, 5 * time.Minute, 30 * time.Minute}
