package api

import (
	"context"
	"log/slog"
	"net/http"
	"strings"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/oplog"
	"plumbline/internal/site/device"
)

// Why calls that are no GET leave no entry in the log of operations. The list is
// short on purpose: everything else does.
const (
	asks    = "asks, and changes nothing"
	ownNews = "what an account has read and put away of its own news"
)

// changes tells whether a call is one that must leave an entry in the log of operations.
func (op operation) changes() bool { return op.method != http.MethodGet && op.unlogged == "" }

// logOutside writes what was done to a device in the frame journal, which is a database
// of its own: the entry follows the deed.
func (s *server) logOutside(ctx context.Context, d device.Device, action string, after any) error {
	return s.Operations.Record(ctx, callerOf(ctx).actor(), oplog.Deed{
		CorporationID: d.CorporationID, ProjectID: d.ProjectID, Kind: "device", ThingID: d.ID, Action: action, Content: d.SNCode, After: after,
	})
}

// tellUnlogged reports a change that succeeded without an entry: a hole in the log is a
// fault of the program, of which people must learn.
func (s *server) tellUnlogged(ctx context.Context, operation string) {
	if s.Unlogged != nil {
		s.Unlogged(operation)
		return
	}
	slog.ErrorContext(ctx, "a change left no entry in the log of operations", "operation", operation)
}

// kindsOfAreas are the kinds of the log by the area of a permission.
var kindsOfAreas = map[access.Area]string{
	access.Corporation: "corporation", access.User: "user", access.UserGroup: "userGroup", access.Role: "role", access.OperationLog: "operationLog",
	access.Project: "project", access.Structure: "structure", access.MeasuringPoint: "point", access.Device: "device", access.Report: "report",
	access.AlertRule: "alertRule", access.PushRule: "pushRule", access.Alert: "alert", access.Data: "data",
}

// refusalOf is what the log keeps of a refused call; worth is false for refusals that
// are about the input, not about rights.
func refusalOf(op operation, who *caller, err error) (r oplog.Deed, worth bool) {
	f, isFault := fault.As(err)
	if !isFault || f.Kind != fault.Forbidden && f.Code != fault.PasswordWrong.Code {
		return r, false
	}
	need := op.need
	if denied, ok := f.Args["need"].(access.Permission); ok {
		need = denied
	}
	r = oplog.Deed{CorporationID: who.place.corporation, ProjectID: who.place.project, Refused: f.Code, Kind: "user", ThingID: who.Account.ID, Action: "update"}
	if r.CorporationID == 0 {
		r.CorporationID = who.Account.CorporationID
	}
	if project, ok := f.Args["project"].(int64); ok && r.ProjectID == 0 {
		r.ProjectID = project
	}
	if need == (access.Permission{}) {
		return r, true
	}
	r.Kind, r.Action = kindsOfAreas[need.Area], strings.ToLower(string(need.Action))
	r.ThingID = who.place.thing(r.Kind)
	if r.ThingID == 0 && r.Kind == "project" {
		r.ThingID = r.ProjectID
	}
	return r, true
}

// thing is the id of a kind of thing in a place.
func (p place) thing(kind string) int64 {
	switch kind {
	case "corporation":
		return p.corporation
	case "project":
		return p.project
	case "structure":
		return p.structure
	case "point", "data":
		return p.point
	case "device":
		return p.device
	}
	return 0
}
