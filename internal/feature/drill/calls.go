package drill

import (
	"context"
	"net/http"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

// DrillPlanFields are the fields of a weekly drill that people write.
type DrillPlanFields struct {
	Weekly   bool `json:"weekly" doc:"Whether a drill starts every week"`
	Weekday  int  `json:"weekday" minimum:"1" maximum:"7" doc:"1: Monday … 7: Sunday, in the time zone of the project"`
	Minute   int  `json:"minute" minimum:"0" maximum:"1439" doc:"Of the day"`
	Level    int  `json:"level" minimum:"1" maximum:"4" doc:"Of the test: rules for higher levels only have no part in it"`
	WarnDays int  `json:"warnDays" minimum:"1" maximum:"90" doc:"Days without proof of a rule or person after which those who may change rules are notified, once a week; only with a weekly drill"`
}

// DrillProof is the weekly drill of a project with what its rules, channels and recipients last proved.
type DrillProof struct {
	DrillPlanFields
	TimeZone string       `json:"timeZone" doc:"Of the project"`
	Next     int64        `json:"next" doc:"UTC ms of the next weekly drill; 0: there is none"`
	Now      int64        `json:"now" doc:"UTC ms: the time of the answer"`
	Links    bool         `json:"links" doc:"false: the installation has no public address, so mails and text messages have no links and nobody can answer them"`
	Rules    []DrillThing `json:"rules" doc:"Enabled rules. Proven: a message was accepted and a person answered it; without people, it was accepted"`
	Channels []DrillThing `json:"channels" doc:"Of the rules. Proven: a message was accepted"`
	People   []DrillThing `json:"people" doc:"Whom the rules and their ladders name. Proven: they answered a message by its link"`
}

// DrillThing is a rule, a channel or a person with its last proof, from drills and from real alerts.
type DrillThing struct {
	ID         int64  `json:"id" doc:"Of the rule, webhook or account; 0: an address, or a channel to people"`
	Name       string `json:"name" doc:"Of a person without an account the address; of channels to people empty"`
	Channel    string `json:"channel" enum:",mail,sms,push,webhook,wecom,dingtalk,feishu,phone" doc:"Of channels"`
	State      string `json:"state" enum:"proven,old,never" doc:"old: longer ago than warnDays"`
	ProvenAt   int64  `json:"provenAt" doc:"UTC ms; 0: never"`
	AcceptedAt int64  `json:"acceptedAt" doc:"UTC ms at which a peer last accepted a message; 0: never, or a person"`
	People     bool   `json:"people" doc:"Of rules: they name people, whose answer is needed"`
	Reason     string `json:"reason" enum:",noAddress,noMobile,noBrowser,noAccess,nobodyOnDuty,webhookOff" doc:"Why nothing can be sent; empty: it can"`
}

// DrillStart is what a drill on demand is started with.
type DrillStart struct {
	Level int  `json:"level" minimum:"1" maximum:"4" doc:"Rules for higher levels only have no part in it"`
	Quiet bool `json:"quiet,omitempty" doc:"Quiet hours of rules hold it back; otherwise it is sent at once"`
}

// StartedDrill identifies a drill that was started.
type StartedDrill struct {
	ID int64 `json:"id"`
}

// Drill is a drill with what came of it so far.
type Drill struct {
	ID           int64  `json:"id"`
	AccountID    int64  `json:"accountId" doc:"Who started it; 0: the weekly plan"`
	AccountName  string `json:"accountName"`
	PlannedFor   int64  `json:"plannedFor" doc:"UTC ms at which the weekly plan asked for it; 0: on demand"`
	CreatedAt    int64  `json:"createdAt" doc:"UTC ms"`
	Level        int    `json:"level"`
	Quiet        bool   `json:"quiet"`
	Rules        int    `json:"rules" doc:"With messages"`
	Messages     int    `json:"messages" doc:"To recipients, on the last channel that was tried for each"`
	Accepted     int    `json:"accepted" doc:"By their peer"`
	Failed       int    `json:"failed" doc:"Not sent, or nobody knows; the list of messages says why"`
	Waiting      int    `json:"waiting" doc:"To be sent"`
	Acknowledged int    `json:"acknowledged" doc:"Answered by the link"`
}

// DrillRecipient is who would get a drill.
type DrillRecipient struct {
	RuleID      int64  `json:"alertRuleId"`
	RuleName    string `json:"alertRuleName"`
	Channel     string `json:"channel" enum:"mail,sms,push,webhook,wecom,dingtalk,feishu,phone"`
	AccountID   int64  `json:"accountId" doc:"0: none"`
	AccountName string `json:"accountName"`
	WebhookID   int64  `json:"webhookId" doc:"0: none"`
	Address     string `json:"address" doc:"Mail address, mobile or name of the webhook. Empty: the account has none, or it is for its browsers"`
	Reason      string `json:"reason" enum:",noAddress,noMobile,noBrowser,noAccess,nobodyOnDuty,webhookOff" doc:"Why nothing can be sent; empty: it can"`
}

// DrillPreview is who would get a drill now.
type DrillPreview struct {
	Rules    int              `json:"rules" doc:"That have a part in it"`
	Messages int              `json:"messages" doc:"That would be sent"`
	List     []DrillRecipient `json:"list" doc:"By rule, those that cannot be reached included"`
}

type planInput struct {
	httpapi.ProjectPath
	Body DrillPlanFields
}

type startInput struct {
	httpapi.ProjectPath
	Body DrillStart
}

type previewInput struct {
	httpapi.ProjectPath
	Level int `query:"level" minimum:"1" maximum:"4" default:"4"`
}

type listInput struct {
	httpapi.ProjectPath
	httpapi.Paging
}

type server struct {
	*httpapi.Kernel
	store  *Store
	linked bool
}

func (s *server) register() {
	const path = "/projects/{projectId}/drills"
	const masking = "Addresses are masked for callers who may neither handle alerts nor change rules."
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.AlertRule, Action: action}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getDrillProof", Method: http.MethodGet, Path: path + "/proof", Tag: "alerts", Need: need(access.Retrieve),
		Unmeasured: "grows with the messages of the project", Summary: "The weekly drill of a project, and what was last proven", Detail: masking,
	}, s.proof)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "saveDrillPlan", Method: http.MethodPut, Path: path + "/plan", Tag: "alerts", Need: need(access.Update),
		Summary: "Set the weekly drill of a project", Example: `{"weekly":false,"weekday":3,"minute":570,"level":4,"warnDays":14}`,
		NearMiss: httpapi.NearMiss{Body: `{"weekly":true,"weekday":8,"minute":570,"level":4,"warnDays":14}`, Field: "weekday"},
		Detail:   "A weekly drill that no server could start within two hours is left out.",
	}, s.save)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewDrill", Method: http.MethodGet, Path: path + "/preview", Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Who would get a drill now", Detail: masking,
	}, s.preview)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "startDrill", Method: http.MethodPost, Path: path, Tag: "alerts", Need: need(access.Update), Status: http.StatusCreated,
		Summary: "Start a drill", Example: `{"level":4}`, NearMiss: httpapi.NearMiss{Body: `{"level":5}`, Field: "level"},
		Detail: "Everybody whom the enabled rules and their ladders name gets a marked message at once, for each rule, as about an alert of the level. " +
			"No alert is written. 8740: a drill was started less than a minute ago. 8741: no rule has a part in it.",
	}, s.start)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDrills", Method: http.MethodGet, Path: path, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "a page by index",
		Summary: "Drills of a project with what came of them, newest first",
	}, s.list)
}

func (s *server) proof(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[DrillProof], error) {
	now := clock.Now().UnixMilli()
	st, err := s.store.Status(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, now)
	if err != nil {
		return nil, err
	}
	address := addressTo(ctx, in.ProjectID)
	shown := func(t Thing) DrillThing {
		if t.Address {
			t.Name = address(t.Name)
		}
		return DrillThing{
			ID: t.ID, Name: t.Name, Channel: t.Channel, State: t.State(now, st.WarnDays), ProvenAt: t.Proven, AcceptedAt: t.Accepted, People: t.People,
			Reason: t.Reason,
		}
	}
	return httpapi.Reply(DrillProof{
		DrillPlanFields: DrillPlanFields{st.Enabled, st.Weekday, st.Minute, int(st.Level), st.WarnDays}, TimeZone: st.Zone, Next: st.Next, Now: now,
		Links: s.linked, Rules: httpapi.ListOf(st.Rules, shown), Channels: httpapi.ListOf(st.Channels, shown), People: httpapi.ListOf(st.People, shown),
	}), nil
}

func (s *server) save(ctx context.Context, in *planInput) (*httpapi.Output[DrillProof], error) {
	b := &in.Body
	set := Plan{Enabled: b.Weekly, Weekday: b.Weekday, Minute: b.Minute, Level: alarm.Level(b.Level), WarnDays: b.WarnDays}
	if err := s.store.SavePlan(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, set); err != nil {
		return nil, err
	}
	return s.proof(ctx, &in.ProjectPath)
}

func (s *server) preview(ctx context.Context, in *previewInput) (*httpapi.Output[DrillPreview], error) {
	list, err := s.store.Preview(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, alarm.Level(in.Level))
	if err != nil {
		return nil, err
	}
	var accounts []int64
	rules := map[int64]bool{}
	p := DrillPreview{}
	for _, m := range list {
		rules[m.RuleID] = true
		if m.AccountID != 0 {
			accounts = append(accounts, m.AccountID)
		}
		if m.Reason == "" {
			p.Messages++
		}
	}
	p.Rules = len(rules)
	names, err := s.store.names(ctx, accounts)
	address := addressTo(ctx, in.ProjectID)
	p.List = httpapi.ListOf(list, func(m Message) DrillRecipient {
		if m.WebhookID == 0 {
			m.Address = address(m.Address)
		}
		return DrillRecipient{m.RuleID, m.RuleName, m.Channel, m.AccountID, names[m.AccountID], m.WebhookID, m.Address, m.Reason}
	})
	return httpapi.Reply(p), err
}

func (s *server) start(ctx context.Context, in *startInput) (*httpapi.Output[StartedDrill], error) {
	id, err := s.store.Start(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, alarm.Level(in.Body.Level), in.Body.Quiet)
	return httpapi.Reply(StartedDrill{id}), err
}

func (s *server) list(ctx context.Context, in *listInput) (*httpapi.Output[httpapi.Page[Drill]], error) {
	page, err := s.store.Drills(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.Query())
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyPage(page, func(h Held) Drill {
		return Drill{
			ID: h.ID, AccountID: h.AccountID, AccountName: h.Account, PlannedFor: h.PlannedFor, CreatedAt: h.CreatedAt, Level: int(h.Level), Quiet: h.Quiet,
			Rules: h.Rules, Messages: h.Messages, Accepted: h.Accepted, Failed: h.Failed, Waiting: h.Waiting, Acknowledged: h.Acknowledged,
		}
	}), nil
}

// addressTo returns how the caller sees addresses in a project, as in lists of messages.
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
