package memos

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

//go:embed migrations/*.sql
var migrations embed.FS

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "memos", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		s := &server{&Service{&Store{host.Tables}}}
		return feature.Parts{Calls: s.register}, nil
	}}
}

func init() {
	audit.Register(audit.Names{
		Kinds:  map[string]i18n.Label{"memo": {Zh: "备注", En: "Memo", Tw: "備註"}},
		Fields: map[string]i18n.Label{"text": {Zh: "内容", En: "Text", Tw: "內容"}},
	})
}
