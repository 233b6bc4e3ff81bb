package grading

import (
	"context"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// ResponseClock is the response clock of a grade of a warning.
type ResponseClock struct {
	Level            int    `json:"level" minimum:"1" maximum:"4"`
	StartedAt        int64  `json:"startedAt" doc:"UTC ms"`
	DueAt            int64  `json:"dueAt" doc:"UTC ms"`
	AcknowledgedAt   int64  `json:"acknowledgedAt" doc:"UTC ms; 0: not yet"`
	AcknowledgedName string `json:"acknowledgedName"`
	OverdueAt        int64  `json:"overdueAt" doc:"UTC ms at which the next responders got a message; 0: not"`
}

// GradedWarning is a graded early warning in a list, with the response clock of its highest grade.
type GradedWarning struct {
	AlertID      int64          `json:"alertId"`
	GradingID    int64          `json:"gradingId"`
	GradingName  string         `json:"gradingName"`
	Kind         string         `json:"kind" enum:"single,multi"`
	Status       string         `json:"status" enum:"Pending,Notice,Confirm,FalseAlarm,Restore"`
	Level        int            `json:"level" minimum:"1" maximum:"4" doc:"The highest reached"`
	CurrentLevel int            `json:"currentLevel" minimum:"0" maximum:"4"`
	Location     string         `json:"location" doc:"The point, with node and depth of an array, in the caller's language"`
	Reason       string         `json:"reason" doc:"In the caller's language"`
	Opened       int64          `json:"opened" doc:"UTC ms of the reading that opened it"`
	Ended        int64          `json:"ended" doc:"UTC ms; 0: ongoing"`
	WithdrawnAt  int64          `json:"withdrawnAt" doc:"UTC ms at which it was found not to exist; 0: in force"`
	ClosedAt     int64          `json:"closedAt" doc:"UTC ms; 0: not closed"`
	ClosedName   string         `json:"closedName"`
	Clock        *ResponseClock `json:"clock,omitempty" doc:"Omitted: the grade has no emergency plan"`
}

// GradedResponse is what people do about a graded early warning.
type GradedResponse struct {
	Plan     *EmergencyPlan  `json:"plan,omitempty" doc:"Of the highest grade that was asked; omitted: none"`
	People   []string        `json:"people" doc:"Names of the plan's responders, in their order"`
	Clocks   []ResponseClock `json:"clocks" doc:"By grade"`
	Actions  []GradedAction  `json:"actions" doc:"Oldest first"`
	MayClose bool            `json:"mayClose" doc:"The caller may close the warning: confirm it or mark it as false"`
}

// GradedAction is what a person did about a warning.
type GradedAction struct {
	ID        int64    `json:"id"`
	Author    string   `json:"author" doc:"Name of the person"`
	Text      string   `json:"text"`
	Pictures  []string `json:"pictures"`
	CreatedAt int64    `json:"createdAt" doc:"UTC ms"`
}

type warningList struct {
	httpapi.ProjectPath
	httpapi.Paging
	Open bool `query:"open" doc:"Only those that are open"`
}

// AlertPath identifies an alert.
type AlertPath struct {
	AlertID int64 `path:"alertId" minimum:"1"`
}

type actionInput struct {
	AlertPath
	Body struct {
		Text     string   `json:"text" minLength:"1" maxLength:"4000"`
		Pictures []string `json:"pictures,omitempty" maxItems:"9" doc:"As returned by POST /upload/images?scope=picture"`
	}
}

func (s *server) registerWarnings() {
	const path = "/alerts/{alertId}/graded-response"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.Alert, Action: action}
	}
	const notGraded = "8724: the alert is no graded early warning."
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listGradedWarnings", Method: http.MethodGet, Path: "/projects/{projectId}/graded-warnings", Tag: "alerts", Need: need(access.Retrieve),
		Unmeasured: "the list of alerts with a few rows by index", Summary: "Graded early warnings of a project with their response clocks",
		Detail: "Active ones first, then the graver and the newer.",
	}, s.warnings)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getGradedResponse", Method: http.MethodGet, Path: path, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Plan, response clocks and actions of a graded early warning", Detail: notGraded,
	}, s.response)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "acknowledgeGradedWarning", Method: http.MethodPost, Path: path + "/acknowledgement", Tag: "alerts", Need: need(access.Update),
		Summary: "Acknowledge a graded early warning", Detail: "Stops its response clocks and decides nothing. 8723: no clock runs. " + notGraded,
	}, s.acknowledge)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createGradedAction", Method: http.MethodPost, Path: path + "/actions", Tag: "alerts", Need: need(access.Update), Status: http.StatusCreated,
		Summary: "Record what was done about a graded early warning", Detail: "Entries stay as they were written; a warning has at most 200. " + notGraded,
		Example: `{"text":"Struts tightened, traffic stopped"}`,
	}, s.act)
}

func (s *server) warnings(ctx context.Context, in *warningList) (*httpapi.Output[httpapi.Page[GradedWarning]], error) {
	who := httpapi.CallerOf(ctx)
	no := false
	filter := alarm.Filter{Query: in.Query(), ProjectID: in.ProjectID, Type: alarm.TypeGraded}
	if in.Open {
		filter.Statuses, filter.Withdrawn = []alarm.Status{alarm.Pending, alarm.Notice}, &no
	}
	page, err := s.alerts.List(ctx, who.Scope, filter)
	if err != nil {
		return nil, err
	}
	ids := make([]int64, len(page.List))
	for i := range page.List {
		ids[i] = page.List[i].ID
	}
	clocks, err := s.store.Clocks(ctx, who.Scope, ids)
	if err != nil {
		return nil, err
	}
	names, err := s.store.gradingNames(ctx, who.Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	language := httpapi.LanguageOf(ctx)
	return httpapi.ReplyPage(page, func(a alarm.Listed) GradedWarning {
		made := GradedWarning{
			AlertID: a.ID, GradingID: a.GradingID, GradingName: names[a.GradingID], Kind: single, Status: string(a.Status), Level: int(a.Level),
			CurrentLevel: int(a.CurrentLevel), Location: alarm.Location(&a.Record, a.PointName, language), Reason: alarm.Reason(&a.Record, language),
			Opened: a.Opened, Ended: a.Ended, WithdrawnAt: a.WithdrawnAt, ClosedAt: a.ProcessedAt, ClosedName: a.ProcessedName,
		}
		if a.PointID == 0 {
			made.Kind = multi
		}
		if list := clocks[a.ID]; len(list) > 0 {
			last := shownClock(list[len(list)-1])
			made.Clock = &last
		}
		return made
	}), nil
}

func shownClock(c Clock) ResponseClock {
	return ResponseClock{c.Level, c.StartedAt, c.DueAt, c.AcknowledgedAt, c.AcknowledgedName, c.OverdueAt}
}

// graded returns the alert of the path if it is a graded warning.
func graded(ctx context.Context) (*alarm.Listed, error) {
	alert := httpapi.CallerOf(ctx).Target.Alert
	if alert.Kind != alarm.OfGraded {
		return nil, errs.New(errs.NotGraded)
	}
	return alert, nil
}

func (s *server) response(ctx context.Context, in *AlertPath) (*httpapi.Output[GradedResponse], error) {
	alert, err := graded(ctx)
	if err != nil {
		return nil, err
	}
	who := httpapi.CallerOf(ctx)
	mayClose := who.May(access.Project, access.Update, alert.ProjectID) && who.May(access.Alert, access.Update, alert.ProjectID)
	made := GradedResponse{MayClose: mayClose, People: []string{}}
	clocks, err := s.store.Clocks(ctx, who.Scope, []int64{alert.ID})
	if err != nil {
		return nil, err
	}
	made.Clocks = httpapi.ListOf(clocks[alert.ID], shownClock)
	level := int(alert.Level)
	if n := len(made.Clocks); n > 0 {
		level = max(level, made.Clocks[n-1].Level)
	}
	plans, err := s.store.Plans(ctx, who.Scope, alert.ProjectID)
	if err != nil {
		return nil, err
	}
	for i := range plans {
		if plans[i].Level == level {
			plan := shownPlan(plans[i])
			made.Plan = &plan
			if made.People, err = s.store.people(ctx, plan.Responders); err != nil {
				return nil, err
			}
		}
	}
	actions, err := s.store.Actions(ctx, who.Scope, alert.ID)
	if err != nil {
		return nil, err
	}
	made.Actions = httpapi.ListOf(actions, func(a Action) GradedAction {
		return GradedAction{ID: a.ID, Author: a.Author, Text: a.Text, Pictures: s.signed(a.Pictures), CreatedAt: a.CreatedAt}
	})
	return httpapi.Reply(made), nil
}

func (s *server) acknowledge(ctx context.Context, in *AlertPath) (*httpapi.Output[GradedResponse], error) {
	alert, err := graded(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.store.Acknowledge(ctx, httpapi.CallerOf(ctx).Actor(), alert); err != nil {
		return nil, err
	}
	return s.response(ctx, in)
}

func (s *server) act(ctx context.Context, in *actionInput) (*httpapi.Output[GradedResponse], error) {
	alert, err := graded(ctx)
	if err != nil {
		return nil, err
	}
	pictures, err := s.kept(ctx, in.Body.Pictures, nil)
	if err != nil {
		return nil, err
	}
	if err := s.store.AddAction(ctx, httpapi.CallerOf(ctx).Actor(), alert, in.Body.Text, pictures); err != nil {
		return nil, err
	}
	return s.response(ctx, &in.AlertPath)
}
