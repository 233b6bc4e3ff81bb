package delivery

import (
	"context"
	"net/http"
	"strings"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// AlertMessage is a message about an alert.
type AlertMessage struct {
	ID          int64                 `json:"id"`
	AlertID     int64                 `json:"alertId" doc:"0: of a drill"`
	DrillID     int64                 `json:"drillId" doc:"The drill that it belongs to; 0: it is about an alert"`
	Event       string                `json:"event" enum:"raised,escalated,restored,reopened,drill"`
	Reminder    int64                 `json:"reminder" doc:"Number of the reminder; 0: about the event itself; -1 to -3: of a step of the escalation ladder"`
	RuleID      int64                 `json:"alertRuleId" doc:"May have been deleted"`
	RuleName    string                `json:"alertRuleName" doc:"When the message was written"`
	AccountID   int64                 `json:"accountId" doc:"0: an address without an account"`
	AccountName string                `json:"accountName"`
	Channel     string                `json:"channel" enum:"mail,sms,push,webhook,wecom,dingtalk,feishu,phone"`
	WebhookID   int64                 `json:"webhookId" doc:"0: none. May have been deleted"`
	AfterID     int64                 `json:"afterId" doc:"The message to the same person that another channel could not send; 0: none"`
	CarriedBy   int64                 `json:"carriedBy" doc:"The message that it is sent with, because there were many; its attempts are also those of this one. 0: alone"`
	Gathered    bool                  `json:"gathered" doc:"It waits, or has waited, to be sent with others"`
	Duty        bool                  `json:"duty" doc:"Only because the person was on duty"`
	HeldUntil   int64                 `json:"heldUntil" doc:"UTC ms: end of the quiet hours or the silence in which it was written; 0: none"`
	Silenced    bool                  `json:"silenced" doc:"It is held back because of maintenance"`
	After       int64                 `json:"afterMinutes" doc:"Of a step of the ladder: minutes without a reaction after which it is sent"`
	Conditions  []AlertConditions     `json:"conditions" doc:"Of the rules that name the recipient: one of them must be met; empty: none"`
	MetAt       int64                 `json:"metAt" doc:"UTC ms at which the conditions were found to be met; 0: not yet, or there are none"`
	Address     string                `json:"address" doc:"Mail address, mobile or name of the webhook. Empty: the account has none, or it is for its browsers"`
	Subject     string                `json:"subject" doc:"Empty for text messages. In the language of the project; in browsers it is in that of the account"`
	Text        []string              `json:"text" doc:"Paragraphs"`
	State       string                `json:"state" enum:"waiting,pending,claimed,carried,sent,failed,unknown,skipped"`
	Reason      string                `json:"reason" enum:",noAddress,noMobile,noBrowser,noAccess,nobodyOnDuty,outdated,unmet,answered,mailMissing,smsMissing,pushOff,webhookOff,webhookGone,expired,refused,lostAnswer,undelivered" doc:"Why it was not sent, or did not arrive"`
	Repeated    bool                  `json:"repeated" doc:"The answer to an attempt is unknown, so that the recipient may have got it twice, with the same Message-ID or Idempotency-Key"`
	CreatedAt   int64                 `json:"createdAt" doc:"UTC ms"`
	DueAt       int64                 `json:"dueAt" doc:"UTC ms of the next attempt; 0: none follows"`
	EndedAt     int64                 `json:"endedAt" doc:"UTC ms; 0: not sent yet"`
	Attempts    []AlertMessageAttempt `json:"attempts"`
	Answers     []AlertMessageAnswer  `json:"answers" doc:"Of the recipient, by the link in the message"`
}

// AlertMessageAnswer is what a recipient answered to a message.
type AlertMessageAnswer struct {
	Answer    string `json:"answer" enum:"seen,onMyWay"`
	CreatedAt int64  `json:"createdAt" doc:"UTC ms"`
}

// AlertMessageAttempt is one try to send a message.
type AlertMessageAttempt struct {
	BeganAt int64  `json:"beganAt" doc:"UTC ms"`
	EndedAt int64  `json:"endedAt" doc:"UTC ms; 0: not yet"`
	Outcome string `json:"outcome" enum:"underWay,sent,failed,unknown"`
	Answer  string `json:"answer" doc:"Of the mail server or provider if it refused, of a webhook and of each browser always"`

	Reference   string `json:"reference" doc:"By which the provider of text messages knows it; empty: it named none"`
	Receipt     string `json:"receipt" enum:",awaited,delivered,undelivered,none" doc:"Whether the phone got an accepted text message; none: nobody could say within half an hour. Empty: another channel, or not accepted"`
	ReceiptCode string `json:"receiptCode" doc:"Of the provider, such as DELIVERED"`
	ReceiptText string `json:"receiptText" doc:"Of the provider, or why there is none"`
	ReceiptAt   int64  `json:"receiptAt" doc:"UTC ms, of the network if it says so; 0: not known"`
}

type messagesInput struct {
	httpapi.ProjectPath
	httpapi.Paging
	AlertID int64  `query:"alertId" minimum:"0" doc:"0: of all alerts"`
	DrillID int64  `query:"drillId" minimum:"0" doc:"0: of all drills and alerts"`
	Drills  string `query:"drills" enum:",only,none" doc:"only: those of drills; none: those about alerts; empty: all"`
	State   string `query:"state" enum:"waiting,pending,claimed,carried,sent,failed,unknown,skipped"`
}

type alertMessagesInput struct {
	AlertID int64 `path:"alertId" minimum:"1"`
	httpapi.Paging
}

func (s *server) registerMessages(need access.Permission) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAlertMessages", Method: http.MethodGet, Path: "/projects/{projectId}/alert-messages", Tag: "alerts", Need: need,
		Unmeasured: "a page by index", Summary: "Messages about alerts of a project, newest first", Detail: masking,
	}, s.messages)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listMessagesOfAlert", Method: http.MethodGet, Path: "/alerts/{alertId}/messages", Tag: "alerts", Need: need,
		Unmeasured: "a page by index", Summary: "Messages about an alert, newest first", Detail: masking,
	}, s.messagesOfAlert)
}

func (s *server) messages(ctx context.Context, in *messagesInput) (*httpapi.Output[httpapi.Page[AlertMessage]], error) {
	f := Filter{Query: in.Query(), ProjectID: in.ProjectID, AlertID: in.AlertID, DrillID: in.DrillID, Drills: in.Drills, State: State(in.State)}
	return s.page(ctx, in.ProjectID, f)
}

func (s *server) messagesOfAlert(ctx context.Context, in *alertMessagesInput) (*httpapi.Output[httpapi.Page[AlertMessage]], error) {
	return s.page(ctx, httpapi.CallerOf(ctx).Target.Alert.ProjectID, Filter{Query: in.Query(), AlertID: in.AlertID})
}

func (s *server) page(ctx context.Context, project int64, f Filter) (*httpapi.Output[httpapi.Page[AlertMessage]], error) {
	page, err := s.ledger.Messages(ctx, httpapi.CallerOf(ctx).Scope, f)
	if err != nil {
		return nil, err
	}
	address := addressTo(ctx, project)
	return httpapi.ReplyPage(page, func(m Message) AlertMessage {
		if m.WebhookID != 0 {
			return messageOf(&m, m.Address) // a name
		}
		return messageOf(&m, address(m.Address))
	}), nil
}

func messageOf(m *Message, address string) AlertMessage {
	shown := AlertMessage{
		ID: m.ID, AlertID: m.AlertID, DrillID: m.DrillID, Event: string(m.Event), Reminder: m.Reminder, RuleID: m.RuleID, RuleName: m.Content.Rule,
		AccountID: m.AccountID, AccountName: m.AccountName, Address: address, Subject: m.Content.Subject(), Text: m.Content.Lines(),
		Duty: m.Duty, HeldUntil: m.HeldUntil, Silenced: m.Silenced, Channel: string(m.Channel), WebhookID: m.WebhookID, AfterID: m.AfterID,
		After: m.AfterMinutes, MetAt: m.MetAt, Conditions: httpapi.ListOf(m.asked, func(a asked) AlertConditions { return AlertConditions(a.Conditions) }),
		CarriedBy: m.CarriedBy, Gathered: m.Gathered || m.CarriedBy != 0,
		Answers: httpapi.ListOf(m.Answers, func(a Answer) AlertMessageAnswer { return AlertMessageAnswer(a) }),
		State:   string(m.State), Reason: m.Reason, Repeated: m.Unsure > 0 && len(m.Attempts) > 1, CreatedAt: m.CreatedAt, EndedAt: m.EndedAt,
		Attempts: httpapi.ListOf(m.Attempts, func(a Attempt) AlertMessageAttempt { return a.shown(m.Address, address) }),
	}
	if m.Channel == SMS {
		shown.Subject, shown.Text = "", []string{m.Content.SMS()}
	}
	if m.Channel == Push {
		title, text := m.Content.Push()
		shown.Subject, shown.Text = title, strings.Split(text, "\n")
	}
	if m.State == Pending {
		shown.DueAt = m.DueAt
	}
	return shown
}

// shown returns an attempt without the address, of which the caller sees what shown is.
func (a *Attempt) shown(address, shown string) AlertMessageAttempt {
	made := AlertMessageAttempt{
		BeganAt: a.BeganAt, EndedAt: a.EndedAt, Outcome: string(a.Outcome), Answer: hidden(a.Answer, address, shown), Reference: a.Reference,
		Receipt: a.Receipt.Receipt, ReceiptCode: a.ReceiptCode, ReceiptText: hidden(a.ReceiptText, address, shown), ReceiptAt: a.ReceiptAt,
	}
	if made.Receipt == "" && a.AskAt != 0 {
		made.Receipt = "awaited"
	}
	return made
}
