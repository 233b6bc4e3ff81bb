package board

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{kind: {Zh: "看板", En: "Board", Tw: "看板"}},
		Fields: map[string]i18n.Label{
			"boardlayout": {Zh: "看板布局", En: "Board layout", Tw: "看板版面"},
			"boardpanels": {Zh: "看板视图", En: "Board views", Tw: "看板檢視"},
			"boardorder":  {Zh: "看板顺序", En: "Order of boards", Tw: "看板順序"},
		},
	})
}
