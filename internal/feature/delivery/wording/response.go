package wording

import (
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/alarm"
)

// Response is how people respond to a graded warning when a message about it is sent.
type Response struct {
	Now            int64  // UTC ms
	DueAt          int64  // UTC ms at which the response time ends; 0: there is none
	AcknowledgedAt int64  // UTC ms; 0: nobody has acknowledged the warning
	AcknowledgedBy string // name
	People         []Responder
	Links          []PlanLink
}

// Responder is somebody whom an emergency plan names.
type Responder struct {
	Name, Duty string
	State      ResponderState
	At         int64 // UTC ms of the state; 0: waiting
}

// ResponderState is how far somebody is.
type ResponderState string

const (
	Waited       ResponderState = "" // they have not answered
	Seen         ResponderState = "seen"
	OnMyWay      ResponderState = "onMyWay"
	Acknowledged ResponderState = "acknowledged"
)

// PlanLink opens the page of a plan for people who can sign in.
type PlanLink struct {
	Level alarm.Level // of an emergency plan; 0: the contingency plan
	Name  string
	Page  string // address; empty: the installation has no public one, or the recipient no account
}

var (
	respondBy      = Phrase{Zh: "响应截止 {time}，剩余 {left}", En: "Response due by {time}, {left} left", Tw: "回應截止 {time}，剩餘 {left}"}
	respondLate    = Phrase{Zh: "响应已于 {time} 截止，无人响应", En: "Response was due by {time}. Nobody has acknowledged the warning.", Tw: "回應已於 {time} 截止，無人回應"}
	responded      = Phrase{Zh: "{who} 已于 {time} 响应", En: "{who} acknowledged the warning at {time}", Tw: "{who} 已於 {time} 回應"}
	respondersAre  = Phrase{Zh: "响应人：", En: "Responders:", Tw: "回應人員："}
	responderIs    = Phrase{Zh: "{who}：{state}", En: "{who}: {state}", Tw: "{who}：{state}"}
	responderSince = Phrase{Zh: "{who}：{state}（{time}）", En: "{who}: {state} ({time})", Tw: "{who}：{state}（{time}）"}
	withDuty       = Phrase{Zh: "{who}（{duty}）", En: "{who} ({duty})", Tw: "{who}（{duty}）"}
	emergencyPlan  = Phrase{Zh: "{level}预警处置方案“{name}”", En: "Emergency plan “{name}” ({level})", Tw: "{level}預警處置方案「{name}」"}
	contingency    = Phrase{Zh: "应急预案“{name}”", En: "Contingency plan “{name}”", Tw: "應急預案「{name}」"}

	responderStates = map[ResponderState]Phrase{
		Waited:       {Zh: "尚未回复", En: "no answer yet", Tw: "尚未回覆"},
		Seen:         {Zh: "已看到", En: "has seen it", Tw: "已看到"},
		OnMyWay:      {Zh: "正在赶往现场", En: "on the way", Tw: "正在趕往現場"},
		Acknowledged: {Zh: "已响应", En: "has acknowledged it", Tw: "已回應"},
	}
)

// RespondBy returns until when a graded warning has to be acknowledged, or who has; empty: there is no response time.
func (c Content) RespondBy() string {
	r := c.Response
	switch {
	case r == nil || r.DueAt == 0:
		return ""
	case r.AcknowledgedAt != 0:
		return c.In(responded, "who", r.AcknowledgedBy, "time", c.Moment(r.AcknowledgedAt))
	case r.DueAt <= r.Now:
		return c.In(respondLate, "time", c.Moment(r.DueAt))
	}
	return c.In(respondBy, "time", c.Moment(r.DueAt), "left", c.left(r.DueAt-r.Now))
}

// left returns a time in hours and minutes, rounded up.
func (c Content) left(ms int64) string {
	minutes := (ms + time.Minute.Milliseconds() - 1) / time.Minute.Milliseconds()
	var parts []string
	if hours := minutes / 60; hours > 0 {
		parts = append(parts, c.In(someHours, "n", strconv.FormatInt(hours, 10)))
	}
	if rest := minutes % 60; rest > 0 {
		parts = append(parts, c.In(someMinutes, "n", strconv.FormatInt(rest, 10)))
	}
	return strings.Join(parts, " ")
}

// Responders returns the heading of the list of responders, and a line for each with their state; none: no plan names any.
func (c Content) Responders() (heading string, list []string) {
	if c.Response == nil {
		return "", nil
	}
	for _, p := range c.Response.People {
		who := p.Name
		if p.Duty != "" {
			who = c.In(withDuty, "who", who, "duty", p.Duty)
		}
		text := responderIs
		if p.At != 0 {
			text = responderSince
		}
		list = append(list, c.In(text, "who", who, "state", responderStates[p.State].In(c.Language), "time", c.local(p.At).Format("15:04")))
	}
	return respondersAre.In(c.Language), list
}

// Title returns what a link to a plan is called.
func (c Content) Title(to PlanLink) string {
	if to.Level == alarm.Normal {
		return c.In(contingency, "name", to.Name)
	}
	return c.In(emergencyPlan, "name", to.Name, "level", to.Level.Color().In(c.Language))
}

// Responding returns the paragraphs of a mail about how people respond to a graded warning.
func (c Content) Responding() (list []string) {
	if c.Response == nil {
		return nil
	}
	if by := c.RespondBy(); by != "" {
		list = append(list, by)
	}
	if heading, people := c.Responders(); len(people) > 0 {
		list = append(list, heading+"\n- "+strings.Join(people, "\n- "))
	}
	for _, to := range c.Response.Links {
		list = append(list, strings.TrimSpace(c.Title(to)+"\n"+to.Page))
	}
	return list
}
