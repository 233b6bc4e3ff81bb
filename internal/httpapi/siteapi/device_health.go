package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/alarm"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
)

// HealthLimits are the thresholds of a device's health, and where each comes from.
type HealthLimits struct {
	VoltageThreshold float64 `json:"voltageThreshold" doc:"V; 0: the voltage is not judged"`
	VoltageOrigin    string  `json:"voltageOrigin" enum:"device,type,project,default"`
	LostThreshold    int     `json:"lostThreshold" doc:"Missed collections after which data count as lost"`
	LostOrigin       string  `json:"lostOrigin" enum:"device,type,project,default"`
}

// HealthDevice is a device of a project.
type HealthDevice struct {
	ID      int64    `json:"id"`
	Name    string   `json:"name"`
	SNCode  string   `json:"sncode"`
	Type    string   `json:"type"`
	Voltage *float64 `json:"voltage,omitempty" doc:"V, last reported; omitted: never"`
}

// HealthDeviceNow is a device with the thresholds in force now.
type HealthDeviceNow struct {
	HealthDevice
	HealthLimits
}

// HealthRule are health thresholds of a project, of a device type in it, or of a device, from a time on.
type HealthRule struct {
	ID               int64    `json:"id"`
	About            string   `json:"about" enum:"project,type,device"`
	DeviceType       string   `json:"deviceType" doc:"Empty: all types"`
	DeviceID         int64    `json:"deviceId" doc:"0: all devices"`
	ValidFrom        int64    `json:"validFrom" doc:"UTC ms; 0: always"`
	VoltageThreshold *float64 `json:"voltageThreshold,omitempty" doc:"V; omitted: by the less specific rule"`
	LostThreshold    *int     `json:"lostThreshold,omitempty" doc:"Omitted: by the less specific rule"`
	Note             string   `json:"note"`
	RecordedAt       int64    `json:"recordedAt" doc:"UTC ms"`
	RecordedBy       int64    `json:"recordedBy" doc:"Account"`
	SupersededAt     int64    `json:"supersededAt" doc:"UTC ms; 0: in effect"`
}

// HealthThresholds are the health thresholds of a project.
type HealthThresholds struct {
	Devices []HealthDeviceNow `json:"devices"`
	Rules   []HealthRule      `json:"rules" doc:"Newest first, superseded ones too"`
}

// HealthOrder sets health thresholds from a time on.
type HealthOrder struct {
	About            string              `json:"about" enum:"project,type,device"`
	DeviceType       string              `json:"deviceType,omitempty" maxLength:"40" doc:"For a type"`
	IDs              []int64             `json:"ids,omitempty" maxItems:"5000" doc:"Devices of the project"`
	Filter           *HealthDeviceFilter `json:"filter,omitempty" doc:"Devices of the project, instead of ids"`
	ValidFrom        int64               `json:"validFrom,omitempty" minimum:"0" doc:"UTC ms; 0: always"`
	VoltageThreshold *float64            `json:"voltageThreshold,omitempty" minimum:"0" maximum:"36" doc:"V, 0: not judged; omitted: by the less specific rule"`
	LostThreshold    *int                `json:"lostThreshold,omitempty" minimum:"1" maximum:"1000" doc:"Omitted: by the less specific rule"`
	Note             string              `json:"note,omitempty" maxLength:"500"`
}

// HealthDeviceFilter selects devices of a project. All devices without any member.
type HealthDeviceFilter struct {
	Kind    string `json:"kind,omitempty" enum:"Measuring,Collector,DTU"`
	Type    string `json:"type,omitempty" maxLength:"40"`
	Model   string `json:"model,omitempty" maxLength:"50"`
	Health  string `json:"health,omitempty" enum:"normal,unknown,lowVoltage,dataLost,dataRepeated"`
	Keyword string `json:"keyword,omitempty" maxLength:"100" doc:"Part of the name, serial number or register ID"`
}

// HealthPreview is the effect of an order.
type HealthPreview struct {
	Count   int                  `json:"count" doc:"Devices whose thresholds change at any time"`
	Devices []HealthDeviceChange `json:"devices"`
}

// HealthDeviceChange is the effect on a device: its thresholds at the time from which the order is valid.
type HealthDeviceChange struct {
	HealthDevice
	Before  HealthLimits `json:"before"`
	After   HealthLimits `json:"after"`
	Changed bool         `json:"changed" doc:"At any time"`
}

// HealthSet is the result of an order.
type HealthSet struct {
	Message string `json:"msg" doc:"Shown to the user, in their language"`
	Count   int    `json:"count" doc:"Devices whose thresholds changed"`
	ID      int64  `json:"id" doc:"The first new rule"`
}

type healthOrder struct {
	httpapi.ProjectPath
	Body HealthOrder
}

type healthRuleGone struct {
	httpapi.ProjectPath
	RuleID int64 `path:"healthRuleId" minimum:"1"`
}

func (s *server) healthRules() {
	const here = "/projects/{projectId}/health-thresholds"
	const example = `{"about":"type","deviceType":"HDA3","validFrom":1700000000000,"voltageThreshold":11.2,"lostThreshold":4}`
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listHealthThresholds", Method: http.MethodGet, Path: here, Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Unmeasured: "a settings page", Summary: "Health thresholds of a project's devices, and where they come from",
		Detail: "Of a device, its type in the project, the project, and the default of the type, the most specific one that is set counts, for each threshold.",
	}, s.listHealthThresholds)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setHealthThresholds", Method: http.MethodPost, Path: here, Tag: "devices", Need: httpapi.DevicePermission(access.Update),
		Status: http.StatusCreated, Example: example, Summary: "Set health thresholds of a project, a device type or devices from a time on, all or none",
		Detail: "Faults from that time on are judged again.",
	}, s.setHealthThresholds)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "previewHealthThresholds", Method: http.MethodPost, Path: here + "/preview", Tag: "devices", Need: httpapi.DevicePermission(access.Update),
		Unlogged: httpapi.ReadsOnly, Example: example, Summary: "Preview setting health thresholds",
	}, s.previewHealthThresholds)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "revokeHealthThresholds", Method: http.MethodDelete, Path: here + "/{healthRuleId}", Tag: "devices", Need: httpapi.DevicePermission(access.Update),
		Summary: "Revoke health thresholds", Detail: "Those before them are valid again. They remain in the list.",
	}, s.revokeHealthThresholds)
}

func (s *server) listHealthThresholds(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[HealthThresholds], error) {
	found, err := s.Devices.HealthThresholds(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	now := clock.Now().UnixMilli()
	return httpapi.Reply(HealthThresholds{
		Devices: httpapi.ListOf(found.Devices, func(d device.HealthOf) HealthDeviceNow {
			return HealthDeviceNow{healthDevice(d), healthLimits(alarm.LimitsAt(d.Limits, now))}
		}),
		Rules: httpapi.ListOf(found.Rules, healthRule),
	}), err
}

func (s *server) setHealthThresholds(ctx context.Context, in *healthOrder) (*httpapi.Output[HealthSet], error) {
	id, n, err := s.Devices.SetHealthRules(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.Body.order())
	return httpapi.Reply(HealthSet{ID: id, Count: n, Message: healthUpdated(ctx, n)}), err
}

func (s *server) previewHealthThresholds(ctx context.Context, in *healthOrder) (*httpapi.Output[HealthPreview], error) {
	changes, err := s.Devices.PlanHealth(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.Body.order())
	preview := HealthPreview{Devices: httpapi.ListOf(changes, func(c device.HealthChange) HealthDeviceChange {
		return HealthDeviceChange{healthDevice(c.Device), healthLimits(c.Before), healthLimits(c.After), c.Changed}
	})}
	for _, c := range changes {
		if c.Changed {
			preview.Count++
		}
	}
	return httpapi.Reply(preview), err
}

func (s *server) revokeHealthThresholds(ctx context.Context, in *healthRuleGone) (*httpapi.Output[httpapi.Done], error) {
	n, err := s.Devices.RevokeHealthRule(ctx, httpapi.CallerOf(ctx).Actor(), in.ProjectID, in.RuleID)
	return httpapi.Reply(httpapi.Done{Message: healthUpdated(ctx, n)}), err
}

// healthUpdated is message 12 of specification section 8.
func healthUpdated(ctx context.Context, n int) string {
	return errs.HealthUpdated.Text(httpapi.LanguageOf(ctx), errs.Args{"count": n})
}

func (o HealthOrder) order() device.HealthOrder {
	order := device.HealthOrder{
		About: o.About, DeviceType: o.DeviceType, IDs: o.IDs, ValidFrom: o.ValidFrom, Voltage: o.VoltageThreshold, Lost: o.LostThreshold, Note: o.Note,
	}
	if f := o.Filter; f != nil {
		order.Filter = &device.Filter{Query: paging.Query{Keyword: f.Keyword}, Kind: f.Kind, Type: f.Type, Model: f.Model, Health: f.Health}
	}
	return order
}

func healthDevice(d device.HealthOf) HealthDevice {
	return HealthDevice{ID: d.ID, Name: d.Name, SNCode: d.SNCode, Type: d.Type, Voltage: d.Voltage}
}

func healthLimits(l alarm.HealthLimits) HealthLimits {
	return HealthLimits{l.Voltage, string(l.VoltageFrom), l.Lost, string(l.LostFrom)}
}

func healthRule(r alarm.HealthRule) HealthRule {
	return HealthRule{
		ID: r.ID, About: string(r.Origin()), DeviceType: r.DeviceType, DeviceID: r.DeviceID, ValidFrom: r.ValidFrom, VoltageThreshold: r.Voltage,
		LostThreshold: r.Lost, Note: r.Note, RecordedAt: r.RecordedAt, RecordedBy: r.RecordedBy, SupersededAt: r.SupersededAt,
	}
}
