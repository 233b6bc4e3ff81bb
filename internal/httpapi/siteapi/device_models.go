package siteapi

import (
	"context"
	"net/http"
	"strings"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/modelcommand"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/device"
)

// DeviceModelFields are the editable fields of a corporation's model.
type DeviceModelFields struct {
	Code                 string `json:"code" minLength:"1" maxLength:"40" example:"CRK-X1" doc:"Letters, digits, . _ / -; cannot be changed later"`
	Label                string `json:"label" minLength:"1" maxLength:"50"`
	Type                 string `json:"type" minLength:"1" maxLength:"40" doc:"A device type of the catalog"`
	Series               string `json:"series" minLength:"1" maxLength:"20" doc:"Models are grouped by it"`
	Measurements         string `json:"measurements,omitempty" maxLength:"500" doc:"Comma-separated; of those of the type"`
	CollectorTypeOptions string `json:"collectorTypeOptions,omitempty" maxLength:"200" doc:"Comma-separated: what it can be connected to"`
	ChannelProtocol      string `json:"channelProtocol,omitempty" maxLength:"40" doc:"A protocol family, or a kind of channel; omitted: the first of the type"`
	Manufacturer         string `json:"manufacturer,omitempty" maxLength:"50" doc:"Omitted: that of the installation"`
	SNCodePrefix         string `json:"sncodePrefix,omitempty" maxLength:"10"`
	RegisterPrefix       string `json:"registerPrefix,omitempty" maxLength:"10"`
	Channels             int32  `json:"channels,omitempty" minimum:"0" maximum:"16383" doc:"For a collector; 0: no known limit"`
	RegisterIsSame       bool   `json:"registerIsSame,omitempty" doc:"The register is the serial number"`
	IsSensor             bool   `json:"isSensor,omitempty" doc:"A bare sensor connected to a channel"`
	IsMeasuring          bool   `json:"isMeasuring,omitempty" doc:"Can be bound to points"`
	WithCollector        bool   `json:"withCollector,omitempty" doc:"Collects for other devices"`
	IsMultiChannel       bool   `json:"isMultiChannel,omitempty"`
	WithNetwork          bool   `json:"withNetwork,omitempty" doc:"Connects directly"`

	Commands []modelcommand.Command `json:"commands,omitempty" maxItems:"50" doc:"Besides those that all devices have"`
}

// DeviceModel is a model of a corporation.
type DeviceModel struct {
	ID            int64 `json:"id"`
	CorporationID int64 `json:"corporationId"`
	DeviceModelFields
	CreatedAt int64 `json:"createdAt" doc:"UTC ms"`
}

type newModel struct {
	httpapi.CorporationPath
	Body DeviceModelFields
}

// DeviceModelPath identifies a model of a corporation.
type DeviceModelPath struct {
	httpapi.CorporationPath
	DeviceModelID int64 `path:"deviceModelId" minimum:"1"`
}

type modelUpdate struct {
	DeviceModelPath
	Body DeviceModelFields
}

type modelsQuery struct {
	CorporationID int64  `query:"corporationId" minimum:"0" doc:"Corporation whose own models are listed with the predefined ones; 0: the caller's corporation"`
	Type          string `query:"type" maxLength:"40" doc:"Empty: all types"`
}

func (s *server) deviceModels() {
	const list, one = "/corporations/{corporationId}/device-models", "/corporations/{corporationId}/device-models/{deviceModelId}"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listDeviceModels", Method: http.MethodGet, Path: list, Tag: "devices", Need: httpapi.DevicePermission(access.Retrieve), Held: httpapi.Anywhere,
		Summary: "Device models added by a corporation",
	}, s.listDeviceModels)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createDeviceModel", Method: http.MethodPost, Path: list, Tag: "devices", Need: httpapi.DevicePermission(access.Create), Status: http.StatusCreated,
		Example:  `{"code":"OWN-2","label":"another","type":"Crack","series":"own","isMeasuring":true}`,
		NearMiss: httpapi.NearMiss{Body: `{"code":"OWN-2","label":"","type":"Crack","series":"own","isMeasuring":true}`, Field: "label"},
		Summary:  "Add a model to a corporation",
	}, s.createDeviceModel)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateDeviceModel", Method: http.MethodPut, Path: one, Tag: "devices", Need: httpapi.DevicePermission(access.Update),
		Example: `{"code":"OWN-1","label":"renamed","type":"Crack","series":"own","isMeasuring":true,"commands":[{"code":"setRange",` +
			`"label":{"zh":"设置量程","en":"Set the range","zh-TW":"設定量程"},"form":"hex","send":"{address} 06 00 20 {range:u16} {crc16}","timeout":5,` +
			`"params":[{"name":"range","label":{"zh":"量程","en":"Range","zh-TW":"量程"},"unit":"mm","min":10,"max":200}]}]}`,
		Summary: "Change a model", Detail: "Devices that were given its settings keep them.",
	}, s.updateDeviceModel)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "deleteDeviceModel", Method: http.MethodDelete, Path: one, Tag: "devices", Need: httpapi.DevicePermission(access.Delete),
		Summary: "Remove a model that no device uses",
	}, s.deleteDeviceModel)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "predefinedModels", Method: http.MethodGet, Path: "/constants/predefined-models", Tag: "constants",
		Summary: "Device models: the predefined ones, then the corporation's own", Detail: "Grouped by series.",
	}, s.predefinedModels)
}

func (s *server) listDeviceModels(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[httpapi.List[DeviceModel]], error) {
	models, err := s.Devices.OwnModels(ctx, httpapi.CallerOf(ctx).Scope, in.CorporationID)
	return httpapi.ReplyList(models, deviceModelOf), err
}

func (s *server) createDeviceModel(ctx context.Context, in *newModel) (*httpapi.Output[DeviceModel], error) {
	m := in.Body.model()
	m.CorporationID = in.CorporationID
	made, err := s.Devices.CreateModel(ctx, httpapi.CallerOf(ctx).Actor(), m)
	return httpapi.Reply(deviceModelOf(made)), err
}

func (s *server) updateDeviceModel(ctx context.Context, in *modelUpdate) (*httpapi.Output[DeviceModel], error) {
	m := in.Body.model()
	m.ID = in.DeviceModelID
	changed, err := s.Devices.UpdateModel(ctx, httpapi.CallerOf(ctx).Actor(), m)
	return httpapi.Reply(deviceModelOf(changed)), err
}

func (s *server) deleteDeviceModel(ctx context.Context, in *DeviceModelPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Devices.DeleteModel(ctx, httpapi.CallerOf(ctx).Actor(), in.DeviceModelID)
}

func (s *server) predefinedModels(ctx context.Context, in *modelsQuery) (*httpapi.Output[httpapi.List[catalog.Model]], error) {
	who := httpapi.CallerOf(ctx)
	corporation := in.CorporationID
	if corporation == 0 || !who.Scope.Covers(corporation) { // members of other corporations see the predefined models
		corporation = who.Account.CorporationID
	}
	models, err := s.Devices.Models(ctx, who.Scope, corporation)
	if err != nil {
		return nil, err
	}
	found := make([]catalog.Model, 0, len(models))
	for _, m := range models {
		if in.Type == "" || m.Type == in.Type {
			found = append(found, m)
		}
	}
	return httpapi.Reply(httpapi.List[catalog.Model]{List: found}), nil
}

func (f DeviceModelFields) model() device.Model {
	return device.Model{
		Code: strings.TrimSpace(f.Code), Label: f.Label, Type: f.Type, Series: f.Series, Measurements: f.Measurements,
		CollectorTypeOptions: f.CollectorTypeOptions,
		ChannelProtocol:      f.ChannelProtocol, Manufacturer: f.Manufacturer, SNCodePrefix: f.SNCodePrefix,
		RegisterPrefix: f.RegisterPrefix, Channels: f.Channels,
		RegisterIsSame: f.RegisterIsSame, IsSensor: f.IsSensor, IsMeasuring: f.IsMeasuring,
		WithCollector: f.WithCollector, IsMultiChannel: f.IsMultiChannel, WithNetwork: f.WithNetwork,
		Commands: f.Commands,
	}
}

func deviceModelOf(m device.Model) DeviceModel {
	return DeviceModel{
		ID: m.ID, CorporationID: m.CorporationID, CreatedAt: m.CreatedAt,
		DeviceModelFields: DeviceModelFields{
			Code: m.Code, Label: m.Label, Type: m.Type, Series: m.Series, Measurements: m.Measurements, CollectorTypeOptions: m.CollectorTypeOptions,
			ChannelProtocol: m.ChannelProtocol, Manufacturer: m.Manufacturer, SNCodePrefix: m.SNCodePrefix,
			RegisterPrefix: m.RegisterPrefix, Channels: m.Channels,
			RegisterIsSame: m.RegisterIsSame, IsSensor: m.IsSensor, IsMeasuring: m.IsMeasuring,
			WithCollector: m.WithCollector, IsMultiChannel: m.IsMultiChannel, WithNetwork: m.WithNetwork,
			Commands: m.Commands,
		},
	}
}
