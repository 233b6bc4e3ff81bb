package api

import (
	"context"
	"net/http"
	"strconv"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/catalogue"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// PermissionAction is an action under both of its names.
type PermissionAction struct {
	Code  string          `json:"code" enum:"Create,Delete,Retrieve,Update"`
	Name  string          `json:"name" enum:"ADD,DELETE,SELECT,EDIT" doc:"Its name in the global list"`
	Label catalogue.Label `json:"label"`
}

var actionLabels = map[access.Action]catalogue.Label{
	access.Create:   {Zh: "新增", En: "Create", Tw: "新增"},
	access.Delete:   {Zh: "删除", En: "Delete", Tw: "刪除"},
	access.Retrieve: {Zh: "查看", En: "View", Tw: "檢視"},
	access.Update:   {Zh: "编辑", En: "Edit", Tw: "編輯"},
}

var areaLabels = map[access.Area]catalogue.Label{
	access.Corporation:    {Zh: "企业", En: "Corporation", Tw: "企業"},
	access.User:           {Zh: "用户", En: "User", Tw: "使用者"},
	access.UserGroup:      {Zh: "用户组", En: "User group", Tw: "使用者群組"},
	access.Role:           {Zh: "角色", En: "Role", Tw: "角色"},
	access.OperationLog:   {Zh: "操作日志", En: "Operation log", Tw: "操作日誌"},
	access.Project:        {Zh: "项目", En: "Project", Tw: "專案"},
	access.Structure:      {Zh: "结构物", En: "Structure", Tw: "結構物"},
	access.MeasuringPoint: {Zh: "测点", En: "Measuring point", Tw: "測點"},
	access.Device:         {Zh: "设备", En: "Device", Tw: "設備"},
	access.Report:         {Zh: "报表", En: "Report", Tw: "報表"},
	access.AlertRule:      {Zh: "告警规则", En: "Alert rule", Tw: "告警規則"},
	access.PushRule:       {Zh: "推送规则", En: "Push rule", Tw: "推送規則"},
	access.Alert:          {Zh: "告警", En: "Alert", Tw: "告警"},
	access.Data:           {Zh: "监测数据", En: "Monitoring data", Tw: "監測資料"},
}

// AlertLevel is a level with its colour and label.
type AlertLevel struct {
	Level int             `json:"level" minimum:"0" maximum:"4"`
	Color string          `json:"color" example:"#ED4C33"`
	Label catalogue.Label `json:"label"`
}

// levelColors are fixed by the specification (section 3).
var levelColors = [...]string{"#29B359", "#17A7F2", "#EDC733", "#ED8533", "#ED4C33"}

// ErrorMessage is one entry of the error catalogue.
type ErrorMessage struct {
	Code int             `json:"code"`
	Key  string          `json:"key"`
	Text catalogue.Label `json:"text"`
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
	list := func(id, path, summary string) operation {
		return operation{id: id, method: http.MethodGet, path: "/constants/" + path, tag: "constants", summary: summary}
	}
	fixed(s, list("permissionActions", "permission-action-options", "Actions of permissions, under both names"), func() []PermissionAction {
		return listOf(access.Actions(), func(a access.Action) PermissionAction {
			return PermissionAction{Code: string(a), Name: a.OtherName(), Label: actionLabels[a]}
		})
	})
	area := func(a access.Area) catalogue.Option { return catalogue.Option{Code: string(a), Label: areaLabels[a]} }
	fixed(s, list("permissionScopes", "permission-scope-options", "Scopes of permissions"), func() []catalogue.Option { return listOf(access.Areas(), area) })
	fixed(s, list("projectPermissionScopes", "project-permission-scope-options", "Scopes that a project's roles are made of"), func() []catalogue.Option {
		return listOf(access.ProjectAreas(), area)
	})
	fixed(s, list("deviceTypes", "device-type", "Device types with what they measure, their pages, fields and configuration"), catalogue.DeviceTypes)
	fixed(s, list("collectorTypes", "collector-type", "Types of collectors"), catalogue.CollectorTypes)
	fixed(s, list("protocols", "protocols", "Protocol families"), catalogue.Protocols)
	fixed(s, list("signals", "signals", "Kinds of channels of collectors"), catalogue.Signals)
	fixed(s, list("channelProtocols", "channel-protocols", "Ways in which sensors speak on a channel of a collector"), catalogue.ChannelProtocols)
	fixed(s, list("collectModes", "collect-modes", "Ways of collecting"), catalogue.CollectModes)
	fixed(s, list("structureTypes", "structure-type-options", "Types of structures"), catalogue.StructureTypes)
	fixed(s, list("displayTypes", "display-type-options", "Ways of drawing a structure"), catalogue.DisplayTypes)
	fixed(s, list("valueTypes", "measuring-attribute-type-options", "Value types of an attribute"), catalogue.ValueTypes)
	fixed(s, list("measurements", "measurements", "Everything that can be monitored, with fields, units and decimals"), catalogue.Measurements)
	fixed(s, list("artificialMeasurements", "artificial-measurement-options", "Measurements that may be taken by hand"), func() []catalogue.Option {
		var options []catalogue.Option
		for _, m := range catalogue.Measurements() {
			if m.Manual {
				options = append(options, catalogue.Option{Code: m.Code, Label: m.Label})
			}
		}
		return options
	})
	fixed(s, list("systemFormulas", "system-formula", "System formulas with their inputs and parameters"), catalogue.SystemFormulas)
	fixed(s, list("coefficients", "coefficients", "Calibration numbers that devices can have"), catalogue.Coefficients)
	fixed(s, list("configBlocks", "config-blocks", "Configuration blocks of a device"), catalogue.Blocks)
	fixed(s, list("modes", "modes", "Builds of an array"), catalogue.Modes)
	fixed(s, list("fixedEnds", "fixed-ends", "Where an array can be held"), catalogue.FixedEnds)
	fixed(s, list("pointKinds", "measuring-point-types", "Kinds of measuring points"), catalogue.PointKinds)
	fixed(s, list("pages", "pages", "Data view pages"), catalogue.Pages)
	fixed(s, list("categories", "category-options", "Device types as options"), func() []catalogue.Option {
		return listOf(catalogue.DeviceTypes(), deviceTypeOption)
	})
	fixed(s, list("alertLevels", "alert-levels", "Levels with colours"), func() []AlertLevel {
		levels := make([]AlertLevel, len(levelColors))
		for i, color := range levelColors {
			levels[i] = AlertLevel{Level: i, Color: color, Label: alarm.Level(i).Name()}
		}
		return levels
	})
	register(s, list("alertHandlingOptions", "alert-handling-options", "The usual causes of alerts and measures against them"),
		func(context.Context, *nothing) (*output[catalogue.AlertHandling], error) {
			return answer(catalogue.AlertHandlings()), nil
		})
	messages := list("errorMessages", "error-messages", "The error catalogue in three languages")
	messages.open = true
	fixed(s, messages, func() []ErrorMessage {
		return listOf(fault.Catalogue(), func(m *fault.Message) ErrorMessage {
			return ErrorMessage{Code: m.Code, Key: m.Key, Text: catalogue.Label{
				Zh: m.Text(fault.Chinese, nil), En: m.Text(fault.English, nil), Tw: m.Text(fault.TraditionalChinese, nil),
			}}
		})
	})
	register(s, list("measurementsOfType", "measurements/{type}", "Measurements that a device type serves"),
		func(_ context.Context, in *measurementsPath) (*output[List[catalogue.Option]], error) {
			found := make([]catalogue.Option, 0, len(catalogue.Measurements()))
			for _, m := range catalogue.Measurements() {
				if in.Type == "all" || catalogue.Serves(in.Type, m.Code) {
					found = append(found, catalogue.Option{Code: m.Code, Label: m.Label})
				}
			}
			return answer(List[catalogue.Option]{found}), nil
		})
	register(s, list("measurementFields", "measurement-fields/{category}", "Measurements with the fields that a device type delivers"),
		func(_ context.Context, in *categoryPath) (*output[List[catalogue.Measurement]], error) {
			return listAnswer(catalogue.MeasurementFields(in.Category), same), nil
		})
	register(s, list("deviceCategories", "device-category-options/{measurement}", "Device types that serve a measurement"),
		func(_ context.Context, in *measurementPath) (*output[List[catalogue.Option]], error) {
			return listAnswer(catalogue.ServingTypes(in.Measurement), same), nil
		})
	register(s, list("sensorOptions", "collector-protocol/sensor-options/{type}", "Sensors that hang on a type of collectors, or on a kind of channel"),
		func(_ context.Context, in *measurementsPath) (*output[List[catalogue.Option]], error) {
			return listAnswer(catalogue.SensorsOn(in.Type), deviceTypeOption), nil
		})
}

func deviceTypeOption(t catalogue.DeviceType) catalogue.Option {
	return catalogue.Option{Code: t.Code, Label: t.Label}
}

// fixed adds a call that answers a list of the catalogue.
func fixed[T any](s *server, op operation, entries func() []T) {
	register(s, op, func(context.Context, *nothing) (*output[List[T]], error) { return listAnswer(entries(), same), nil })
}

// catalogueIn is the error catalogue by code.
func catalogueIn(lang fault.Language) map[string]string {
	texts := make(map[string]string)
	for _, m := range fault.Catalogue() {
		texts[strconv.Itoa(m.Code)] = m.Text(lang, nil)
	}
	return texts
}
