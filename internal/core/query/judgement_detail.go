package query

import "plumbline/internal/platform/i18n"

// detail is why a threshold, or a whole point, is not judged. It is finer than the code, because each reason has its
// own remedy. Reasons are in the order in which to remove them.
type detail int

const (
	noDetail detail = iota
	detailSwitchedOff
	detailUnbound
	detailNoFormula
	detailFormulaFails
	detailNoData
	detailUnpaired
	detailNoThreshold
	detailDisabled
	detailFieldNotComputed
	detailNoInitial
	detailInitialForming
	detailHeld
	detailBeforeThreshold
	detailNoRate
	detailNoValue
)

// Fix is the next step towards a judgement.
type Fix string

const (
	SwitchOn        Fix = "switchOn"
	BindDevice      Fix = "bindDevice"
	SetFormula      Fix = "setFormula"
	ViewDevice      Fix = "viewDevice"
	SetThreshold    Fix = "setThreshold"
	EnableThreshold Fix = "enableThreshold"
	SetInitialValue Fix = "setInitialValue"
	ViewData        Fix = "viewData"
)

var fixNames = map[Fix]i18n.Label{
	SwitchOn:        {Zh: "开启监测", En: "Switch on", Tw: "開啟監測"},
	BindDevice:      {Zh: "绑定设备", En: "Bind device", Tw: "綁定設備"},
	SetFormula:      {Zh: "设置公式", En: "Set formula", Tw: "設定公式"},
	ViewDevice:      {Zh: "查看设备", En: "View device", Tw: "檢視設備"},
	SetThreshold:    {Zh: "设置阈值", En: "Set thresholds", Tw: "設定門檻值"},
	EnableThreshold: {Zh: "启用阈值", En: "Enable thresholds", Tw: "啟用門檻值"},
	SetInitialValue: {Zh: "设置初始值", En: "Set initial value", Tw: "設定初始值"},
	ViewData:        {Zh: "查看数据", En: "View data", Tw: "檢視資料"},
}

// Name returns the label of the step.
func (f Fix) Name() i18n.Label { return fixNames[f] }

type detailed struct {
	code   Code
	fix    Fix
	reason i18n.Label
}

var judgedReason = i18n.Label{Zh: "已判定", En: "Judged", Tw: "已判定"}

var details = [...]detailed{
	detailSwitchedOff: {SwitchedOff, SwitchOn, i18n.Label{Zh: "监测已关闭", En: "Monitoring is switched off", Tw: "監測已關閉"}},
	detailUnbound:     {NoFormula, BindDevice, i18n.Label{Zh: "未绑定设备", En: "No device", Tw: "未綁定設備"}},
	detailNoFormula:   {NoFormula, SetFormula, i18n.Label{Zh: "未设公式", En: "No formula", Tw: "未設公式"}},
	detailFormulaFails: {
		NoFormula, SetFormula, i18n.Label{Zh: "公式有误，无法计算", En: "The formula has an error and cannot be computed", Tw: "公式有誤，無法計算"},
	},
	detailNoData:      {NoData, ViewDevice, i18n.Label{Zh: "从未收到数据", En: "No data received yet", Tw: "從未收到資料"}},
	detailUnpaired:    {UnpairedFace, ViewData, i18n.Label{Zh: "等待另一盘位的观测", En: "Waiting for the other face", Tw: "等待另一鏡位的觀測"}},
	detailNoThreshold: {NoThreshold, SetThreshold, i18n.Label{Zh: "未设阈值", En: "No threshold", Tw: "未設門檻值"}},
	detailDisabled:    {NoThreshold, EnableThreshold, i18n.Label{Zh: "阈值均未启用", En: "No threshold enabled", Tw: "門檻值均未啟用"}},
	detailFieldNotComputed: {
		NoFormula, SetFormula, i18n.Label{
			Zh: "阈值未生效：公式不计算该字段", En: "Threshold not in effect: the formula does not compute this field", Tw: "門檻值未生效：公式不計算該欄位",
		},
	},
	detailNoInitial: {
		NoInitialValue, SetInitialValue, i18n.Label{Zh: "阈值未生效：无初始值", En: "Threshold not in effect: no initial value", Tw: "門檻值未生效：無初始值"},
	},
	detailInitialForming: {
		NoInitialValue, SetInitialValue, i18n.Label{
			Zh: "阈值未生效：初始值尚未形成", En: "Threshold not in effect: the initial value is still being formed", Tw: "門檻值未生效：初始值尚未形成",
		},
	},
	detailHeld: {
		ReadingHeld, ViewData, i18n.Label{
			Zh: "读数突变，待下一次读数确认", En: "The reading jumped; waiting for the next one to confirm it", Tw: "讀數突變，待下一次讀數確認",
		},
	},
	detailBeforeThreshold: {
		NoData, ViewDevice, i18n.Label{Zh: "阈值生效后暂无数据", En: "No data since the threshold took effect", Tw: "門檻值生效後尚無資料"},
	},
	detailNoRate: {
		NoData, ViewData, i18n.Label{Zh: "数据时长不足，无法计算变化速率", En: "Not enough data for a change rate", Tw: "資料時長不足，無法計算變化速率"},
	},
	detailNoValue: {NoData, ViewData, i18n.Label{Zh: "读数缺少该字段", En: "The readings have no value for this field", Tw: "讀數缺少該欄位"}},
}

func (d detail) code() Code         { return details[d].code }
func (d detail) reason() i18n.Label { return details[d].reason }

// Fix returns the next step towards a judgement, "" for a judged point.
func (m *Judgement) Fix() Fix { return details[m.detail].fix }
