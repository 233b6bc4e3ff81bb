package access

import "plumbline/internal/platform/i18n"

var actionLabels = map[Action]i18n.Label{
	Create:   {Zh: "新增", En: "Create", Tw: "新增"},
	Delete:   {Zh: "删除", En: "Delete", Tw: "刪除"},
	Retrieve: {Zh: "查看", En: "View", Tw: "檢視"},
	Update:   {Zh: "编辑", En: "Edit", Tw: "編輯"},
}

var areaLabels = map[Area]i18n.Label{
	Corporation:    {Zh: "企业", En: "Corporation", Tw: "企業"},
	User:           {Zh: "用户", En: "User", Tw: "使用者"},
	UserGroup:      {Zh: "用户组", En: "User group", Tw: "使用者群組"},
	Role:           {Zh: "角色", En: "Role", Tw: "角色"},
	OperationLog:   {Zh: "操作日志", En: "Operation log", Tw: "操作日誌"},
	Project:        {Zh: "项目", En: "Project", Tw: "專案"},
	Structure:      {Zh: "结构物", En: "Structure", Tw: "結構物"},
	MeasuringPoint: {Zh: "测点", En: "Measuring point", Tw: "測點"},
	Device:         {Zh: "设备", En: "Device", Tw: "設備"},
	Report:         {Zh: "报表", En: "Report", Tw: "報表"},
	AlertRule:      {Zh: "告警规则", En: "Alert rule", Tw: "告警規則"},
	PushRule:       {Zh: "推送规则", En: "Push rule", Tw: "推送規則"},
	Alert:          {Zh: "告警", En: "Alert", Tw: "告警"},
	Data:           {Zh: "监测数据", En: "Monitoring data", Tw: "監測資料"},
}

// Label returns the display name of an action.
func (a Action) Label() i18n.Label { return actionLabels[a] }

// Label returns the display name of an area.
func (a Area) Label() i18n.Label { return areaLabels[a] }
