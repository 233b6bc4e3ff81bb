package document

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/feature/report/certificate"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/feature/report/signing"
	"plumbline/internal/httpapi"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature. press returns what gathers and prints reports.
func Feature(press func(feature.Host) *projectreport.Press) feature.Feature {
	return feature.Feature{Name: "document", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		store := &Store{host.Tables}
		made := press(host)
		certificates := certificate.Store{Tables: host.Tables, Vault: host.Secrets}
		worker := &Worker{Store: store, Blobs: host.Blobs, Press: made, Certificates: certificates, Public: host.PublicURL}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				s := &server{k, host, store, host.Blobs, host.Secrets, made, signing.Store{Tables: host.Tables}, certificates}
				s.register()
				return nil
			},
			Jobs:    []feature.Job{{Kind: kindOfJobs, Run: worker.Run, Most: 1}},
			HasBlob: store.HasBlob,
		}, nil
	}}
}
