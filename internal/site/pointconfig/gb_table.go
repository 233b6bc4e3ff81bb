package pointconfig

import (
	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/i18n"
)

// Range is a range of values, both ends included.
type Range [2]float64

// Cell is the values of the standard for one grade; nil if none are given.
type Cell struct {
	Abs   *Range `json:"abs,omitempty"`   // in the unit of the field; mm for water
	PctH  *Range `json:"pctH,omitempty"`  // % of the design depth
	Rate  *Range `json:"rate,omitempty"`  // per day
	Ratio *Range `json:"ratio,omitempty"` // % of the design value
}

// Given reports whether the standard gives any value.
func (c Cell) Given() bool { return c != (Cell{}) }

// Support is a row of the table for some types of support.
type Support struct {
	Types     []string `json:"types"` // codes; empty: all
	Grades    [3]Cell  `json:"grades"`
	Certainty string   `json:"certainty"` // A checked against the source, B and C from memory (domain thresholds.md 4.2)
}

// Preset is an item of GB 50497-2019 for one field.
type Preset struct {
	Code         string
	Label        i18n.Label
	Clause       string
	Measurements []string // measurements that have the field
	Field        string
	FieldIn      map[string]string // name of the field in some measurements
	Also         string            // a further field with the same values; empty: none
	RateDays     int               // days in a row on which the rate counts; 0: one reading, or three times over the first level
	Direction    string            // empty: both
	Ref          string            // f1, f2, fy: the design value for Ratio
	Lower        bool              // also a lower limit, of the design prestress fy
	Scale        float64           // from the standard's unit to the field's; 0 means 1
	Step         float64           // rounding step, in the standard's unit
	Rows         []Support
}

// FieldOf returns the preset's field in a measurement.
func (p Preset) FieldOf(measurement string) string {
	if field, ok := p.FieldIn[measurement]; ok {
		return field
	}
	return p.Field
}

// Unit returns the unit of the standard's values.
func (p Preset) Unit() string {
	if p.Scale != 0 {
		return "mm"
	}
	return catalog.Shown(p.Measurements[0], p.FieldOf(p.Measurements[0])).Unit
}

// SupportType is a type of support.
type SupportType struct {
	Code  string
	Label i18n.Label
}

// SupportTypes returns the types that the tables distinguish.
func SupportTypes() []SupportType {
	return []SupportType{
		{"soilNail", i18n.Label{Zh: "土钉墙", En: "Soil nail wall", Tw: "土釘牆"}},
		{"compositeSoilNail", i18n.Label{Zh: "复合土钉墙", En: "Composite soil nail wall", Tw: "複合土釘牆"}},
		{"anchoredShotcrete", i18n.Label{Zh: "锚喷支护", En: "Anchored shotcrete", Tw: "錨噴支護"}},
		{"soilCement", i18n.Label{Zh: "水泥土墙", En: "Soil-cement wall", Tw: "水泥土牆"}},
		{"smw", i18n.Label{Zh: "型钢水泥土墙", En: "Steel soil-cement wall (SMW)", Tw: "型鋼水泥土牆"}},
		{"boredPile", i18n.Label{Zh: "灌注桩", En: "Bored piles", Tw: "灌注樁"}},
		{"diaphragmWall", i18n.Label{Zh: "地下连续墙", En: "Diaphragm wall", Tw: "地下連續牆"}},
		{"sheetPile", i18n.Label{Zh: "钢板桩", En: "Sheet piles", Tw: "鋼板樁"}},
	}
}

func between(low, high float64) *Range { return &Range{low, high} }

// cell returns absolute values, % of the depth and rate; 0 and 0 mean not given.
func cell(abs0, abs1, pct0, pct1, rate0, rate1 float64) Cell {
	var c Cell
	for _, one := range []struct {
		to        **Range
		low, high float64
	}{{&c.Abs, abs0, abs1}, {&c.PctH, pct0, pct1}, {&c.Rate, rate0, rate1}} {
		if one.high > 0 {
			*one.to = between(one.low, one.high)
		}
	}
	return c
}

func ratio(low, high float64) Cell { return Cell{Ratio: between(low, high)} }

func alike(c Cell) [3]Cell { return [3]Cell{c, c, c} }

// crack returns an item of table 8.0.5 for cracks, whose continuous growth the standard judges without a value.
func crack(code string, label i18n.Label, low, high float64) Preset {
	return Preset{
		Code: code, Label: label, Clause: "8.0.5", Measurements: []string{"Crack"}, Field: "width", Step: 0.01,
		Rows: []Support{{nil, alike(cell(low, high, 0, 0, 0, 0)), "B"}},
	}
}

// Presets returns tables 8.0.4 and 8.0.5 of GB 50497-2019 as recorded in domain thresholds.md 4.1 to 4.3, without
// internal forces of columns.
func Presets() []Preset {
	const pit, around = "8.0.4", "8.0.5"
	settlement := []string{"DBCJ", "StructuralDeformation"}
	return []Preset{
		{Code: "wallTopHorizontal", Label: i18n.Label{Zh: "围护墙（边坡）顶部水平位移", En: "Wall or slope top, horizontal", Tw: "圍護牆（邊坡）頂部水平位移"}, Clause: pit, Measurements: []string{"SurfaceDisplacement"}, Field: "x", Step: 0.1, Rows: []Support{
			{[]string{"soilNail", "compositeSoilNail", "anchoredShotcrete", "soilCement"}, [3]Cell{cell(30, 40, 0.3, 0.4, 3, 5), cell(40, 50, 0.5, 0.8, 4, 5), cell(50, 60, 0.7, 1.0, 5, 6)}, "A"},
			{[]string{"boredPile", "diaphragmWall", "sheetPile", "smw"}, [3]Cell{cell(20, 30, 0.2, 0.3, 2, 3), cell(30, 40, 0.3, 0.5, 2, 4), cell(40, 60, 0.6, 0.8, 3, 5)}, "A"},
		}},
		{Code: "wallTopVertical", Label: i18n.Label{Zh: "围护墙（边坡）顶部竖向位移", En: "Wall or slope top, vertical", Tw: "圍護牆（邊坡）頂部豎向位移"}, Clause: pit, Measurements: []string{"SurfaceDisplacement", "DBCJ"}, Field: "settlement", FieldIn: map[string]string{"SurfaceDisplacement": "z"}, Step: 0.1, Rows: []Support{
			{[]string{"soilNail", "compositeSoilNail", "anchoredShotcrete"}, [3]Cell{cell(20, 30, 0.2, 0.4, 2, 3), cell(30, 40, 0.4, 0.6, 3, 4), cell(40, 60, 0.6, 0.8, 4, 5)}, "B"},
			{[]string{"soilCement", "smw"}, [3]Cell{{}, cell(30, 40, 0.6, 0.8, 3, 4), cell(40, 60, 0.8, 1.0, 4, 5)}, "B"},
			{[]string{"boredPile", "diaphragmWall", "sheetPile"}, [3]Cell{cell(10, 20, 0.1, 0.2, 2, 3), cell(20, 30, 0.3, 0.5, 2, 3), cell(30, 40, 0.5, 0.6, 3, 4)}, "B"},
		}},
		{Code: "deepHorizontal", Label: i18n.Label{Zh: "深层水平位移", En: "Deep horizontal displacement", Tw: "深層水平位移"}, Clause: pit, Measurements: []string{"DeepDisplacement"}, Field: "x", Step: 0.1, Rows: []Support{
			{[]string{"compositeSoilNail"}, [3]Cell{cell(40, 60, 0.4, 0.6, 3, 4), cell(50, 70, 0.6, 0.8, 4, 5), cell(60, 80, 0.7, 1.0, 5, 6)}, "B"},
			{[]string{"smw"}, [3]Cell{{}, cell(50, 60, 0.6, 0.8, 4, 5), cell(60, 70, 0.7, 1.0, 5, 6)}, "B"},
			{[]string{"sheetPile"}, [3]Cell{cell(50, 60, 0.6, 0.7, 2, 3), cell(60, 80, 0.7, 0.8, 3, 5), cell(70, 90, 0.8, 1.0, 4, 5)}, "A"},
			{[]string{"boredPile", "diaphragmWall"}, [3]Cell{cell(30, 50, 0.3, 0.4, 2, 3), cell(40, 60, 0.4, 0.6, 3, 5), cell(50, 70, 0.6, 0.8, 4, 5)}, "B"},
		}},
		{Code: "columnVertical", Label: i18n.Label{Zh: "立柱竖向位移", En: "Column, vertical", Tw: "立柱豎向位移"}, Clause: pit, Measurements: settlement, Field: "settlement", Step: 0.1, Rows: []Support{
			{nil, [3]Cell{cell(20, 30, 0, 0, 2, 3), cell(20, 30, 0, 0, 2, 3), cell(20, 40, 0, 0, 2, 4)}, "B"},
		}},
		{Code: "groundSettlement", Label: i18n.Label{Zh: "地表竖向位移", En: "Ground surface, vertical", Tw: "地表豎向位移"}, Clause: pit, Measurements: settlement, Field: "settlement", Step: 0.1, Rows: []Support{
			{nil, [3]Cell{cell(25, 35, 0, 0, 2, 3), cell(35, 45, 0, 0, 3, 4), cell(45, 55, 0, 0, 4, 5)}, "B"},
		}},
		{Code: "pitHeave", Label: i18n.Label{Zh: "坑底隆起", En: "Pit bottom heave", Tw: "坑底隆起"}, Clause: pit, Measurements: settlement, Field: "settlement", Direction: "positive", Step: 0.1, Rows: []Support{
			{nil, alike(cell(30, 60, 0, 0, 4, 10)), "B"},
		}},
		{Code: "supportForce", Label: i18n.Label{Zh: "支撑轴力", En: "Support axial force", Tw: "支撐軸力"}, Clause: pit, Measurements: []string{"AxialForce"}, Field: "force", Ref: "f2", Lower: true, Step: 1, Rows: []Support{
			{nil, [3]Cell{ratio(60, 80), ratio(70, 80), ratio(70, 80)}, "A"},
		}},
		{Code: "anchorForce", Label: i18n.Label{Zh: "锚索（杆）轴力", En: "Anchor force", Tw: "錨索（桿）軸力"}, Clause: pit, Measurements: []string{"AnchorForce"}, Field: "force", Ref: "f2", Lower: true, Step: 1, Rows: []Support{
			{nil, [3]Cell{ratio(60, 80), ratio(70, 80), ratio(70, 80)}, "B"},
		}},
		{Code: "soilPressure", Label: i18n.Label{Zh: "土压力", En: "Soil pressure", Tw: "土壓力"}, Clause: pit, Measurements: []string{"SoilPressure"}, Field: "pressure", Ref: "f1", Step: 0.1, Rows: []Support{
			{nil, [3]Cell{ratio(60, 70), ratio(70, 80), ratio(70, 80)}, "B"},
		}},
		{Code: "porePressure", Label: i18n.Label{Zh: "孔隙水压力", En: "Pore water pressure", Tw: "孔隙水壓力"}, Clause: pit, Measurements: []string{"SoilPressure", "Waterlevel"}, Field: "pressure", Ref: "f1", Step: 0.1, Rows: []Support{
			{nil, [3]Cell{ratio(60, 70), ratio(70, 80), ratio(70, 80)}, "B"},
		}},
		{Code: "wallForce", Label: i18n.Label{Zh: "围护墙内力", En: "Wall internal force", Tw: "圍護牆內力"}, Clause: pit, Measurements: []string{"ZCYL"}, Field: "stress", Ref: "f2", Step: 0.1, Rows: []Support{
			{nil, [3]Cell{ratio(60, 70), ratio(70, 80), ratio(70, 80)}, "C"},
		}},
		{Code: "groundwater", Label: i18n.Label{Zh: "地下水位变化", En: "Groundwater level change", Tw: "地下水位變化"}, Clause: around, Measurements: []string{"Waterlevel"}, Field: "level", Scale: 0.001, Step: 10, Rows: []Support{
			{nil, alike(cell(1000, 2000, 0, 0, 500, 500)), "B"},
		}},
		{Code: "rigidPipePressure", Label: i18n.Label{Zh: "刚性管道（压力）", En: "Rigid pipe, pressure", Tw: "剛性管道（壓力）"}, Clause: around, Measurements: settlement, Field: "settlement", Step: 0.1, Rows: []Support{
			{nil, alike(cell(10, 20, 0, 0, 2, 2)), "B"},
		}},
		{Code: "rigidPipeGravity", Label: i18n.Label{Zh: "刚性管道（非压力）", En: "Rigid pipe, gravity", Tw: "剛性管道（非壓力）"}, Clause: around, Measurements: settlement, Field: "settlement", Step: 0.1, Rows: []Support{
			{nil, alike(cell(10, 30, 0, 0, 2, 2)), "B"},
		}},
		{Code: "flexiblePipe", Label: i18n.Label{Zh: "柔性管线", En: "Flexible pipe", Tw: "柔性管線"}, Clause: around, Measurements: settlement, Field: "settlement", Step: 0.1, Rows: []Support{
			{nil, alike(cell(10, 40, 0, 0, 3, 5)), "B"},
		}},
		{Code: "adjacentBuilding", Label: i18n.Label{Zh: "邻近建筑", En: "Adjacent building", Tw: "鄰近建築"}, Clause: around, Measurements: settlement, Field: "settlement", Step: 0.1, Rows: []Support{
			{nil, alike(cell(0, 0, 0, 0, 2, 3)), "B"},
		}},
		{Code: "roadTrunk", Label: i18n.Label{Zh: "高速公路、主干道路基", En: "Subgrade of expressways and trunk roads", Tw: "高速公路、主幹道路基"}, Clause: around, Measurements: settlement, Field: "settlement", Step: 0.1, Rows: []Support{
			{nil, alike(cell(10, 30, 0, 0, 3, 3)), "B"},
		}},
		{Code: "roadUrban", Label: i18n.Label{Zh: "一般城市道路路基", En: "Subgrade of urban roads", Tw: "一般城市道路路基"}, Clause: around, Measurements: settlement, Field: "settlement", Step: 0.1, Rows: []Support{
			{nil, alike(cell(20, 40, 0, 0, 3, 3)), "B"},
		}},
		{Code: "buildingTilt", Label: i18n.Label{Zh: "建筑倾斜", En: "Building tilt", Tw: "建築傾斜"}, Clause: around, Measurements: []string{"Tilt"}, Field: "slopeX", Also: "slopeY", RateDays: 3, Step: 0.01, Rows: []Support{
			// 2 ‰, and 0.0001 of the height a day, which is 0.1 ‰ a day
			{nil, alike(cell(2, 2, 0, 0, 0.1, 0.1)), "A"},
		}},
		crack("buildingCrackOld", i18n.Label{Zh: "建筑裂缝（既有）", En: "Building crack, existing", Tw: "建築裂縫（既有）"}, 1.5, 3),
		crack("buildingCrackNew", i18n.Label{Zh: "建筑裂缝（新增）", En: "Building crack, new", Tw: "建築裂縫（新增）"}, 0.2, 0.25),
		crack("groundCrackOld", i18n.Label{Zh: "地表裂缝（既有）", En: "Ground crack, existing", Tw: "地表裂縫（既有）"}, 10, 15),
		crack("groundCrackNew", i18n.Label{Zh: "地表裂缝（新增）", En: "Ground crack, new", Tw: "地表裂縫（新增）"}, 1, 3),
	}
}
