package delivery

import (
	"context"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// AlertLink is an alert as the recipient of a message sees it by the link, in the language of the request.
type AlertLink struct {
	Drill         bool             `json:"drill" doc:"There is no alert: it is a drill of the rule, which type, level and opened describe; what is about an alert is empty"`
	RuleName      string           `json:"alertRuleName" doc:"The rule that sent the message"`
	AlertID       int64            `json:"alertId" doc:"0: a drill"`
	ProjectID     int64            `json:"projectId"`
	ProjectName   string           `json:"projectName"`
	StructureName string           `json:"structureName"`
	ItemName      string           `json:"itemName"`
	Location      string           `json:"location" doc:"The point, with node and depth of an array, or the device"`
	TimeZone      string           `json:"timeZone" doc:"Of the project"`
	Type          string           `json:"type" enum:"threshold,deviceHealth,graded"`
	Status        string           `json:"status" enum:"Pending,Notice,Confirm,FalseAlarm,Restore"`
	Level         int              `json:"level" minimum:"0" maximum:"4" doc:"The highest reached"`
	CurrentLevel  int              `json:"currentLevel" minimum:"0" maximum:"4"`
	Reason        string           `json:"reason"`
	Opened        int64            `json:"opened" doc:"UTC ms of the reading that opened it"`
	Ended         int64            `json:"ended" doc:"UTC ms; 0: ongoing"`
	WithdrawnAt   int64            `json:"withdrawnAt" doc:"UTC ms at which the episode was found not to exist; 0: in force"`
	Steps         []AlertLinkStep  `json:"steps" doc:"One for each newly reached level; empty for devices"`
	Recipient     string           `json:"recipient" doc:"Masked address of the message, or the name of the account that got it in a browser"`
	SentAt        int64            `json:"sentAt" doc:"UTC ms from which the message was sent"`
	Until         int64            `json:"until" doc:"UTC ms at which the link expires"`
	Replies       []AlertLinkReply `json:"replies" doc:"Of all recipients, the oldest first"`
	ByCode        bool             `json:"byCode" doc:"The recipient can confirm the alert or mark it as false, with a code that is sent to them"`
}

// AlertLinkStep is the time at which an alert reached a level.
type AlertLinkStep struct {
	Level      int    `json:"level"`
	Time       int64  `json:"time" doc:"UTC ms"`
	Inequality string `json:"inequality" doc:"Comparison of value and limit, with the unit"`
}

// AlertLinkReply is what a recipient answered.
type AlertLinkReply struct {
	Name   string `json:"name" doc:"Of the account, or the masked address"`
	Own    bool   `json:"own" doc:"Of the recipient of this link"`
	Answer string `json:"answer" enum:"seen,onMyWay"`
	At     int64  `json:"at" doc:"UTC ms"`
}

// LinkToken is the token in the path of a call.
type LinkToken struct {
	Token string `path:"token" minLength:"1" maxLength:"64" doc:"From the link in the message"`
}

type linkInput struct {
	LinkToken
	httpapi.RequestInfo
}

type linkReplyInput struct {
	LinkToken
	httpapi.RequestInfo
	Body struct {
		Answer string `json:"answer" enum:"seen,onMyWay"`
	}
}

func (s *server) registerLinks() {
	const detail = "The link holds for 24 hours, for one alert and one recipient. 8704: it is unknown, or the recipient has left the project. 8705: it has expired."
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getAlertLink", Method: http.MethodGet, Path: "/alert-links/{token}", Tag: "alerts", Open: true, Unmeasured: "one alert by its id",
		Summary: "The alert of a link in a message, without a session", Detail: detail + " Changes nothing.",
	}, s.getLink)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "answerAlertLink", Method: http.MethodPost, Path: "/alert-links/{token}/answers", Tag: "alerts", Open: true, MaxBody: 4 << 10,
		Summary: "Answer a message about an alert by its link", Detail: detail + " An answer decides nothing; it is logged with the address of the client. The same answer again is only logged.",
		Example: `{"answer":"seen"}`,
	}, s.answerLink)
}

func (s *server) getLink(ctx context.Context, in *linkInput) (*httpapi.Output[AlertLink], error) {
	found, err := s.follow(ctx, in.Token, in.Address)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(LinkOf(ctx, &found)), nil
}

// follow returns what a link opens, and logs who opened it.
func (s *server) follow(ctx context.Context, token, address string) (found Linked, err error) {
	id, ok := s.sender.Links.Message(token)
	if !ok {
		return found, errs.New(errs.AlertLinkUnknown)
	}
	if found, err = s.ledger.Linked(ctx, s.sender.Alerts, id, clock.Now().UnixMilli()); err == nil {
		s.sender.Log.InfoContext(ctx, "link of a message opened", "message", id, "alert", found.Alert.ID, "address", address)
	}
	return found, err
}

func (s *server) answerLink(ctx context.Context, in *linkReplyInput) (*httpapi.Output[AlertLink], error) {
	found, err := s.follow(ctx, in.Token, in.Address)
	if err != nil {
		return nil, err
	}
	m := &found.Message
	if err := s.ledger.answer(ctx, found.Actor(in.RequestInfo), &found, in.Body.Answer); err != nil {
		return nil, err
	}
	if found.Answers, err = s.ledger.replies(ctx, m); err != nil {
		return nil, err
	}
	return httpapi.Reply(LinkOf(ctx, &found)), nil
}

// Actor returns the recipient as who does something by the link.
func (l *Linked) Actor(from httpapi.RequestInfo) audit.Actor {
	m := &l.Message
	return audit.Actor{
		AccountID: m.AccountID, CorporationID: m.CorporationID, IP: from.Address, Client: from.Client,
		Scope: access.Scope{Corporation: m.CorporationID, Project: m.ProjectID},
	}
}

// LinkOf returns what the page of a link shows.
func LinkOf(ctx context.Context, l *Linked) AlertLink {
	a, m, language := &l.Alert, &l.Message, httpapi.LanguageOf(ctx)
	shown := AlertLink{
		AlertID: a.ID, RuleName: m.Content.Rule, ProjectID: a.ProjectID, ProjectName: a.ProjectName, StructureName: a.StructureName, ItemName: a.ItemName,
		Location: a.DeviceName, TimeZone: a.TimeZone, Type: a.Kind.Type(), Status: string(a.Status), Level: int(a.Level),
		CurrentLevel: int(a.CurrentLevel), Reason: alarm.Reason(&a.Record, language), Opened: a.Opened, Ended: a.Ended,
		WithdrawnAt: a.WithdrawnAt, ByCode: l.ByCode, Steps: []AlertLinkStep{}, Recipient: m.reader(), SentAt: m.begins(),
		Until: m.begins() + link.Life.Milliseconds(),
		Replies: httpapi.ListOf(l.Answers, func(r Replied) AlertLinkReply {
			return AlertLinkReply{Name: r.Name, Own: r.Own, Answer: r.Answer.Answer, At: r.CreatedAt}
		}),
	}
	if m.DrillID != 0 {
		c := &m.Content
		shown.Drill, shown.ProjectID, shown.ProjectName, shown.TimeZone = true, m.ProjectID, c.Project, c.TimeZone
		shown.Type, shown.Status, shown.Level, shown.Opened = c.Kind.Type(), string(alarm.Notice), int(c.Step.Level), c.At
		shown.Reason = ""
		return shown
	}
	if a.Kind.Health() {
		return shown
	}
	shown.Location = alarm.Location(&a.Record, a.PointName, language)
	for _, step := range a.Steps {
		shown.Steps = append(shown.Steps, AlertLinkStep{int(step.Level), step.Time, alarm.StepText(&a.Record, step)})
	}
	return shown
}
