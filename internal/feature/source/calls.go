package source

import (
	"context"
	"net/http"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/jsonmap"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/fieldapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
)

// DataSource is a source as the API returns it.
type DataSource struct {
	ID        int64            `json:"id"`
	Name      string           `json:"name"`
	Kind      string           `json:"kind" enum:"pull,broker,folder,sftp,upload"`
	Enabled   bool             `json:"enabled"`
	DeviceIDs []int64          `json:"deviceIds" doc:"Devices that receive the frames"`
	Settings  Settings         `json:"settings"`
	Secrets   []string         `json:"secrets" doc:"Names; the secrets themselves are never returned"`
	Mapping   *jsonmap.Mapping `json:"mapping,omitempty" doc:"Of the first device, if its protocol is jsonmap"`
	State     string           `json:"state" enum:"off,waiting,running,failing,asks" doc:"asks: a file has another header than before; runDataSource with again goes on"`
	Problem   string           `json:"problem" doc:"In the caller's language; empty: none"`
	Code      int              `json:"code" doc:"Of the problem; 0: none"`
	Failures  int              `json:"failures" doc:"In a row"`
	LastRun   int64            `json:"lastRun" doc:"UTC ms; 0: never"`
	LastGood  int64            `json:"lastGood" doc:"UTC ms; 0: never"`
	NextRun   int64            `json:"nextRun" doc:"UTC ms; 0: none"`
	UpdatedAt int64            `json:"updatedAt" doc:"UTC ms"`
}

// DataSourceBody has the editable fields of a source.
type DataSourceBody struct {
	Name       string           `json:"name" minLength:"1" maxLength:"100"`
	Kind       string           `json:"kind" enum:"pull,broker,folder,sftp,upload" doc:"Cannot be changed later"`
	Enabled    bool             `json:"enabled"`
	DeviceIDs  []int64          `json:"deviceIds" minItems:"1" maxItems:"200" nullable:"false" doc:"Devices of the project, with register ID, that receive the frames. pull with several devices asks for each"`
	Settings   Settings         `json:"settings"`
	Secrets    []GivenSecret    `json:"secrets,omitempty" maxItems:"20" nullable:"true" doc:"Stored secrets that are not named are deleted"`
	Mapping    *jsonmap.Mapping `json:"mapping,omitempty" doc:"Becomes the profile of the devices, with the protocol jsonmap; omitted: they stay as they are"`
	MappedFrom *int64           `json:"mappedFrom,omitempty" minimum:"0" doc:"UTC ms from which the mapping holds, 0: always; default: always for a device without a mapping, else from now on"`
}

// GivenSecret is a secret of a source.
type GivenSecret struct {
	Name  string  `json:"name" minLength:"1" maxLength:"40" doc:"As in {secret.NAME}; password or privateKey for brokers and SFTP"`
	Value *string `json:"value,omitempty" maxLength:"16000" doc:"Omitted: the stored one is kept"`
}

// DataSourceRun is one run of a source.
type DataSourceRun struct {
	BeganAt  int64  `json:"beganAt" doc:"UTC ms"`
	EndedAt  int64  `json:"endedAt" doc:"UTC ms"`
	Requests int    `json:"requests"`
	Frames   int    `json:"frames"`
	Readings int    `json:"readings"`
	Bytes    int64  `json:"bytes"`
	Problem  string `json:"problem" doc:"In the caller's language; empty: none"`
}

// MappingPreset is a mapping to start from.
type MappingPreset struct {
	Code    string          `json:"code"`
	Label   string          `json:"label" doc:"In the caller's language"`
	Mapping jsonmap.Mapping `json:"mapping"`
}

// TriedSource is the outcome of asking once.
type TriedSource struct {
	Request string                 `json:"request" doc:"Method and address, without secrets"`
	Answer  string                 `json:"answer" doc:"The first 64 kB"`
	Failure string                 `json:"failure" doc:"Why there is no answer, in the caller's language; empty: there is one"`
	Tried   *fieldapi.DecodedFrame `json:"tried,omitempty" doc:"What the mapping finds in the answer"`
	Points  []fieldapi.TriedPoint  `json:"points" nullable:"false" doc:"Measuring points that it would feed"`
}

// SourcePath identifies a source.
type SourcePath struct {
	httpapi.ProjectPath
	DataSourceID int64 `path:"dataSourceId" minimum:"1"`
}

type listInput struct {
	httpapi.ProjectPath
	httpapi.Paging
}

type runsInput struct {
	SourcePath
	httpapi.Paging
}

type createInput struct {
	httpapi.ProjectPath
	Body DataSourceBody
}

type updateInput struct {
	SourcePath
	Body DataSourceBody
}

type tryInput struct {
	httpapi.ProjectPath
	Body struct {
		DataSourceBody
		DataSourceID int64 `json:"dataSourceId,omitempty" minimum:"0" doc:"Whose stored secrets are used"`
	}
}

type runInput struct {
	SourcePath
	Body struct {
		Again bool `json:"again,omitempty" doc:"Accept the changed header of a file"`
	}
}

type server struct {
	*httpapi.Kernel
	sources *Service
	trials  fieldapi.Trials
	points  *point.Service
}

const exampleBody = `{"name":"cloud","kind":"pull","enabled":false,"deviceIds":[{deviceId}],` +
	`"settings":{"pull":{"url":"https://cloud.example.com/data?sn={serial}&from={from}","every":300}}}`

// tryBody asks a network for documentation (RFC 5737), which is refused at once.
var tryBody = strings.Replace(exampleBody, "cloud.example.com", "192.0.2.10", 1)

const nearMiss = `{"name":"cloud","kind":"pull","enabled":false,"deviceIds":[{deviceId}],"settings":{"pull":{"url":"ftp://cloud.example.com","every":300}}}`

func (s *server) register() {
	const list = "/projects/{projectId}/data-sources"
	const one = list + "/{dataSourceId}"
	see, change := httpapi.DevicePermission(access.Retrieve), httpapi.DevicePermission(access.Update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDataSources", Method: http.MethodGet, Path: list, Tag: "devices", Need: see, Unmeasured: "few rows, by index",
		Summary: "Data sources of a project: other systems from which its devices get readings",
	}, s.list)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createDataSource", Method: http.MethodPost, Path: list, Tag: "devices", Need: change, Status: http.StatusCreated,
		Summary: "Add a data source", Example: exampleBody, NearMiss: httpapi.NearMiss{Body: nearMiss, Field: "settings.pull.url"},
	}, s.create)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "tryDataSource", Method: http.MethodPost, Path: list + "/try", Tag: "devices", Need: change, Unlogged: httpapi.ReadsOnly,
		Summary: "Ask the other system once and show what its answer gives", Example: tryBody,
		Detail: "For pull. Nothing is stored. An answer that cannot be had or read is a result, not an error.",
	}, s.try)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getDataSource", Method: http.MethodGet, Path: one, Tag: "devices", Need: see, Summary: "One data source", Unmeasured: "one row",
	}, s.get)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateDataSource", Method: http.MethodPut, Path: one, Tag: "devices", Need: change, Summary: "Change a data source", Example: exampleBody,
	}, s.update)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteDataSource", Method: http.MethodDelete, Path: one, Tag: "devices", Need: change, Summary: "Remove a data source; its readings stay",
	}, s.delete)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "runDataSource", Method: http.MethodPost, Path: one + "/run", Tag: "devices", Need: change, Summary: "Run a data source now", Example: `{}`,
	}, s.run)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDataSourceRuns", Method: http.MethodGet, Path: one + "/runs", Tag: "devices", Need: see, Unmeasured: "at most 200 rows, by index",
		Summary: "Latest runs of a data source, newest first",
	}, s.runs)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listMappingPresets", Method: http.MethodGet, Path: "/mapping-presets", Tag: "devices", Unmeasured: "constants",
		Summary: "Mappings of JSON to start from", Detail: "Examples: each must be fitted to a real answer.",
	}, s.presets)
}

func (s *server) list(ctx context.Context, in *listInput) (*httpapi.Output[httpapi.Page[DataSource]], error) {
	page, err := s.sources.store.Sources(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.Query())
	return httpapi.ReplyPage(page, func(src Source) DataSource { return shown(ctx, src, nil) }), err
}

func (s *server) get(ctx context.Context, in *SourcePath) (*httpapi.Output[DataSource], error) {
	src, err := s.find(ctx, in)
	if err != nil {
		return nil, err
	}
	return s.reply(ctx, src)
}

func (s *server) reply(ctx context.Context, src Source) (*httpapi.Output[DataSource], error) {
	mapping, err := s.sources.Mapping(ctx, httpapi.CallerOf(ctx).Scope, src)
	return httpapi.Reply(shown(ctx, src, mapping)), err
}

func (s *server) find(ctx context.Context, in *SourcePath) (Source, error) {
	return s.sources.store.Source(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.DataSourceID)
}

func (s *server) create(ctx context.Context, in *createInput) (*httpapi.Output[DataSource], error) {
	return s.save(ctx, in.ProjectID, 0, in.Body)
}

func (s *server) update(ctx context.Context, in *updateInput) (*httpapi.Output[DataSource], error) {
	return s.save(ctx, in.ProjectID, in.DataSourceID, in.Body)
}

func (s *server) save(ctx context.Context, project, id int64, body DataSourceBody) (*httpapi.Output[DataSource], error) {
	d := body.draft(project, id)
	if err := s.sources.Save(ctx, httpapi.CallerOf(ctx).Actor(), &d); err != nil {
		return nil, err
	}
	return s.reply(ctx, d.Source)
}

func (b DataSourceBody) draft(project, id int64) Draft {
	d := Draft{
		Source: Source{ID: id, ProjectID: project, Name: b.Name, Kind: Kind(b.Kind), Enabled: b.Enabled, Devices: b.DeviceIDs, Settings: b.Settings},
		Given:  map[string]*string{}, Mapping: b.Mapping, MappedFrom: b.MappedFrom,
	}
	for _, secret := range b.Secrets {
		d.Given[secret.Name] = secret.Value
	}
	return d
}

func (s *server) delete(ctx context.Context, in *SourcePath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.sources.store.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.DataSourceID)
}

func (s *server) run(ctx context.Context, in *runInput) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.sources.store.Hurry(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.DataSourceID, in.Body.Again)
}

func (s *server) runs(ctx context.Context, in *runsInput) (*httpapi.Output[httpapi.Page[DataSourceRun]], error) {
	src, err := s.find(ctx, &in.SourcePath)
	if err != nil {
		return nil, err
	}
	page, err := s.sources.store.Runs(ctx, src.ID, in.Query())
	lang := httpapi.LanguageOf(ctx)
	return httpapi.ReplyPage(page, func(r Run) DataSourceRun {
		return DataSourceRun{r.BeganAt, r.EndedAt, r.Requests, r.Frames, r.Readings, r.Bytes, textOf(r.Problem, lang)}
	}), err
}

func textOf(p *Problem, lang errs.Language) string {
	if p == nil {
		return ""
	}
	return p.Text(lang)
}

func shown(ctx context.Context, src Source, mapping *jsonmap.Mapping) DataSource {
	d := DataSource{
		ID: src.ID, Name: src.Name, Kind: string(src.Kind), Enabled: src.Enabled, DeviceIDs: src.Devices, Settings: src.Settings,
		Secrets: httpapi.ListOf(src.Secrets, httpapi.AsIs), Mapping: mapping, State: "waiting", Problem: textOf(src.Problem, httpapi.LanguageOf(ctx)),
		Failures: src.Failures, LastRun: src.LastRun, LastGood: src.LastGood, NextRun: src.NextRun, UpdatedAt: src.UpdatedAt,
	}
	if src.Problem != nil {
		d.Code = src.Problem.Code
	}
	switch {
	case !src.Enabled:
		d.State = "off"
	case src.Problem.stops():
		d.State = "asks"
	case src.Problem != nil:
		d.State = "failing"
	case src.claimedUntil > clock.Now().UnixMilli():
		d.State = "running"
	}
	if !src.Enabled || src.NextRun == never || src.Kind == Upload || src.Kind == Broker {
		d.NextRun = 0
	}
	return d
}

func (s *server) presets(ctx context.Context, _ *struct{}) (*httpapi.Output[httpapi.List[MappingPreset]], error) {
	family, lang := protocol.Named(jsonmap.Name), string(httpapi.LanguageOf(ctx))
	var failed error
	list := httpapi.ListOf(family.Presets, func(p protocol.Preset) MappingPreset {
		made := MappingPreset{Code: p.Code, Label: p.Label.In(lang)}
		if err := errs.Decode(p.Profile, &made.Mapping); err != nil {
			failed = err
		}
		return made
	})
	return httpapi.Reply(httpapi.List[MappingPreset]{List: list}), failed
}

func (s *server) try(ctx context.Context, in *tryInput) (*httpapi.Output[TriedSource], error) {
	d := in.Body.draft(in.ProjectID, in.Body.DataSourceID)
	tried, trial, err := s.sources.Try(ctx, httpapi.CallerOf(ctx).Scope, &d, httpapi.LanguageOf(ctx))
	if err != nil || trial == nil {
		return httpapi.Reply(tried), err
	}
	frame, points, err := fieldapi.Tried(ctx, s.trials, s.points, *trial)
	tried.Tried, tried.Points = &frame, points
	return httpapi.Reply(tried), err
}
