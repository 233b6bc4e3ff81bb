// Package reply lets people who are signed in say that they have seen an alert, or that they are on their way, as the link in a
// message lets recipients do.
package reply

import (
	"plumbline/internal/feature"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

const replied = "replyAlert" // an action in the audit log

func init() {
	audit.Register(audit.Names{Actions: map[string]i18n.Label{
		replied: {Zh: "登录后回复告警", En: "Answer about an alert, signed in", Tw: "登入後回覆告警"},
	}})
}

// Feature returns the feature.
func Feature() feature.Feature {
	return feature.Feature{Name: "reply", New: func(host feature.Host) (feature.Parts, error) {
		return feature.Parts{Calls: func(k *httpapi.Kernel) error {
			(&server{Kernel: k, store: Store{Tables: host.Tables}}).register()
			return nil
		}}, nil
	}}
}
