package delivery

import (
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/webhook"
)

// posted is the JSON that a webhook gets; docs/integrators.md describes it.
type posted struct {
	ID       string      `json:"id"`
	Test     bool        `json:"test"`
	Drill    bool        `json:"drill"`
	Event    alarm.Event `json:"event"`
	Reminder int64       `json:"reminder"`
	Language string      `json:"language"`
	Subject  string      `json:"subject"`
	Text     []string    `json:"text"`
	Rule     string      `json:"rule"`
	Alert    postedAlert `json:"alert"`
	Mobiles  []string    `json:"mobiles,omitempty"` // phone: whom to call, in this order
	Speech   string      `json:"speech,omitempty"`  // phone: what to say
}

type postedAlert struct {
	ID          int64    `json:"id"`
	ProjectID   int64    `json:"projectId"`
	Type        string   `json:"type"`
	Kind        string   `json:"kind"`
	Level       int      `json:"level"`
	Project     string   `json:"project"`
	Structure   string   `json:"structure"`
	Item        string   `json:"item"`
	Point       string   `json:"point"`
	Device      string   `json:"device"`
	Measurement string   `json:"measurement"`
	Field       string   `json:"field"`
	ValueType   string   `json:"valueType"`
	Value       float64  `json:"value"`
	Threshold   float64  `json:"threshold"`
	Unit        string   `json:"unit"`
	Node        int32    `json:"node"`
	Depth       *float64 `json:"depth"`
	Time        int64    `json:"time"`
	RespondBy   int64    `json:"respondBy,omitempty"` // UTC ms at which the response time of a graded warning ends
}

func postedTo(w *hook.Hook, m *Message) posted {
	c := m.Content
	p := posted{
		ID: m.key(), Test: c.TestBy != "", Drill: c.Drill, Event: c.Event, Reminder: c.Reminder,
		Language: c.Language, Subject: c.Subject(), Text: c.Lines(), Rule: c.Rule,
		Alert: postedAlert{
			ID: m.AlertID, ProjectID: m.ProjectID, Type: c.Kind.Type(), Kind: string(c.Kind), Level: int(c.Step.Level), Project: c.Project,
			Structure: c.Structure, Item: c.Item, Point: c.Point, Device: c.Device, Measurement: c.Measurement, Field: c.Key.Field,
			ValueType: string(c.Key.ValueType), Value: c.Step.Value, Threshold: c.Step.Limit, Node: c.Step.Node, Depth: c.Depth, Time: c.At,
		},
	}
	if c.Response != nil && c.Response.AcknowledgedAt == 0 {
		p.Alert.RespondBy = c.Response.DueAt
	}
	switch {
	case c.Kind == alarm.OfGraded:
		p.Alert.grounded(c.Step)
	case !c.Kind.Health() && !p.Test && !p.Drill:
		p.Alert.Unit, _ = alarm.Shown(c.Measurement, c.Key, c.Step)
	}
	if w.Kind == hook.Phone {
		p.Mobiles, p.Speech = w.Mobiles, c.Happened()
	}
	return p
}

// grounded sets what the value of a graded warning is: the first quantity that it rests on.
func (a *postedAlert) grounded(step alarm.Step) {
	for _, g := range step.Grounds() {
		key := alarm.Key{Field: g.Field, ValueType: g.ValueType}
		a.Measurement, a.Field, a.ValueType = g.Measurement, g.Field, string(g.ValueType)
		a.Unit, _ = alarm.Shown(g.Measurement, key, alarm.Step{Unit: g.Unit})
		return
	}
}

// cardColors are the colors of titles in group chats, by level.
var cardColors = map[alarm.Level]string{alarm.Blue: "blue", alarm.Yellow: "yellow", alarm.Orange: "orange", alarm.Red: "red"}

// card returns the message for a group chat, together with what it carries.
func (m *Message) card() webhook.Card {
	if len(m.load) == 0 {
		return cardOf(m.Content)
	}
	g := m.gathering(link.Links{})
	card := cardOf(g.Content)
	card.Title, card.Lines = g.Chat()
	return card
}

// cardOf returns a message about one alert for a group chat.
func cardOf(c wording.Content) webhook.Card {
	card := webhook.Card{Title: strings.Join(strings.Fields(c.Subject()), " "), Lines: c.Lines(), Color: "grey"}
	switch color, known := cardColors[c.Step.Level]; {
	case c.Event == alarm.EventRestored:
		card.Color = "green"
	case known && !c.Kind.Health() && c.TestBy == "" && !c.Drill:
		card.Color = color
	}
	return card
}
