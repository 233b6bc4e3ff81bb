package delivery

import (
	"context"
	"net/http"
	"strings"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

// AlertRuleDraft is a rule that is not stored.
type AlertRuleDraft struct {
	RuleID int64 `json:"alertRuleId,omitempty" minimum:"0" doc:"The rule that it would replace; 0: a new rule"`
	AlertRuleFields
}

// AlertRulePreview is what a rule would have sent over the last 30 days.
type AlertRulePreview struct {
	From      int64              `json:"from" doc:"UTC ms"`
	Until     int64              `json:"until" doc:"UTC ms"`
	Draft     AlertRuleVolume    `json:"draft" doc:"As if it had been enabled all the time"`
	InForce   *AlertRuleVolume   `json:"inForce,omitempty" doc:"Of the rule that it would replace, as it is now; all 0 if that is disabled"`
	Days      []AlertRuleDay     `json:"days" doc:"All days of the span, in the time zone of the project"`
	List      []AlertRuleEvent   `json:"list" doc:"The newest 100 events with messages of the draft"`
	Unreached []AlertRuleNowhere `json:"unreached" doc:"Accounts and webhooks of the draft that get nothing"`
}

// AlertRuleVolume counts the messages of a rule.
type AlertRuleVolume struct {
	Events    int `json:"events" doc:"About which messages are sent"`
	Messages  int `json:"messages" doc:"Reminders included"`
	Reminders int `json:"reminders"`
	Held      int `json:"held" doc:"Messages that quiet hours would have held back, and that were sent at their end"`
	Called    int `json:"called" doc:"Messages to people on the escalation ladder, as if nobody had reacted by the link in a message"`
	People    int `json:"people" doc:"Recipients that can be reached"`
}

// AlertRuleDay counts the events of a day that open or raise alerts.
type AlertRuleDay struct {
	Date   string `json:"date" doc:"2006-01-02"`
	Health int    `json:"health" doc:"About the health of devices"`
	Levels []int  `json:"levels" doc:"By level of thresholds: blue, yellow, orange, red"`
}

// AlertRuleEvent is an event about which the rule would have sent messages.
type AlertRuleEvent struct {
	AlertID    int64  `json:"alertId"`
	Event      string `json:"event" enum:"raised,escalated,restored,reopened"`
	At         int64  `json:"at" doc:"UTC ms at which the messages would have been written"`
	Kind       string `json:"kind"`
	Level      int    `json:"level" doc:"Of the event; 0: a restore, or the health of a device"`
	Subject    string `json:"subject" doc:"In the language of the project"`
	Recipients int    `json:"recipients"`
	Reminders  int    `json:"reminders" doc:"Of all recipients, in the span"`
}

// AlertRuleNowhere is an account or webhook that cannot be reached.
type AlertRuleNowhere struct {
	AccountID int64  `json:"accountId" doc:"0: a webhook, or nobody is on duty"`
	WebhookID int64  `json:"webhookId" doc:"0: an account, or nobody is on duty"`
	Reason    string `json:"reason" enum:"noAddress,noMobile,noBrowser,noAccess,webhookOff,nobodyOnDuty" doc:"Of its first channel"`
}

type previewInput struct {
	httpapi.ProjectPath
	Body AlertRuleDraft
}

func (s *server) registerPreview(need access.Permission) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewAlertRule", Method: http.MethodPost, Path: "/projects/{projectId}/alert-rules/preview", Tag: "alerts", Need: need,
		Summary: "What a rule would have sent over the last 30 days", Example: strings.Replace(exampleBody, "Night", "Day", 1),
		NearMiss: httpapi.NearMiss{Body: nearMiss, Field: "emailList[0]"}, Unlogged: httpapi.ReadsOnly, Unmeasured: "grows with the alerts of 30 days",
		Detail: "Stores and sends nothing. Does not consider other rules that name the same recipients. Names and highest levels are those of today.",
	}, s.preview)
}

func (s *server) preview(ctx context.Context, in *previewInput) (*httpapi.Output[AlertRulePreview], error) {
	draft := in.Body.rule(in.ProjectID)
	draft.ID = in.Body.RuleID
	p, err := s.ledger.Preview(ctx, httpapi.CallerOf(ctx).Scope, s.alerts, &draft, clock.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	shown := AlertRulePreview{
		From: p.From, Until: p.Until, Draft: AlertRuleVolume(p.Draft),
		Days: httpapi.ListOf(p.Days, func(d Day) AlertRuleDay {
			return AlertRuleDay{Date: d.Date, Health: d.Levels[0], Levels: d.Levels[1:]}
		}),
		List: httpapi.ListOf(p.List, func(e WouldBe) AlertRuleEvent {
			return AlertRuleEvent{e.AlertID, string(e.Event), e.At, string(e.Kind), int(e.Level), e.Subject, e.Recipients, e.Reminders}
		}),
		Unreached: httpapi.ListOf(p.Unreached, func(u UnreachedWhy) AlertRuleNowhere { return AlertRuleNowhere(u) }),
	}
	if p.InForce != nil {
		v := AlertRuleVolume(*p.InForce)
		shown.InForce = &v
	}
	return httpapi.Reply(shown), nil
}
