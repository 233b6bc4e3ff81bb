package hook

import (
	"context"
	"net/http"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
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

// Calls are the calls about webhooks.
type Calls struct {
	*httpapi.Kernel
	Store   Store
	Masking string                                                       // what the documentation says about mobiles
	Address func(ctx context.Context, project int64) func(string) string // how the caller sees mobiles
	Try     func(ctx context.Context, w *Hook) (AlertWebhookTest, error) // sends a test message
}

// Register registers the calls.
func (c *Calls) Register(need func(access.Action) access.Permission) {
	const list = "/projects/{projectId}/alert-webhooks"
	const one = list + "/{alertWebhookId}"
	const allowed = "Addresses of inner networks need the operator's permission."
	httpapi.Register(c.Kernel, httpapi.Operation{
		ID: "listAlertWebhooks", Method: http.MethodGet, Path: list, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Webhooks and robots that get messages about alerts of a project", Detail: c.Masking,
	}, c.list)
	httpapi.Register(c.Kernel, httpapi.Operation{
		ID: "createAlertWebhook", Method: http.MethodPost, Path: list, Tag: "alerts", Need: need(access.Create), Status: http.StatusCreated,
		Summary: "Create a webhook or robot", Example: exampleWebhook, NearMiss: httpapi.NearMiss{Body: nearMissWebhook, Field: "url"}, Detail: allowed,
	}, c.create)
	httpapi.Register(c.Kernel, httpapi.Operation{
		ID: "updateAlertWebhook", Method: http.MethodPatch, Path: one, Tag: "alerts", Need: need(access.Update),
		Summary: "Change a webhook or robot", Example: `{"enable":true}`, Detail: "Fields that are left out stay as they are.",
	}, c.update)
	httpapi.Register(c.Kernel, httpapi.Operation{
		ID: "deleteAlertWebhook", Method: http.MethodDelete, Path: one, Tag: "alerts", Need: need(access.Delete),
		Summary: "Delete a webhook or robot that no rule names", Detail: "Messages to it stay in the ledger.",
	}, c.delete)
	httpapi.Register(c.Kernel, httpapi.Operation{
		ID: "testAlertWebhook", Method: http.MethodPost, Path: one + "/test", Tag: "alerts", Need: need(access.Update),
		Summary: "Send a test message to a webhook or robot, also if it is switched off", Detail: "Returns the outcome, with the answer of the other side.",
	}, c.test)
}

func (c *Calls) list(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[AlertWebhook]], error) {
	list, err := c.Store.List(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyList(list, c.shownTo(ctx, in.ProjectID)), nil
}

func (c *Calls) create(ctx context.Context, in *webhookInput) (*httpapi.Output[AlertWebhook], error) {
	f := in.Body
	w := Hook{
		ProjectID: in.ProjectID, Name: f.Name, Kind: Kind(f.Kind), Enabled: f.Enable, URL: f.URL, Secret: f.Secret, Mobiles: f.MobileList,
	}
	return c.save(ctx, &w, nil)
}

func (c *Calls) update(ctx context.Context, in *webhookChange) (*httpapi.Output[AlertWebhook], error) {
	w, err := c.Store.Get(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.WebhookID)
	if err != nil {
		return nil, err
	}
	before, change := w, in.Body
	httpapi.Set(&w.Name, change.Name)
	httpapi.Set((*string)(&w.Kind), change.Kind)
	httpapi.Set(&w.Enabled, change.Enable)
	if change.URL != nil && *change.URL != w.URL {
		w.URL, w.Secret = *change.URL, "" // who changes the address must not have the old secret used there
	}
	httpapi.Set(&w.Secret, change.Secret)
	httpapi.Replace(&w.Mobiles, change.MobileList)
	return c.save(ctx, &w, &before)
}

func (c *Calls) save(ctx context.Context, w, before *Hook) (*httpapi.Output[AlertWebhook], error) {
	if err := c.Store.Save(ctx, httpapi.CallerOf(ctx).Actor(), w, before); err != nil {
		return nil, err
	}
	return httpapi.Reply(c.shownTo(ctx, w.ProjectID)(*w)), nil
}

func (c *Calls) delete(ctx context.Context, in *AlertWebhookPath) (*httpapi.Output[httpapi.Done], error) {
	err := c.Store.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.WebhookID)
	return httpapi.Reply(httpapi.Done{}), err
}

func (c *Calls) test(ctx context.Context, in *AlertWebhookPath) (*httpapi.Output[AlertWebhookTest], error) {
	w, err := c.Store.Tested(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.WebhookID)
	if err != nil {
		return nil, err
	}
	tested, err := c.Try(ctx, &w)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(tested), nil
}

func (c *Calls) shownTo(ctx context.Context, project int64) func(Hook) AlertWebhook {
	address := c.Address(ctx, project)
	return func(w Hook) AlertWebhook {
		return AlertWebhook{
			ID: w.ID, ProjectID: w.ProjectID, Name: w.Name, Kind: string(w.Kind), Enable: w.Enabled, Address: w.Shown, Signed: w.Signed,
			MobileList: httpapi.ListOf(w.Mobiles, address), UpdatedAt: w.UpdatedAt,
		}
	}
}
