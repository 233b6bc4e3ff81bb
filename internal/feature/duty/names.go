package duty

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{
			kind:     {Zh: "值班表", En: "Duty roster", Tw: "值班表"},
			swapKind: {Zh: "换班", En: "Swap of duty", Tw: "換班"},
		},
		Fields: map[string]i18n.Label{
			"dutyaccounts": {Zh: "轮值顺序", En: "Turns", Tw: "輪值順序"},
			"dutyfirst":    {Zh: "首次交接", En: "First hand-over", Tw: "首次交接"},
			"dutyhour":     {Zh: "交接时刻 (h)", En: "Hour of hand-overs", Tw: "交接時刻 (h)"},
			"dutyaccount":  {Zh: "接班人", En: "Takes over", Tw: "接班人"},
		},
	})
}
