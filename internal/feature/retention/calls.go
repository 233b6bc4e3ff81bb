package retention

import (
	"context"
	"net/http"

	"plumbline/internal/field/ingest"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
)

// RetentionAmount is how much data there are.
type RetentionAmount struct {
	Rows  int64 `json:"rows"`
	Bytes int64 `json:"bytes"`
	First int64 `json:"first" doc:"Time of the oldest, UTC ms; 0: none"`
	Last  int64 `json:"last" doc:"Time of the newest, UTC ms; 0: none"`
}

// RetentionKind is how long a kind of data is kept.
type RetentionKind struct {
	Kind      string           `json:"kind" example:"device_picture"`
	Name      string           `json:"name" doc:"In the caller's language"`
	Days      int              `json:"days" doc:"Age at which data are deleted; 0: never"`
	Origin    string           `json:"origin" enum:"product,corporation,project" doc:"What decides the age"`
	Above     int              `json:"above" doc:"Age that holds if this level sets none; 0: kept forever"`
	ChangedAt int64            `json:"changedAt" doc:"UTC ms; nothing is deleted in the 24 hours after. 0: never changed"`
	Fixed     string           `json:"fixed" doc:"Why the age cannot be set, in the caller's language; empty: it can"`
	MinDays   int              `json:"minDays" doc:"Smallest age that can be set"`
	MaxDays   int              `json:"maxDays" doc:"Largest age that can be set"`
	Stored    *RetentionAmount `json:"stored,omitempty" doc:"Omitted for kinds that cannot be set"`
	Grown     *RetentionAmount `json:"grown,omitempty" doc:"Of the last 30 days"`
}

// RetentionState is how long each kind of data is kept.
type RetentionState struct {
	Kinds   []RetentionKind `json:"kinds" nullable:"false"`
	NextRun int64           `json:"nextRun" doc:"When data are deleted next, UTC ms"`
}

// RetentionBody is an age to set or to preview.
type RetentionBody struct {
	Kind string `json:"kind" minLength:"1" maxLength:"40" example:"device_picture"`
	Days *int   `json:"days,omitempty" minimum:"0" maximum:"36500" doc:"0: keep forever; omitted: the default of the corporation or of the product"`
}

// RetentionHolder protects data from being deleted.
type RetentionHolder struct {
	Kind      string `json:"kind" enum:"alert"`
	ID        int64  `json:"id"`
	ProjectID int64  `json:"projectId"`
	Name      string `json:"name" doc:"Of the measuring point or device"`
	Since     int64  `json:"since" doc:"UTC ms"`
}

// RetentionKept is how much data is protected.
type RetentionKept struct {
	Rows  int64 `json:"rows"`
	Bytes int64 `json:"bytes"`
}

// RetentionPreview is what an age would delete.
type RetentionPreview struct {
	Days      int               `json:"days" doc:"The age that would hold; 0: kept forever"`
	Before    int64             `json:"before" doc:"Everything older would be deleted at the first run, UTC ms; 0: nothing"`
	FirstRun  int64             `json:"firstRun" doc:"When that would be, UTC ms; 0: never"`
	Deleted   RetentionAmount   `json:"deleted"`
	Devices   int               `json:"devices" doc:"Devices of which something would be deleted"`
	Protected RetentionKept     `json:"protected" doc:"Old enough, but open alerts refer to it"`
	By        []RetentionHolder `json:"by" nullable:"false" doc:"What protects it, the oldest 20"`
	Holders   int               `json:"holders" doc:"How many protect it"`
	Grown     RetentionAmount   `json:"grown" doc:"Of the last 30 days"`
}

// RetentionRun is what was deleted of a kind in one run.
type RetentionRun struct {
	ID      int64  `json:"id"`
	Kind    string `json:"kind"`
	Name    string `json:"name" doc:"In the caller's language"`
	Days    int    `json:"days" doc:"The age that held"`
	BeganAt int64  `json:"beganAt" doc:"UTC ms"`
	EndedAt int64  `json:"endedAt" doc:"UTC ms; 0: it goes on"`
	RetentionAmount
}

// RetentionMark says that data of a device were deleted.
type RetentionMark struct {
	Kind      string `json:"kind"`
	DeletedAt int64  `json:"deletedAt" doc:"The last time, UTC ms"`
	Rows      int64  `json:"rows" doc:"In all"`
	Last      int64  `json:"last" doc:"Time of the newest that was deleted, UTC ms"`
}

type runsInput struct {
	httpapi.ProjectPath
	httpapi.Paging
}

type projectBody struct {
	httpapi.ProjectPath
	Body RetentionBody
}

type corporationBody struct {
	httpapi.CorporationPath
	Body RetentionBody
}

type server struct {
	*httpapi.Kernel
	retention *Service
}

const example = `{"kind":"device_picture","days":365}`

var nearMiss = httpapi.NearMiss{Body: `{"kind":"device_picture","days":1}`, Field: "days"}

const howDetail = "Nothing is deleted in the 24 hours after a change. Data that open alerts refer to, and those of the 7 days before, are kept."

func (s *server) register() {
	const project, corporation = "/projects/{projectId}/retention", "/corporations/{corporationId}/retention"
	ofProject := func(a access.Action) access.Permission { return access.Permission{Area: access.Project, Action: a} }
	ofCorporation := func(a access.Action) access.Permission { return access.Permission{Area: access.Corporation, Action: a} }
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getRetention", Method: http.MethodGet, Path: project, Tag: "projects", Need: ofProject(access.Retrieve),
		Summary: "How long data of a project are kept, and how much there is",
	}, s.ofProject)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setRetention", Method: http.MethodPut, Path: project, Tag: "projects", Need: ofProject(access.Update), Example: example, NearMiss: nearMiss,
		Summary: "Set how long a kind of data of a project is kept", Detail: howDetail,
	}, s.setOfProject)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewRetention", Method: http.MethodPost, Path: project + "/preview", Tag: "projects", Need: ofProject(access.Update), Example: example,
		NearMiss: nearMiss, Unlogged: httpapi.ReadsOnly, Summary: "What an age would delete in a project",
	}, s.previewOfProject)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listRetentionRuns", Method: http.MethodGet, Path: project + "/runs", Tag: "projects", Need: ofProject(access.Retrieve),
		Summary: "What was deleted in a project, the latest first",
	}, s.runs)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getCorporationRetention", Method: http.MethodGet, Path: corporation, Tag: "corporations", Need: ofCorporation(access.Retrieve),
		Summary: "How long data are kept in projects that set nothing themselves, and how much all projects have",
	}, s.ofCorporation)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setCorporationRetention", Method: http.MethodPut, Path: corporation, Tag: "corporations", Need: ofCorporation(access.Update), Example: example,
		NearMiss: nearMiss, Summary: "Set how long a kind of data is kept in projects that set nothing themselves", Detail: howDetail,
	}, s.setOfCorporation)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewCorporationRetention", Method: http.MethodPost, Path: corporation + "/preview", Tag: "corporations", Need: ofCorporation(access.Update),
		Example: example, NearMiss: nearMiss, Unlogged: httpapi.ReadsOnly, Summary: "What an age would delete in projects that set nothing themselves",
	}, s.previewOfCorporation)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getDeviceRetention", Method: http.MethodGet, Path: "/corporations/{corporationId}/devices/{deviceId}/retention", Tag: "devices",
		Need: httpapi.DevicePermission(access.Retrieve), Unmeasured: "a row for each kind, by key", Summary: "What was deleted of a device because of its age",
	}, s.marks)
}

func (s *server) ofProject(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[RetentionState], error) {
	place, err := s.retention.place(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return s.reply(ctx, place)
}

func (s *server) ofCorporation(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[RetentionState], error) {
	return s.reply(ctx, Place{Corporation: in.CorporationID})
}

func (s *server) reply(ctx context.Context, place Place) (*httpapi.Output[RetentionState], error) {
	list, next, err := s.retention.List(ctx, place)
	lang := string(httpapi.LanguageOf(ctx))
	return httpapi.Reply(RetentionState{NextRun: next, Kinds: httpapi.ListOf(list, func(state State) RetentionKind {
		k, setting := state.Kind, state.Setting
		shown := RetentionKind{Kind: k.Code, Name: k.Label.In(lang), Origin: string(OfProduct), Fixed: k.Fixed.In(lang)}
		if k.settable() {
			stored, grown := amountOf(state.Stored), amountOf(state.Grown)
			shown.Days, shown.Origin, shown.Above, shown.ChangedAt = setting.Days, string(setting.Origin), setting.Above, setting.ChangedAt
			shown.MinDays, shown.MaxDays, shown.Stored, shown.Grown = k.MinDays, maxDays, &stored, &grown
		}
		return shown
	})}), err
}

func (s *server) setOfProject(ctx context.Context, in *projectBody) (*httpapi.Output[RetentionState], error) {
	place, err := s.retention.place(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return s.set(ctx, place, in.Body)
}

func (s *server) setOfCorporation(ctx context.Context, in *corporationBody) (*httpapi.Output[RetentionState], error) {
	return s.set(ctx, Place{Corporation: in.CorporationID}, in.Body)
}

func (s *server) set(ctx context.Context, place Place, body RetentionBody) (*httpapi.Output[RetentionState], error) {
	if err := s.retention.Save(ctx, httpapi.CallerOf(ctx).Actor(), place, body.Kind, body.Days); err != nil {
		return nil, err
	}
	return s.reply(ctx, place)
}

func (s *server) previewOfProject(ctx context.Context, in *projectBody) (*httpapi.Output[RetentionPreview], error) {
	place, err := s.retention.place(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	if err != nil {
		return nil, err
	}
	return s.preview(ctx, place, in.Body)
}

func (s *server) previewOfCorporation(ctx context.Context, in *corporationBody) (*httpapi.Output[RetentionPreview], error) {
	return s.preview(ctx, Place{Corporation: in.CorporationID}, in.Body)
}

// shownHolders is the number of holders in a preview.
const shownHolders = 20

func (s *server) preview(ctx context.Context, place Place, body RetentionBody) (*httpapi.Output[RetentionPreview], error) {
	p, err := s.retention.Preview(ctx, place, body.Kind, body.Days)
	return httpapi.Reply(RetentionPreview{
		Days: p.Days, Before: p.Before, FirstRun: p.FirstRun, Deleted: amountOf(p.Deleted), Devices: p.Devices, Protected: RetentionKept(p.Protected),
		Grown: amountOf(p.Grown), Holders: len(p.By),
		By: httpapi.ListOf(p.By[:min(len(p.By), shownHolders)], func(h Holder) RetentionHolder {
			return RetentionHolder{h.Kind, h.ID, h.Project, h.Name, h.Since}
		}),
	}), err
}

func (s *server) runs(ctx context.Context, in *runsInput) (*httpapi.Output[httpapi.Page[RetentionRun]], error) {
	if _, err := s.retention.place(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID); err != nil {
		return nil, err
	}
	page, err := s.retention.Runs(ctx, in.ProjectID, in.Query())
	lang := string(httpapi.LanguageOf(ctx))
	return httpapi.ReplyPage(page, func(r Run) RetentionRun {
		return RetentionRun{
			ID: r.ID, Kind: r.Kind, Name: s.retention.name(r.Kind, lang), Days: r.Days, BeganAt: r.BeganAt, EndedAt: r.EndedAt,
			RetentionAmount: RetentionAmount{r.RowCount, r.Bytes, r.FirstTime, r.LastTime},
		}
	}), err
}

func (s *server) marks(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[httpapi.List[RetentionMark]], error) {
	list, err := s.retention.store.Marks(ctx, in.DeviceID)
	return httpapi.ReplyList(list, func(m Mark) RetentionMark { return RetentionMark{m.Kind, m.DeletedAt, m.RowCount, m.LastTime} }), err
}

func amountOf(a ingest.Amount) RetentionAmount { return RetentionAmount(a) }
