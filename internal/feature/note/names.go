package note

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{
		Kinds:  map[string]i18n.Label{kind: {Zh: "测点注记", En: "Note on a point", Tw: "測點註記"}},
		Fields: map[string]i18n.Label{"notetext": {Zh: "注记内容", En: "Text of the note", Tw: "註記內容"}},
	})
}
