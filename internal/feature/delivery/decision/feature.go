// Package decision lets the recipient of a message decide on its alert without a session: by the link in the message and a code
// that is sent to the same address, where the rule that sent the message allows it.
package decision

import (
	"plumbline/internal/feature"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/sqlkit"
)

// Feature returns the feature, with the ledger of messages.
func Feature(ledger func(*sqlkit.Tables, delivery.Readings) delivery.Ledger) feature.Feature {
	return feature.Feature{Name: "decision", New: func(host feature.Host) (feature.Parts, error) {
		s := &server{ledger: ledger(host.Tables, host.Read), alerts: host.Alerts, codes: host.Codes, log: host.Log}
		if host.Secrets != nil {
			s.links = link.New(host.Secrets, host.PublicURL)
		}
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			s.Kernel = k
			s.register()
			return nil
		}}, nil
	}}
}
