package delivery

import (
	"context"
	"net/http"
	"strings"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery/hook"
	"plumbline/internal/feature/delivery/texts"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// AlertRuleFields are the fields of an alert rule that people write.
type AlertRuleFields struct {
	Name         string   `json:"name" minLength:"1" maxLength:"50"`
	Enable       bool     `json:"enable"`
	StructureID  int64    `json:"structureId,omitempty" doc:"0: the whole project"`
	ItemID       int64    `json:"itemId,omitempty" doc:"An item of the structure; 0: the whole structure"`
	Measurements []string `json:"measurements,omitempty" maxItems:"100" doc:"Codes; empty: all"`
	Level        int      `json:"level" minimum:"1" maximum:"4" doc:"Lowest level of thresholds; a restore counts by the highest level reached"`
	Types        []string `json:"types" maxItems:"3" doc:"threshold, deviceHealth, graded"`
	Events       []string `json:"events" maxItems:"4" doc:"raised, escalated, restored, reopened"`
	RepeatHours  *int64   `json:"repeatHours,omitempty" minimum:"0" maximum:"720" doc:"Interval of reminders while the alert is open and nobody has decided on it, in hours; 0: none. Default 24"`
	Late         bool     `json:"late,omitempty" doc:"Also events found more than 2 h later"`
	ByCode       bool     `json:"byCode,omitempty" doc:"Recipients of mails and text messages may confirm an alert or mark it as false by the link, with a code that is sent to them"`
	AccountIDs   []int64  `json:"accountIds,omitempty" maxItems:"50" doc:"Members of the project; messages go to their own addresses"`
	Duty         bool     `json:"duty,omitempty" doc:"Also who is on duty when a message is written, see the duty roster of the project"`
	EmailList    []string `json:"emailList,omitempty" maxItems:"50" doc:"Further addresses"`
	QuietFrom    int64    `json:"quietFrom,omitempty" minimum:"0" maximum:"1439" doc:"Beginning of quiet hours, in minutes of the day in the time zone of the project"`
	QuietTo      int64    `json:"quietTo,omitempty" minimum:"0" maximum:"1439" doc:"End of quiet hours, if earlier on the next day"`
	QuietLevel   int      `json:"quietLevel,omitempty" minimum:"0" maximum:"3" doc:"Highest level of which messages are held back to the end of quiet hours, with those about the health of devices; 0: no quiet hours"`
	AlertConditions
	Ladder     []AlertRung `json:"ladder,omitempty" maxItems:"3" doc:"Who gets a message if nobody has reacted to an alert, by the link in a message, by taking care of it or by a decision. If nothing can be sent to anybody, the next step follows at once"`
	Channels   []string    `json:"channels,omitempty" maxItems:"3" doc:"How accounts get messages: mail, sms, push (the browsers of the account). The first is used; the next one if it cannot be used or fails. Default mail"`
	MobileList []string    `json:"mobileList,omitempty" maxItems:"50" doc:"Further mobiles, for text messages"`
	WebhookIDs []int64     `json:"webhookIds,omitempty" maxItems:"50" doc:"Webhooks and robots of the project"`
}

// AlertConditions are what must be true of the readings before messages about thresholds are sent.
type AlertConditions struct {
	Reached  int   `json:"conditionReached,omitempty" minimum:"0" maximum:"20" doc:"So many of conditionReadings consecutive readings must reach the level of the event"`
	Readings int   `json:"conditionReadings,omitempty" minimum:"0" maximum:"20" doc:"2 to 20; 0: not asked"`
	Minutes  int64 `json:"conditionMinutes,omitempty" minimum:"0" maximum:"10080" doc:"All readings over so many minutes must reach the level; 0: not asked"`
	Points   int   `json:"conditionPoints,omitempty" minimum:"0" maximum:"20" doc:"So many points in the scope of the rule must stand at the level within conditionWithin, this one included: 2 to 20; 0: not asked"`
	Within   int64 `json:"conditionWithin,omitempty" minimum:"0" maximum:"10080" doc:"Minutes before and after the event"`
}

// AlertRung is a step of the escalation ladder of a rule.
type AlertRung struct {
	AfterMinutes int64   `json:"afterMinutes" minimum:"1" maximum:"10080" doc:"After the first messages; more than the step before"`
	AccountIDs   []int64 `json:"accountIds,omitempty" maxItems:"50" doc:"Members of the project, on the channels of the rule"`
	WebhookIDs   []int64 `json:"webhookIds,omitempty" maxItems:"50" doc:"Webhooks and robots of the project"`
}

// AlertRuleChange changes the fields that it has.
type AlertRuleChange struct {
	Name         *string  `json:"name,omitempty" minLength:"1" maxLength:"50"`
	Enable       *bool    `json:"enable,omitempty"`
	StructureID  *int64   `json:"structureId,omitempty" doc:"0: the whole project"`
	ItemID       *int64   `json:"itemId,omitempty" doc:"0: the whole structure"`
	Measurements []string `json:"measurements,omitempty" maxItems:"100" doc:"Codes; empty: all"`
	Level        *int     `json:"level,omitempty" minimum:"1" maximum:"4"`
	Types        []string `json:"types,omitempty" maxItems:"3"`
	Events       []string `json:"events,omitempty" maxItems:"4"`
	RepeatHours  *int64   `json:"repeatHours,omitempty" minimum:"0" maximum:"720"`
	Late         *bool    `json:"late,omitempty"`
	ByCode       *bool    `json:"byCode,omitempty"`
	AccountIDs   []int64  `json:"accountIds,omitempty" maxItems:"50"`
	Duty         *bool    `json:"duty,omitempty"`
	QuietFrom    *int64   `json:"quietFrom,omitempty" minimum:"0" maximum:"1439"`
	QuietTo      *int64   `json:"quietTo,omitempty" minimum:"0" maximum:"1439"`
	QuietLevel   *int     `json:"quietLevel,omitempty" minimum:"0" maximum:"3"`
	EmailList    []string `json:"emailList,omitempty" maxItems:"50"`

	Reached  *int        `json:"conditionReached,omitempty" minimum:"0" maximum:"20"`
	Readings *int        `json:"conditionReadings,omitempty" minimum:"0" maximum:"20"`
	Minutes  *int64      `json:"conditionMinutes,omitempty" minimum:"0" maximum:"10080"`
	Points   *int        `json:"conditionPoints,omitempty" minimum:"0" maximum:"20"`
	Within   *int64      `json:"conditionWithin,omitempty" minimum:"0" maximum:"10080"`
	Ladder   []AlertRung `json:"ladder,omitempty" maxItems:"3"`

	Channels   []string `json:"channels,omitempty" maxItems:"3"`
	MobileList []string `json:"mobileList,omitempty" maxItems:"50"`
	WebhookIDs []int64  `json:"webhookIds,omitempty" maxItems:"50"`
}

// AlertRule is a rule as the API returns it.
type AlertRule struct {
	ID        int64 `json:"id"`
	ProjectID int64 `json:"projectId"`
	AlertRuleFields
	UpdatedAt int64 `json:"updatedAt" doc:"UTC ms"`
}

type createInput struct {
	httpapi.ProjectPath
	Body AlertRuleFields
}

// AlertRulePath identifies a rule.
type AlertRulePath struct {
	httpapi.ProjectPath
	RuleID int64 `path:"alertRuleId" minimum:"1"`
}

type updateInput struct {
	AlertRulePath
	Body AlertRuleChange
}

type server struct {
	*httpapi.Kernel
	ledger   Ledger
	alerts   Histories
	webhooks hook.Store
	sender   *Sender
}

const (
	exampleBody = `{"name":"Night shift","enable":true,"level":2,"types":["threshold"],"events":["raised","escalated"],"repeatHours":24,` +
		`"conditionReached":2,"conditionReadings":3,"emailList":["shift@example.com"]}`
	nearMiss = `{"name":"Night shift","enable":true,"level":2,"types":["threshold"],"events":["raised"],"emailList":["shift at example.com"]}`
)

const defaultRepeat = 24 // hours

func (s *server) register() {
	const list = "/projects/{projectId}/alert-rules"
	const one = list + "/{alertRuleId}"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.AlertRule, Action: action}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listAlertRules", Method: http.MethodGet, Path: list, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Who gets messages about which alerts of a project", Detail: masking,
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createAlertRule", Method: http.MethodPost, Path: list, Tag: "alerts", Need: need(access.Create), Status: http.StatusCreated,
		Summary: "Create an alert rule", Example: exampleBody, NearMiss: httpapi.NearMiss{Body: nearMiss, Field: "emailList[0]"},
		Detail: "Somebody whom several rules name gets one message.",
	}, s.create)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateAlertRule", Method: http.MethodPatch, Path: one, Tag: "alerts", Need: need(access.Update),
		Summary: "Change an alert rule", Example: `{"level":3,"enable":true}`, Detail: "Fields that are left out stay as they are.",
	}, s.update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteAlertRule", Method: http.MethodDelete, Path: one, Tag: "alerts", Need: need(access.Delete),
		Summary: "Delete an alert rule", Detail: "Its messages stay in the ledger.",
	}, s.delete)
	s.registerPreview(need(access.Retrieve))
	s.registerMessages(need(access.Retrieve))
	s.registerLinks()
	s.registerChannels(need)
	about := func(ctx context.Context, alerts []int64) (map[int64]wording.Names, error) {
		return s.ledger.names(ctx, s.ledger.Bun.NewSelect(), alerts)
	}
	(&texts.Calls{
		Kernel: s.Kernel, Store: texts.Store{Tables: s.ledger.Tables}, Alerts: s.sender.Alerts, Names: about, Responses: s.sender.responses(),
		Gallery: s.sender.Gallery,
	}).Register()
}

const masking = "Addresses and mobiles are masked for people who may not process alerts."

func (s *server) list(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[AlertRule]], error) {
	rules, err := s.ledger.Rules(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyList(rules, shownTo(ctx, in.ProjectID)), nil
}

func (s *server) create(ctx context.Context, in *createInput) (*httpapi.Output[AlertRule], error) {
	return s.save(ctx, in.Body.rule(in.ProjectID))
}

func (f *AlertRuleFields) rule(project int64) Rule {
	r := Rule{
		ProjectID: project, Name: f.Name, Enabled: f.Enable, StructureID: f.StructureID, ItemID: f.ItemID, Measurements: f.Measurements,
		Level: alarm.Level(f.Level), Types: f.Types, Events: eventsOf(f.Events), RepeatHours: defaultRepeat, Late: f.Late, ByCode: f.ByCode,
		Conditions: f.conditions(), Ladder: rungsOf(f.Ladder),
		Accounts: f.AccountIDs, Duty: f.Duty, Quiet: Quiet{f.QuietFrom, f.QuietTo, alarm.Level(f.QuietLevel)},
		Addresses: f.EmailList, Channels: channelsOf(f.Channels), Mobiles: f.MobileList, Webhooks: f.WebhookIDs,
	}
	httpapi.Set(&r.RepeatHours, f.RepeatHours)
	return r
}

func (s *server) update(ctx context.Context, in *updateInput) (*httpapi.Output[AlertRule], error) {
	r, err := s.ledger.Rule(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.RuleID)
	if err != nil {
		return nil, err
	}
	c := in.Body
	httpapi.Set(&r.Name, c.Name)
	httpapi.Set(&r.Enabled, c.Enable)
	httpapi.Set(&r.StructureID, c.StructureID)
	httpapi.Set(&r.ItemID, c.ItemID)
	httpapi.Set(&r.RepeatHours, c.RepeatHours)
	httpapi.Set(&r.Duty, c.Duty)
	httpapi.Set(&r.Quiet.From, c.QuietFrom)
	httpapi.Set(&r.Quiet.To, c.QuietTo)
	if c.QuietLevel != nil {
		r.Quiet.Level = alarm.Level(*c.QuietLevel)
	}
	httpapi.Set(&r.Late, c.Late)
	httpapi.Set(&r.ByCode, c.ByCode)
	httpapi.Set(&r.Conditions.Reached, c.Reached)
	httpapi.Set(&r.Conditions.Readings, c.Readings)
	httpapi.Set(&r.Conditions.Minutes, c.Minutes)
	httpapi.Set(&r.Conditions.Points, c.Points)
	httpapi.Set(&r.Conditions.Within, c.Within)
	httpapi.Replace(&r.Ladder, rungsOf(c.Ladder))
	if c.Level != nil {
		r.Level = alarm.Level(*c.Level)
	}
	httpapi.Replace(&r.Measurements, c.Measurements)
	httpapi.Replace(&r.Types, c.Types)
	httpapi.Replace(&r.Events, eventsOf(c.Events))
	httpapi.Replace(&r.Accounts, c.AccountIDs)
	httpapi.Replace(&r.Addresses, c.EmailList)
	httpapi.Replace(&r.Channels, channelsOf(c.Channels))
	httpapi.Replace(&r.Mobiles, c.MobileList)
	httpapi.Replace(&r.Webhooks, c.WebhookIDs)
	return s.save(ctx, r)
}

// conditions returns the conditions without what they do not use.
func (c AlertConditions) conditions() alarm.Conditions {
	if c.Readings == 0 {
		c.Reached = 0
	}
	if c.Points == 0 {
		c.Within = 0
	}
	return alarm.Conditions(c)
}

func rungsOf(list []AlertRung) []Rung {
	if list == nil {
		return nil
	}
	rungs := make([]Rung, len(list))
	for i, r := range list {
		rungs[i] = Rung{AfterMinutes: r.AfterMinutes, Accounts: r.AccountIDs, Webhooks: r.WebhookIDs}
	}
	return rungs
}

func (s *server) save(ctx context.Context, r Rule) (*httpapi.Output[AlertRule], error) {
	if err := s.ledger.SaveRule(ctx, httpapi.CallerOf(ctx).Actor(), &r); err != nil {
		return nil, err
	}
	return httpapi.Reply(shownTo(ctx, r.ProjectID)(r)), nil
}

func (s *server) delete(ctx context.Context, in *AlertRulePath) (*httpapi.Output[httpapi.Done], error) {
	err := s.ledger.DeleteRule(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.RuleID)
	return httpapi.Reply(httpapi.Done{}), err
}

func eventsOf(list []string) []alarm.Event { return namesAs[alarm.Event](list) }

func channelsOf(list []string) []Channel { return namesAs[Channel](list) }

// namesAs converts a list; nil stays nil.
func namesAs[T ~string](list []string) []T {
	if list == nil {
		return nil
	}
	names := make([]T, len(list))
	for i, name := range list {
		names[i] = T(name)
	}
	return names
}

// addressTo returns how the caller sees addresses in a project: whole if they handle its alerts or change its rules.
func addressTo(ctx context.Context, project int64) func(string) string {
	who := httpapi.CallerOf(ctx)
	whole := who.May(access.Alert, access.Update, project) || who.May(access.AlertRule, access.Update, project)
	return func(address string) string {
		if whole || address == "" {
			return address
		}
		return verification.Masked(address)
	}
}

func shownTo(ctx context.Context, project int64) func(Rule) AlertRule {
	address := addressTo(ctx, project)
	return func(r Rule) AlertRule {
		return AlertRule{ID: r.ID, ProjectID: r.ProjectID, UpdatedAt: r.UpdatedAt, AlertRuleFields: AlertRuleFields{
			Name: r.Name, Enable: r.Enabled, StructureID: r.StructureID, ItemID: r.ItemID, Measurements: httpapi.ListOf(r.Measurements, httpapi.AsIs),
			Level: int(r.Level), Types: r.Types, Events: httpapi.ListOf(r.Events, func(e alarm.Event) string { return string(e) }),
			RepeatHours: &r.RepeatHours, Late: r.Late, ByCode: r.ByCode, AlertConditions: AlertConditions(r.Conditions),
			Ladder: httpapi.ListOf(r.Ladder, func(g Rung) AlertRung {
				return AlertRung{g.AfterMinutes, httpapi.ListOf(g.Accounts, httpapi.AsIs), httpapi.ListOf(g.Webhooks, httpapi.AsIs)}
			}),
			AccountIDs: httpapi.ListOf(r.Accounts, httpapi.AsIs), Duty: r.Duty, QuietFrom: r.Quiet.From, QuietTo: r.Quiet.To,
			QuietLevel: int(r.Quiet.Level), EmailList: httpapi.ListOf(r.Addresses, address),
			Channels:   httpapi.ListOf(r.Channels, func(c Channel) string { return string(c) }),
			MobileList: httpapi.ListOf(r.Mobiles, address), WebhookIDs: httpapi.ListOf(r.Webhooks, httpapi.AsIs),
		}}
	}
}

// hidden replaces an address within a text as the caller sees it.
func hidden(text, address, shown string) string {
	if address == "" {
		return text
	}
	return strings.ReplaceAll(text, address, shown)
}
