package delivery

import (
	"cmp"
	"context"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

// AlertWebhookFields are the fields of a webhook that people write.
type AlertWebhookFields struct {
	Name       string   `json:"name" minLength:"1" maxLength:"50"`
	Kind       string   `json:"kind" enum:"webhook,wecom,dingtalk,feishu,phone" doc:"webhook: signed JSON; phone: the same to a service that calls people; the others are robots of group chats"`
	Enable     bool     `json:"enable"`
	URL        string   `json:"url" minLength:"1" maxLength:"2000" doc:"Never returned: robots have a secret in it"`
	Secret     string   `json:"secret,omitempty" maxLength:"200" doc:"Key of the signature, never returned. At least 8 characters for webhook and phone; of dingtalk and feishu empty if the robot checks none; wecom has none"`
	MobileList []string `json:"mobileList,omitempty" maxItems:"50" doc:"phone only: whom to call, in this order"`
}

// AlertWebhookChange changes the fields that it has.
type AlertWebhookChange struct {
	Name       *string  `json:"name,omitempty" minLength:"1" maxLength:"50"`
	Kind       *string  `json:"kind,omitempty" enum:"webhook,wecom,dingtalk,feishu,phone"`
	Enable     *bool    `json:"enable,omitempty"`
	URL        *string  `json:"url,omitempty" minLength:"1" maxLength:"2000" doc:"A new address needs the secret again"`
	Secret     *string  `json:"secret,omitempty" maxLength:"200" doc:"Empty: none"`
	MobileList []string `json:"mobileList,omitempty" maxItems:"50"`
}

// AlertWebhook is a webhook as the API returns it, without secrets.
type AlertWebhook struct {
	ID         int64    `json:"id"`
	ProjectID  int64    `json:"projectId"`
	Name       string   `json:"name"`
	Kind       string   `json:"kind" enum:"webhook,wecom,dingtalk,feishu,phone"`
	Enable     bool     `json:"enable"`
	Address    string   `json:"address" doc:"Without what may be a secret"`
	Signed     bool     `json:"signed" doc:"It has a secret"`
	MobileList []string `json:"mobileList"`
	UpdatedAt  int64    `json:"updatedAt" doc:"UTC ms"`
}

// AlertWebhookTest is what came of a test message.
type AlertWebhookTest struct {
	Outcome string `json:"outcome" enum:"sent,failed,unknown" doc:"unknown: the whole message was sent, and no answer came"`
	Answer  string `json:"answer" doc:"Status and beginning of the answer, or why there is none"`
}

type webhookInput struct {
	httpapi.ProjectPath
	Body AlertWebhookFields
}

// AlertWebhookPath identifies a webhook.
type AlertWebhookPath struct {
	httpapi.ProjectPath
	WebhookID int64 `path:"alertWebhookId" minimum:"1"`
}

type webhookChange struct {
	AlertWebhookPath
	Body AlertWebhookChange
}

const (
	exampleWebhook  = `{"name":"Control room","kind":"webhook","enable":true,"url":"https://alarms.example.com/plumbline","secret":"a long secret"}`
	nearMissWebhook = `{"name":"Control room","kind":"webhook","enable":true,"url":"alarms.example.com","secret":"a long secret"}`
)

// AlertChannels are the channels to accounts and addresses.
type AlertChannels struct {
	Mail bool `json:"mail" doc:"A mail server is configured"`
	SMS  bool `json:"sms" doc:"A provider of text messages is configured and, where it needs one, a template of alerts"`
	Push bool `json:"push" doc:"The operator has not switched browser push off"`
}

func (s *server) registerWebhooks(need func(access.Action) access.Permission) {
	const list = "/projects/{projectId}/alert-webhooks"
	const one = list + "/{alertWebhookId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getAlertChannels", Method: http.MethodGet, Path: "/projects/{projectId}/alert-channels", Tag: "alerts", Need: need(access.Retrieve),
		Unmeasured: "from the configuration", Summary: "Which channels of alert rules work in this installation",
	}, s.channels)
	const allowed = "Addresses of inner networks need the operator's permission."
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAlertWebhooks", Method: http.MethodGet, Path: list, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Webhooks and robots that get messages about alerts of a project", Detail: masking,
	}, s.listWebhooks)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createAlertWebhook", Method: http.MethodPost, Path: list, Tag: "alerts", Need: need(access.Create), Status: http.StatusCreated,
		Summary: "Create a webhook or robot", Example: exampleWebhook, NearMiss: httpapi.NearMiss{Body: nearMissWebhook, Field: "url"}, Detail: allowed,
	}, s.createWebhook)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateAlertWebhook", Method: http.MethodPatch, Path: one, Tag: "alerts", Need: need(access.Update),
		Summary: "Change a webhook or robot", Example: `{"enable":true}`, Detail: "Fields that are left out stay as they are.",
	}, s.updateWebhook)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteAlertWebhook", Method: http.MethodDelete, Path: one, Tag: "alerts", Need: need(access.Delete),
		Summary: "Delete a webhook or robot that no rule names", Detail: "Messages to it stay in the ledger.",
	}, s.deleteWebhook)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "testAlertWebhook", Method: http.MethodPost, Path: one + "/test", Tag: "alerts", Need: need(access.Update),
		Summary: "Send a test message to a webhook or robot, also if it is switched off", Detail: "Returns the outcome, with the answer of the other side.",
	}, s.testWebhook)
}

func (s *server) channels(context.Context, *httpapi.ProjectPath) (*httpapi.Output[AlertChannels], error) {
	works := func(c Channel) bool { return s.sender.channel(string(c)).missing() == "" }
	return httpapi.Reply(AlertChannels{Mail: works(Mail), SMS: works(SMS), Push: works(Push)}), nil
}

func (s *server) listWebhooks(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[AlertWebhook]], error) {
	list, err := s.webhooks.List(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyList(list, webhookTo(ctx, in.ProjectID)), nil
}

func (s *server) createWebhook(ctx context.Context, in *webhookInput) (*httpapi.Output[AlertWebhook], error) {
	f := in.Body
	w := hook.Hook{
		ProjectID: in.ProjectID, Name: f.Name, Kind: hook.Kind(f.Kind), Enabled: f.Enable, URL: f.URL, Secret: f.Secret, Mobiles: f.MobileList,
	}
	return s.saveWebhook(ctx, &w, nil)
}

func (s *server) updateWebhook(ctx context.Context, in *webhookChange) (*httpapi.Output[AlertWebhook], error) {
	w, err := s.webhooks.Get(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.WebhookID)
	if err != nil {
		return nil, err
	}
	before, c := w, in.Body
	set(&w.Name, c.Name)
	set((*string)(&w.Kind), c.Kind)
	set(&w.Enabled, c.Enable)
	if c.URL != nil && *c.URL != w.URL {
		w.URL, w.Secret = *c.URL, "" // who changes the address must not have the old secret used there
	}
	set(&w.Secret, c.Secret)
	replace(&w.Mobiles, c.MobileList)
	return s.saveWebhook(ctx, &w, &before)
}

func (s *server) saveWebhook(ctx context.Context, w, before *hook.Hook) (*httpapi.Output[AlertWebhook], error) {
	if err := s.webhooks.Save(ctx, httpapi.CallerOf(ctx).Actor(), w, before); err != nil {
		return nil, err
	}
	return httpapi.Reply(webhookTo(ctx, w.ProjectID)(*w)), nil
}

func (s *server) deleteWebhook(ctx context.Context, in *AlertWebhookPath) (*httpapi.Output[httpapi.Done], error) {
	err := s.webhooks.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.WebhookID)
	return httpapi.Reply(httpapi.Done{}), err
}

func (s *server) testWebhook(ctx context.Context, in *AlertWebhookPath) (*httpapi.Output[AlertWebhookTest], error) {
	who := httpapi.CallerOf(ctx)
	w, err := s.webhooks.Tested(ctx, who.Actor(), in.ProjectID, in.WebhookID)
	if err != nil {
		return nil, err
	}
	now := clock.Now()
	m := Message{ID: now.UnixMilli(), ProjectID: in.ProjectID, WebhookID: w.ID}
	if m.Content.Names, err = s.ledger.projectNames(ctx, in.ProjectID); err != nil {
		return nil, err
	}
	m.Content.Event, m.Content.Kind, m.Content.At = alarm.EventRaised, alarm.OfThreshold, now.UnixMilli()
	m.Content.TestBy = cmp.Or(who.Account.DisplayName, who.Account.Name)
	a := posts{s.webhooks, s.sender.Outbound}.post(ctx, &w, &m, now)
	return httpapi.Reply(AlertWebhookTest{Outcome: string(a.Outcome), Answer: a.Text}), nil
}

func webhookTo(ctx context.Context, project int64) func(hook.Hook) AlertWebhook {
	address := addressTo(ctx, project)
	return func(w hook.Hook) AlertWebhook {
		return AlertWebhook{
			ID: w.ID, ProjectID: w.ProjectID, Name: w.Name, Kind: string(w.Kind), Enable: w.Enabled, Address: w.Shown, Signed: w.Signed,
			MobileList: httpapi.ListOf(w.Mobiles, address), UpdatedAt: w.UpdatedAt,
		}
	}
}
