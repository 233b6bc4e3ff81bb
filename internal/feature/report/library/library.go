// Package library keeps the report templates of projects: the engineer's own workbooks and documents, in versions.
package library

import (
	"embed"

	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

//go:embed migrations/*.sql
var migrations embed.FS

// mostTemplates is the number of templates of a project.
const mostTemplates = 100

// Template is a template of a project with its newest version, or that which was asked for.
type Template struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	Name          string
	Format        string
	CreatedAt     int64 // UTC ms

	Version   int // from 1
	Blob      string
	Size      int64
	SHA256    string
	Unknown   int // placeholders that reports leave as they are
	ChangedAt int64
	Account   string // name of who uploaded the version
}

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "library", Migrations: migrations, New: func(host feature.Host) (feature.Parts, error) {
		store := &Store{host.Tables}
		return feature.Parts{
			Calls: func(k *httpapi.Kernel) error {
				s := &server{k, store, host.Blobs}
				s.register()
				return nil
			},
			HasBlob: store.HasBlob,
		}, nil
	}}
}

// kindLogged is the kind of a template in the operation log.
const kindLogged = "reporttemplate"

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{kindLogged: {Zh: "报告模板", En: "Report template", Tw: "報告範本"}},
		Fields: map[string]i18n.Label{
			"templatename":    {Zh: "模板", En: "Template", Tw: "範本"},
			"templateversion": {Zh: "版本", En: "Version", Tw: "版本"},
			"templatesha256":  {Zh: "SHA-256", En: "SHA-256", Tw: "SHA-256"},
		},
	})
}

type logged struct {
	Name            string `json:"name"`
	TemplateName    string `json:"templatename"`
	TemplateVersion int    `json:"templateversion"`
	TemplateSHA256  string `json:"templatesha256"`
}

func (t *Template) logged() logged { return logged{t.Name, t.Name, t.Version, t.SHA256} }
