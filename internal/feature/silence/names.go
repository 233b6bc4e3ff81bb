package silence

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{kind: {Zh: "维护静默", En: "Maintenance silence", Tw: "維護靜默"}},
		Fields: map[string]i18n.Label{
			"silencelevel": {Zh: "静默的最高级别", En: "Highest silenced level", Tw: "靜默的最高等級"},
			"silenceends":  {Zh: "提前结束", En: "Ended early", Tw: "提前結束"},
		},
	})
}
