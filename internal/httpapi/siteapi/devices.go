package siteapi

import (
	"context"
	"net/http"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/core/timeline"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/site/device"
	"plumbline/internal/site/preview"
)

// DeviceFields are the editable fields of a device.
type DeviceFields struct {
	Name         string `json:"name" minLength:"1" maxLength:"20"`
	Kind         string `json:"kind,omitempty" enum:"Measuring,Collector,DTU" doc:"Default: that of the type; cannot be changed later"`
	Type         string `json:"type" minLength:"1" maxLength:"40" example:"Crack" doc:"A device type of the catalog; cannot be changed later"`
	Model        string `json:"model" minLength:"1" maxLength:"50" doc:"A model of the catalog, or a custom model"`
	Manufacturer string `json:"manufacturer,omitempty" maxLength:"50"`
	SNCode       string `json:"sncode" minLength:"1" maxLength:"64" doc:"Serial number, unique on the platform"`
	Register     string `json:"register,omitempty" maxLength:"64" doc:"Identifier on the network (register ID), unique on the platform; empty for bare sensors"`
	ProtocolCode string `json:"protocolCode,omitempty" maxLength:"40"`
	TimeZone     string `json:"timeZone,omitempty" maxLength:"64" doc:"For device times without zone; empty: the project's"`

	VoltageThreshold *float64 `json:"voltageThreshold,omitempty" minimum:"0" maximum:"36" doc:"V, before the first health rule of the device; omitted: by the rules of its type and project"`
	LostThreshold    int      `json:"lostThreshold,omitempty" minimum:"0" maximum:"1000" doc:"Missed collections after which data count as lost; 0: by the rules of its type and project"`
	RepeatedHours    *float64 `json:"repeatedHours,omitempty" minimum:"0" maximum:"8760" doc:"Hours of identical readings, at least 5 of them, that count as a fault; 0: never; omitted: as set for its type"`
}

// Device is a device without its versioned configuration.
type Device struct {
	ID            int64 `json:"id"`
	CorporationID int64 `json:"corporationId"`
	ProjectID     int64 `json:"projectId,omitempty" doc:"Omitted: in the corporation's stock"`
	DeviceFields
	CreatedAt int64 `json:"createdAt" doc:"UTC ms"`
}

// DeviceState is the current state of a device.
type DeviceState struct {
	Status      string   `json:"status" enum:"online,offline,sleep"`
	Health      string   `json:"health" enum:"normal,unknown,lowVoltage,dataLost,dataRepeated" doc:"The most severe; unknown: it has never communicated"`
	Faults      []string `json:"faults" doc:"Those of dataLost, lowVoltage and dataRepeated that apply, most severe first"`
	LastSeen    int64    `json:"lastSeen" doc:"UTC ms; 0: never"`
	Voltage     *float64 `json:"voltage" doc:"V"`
	Temperature *float64 `json:"temperature" doc:"°C"`
	RSSI        *float64 `json:"rssi" doc:"dBm"`
	Firmware    string   `json:"firmware"`
}

// DeviceSummary is a device in a list.
type DeviceSummary struct {
	Device
	State        DeviceState   `json:"state"`
	Points       []DevicePoint `json:"points" doc:"Points that it feeds now"`
	Interval     int64         `json:"interval" doc:"s, the shortest collection interval of its points; 0: none has one"`
	Completeness *float64      `json:"completeness" minimum:"0" maximum:"1" doc:"Share of readings due from its points in the last 24 hours that arrived; null if none were due"`
}

// DeviceDetail is a device with its state.
type DeviceDetail struct {
	Device
	Access string         `json:"access" enum:"none,active,disabled" doc:"Its secret; null: no register, so it sends nothing itself"`
	State  DeviceState    `json:"state"`
	Ailing []FailingPoint `json:"ailing" doc:"Points fed by it whose results cannot be computed or stored"`
}

// DevicePoint is a point that a device feeds.
type DevicePoint struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	ChannelNo int32  `json:"channelNo"`
}

// DeviceCounts are the totals of a list of devices.
type DeviceCounts struct {
	Total        int `json:"total"`
	Online       int `json:"online"`
	Sleep        int `json:"sleep"`
	Offline      int `json:"offline"`
	Unknown      int `json:"unknown" doc:"Never communicated"`
	LowVoltage   int `json:"lowVoltage"`
	DataLost     int `json:"dataLost"`
	DataRepeated int `json:"dataRepeated"`
}

// DeviceIDs identifies devices.
type DeviceIDs struct {
	IDs []int64 `json:"ids"`
}

// NewDevice is a device to create, with the first versions of its configuration.
type NewDevice struct {
	ProjectID int64 `json:"projectId,omitempty" minimum:"0" doc:"0: in the corporation's stock"`
	DeviceFields
	Config []VersionDraft `json:"config,omitempty" maxItems:"20"`
}

// DeviceUpdate is the new data of a device.
type DeviceUpdate struct {
	ProjectID *int64 `json:"projectId,omitempty" minimum:"0" doc:"Must be the current one; use moveDevices to move a device"`
	DeviceFields
}

// CreatedDevice has the secret, which is shown only once.
type CreatedDevice struct {
	Device
	Secret string `json:"secret" doc:"MQTT password and HMAC key; returned only once. Empty without a register ID, and if already returned"`
}

// DeviceSecret is a new secret, shown only once.
type DeviceSecret struct {
	Secret   string `json:"secret" doc:"MQTT password and HMAC key; returned only once"`
	ActionID int64  `json:"actionId" doc:"Undoes it while the old secret is valid"`
}

type DeviceFilter struct {
	ProjectID int64  `query:"projectId" minimum:"0" doc:"0: everything the caller may see"`
	Kind      string `query:"kind" enum:"Measuring,Collector,DTU"`
	Type      string `query:"type" maxLength:"40"`
	Status    string `query:"status" enum:"online,offline,sleep"`
	Health    string `query:"health" enum:"normal,unknown,lowVoltage,dataLost,dataRepeated"`
	Model     string `query:"model" maxLength:"50"`
	Stock     bool   `query:"stock" doc:"Only devices without a project"`
	Firmware  string `query:"firmwareFor" maxLength:"40" doc:"Only devices that firmware of this type fits"`

	IDs []int64 `query:"ids" maxItems:"500" doc:"Only these devices"`
}

type deviceList struct {
	httpapi.CorporationPath
	httpapi.Paging
	DeviceFilter
}

// deviceChoice selects all devices of a filter, without pages.
type deviceChoice struct {
	httpapi.CorporationPath
	DeviceFilter
	Name string `query:"name" maxLength:"50" doc:"Part of a name or number"`
}

func (c deviceChoice) choice() device.Filter {
	f := c.filter(c.CorporationID)
	f.Keyword = c.Name
	return f
}

type newDevice struct {
	httpapi.CorporationPath
	Body NewDevice
}

type deviceUpdate struct {
	httpapi.DevicePath
	Body DeviceUpdate
}

func (f DeviceFilter) filter(corporation int64) device.Filter {
	return device.Filter{
		CorporationID: corporation, ProjectID: f.ProjectID, Kind: f.Kind, Type: f.Type, Online: f.Status, Health: f.Health,
		Model: f.Model, InStock: f.Stock, IDs: f.IDs, Fits: f.Firmware,
	}
}

func (s *server) devices() {
	const list, one = "/corporations/{corporationId}/devices", "/corporations/{corporationId}/devices/{deviceId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDevices", Method: http.MethodGet, Path: list, Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Devices of a corporation or project, with their states",
		Detail:  "Sorts by name, sncode, type, model, register, points, status, health, lastSeen, voltage, rssi, temperature, firmware, completeness, createdAt. Unknown values come last.",
	}, s.listDevices)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deviceStat", Method: http.MethodGet, Path: list + "/stat", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Counts over the devices of a corporation or project",
	}, s.deviceStat)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDeviceIds", Method: http.MethodGet, Path: list + "/ids", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Ids of all matching devices, for bulk operations", Detail: "Rejected if more than 5,000 match.",
	}, s.listDeviceIds)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createDevice", Method: http.MethodPost, Path: list, Tag: "devices", Status: http.StatusCreated,
		Example:  `{"name":"Spare","type":"Crack","model":"own","sncode":"CR-2","register":"CR-2","projectId":{projectId}}`,
		NearMiss: httpapi.NearMiss{Body: `{"name":"","type":"Crack","model":"own","sncode":"CR-2","register":"CR-2","projectId":{projectId}}`, Field: "name"},
		Need:     httpapi.DevicePermission(access.Create), Held: httpapi.InBody,
		Summary: "Register a device", Detail: "In a project, or in the corporation's stock. The secret is returned only once, in this response.",
	}, s.createDevice)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getDevice", Method: http.MethodGet, Path: one, Tag: "devices",
		Need: httpapi.DevicePermission(access.Retrieve), Summary: "One device with its state",
	}, s.getDevice)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateDevice", Method: http.MethodPut, Path: one, Tag: "devices", Need: httpapi.DevicePermission(access.Update),
		Example: `{"name":"Logger","type":"HDA3","model":"HDA3-16","sncode":"OTHER","projectId":{projectId}}`,
		Summary: "Change a device's names and identifiers",
		Detail: "Kind, type and project do not change; use moveDevices to move a device. Omitted fields take their defaults. " +
			"A device that gets its register now gets its secret too, which is returned only once.",
	}, s.updateDevice)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteDevice", Method: http.MethodDelete, Path: one, Tag: "devices", Need: httpapi.DevicePermission(access.Delete),
		Summary: "Remove an unused device with its readings",
	}, s.deleteDevice)
	s.versions(versionCalls{
		owner: "Device", base: one, tag: "devices", need: httpapi.DevicePermission,
		example:   `{"aspect":"coefficients","validFrom":1700000000000,"value":{"values":{"K":0.5}}}`,
		corrected: `{"validFrom":0,"value":{"channels":[{"channelNo":1,"isUsed":true,"signal":"vw"}]}}`,
		list: func(ctx context.Context, id int64, aspect string) ([]timeline.Record, error) {
			return s.Devices.Versions(ctx, httpapi.CallerOf(ctx).Scope, id, definition.DeviceAspect(aspect))
		},
		record: func(ctx context.Context, id int64, d timeline.Draft) (timeline.Record, error) {
			return s.Devices.Record(ctx, httpapi.CallerOf(ctx).Actor(), id, d)
		},
		correct: func(ctx context.Context, id, version int64, d timeline.Draft) (timeline.Record, error) {
			return s.Devices.Correct(ctx, httpapi.CallerOf(ctx).Actor(), id, version, d)
		},
		supersede: func(ctx context.Context, id, version int64, note string) (timeline.Record, error) {
			return s.Devices.Supersede(ctx, httpapi.CallerOf(ctx).Actor(), id, version, note)
		},
		preview: func(ctx context.Context, id, version int64, d timeline.Draft) (preview.Consequences, error) {
			if err := s.Devices.Check(ctx, httpapi.CallerOf(ctx).Scope, id, d, version); err != nil {
				return preview.Consequences{}, err
			}
			return s.Previews.DeviceVersion(ctx, id, version, d)
		},
		without: func(ctx context.Context, id int64, gone timeline.Record) (preview.Consequences, error) {
			if err := s.Devices.CheckRevoke(ctx, httpapi.CallerOf(ctx).Scope, id, gone); err != nil {
				return preview.Consequences{}, err
			}
			return s.Previews.DeviceVersion(ctx, id, gone.ID, timeline.Draft{Aspect: gone.Aspect, ValidFrom: gone.ValidFrom})
		},
	})
}

func (s *server) listDevices(ctx context.Context, in *deviceList) (*httpapi.Output[httpapi.Page[DeviceSummary]], error) {
	filter := in.filter(in.CorporationID)
	filter.Query = in.Query()
	filter.Completeness = s.completenessOf
	page, err := s.Devices.List(ctx, httpapi.CallerOf(ctx).Scope, filter)
	if err != nil {
		return nil, err
	}
	return s.deviceSummaries(ctx, page)
}

func (s *server) deviceStat(ctx context.Context, in *deviceChoice) (*httpapi.Output[DeviceCounts], error) {
	c, err := s.Devices.Counts(ctx, httpapi.CallerOf(ctx).Scope, in.choice())
	return httpapi.Reply(DeviceCounts(c)), err
}

func (s *server) listDeviceIds(ctx context.Context, in *deviceChoice) (*httpapi.Output[DeviceIDs], error) {
	ids, err := s.Devices.IDs(ctx, httpapi.CallerOf(ctx).Scope, in.choice())
	return httpapi.Reply(DeviceIDs{IDs: ids}), err
}

func (s *server) createDevice(ctx context.Context, in *newDevice) (*httpapi.Output[CreatedDevice], error) {
	who := httpapi.CallerOf(ctx)
	if err := s.RequireIn(ctx, httpapi.DevicePermission(access.Create), in.Body.ProjectID); err != nil {
		return nil, err
	}
	d := in.Body.device()
	d.CorporationID, d.ProjectID = in.CorporationID, in.Body.ProjectID
	made, secret, err := s.Devices.Create(ctx, who.Actor(), d, httpapi.ListOf(in.Body.Config, VersionDraft.draft))
	return httpapi.Reply(CreatedDevice{Device: deviceOf(made), Secret: secret}), err
}

func (s *server) getDevice(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[DeviceDetail], error) {
	who := httpapi.CallerOf(ctx)
	d, err := s.Devices.Get(ctx, who.Scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	state, err := s.Devices.State(ctx, who.Scope, in.DeviceID)
	if err != nil {
		return nil, err
	}
	signIn, err := s.accessOf(ctx, d)
	if err != nil {
		return nil, err
	}
	ailing, err := s.failingPoints(ctx, in.DeviceID)
	return httpapi.Reply(DeviceDetail{Device: deviceOf(d), Access: signIn, State: deviceStateOf(state), Ailing: ailing}), err
}

func (s *server) updateDevice(ctx context.Context, in *deviceUpdate) (*httpapi.Output[CreatedDevice], error) {
	who := httpapi.CallerOf(ctx)
	d := in.Body.device()
	d.ID, d.ProjectID = in.DeviceID, who.Target.Project
	if in.Body.ProjectID != nil {
		d.ProjectID = *in.Body.ProjectID
	}
	changed, err := s.Devices.Update(ctx, who.Actor(), d)
	if err != nil {
		return nil, err
	}
	secret, err := s.Devices.FirstSecret(ctx, who.Actor(), changed)
	return httpapi.Reply(CreatedDevice{Device: deviceOf(changed), Secret: secret}), err
}

func (s *server) deleteDevice(ctx context.Context, in *httpapi.DevicePath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Devices.Delete(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceID)
}

func (f DeviceFields) device() device.Device {
	kind := f.Kind
	if known, ok := catalog.DeviceTypeOf(f.Type); ok && kind == "" {
		kind = known.Kind
	}
	return device.Device{
		Name: f.Name, Kind: kind, Type: f.Type, Model: f.Model, Manufacturer: f.Manufacturer,
		SNCode: f.SNCode, Register: f.Register, ProtocolCode: f.ProtocolCode, TimeZone: f.TimeZone,
		VoltageThreshold: f.VoltageThreshold, LostThreshold: f.LostThreshold, RepeatedHours: f.RepeatedHours,
	}
}

func deviceOf(d device.Device) Device {
	return Device{
		ID: d.ID, CorporationID: d.CorporationID, ProjectID: d.ProjectID, CreatedAt: d.CreatedAt,
		DeviceFields: DeviceFields{
			Name: d.Name, Kind: d.Kind, Type: d.Type, Model: d.Model, Manufacturer: d.Manufacturer,
			SNCode: d.SNCode, Register: d.Register, ProtocolCode: d.ProtocolCode, TimeZone: d.TimeZone,
			VoltageThreshold: d.VoltageThreshold, LostThreshold: d.LostThreshold, RepeatedHours: d.RepeatedHours,
		},
	}
}

func deviceStateOf(state device.State) DeviceState {
	return DeviceState{
		Status: state.Online(clock.Now().UnixMilli()), Health: state.Health(), Faults: state.Faults(), LastSeen: state.LastSeen, Voltage: state.Voltage,
		Temperature: state.Temperature, RSSI: state.RSSI, Firmware: state.Firmware,
	}
}

func deviceSummaryOf(d device.Listed) DeviceSummary {
	return DeviceSummary{
		Device: deviceOf(d.Device), State: deviceStateOf(d.State),
		Points: httpapi.ListOf(d.Points, func(p device.PointRef) DevicePoint { return DevicePoint(p) }),
	}
}
