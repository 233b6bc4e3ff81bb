package api

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/core/dated"
	"plumbline/internal/core/definition"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/device"
)

// DeviceFields are what people say about a device.
type DeviceFields struct {
	Name         string `json:"name" minLength:"1" maxLength:"20"`
	Kind         string `json:"kind,omitempty" enum:"Measuring,Collector,DTU" doc:"Default: that of the type; fixed when made"`
	Type         string `json:"type" minLength:"1" maxLength:"40" example:"Crack" doc:"A device type of the catalogue; fixed when made"`
	Model        string `json:"model" minLength:"1" maxLength:"50" doc:"A model of the catalogue, or one's own"`
	Manufacturer string `json:"manufacturer,omitempty" maxLength:"50"`
	SNCode       string `json:"sncode" minLength:"1" maxLength:"64" doc:"Serial number, unique on the platform"`
	Register     string `json:"register,omitempty" maxLength:"64" doc:"Identifier on the network, unique on the platform; empty for bare sensors"`
	ProtocolCode string `json:"protocolCode,omitempty" maxLength:"40"`
	TimeZone     string `json:"timeZone,omitempty" maxLength:"64" doc:"For device times without zone; empty: the project's"`

	VoltageThreshold *float64 `json:"voltageThreshold,omitempty" minimum:"0" maximum:"36" doc:"V; left out: the voltage is not judged"`
	LostThreshold    int      `json:"lostThreshold,omitempty" minimum:"0" maximum:"1000" doc:"Missed collections after which data count as lost; 0 takes 3"`
	RepeatedHours    *float64 `json:"repeatedHours,omitempty" minimum:"0" maximum:"8760" doc:"Over how many hours identical readings, at least 5, are a fault; 0: never; left out: as the rule of its type says"`
}

// Device is a device without its dated configuration.
type Device struct {
	ID            int64 `json:"id"`
	CorporationID int64 `json:"corporationId"`
	ProjectID     int64 `json:"projectId,omitempty" doc:"Left out: in the corporation's stock"`
	DeviceFields
	CreatedAt int64 `json:"createdAt" doc:"UTC ms"`
}

// DeviceState is what is known of a device right now.
type DeviceState struct {
	Status      string   `json:"status" enum:"online,offline,sleep"`
	Health      string   `json:"health" enum:"normal,unknown,lowVoltage,dataLost,dataRepeated" doc:"The gravest; unknown: it has never communicated"`
	Faults      []string `json:"faults" doc:"All of dataLost, lowVoltage and dataRepeated that it has, the gravest first"`
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
	Completeness *float64      `json:"completeness" minimum:"0" maximum:"1" doc:"How much of what was due of its points in the last 24 hours came; null where nothing was due"`
}

// DeviceDetail is a device with its state.
type DeviceDetail struct {
	Device
	Access string        `json:"access" enum:"none,active,disabled" doc:"Its secret; none: it has no register and sends nothing itself"`
	State  DeviceState   `json:"state"`
	Ailing []AilingPoint `json:"ailing" doc:"Points that it feeds whose results cannot be computed or stored"`
}

// DevicePoint is a point that a device feeds.
type DevicePoint struct {
	ID        int64  `json:"id"`
	Name      string `json:"name"`
	ChannelNo int32  `json:"channelNo"`
}

// DeviceCounts are the figures over a list of devices.
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

// DeviceIDs names devices.
type DeviceIDs struct {
	IDs []int64 `json:"ids"`
}

// NewDevice is a device that is to be made, with the first versions of its configuration.
type NewDevice struct {
	ProjectID int64 `json:"projectId,omitempty" minimum:"0" doc:"0: in the corporation's stock"`
	DeviceFields
	Config []VersionDraft `json:"config,omitempty" maxItems:"20"`
}

// DeviceUpdate is what a device is changed to.
type DeviceUpdate struct {
	ProjectID *int64 `json:"projectId,omitempty" minimum:"0" doc:"Only the one that it is in: devices are moved by moveDevices"`
	DeviceFields
}

// CreatedDevice carries the secret, this one time.
type CreatedDevice struct {
	Device
	Secret string `json:"secret" doc:"MQTT password and HMAC key; shown this one time. Empty without a register, and where it was shown before"`
}

// DeviceSecret is a new secret, shown this one time.
type DeviceSecret struct {
	Secret   string `json:"secret" doc:"MQTT password and HMAC key; shown this one time"`
	ActionID int64  `json:"actionId" doc:"Undoes it, while the old secret holds"`
}

type DeviceFilter struct {
	ProjectID int64  `query:"projectId" minimum:"0" doc:"0: all that the caller may see"`
	Kind      string `query:"kind" enum:"Measuring,Collector,DTU"`
	Type      string `query:"type" maxLength:"40"`
	Status    string `query:"status" enum:"online,offline,sleep"`
	Health    string `query:"health" enum:"normal,unknown,lowVoltage,dataLost,dataRepeated"`
	Model     string `query:"model" maxLength:"50"`
	Stock     bool   `query:"stock" doc:"Only devices of no project"`
	Firmware  string `query:"firmwareFor" maxLength:"40" doc:"Only devices that a firmware file of this type is for"`

	IDs []int64 `query:"ids" maxItems:"500" doc:"Only these devices"`
}

type deviceList struct {
	CorporationPath
	Paging
	DeviceFilter
}

// deviceChoice is all devices of a filter, without pages.
type deviceChoice struct {
	CorporationPath
	DeviceFilter
	Name string `query:"name" maxLength:"50" doc:"Part of a name or number"`
}

func (c deviceChoice) choice() device.Filter {
	f := c.filter(c.CorporationID)
	f.Keyword = c.Name
	return f
}

type newDevice struct {
	CorporationPath
	Body NewDevice
}

type deviceUpdate struct {
	DevicePath
	Body DeviceUpdate
}

func (f DeviceFilter) filter(corporation int64) device.Filter {
	return device.Filter{
		CorporationID: corporation, ProjectID: f.ProjectID, Kind: f.Kind, Type: f.Type, Online: f.Status, Health: f.Health,
		Model: f.Model, InStock: f.Stock, IDs: f.IDs, Fits: f.Firmware,
	}
}

func deviceNeed(action access.Action) access.Permission {
	return access.Permission{Area: access.Device, Action: action}
}

func (s *server) devices() {
	const list, one = "/corporations/{corporationId}/devices", "/corporations/{corporationId}/devices/{deviceId}"
	register(s, operation{
		id: "listDevices", method: http.MethodGet, path: list, tag: "devices", need: deviceNeed(access.Retrieve),
		summary: "Devices of a corporation or project, with their states", detail: "Sorts by name, sncode, type, model, register, points, status, health, lastSeen, voltage, rssi, temperature, firmware, completeness, createdAt. What is not known comes last.",
	}, func(ctx context.Context, in *deviceList) (*output[Page[DeviceSummary]], error) {
		filter := in.filter(in.CorporationID)
		filter.Query = in.query()
		filter.Completeness = s.completenessOf
		page, err := s.Devices.List(ctx, callerOf(ctx).scope, filter)
		if err != nil {
			return nil, err
		}
		return s.deviceSummaries(ctx, page)
	})
	register(s, operation{
		id: "deviceStat", method: http.MethodGet, path: list + "/stat", tag: "devices", need: deviceNeed(access.Retrieve),
		summary: "Counts over the devices of a corporation or project",
	}, func(ctx context.Context, in *deviceChoice) (*output[DeviceCounts], error) {
		c, err := s.Devices.Counts(ctx, callerOf(ctx).scope, in.choice())
		return answer(DeviceCounts(c)), err
	})
	register(s, operation{
		id: "listDeviceIds", method: http.MethodGet, path: list + "/ids", tag: "devices", need: deviceNeed(access.Retrieve),
		summary: "Ids of all devices that match, for calls about many", detail: "Refused when they are more than 5,000.",
	}, func(ctx context.Context, in *deviceChoice) (*output[DeviceIDs], error) {
		ids, err := s.Devices.IDs(ctx, callerOf(ctx).scope, in.choice())
		return answer(DeviceIDs{IDs: ids}), err
	})
	register(s, operation{
		id: "createDevice", method: http.MethodPost, path: list, tag: "devices", status: http.StatusCreated,
		need: deviceNeed(access.Create), held: inBody,
		summary: "Register a device", detail: "In a project, or in the corporation for its stock. The secret is in the answer this one time.",
	}, func(ctx context.Context, in *newDevice) (*output[CreatedDevice], error) {
		who := callerOf(ctx)
		if err := s.requireIn(ctx, deviceNeed(access.Create), in.Body.ProjectID); err != nil {
			return nil, err
		}
		d := in.Body.device()
		d.CorporationID, d.ProjectID = in.CorporationID, in.Body.ProjectID
		made, secret, err := s.Devices.Create(ctx, who.actor(), d, listOf(in.Body.Config, VersionDraft.draft))
		return answer(CreatedDevice{Device: deviceOf(made), Secret: secret}), err
	})
	register(s, operation{
		id: "getDevice", method: http.MethodGet, path: one, tag: "devices", need: deviceNeed(access.Retrieve), summary: "One device with its state",
	}, func(ctx context.Context, in *DevicePath) (*output[DeviceDetail], error) {
		who := callerOf(ctx)
		d, err := s.Devices.Get(ctx, who.scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		state, err := s.Devices.State(ctx, who.scope, in.DeviceID)
		if err != nil {
			return nil, err
		}
		signIn, err := s.accessOf(ctx, d)
		if err != nil {
			return nil, err
		}
		ailing, err := s.ailingPoints(ctx, in.DeviceID)
		return answer(DeviceDetail{Device: deviceOf(d), Access: signIn, State: deviceStateOf(state), Ailing: ailing}), err
	})
	register(s, operation{
		id: "updateDevice", method: http.MethodPut, path: one, tag: "devices", need: deviceNeed(access.Update),
		summary: "Change a device's names and identifiers", detail: "Kind and type stay, and so does the project: moveDevices takes devices elsewhere. What is left out takes its default. " +
			"A device that gets its register now gets its secret too, which is in the answer this one time.",
	}, func(ctx context.Context, in *deviceUpdate) (*output[CreatedDevice], error) {
		who := callerOf(ctx)
		d := in.Body.device()
		d.ID, d.ProjectID = in.DeviceID, who.place.project
		if in.Body.ProjectID != nil {
			d.ProjectID = *in.Body.ProjectID
		}
		changed, err := s.Devices.Update(ctx, who.actor(), d)
		if err != nil {
			return nil, err
		}
		secret, err := s.Devices.FirstSecret(ctx, who.actor(), changed)
		return answer(CreatedDevice{Device: deviceOf(changed), Secret: secret}), err
	})
	register(s, operation{
		id: "deleteDevice", method: http.MethodDelete, path: one, tag: "devices", need: deviceNeed(access.Delete),
		summary: "Remove a device that feeds nothing, with its readings",
	}, func(ctx context.Context, in *DevicePath) (*output[Done], error) {
		return answer(Done{}), s.Devices.Delete(ctx, callerOf(ctx).actor(), in.DeviceID)
	})
	s.versions(versionCalls{
		owner: "Device", base: one, tag: "devices", need: deviceNeed,
		list: func(ctx context.Context, id int64, aspect string) ([]dated.Record, error) {
			return s.Devices.Versions(ctx, callerOf(ctx).scope, id, definition.DeviceAspect(aspect))
		},
		record: func(ctx context.Context, id int64, d dated.Draft) (dated.Record, error) {
			return s.Devices.Record(ctx, callerOf(ctx).actor(), id, d)
		},
		mend: func(ctx context.Context, id, version int64, d dated.Draft) (dated.Record, error) {
			return s.Devices.Mend(ctx, callerOf(ctx).actor(), id, version, d)
		},
		supersede: func(ctx context.Context, id, version int64, note string) (dated.Record, error) {
			return s.Devices.Supersede(ctx, callerOf(ctx).actor(), id, version, note)
		},
		preview: func(ctx context.Context, id, version int64, d dated.Draft) (Consequences, error) {
			if err := s.Devices.Check(ctx, callerOf(ctx).scope, id, d, version); err != nil {
				return Consequences{}, err
			}
			return s.Previews.DeviceVersion(ctx, id, version, d)
		},
		without: func(ctx context.Context, id int64, gone dated.Record) (Consequences, error) {
			if err := s.Devices.CheckReturn(ctx, callerOf(ctx).scope, id, gone); err != nil {
				return Consequences{}, err
			}
			return s.Previews.DeviceVersion(ctx, id, gone.ID, dated.Draft{Aspect: gone.Aspect, ValidFrom: gone.ValidFrom})
		},
	})
}

func (f DeviceFields) device() device.Device {
	kind := f.Kind
	if known, ok := catalogue.DeviceTypeOf(f.Type); ok && kind == "" {
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
		Status: state.Online(time.Now().UnixMilli()), Health: state.Health(), Faults: state.Faults(), LastSeen: state.LastSeen, Voltage: state.Voltage,
		Temperature: state.Temperature, RSSI: state.RSSI, Firmware: state.Firmware,
	}
}

func deviceSummaryOf(d device.Listed) DeviceSummary {
	return DeviceSummary{
		Device: deviceOf(d.Device), State: deviceStateOf(d.State),
		Points: listOf(d.Points, func(p device.PointRef) DevicePoint { return DevicePoint(p) }),
	}
}
