package notify

import (
	"encoding/json"
	"fmt"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// texts are the titles by kind; %[1]s is the point or device, %[2]s the name of the level, %[3]s who assigned it.
var texts = map[string]i18n.Label{
	AlertRaised:       {Zh: "%[1]s %[2]s", En: "%[1]s: %[2]s", Tw: "%[1]s %[2]s"},
	AlertEscalated:    {Zh: "%[1]s 升级为%[2]s", En: "%[1]s: escalated to %[2]s", Tw: "%[1]s 升級為%[2]s"},
	AlertRestored:     {Zh: "%[1]s 已恢复", En: "%[1]s: restored", Tw: "%[1]s 已恢復"},
	AlertReopened:     {Zh: "%[1]s 恢复已撤销，仍为%[2]s", En: "%[1]s: reopened, still %[2]s", Tw: "%[1]s 恢復已撤銷，仍為%[2]s"},
	HealthRaised:      {Zh: "%[1]s %[2]s", En: "%[1]s: %[2]s", Tw: "%[1]s %[2]s"},
	HealthRestored:    {Zh: "%[1]s %[2]s已恢复", En: "%[1]s: %[2]s, back to normal", Tw: "%[1]s %[2]s已恢復"},
	AlertAssigned:     {Zh: "%[1]s %[2]s，由 %[3]s 指派", En: "%[1]s: %[2]s, assigned by %[3]s", Tw: "%[1]s %[2]s，由 %[3]s 指派"},
	AlertOverdue:      {Zh: "%[1]s %[2]s超时未响应", En: "%[1]s: %[2]s, nobody has responded in time", Tw: "%[1]s %[2]s逾時未回應"},
	IncidentOwned:     {Zh: "%[1]s 告警事件（%[2]s），由 %[3]s 指派", En: "Incident at %[1]s (%[2]s), assigned by %[3]s", Tw: "%[1]s 告警事件（%[2]s），由 %[3]s 指派"},
	IncidentEscalated: {Zh: "%[1]s 告警事件升级为%[2]s", En: "Incident at %[1]s: escalated to %[2]s", Tw: "%[1]s 告警事件升級為%[2]s"},
	IncidentEnded:     {Zh: "%[1]s 告警事件已结束（最高%[2]s）", En: "Incident at %[1]s is over (highest level: %[2]s)", Tw: "%[1]s 告警事件已結束（最高%[2]s）"},
	DrillUnproven:     {Zh: "%[1]d 天未通过演练验证：%[2]s", En: "Not proven by a drill for %[1]d days: %[2]s", Tw: "%[1]d 天未通過演練驗證：%[2]s"},
	FileMade:          {Zh: "%[1]s 已生成", En: "%[1]s is ready", Tw: "%[1]s 已產生"},
	FileFailed:        {Zh: "%[1]s 生成失败", En: "%[1]s could not be made", Tw: "%[1]s 產生失敗"},
	ReportWaits:       {Zh: "%[1]s 待签字", En: "%[1]s waits for signatures", Tw: "%[1]s 待簽字"},
	ReportFailed:      {Zh: "报告计划“%[1]s”未能生成报告", En: "The report schedule “%[1]s” could not make a report", Tw: "報告排程「%[1]s」未能產生報告"},
	CertificateEnds: {
		Zh: "报告签名证书“%[1]s”将于 %[2]d 天后到期：到期后报告不能批准，请更换",
		En: "The certificate “%[1]s”, which signs reports, ends in %[2]d days: replace it, or no report can be approved then",
		Tw: "報告簽名憑證「%[1]s」將於 %[2]d 天後到期：到期後報告不能核准，請更換",
	},
	CertificateEnded: {
		Zh: "报告签名证书“%[1]s”已到期：更换或删除后才能批准报告",
		En: "The certificate “%[1]s”, which signs reports, has ended: no report can be approved until it is replaced or deleted",
		Tw: "報告簽名憑證「%[1]s」已到期：更換或刪除後才能核准報告",
	},
	HelpEntered: {Zh: "平台运维人员 %[1]s 已进入本企业协助", En: "%[1]s of the platform started support access", Tw: "平台維運人員 %[1]s 已進入本企業協助"},
}

// Alert returns the arguments of a notification about an alert; ok is false for any other kind.
func (n Notification) Alert() (args AlertArgs, ok bool) {
	if n.AlertID == 0 || json.Unmarshal(n.Args, &args) != nil {
		return AlertArgs{}, false
	}
	return args, true
}

// Title returns the title of a notification in a language (zh, en, zh-TW).
func (n Notification) Title(language string) string {
	text, known := texts[n.Kind]
	if !known {
		return n.Kind
	}
	if help, ok := n.Help(); ok {
		return fmt.Sprintf(text.In(language), help.Operator)
	}
	if file, ok := n.File(); ok {
		return fmt.Sprintf(text.In(language), file.Title)
	}
	if c, ok := n.Certificate(); ok {
		if n.Kind == CertificateEnded {
			return fmt.Sprintf(text.In(language), c.Subject)
		}
		return fmt.Sprintf(text.In(language), c.Subject, c.Days)
	}
	if report, ok := n.Report(); ok {
		return fmt.Sprintf(text.In(language), report.Title)
	}
	if drill, ok := n.Drill(); ok {
		return fmt.Sprintf(text.In(language), drill.Days, drill.names(language))
	}
	args, _ := n.Alert()
	name, word := n.PointName, args.Step.Level.Name().In(language)
	if args.Kind == alarm.OfGraded {
		name, word = alarm.Location(&alarm.Record{Kind: args.Kind}, name, errs.Language(language)), args.Step.Level.Warning().In(language)
	}
	if ill, ok := args.Kind.Fault(); ok {
		name, word = n.DeviceName, ill.In(language)
	}
	if args.Structure != "" {
		return fmt.Sprintf(text.In(language), args.Structure, word, args.By)
	}
	format := text.In(language)
	if n.Kind == AlertRestored {
		return fmt.Sprintf(format, name)
	}
	if n.Kind == AlertAssigned {
		return fmt.Sprintf(format, name, word, args.By)
	}
	return fmt.Sprintf(format, name, word)
}
