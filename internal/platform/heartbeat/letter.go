package heartbeat

import (
	"fmt"
	"strings"
	"time"

	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/mail"
)

var (
	subjectFirst  = i18n.Label{Zh: "{name}：心跳异常，自 {since}", En: "{name}: no sound heartbeat since {since}", Tw: "{name}：心跳異常，自 {since}"}
	subjectRemind = i18n.Label{
		Zh: "{name}：心跳仍异常，自 {since}", En: "{name}: still no sound heartbeat, since {since}", Tw: "{name}：心跳仍異常，自 {since}",
	}
	subjectBack = i18n.Label{Zh: "{name}：心跳已恢复", En: "{name}: the heartbeat is back", Tw: "{name}：心跳已恢復"}

	lineSeen    = i18n.Label{Zh: "所见：{what}", En: "Seen: {what}", Tw: "所見：{what}"}
	lineSince   = i18n.Label{Zh: "首次发现：{since}", En: "First seen: {since}", Tw: "首次發現：{since}"}
	lineBack    = i18n.Label{Zh: "恢复：{back}，历时 {length}", En: "Back since: {back}, after {length}", Tw: "恢復：{back}，歷時 {length}"}
	lineChecked = i18n.Label{Zh: "最近检查：{now}", En: "Last checked: {now}", Tw: "最近檢查：{now}"}
	lineAddress = i18n.Label{Zh: "地址：{url}", En: "Address: {url}", Tw: "地址：{url}"}
	lineAdvice  = i18n.Label{
		Zh: "在此期间告警可能没有判定，也没有发出。请检查服务器。", En: "Meanwhile alerts may be neither raised nor sent. Check the servers.",
		Tw: "在此期間告警可能沒有判定，也沒有發出。請檢查伺服器。",
	}
	lineAfter = i18n.Label{
		Zh: "请检查期间的告警：补传的数据会补判。", En: "Look at the alerts of that time: readings that arrive late are judged late.",
		Tw: "請檢查期間的告警：補傳的資料會補判。",
	}
)

var kinds = map[string]i18n.Label{
	Silent:  {Zh: "没有应答（{detail}）", En: "no answer ({detail})", Tw: "沒有應答（{detail}）"},
	Foreign: {Zh: "应答不是心跳（{detail}）", En: "the answer is no heartbeat ({detail})", Tw: "應答不是心跳（{detail}）"},
	Frozen:  {Zh: "应答不再变化，停在 {detail}", En: "the answer no longer changes, it is that of {detail}", Tw: "應答不再變化，停在 {detail}"},
}

var partNames = []struct {
	of   func(*State) *Part
	name i18n.Label
}{
	{func(s *State) *Part { return &s.Intake }, i18n.Label{Zh: "数据接收", En: "intake", Tw: "資料接收"}},
	{func(s *State) *Part { return &s.Stage1 }, i18n.Label{Zh: "解码入库", En: "decoding and storing", Tw: "解碼入庫"}},
	{func(s *State) *Part { return &s.Stage2 }, i18n.Label{Zh: "计算与判定", En: "results and alerts", Tw: "計算與判定"}},
	{func(s *State) *Part { return &s.Delivery }, i18n.Label{Zh: "消息发送", En: "messages", Tw: "訊息傳送"}},
}

var reasons = map[string]i18n.Label{
	NoServer:     {Zh: "没有服务器运行", En: "no server runs", Tw: "沒有伺服器運行"},
	NotReady:     {Zh: "没有服务器接收数据", En: "no server takes readings", Tw: "沒有伺服器接收資料"},
	NoReport:     {Zh: "服务器没有报告状态", En: "a server does not report", Tw: "伺服器沒有回報狀態"},
	Unattended:   {Zh: "一部分工作无服务器处理", En: "no server does a part of the work", Tw: "一部分工作無伺服器處理"},
	Late:         {Zh: "最早的待办等待过久", En: "the oldest work has waited for too long", Tw: "最早的待辦等待過久"},
	NotAccepted:  {Zh: "邮件或短信无法送出", En: "no mail or text message is accepted", Tw: "郵件或簡訊無法送出"},
	DatabaseAway: {Zh: "数据库不可用", En: "the database is away", Tw: "資料庫不可用"},
}

// letter returns the mail about the trouble, or about its end.
func (w *Watcher) letter(now time.Time, again, back bool) mail.Message {
	s := &w.seen
	values := strings.NewReplacer(
		"{name}", w.Name, "{since}", w.time(s.Since), "{now}", w.time(now.UnixMilli()), "{back}", w.time(s.Fine), "{url}", w.URL,
		"{what}", w.describe(s.Problem), "{length}", (time.Duration(s.Fine-s.Since) * time.Millisecond).Round(time.Second).String(),
	)
	lines, subject, step := []i18n.Label{lineSeen, lineSince, lineChecked, lineAddress, lineAdvice}, subjectFirst, "first"
	switch {
	case back:
		lines, subject, step = []i18n.Label{lineSeen, lineSince, lineBack, lineAddress, lineAfter}, subjectBack, "back"
	case again:
		subject, step = subjectRemind, fmt.Sprint(now.UnixMilli())
	}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(values.Replace(line.In(string(w.Language))) + "\n")
	}
	return mail.Message{
		Subject: values.Replace(subject.In(string(w.Language))), Text: text.String(), ID: fmt.Sprintf("heartbeat-%d-%s", s.Since, step),
	}
}

func (w *Watcher) time(at int64) string {
	return time.UnixMilli(at).In(w.Zone).Format("2006-01-02 15:04:05 -07:00")
}

// describe returns a problem in words.
func (w *Watcher) describe(p Problem) string {
	language := string(w.Language)
	if p.State == nil {
		return strings.ReplaceAll(kinds[p.Kind].In(language), "{detail}", p.Detail)
	}
	var parts []string
	for _, one := range partNames {
		part := one.of(p.State)
		if part.Moving {
			continue
		}
		reason, known := reasons[part.Reason]
		if !known { // of a newer version
			reason = i18n.Label{Zh: part.Reason, En: part.Reason, Tw: part.Reason}
		}
		text := one.name.In(language) + " – " + reason.In(language)
		if part.Since != 0 {
			text += " (" + w.time(part.Since) + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}
