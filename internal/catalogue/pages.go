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

// pageMode says for which build of an array a page is drawn; pages that are not
// here fit every build.
var pageMode = map[string]string{
	"adm-profile": "vertical", "adm-northeast": "vertical", "adm-prop": "vertical", "adm-artificial-compare": "vertical",
	"adm-settlement": "horizontal", "adm-prop-horizontal": "horizontal",
	"adm-circular": "circular", "circular-segment": "circular",
}

// modeOf is the build of an array when its point does not say one.
func modeOf(measurement string) string {
	switch measurement {
	case "DBCJ":
		return "horizontal"
	case "StructuralDeformation":
		return "circular"
	}
	return "vertical"
}

// PagesFor lists the pages of a point, the default page first: those of its
// category, narrowed by the build of the array (mode, "" for the usual one of the
// measurement), by measurement and by the kind of the point (views.md section 0.1).
func PagesFor(category, kind, measurement, mode string) []Page {
	switch kind {
	case "composite":
		return listed("master-hda-chart", "master-hda-data")
	case "artificial":
		if measurement == "DeepDisplacement" { // an inclinometer that is lowered by hand
			return listed("artificial-data", "adm-profile", "adm-prop", "adm-data")
		}
		return listed("artificial-data", "hda-chart", "hda-data")
	case "virtual":
		return listed("hda-chart", "hda-data", "hda-report")
	}
	device, ok := deviceTypeIndex[category]
	if !ok {
		return listed("hda-chart", "hda-data", "hda-report")
	}
	if mode == "" {
		mode = modeOf(measurement)
	}
	if mode == "deflection" {
		mode = "horizontal"
	}
	isArray := device.Nodes || (category == "RionInclino" && measurement == "DeepDisplacement")
	if isArray && measurement == "Tilt" {
		return listed("hda-chart", "hda-data", "hda-report")
	}
	list := make([]Page, 0, len(device.Pages))
	for _, slug := range device.Pages {
		if only, narrowed := pageMode[slug]; narrowed && mode != "3d" && only != mode {
			continue
		}
		if category == "RionInclino" && (slug[:3] == "adm") != isArray {
			continue
		}
		if category == "Station" && (slug == "station-settlement" || slug == "station-chord" || slug == "station-convergence" || slug == "station-offset") && measurement == "SurfaceDisplacement" {
			continue
		}
		list = append(list, pageIndex[slug])
	}
	return list
}

func listed(slugs ...string) []Page {
	list := make([]Page, 0, len(slugs))
	for _, slug := range slugs {
		list = append(list, pageIndex[slug])
	}
	return list
}
