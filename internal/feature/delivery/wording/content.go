// Package wording writes the texts of messages about alerts in three languages, with the texts of a corporation instead of those
// of the product.
package wording

import (
	"cmp"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
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
	Drill       bool   `json:",omitempty"` // there is no alert
	DrillBy     string `json:",omitempty"` // who started the drill; empty: the weekly plan

	Response *Response `json:"-"` // of an open graded warning, as it is when the message is sent
}

// Of returns the content of a message about a transition of a record and what it means.
func Of(r *alarm.Record, t *alarm.Transition, h alarm.Happening) Content {
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

// At returns the content of a message about an event of a stored record.
func At(r *alarm.Record, event alarm.Event) Content {
	last := r.Last()
	t := alarm.Transition{Level: last.Level, Value: last.Value, Limit: last.Limit, Side: last.Side, Node: last.Node, Time: last.Time}
	if event == alarm.EventRestored {
		t.Level = alarm.Normal
		if r.Ended != 0 {
			t.Time, t.Value = r.Ended, r.RestoreValue
		}
	}
	return Of(r, &t, alarm.Happening{Event: event, At: t.Time})
}

// Phrase is a text with {name} placeholders in three languages.
type Phrase = i18n.Label

// headings are the beginnings of subjects. {what} is the level or the fault.
var headings = map[alarm.Event]Phrase{
	alarm.EventRaised:    {Zh: "{what}", En: "{what}", Tw: "{what}"},
	alarm.EventEscalated: {Zh: "升级为{what}", En: "Escalated to {what}", Tw: "升級為{what}"},
	alarm.EventReopened:  {Zh: "恢复已撤销，仍为{what}", En: "Reopened, still {what}", Tw: "恢復已撤銷，仍為{what}"},
	alarm.EventRestored:  {Zh: "{what}已恢复", En: "{what} is over", Tw: "{what}已恢復"},
	alarm.EventOverdue:   {Zh: "{what}超时未响应", En: "{what}: nobody has responded in time", Tw: "{what}逾時未回應"},
}

var (
	Product       = Phrase{Zh: "准绳", En: "Plumbline", Tw: "準繩"}
	anyAlert      = Phrase{Zh: "告警", En: "Alert", Tw: "告警"}
	gradedWarning = Phrase{Zh: "分级预警", En: "Graded early warning", Tw: "分級預警"}
	gradedLevel   = Phrase{Zh: "{level}预警", En: "{level} early warning", Tw: "{level}預警"}
	subject       = Phrase{Zh: "【{platform}】{heading}：{place}", En: "[{platform}] {heading}: {place}", Tw: "【{platform}】{heading}：{place}"}
	reminded      = Phrase{Zh: "尚未处理，{heading}", En: "Still open: {heading}", Tw: "尚未處理，{heading}"}
	unanswered    = Phrase{Zh: "{after}无人响应，{heading}", En: "No reaction for {after}: {heading}", Tw: "{after}無人回應，{heading}"}
	someMinutes   = Phrase{Zh: "{n} 分钟", En: "{n} min", Tw: "{n} 分鐘"}
	someHours     = Phrase{Zh: "{n} 小时", En: "{n} h", Tw: "{n} 小時"}
	whyCalled     = Phrase{
		Zh: "{after}内无人响应，因此升级通知：您在项目“{project}”告警规则“{rule}”的升级名单中。",
		En: "Nobody has reacted for {after}, so you are called by the alert rule “{rule}” of the project “{project}”.",
		Tw: "{after}內無人回應，因此升級通知：您在專案「{project}」告警規則「{rule}」的升級名單中。",
	}
	opened = Phrase{
		Zh: "{place}：{reason}，时间 {time}，请及时处理。", En: "{place}: {reason}, at {time}. Please deal with it in time.",
		Tw: "{place}：{reason}，時間 {time}，請及時處理。",
	}
	texted = Phrase{
		Zh: "【{platform}】{place}：{reason}，时间 {time}，请及时处理。", En: "[{platform}] {place}: {reason}, at {time}. Please deal with it in time.",
		Tw: "【{platform}】{place}：{reason}，時間 {time}，請及時處理。",
	}
	textedRestored = Phrase{
		Zh: "【{platform}】{place}：已恢复，时间 {time}。", En: "[{platform}] {place}: back to normal at {time}.", Tw: "【{platform}】{place}：已恢復，時間 {time}。",
	}
	restored = Phrase{Zh: "{place}：已恢复，时间 {time}。", En: "{place}: back to normal at {time}.", Tw: "{place}：已恢復，時間 {time}。"}
	tested   = Phrase{Zh: "【{platform}】测试消息：{project}", En: "[{platform}] Test message: {project}", Tw: "【{platform}】測試訊息：{project}"}
	testText = Phrase{
		Zh: "这是 {who} 从项目“{project}”发送的测试消息，没有告警。", En: "{who} has sent this test message from the project “{project}”. There is no alert.",
		Tw: "這是 {who} 從專案「{project}」傳送的測試訊息，沒有告警。",
	}
	value   = Phrase{Zh: "{quantity}：{value}", En: "{quantity}: {value}", Tw: "{quantity}：{value}"}
	whySent = Phrase{
		Zh: "您是项目“{project}”告警规则“{rule}”的接收人。", En: "You receive this because of the alert rule “{rule}” of the project “{project}”.",
		Tw: "您是專案「{project}」告警規則「{rule}」的接收人。",
	}
	whyAsked = Phrase{
		Zh: "您是项目“{project}”处置方案“{rule}”的响应人。", En: "You receive this because the emergency plan “{rule}” of the project “{project}” names you.",
		Tw: "您是專案「{project}」處置方案「{rule}」的回應人員。",
	}
)

// In returns a phrase in the language of the project, with values for its placeholders: name, value, …
func (c Content) In(p Phrase, pairs ...string) string {
	for i := 0; i < len(pairs); i += 2 {
		pairs[i] = "{" + pairs[i] + "}"
	}
	return strings.NewReplacer(pairs...).Replace(p.In(c.Language))
}

// place returns the project, the structure and the point or device.
func (c Content) place() string {
	var parts []string
	for _, part := range []string{c.Project, c.Structure, c.Thing()} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "-")
}

// Thing returns the device or the point, with the node of an array.
func (c Content) Thing() string {
	if c.Kind.Health() {
		return c.Device
	}
	return alarm.Location(&alarm.Record{Kind: c.Kind, Steps: []alarm.Step{c.Step}, Depth: c.Depth}, c.Point, errs.Language(c.Language))
}

// What returns the level, the fault or, after a restore, the word for an alert.
func (c Content) What() string {
	if fault, ok := c.Kind.Fault(); ok {
		return fault.In(c.Language)
	}
	switch {
	case c.Kind == alarm.OfGraded && c.Event == alarm.EventRestored:
		return gradedWarning.In(c.Language)
	case c.Kind == alarm.OfGraded:
		return c.In(gradedLevel, "level", c.Step.Level.Color().In(c.Language))
	case c.Event == alarm.EventRestored:
		return anyAlert.In(c.Language)
	}
	return c.Step.Level.Name().In(c.Language)
}

func (c Content) heading() string {
	heading := c.In(headings[c.Event], "what", c.What())
	switch {
	case c.Rung > 0 && c.Event.Open():
		heading = c.In(unanswered, "heading", heading, "after", c.after())
	case c.Reminder > 0:
		heading = c.In(reminded, "heading", heading)
	}
	first, size := utf8.DecodeRuneInString(heading)
	return string(unicode.ToUpper(first)) + heading[size:]
}

// after returns how long nobody has reacted.
func (c Content) after() string {
	if c.After%60 == 0 {
		return c.In(someHours, "n", strconv.FormatInt(c.After/60, 10))
	}
	return c.In(someMinutes, "n", strconv.FormatInt(c.After, 10))
}

// Reason returns why the alert exists, with value and limit.
func (c Content) Reason() string {
	return alarm.Reason(&alarm.Record{Kind: c.Kind, Measurement: c.Measurement, Key: c.Key, Steps: []alarm.Step{c.Step}}, errs.Language(c.Language))
}

// values are the values of placeholders.
func (c Content) values() map[string]string {
	if c.Drill {
		return c.drillValues()
	}
	v := map[string]string{
		"platform": cmp.Or(c.Platform, Product.In(c.Language)), "project": c.Project, "structure": c.Structure, "item": c.Item,
		"point": cmp.Or(c.Point, c.Device), "place": c.place(), "heading": c.heading(), "what": c.What(), "reason": c.Reason(),
		"quantity": "", "value": "", "time": c.time(), "rule": c.Rule,
	}
	if c.Kind == alarm.OfThreshold {
		unit, decimals := alarm.Shown(c.Measurement, c.Key, c.Step)
		v["quantity"] = alarm.Quantity(c.Measurement, c.Key).In(c.Language)
		v["value"] = alarm.WithUnit(alarm.Number(c.Step.Value, decimals), unit)
	}
	return v
}

// SMSValues are the values for approved templates, which are short.
func (c Content) SMSValues() map[string]string {
	v := c.values()
	v["time"] = c.when().Format("2006-01-02 15:04:05")
	return v
}

// filled returns a text of the corporation or, if it is empty, that of the product with its values.
func (c Content) filled(text string, usual Phrase) string {
	var pairs []string
	for name, value := range c.values() {
		pairs = append(pairs, "{"+name+"}", value)
	}
	return strings.NewReplacer(pairs...).Replace(cmp.Or(text, usual.In(c.Language)))
}

// Subject returns the subject of the mail, and the title in a group chat.
func (c Content) Subject() string {
	if c.TestBy != "" {
		return c.In(tested, "platform", cmp.Or(c.Platform, Product.In(c.Language)), "project", c.Project)
	}
	if c.Drill {
		return c.filled("", drillSubject)
	}
	return c.filled(c.Texts.Subject, subject)
}

// SMS returns the text message.
func (c Content) SMS() string {
	if c.Drill {
		return c.filled("", drillTexted)
	}
	if c.Event == alarm.EventRestored {
		return c.filled(c.Texts.SMSRestored, textedRestored)
	}
	return c.filled(c.Texts.SMS, texted)
}

// Lines returns the text in a group chat: what happened, the restoring value, when the response time ends, and why the
// recipient gets it.
func (c Content) Lines() []string {
	lines := c.Facts()
	if by := c.RespondBy(); by != "" {
		lines = append(lines, by)
	}
	if c.TestBy != "" {
		return lines
	}
	return append(lines, c.Why())
}

// Facts returns what happened, and the restoring value.
func (c Content) Facts() []string {
	lines := []string{c.Happened()}
	if c.Event == alarm.EventRestored && c.Kind == alarm.OfThreshold && c.TestBy == "" {
		v := c.values()
		lines = append(lines, c.In(value, "quantity", v["quantity"], "value", v["value"]))
	}
	return lines
}

// Why returns why the recipient gets the message.
func (c Content) Why() string {
	why := whySent
	if c.Rung > 0 && c.Event.Open() {
		return c.In(whyCalled, "project", c.Project, "rule", c.Rule, "after", c.after())
	}
	if c.Plan {
		why = whyAsked
	}
	return c.In(why, "project", c.Project, "rule", c.Rule)
}

// Happened returns the first line.
func (c Content) Happened() string {
	if c.TestBy != "" {
		return c.In(testText, "who", c.TestBy, "project", c.Project)
	}
	if c.Drill {
		return c.filled("", drillHappened)
	}
	if c.Event == alarm.EventRestored {
		return c.filled(c.Texts.Restored, restored)
	}
	return c.filled(c.Texts.Opened, opened)
}

func (c Content) when() time.Time { return c.local(c.At) }

func (c Content) local(at int64) time.Time {
	zone, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return time.UnixMilli(at).In(zone)
}

// Moment returns a time, UTC ms, in the time zone of the project.
func (c Content) Moment(at int64) string { return c.local(at).Format("2006-01-02 15:04 (UTC-07:00)") }

// Drawable reports whether the message is about values of a point, which have a curve.
func (c Content) Drawable() bool { return !c.Kind.Health() && c.TestBy == "" && !c.Drill }

func (c Content) time() string { return c.when().Format("2006-01-02 15:04:05 (UTC-07:00)") }

// Line returns what happened with one alert of a structure.
func (c Content) Line() string {
	text := listed
	if !c.Event.Open() {
		text = listedRestored
	}
	return c.In(text, "point", c.Thing(), "reason", c.Reason(), "time", c.when().Format("2006-01-02 15:04:05"))
}

// Push returns title and text of a message in a browser.
func (c Content) Push() (title, text string) {
	if c.Drill {
		return c.filled("", drillTitle), c.filled("", drillPushed)
	}
	title = c.filled(c.Texts.PushTitle, pushTitle)
	if c.Event.Open() {
		return title, strings.TrimSpace(c.filled(c.Texts.Push, pushed) + "\n" + c.RespondBy())
	}
	text = c.filled(c.Texts.PushRestored, pushedRestored)
	if v := c.values(); v["value"] != "" && c.Texts.PushRestored == "" {
		text += "\n" + c.In(value, "quantity", v["quantity"], "value", v["value"])
	}
	return title, text
}

var (
	pushTitle      = Phrase{Zh: "{heading}：{place}", En: "{heading}: {place}", Tw: "{heading}：{place}"}
	pushed         = Phrase{Zh: "{reason}，时间 {time}", En: "{reason}, at {time}", Tw: "{reason}，時間 {time}"}
	pushedRestored = Phrase{Zh: "已恢复，时间 {time}", En: "Back to normal at {time}", Tw: "已恢復，時間 {time}"}
	listed         = Phrase{Zh: "{point}：{reason}，{time}", En: "{point}: {reason}, {time}", Tw: "{point}：{reason}，{time}"}
	listedRestored = Phrase{Zh: "{point}：已恢复，{time}", En: "{point}: back to normal, {time}", Tw: "{point}：已恢復，{time}"}
)
