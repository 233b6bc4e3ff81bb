package access

import "strings"

// Area is the subject of a permission. The specification calls it a scope; here a Scope is a part of the tenants'
// data.
type Area string

// Areas (specification section 6; OperationLog is from the menu).
const (
	Corporation    Area = "Corporation"
	User           Area = "User"
	UserGroup      Area = "UserGroup"
	Role           Area = "Role"
	OperationLog   Area = "OperationLog"
	Project        Area = "Project"
	Structure      Area = "Structure"
	MeasuringPoint Area = "MeasuringPoint"
	Device         Area = "Device"
	Report         Area = "Report"
	AlertRule      Area = "AlertRule"
	PushRule       Area = "PushRule"
	Alert          Area = "Alert"
	Data           Area = "Data"
)

var areas = [...]Area{
	Corporation, User, UserGroup, Role, OperationLog,
	Project, Structure, MeasuringPoint, Device, Report, AlertRule, PushRule, Alert, Data,
}

// corporationAreas is the number of areas that belong to the corporation and are not available in a project.
const corporationAreas = 5

// Areas lists all areas.
func Areas() []Area { return areas[:] }

// ProjectAreas lists the areas available to a project's roles.
func ProjectAreas() []Area { return areas[corporationAreas:] }

// Action is the action that a permission allows.
type Action string

// Actions.
const (
	Create   Action = "Create"
	Delete   Action = "Delete"
	Retrieve Action = "Retrieve"
	Update   Action = "Update"
)

var actions = [...]Action{Create, Delete, Retrieve, Update}

// Actions lists all actions.
func Actions() []Action { return actions[:] }

// otherNames holds the second set of action names in the specification.
var otherNames = map[Action]string{Create: "ADD", Delete: "DELETE", Retrieve: "SELECT", Update: "EDIT"}

// OtherName returns the action's name in the global list: ADD, DELETE, SELECT, EDIT.
func (a Action) OtherName() string { return otherNames[a] }

// ParseAction parses an action by either name, case-insensitively; View means Retrieve.
func ParseAction(s string) (Action, bool) {
	for _, a := range actions {
		if strings.EqualFold(s, string(a)) || strings.EqualFold(s, otherNames[a]) {
			return a, true
		}
	}
	return Retrieve, strings.EqualFold(s, "View")
}

// Permission allows one action in one area.
type Permission struct {
	Area   Area
	Action Action
}

// String returns the stored form, such as "Project:Update".
func (p Permission) String() string { return string(p.Area) + ":" + string(p.Action) }

// Name returns the form in replies, routes and menus: "View:Project" for (Project, Retrieve), otherwise
// "Update:Project".
func (p Permission) Name() string {
	if p.Action == Retrieve {
		return "View:" + string(p.Area)
	}
	return string(p.Action) + ":" + string(p.Area)
}

// ParsePermission parses "Area:Action" or "Action:Area", with either name of the
// action. ok is false if the text is not a permission.
func ParsePermission(s string) (p Permission, ok bool) {
	first, second, found := strings.Cut(s, ":")
	if !found {
		return Permission{}, false
	}
	for _, pair := range [2][2]string{{first, second}, {second, first}} {
		action, isAction := ParseAction(pair[1])
		if _, isArea := areaIndex[Area(pair[0])]; isArea && isAction {
			return Permission{Area: Area(pair[0]), Action: action}, true
		}
	}
	return Permission{}, false
}

var areaIndex = func() map[Area]int {
	index := make(map[Area]int, len(areas))
	for i, a := range areas {
		index[a] = i
	}
	return index
}()

func actionIndex(a Action) int {
	for i, other := range actions {
		if a == other {
			return i
		}
	}
	return -1
}
