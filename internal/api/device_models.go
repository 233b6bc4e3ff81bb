package api

import (
	"context"
	"net/http"
	"strings"

	"plumbline/internal/core/catalogue"
	"plumbline/internal/platform/access"
	"plumbline/internal/site/device"
)

// DeviceModelFields are what people say about a model of their own.
type DeviceModelFields struct {
	Code                 string `json:"code" minLength:"1" maxLength:"40" example:"CRK-X1" doc:"Letters, digits, . _ / -; fixed when made"`
	Label                string `json:"label" minLength:"1" maxLength:"50"`
	Type                 string `json:"type" minLength:"1" maxLength:"40" doc:"A device type of the catalogue"`
	Series               string `json:"series" minLength:"1" maxLength:"20" doc:"Models are grouped by it"`
	Measurements         string `json:"measurements,omitempty" maxLength:"500" doc:"Comma-separated; of those of the type"`
	CollectorTypeOptions string `json:"collectorTypeOptions,omitempty" maxLength:"200" doc:"Comma-separated: what it can hang on"`
	ChannelProtocol      string `json:"channelProtocol,omitempty" maxLength:"40" doc:"A protocol family, or a kind of channel; left out: the first of the type"`
	Manufacturer         string `json:"manufacturer,omitempty" maxLength:"50" doc:"Left out: that of the installation"`
	SNCodePrefix         string `json:"sncodePrefix,omitempty" maxLength:"10"`
	RegisterPrefix       string `json:"registerPrefix,omitempty" maxLength:"10"`
	Channels             int32  `json:"channels,omitempty" minimum:"0" maximum:"16383" doc:"Of a collector; 0: no limit is known"`
	RegisterIsSame       bool   `json:"registerIsSame,omitempty" doc:"The register is the serial number"`
	IsSensor             bool   `json:"isSensor,omitempty" doc:"A bare sensor that hangs on a channel"`
	IsMeasuring          bool   `json:"isMeasuring,omitempty" doc:"It can be bound to points"`
	WithCollector        bool   `json:"withCollector,omitempty" doc:"It collects for others"`
	IsMultiChannel       bool   `json:"isMultiChannel,omitempty"`
	WithNetwork          bool   `json:"withNetwork,omitempty" doc:"It connects by itself"`
}

// DeviceModel is a model of a corporation.
type DeviceModel struct {
	ID            int64 `json:"id"`
	CorporationID int64 `json:"corporationId"`
	DeviceModelFields
	CreatedAt int64 `json:"createdAt" doc:"UTC ms"`
}

type newModel struct {
	CorporationPath
	Body DeviceModelFields
}

// DeviceModelPath leads to a model of a corporation.
type DeviceModelPath struct {
	CorporationPath
	DeviceModelID int64 `path:"deviceModelId" minimum:"1"`
}

type modelUpdate struct {
	DeviceModelPath
	Body DeviceModelFields
}

type modelsQuery struct {
	CorporationID int64  `query:"corporationId" minimum:"0" doc:"Whose own models are listed beside the predefined ones; 0: the caller's corporation"`
	Type          string `query:"type" maxLength:"40" doc:"Empty: all types"`
}

func (s *server) deviceModels() {
	const list, one = "/corporations/{corporationId}/device-models", "/corporations/{corporationId}/device-models/{deviceModelId}"
	register(s, operation{
		id: "listDeviceModels", method: http.MethodGet, path: list, tag: "devices", need: deviceNeed(access.Retrieve), held: anywhere,
		summary: "Models that a corporation added",
	}, func(ctx context.Context, in *CorporationPath) (*output[List[DeviceModel]], error) {
		models, err := s.Devices.OwnModels(ctx, callerOf(ctx).scope, in.CorporationID)
		return listAnswer(models, deviceModelOf), err
	})
	register(s, operation{
		id: "createDeviceModel", method: http.MethodPost, path: list, tag: "devices", need: deviceNeed(access.Create), status: http.StatusCreated,
		summary: "Add a model to a corporation",
	}, func(ctx context.Context, in *newModel) (*output[DeviceModel], error) {
		m := in.Body.model()
		m.CorporationID = in.CorporationID
		made, err := s.Devices.CreateModel(ctx, callerOf(ctx).actor(), m)
		return answer(deviceModelOf(made)), err
	})
	register(s, operation{
		id: "updateDeviceModel", method: http.MethodPut, path: one, tag: "devices", need: deviceNeed(access.Update),
		summary: "Change a model", detail: "Devices keep what they were given from it.",
	}, func(ctx context.Context, in *modelUpdate) (*output[DeviceModel], error) {
		m := in.Body.model()
		m.ID = in.DeviceModelID
		changed, err := s.Devices.UpdateModel(ctx, callerOf(ctx).actor(), m)
		return answer(deviceModelOf(changed)), err
	})
	register(s, operation{
		id: "deleteDeviceModel", method: http.MethodDelete, path: one, tag: "devices", need: deviceNeed(access.Delete),
		summary: "Remove a model that no device is of",
	}, func(ctx context.Context, in *DeviceModelPath) (*output[Done], error) {
		return answer(Done{}), s.Devices.DeleteModel(ctx, callerOf(ctx).actor(), in.DeviceModelID)
	})
	register(s, operation{
		id: "predefinedModels", method: http.MethodGet, path: "/constants/predefined-models", tag: "constants",
		summary: "Device models: the predefined ones, then the corporation's own", detail: "Grouped by series.",
	}, func(ctx context.Context, in *modelsQuery) (*output[List[catalogue.Model]], error) {
		who := callerOf(ctx)
		corporation := in.CorporationID
		if corporation == 0 || !who.scope.Covers(corporation) { // members from elsewhere see what ships
			corporation = who.Account.CorporationID
		}
		models, err := s.Devices.Models(ctx, who.scope, corporation)
		if err != nil {
			return nil, err
		}
		found := make([]catalogue.Model, 0, len(models))
		for _, m := range models {
			if in.Type == "" || m.Type == in.Type {
				found = append(found, m)
			}
		}
		return answer(List[catalogue.Model]{found}), nil
	})
}

func (f DeviceModelFields) model() device.Model {
	return device.Model{
		Code: strings.TrimSpace(f.Code), Label: f.Label, Type: f.Type, Series: f.Series, Measurements: f.Measurements, CollectorTypeOptions: f.CollectorTypeOptions,
		ChannelProtocol: f.ChannelProtocol, Manufacturer: f.Manufacturer, SNCodePrefix: f.SNCodePrefix, RegisterPrefix: f.RegisterPrefix, Channels: f.Channels,
		RegisterIsSame: f.RegisterIsSame, IsSensor: f.IsSensor, IsMeasuring: f.IsMeasuring, WithCollector: f.WithCollector, IsMultiChannel: f.IsMultiChannel, WithNetwork: f.WithNetwork,
	}
}

func deviceModelOf(m device.Model) DeviceModel {
	return DeviceModel{
		ID: m.ID, CorporationID: m.CorporationID, CreatedAt: m.CreatedAt,
		DeviceModelFields: DeviceModelFields{
			Code: m.Code, Label: m.Label, Type: m.Type, Series: m.Series, Measurements: m.Measurements, CollectorTypeOptions: m.CollectorTypeOptions,
			ChannelProtocol: m.ChannelProtocol, Manufacturer: m.Manufacturer, SNCodePrefix: m.SNCodePrefix, RegisterPrefix: m.RegisterPrefix, Channels: m.Channels,
			RegisterIsSame: m.RegisterIsSame, IsSensor: m.IsSensor, IsMeasuring: m.IsMeasuring, WithCollector: m.WithCollector, IsMultiChannel: m.IsMultiChannel, WithNetwork: m.WithNetwork,
		},
	}
}
