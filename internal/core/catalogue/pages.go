package catalogue

// Page is one data view of a measuring point (domain views.md section 13).
type Page struct {
	Slug  string `json:"slug"`
	Label Label  `json:"label"`
	Query string `json:"query"`    // main call under /monitor
	Days  int    `json:"spanDays"` // longest time range of one query; 0: no limit
}

var pages = []Page{
	{"adm-data", Label{"数据表", "Data table", "資料表"}, "pagination", 30},
	{"adm-profile", Label{"剖面图", "Profile chart", "剖面圖"}, "query", 0},
	{"adm-northeast", Label{"方位图与节点轨迹", "Bearing and node track", "方位圖與節點軌跡"}, "query", 0},
	{"adm-3d", Label{"三维图", "3D chart", "三維圖"}, "query", 0},
	{"adm-settlement", Label{"水平沉降图", "Horizontal settlement chart", "水平沉降圖"}, "query", 0},
	{"adm-circular", Label{"环向收敛图", "Circular convergence chart", "環向收斂圖"}, "query", 0},
	{"circular-segment", Label{"管片分析", "Lining segments", "管片分析"}, "query", 0},
	{"adm-prop", Label{"过程线图", "Process-line chart", "過程線圖"}, "query", 0},
	{"adm-prop-horizontal", Label{"沉降过程线图", "Settlement process-line chart", "沉降過程線圖"}, "query", 0},
	{"adm-report", Label{"监测报表", "Monitoring report", "監測報表"}, "report-preview", 0},
	{"adm-artificial-compare", Label{"人工自动对比", "Artificial-versus-automatic comparison", "人工自動對比"}, "artificial-compare", 0},
	{"sdmpro-chart", Label{"设备与平台解算对比", "Device and platform results", "設備與平台解算對比"}, "query", 0},
	{"tdm-map", Label{"设备轨迹回放", "Device trajectory replay", "設備軌跡回放"}, "query", 0},
	{"rdm-pipe-chart", Label{"管形图", "Pipe chart", "管形圖"}, "rdm", 0},
	{"rdm-change-chart", Label{"变化图", "Change chart", "變化圖"}, "rdm", 0},
	{"rdm-prop-chart", Label{"过程线图", "Process-line chart", "過程線圖"}, "rdm", 0},
	{"rdm-data", Label{"数据表", "Data table", "資料表"}, "rdm", 0},
	{"station-chord", Label{"弦长图", "Chord chart", "弦長圖"}, "section", 0},
	{"station-convergence", Label{"收敛图", "Convergence chart", "收斂圖"}, "section", 0},
	{"station-offset", Label{"偏移图", "Offset chart", "偏移圖"}, "section", 0},
	{"station-settlement", Label{"沉降图", "Settlement chart", "沉降圖"}, "section", 0},
	{"hsl-settlement", Label{"沉降图", "Settlement chart", "沉降圖"}, "query", 0},
	{"hsl-settlement-data", Label{"沉降数据表", "Settlement table", "沉降資料表"}, "pagination", 30},
	{"hsl-settlement-report", Label{"沉降报表", "Settlement report", "沉降報表"}, "report-preview", 0},
	{"master-hda-chart", Label{"组合过程线图", "Composite process-line chart", "組合過程線圖"}, "master", 0},
	{"master-hda-data", Label{"组合数据表", "Composite data table", "組合資料表"}, "master", 30},
	{"camera", Label{"视频监控", "Video monitoring", "視訊監控"}, "captures", 30},
	{"hda-chart", Label{"过程线图", "Process-line chart", "過程線圖"}, "query", 0},
	{"hda-data", Label{"数据表", "Data table", "資料表"}, "pagination", 30},
	{"hda-report", Label{"监测报表", "Monitoring report", "監測報表"}, "report-preview", 0},
	{"gnss-chart", Label{"GNSS过程线图", "GNSS process-line chart", "GNSS過程線圖"}, "query", 0},
	{"gdm-angle-data", Label{"网关倾角", "Gateway tilt", "閘道傾角"}, "gdm-angle", 0},
	{"weather-station-chart", Label{"气象图", "Weather chart", "氣象圖"}, "query", 0},
	{"gdm-capture", Label{"网关抓拍", "Gateway captures", "閘道抓拍"}, "captures", 30},
	{"pam-data-import", Label{"数据导入", "Data import", "資料匯入"}, "pam", 0},
	{"pam-chart", Label{"管线图", "Pipeline chart", "管線圖"}, "pam", 0},
	{"pam-data", Label{"数据表", "Data table", "資料表"}, "pam", 0},
	{"pdm-profile", Label{"断面图", "Section chart", "斷面圖"}, "query", 0},
	{"pdm-prop", Label{"过程线图", "Process-line chart", "過程線圖"}, "query", 0},
	{"artificial-data", Label{"人工数据", "Manual data", "人工資料"}, "artificial", 30},
	{"dt-data", Label{"测温数据表", "Temperature table", "測溫資料表"}, "pagination", 30},
}

var pageIndex = map[string]Page{}

func init() {
	for _, page := range pages {
		pageIndex[page.Slug] = page
	}
}

// Pages lists all 41 data views.
func Pages() []Page { return pages }

// PageOf returns a data view by its slug.
func PageOf(slug string) (Page, bool) {
	page, ok := pageIndex[slug]
	return page, ok
}

// builtPages are the data views that the product has today. The others of pages come
// with the capabilities of their devices; until then points have the pages of their form.
var builtPages = map[string]bool{
	"adm-profile": true, "adm-prop": true, "adm-prop-horizontal": true, "adm-data": true,
	"gnss-chart": true, "hda-chart": true, "hda-data": true, "camera": true,
}

// BuiltPages lists the data views that the product has today, in the order of Pages.
func BuiltPages() []Page {
	list := make([]Page, 0, len(builtPages))
	for _, page := range pages {
		if builtPages[page.Slug] {
			list = append(list, page)
		}
	}
	return list
}

// The forms of a point: how the values of one reading lie in space. The page that
// draws a point follows from its form.
const (
	formSingle = "single"     // one value of a field
	formHole   = "vertical"   // nodes down a hole
	formLine   = "horizontal" // nodes along a line
	formRing   = "circular"   // nodes around a section
	formNodes  = "nodes"      // nodes of any other kind: stations, angles, depths of a temperature string
)

// Viewed is what decides which data views a point has.
type Viewed struct {
	Category, Kind, Measurement string
	Mode                        string          // of the processor, "" where it says none
	Fields                      map[string]bool // what the formula computes: true where each node has one; nil without a formula
}

// PagesFor lists the data views of a point, the default one first. Every point has at
// least one, and the default one draws a field that the point computes (views.md 0.1).
func PagesFor(v Viewed) []Page {
	if v.Measurement == "Camera" {
		if len(v.Fields) == 0 {
			return listed("camera")
		}
		return listed("camera", "hda-chart", "hda-data")
	}
	switch v.form() {
	case formHole:
		return listed("adm-profile", "adm-prop", "adm-data")
	case formLine:
		return listed("adm-prop-horizontal", "adm-data")
	case formRing, formNodes:
		return listed("adm-prop", "adm-data")
	}
	if v.Category == "GNSS" && v.Measurement == "SurfaceDisplacement" && (v.Fields == nil || v.has("n", "e", "u") || v.has("x", "y", "z")) {
		return listed("gnss-chart", "hda-chart", "hda-data")
	}
	return listed("hda-chart", "hda-data")
}

// form says how the values of the point lie: by what its formula computes, and before
// there is one by what is usual.
func (v Viewed) form() string {
	if v.Fields == nil {
		return v.usualForm()
	}
	node := func(field string) bool { return v.Fields[field] }
	switch {
	case node("radial"), node("convergence"):
		return formRing
	case node("settlement"), node("deflection"):
		return formLine
	case node("x"), node("y"):
		return v.chainForm()
	}
	for _, each := range v.Fields {
		if each {
			return formNodes
		}
	}
	return formSingle
}

// chainForm is the form of an array that computes displacements across its axis.
func (v Viewed) chainForm() string {
	switch v.Mode {
	case "vertical", "3d":
		return formHole
	case "horizontal", "deflection":
		return formLine
	case "circular":
		return formRing
	}
	device := deviceTypeIndex[v.Category]
	if v.Measurement == "DeepDisplacement" || device != nil && contains(device.Pages, "adm-profile") {
		return formHole
	}
	return formNodes
}

// usualForm is the form of a point that has no formula yet.
func (v Viewed) usualForm() string {
	if v.Measurement == "DeepDisplacement" {
		return formHole
	}
	device := deviceTypeIndex[v.Category]
	if v.Kind != "normal" && v.Kind != "temporary" || device == nil || !device.Nodes || v.Measurement == "Tilt" {
		return formSingle
	}
	if !contains(device.Pages, "adm-profile") {
		return formNodes
	}
	mode := v.Mode
	if mode == "" {
		mode = map[string]string{"DBCJ": formLine, "StructuralDeformation": formRing}[v.Measurement]
	}
	switch mode {
	case "horizontal", "deflection":
		return formLine
	case "circular":
		return formRing
	case "vertical", "3d":
		return formHole
	}
	return formNodes
}

// has reports whether single values of all the fields are computed.
func (v Viewed) has(fields ...string) bool {
	for _, field := range fields {
		if each, computed := v.Fields[field]; !computed || each {
			return false
		}
	}
	return true
}

func listed(slugs ...string) []Page {
	list := make([]Page, 0, len(slugs))
	for _, slug := range slugs {
		list = append(list, pageIndex[slug])
	}
	return list
}
