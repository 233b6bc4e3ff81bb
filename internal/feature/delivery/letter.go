package delivery

import (
	"cmp"
	"fmt"
	"html"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/mail"
)

// Names are the names of the things that a message is about, with the language and time zone of the project and the
// texts of the corporation in that language.
type Names struct {
	Platform, Language, TimeZone, Project, Structure, Item, Point, Device string

	Texts AlertTextFields `json:",omitzero"`
}

// Content are the parameters of a message's text.
type Content struct {
	Names
	Event       alarm.Event
	At          int64 // UTC ms
	Kind        alarm.Kind
	Measurement string
	Key         alarm.Key
	Step        alarm.Step // of a restore: the restoring value
	Depth       *float64
	Reminder    int64 // 0: about the event itself
	Rung        int64 `json:",omitempty"` // of the ladder of the rule
	After       int64 `json:",omitempty"` // minutes in which nobody has reacted
	Rule        string
	Plan        bool   `json:",omitempty"` // Rule is the name of an emergency plan
	TestBy      string `json:",omitempty"` // who tests a webhook; empty: it is about an alert
}

func contentOf(r *alarm.Record, t *alarm.Transition, h alarm.Happening) Content {
	c := Content{
		Event: h.Event, At: h.At, Kind: r.Kind, Measurement: r.Measurement, Key: r.Key, Depth: r.Depth,
		Step: alarm.Step{Level: t.Level, Time: t.Time, Value: t.Value, Limit: t.Limit, Side: t.Side, Node: t.Node},
	}
	if r.Kind == alarm.OfGraded && len(r.Steps) > 0 && h.Event != alarm.EventRestored {
		c.Step.Ground = groundAt(r, t.Level)
	}
	if len(r.Steps) > 0 {
		c.Step.Direction, c.Step.Reference, c.Step.Unit = r.Last().Direction, r.Last().Reference, r.Last().Unit
	}
	return c
}

// groundAt returns what a graded warning rests on at a level, or at its highest one below.
func groundAt(r *alarm.Record, level alarm.Level) string {
	ground := r.Steps[0].Ground
	for _, step := range r.Steps {
		if step.Level <= level {
			ground = step.Ground
		}
	}
	return ground
}

// contentAt returns the content of a message about an event of a stored record.
func contentAt(r *alarm.Record, event alarm.Event) Content {
	last := r.Last()
	t := alarm.Transition{Level: last.Level, Value: last.Value, Limit: last.Limit, Side: last.Side, Node: last.Node, Time: last.Time}
	if event == alarm.EventRestored {
		t.Level = alarm.Normal
		if r.Ended != 0 {
			t.Time, t.Value = r.Ended, r.RestoreValue
		}
	}
	return contentOf(r, &t, alarm.Happening{Event: event, At: t.Time})
}

// phrase is a text with {name} placeholders in three languages.
type phrase = i18n.Label

// headings are the beginnings of subjects. {what} is the level or the fault.
var headings = map[alarm.Event]phrase{
	alarm.EventRaised:    {Zh: "{what}", En: "{what}", Tw: "{what}"},
	alarm.EventEscalated: {Zh: "升级为{what}", En: "Escalated to {what}", Tw: "升級為{what}"},
	alarm.EventReopened:  {Zh: "恢复已撤销，仍为{what}", En: "Reopened, still {what}", Tw: "恢復已撤銷，仍為{what}"},
	alarm.EventRestored:  {Zh: "{what}已恢复", En: "{what} is over", Tw: "{what}已恢復"},
	alarm.EventOverdue:   {Zh: "{what}超时未响应", En: "{what}: nobody has responded in time", Tw: "{what}逾時未回應"},
}

var (
	product       = phrase{Zh: "准绳", En: "Plumbline", Tw: "準繩"}
	anyAlert      = phrase{Zh: "告警", En: "Alert", Tw: "告警"}
	gradedWarning = phrase{Zh: "分级预警", En: "Graded early warning", Tw: "分級預警"}
	gradedLevel   = phrase{Zh: "{level}预警", En: "{level} early warning", Tw: "{level}預警"}
	subject       = phrase{Zh: "【{platform}】{heading}：{place}", En: "[{platform}] {heading}: {place}", Tw: "【{platform}】{heading}：{place}"}
	reminded      = phrase{Zh: "尚未处理，{heading}", En: "Still open: {heading}", Tw: "尚未處理，{heading}"}
	unanswered    = phrase{Zh: "{after}无人响应，{heading}", En: "No reaction for {after}: {heading}", Tw: "{after}無人回應，{heading}"}
	someMinutes   = phrase{Zh: "{n} 分钟", En: "{n} min", Tw: "{n} 分鐘"}
	someHours     = phrase{Zh: "{n} 小时", En: "{n} h", Tw: "{n} 小時"}
	whyCalled     = phrase{
		Zh: "{after}内无人响应，因此升级通知：您在项目“{project}”告警规则“{rule}”的升级名单中。",
		En: "Nobody has reacted for {after}, so you are called by the alert rule “{rule}” of the project “{project}”.",
		Tw: "{after}內無人回應，因此升級通知：您在專案「{project}」告警規則「{rule}」的升級名單中。",
	}
	opened = phrase{
		Zh: "{place}：{reason}，时间 {time}，请及时处理。", En: "{place}: {reason}, at {time}. Please deal with it in time.",
		Tw: "{place}：{reason}，時間 {time}，請及時處理。",
	}
	texted = phrase{
		Zh: "【{platform}】{place}：{reason}，时间 {time}，请及时处理。", En: "[{platform}] {place}: {reason}, at {time}. Please deal with it in time.",
		Tw: "【{platform}】{place}：{reason}，時間 {time}，請及時處理。",
	}
	textedRestored = phrase{
		Zh: "【{platform}】{place}：已恢复，时间 {time}。", En: "[{platform}] {place}: back to normal at {time}.", Tw: "【{platform}】{place}：已恢復，時間 {time}。",
	}
	restored = phrase{Zh: "{place}：已恢复，时间 {time}。", En: "{place}: back to normal at {time}.", Tw: "{place}：已恢復，時間 {time}。"}
	tested   = phrase{Zh: "【{platform}】测试消息：{project}", En: "[{platform}] Test message: {project}", Tw: "【{platform}】測試訊息：{project}"}
	testText = phrase{
		Zh: "这是 {who} 从项目“{project}”发送的测试消息，没有告警。", En: "{who} has sent this test message from the project “{project}”. There is no alert.",
		Tw: "這是 {who} 從專案「{project}」傳送的測試訊息，沒有告警。",
	}
	look    = phrase{Zh: "查看告警并回复", En: "See the alert and answer", Tw: "查看告警並回覆"}
	ownLink = phrase{
		Zh: "链接仅供您本人使用，24 小时内有效，无需登录。", En: "The link is for you alone, needs no sign-in and holds for 24 hours.",
		Tw: "連結僅供您本人使用，24 小時內有效，無需登入。",
	}
	value   = phrase{Zh: "{quantity}：{value}", En: "{quantity}: {value}", Tw: "{quantity}：{value}"}
	whySent = phrase{
		Zh: "您是项目“{project}”告警规则“{rule}”的接收人。", En: "You receive this because of the alert rule “{rule}” of the project “{project}”.",
		Tw: "您是專案「{project}」告警規則「{rule}」的接收人。",
	}
	whyAsked = phrase{
		Zh: "您是项目“{project}”处置方案“{rule}”的响应人。", En: "You receive this because the emergency plan “{rule}” of the project “{project}” names you.",
		Tw: "您是專案「{project}」處置方案「{rule}」的回應人員。",
	}
)

func (c Content) in(p phrase, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(p.In(c.Language))
}

// place returns the project, the structure and the point or device.
func (c Content) place() string {
	var parts []string
	for _, part := range []string{c.Project, c.Structure, c.subjectOf()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "-")
}

// subjectOf returns the device or the point, with the node of an array.
func (c Content) subjectOf() string {
	if c.Kind.Health() {
		return c.Device
	}
	return alarm.Location(&alarm.Record{Kind: c.Kind, Steps: []alarm.Step{c.Step}, Depth: c.Depth}, c.Point, errs.Language(c.Language))
}

// what returns the level, the fault or, after a restore, the word for an alert.
func (c Content) what() string {
	if fault, ok := c.Kind.Fault(); ok {
		return fault.In(c.Language)
	}
	switch {
	case c.Kind == alarm.OfGraded && c.Event == alarm.EventRestored:
		return gradedWarning.In(c.Language)
	case c.Kind == alarm.OfGraded:
		return c.in(gradedLevel, "level", c.Step.Level.Color().In(c.Language))
	case c.Event == alarm.EventRestored:
		return anyAlert.In(c.Language)
	}
	return c.Step.Level.Name().In(c.Language)
}

func (c Content) heading() string {
	heading := c.in(headings[c.Event], "what", c.what())
	switch {
	case c.Rung > 0 && c.Event.Open():
		heading = c.in(unanswered, "heading", heading, "after", c.after())
	case c.Reminder > 0:
		heading = c.in(reminded, "heading", heading)
	}
	first, size := utf8.DecodeRuneInString(heading)
	return string(unicode.ToUpper(first)) + heading[size:]
}

// after returns how long nobody has reacted.
func (c Content) after() string {
	if c.After%60 == 0 {
		return c.in(someHours, "n", strconv.FormatInt(c.After/60, 10))
	}
	return c.in(someMinutes, "n", strconv.FormatInt(c.After, 10))
}

func (c Content) reason() string {
	return alarm.Reason(&alarm.Record{Kind: c.Kind, Measurement: c.Measurement, Key: c.Key, Steps: []alarm.Step{c.Step}}, errs.Language(c.Language))
}

// values are the values of placeholders.
func (c Content) values() map[string]string {
	v := map[string]string{
		"platform": cmp.Or(c.Platform, product.In(c.Language)), "project": c.Project, "structure": c.Structure, "item": c.Item,
		"point": cmp.Or(c.Point, c.Device), "place": c.place(), "heading": c.heading(), "what": c.what(), "reason": c.reason(),
		"quantity": "", "value": "", "time": c.time(), "rule": c.Rule,
	}
	if c.Kind == alarm.OfThreshold {
		unit, decimals := alarm.Shown(c.Measurement, c.Key, c.Step)
		v["quantity"] = alarm.Quantity(c.Measurement, c.Key).In(c.Language)
		v["value"] = alarm.WithUnit(alarm.Number(c.Step.Value, decimals), unit)
	}
	return v
}

// smsValues are the values for approved templates, which are short.
func (c Content) smsValues() map[string]string {
	v := c.values()
	v["time"] = c.at().Format("2006-01-02 15:04:05")
	return v
}

// filled returns a text of the corporation or, if it is empty, that of the product with its values.
func (c Content) filled(text string, usual phrase) string {
	var pairs []string
	for name, value := range c.values() {
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(cmp.Or(text, usual.In(c.Language)))
}

// Subject returns the subject of the mail, and the title in a group chat.
func (c Content) Subject() string {
	if c.TestBy != "" {
		return c.in(tested, "platform", cmp.Or(c.Platform, product.In(c.Language)), "project", c.Project)
	}
	return c.filled(c.Texts.Subject, subject)
}

// SMS returns the text message.
func (c Content) SMS() string {
	if c.Event == alarm.EventRestored {
		return c.filled(c.Texts.SMSRestored, textedRestored)
	}
	return c.filled(c.Texts.SMS, texted)
}

// Lines returns the text of the mail: what happened, the restoring value, and why the recipient gets it.
func (c Content) Lines() []string {
	lines := []string{c.happened()}
	if c.TestBy != "" {
		return lines
	}
	if c.Event == alarm.EventRestored && c.Kind == alarm.OfThreshold {
		v := c.values()
		lines = append(lines, c.in(value, "quantity", v["quantity"], "value", v["value"]))
	}
	return append(lines, c.why())
}

// why returns why the recipient gets the message.
func (c Content) why() string {
	why := whySent
	if c.Rung > 0 && c.Event.Open() {
		return c.in(whyCalled, "project", c.Project, "rule", c.Rule, "after", c.after())
	}
	if c.Plan {
		why = whyAsked
	}
	return c.in(why, "project", c.Project, "rule", c.Rule)
}

// happened returns the first line.
func (c Content) happened() string {
	if c.TestBy != "" {
		return c.in(testText, "who", c.TestBy, "project", c.Project)
	}
	if c.Event == alarm.EventRestored {
		return c.filled(c.Texts.Restored, restored)
	}
	return c.filled(c.Texts.Opened, opened)
}

func (c Content) at() time.Time {
	zone, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return time.UnixMilli(c.At).In(zone)
}

func (c Content) time() string { return c.at().Format("2006-01-02 15:04:05 (UTC-07:00)") }

// Styles of mails, as mail programs show no style sheets.
const (
	bodyStyle   = "font-family:sans-serif;color:#1f2329;line-height:1.6"
	quietStyle  = "color:#646a73;font-size:13px"
	buttonStyle = "display:inline-block;padding:8px 16px;border-radius:4px;background:#1557d6;color:#ffffff;text-decoration:none"
)

// letter returns a message as a mail, with a link unless that is empty. Its id is the same for every attempt, so that a
// mail server can recognize one that it already has.
func (m *Message) letter(link string) mail.Message {
	lines := m.Content.Lines()
	facts, quiet := lines[:len(lines)-1], lines[len(lines)-1:]
	var rich strings.Builder
	fmt.Fprintf(&rich, `<!doctype html><html lang="%s"><body style="%s">`, m.Content.Language, bodyStyle)
	for _, fact := range facts {
		fmt.Fprintf(&rich, "<p>%s</p>", html.EscapeString(fact))
	}
	if link != "" {
		title := look.In(m.Content.Language)
		fmt.Fprintf(&rich, `<p><a href="%s" style="%s">%s</a></p>`, html.EscapeString(link), buttonStyle, html.EscapeString(title))
		facts = append(slices.Clone(facts), title+"\n"+link)
		quiet = append(slices.Clone(quiet), ownLink.In(m.Content.Language))
	}
	for _, line := range quiet {
		fmt.Fprintf(&rich, `<p style="%s">%s</p>`, quietStyle, html.EscapeString(line))
	}
	rich.WriteString("</body></html>")
	return mail.Message{
		To: m.Address, Subject: m.Content.Subject(), Text: strings.Join(slices.Concat(facts, quiet), "\n\n") + "\n", HTML: rich.String(),
		ID: m.key(),
	}
}

// key is the same for every attempt to send the message.
func (m *Message) key() string {
	if m.Content.TestBy != "" {
		return "test-" + strconv.FormatInt(m.ID, 10)
	}
	return "alert-" + strconv.FormatInt(m.ID, 10)
}
