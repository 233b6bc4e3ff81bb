package monitor

import "plumbline/internal/core/catalogue"

// detail is why a threshold, or a whole point, is not judged: finer than the code, as each
// has another remedy. The first in this order is the one to remove first.
type detail int

const (
	noDetail detail = iota
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

// Fix is the step that ends a missing judgement.
type Fix string

// The fixes.
const (
	BindDevice      Fix = "bindDevice"
	SetFormula      Fix = "setFormula"
	ViewDevice      Fix = "viewDevice"
	SetThreshold    Fix = "setThreshold"
	EnableThreshold Fix = "enableThreshold"
	SetInitialValue Fix = "setInitialValue"
	ViewData        Fix = "viewData"
)

var fixNames = map[Fix]catalogue.Label{
	BindDevice:      {Zh: "绑定设备", En: "Bind a device", Tw: "綁定設備"},
	SetFormula:      {Zh: "设置公式", En: "Set the formula", Tw: "設定公式"},
	ViewDevice:      {Zh: "查看设备", En: "View the device", Tw: "檢視設備"},
	SetThreshold:    {Zh: "设置阈值", En: "Set thresholds", Tw: "設定閾值"},
	EnableThreshold: {Zh: "启用阈值", En: "Enable thresholds", Tw: "啟用閾值"},
	SetInitialValue: {Zh: "设置初始值", En: "Set the initial value", Tw: "設定初始值"},
	ViewData:        {Zh: "查看数据", En: "View the data", Tw: "檢視資料"},
}

// Name says what the step is.
func (f Fix) Name() catalogue.Label { return fixNames[f] }

type detailed struct {
	code   Code
	fix    Fix
	reason catalogue.Label
}

var judgedReason = catalogue.Label{Zh: "已判定", En: "Judged", Tw: "已判定"}

var details = [...]detailed{
	detailUnbound:          {NoFormula, BindDevice, catalogue.Label{Zh: "未绑定设备，没有计算公式", En: "No device is bound, there is no formula", Tw: "未綁定設備，沒有計算公式"}},
	detailNoFormula:        {NoFormula, SetFormula, catalogue.Label{Zh: "没有计算公式", En: "There is no formula", Tw: "沒有計算公式"}},
	detailFormulaFails:     {NoFormula, SetFormula, catalogue.Label{Zh: "计算公式有误，无法计算", En: "The formula has a mistake and computes nothing", Tw: "計算公式有誤，無法計算"}},
	detailNoData:           {NoData, ViewDevice, catalogue.Label{Zh: "从未收到数据", En: "No data has come yet", Tw: "從未收到資料"}},
	detailUnpaired:         {UnpairedFace, ViewData, catalogue.Label{Zh: "等待另一盘位的观测", En: "Waiting for the other face", Tw: "等待另一盤位的觀測"}},
	detailNoThreshold:      {NoThreshold, SetThreshold, catalogue.Label{Zh: "未设阈值", En: "No threshold is set", Tw: "未設閾值"}},
	detailDisabled:         {NoThreshold, EnableThreshold, catalogue.Label{Zh: "阈值均未启用", En: "No threshold is enabled", Tw: "閾值均未啟用"}},
	detailFieldNotComputed: {NoFormula, SetFormula, catalogue.Label{Zh: "阈值未生效：公式不计算该字段", En: "The threshold is not in force: the formula does not compute this field", Tw: "閾值未生效：公式不計算該欄位"}},
	detailNoInitial:        {NoInitialValue, SetInitialValue, catalogue.Label{Zh: "阈值未生效：无初始值", En: "The threshold is not in force: there is no initial value", Tw: "閾值未生效：無初始值"}},
	detailInitialForming:   {NoInitialValue, SetInitialValue, catalogue.Label{Zh: "阈值未生效：初始值尚未形成", En: "The threshold is not in force: the initial value is not formed yet", Tw: "閾值未生效：初始值尚未形成"}},
	detailHeld:             {ReadingHeld, ViewData, catalogue.Label{Zh: "读数突变，等待下一条确认", En: "The reading jumped and waits for the next one to confirm it", Tw: "讀數突變，等待下一條確認"}},
	detailBeforeThreshold:  {NoData, ViewDevice, catalogue.Label{Zh: "阈值生效后还没有数据", En: "No data has come since the threshold took effect", Tw: "閾值生效後還沒有資料"}},
	detailNoRate:           {NoData, ViewData, catalogue.Label{Zh: "数据时间太短，还没有变化速率", En: "The data cover too short a time for a change rate", Tw: "資料時間太短，還沒有變化速率"}},
	detailNoValue:          {NoData, ViewData, catalogue.Label{Zh: "读数中没有该字段的数值", En: "The readings have no value of this field", Tw: "讀數中沒有該欄位的數值"}},
}

func (d detail) code() Code              { return details[d].code }
func (d detail) reason() catalogue.Label { return details[d].reason }

// Fix is the step that ends a missing judgement; "" of a point that is judged.
func (m *Judgement) Fix() Fix { return details[m.detail].fix }
