package siteapi

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/definition"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// Dated is the time from which a configuration applies.
type Dated struct {
	ValidFrom *int64 `json:"validFrom,omitempty" doc:"UTC ms; omitted: now, 0: always"`
	Note      string `json:"note,omitempty" maxLength:"500"`
}

// DeviceConfig is a change of a device and its configuration. Missing parts are kept; a given part replaces the whole
// part.
type DeviceConfig struct {
	Dated
	Name             *string                  `json:"name,omitempty" maxLength:"20"`
	Model            *string                  `json:"model,omitempty" maxLength:"50"`
	Manufacturer     *string                  `json:"manufacturer,omitempty" maxLength:"50"`
	SNCode           *string                  `json:"sncode,omitempty" maxLength:"64"`
	Register         *string                  `json:"register,omitempty" maxLength:"64"`
	ProtocolCode     *string                  `json:"protocolCode,omitempty" maxLength:"40"`
	TimeZone         *string                  `json:"timeZone,omitempty" maxLength:"64"`
	Basic            *definition.Basic        `json:"basic,omitempty"`
	Coefficients     *definition.Coefficients `json:"coefficients,omitempty"`
	Geometry         *definition.Geometry     `json:"geometry,omitempty"`
	CollectorChannel *definition.Connection   `json:"collectorChannel,omitempty"`
}

// DeviceConfiguration is the configuration of a device in effect at a time; parts without a version are null.
type DeviceConfiguration struct {
	At               int64                    `json:"at" doc:"UTC ms"`
	Blocks           []string                 `json:"blocks" doc:"Configuration blocks of its type, from config-blocks"`
	Basic            *definition.Basic        `json:"basic,omitempty"`
	Coefficients     *definition.Coefficients `json:"coefficients,omitempty"`
	Geometry         *definition.Geometry     `json:"geometry,omitempty"`
	Ranges           *definition.Ranges       `json:"ranges,omitempty"`
	CollectorChannel *definition.Connection   `json:"collectorChannel,omitempty"`
	ChannelConfig    *definition.Channels     `json:"channelConfig,omitempty"`
	HemConfig        *device.Hem              `json:"hemConfig,omitempty"`
	ChartConfig      *device.Chart            `json:"chartConfig,omitempty"`
	PamConfig        *definition.Pam          `json:"pamConfig,omitempty"`
	GDMAngleInit     *definition.GDMAngle     `json:"gdmAngleInit,omitempty"`
	ResolveConfig    *device.Resolve          `json:"resolveConfig,omitempty"`
	LinkConfig       *device.Link             `json:"linkConfig,omitempty"`
}

type deviceAt struct {
	httpapi.DevicePath
	At httpapi.AskedTime `query:"at" doc:"UTC ms; 0: now"`
}

// blockChange is a call that changes one block of a device.
type blockChange[T any] struct {
	httpapi.DevicePath
	Body struct {
		Dated
		Value T `json:"value"`
	}
}

// GDMAngleInit is the initial tilt of a gateway: entered, or the mean of its last readings.
type GDMAngleInit struct {
	Dated
	Mode  string   `json:"mode" enum:"manual,current"`
	X0    *float64 `json:"x0,omitempty" minimum:"-90" maximum:"90" doc:"degrees; mode manual"`
	Y0    *float64 `json:"y0,omitempty" minimum:"-90" maximum:"90" doc:"degrees; mode manual"`
	Z0    *float64 `json:"z0,omitempty" minimum:"-90" maximum:"90" doc:"degrees; mode manual"`
	Count int      `json:"count,omitempty" minimum:"1" maximum:"100" doc:"Readings to average; default 3"`
}

type gdmAngleInput struct {
	httpapi.DevicePath
	Body GDMAngleInit
}

type deviceConfigInput struct {
	httpapi.DevicePath
	Body DeviceConfig
}

const deviceHere = "/corporations/{corporationId}/devices/{deviceId}"

func (s *server) deviceConfigs() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getDeviceConfig", Method: http.MethodGet, Path: deviceHere + "/config", Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve),
		Summary: "Configuration of a device at a time",
	}, s.getDeviceConfig)
	httpapi.Register(s.Kernel, patch("updateDeviceConfig", "config", "Change what a device is and its calibration, build and connection",
		"Dated parts hold from validFrom on: what depends on them is computed again from then.").Sending(`{"validFrom":0,"coefficients":{"values":{"K":0.5}}}`),
		s.updateDeviceConfig)
	blockCall[definition.Channels](s, definition.AspectChannels, "updateChannelConfig", "channel-config",
		"Change the channels of a collector", `{"validFrom":0,"value":{"channels":[{"channelNo":1,"isUsed":true,"signal":"vw"}]}}`)
	blockCall[device.Hem](s, device.AspectHem, "updateHemConfig", "hem-config",
		"Change the expansion modules of an acquisition unit", `{"value":{"slaves":[{"sn":"HEM1","address":1,"channels":8,"type":"vw","firstChannelNo":33}]}}`)
	blockCall[definition.Ranges](s, definition.AspectRanges, "updateDeviceRanges", "ranges",
		"Change the physical ranges of a device or of its channels", `{"validFrom":0,"value":{"list":[{"field":"level","min":0,"max":300}]}}`)
	blockCall[device.Chart](s, device.AspectChart, "updateDeviceChartConfig", "chart-config", "Change how the values of a device are drawn", "")
	blockCall[definition.Pam](s, definition.AspectPam, "updatePamConfig", "pam-config", "Change how a pipe is surveyed", "")
	blockCall[device.Resolve](s, device.AspectResolve, "updateResolveConfig", "resolve-config", "Change how the position of a receiver is solved", "")
	blockCall[device.Link](s, device.AspectLink, "updateLinkConfig", "link-config", "Change how a device is reached over a line, and its protocol",
		`{"validFrom":0,"value":{"protocol":"json","heartbeat":"4842"}}`)
	httpapi.Register(s.Kernel,
		patch("updateGdmAngleInit", "gdm-angle-init", "Set the initial tilt of a gateway", "Entered, or the average of its last readings.").
			Sending(`{"mode":"manual","x0":0.1,"y0":0.2,"z0":0}`),
		s.updateGdmAngleInit)
}

func (s *server) updateDeviceConfig(ctx context.Context, in *deviceConfigInput) (*httpapi.Output[DeviceConfiguration], error) {
	change := device.Change{
		ValidFrom: in.Body.ValidFrom, Note: in.Body.Note, Identity: in.Body.identity(), Values: map[definition.DeviceAspect]json.RawMessage{},
	}
	for _, part := range []struct {
		aspect definition.DeviceAspect
		given  bool
		value  any
	}{
		{definition.AspectBasic, in.Body.Basic != nil, in.Body.Basic},
		{definition.AspectCoefficients, in.Body.Coefficients != nil, in.Body.Coefficients},
		{definition.AspectGeometry, in.Body.Geometry != nil, in.Body.Geometry},
		{definition.AspectConnection, in.Body.CollectorChannel != nil, in.Body.CollectorChannel},
	} {
		if !part.given {
			continue
		}
		value, err := json.Marshal(part.value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", part.aspect, err)
		}
		change.Values[part.aspect] = value
	}
	if change.Identity == nil && len(change.Values) == 0 {
		return nil, errs.New(errs.BadRequest)
	}
	return s.configure(ctx, in.DeviceID, change)
}

func (s *server) updateGdmAngleInit(ctx context.Context, in *gdmAngleInput) (*httpapi.Output[DeviceConfiguration], error) {
	angle, err := s.gdmAngle(ctx, in.DeviceID, in.Body)
	if err != nil {
		return nil, err
	}
	value, err := json.Marshal(angle)
	if err != nil {
		return nil, fmt.Errorf("initial tilt: %w", err)
	}
	return s.configure(ctx, in.DeviceID, device.Change{
		ValidFrom: in.Body.ValidFrom, Note: in.Body.Note, Values: map[definition.DeviceAspect]json.RawMessage{definition.AspectGDMAngle: value},
	})
}

func (s *server) getDeviceConfig(ctx context.Context, in *deviceAt) (*httpapi.Output[DeviceConfiguration], error) {
	return s.configured(ctx, in.DeviceID, in.At.Millis())
}

func patch(id, block, summary, detail string) httpapi.Operation {
	return httpapi.Operation{
		ID: id, Method: http.MethodPatch, Path: deviceHere + "/" + block, Tag: "devices",
		Need: httpapi.DevicePermission(access.Update), Summary: summary, Detail: detail,
	}
}

// blockCall adds the call for one block.
func blockCall[T any](s *server, aspect definition.DeviceAspect, id, block, summary, example string) {
	httpapi.Register(s.Kernel, patch(id, block, summary, "The value replaces the whole block from validFrom on.").Sending(example),
		func(ctx context.Context, in *blockChange[T]) (*httpapi.Output[DeviceConfiguration], error) {
			value, err := json.Marshal(in.Body.Value)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", aspect, err)
			}
			return s.configure(ctx, in.DeviceID, device.Change{
				ValidFrom: in.Body.ValidFrom, Note: in.Body.Note, Values: map[definition.DeviceAspect]json.RawMessage{aspect: value},
			})
		})
}

// configure applies a change and returns the resulting configuration.
func (s *server) configure(ctx context.Context, id int64, change device.Change) (*httpapi.Output[DeviceConfiguration], error) {
	if err := s.Devices.Configure(ctx, httpapi.CallerOf(ctx).Actor(), id, change); err != nil {
		return nil, err
	}
	at := int64(0)
	if change.ValidFrom != nil {
		at = *change.ValidFrom
	}
	return s.configured(ctx, id, at)
}

// configured returns the configuration at a time; 0 is now.
func (s *server) configured(ctx context.Context, id, at int64) (*httpapi.Output[DeviceConfiguration], error) {
	scope := httpapi.CallerOf(ctx).Scope
	d, err := s.Devices.Get(ctx, scope, id)
	if err != nil {
		return nil, err
	}
	if at == 0 {
		at = clock.Now().UnixMilli()
	}
	values, err := s.Devices.InForce(ctx, scope, id, at)
	if err != nil {
		return nil, err
	}
	found := DeviceConfiguration{At: at, Blocks: []string{}}
	if kind, ok := catalog.DeviceTypeOf(d.Type); ok {
		found.Blocks = slices.Clone(kind.Blocks)
	}
	for aspect, into := range map[definition.DeviceAspect]any{
		definition.AspectBasic: &found.Basic, definition.AspectCoefficients: &found.Coefficients,
		definition.AspectGeometry: &found.Geometry, definition.AspectRanges: &found.Ranges,
		definition.AspectConnection: &found.CollectorChannel, definition.AspectChannels: &found.ChannelConfig, device.AspectHem: &found.HemConfig,
		device.AspectChart: &found.ChartConfig, definition.AspectPam: &found.PamConfig,
		definition.AspectGDMAngle: &found.GDMAngleInit, device.AspectResolve: &found.ResolveConfig,
		device.AspectLink: &found.LinkConfig,
	} {
		if value, ok := values[aspect]; ok {
			if err := json.Unmarshal(value, into); err != nil {
				return nil, fmt.Errorf("%s of device %d: %w", aspect, id, err)
			}
		}
	}
	return httpapi.Reply(found), nil
}

// identity changes the given names and identifiers; nil if there are none.
func (c DeviceConfig) identity() func(*device.Device) {
	given := []struct {
		value *string
		of    func(*device.Device) *string
	}{
		{c.Name, func(d *device.Device) *string { return &d.Name }},
		{c.Model, func(d *device.Device) *string { return &d.Model }},
		{c.Manufacturer, func(d *device.Device) *string { return &d.Manufacturer }},
		{c.SNCode, func(d *device.Device) *string { return &d.SNCode }},
		{c.Register, func(d *device.Device) *string { return &d.Register }},
		{c.ProtocolCode, func(d *device.Device) *string { return &d.ProtocolCode }},
		{c.TimeZone, func(d *device.Device) *string { return &d.TimeZone }},
	}
	given = slices.DeleteFunc(given, func(g struct {
		value *string
		of    func(*device.Device) *string
	},
	) bool {
		return g.value == nil
	})
	if len(given) == 0 {
		return nil
	}
	return func(d *device.Device) {
		for _, g := range given {
			*g.of(d) = *g.value
		}
	}
}

// gdmAngle returns the requested initial tilt.
func (s *server) gdmAngle(ctx context.Context, id int64, in GDMAngleInit) (definition.GDMAngle, error) {
	if in.Mode == "manual" {
		var refusals errs.Refusals
		for _, angle := range []struct {
			field string
			value *float64
		}{{"x0", in.X0}, {"y0", in.Y0}, {"z0", in.Z0}} {
			if angle.value == nil {
				refusals.Add(angle.field, errs.Empty)
			}
		}
		if err := refusals.Err(); err != nil {
			return definition.GDMAngle{}, err
		}
		return definition.GDMAngle{X0: *in.X0, Y0: *in.Y0, Z0: *in.Z0}, nil
	}
	count := max(in.Count, 0)
	if count == 0 {
		count = defaultInitialCount
	}
	before := clock.Now().UnixMilli()
	if in.ValidFrom != nil && *in.ValidFrom != 0 {
		before = *in.ValidFrom
	}
	readings, err := s.Monitor.RawBefore(ctx, id, 0, before, count)
	if err != nil {
		return definition.GDMAngle{}, err
	}
	mean, n := meanOf(readings, "angleX", "angleY", "angleZ")
	if n == 0 {
		return definition.GDMAngle{}, errs.New(errs.NoReadings)
	}
	return definition.GDMAngle{X0: mean[0], Y0: mean[1], Z0: mean[2], Count: n}, nil
}
