package opsapi

import (
	"context"
	"net/http"
	"strconv"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/formula"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// PermissionAction is an action with both of its names.
type PermissionAction struct {
	Code  string     `json:"code" enum:"Create,Delete,Retrieve,Update"`
	Name  string     `json:"name" enum:"ADD,DELETE,SELECT,EDIT" doc:"Its name in the global list"`
	Label i18n.Label `json:"label"`
}

// AlertLevel is a level with its color and label.
type AlertLevel struct {
	Level int        `json:"level" minimum:"0" maximum:"4"`
	Color string     `json:"color" example:"#ED4C33"`
	Label i18n.Label `json:"label"`
}

// levelColors are fixed by the specification (section 3).
var levelColors = [...]string{"#29B359", "#17A7F2", "#EDC733", "#ED8533", "#ED4C33"}

// ErrorMessage is one entry of the error catalog.
type ErrorMessage struct {
	Code int        `json:"code"`
	Key  string     `json:"key"`
	Text i18n.Label `json:"text"`
}

type measurementsPath struct {
	Type string `path:"type" maxLength:"40" doc:"A device type, for sensors a collector type or a kind of channel; or all"`
}

type categoryPath struct {
	Category string `path:"category" maxLength:"40"`
}

type measurementPath struct {
	Measurement string `path:"measurement" maxLength:"40"`
}

func (s *server) constants() {
	list := func(id, path, summary string) httpapi.Operation {
		return httpapi.Operation{ID: id, Method: http.MethodGet, Path: "/constants/" + path, Tag: "constants", Summary: summary}
	}
	fixed(s, list("permissionActions", "permission-action-options", "Actions of permissions, under both names"), func() []PermissionAction {
		return httpapi.ListOf(access.Actions(), func(a access.Action) PermissionAction {
			return PermissionAction{Code: string(a), Name: a.OtherName(), Label: a.Label()}
		})
	})
	area := func(a access.Area) i18n.Option { return i18n.Option{Code: string(a), Label: a.Label()} }
	fixed(s, list("permissionScopes", "permission-scope-options", "Scopes of permissions"), func() []i18n.Option {
		return httpapi.ListOf(access.Areas(), area)
	})
	fixed(s, list("projectPermissionScopes", "project-permission-scope-options", "Scopes that a project's roles are made of"), func() []i18n.Option {
		return httpapi.ListOf(access.ProjectAreas(), area)
	})
	fixed(s, list("deviceTypes", "device-type", "Device types with what they measure, their pages, fields and configuration"), catalog.DeviceTypes)
	fixed(s, list("collectorTypes", "collector-type", "Types of collectors"), catalog.CollectorTypes)
	fixed(s, list("protocols", "protocols", "Protocol families"), catalog.Protocols)
	fixed(s, list("signals", "signals", "Kinds of channels of collectors"), catalog.ChannelKinds)
	fixed(s, list("channelProtocols", "channel-protocols", "Ways in which sensors speak on a channel of a collector"), catalog.ChannelProtocols)
	fixed(s, list("collectModes", "collect-modes", "Ways of collecting"), catalog.CollectModes)
	fixed(s, list("structureTypes", "structure-type-options", "Types of structures"), catalog.StructureTypes)
	fixed(s, list("displayTypes", "display-type-options", "Ways of drawing a structure"), catalog.DisplayTypes)
	fixed(s, list("valueTypes", "measuring-attribute-type-options", "Value types of an attribute"), catalog.ValueTypes)
	fixed(s, list("measurements", "measurements", "Everything that can be monitored, with fields, units and decimals"), catalog.Measurements)
	fixed(s, list("artificialMeasurements", "artificial-measurement-options", "Measurements that may be taken by hand"), func() []i18n.Option {
		var options []i18n.Option
		for _, m := range catalog.Measurements() {
			if m.Manual {
				options = append(options, i18n.Option{Code: m.Code, Label: m.Label})
			}
		}
		return options
	})
	fixed(s, list("systemFormulas", "system-formula", "System formulas with their inputs and parameters"), formula.SystemFormulas)
	fixed(s, list("coefficients", "coefficients", "Calibration numbers that devices can have"), catalog.Coefficients)
	fixed(s, list("configBlocks", "config-blocks", "Configuration blocks of a device"), catalog.Blocks)
	fixed(s, list("modes", "modes", "Builds of an array"), catalog.Modes)
	fixed(s, list("fixedEnds", "fixed-ends", "Where an array can be held"), catalog.FixedEnds)
	fixed(s, list("pointKinds", "measuring-point-types", "Kinds of measuring points"), catalog.PointKinds)
	fixed(s, list("pages", "pages", "Data view pages"), catalog.Pages)
	fixed(s, list("categories", "category-options", "Device types as options"), func() []i18n.Option {
		return httpapi.ListOf(catalog.DeviceTypes(), deviceTypeOption)
	})
	fixed(s, list("alertLevels", "alert-levels", "Levels with colors"), func() []AlertLevel {
		levels := make([]AlertLevel, len(levelColors))
		for i, color := range levelColors {
			levels[i] = AlertLevel{Level: i, Color: color, Label: alarm.Level(i).Name()}
		}
		return levels
	})
	httpapi.Register(s.Kernel, list("alertHandlingOptions", "alert-handling-options", "The usual causes of alerts and measures against them"),
		s.alertHandlingOptions)
	messages := list("errorMessages", "error-messages", "The error catalog in three languages")
	messages.Open = true
	fixed(s, messages, func() []ErrorMessage {
		return httpapi.ListOf(errs.Catalog(), func(m *errs.Message) ErrorMessage {
			return ErrorMessage{Code: m.Code, Key: m.Key, Text: i18n.Label{
				Zh: m.Text(errs.Chinese, nil), En: m.Text(errs.English, nil), Tw: m.Text(errs.TraditionalChinese, nil),
			}}
		})
	})
	httpapi.Register(s.Kernel, list("measurementsOfType", "measurements/{type}", "Measurements that a device type serves"),
		s.measurementsOfType)
	httpapi.Register(s.Kernel, list("measurementFields", "measurement-fields/{category}", "Measurements with the fields that a device type delivers"),
		s.measurementFields)
	httpapi.Register(s.Kernel, list("deviceCategories", "device-category-options/{measurement}", "Device types that serve a measurement"),
		s.deviceCategories)
	httpapi.Register(s.Kernel, list("sensorOptions", "collector-protocol/sensor-options/{type}",
		"Sensors that hang on a type of collectors, or on a kind of channel"),
		s.sensorOptions)
}

func (s *server) alertHandlingOptions(context.Context, *httpapi.NoInput) (*httpapi.Output[catalog.AlertHandling], error) {
	return httpapi.Reply(catalog.AlertHandlings()), nil
}

func (s *server) measurementsOfType(_ context.Context, in *measurementsPath) (*httpapi.Output[httpapi.List[i18n.Option]], error) {
	found := make([]i18n.Option, 0, len(catalog.Measurements()))
	for _, m := range catalog.Measurements() {
		if in.Type == "all" || catalog.Serves(in.Type, m.Code) {
			found = append(found, i18n.Option{Code: m.Code, Label: m.Label})
		}
	}
	return httpapi.Reply(httpapi.List[i18n.Option]{List: found}), nil
}

func (s *server) measurementFields(_ context.Context, in *categoryPath) (*httpapi.Output[httpapi.List[catalog.Measurement]], error) {
	return httpapi.ReplyList(catalog.MeasurementFields(in.Category), httpapi.AsIs), nil
}

func (s *server) deviceCategories(_ context.Context, in *measurementPath) (*httpapi.Output[httpapi.List[i18n.Option]], error) {
	return httpapi.ReplyList(catalog.ServingTypes(in.Measurement), httpapi.AsIs), nil
}

func (s *server) sensorOptions(_ context.Context, in *measurementsPath) (*httpapi.Output[httpapi.List[i18n.Option]], error) {
	return httpapi.ReplyList(catalog.SensorsOn(in.Type), deviceTypeOption), nil
}

func deviceTypeOption(t catalog.DeviceType) i18n.Option {
	return i18n.Option{Code: t.Code, Label: t.Label}
}

// fixed adds a call that returns a list of the catalog.
func fixed[T any](s *server, op httpapi.Operation, entries func() []T) {
	httpapi.Register(s.Kernel, op, func(context.Context, *httpapi.NoInput) (*httpapi.Output[httpapi.List[T]], error) {
		return httpapi.ReplyList(entries(), httpapi.AsIs), nil
	})
}

// catalogIn returns the error catalog by code.
func catalogIn(lang errs.Language) map[string]string {
	texts := make(map[string]string)
	for _, m := range errs.Catalog() {
		texts[strconv.Itoa(m.Code)] = m.Text(lang, nil)
	}
	return texts
}
