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

// AlertChannels are the channels to accounts and addresses.
type AlertChannels struct {
	Mail bool `json:"mail" doc:"A mail server is configured"`
	SMS  bool `json:"sms" doc:"A provider of text messages is configured and, where it needs one, a template of alerts"`
	Push bool `json:"push" doc:"The operator has not switched browser push off"`
}

func (s *server) registerChannels(need func(access.Action) access.Permission) {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getAlertChannels", Method: http.MethodGet, Path: "/projects/{projectId}/alert-channels", Tag: "alerts", Need: need(access.Retrieve),
		Unmeasured: "from the configuration", Summary: "Which channels of alert rules work in this installation",
	}, s.channels)
	webhooks := &hook.Calls{Kernel: s.Kernel, Store: s.webhooks, Masking: masking, Address: addressTo, Try: s.tryWebhook}
	webhooks.Register(need)
}

func (s *server) channels(context.Context, *httpapi.ProjectPath) (*httpapi.Output[AlertChannels], error) {
	works := func(c Channel) bool { return s.sender.channel(string(c)).missing() == "" }
	return httpapi.Reply(AlertChannels{Mail: works(Mail), SMS: works(SMS), Push: works(Push)}), nil
}

// tryWebhook sends a test message in the name of the caller.
func (s *server) tryWebhook(ctx context.Context, w *hook.Hook) (tested hook.AlertWebhookTest, err error) {
	who, now := httpapi.CallerOf(ctx), clock.Now()
	m := Message{ID: now.UnixMilli(), ProjectID: w.ProjectID, WebhookID: w.ID}
	if m.Content.Names, err = s.ledger.projectNames(ctx, w.ProjectID); err != nil {
		return tested, err
	}
	m.Content.Event, m.Content.Kind, m.Content.At = alarm.EventRaised, alarm.OfThreshold, now.UnixMilli()
	m.Content.TestBy = cmp.Or(who.Account.DisplayName, who.Account.Name)
	a := posts{s.webhooks, s.sender.Outbound}.post(ctx, w, &m, now)
	return hook.AlertWebhookTest{Outcome: string(a.Outcome), Answer: a.Text}, nil
}
