package siteapi

import (
	"context"
	"net/http"
	"slices"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/site/bulk"
	"plumbline/internal/site/preview"
)

// Action is a bulk operation, which can be undone as a whole.
type Action struct {
	ID           int64  `json:"id"`
	ProjectID    int64  `json:"projectId" doc:"0: the corporation's stock, or several places"`
	Kind         string `json:"kind" enum:"importDevices,moveDevices,swapChannels,cloneStructure,rotateSecret"`
	Subject      string `json:"subject" doc:"Names of the things"`
	ValidFrom    int64  `json:"validFrom" doc:"UTC ms from which it is valid"`
	Devices      int    `json:"devices" doc:"Created"`
	Structures   int    `json:"structures" doc:"Created, including items"`
	Points       int    `json:"points" doc:"Created"`
	Moved        int    `json:"moved" doc:"Devices"`
	CreatedAt    int64  `json:"createdAt" doc:"UTC ms"`
	AccountID    int64  `json:"accountId"`
	AccountName  string `json:"accountName"`
	UndoneAt     int64  `json:"undoneAt" doc:"UTC ms; 0 while in force"`
	UndoneByName string `json:"undoneByName"`
	OldSecretFor int64  `json:"oldSecretUntil" doc:"Rotation: UTC ms until which the old secret is valid and the rotation can be undone; 0 otherwise"`
}

// ActionLine is one change of an action.
type ActionLine struct {
	Thing  string `json:"thing" enum:"device,point,structure,item,plan,correction" doc:"plan: a drawing; correction: corrections of a point"`
	ID     int64  `json:"id" doc:"0: not created yet"`
	Name   string `json:"name"`
	Change string `json:"change" enum:"made,moved,unbound,disconnected,connected,keeps,newSecret,removed,restored,later" doc:"later: changed or added since; undone as well"`
	From   string `json:"from" doc:"A name or a channel; for copies, the source; for later changes, the operation"`
	To     string `json:"to"`
}

// ActionPreview is the effect of an action.
type ActionPreview struct {
	Subject      string               `json:"subject"`
	ValidFrom    int64                `json:"validFrom" doc:"UTC ms"`
	Lines        []ActionLine         `json:"lines" doc:"At most 1000"`
	Total        int                  `json:"total" doc:"Of the lines"`
	Later        int                  `json:"later" doc:"For undoing: lines of later changes"`
	Mark         string               `json:"mark" doc:"Fingerprint of this preview: sent with the operation, it guarantees the outcome shown; otherwise the operation is rejected with 2009"`
	Consequences preview.Consequences `json:"consequences"`
}

// AsShown is the mark of the previewed plan.
type AsShown struct {
	Mark string `json:"mark,omitempty" maxLength:"64" doc:"As returned by the preview; rejected if the outcome would now differ"`
}

func (a AsShown) mark() string { return a.Mark }

type actionList struct {
	httpapi.CorporationPath
	httpapi.Paging
	ProjectID int64  `query:"projectId" minimum:"0" doc:"0: everything the caller may see"`
	Kind      string `query:"kind" enum:"importDevices,moveDevices,swapChannels,cloneStructure,rotateSecret"`
}

// ActionPath identifies an action.
type ActionPath struct {
	httpapi.CorporationPath
	ActionID int64 `path:"actionId" minimum:"1" example:"6"`
}

// Undoing says how many later changes the caller has seen.
type Undoing struct {
	Later int `json:"later,omitempty" minimum:"0" doc:"As returned by the preview; undoing is rejected if more was done since"`
}

type actionUndo struct {
	ActionPath
	Body *Undoing `required:"false"`
}

type moveDevices struct {
	httpapi.CorporationPath
	Body struct {
		DeviceIDs   []int64 `json:"deviceIds" minItems:"1" maxItems:"500"`
		ProjectID   int64   `json:"projectId" minimum:"0" doc:"Target project; 0: the corporation's stock. May belong to another corporation"`
		At          int64   `json:"at,omitempty" minimum:"0" doc:"UTC ms from which they no longer feed points left behind; 0: now"`
		Release     bool    `json:"release,omitempty" doc:"Ends their bindings to points elsewhere and their channels on collectors that are not moved; always true for another corporation"`
		WithSensors bool    `json:"withSensors,omitempty" doc:"Also move attached sensors"`
		AsShown
	}
}

type swapChannels struct {
	httpapi.CorporationPath
	Body struct {
		FirstID  int64 `json:"firstId" minimum:"1"`
		SecondID int64 `json:"secondId" minimum:"1"`
		At       int64 `json:"at,omitempty" minimum:"0" doc:"UTC ms from which they are swapped; 0: now"`
		AsShown
	}
}

type cloneStructure struct {
	httpapi.ProjectStructurePath
	Body struct {
		ProjectID int64  `json:"projectId" minimum:"1" doc:"Target of the copy, a project of the same corporation"`
		Name      string `json:"name" maxLength:"20" doc:"Of the copy"`
		Find      string `json:"find,omitempty" maxLength:"20" doc:"Part of the points' names to be replaced by replace"`
		Replace   string `json:"replace,omitempty" maxLength:"20"`
		Prefix    string `json:"prefix,omitempty" maxLength:"20"`
		Suffix    string `json:"suffix,omitempty" maxLength:"20"`
		Drawings  bool   `json:"drawings,omitempty" doc:"Also copy drawings, with the points on them"`
		GNSS      bool   `json:"gnss,omitempty" doc:"Also copy the GNSS task; only within the project, because it refers to devices"`
		Places    bool   `json:"coordinates,omitempty" doc:"Also copy the coordinates of structure, items and points"`
		At        int64  `json:"at,omitempty" minimum:"0" doc:"UTC ms of the configuration to copy; 0: now"`
		AsShown
	}
}

func (in *moveDevices) shown() string    { return in.Body.mark() }
func (in *swapChannels) shown() string   { return in.Body.mark() }
func (in *cloneStructure) shown() string { return in.Body.mark() }

const shownLines = 1000

func (s *server) actions() {
	const list, one = "/corporations/{corporationId}/actions", "/corporations/{corporationId}/actions/{actionId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listActions", Method: http.MethodGet, Path: list, Tag: "actions", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Bulk operations (imports, moves, swaps, clones, secret rotations), newest first", Detail: "Sorts by createdAt.",
	}, s.listActions)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewUndo", Method: http.MethodPost, Path: one + "/undo/preview", Tag: "actions",
		Need: httpapi.DevicePermission(access.Update), Held: httpapi.Anywhere, Unlogged: httpapi.ReadsOnly,
		Summary: "Preview undoing a bulk operation",
	}, s.previewUndo)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "undoAction", Method: http.MethodPost, Path: one + "/undo", Tag: "actions", Need: httpapi.DevicePermission(access.Update), Held: httpapi.Anywhere,
		Summary: "Undo a bulk operation",
		Detail:  "Rejected when later changes depend on it; the error names them. Later changes to the things it created are undone with them, after the preview has listed them.",
	}, s.undoAction)
	s.moves()
	s.swaps()
	s.clones()
}

func (s *server) listActions(ctx context.Context, in *actionList) (*httpapi.Output[httpapi.Page[Action]], error) {
	page, err := s.Bulk.List(ctx, httpapi.CallerOf(ctx).Scope, bulk.Filter{
		Query: in.Query(), CorporationID: in.CorporationID, ProjectID: in.ProjectID, Kind: bulk.Kind(in.Kind),
	})
	return httpapi.ReplyPage(page, actionOf), err
}

func (s *server) previewUndo(ctx context.Context, in *ActionPath) (*httpapi.Output[ActionPreview], error) {
	a, err := s.mayUndo(ctx, in)
	if err != nil {
		return nil, err
	}
	lines, gone, err := s.Bulk.PlanUndo(ctx, httpapi.CallerOf(ctx).Actor(), in.ActionID)
	if err != nil {
		return nil, err
	}
	return s.previewOf(ctx, bulk.Plan{Action: a, Lines: lines, Versions: gone})
}

func (s *server) undoAction(ctx context.Context, in *actionUndo) (*httpapi.Output[Action], error) {
	if _, err := s.mayUndo(ctx, &in.ActionPath); err != nil {
		return nil, err
	}
	told := 0
	if in.Body != nil {
		told = in.Body.Later
	}
	a, err := s.Bulk.Undo(ctx, httpapi.CallerOf(ctx).Actor(), in.ActionID, told)
	return httpapi.Reply(actionOf(bulk.Listed{Operation: a})), err
}

func (s *server) moves() {
	const path = "/corporations/{corporationId}/devices/move"
	plan := func(ctx context.Context, in *moveDevices) (bulk.Planner, error) {
		who, b := httpapi.CallerOf(ctx), in.Body
		corporation := in.CorporationID
		if b.ProjectID != 0 {
			target, err := s.Projects.Get(ctx, who.Scope, b.ProjectID)
			if err != nil {
				return bulk.Planner{}, err
			}
			corporation = target.CorporationID
		}
		leave, enter := access.Update, access.Update
		if corporation != in.CorporationID {
			leave, enter = access.Delete, access.Create // deleted here, created there
		}
		for _, id := range b.DeviceIDs { // ids outside the scope are not found, before any permission error
			d, err := s.Devices.Get(ctx, who.Scope, id)
			if err != nil {
				return bulk.Planner{}, err
			}
			if err := s.RequireIn(ctx, httpapi.DevicePermission(leave), d.ProjectID); err != nil {
				return bulk.Planner{}, err
			}
		}
		if err := s.RequireIn(ctx, httpapi.DevicePermission(enter), b.ProjectID); err != nil {
			return bulk.Planner{}, err
		}
		return s.Bulk.PlanMove(bulk.Relocation{
			DeviceIDs: b.DeviceIDs, CorporationID: corporation, ProjectID: b.ProjectID, At: b.At, Release: b.Release, WithSensors: b.WithSensors,
		}), nil
	}
	planned(s, httpapi.Operation{
		ID: "moveDevices", Path: path, Tag: "actions", Need: httpapi.DevicePermission(access.Update), Held: httpapi.InBody,
		Example: `{"deviceIds":[{spareDeviceId}],"projectId":0}`,
		Summary: "Move devices to another project, into stock, or to another corporation's project",
		Detail: "Moved to another corporation, a device becomes a new one with the same serial number, register and secret: " +
			"what it measured stays where it was measured. That needs Device:Delete here and Device:Create there.",
	}, "previewMove", plan)
}

func (s *server) swaps() {
	plan := func(ctx context.Context, in *swapChannels) (bulk.Planner, error) {
		for _, id := range []int64{in.Body.FirstID, in.Body.SecondID} { // look each up before checking its project
			d, err := s.Devices.Get(ctx, httpapi.CallerOf(ctx).Scope, id)
			if err != nil {
				return bulk.Planner{}, err
			}
			if err := s.RequireIn(ctx, httpapi.DevicePermission(access.Update), d.ProjectID); err != nil {
				return bulk.Planner{}, err
			}
		}
		return s.Bulk.PlanSwap(bulk.Swap{First: in.Body.FirstID, Second: in.Body.SecondID, At: in.Body.At}), nil
	}
	planned(s, httpapi.Operation{
		ID: "swapChannels", Path: "/corporations/{corporationId}/devices/swap-channels", Tag: "actions",
		Need: httpapi.DevicePermission(access.Update), Held: httpapi.InBody,
		Example: `{"firstId":{firstSensorId},"secondId":{secondSensorId}}`,
		Summary: "Swap the channels of two sensors from a time on", Detail: "Everything that they feed is recomputed from that time on.",
	}, "previewSwap", plan)
}

func (s *server) clones() {
	plan := func(ctx context.Context, in *cloneStructure) (bulk.Planner, error) {
		b := in.Body
		for _, need := range []struct {
			permission access.Permission
			project    int64
		}{
			{access.Permission{Area: access.Structure, Action: access.Retrieve}, in.ProjectID},
			{access.Permission{Area: access.Structure, Action: access.Create}, b.ProjectID},
			{access.Permission{Area: access.MeasuringPoint, Action: access.Create}, b.ProjectID},
		} {
			if err := s.RequireIn(ctx, need.permission, need.project); err != nil {
				return bulk.Planner{}, err
			}
		}
		return s.Bulk.PlanClone(bulk.Clone{
			StructureID: in.StructureID, ProjectID: b.ProjectID, Name: b.Name, Find: b.Find, Replace: b.Replace, Prefix: b.Prefix, Suffix: b.Suffix, At: b.At,
			Drawings: b.Drawings, GNSS: b.GNSS, Coordinates: b.Places,
		}), nil
	}
	planned(s, httpapi.Operation{
		ID: "cloneStructure", Path: "/projects/{projectId}/structures/{structureId}/clone", Tag: "actions",
		Example: `{"projectId":{projectId},"name":"Copy","prefix":"C-"}`,
		Need:    access.Permission{Area: access.Structure, Action: access.Create}, Held: httpapi.InBody,
		Summary: "Copy a structure with its items, points, formulas, processing, collection and thresholds",
		Detail:  "Drawings, the GNSS task and coordinates are copied on request. Devices and initial values belong to the site and are never copied. Points computed from points of the structure are computed from the copies of those points.",
	}, "previewClone", plan)
}

// planned registers an action and its preview, which share one plan.
func planned[I any, P interface {
	*I
	shown() string
}](s *server, op httpapi.Operation, preview string, plan func(context.Context, *I) (bulk.Planner, error),
) {
	op.Method = http.MethodPost
	ask := op
	ask.ID, ask.Path, ask.Summary, ask.Detail, ask.Unlogged = preview, op.Path+"/preview", "What it would change: "+op.Summary, "", httpapi.ReadsOnly
	httpapi.Register(s.Kernel, ask, func(ctx context.Context, in *I) (*httpapi.Output[ActionPreview], error) {
		planner, err := plan(ctx, in)
		if err != nil {
			return nil, err
		}
		p, err := planner.Plan(ctx, httpapi.CallerOf(ctx).Actor())
		if err != nil {
			return nil, err
		}
		return s.previewOf(ctx, p)
	})
	op.Status = http.StatusCreated
	httpapi.Register(s.Kernel, op, func(ctx context.Context, in *I) (*httpapi.Output[Action], error) {
		planner, err := plan(ctx, in)
		if err != nil {
			return nil, err
		}
		a, err := s.Bulk.Do(ctx, httpapi.CallerOf(ctx).Actor(), bulk.Expected(P(in).shown(), planner))
		return httpapi.Reply(actionOf(bulk.Listed{Operation: a})), err
	})
}

func (s *server) previewOf(ctx context.Context, p bulk.Plan) (*httpapi.Output[ActionPreview], error) {
	out := ActionPreview{Mark: p.Mark(), Subject: p.Action.Subject, ValidFrom: p.Action.ValidFrom, Total: len(p.Lines), Consequences: preview.NoConsequences()}
	for _, line := range p.Lines {
		out.Later += later(line)
	}
	// Later changes come first.
	slices.SortStableFunc(p.Lines, func(a, b bulk.Line) int { return later(b) - later(a) })
	out.Lines = httpapi.ListOf(p.Lines[:min(len(p.Lines), shownLines)], func(l bulk.Line) ActionLine {
		if l.Change == bulk.Later {
			l.From = audit.ActionName(l.From, string(httpapi.LanguageOf(ctx)))
		}
		return ActionLine(l)
	})
	var err error
	if len(p.Versions) > 0 {
		out.Consequences, err = s.Previews.Changes(ctx, p.Versions)
	}
	return httpapi.Reply(out), err
}

func later(line bulk.Line) int {
	if line.Change == bulk.Later {
		return 1
	}
	return 0
}

// mayUndo returns an action if the caller may undo it in every project that it touched.
func (s *server) mayUndo(ctx context.Context, in *ActionPath) (bulk.Operation, error) {
	a, err := s.Bulk.Get(ctx, httpapi.CallerOf(ctx).Scope, in.ActionID)
	if err != nil {
		return a, err
	}
	need := httpapi.DevicePermission(access.Update)
	switch a.Kind {
	case bulk.ImportDevices:
		need = httpapi.DevicePermission(access.Delete)
	case bulk.CloneStructure:
		need = access.Permission{Area: access.Structure, Action: access.Delete}
	}
	for _, project := range a.Effects.Places {
		if err := s.RequireIn(ctx, need, project); err != nil {
			return a, err
		}
	}
	return a, nil
}

func actionOf(a bulk.Listed) Action {
	out := Action{
		ID: a.ID, ProjectID: a.ProjectID, Kind: string(a.Kind), Subject: a.Subject, ValidFrom: a.ValidFrom, CreatedAt: a.CreatedAt,
		Devices: len(a.Effects.Devices), Structures: len(a.Effects.Structures), Points: len(a.Effects.Points), Moved: len(a.Effects.Moves),
		AccountID: a.AccountID, AccountName: a.AccountName, UndoneAt: a.UndoneAt, UndoneByName: a.UndoneByName,
	}
	if a.Effects.Rotation != nil {
		out.OldSecretFor = a.Effects.Rotation.Until
	}
	return out
}
