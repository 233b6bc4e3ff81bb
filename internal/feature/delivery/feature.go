package delivery

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "delivery", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		ledger := Ledger{host.Tables}
		sender := &Sender{Ledger: ledger, Alerts: host.Alerts, Log: host.Log, Resting: host.Resting}
		if host.Mail != nil {
			sender.Mail = host.Mail
		}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{Kernel: k, ledger: ledger, alerts: host.Alerts}).register()
				return nil
			},
			Run: sender.Run,
		}, nil
	}}
}
