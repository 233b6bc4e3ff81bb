package delivery

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/feature/delivery/gallery"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/sqlkit"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature, with what knows the rest of who gets messages when, what sends to browsers, and what draws the
// pictures of mails; nil: they have none.
func Feature(ledger func(*sqlkit.Tables, Readings) Ledger, pusher func(feature.Host) Pusher, drawer func(feature.Host) gallery.Drawer) feature.Feature {
	return feature.Feature{Name: "delivery", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		ledger := ledger(host.Tables, host.Read)
		webhooks := hook.Store{Tables: host.Tables, Secrets: host.Secrets}
		sender := &Sender{
			Ledger: ledger, Alerts: host.Alerts, Webhooks: webhooks, Outbound: host.Outbound, Log: host.Log, Resting: host.Resting,
		}
		if host.Secrets != nil {
			sender.Links = link.New(host.Secrets, host.PublicURL)
		}
		sender.Push = pusher(host)
		if drawer := drawer(host); drawer != nil {
			sender.Gallery = gallery.New(drawer, host.Alerts, host.Log)
		}
		if host.Mail != nil {
			sender.Mail = host.Mail
		}
		if host.SMS != nil {
			sender.SMS = host.SMS
		}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{Kernel: k, ledger: ledger, alerts: host.Alerts, webhooks: webhooks, sender: sender}).register()
				return nil
			},
			Run: sender.Run,
		}, nil
	}}
}
