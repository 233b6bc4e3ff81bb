package schedule

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

// Kinds of things in the operation log.
const (
	kindLogged    = "reportschedule"
	calendarKind  = "reportcalendar"
	startedAction = "startReportSchedule"
)

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{
			kindLogged:   {Zh: "报告计划", En: "Report schedule", Tw: "報告排程"},
			calendarKind: {Zh: "报告日历", En: "Report calendar", Tw: "報告行事曆"},
		},
		Actions: map[string]i18n.Label{
			startedAction: {Zh: "立即生成", En: "Run now", Tw: "立即產生"},
		},
		Fields: map[string]i18n.Label{
			"reportkind":       {Zh: "报告类型", En: "Kind of report", Tw: "報告類型"},
			"reportenabled":    {Zh: "启用", En: "Enabled", Tw: "啟用"},
			"reporttemplate":   {Zh: "模板", En: "Template", Tw: "範本"},
			"reportlanguage":   {Zh: "语言", En: "Language", Tw: "語言"},
			"reportmake":       {Zh: "生成时刻 (min)", En: "Minute at which it is made", Tw: "產生時刻 (min)"},
			"reportwait":       {Zh: "等待数据至 (min)", En: "Minute until which it waits for data", Tw: "等待資料至 (min)"},
			"reportmissed":     {Zh: "错过的周期", En: "Missed periods", Tw: "錯過的週期"},
			"reportrecipients": {Zh: "接收人数", En: "Number of recipients", Tw: "接收人數"},
			"reportdeliver":    {Zh: "邮件内容", En: "Content of mails", Tw: "郵件內容"},
			"reportdrafts":     {Zh: "邮件附草稿", En: "Drafts by mail", Tw: "郵件附草稿"},
			"reportstart":      {Zh: "监测首日", En: "First day of monitoring", Tw: "監測首日"},
			"reportcutoff":     {Zh: "截止时刻 (h)", En: "Hour of the cut-off", Tw: "截止時刻 (h)"},
			"reportweekday":    {Zh: "每周首日（1 为周一）", En: "First day of the week (1: Monday)", Tw: "每週首日（1 為週一）"},
			"reportmonthday":   {Zh: "每月起始日", En: "Day of the month", Tw: "每月起始日"},
			"reportweekends":   {Zh: "周末休息", En: "Weekends are holidays", Tw: "週末休息"},
			"reportholidays":   {Zh: "节假日", En: "Holidays", Tw: "節假日"},
			"reportonholiday":  {Zh: "遇节假日", En: "On holidays", Tw: "遇節假日"},
			"reportprefix":     {Zh: "编号前缀", En: "Prefix of numbers", Tw: "編號前綴"},
		},
	})
}

// logged is what the operation log keeps of a schedule.
type logged struct {
	Name       string `json:"name"`
	Kind       string `json:"reportkind"`
	Enabled    bool   `json:"reportenabled"`
	Template   int64  `json:"reporttemplate"`
	Language   string `json:"reportlanguage"`
	Make       int    `json:"reportmake"`
	Wait       int    `json:"reportwait"`
	Missed     string `json:"reportmissed"`
	Recipients int    `json:"reportrecipients"`
	Deliver    string `json:"reportdeliver"`
	Drafts     bool   `json:"reportdrafts"`
}

func (s *Schedule) logged() logged {
	return logged{
		s.Name, s.Kind, s.Enabled, s.Template, s.Language, s.MakeMinute, s.WaitMinute, s.Missed, len(s.Accounts) + len(s.Addresses), s.Deliver, s.Drafts,
	}
}

// loggedCalendar is what the operation log keeps of a calendar.
type loggedCalendar struct {
	Start     string   `json:"reportstart"`
	CutOff    int      `json:"reportcutoff"`
	Weekday   int      `json:"reportweekday"`
	MonthDay  int      `json:"reportmonthday"`
	Weekends  bool     `json:"reportweekends"`
	Holidays  []string `json:"reportholidays"`
	OnHoliday string   `json:"reportonholiday"`
	Prefix    string   `json:"reportprefix"`
}

func (c *ReportConfigFields) logged() loggedCalendar {
	l := loggedCalendar{c.Start, c.CutOffHour, c.FirstWeekday, c.MonthDay, c.Weekends, []string{}, c.OnHoliday, c.NumberPrefix}
	for _, h := range c.Holidays {
		l.Holidays = append(l.Holidays, h.From+"–"+h.To+" "+h.Name)
	}
	return l
}
