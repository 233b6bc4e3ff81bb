package drill

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

// started is an action in the audit log.
const started = "startDrill"

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{
			kind:     {Zh: "演练", En: "Drill", Tw: "演練"},
			planKind: {Zh: "每周演练", En: "Weekly drill", Tw: "每週演練"},
		},
		Actions: map[string]i18n.Label{
			started: {Zh: "发起演练", En: "Start a drill", Tw: "發起演練"},
		},
		Fields: map[string]i18n.Label{
			"drillweekly":   {Zh: "每周演练", En: "Weekly drill", Tw: "每週演練"},
			"drillweekday":  {Zh: "演练星期（1 为周一）", En: "Weekday of the drill (1: Monday)", Tw: "演練星期（1 為週一）"},
			"drillminute":   {Zh: "演练时刻 (min)", En: "Minute of the drill", Tw: "演練時刻 (min)"},
			"drilllevel":    {Zh: "演练等级", En: "Level of the drill", Tw: "演練等級"},
			"drillwarndays": {Zh: "未验证告警天数", En: "Days without proof before a warning", Tw: "未驗證告警天數"},
			"drillquiet":    {Zh: "遵守免打扰", En: "Keep quiet hours", Tw: "遵守免打擾"},
			"drillmessages": {Zh: "演练消息数", En: "Messages of the drill", Tw: "演練訊息數"},
		},
	})
}

// loggedPlan is what the audit log keeps of a plan.
type loggedPlan struct {
	Weekly   bool `json:"drillWeekly"`
	Weekday  int  `json:"drillWeekday"`
	Minute   int  `json:"drillMinute"`
	Level    int  `json:"drillLevel"`
	WarnDays int  `json:"drillWarnDays"`
}

func (p *Plan) logged() loggedPlan {
	return loggedPlan{p.Enabled, p.Weekday, p.Minute, int(p.Level), p.WarnDays}
}

// loggedDrill is what the audit log keeps of a drill.
type loggedDrill struct {
	Level    int  `json:"drillLevel"`
	Quiet    bool `json:"drillQuiet"`
	Messages int  `json:"drillMessages"`
}
