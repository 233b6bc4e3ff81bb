package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/action"
	"plumbline/internal/site/device"
)

// Action is a deed on many things at once, which can be undone as a whole.
type Action struct {
	ID           int64  `json:"id"`
	ProjectID    int64  `json:"projectId" doc:"0: the corporation's stock, or several places"`
	Kind         string `json:"kind" enum:"importDevices,moveDevices,swapChannels,cloneStructure,rotateSecret"`
	Subject      string `json:"subject" doc:"Names of the things"`
	ValidFrom    int64  `json:"validFrom" doc:"UTC ms from which it holds"`
	Devices      int    `json:"devices" doc:"Made"`
	Structures   int    `json:"structures" doc:"Made, items too"`
	Points       int    `json:"points" doc:"Made"`
	Moved        int    `json:"moved" doc:"Devices"`
	CreatedAt    int64  `json:"createdAt" doc:"UTC ms"`
	AccountID    int64  `json:"accountId"`
	AccountName  string `json:"accountName"`
	UndoneAt     int64  `json:"undoneAt" doc:"UTC ms; 0 while it stands"`
	UndoneByName string `json:"undoneByName"`
	OldSecretFor int64  `json:"oldSecretUntil" doc:"Rotation: UTC ms to which the old secret holds, and it can be undone; 0 otherwise"`
}

// ActionLine is one thing that an action changes.
type ActionLine struct {
	Thing  string `json:"thing" enum:"device,point,structure,item,plan,correction" doc:"plan: a drawing; correction: corrections of a point"`
	ID     int64  `json:"id" doc:"0: not made yet"`
	Name   string `json:"name"`
	Change string `json:"change" enum:"made,moved,unbound,disconnected,connected,keeps,newSecret,removed,restored,later" doc:"later: it was changed or added since, and undoing takes it along"`
	From   string `json:"from" doc:"A name or a channel; of a copy what it is copied from; of later what was done"`
	To     string `json:"to"`
}

// ActionPreview is what an action would do.
type ActionPreview struct {
	Subject      string       `json:"subject"`
	ValidFrom    int64        `json:"validFrom" doc:"UTC ms"`
	Lines        []ActionLine `json:"lines" doc:"At most 1000"`
	Total        int          `json:"total" doc:"Of the lines"`
	Later        int          `json:"later" doc:"Undoing: lines of the change later"`
	Mark         string       `json:"mark" doc:"Of this plan: given back with the deed, it is done as it was shown or refused with 2009"`
	Consequences Consequences `json:"consequences"`
}

// AsShown is the mark of the plan that people were shown.
type AsShown struct {
	Mark string `json:"mark,omitempty" maxLength:"64" doc:"As the preview told it: where something else would be done by now, it is refused"`
}

func (a AsShown) mark() string { return a.Mark }

type actionList struct {
	CorporationPath
	Paging
	ProjectID int64  `query:"projectId" minimum:"0" doc:"0: all that the caller may see"`
	Kind      string `query:"kind" enum:"importDevices,moveDevices,swapChannels,cloneStructure,rotateSecret"`
}

// ActionPath names an action.
type ActionPath struct {
	CorporationPath
	ActionID int64 `path:"actionId" minimum:"1" example:"6"`
}

// Undoing says how much the caller knows of what goes along.
type Undoing struct {
	Later int `json:"later,omitempty" minimum:"0" doc:"As the preview told it: where more was done since, undoing is refused"`
}

type actionUndo struct {
	ActionPath
	Body *Undoing `required:"false"`
}

type moveDevices struct {
	CorporationPath
	Body struct {
		DeviceIDs   []int64 `json:"deviceIds" minItems:"1" maxItems:"500"`
		ProjectID   int64   `json:"projectId" minimum:"0" doc:"Where they go: 0 the corporation's stock. May be a project of another corporation"`
		At          int64   `json:"at,omitempty" minimum:"0" doc:"UTC ms from which they feed nothing that they leave behind; 0: now"`
		Release     bool    `json:"release,omitempty" doc:"Ends their bindings to points elsewhere and their channels on collectors that stay; always so into another corporation"`
		WithSensors bool    `json:"withSensors,omitempty" doc:"Sensors that hang on them come along"`
		AsShown
	}
}

type swapChannels struct {
	CorporationPath
	Body struct {
		FirstID  int64 `json:"firstId" minimum:"1"`
		SecondID int64 `json:"secondId" minimum:"1"`
		At       int64 `json:"at,omitempty" minimum:"0" doc:"UTC ms from which they hang the other way round; 0: now"`
		AsShown
	}
}

type cloneStructure struct {
	ProjectStructurePath
	Body struct {
		ProjectID int64  `json:"projectId" minimum:"1" doc:"Where the copy goes, a project of the same corporation"`
		Name      string `json:"name" maxLength:"20" doc:"Of the copy"`
		Find      string `json:"find,omitempty" maxLength:"20" doc:"Part of the points' names that replace takes the place of"`
		Replace   string `json:"replace,omitempty" maxLength:"20"`
		Prefix    string `json:"prefix,omitempty" maxLength:"20"`
		Suffix    string `json:"suffix,omitempty" maxLength:"20"`
		Drawings  bool   `json:"drawings,omitempty" doc:"Drawings come along, with the points on them"`
		GNSS      bool   `json:"gnss,omitempty" doc:"The GNSS task comes along; within the project only, as it names devices"`
		Places    bool   `json:"coordinates,omitempty" doc:"The coordinates of structure, items and points come along"`
		At        int64  `json:"at,omitempty" minimum:"0" doc:"UTC ms of the configuration that is copied; 0: now"`
		AsShown
	}
}

func (in *moveDevices) shown() string    { return in.Body.mark() }
func (in *swapChannels) shown() string   { return in.Body.mark() }
func (in *cloneStructure) shown() string { return in.Body.mark() }

const shownLines = 1000

func (s *server) actions() {
	const list, one = "/corporations/{corporationId}/actions", "/corporations/{corporationId}/actions/{actionId}"
	register(s, operation{
		id: "listActions", method: http.MethodGet, path: list, tag: "actions", need: deviceNeed(access.Retrieve),
		summary: "What was imported, moved, swapped, cloned and rotated, the newest first", detail: "Sorts by createdAt.",
	}, func(ctx context.Context, in *actionList) (*output[Page[Action]], error) {
		page, err := s.Actions.List(ctx, callerOf(ctx).scope, action.Filter{
			Query: in.query(), CorporationID: in.CorporationID, ProjectID: in.ProjectID, Kind: action.Kind(in.Kind),
		})
		return pageOf(page, actionOf), err
	})
	register(s, operation{
		id: "previewUndo", method: http.MethodPost, path: one + "/undo/preview", tag: "actions", need: deviceNeed(access.Update), held: anywhere, unlogged: asks,
		summary: "What undoing an action would change",
	}, func(ctx context.Context, in *ActionPath) (*output[ActionPreview], error) {
		a, err := s.mayUndo(ctx, in)
		if err != nil {
			return nil, err
		}
		lines, gone, err := s.Actions.PlanUndo(ctx, callerOf(ctx).actor(), in.ActionID)
		if err != nil {
			return nil, err
		}
		return s.previewOf(ctx, action.Plan{Action: a, Lines: lines, Versions: gone})
	})
	register(s, operation{
		id: "undoAction", method: http.MethodPost, path: one + "/undo", tag: "actions", need: deviceNeed(access.Update), held: anywhere,
		summary: "Undo an action as a whole", detail: "Refused when something that came later rests on it, by name. What was done since to the things that it made goes with them, once the preview has told it.",
	}, func(ctx context.Context, in *actionUndo) (*output[Action], error) {
		if _, err := s.mayUndo(ctx, &in.ActionPath); err != nil {
			return nil, err
		}
		told := 0
		if in.Body != nil {
			told = in.Body.Later
		}
		a, err := s.Actions.Undo(ctx, callerOf(ctx).actor(), in.ActionID, told)
		return answer(actionOf(action.Listed{Action: a})), err
	})
	s.moves()
	s.swaps()
	s.clones()
}

func (s *server) moves() {
	const path = "/corporations/{corporationId}/devices/move"
	plan := func(ctx context.Context, in *moveDevices) (action.Planner, error) {
		who, b := callerOf(ctx), in.Body
		corporation := in.CorporationID
		if b.ProjectID != 0 {
			target, err := s.Projects.Get(ctx, who.scope, b.ProjectID)
			if err != nil {
				return nil, err
			}
			corporation = target.CorporationID
		}
		leave, enter := access.Update, access.Update
		if corporation != in.CorporationID {
			leave, enter = access.Delete, access.Create // they are gone here, and new there
		}
		for _, id := range b.DeviceIDs { // what is foreign is not there, before anything is refused
			d, err := s.Devices.Get(ctx, who.scope, id)
			if err != nil {
				return nil, err
			}
			if err := s.requireIn(ctx, deviceNeed(leave), d.ProjectID); err != nil {
				return nil, err
			}
		}
		if err := s.requireIn(ctx, deviceNeed(enter), b.ProjectID); err != nil {
			return nil, err
		}
		return s.Actions.PlanMove(action.Relocation{
			DeviceIDs: b.DeviceIDs, CorporationID: corporation, ProjectID: b.ProjectID, At: b.At, Release: b.Release, WithSensors: b.WithSensors,
		}), nil
	}
	planned(s, operation{
		id: "moveDevices", path: path, tag: "actions", need: deviceNeed(access.Update), held: inBody,
		summary: "Take devices to another project, into stock, or to another corporation's project",
		detail: "Into another corporation a device goes as a new one under the same serial number, register and secret: " +
			"what it measured stays where it was measured. That needs Device:Delete here and Device:Create there.",
	}, "previewMove", plan)
}

func (s *server) swaps() {
	plan := func(ctx context.Context, in *swapChannels) (action.Planner, error) {
		for _, id := range []int64{in.Body.FirstID, in.Body.SecondID} { // each is looked up before its place is asked
			d, err := s.Devices.Get(ctx, callerOf(ctx).scope, id)
			if err != nil {
				return nil, err
			}
			if err := s.requireIn(ctx, deviceNeed(access.Update), d.ProjectID); err != nil {
				return nil, err
			}
		}
		return s.Actions.PlanSwap(action.Swap{First: in.Body.FirstID, Second: in.Body.SecondID, At: in.Body.At}), nil
	}
	planned(s, operation{
		id: "swapChannels", path: "/corporations/{corporationId}/devices/swap-channels", tag: "actions", need: deviceNeed(access.Update), held: inBody,
		summary: "Swap the channels of two sensors from a time on", detail: "Everything that they feed is computed again from that time on.",
	}, "previewSwap", plan)
}

func (s *server) clones() {
	plan := func(ctx context.Context, in *cloneStructure) (action.Planner, error) {
		b := in.Body
		for _, need := range []struct {
			permission access.Permission
			project    int64
		}{
			{access.Permission{Area: access.Structure, Action: access.Retrieve}, in.ProjectID},
			{access.Permission{Area: access.Structure, Action: access.Create}, b.ProjectID},
			{access.Permission{Area: access.MeasuringPoint, Action: access.Create}, b.ProjectID},
		} {
			if err := s.requireIn(ctx, need.permission, need.project); err != nil {
				return nil, err
			}
		}
		return s.Actions.PlanClone(action.Clone{
			StructureID: in.StructureID, ProjectID: b.ProjectID, Name: b.Name, Find: b.Find, Replace: b.Replace, Prefix: b.Prefix, Suffix: b.Suffix, At: b.At,
			Drawings: b.Drawings, GNSS: b.GNSS, Coordinates: b.Places,
		}), nil
	}
	planned(s, operation{
		id: "cloneStructure", path: "/projects/{projectId}/structures/{structureId}/clone", tag: "actions",
		need: access.Permission{Area: access.Structure, Action: access.Create}, held: inBody,
		summary: "Copy a structure with its items, points, formulas, processing, collection and thresholds",
		detail:  "Drawings, GNSS task and coordinates come along where they are asked for. Devices and initial values belong to the place and are not copied. Points that are computed from points of the structure are computed from their copies.",
	}, "previewClone", plan)
}

// planned registers an action and its preview, which both make the same plan.
func planned[I any, P interface {
	*I
	shown() string
}](s *server, op operation, preview string, plan func(context.Context, *I) (action.Planner, error),
) {
	op.method = http.MethodPost
	ask := op
	ask.id, ask.path, ask.summary, ask.detail, ask.unlogged = preview, op.path+"/preview", "What it would change: "+op.summary, "", asks
	register(s, ask, func(ctx context.Context, in *I) (*output[ActionPreview], error) {
		planner, err := plan(ctx, in)
		if err != nil {
			return nil, err
		}
		p, err := planner(ctx, callerOf(ctx).actor())
		if err != nil {
			return nil, err
		}
		return s.previewOf(ctx, p)
	})
	op.status = http.StatusCreated
	register(s, op, func(ctx context.Context, in *I) (*output[Action], error) {
		planner, err := plan(ctx, in)
		if err != nil {
			return nil, err
		}
		a, err := s.Actions.Do(ctx, callerOf(ctx).actor(), action.Expected(P(in).shown(), planner))
		return answer(actionOf(action.Listed{Action: a})), err
	})
}

func (s *server) previewOf(ctx context.Context, p action.Plan) (*output[ActionPreview], error) {
	out := ActionPreview{Mark: p.Mark(), Subject: p.Action.Subject, ValidFrom: p.Action.ValidFrom, Total: len(p.Lines), Consequences: NoConsequences()}
	for _, line := range p.Lines {
		out.Later += later(line)
	}
	// What is told to go along is told first.
	slices.SortStableFunc(p.Lines, func(a, b action.Line) int { return later(b) - later(a) })
	out.Lines = listOf(p.Lines[:min(len(p.Lines), shownLines)], func(l action.Line) ActionLine {
		if l.Change == action.Later {
			l.From = oplog.ActionName(l.From, string(languageOf(ctx)))
		}
		return ActionLine(l)
	})
	var err error
	if len(p.Versions) > 0 {
		out.Consequences, err = s.Previews.Changes(ctx, p.Versions)
	}
	return answer(out), err
}

func later(line action.Line) int {
	if line.Change == action.Later {
		return 1
	}
	return 0
}

// mayUndo finds an action and sees that the caller may undo it in every place that it touched.
func (s *server) mayUndo(ctx context.Context, in *ActionPath) (action.Action, error) {
	a, err := s.Actions.Get(ctx, callerOf(ctx).scope, in.ActionID)
	if err != nil {
		return a, err
	}
	need := deviceNeed(access.Update)
	switch a.Kind {
	case action.ImportDevices:
		need = deviceNeed(access.Delete)
	case action.CloneStructure:
		need = access.Permission{Area: access.Structure, Action: access.Delete}
	}
	for _, project := range a.Effects.Places {
		if err := s.requireIn(ctx, need, project); err != nil {
			return a, err
		}
	}
	return a, nil
}

func actionOf(a action.Listed) Action {
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

type secretPreview struct {
	DevicePath
	Body SecretRotation
}

// SecretRotation says how a device's secret is rotated.
type SecretRotation struct {
	KeepOldSeconds int64 `json:"keepOldSeconds,omitempty" minimum:"0" maximum:"2592000" doc:"How long the old secret stays valid beside the new; until then the rotation can be undone"`
	AsShown
}

func (s *server) rotations() {
	const path = "/corporations/{corporationId}/devices/{deviceId}/secret"
	register(s, operation{
		id: "previewRotation", method: http.MethodPost, path: path + "/preview", tag: "actions", need: deviceNeed(access.Update), unlogged: asks,
		summary: "What a new secret would change",
	}, func(ctx context.Context, in *secretPreview) (*output[ActionPreview], error) {
		p, err := s.Actions.PlanRotation(in.DeviceID, time.Duration(in.Body.KeepOldSeconds)*time.Second)(ctx, callerOf(ctx).actor())
		if err != nil {
			return nil, err
		}
		return s.previewOf(ctx, p)
	})
	register(s, operation{
		id: "issueDeviceSecret", method: http.MethodPost, path: path, tag: "actions", need: deviceNeed(access.Update),
		summary: "Give a device a new secret", detail: "The old one may stay valid for a while, for the time until the device has been told.",
	}, func(ctx context.Context, in *secretPreview) (*output[DeviceSecret], error) {
		a, secret, err := s.Actions.Rotate(ctx, callerOf(ctx).actor(), in.DeviceID, time.Duration(in.Body.KeepOldSeconds)*time.Second, in.Body.Mark)
		return answer(DeviceSecret{Secret: secret, ActionID: a.ID}), err
	})
	register(s, operation{
		id: "disableDeviceSecret", method: http.MethodDelete, path: path, tag: "actions", need: deviceNeed(access.Update),
		summary: "Disable a device's secret", detail: "For a device that is lost or stolen. Its sessions end at once, an old secret that still holds ends too, and nothing is accepted from it until it is given a new secret.",
	}, func(ctx context.Context, in *DevicePath) (*output[Done], error) {
		return answer(Done{}), s.Devices.DisableSecret(ctx, callerOf(ctx).actor(), in.DeviceID)
	})
}

// accessOf is DeviceDetail.Access.
func (s *server) accessOf(ctx context.Context, d device.Device) (string, error) {
	if d.Register == "" {
		return "none", nil
	}
	active, err := s.Devices.CanSignIn(ctx, d.ID)
	if err != nil || active {
		return "active", err
	}
	return "disabled", nil
}
