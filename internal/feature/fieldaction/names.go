package fieldaction

import (
	"context"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/audit/auditdb"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/sqlkit"
)

// Names in the operation log.
const (
	ruleKind   = "fieldRule"
	actionKind = "fieldAction"
	tried      = "fieldTest"
	silenced   = "fieldOff"
	ended      = "fieldEnd"
)

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{
			ruleKind:   {Zh: "现场联动规则", En: "Field rule", Tw: "現場連動規則"},
			actionKind: {Zh: "现场联动", En: "Field action", Tw: "現場連動"},
		},
		Actions: map[string]i18n.Label{
			tried:    {Zh: "测试联动", En: "Test", Tw: "測試連動"},
			silenced: {Zh: "手动关闭", En: "Switch off by hand", Tw: "手動關閉"},
			ended:    {Zh: "执行结果", En: "Outcome", Tw: "執行結果"},
		},
		Fields: map[string]i18n.Label{
			"fieldmeasurements": {Zh: "监测项", En: "Measurements", Tw: "監測項"},
			"structureids":      {Zh: "结构物", En: "Structures", Tw: "結構物"},
			"measuringpointids": {Zh: "测点", En: "Points", Tw: "測點"},
			"deviceids":         {Zh: "设备", En: "Devices", Tw: "設備"},
			"fielddo":           {Zh: "动作", En: "Action", Tw: "動作"},
			"intervalseconds":   {Zh: "采集间隔 (s)", En: "Collection interval (s)", Tw: "採集間隔 (s)"},
			"on":                {Zh: "开启指令", En: "Command to switch on", Tw: "開啟指令"},
			"off":               {Zh: "关闭指令", En: "Command to switch off", Tw: "關閉指令"},
			"longestminutes":    {Zh: "最长持续时间 (min)", En: "Longest duration (min)", Tw: "最長持續時間 (min)"},
			"turn":              {Zh: "开关", En: "On or off", Tw: "開關"},
			"fieldoutcome":      {Zh: "结果", En: "Outcome", Tw: "結果"},
			"fieldreason":       {Zh: "原因", En: "Reason", Tw: "原因"},
			"fieldanswer":       {Zh: "设备应答", En: "Answer of the device", Tw: "設備應答"},
			"commandid":         {Zh: "指令", En: "Command", Tw: "指令"},
		},
	})
}

// loggedRule is what the operation log keeps of a rule.
type loggedRule struct {
	Name         string   `json:"name"`
	Enable       bool     `json:"enable"`
	Level        int      `json:"level"`
	Measurements []string `json:"fieldMeasurements"`
	Structures   []int64  `json:"structureIds"`
	Points       []int64  `json:"measuringPointIds"`
	Devices      []int64  `json:"deviceIds"`
	Action       string   `json:"fieldDo"`
	Seconds      int64    `json:"intervalSeconds"`
	On           Order    `json:"on"`
	Off          *Order   `json:"off"`
	Longest      int64    `json:"longestMinutes"`
}

func (r *Rule) logged() loggedRule {
	return loggedRule{
		r.Name, r.Enabled, int(r.Level), r.Measurements, r.Structures, r.Points, r.Devices, r.Action, r.Seconds, r.On, r.Off, r.Longest,
	}
}

func (r *Rule) log(ctx context.Context, tx *sqlkit.Transaction, who audit.Actor, entry auditdb.Entry) error {
	entry.Kind, entry.ID, entry.Corporation, entry.Project, entry.Content = ruleKind, r.ID, r.CorporationID, r.ProjectID, r.Name
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, who, entry)
}

type loggedTry struct {
	DeviceID int64 `json:"deviceId"`
}

// loggedEnd is what the operation log keeps of the end of an action.
type loggedEnd struct {
	DeviceID  int64  `json:"deviceId"`
	Turn      Turn   `json:"turn"`
	State     State  `json:"fieldOutcome"`
	Reason    string `json:"fieldReason"`
	Answer    string `json:"fieldAnswer"`
	CommandID int64  `json:"commandId"`
}

// logEnd writes the end of an action that sent something, with the device's answer.
func (a *Action) logEnd(ctx context.Context, tx *sqlkit.Transaction) error {
	logs := auditdb.WithLog(tx)
	return logs.Log(ctx, actor(), auditdb.Entry{
		Kind: actionKind, Action: ended, ID: a.ID, Corporation: a.CorporationID, Project: a.ProjectID, Content: a.RuleName,
		After: loggedEnd{a.DeviceID, a.Turn, a.State, a.Reason, a.Answer, a.CommandID},
	})
}

// actor is the program, as the operation log names it.
func actor() audit.Actor { return audit.Program("field action") }
