package delivery

import (
	"cmp"
	"fmt"
	"html"
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

// Names are the names of the things that a message is about, with the language and time zone of the project.
type Names struct {
	Platform, Language, TimeZone, Project, Structure, Item, Point, Device string
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
	Rule        string
}

func contentOf(r *alarm.Record, t *alarm.Transition, h alarm.Happening) Content {
	c := Content{
		Event: h.Event, At: h.At, Kind: r.Kind, Measurement: r.Measurement, Key: r.Key, Depth: r.Depth,
		Step: alarm.Step{Level: t.Level, Time: t.Time, Value: t.Value, Limit: t.Limit, Side: t.Side, Node: t.Node},
	}
	if len(r.Steps) > 0 {
		c.Step.Direction, c.Step.Reference, c.Step.Unit = r.Last().Direction, r.Last().Reference, r.Last().Unit
	}
	return c
}

// phrase is a text with {name} placeholders in three languages.
type phrase = i18n.Label

// headings are the beginnings of subjects. {what} is the level or the fault.
var headings = map[alarm.Event]phrase{
	alarm.EventRaised:    {Zh: "{what}", En: "{what}", Tw: "{what}"},
	alarm.EventEscalated: {Zh: "升级为{what}", En: "Escalated to {what}", Tw: "升級為{what}"},
	alarm.EventReopened:  {Zh: "恢复已撤销，仍为{what}", En: "Reopened, still {what}", Tw: "恢復已撤銷，仍為{what}"},
	alarm.EventRestored:  {Zh: "{what}已恢复", En: "{what} is over", Tw: "{what}已恢復"},
}

var (
	product  = phrase{Zh: "准绳", En: "Plumbline", Tw: "準繩"}
	anyAlert = phrase{Zh: "告警", En: "Alert", Tw: "告警"}
	subject  = phrase{Zh: "【{platform}】{heading}：{place}", En: "[{platform}] {heading}: {place}", Tw: "【{platform}】{heading}：{place}"}
	reminded = phrase{Zh: "尚未处理，{heading}", En: "Still open: {heading}", Tw: "尚未處理，{heading}"}
	opened   = phrase{
		Zh: "{place}：{reason}，时间 {time}，请及时处理。", En: "{place}: {reason}, at {time}. Please deal with it in time.",
		Tw: "{place}：{reason}，時間 {time}，請及時處理。",
	}
	restored = phrase{Zh: "{place}：已恢复，时间 {time}。", En: "{place}: back to normal at {time}.", Tw: "{place}：已恢復，時間 {time}。"}
	value    = phrase{Zh: "{quantity}：{value}", En: "{quantity}: {value}", Tw: "{quantity}：{value}"}
	whySent  = phrase{
		Zh: "您是项目“{project}”告警规则“{rule}”的接收人。", En: "You receive this because of the alert rule “{rule}” of the project “{project}”.",
		Tw: "您是專案「{project}」告警規則「{rule}」的接收人。",
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
	last := c.Device
	if !c.Kind.Health() {
		last = alarm.Location(&alarm.Record{Steps: []alarm.Step{c.Step}, Depth: c.Depth}, c.Point, errs.Language(c.Language))
	}
	var parts []string
	for _, part := range []string{c.Project, c.Structure, last} {
		if part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "-")
}

// Subject returns the subject of the mail.
func (c Content) Subject() string {
	what := c.Step.Level.Name()
	if fault, ok := c.Kind.Fault(); ok {
		what = fault
	} else if c.Event == alarm.EventRestored {
		what = anyAlert
	}
	heading := c.in(headings[c.Event], "what", what.In(c.Language))
	if c.Reminder > 0 {
		heading = c.in(reminded, "heading", heading)
	}
	first, size := utf8.DecodeRuneInString(heading)
	heading = string(unicode.ToUpper(first)) + heading[size:]
	return c.in(subject, "platform", cmp.Or(c.Platform, product.In(c.Language)), "heading", heading, "place", c.place())
}

// Lines returns the text of the mail: what happened, the restoring value, and why the recipient gets it.
func (c Content) Lines() []string {
	var lines []string
	if c.Event == alarm.EventRestored {
		lines = append(lines, c.in(restored, "place", c.place(), "time", c.time()))
		if !c.Kind.Health() {
			unit, decimals := alarm.Shown(c.Measurement, c.Key, c.Step)
			lines = append(lines, c.in(value, "quantity", alarm.Quantity(c.Measurement, c.Key).In(c.Language),
				"value", alarm.WithUnit(alarm.Number(c.Step.Value, decimals), unit)))
		}
	} else {
		reason := alarm.Reason(&alarm.Record{Kind: c.Kind, Measurement: c.Measurement, Key: c.Key, Steps: []alarm.Step{c.Step}}, errs.Language(c.Language))
		lines = append(lines, c.in(opened, "place", c.place(), "reason", reason, "time", c.time()))
	}
	return append(lines, c.in(whySent, "project", c.Project, "rule", c.Rule))
}

func (c Content) time() string {
	zone, err := time.LoadLocation(c.TimeZone)
	if err != nil {
		zone = time.UTC
	}
	return time.UnixMilli(c.At).In(zone).Format("2006-01-02 15:04:05 (UTC-07:00)")
}

// letter returns a message as a mail. Its id is the same for every attempt, so that a mail server can recognize one
// that it already has.
func (m *Message) letter() mail.Message {
	lines := m.Content.Lines()
	var rich strings.Builder
	fmt.Fprintf(&rich, `<!doctype html><html lang="%s"><body style="font-family:sans-serif;color:#1f2329;line-height:1.6">`, m.Content.Language)
	for i, line := range lines {
		style := ""
		if i == len(lines)-1 {
			style = ` style="color:#646a73;font-size:13px"`
		}
		fmt.Fprintf(&rich, "<p%s>%s</p>", style, html.EscapeString(line))
	}
	rich.WriteString("</body></html>")
	return mail.Message{
		To: m.Address, Subject: m.Content.Subject(), Text: strings.Join(lines, "\n\n") + "\n", HTML: rich.String(),
		ID: "alert-" + strconv.FormatInt(m.ID, 10),
	}
}
