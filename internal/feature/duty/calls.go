package duty

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
)

const (
	shownBefore = 1  // weeks before the present one
	shownAfter  = 12 // weeks from the beginning of the present one
)

// DutyFields are the fields of a duty roster that people write.
type DutyFields struct {
	AccountIDs []int64 `json:"accountIds" minItems:"1" maxItems:"30" doc:"Members of the project, in the order of their weeks"`
	FirstDate  string  `json:"firstDate" format:"date" doc:"2006-01-02, a day on which the first person takes over. Its weekday is that of all hand-overs"`
	Hour       int     `json:"hour" minimum:"0" maximum:"23" doc:"Of hand-overs, in the time zone of the project"`
}

// DutyRoster is who is on duty in a project.
type DutyRoster struct {
	Exists     bool         `json:"exists" doc:"false: the project has no roster, and all else is empty"`
	AccountIDs []int64      `json:"accountIds"`
	FirstDate  string       `json:"firstDate"`
	Hour       int          `json:"hour"`
	Now        int64        `json:"now" doc:"UTC ms: the time of the answer"`
	AccountID  int64        `json:"accountId" doc:"Who is on duty now; 0: nobody, because everybody has left the project"`
	Until      int64        `json:"until" doc:"UTC ms until which they are on duty; the end of the spans if nobody follows before that"`
	Spans      []DutySpan   `json:"spans" doc:"Who is on duty from a week before the present one to 12 weeks later, without gaps"`
	Swaps      []DutySwap   `json:"swaps" doc:"Those that end in the time of the spans or later, withdrawn ones included, newest first"`
	People     []DutyPerson `json:"people" doc:"Everybody that is named above"`
}

// DutySpan is a time in which one person is on duty.
type DutySpan struct {
	From      int64 `json:"from" doc:"UTC ms"`
	To        int64 `json:"to" doc:"UTC ms, excluded"`
	AccountID int64 `json:"accountId" doc:"0: nobody, because everybody has left the project"`
	SwapID    int64 `json:"swapId" doc:"The swap that says so; 0: the order"`
}

// DutySwapFields are the fields of a swap that people write.
type DutySwapFields struct {
	From      int64 `json:"from" doc:"UTC ms"`
	To        int64 `json:"to" doc:"UTC ms, excluded; at most a year ahead"`
	AccountID int64 `json:"accountId" minimum:"1" doc:"The member who takes over"`
}

// DutySwap is a span that somebody takes over.
type DutySwap struct {
	ID int64 `json:"id"`
	DutySwapFields
	RecordedAt  int64 `json:"recordedAt" doc:"UTC ms"`
	RecordedBy  int64 `json:"recordedBy" doc:"Account"`
	WithdrawnAt int64 `json:"withdrawnAt" doc:"UTC ms; 0: it counts"`
	WithdrawnBy int64 `json:"withdrawnBy" doc:"Account; 0: it counts"`
}

// DutyPerson is somebody who is named in a roster.
type DutyPerson struct {
	AccountID int64  `json:"accountId"`
	Name      string `json:"name"`
	Here      bool   `json:"here" doc:"Active and a member of the project; others are skipped"`
}

type saveInput struct {
	httpapi.ProjectPath
	Body DutyFields
}

type swapInput struct {
	httpapi.ProjectPath
	Body DutySwapFields
}

// DutySwapPath identifies a swap.
type DutySwapPath struct {
	httpapi.ProjectPath
	SwapID int64 `path:"swapId" minimum:"1"`
}

type server struct {
	*httpapi.Kernel
	rosters *Store
}

const (
	exampleBody = `{"accountIds":[{memberId}],"firstDate":"2026-01-05","hour":8}`
	nearMiss    = `{"accountIds":[1],"firstDate":"1999-01-05","hour":8}`
	exampleSwap = `{"from":1767600000000,"to":1767686400000,"accountId":{memberId}}`
)

func (s *server) register() {
	const path = "/projects/{projectId}/duty"
	need := func(action access.Action) access.Permission {
		return access.Permission{Area: access.AlertRule, Action: action}
	}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getDutyRoster", Method: http.MethodGet, Path: path, Tag: "alerts", Need: need(access.Retrieve), Unmeasured: "few rows, by index",
		Summary: "Who is on duty in a project", Detail: "Swaps count before the order; of two swaps for the same time, the later one counts.",
	}, s.get)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "saveDutyRoster", Method: http.MethodPut, Path: path, Tag: "alerts", Need: need(access.Update),
		Summary: "Set the weekly turns of a project", Example: exampleBody, NearMiss: httpapi.NearMiss{Body: nearMiss, Field: "firstDate"},
		Detail: "The order holds for all weeks before and after the first date. Swaps stay.",
	}, s.save)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createDutySwap", Method: http.MethodPost, Path: path + "/swaps", Tag: "alerts", Need: need(access.Update), Status: http.StatusCreated,
		Summary: "Hand a span of duty to somebody else", Example: exampleSwap,
	}, s.addSwap)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "withdrawDutySwap", Method: http.MethodDelete, Path: path + "/swaps/{swapId}", Tag: "alerts", Need: need(access.Update),
		Summary: "Withdraw a swap", Detail: "It stays in the list, as withdrawn.",
	}, s.withdraw)
}

func (s *server) get(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[DutyRoster], error) {
	now := clock.Now().UnixMilli()
	since := now - (shownBefore+1)*week.Milliseconds()
	p, err := s.rosters.Plan(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, since)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(shown(p, now)), nil
}

func (s *server) save(ctx context.Context, in *saveInput) (*httpapi.Output[DutyRoster], error) {
	set := Settings{Accounts: in.Body.AccountIDs, First: in.Body.FirstDate, Hour: in.Body.Hour}
	if err := s.rosters.Save(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, set); err != nil {
		return nil, err
	}
	return s.get(ctx, &in.ProjectPath)
}

func (s *server) addSwap(ctx context.Context, in *swapInput) (*httpapi.Output[DutySwap], error) {
	swap := Swap{From: in.Body.From, To: in.Body.To, Account: in.Body.AccountID}
	e, err := s.rosters.AddSwap(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, swap)
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(shownSwap(e)), nil
}

func (s *server) withdraw(ctx context.Context, in *DutySwapPath) (*httpapi.Output[httpapi.Done], error) {
	err := s.rosters.Withdraw(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.SwapID)
	return httpapi.Reply(httpapi.Done{}), err
}

func shownSwap(e Entry) DutySwap {
	return DutySwap{
		ID: e.ID, DutySwapFields: DutySwapFields{e.From, e.To, e.Account}, RecordedAt: e.RecordedAt, RecordedBy: e.RecordedBy,
		WithdrawnAt: e.WithdrawnAt, WithdrawnBy: e.WithdrawnBy,
	}
}

func shown(p Plan, now int64) DutyRoster {
	answer := DutyRoster{AccountIDs: []int64{}, Now: now, Spans: []DutySpan{}, Swaps: []DutySwap{}, People: []DutyPerson{}}
	r := p.Roster
	if r == nil {
		return answer
	}
	answer.Exists, answer.FirstDate, answer.Hour = true, r.First.Format(time.DateOnly), r.Hour
	for _, t := range r.Turns {
		answer.AccountIDs = append(answer.AccountIDs, t.Account)
	}
	present := r.weekOf(now)
	answer.AccountID = r.At(now)
	for _, span := range r.Spans(r.handOver(present-shownBefore), r.handOver(present+shownAfter)) {
		answer.Spans = append(answer.Spans, DutySpan{span.From, span.To, span.Account, span.Swap})
		follows := answer.Until == 0 || answer.Until == span.From
		if span.To > now && follows && span.Account == answer.AccountID {
			answer.Until = span.To
		}
	}
	answer.Swaps = httpapi.ListOf(p.Entries, shownSwap)
	answer.People = httpapi.ListOf(p.People, func(a Person) DutyPerson { return DutyPerson{a.Account, a.Name, a.Here} })
	return answer
}
