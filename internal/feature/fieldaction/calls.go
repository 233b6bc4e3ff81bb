package fieldaction

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/field/command"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// FieldCommand is a command of the model of a device.
type FieldCommand struct {
	Code   string             `json:"code" minLength:"1" maxLength:"30" doc:"Of the commands that the model has"`
	Params map[string]float64 `json:"params,omitempty" doc:"By name; one that is left out has its default"`
}

// FieldRuleFields are the fields of a field rule that people write.
type FieldRuleFields struct {
	Name            string        `json:"name" minLength:"1" maxLength:"50"`
	Enable          bool          `json:"enable"`
	Level           int           `json:"level" minimum:"1" maximum:"4" doc:"Lowest level of alerts that trigger"`
	Measurements    []string      `json:"measurements,omitempty" maxItems:"100" doc:"Codes; empty: all"`
	StructureIDs    []int64       `json:"structureIds,omitempty" maxItems:"100" doc:"Structures and items; with measuringPointIds empty: the whole project"`
	PointIDs        []int64       `json:"measuringPointIds,omitempty" maxItems:"100"`
	DeviceIDs       []int64       `json:"deviceIds" minItems:"1" maxItems:"20" doc:"Devices of the project that act"`
	Action          string        `json:"action" enum:"interval,command"`
	IntervalSeconds int64         `json:"intervalSeconds,omitempty" minimum:"0" maximum:"604800" doc:"Of interval: from 300. A device whose interval is shorter keeps it"`
	On              *FieldCommand `json:"on,omitempty" doc:"Of command: sent when an alert opens or rises to the level"`
	Off             *FieldCommand `json:"off,omitempty" doc:"Of command: sent when the last alert that holds the device has ended; omitted: nothing is sent"`
	LongestMinutes  int64         `json:"longestMinutes" minimum:"1" maximum:"10080" doc:"After this the device is switched off, or has its interval back, whatever alerts are open"`
}

// FieldRule is a rule as the API returns it.
type FieldRule struct {
	ID        int64 `json:"id"`
	ProjectID int64 `json:"projectId"`
	FieldRuleFields
	UpdatedAt int64 `json:"updatedAt" doc:"UTC ms"`
}

// FieldAction is what a device was to do because of an alert, or because a person asked for it.
type FieldAction struct {
	ID              int64  `json:"id"`
	FieldRuleID     int64  `json:"fieldRuleId" doc:"May have been deleted; 0: an emergency plan asked for it"`
	FieldRuleName   string `json:"fieldRuleName" doc:"Or that of the emergency plan, when the action was written"`
	Grade           int    `json:"grade" minimum:"0" maximum:"4" doc:"Of the emergency plan that asked for it; 0: a rule"`
	AlertID         int64  `json:"alertId" doc:"0: a person asked for it"`
	DeviceID        int64  `json:"deviceId"`
	DeviceName      string `json:"deviceName" doc:"Empty: it was deleted"`
	Turn            string `json:"turn" enum:"on,off"`
	Why             string `json:"why" enum:"raised,escalated,reopened,restored,falseAlarm,longest,rule,test,person,closed,plan"`
	Action          string `json:"action" enum:"interval,command"`
	Code            string `json:"code" doc:"Of the command; empty: none"`
	IntervalSeconds int64  `json:"intervalSeconds" doc:"That the device was set to; 0: none"`
	State           string `json:"state" enum:"pending,claimed,ordered,answered,failed,unknown,joined,kept,left"`
	Reason          string `json:"reason" enum:",overtaken,refused,noAnswer,notConnected,deviceError,cancelled,oftenEnough,intervalOpen,setByOthers,lostServer"`
	Refusal         string `json:"refusal" doc:"Why the command could not be ordered, in the language of the request; empty: it was"`
	CommandID       int64  `json:"commandId" doc:"In the history of the device; 0: none"`
	CommandState    string `json:"commandState" enum:",waiting,hanging,sent,answered,failed,cancelled" doc:"hanging: the device is not connected"`
	Answer          string `json:"answer" doc:"Of the device, as it sent it"`
	Attempts        int64  `json:"attempts"`
	Repeated        bool   `json:"repeated" doc:"A server ended while it ordered the command, so that the device may have got it twice"`
	AccountName     string `json:"accountName" doc:"Who asked for it; empty: the platform"`
	CreatedAt       int64  `json:"createdAt" doc:"UTC ms"`
	OrderedAt       int64  `json:"orderedAt" doc:"UTC ms; 0: not yet"`
	EndedAt         int64  `json:"endedAt" doc:"UTC ms; 0: not yet"`
	DueAt           int64  `json:"dueAt" doc:"UTC ms of the next attempt; 0: none follows"`
}

// FieldTest is what a person asks a device of a rule for.
type FieldTest struct {
	DeviceID int64  `json:"deviceId" minimum:"1" doc:"One of the rule's"`
	Turn     string `json:"turn" enum:"on,off" doc:"on: switched on, and off after 5 s unless an alert holds the device; off: switched off whatever alerts are open"`
}

// FieldRulePath identifies a rule.
type FieldRulePath struct {
	httpapi.ProjectPath
	RuleID int64 `path:"fieldRuleId" minimum:"1"`
}

type createInput struct {
	httpapi.ProjectPath
	Body FieldRuleFields
}

type updateInput struct {
	FieldRulePath
	Body FieldRuleFields
}

type testInput struct {
	FieldRulePath
	Body FieldTest
}

type actionsInput struct {
	httpapi.ProjectPath
	httpapi.Paging
	RuleID  int64  `query:"fieldRuleId" minimum:"0" doc:"0: of all rules"`
	AlertID int64  `query:"alertId" minimum:"0" doc:"0: of all alerts"`
	State   string `query:"state" enum:"pending,claimed,ordered,answered,failed,unknown,joined,kept,left"`
}

type server struct {
	*httpapi.Kernel
	ledger   Ledger
	commands *command.Service
	devices  *device.Service
}

const (
	exampleBody = `{"name":"Denser readings","enable":true,"level":2,"deviceIds":[{deviceId}],"action":"interval","intervalSeconds":600,"longestMinutes":720}`
	changedBody = `{"name":"Denser readings","enable":true,"level":3,"deviceIds":[{deviceId}],"action":"interval","intervalSeconds":300,"longestMinutes":720}`
	nearMiss    = `{"name":"Denser readings","enable":true,"level":2,"deviceIds":[{deviceId}],"action":"interval","intervalSeconds":60,"longestMinutes":720}`
)

func (s *server) register() {
	const list = "/projects/{projectId}/field-rules"
	const one = list + "/{fieldRuleId}"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.AlertRule, Action: action}
	}
	const both = "Needs also the permission to change devices of the project, as commands do."
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listFieldRules", Method: http.MethodGet, Path: list, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "What devices of a project do while alerts are open",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createFieldRule", Method: http.MethodPost, Path: list, Tag: "alerts", Need: need(access.Create), Status: http.StatusCreated,
		Summary: "Create a field rule", Example: exampleBody, NearMiss: httpapi.NearMiss{Body: nearMiss, Field: "intervalSeconds"},
		Detail: "Only alerts that are found within 2 h of their reading trigger, as for messages. " + both,
	}, s.create)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateFieldRule", Method: http.MethodPut, Path: one, Tag: "alerts", Need: need(access.Update),
		Summary: "Replace a field rule", Example: changedBody,
		Detail: "What it holds is switched off if it is disabled, or if its action or devices change. " + both,
	}, s.update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteFieldRule", Method: http.MethodDelete, Path: one, Tag: "alerts", Need: need(access.Delete),
		Summary: "Delete a field rule", Detail: "What it holds is switched off. Its actions stay in the ledger. " + both,
	}, s.delete)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "testFieldRule", Method: http.MethodPost, Path: one + "/test", Tag: "alerts", Need: need(access.Update),
		Summary: "Switch a device of a field rule on for 5 s, or off", Example: `{"deviceId":{deviceId},"turn":"on"}`,
		Detail: "The command goes the same way as because of an alert. A test is not kept for a device that is offline. " + both,
	}, s.test)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listFieldActions", Method: http.MethodGet, Path: "/projects/{projectId}/field-actions", Tag: "alerts", Need: need(access.Retrieve),
		Unmeasured: "a page by index", Summary: "What devices did because of alerts of a project, newest first", Detail: "Sorts by createdAt.",
	}, s.actions)
}

func (s *server) list(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[FieldRule]], error) {
	rules, err := s.ledger.Rules(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyList(rules, ruleOf), nil
}

func (s *server) create(ctx context.Context, in *createInput) (*httpapi.Output[FieldRule], error) {
	return s.save(ctx, in.Body.rule(in.ProjectID, 0))
}

func (s *server) update(ctx context.Context, in *updateInput) (*httpapi.Output[FieldRule], error) {
	return s.save(ctx, in.Body.rule(in.ProjectID, in.RuleID))
}

func (s *server) save(ctx context.Context, r Rule) (*httpapi.Output[FieldRule], error) {
	who := httpapi.CallerOf(ctx)
	if err := s.mayCommand(ctx, r.ProjectID); err != nil {
		return nil, err
	}
	if r.ID != 0 {
		if _, err := s.ledger.Rule(ctx, who.Scope, r.ProjectID, r.ID); err != nil {
			return nil, err
		}
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	if err := s.checkCommands(ctx, &r); err != nil {
		return nil, err
	}
	if err := s.ledger.SaveRule(ctx, who.Actor(), &r); err != nil {
		return nil, err
	}
	return httpapi.Reply(ruleOf(r)), nil
}

// checkCommands checks that the models of all devices have the commands of a rule.
func (s *server) checkCommands(ctx context.Context, r *Rule) error {
	var refused errs.Refusals
	for i, id := range r.Devices {
		d, err := s.devices.Get(ctx, httpapi.CallerOf(ctx).Scope, id)
		if errs.Is(err, errs.NothingHere) || err == nil && d.ProjectID != r.ProjectID {
			refused.Add(fmt.Sprintf("deviceIds[%d]", i), errs.NothingHere)
			continue
		}
		if err != nil {
			return err
		}
		if r.Action != Command {
			continue
		}
		if err := refused.Within("on", s.commands.CheckModel(ctx, d, r.On.Code, r.On.Params)); err != nil {
			return err
		}
		if r.Off == nil {
			continue
		}
		if err := refused.Within("off", s.commands.CheckModel(ctx, d, r.Off.Code, r.Off.Params)); err != nil {
			return err
		}
	}
	return refused.Err()
}

// mayCommand returns an error unless the caller may send commands to devices of a project.
func (s *server) mayCommand(ctx context.Context, project int64) error {
	return httpapi.CallerOf(ctx).Require(httpapi.DevicePermission(access.Update), project)
}

func (s *server) delete(ctx context.Context, in *FieldRulePath) (*httpapi.Output[httpapi.Done], error) {
	if err := s.mayCommand(ctx, in.ProjectID); err != nil {
		return nil, err
	}
	err := s.ledger.DeleteRule(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.RuleID)
	return httpapi.Reply(httpapi.Done{}), err
}

func (s *server) test(ctx context.Context, in *testInput) (*httpapi.Output[httpapi.List[FieldAction]], error) {
	who := httpapi.CallerOf(ctx)
	if err := s.mayCommand(ctx, in.ProjectID); err != nil {
		return nil, err
	}
	r, err := s.ledger.Rule(ctx, who.Scope, in.ProjectID, in.RuleID)
	if err != nil {
		return nil, err
	}
	d, err := s.testable(ctx, &r, in.Body)
	if err != nil {
		return nil, err
	}
	list, err := s.ledger.Try(ctx, who.Actor(), &r, d.ID, in.Body.Turn == string(On))
	if err != nil {
		return nil, err
	}
	for i := range list {
		list[i].DeviceName = d.Name
	}
	return httpapi.ReplyList(list, shown(ctx)), nil
}

// testable returns the device of a rule that a person wants to switch.
func (s *server) testable(ctx context.Context, r *Rule, t FieldTest) (d device.Device, err error) {
	for _, id := range r.Devices {
		if id != t.DeviceID {
			continue
		}
		if d, err = s.devices.Get(ctx, httpapi.CallerOf(ctx).Scope, id); err != nil {
			return d, err
		}
		if t.Turn == string(Off) && r.endsItself() {
			return d, errs.OnField("turn", errs.NotOneOf, "allowed", string(On))
		}
		return d, nil
	}
	return d, errs.OnField("deviceId", errs.NothingHere)
}

func (s *server) actions(ctx context.Context, in *actionsInput) (*httpapi.Output[httpapi.Page[FieldAction]], error) {
	page, err := s.ledger.Actions(ctx, httpapi.CallerOf(ctx).Scope, Filter{
		Query: in.Query(), ProjectID: in.ProjectID, RuleID: in.RuleID, AlertID: in.AlertID, State: State(in.State),
	})
	if err != nil {
		return nil, err
	}
	return httpapi.ReplyPage(page, shown(ctx)), nil
}

func (f *FieldRuleFields) rule(project, id int64) Rule {
	r := Rule{
		ID: id, ProjectID: project, Name: f.Name, Enabled: f.Enable, Level: alarm.Level(f.Level), Measurements: f.Measurements,
		Structures: f.StructureIDs, Points: f.PointIDs, Devices: f.DeviceIDs, Action: f.Action, Seconds: f.IntervalSeconds, Longest: f.LongestMinutes,
	}
	if f.On != nil {
		r.On = Order(*f.On)
	}
	if f.Off != nil {
		r.Off = &Order{f.Off.Code, f.Off.Params}
	}
	return r
}

func ruleOf(r Rule) FieldRule {
	made := FieldRule{ID: r.ID, ProjectID: r.ProjectID, UpdatedAt: r.UpdatedAt, FieldRuleFields: FieldRuleFields{
		Name: r.Name, Enable: r.Enabled, Level: int(r.Level), Measurements: httpapi.ListOf(r.Measurements, httpapi.AsIs),
		StructureIDs: httpapi.ListOf(r.Structures, httpapi.AsIs), PointIDs: httpapi.ListOf(r.Points, httpapi.AsIs),
		DeviceIDs: httpapi.ListOf(r.Devices, httpapi.AsIs), Action: r.Action, IntervalSeconds: r.Seconds, LongestMinutes: r.Longest,
	}}
	if r.Action == Command {
		made.On = &FieldCommand{r.On.Code, r.On.Params}
	}
	if r.Off != nil {
		made.Off = &FieldCommand{r.Off.Code, r.Off.Params}
	}
	return made
}

// shown returns how the caller sees actions.
func shown(ctx context.Context) func(Action) FieldAction {
	language := httpapi.LanguageOf(ctx)
	return func(a Action) FieldAction {
		made := FieldAction{
			ID: a.ID, FieldRuleID: a.RuleID, FieldRuleName: a.RuleName, Grade: int(a.Grade), AlertID: a.AlertID, DeviceID: a.DeviceID, DeviceName: a.DeviceName,
			Turn: string(a.Turn), Why: a.Why, Action: Command, State: string(a.State), Reason: a.Reason, CommandID: a.CommandID,
			CommandState: string(a.CommandState), Answer: a.Answer, Attempts: a.Attempts, Repeated: a.Unsure > 0, AccountName: a.AccountName,
			CreatedAt: a.CreatedAt, OrderedAt: a.OrderedAt, EndedAt: a.EndedAt,
		}
		if a.Kind == command.SetInterval {
			made.Action, made.IntervalSeconds = Interval, seconds(a.Args)
		} else {
			made.Code = codeOf(a.Args)
		}
		if message, ok := errs.ByCode(a.RefusedCode); ok && a.RefusedCode != 0 {
			made.Refusal = message.Text(language, nil)
		}
		if a.State == Pending {
			made.DueAt = a.DueAt
		}
		return made
	}
}
