package httpapi

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// Reasons why a call other than GET leaves no audit entry. The list is short on purpose:
// every other such call leaves one.
const (
	ReadsOnly = "asks, and changes nothing"
	OwnInbox  = "an account's read and archived notifications"
)

// changes reports whether a call must leave an audit entry.
func (op Operation) changes() bool { return op.Method != http.MethodGet && op.Unlogged == "" }

// logOutside records an operation on a device in the frame journal. The journal is a separate
// database, so the entry is written after the operation.
func (s *Kernel) LogDevice(ctx context.Context, d device.Device, action string, after any) error {
	return s.Audit.Record(ctx, CallerOf(ctx).Actor(), audit.Attempt{
		CorporationID: d.CorporationID, ProjectID: d.ProjectID, Kind: "device", ThingID: d.ID, Action: action, Content: d.SNCode, After: after,
	})
}

// reportUnlogged reports a change that succeeded without an audit entry: a gap in the log is a
// bug that must not go unnoticed.
func (s *Kernel) reportUnlogged(ctx context.Context, operation string) {
	if s.Unlogged != nil {
		s.Unlogged(operation)
		return
	}
	slog.ErrorContext(ctx, "a change left no entry in the log of operations", "operation", operation)
}

// kindsOfAreas maps the area of a permission to the kind of audit entry.
var kindsOfAreas = map[access.Area]string{
	access.Corporation: "corporation", access.User: "user", access.UserGroup: "userGroup", access.Role: "role", access.OperationLog: "operationLog",
	access.Project: "project", access.Structure: "structure", access.MeasuringPoint: "point", access.Device: "device", access.Report: "report",
	access.AlertRule: "alertRule", access.PushRule: "pushRule", access.Alert: "alert", access.Data: "data",
}

// refusalOf returns the audit entry of a rejected call; worth is false if the input was
// rejected rather than the permission.
func refusalOf(op Operation, who *Caller, err error) (r audit.Attempt, worth bool) {
	f, isFault := errs.As(err)
	if !isFault || f.Kind != errs.Forbidden && f.Code != errs.PasswordWrong.Code {
		return r, false
	}
	need := op.Need
	if denied, ok := f.Args["need"].(access.Permission); ok {
		need = denied
	}
	r = audit.Attempt{
		CorporationID: who.Target.Corporation, ProjectID: who.Target.Project, Refused: f.Code, Kind: "user", ThingID: who.Account.ID, Action: "update",
	}
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
	r.ThingID = who.Target.thing(r.Kind)
	if r.ThingID == 0 && r.Kind == "project" {
		r.ThingID = r.ProjectID
	}
	return r, true
}

// thing returns the id of a kind of object in a target.
func (p Target) thing(kind string) int64 {
	switch kind {
	case "corporation":
		return p.Corporation
	case "project":
		return p.Project
	case "structure":
		return p.Structure
	case "point", "data":
		return p.Point
	case "device":
		return p.Device
	}
	return 0
}

// noteRefusal records that a changing call was rejected for lack of permission, or of the
// password it requires.
func (s *Kernel) noteRefusal(ctx context.Context, op Operation, err error) {
	who, known := ctx.Value(callerKey).(*Caller)
	if op.Method == http.MethodGet || !known {
		return
	}
	r, worth := refusalOf(op, who, err)
	if !worth {
		return
	}
	if err := s.Audit.Refuse(context.WithoutCancel(ctx), who.Actor(), r); err != nil {
		EnvelopeOf(ctx, fmt.Errorf("log a refusal: %w", err)) // logs it; the response is still the rejection
	}
}
