package handling

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{
		Kinds:  map[string]i18n.Label{kind: {Zh: "告警备注", En: "Comment on an alert", Tw: "告警備註"}},
		Fields: map[string]i18n.Label{"commenttext": {Zh: "备注内容", En: "Text of the comment", Tw: "備註內容"}},
	})
}
