package fieldaction

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/sqlkit"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature. ledger makes what writes actions.
func Feature(ledgerOf func(*sqlkit.Tables) Ledger) feature.Feature {
	return feature.Feature{Name: "fieldaction", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		ledger := ledgerOf(host.Tables)
		worker := &Worker{Ledger: ledger, Commands: host.Commands, Devices: host.Devices, Log: host.Log, Resting: host.Resting}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				(&server{Kernel: k, ledger: ledger, commands: host.Commands, devices: host.Devices}).register()
				return nil
			},
			Run: worker.Run,
		}, nil
	}}
}
