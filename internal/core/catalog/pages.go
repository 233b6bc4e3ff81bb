package catalog

import (
	"slices"

	"plumbline/internal/platform/i18n"
	"plumbline/web/src/features/data-views/views"
)

// Page is one data view of a measuring point (domain views.md section 13).
type Page struct {
	Slug  string     `json:"slug"`
	Label i18n.Label `json:"label"`
	Query string     `json:"query"`    // main call under /monitor
	Days  int        `json:"spanDays"` // maximum time range of a query; 0: no limit
}

var pages = []Page{
	{"adm-data", label("数据表", "Data table", "資料表"), "pagination", 30},
	{"adm-profile", label("剖面图", "Profile chart", "剖面圖"), "query", 0},
	{"adm-northeast", label("方位图与节点轨迹", "Bearing and node track", "方位圖與節點軌跡"), "query", 0},
	{"adm-3d", label("三维图", "3D chart", "三維圖"), "query", 0},
	{"adm-settlement", label("水平沉降图", "Settlement profile", "水平沉降圖"), "query", 0},
	{"adm-circular", label("环向收敛图", "Circular convergence chart", "環向收斂圖"), "query", 0},
	{"circular-segment", label("管片分析", "Lining segments", "管片分析"), "query", 0},
	{"adm-prop", label("过程线图", "Time series", "過程線圖"), "query", 0},
	{"adm-prop-horizontal", label("沉降过程线图", "Settlement time series", "沉降過程線圖"), "query", 0},
	{"adm-report", label("监测报表", "Monitoring report", "監測報表"), "report-preview", 0},
	{"adm-artificial-compare", label("人工自动对比", "Manual vs automatic", "人工自動對比"), "artificial-compare", 366},
	{"sdmpro-chart", label("设备与平台解算对比", "Device vs platform results", "設備與平台解算對比"), "query", 30},
	{"tdm-map", label("设备轨迹回放", "Device trajectory replay", "設備軌跡回放"), "query", 0},
	{"rdm-pipe-chart", label("管形图", "Pipe chart", "管形圖"), "rdm", 366},
	{"rdm-change-chart", label("变化图", "Change chart", "變化圖"), "rdm", 366},
	{"rdm-prop-chart", label("测次过程线图", "Survey time series", "測次過程線圖"), "rdm", 0},
	{"rdm-data", label("测次数据表", "Survey table", "測次資料表"), "rdm", 366},
	{"station-chord", label("弦长图", "Chord chart", "弦長圖"), "section", 366},
	{"station-convergence", label("收敛图", "Convergence chart", "收斂圖"), "section", 366},
	{"station-offset", label("偏移图", "Offset chart", "偏移圖"), "section", 366},
	{"station-settlement", label("沉降图", "Settlement chart", "沉降圖"), "section", 366},
	{"hsl-settlement", label("沉降图", "Settlement chart", "沉降圖"), "query", 0},
	{"hsl-settlement-data", label("沉降数据表", "Settlement table", "沉降資料表"), "pagination", 30},
	{"hsl-settlement-report", label("沉降报表", "Settlement report", "沉降報表"), "report-preview", 0},
	{"master-hda-chart", label("组合过程线图", "Composite time series", "組合過程線圖"), "master", 0},
	{"master-hda-data", label("组合数据表", "Composite data table", "組合資料表"), "master", 30},
	{"camera", label("视频监控", "Video monitoring", "視訊監控"), "captures", 30},
	{"hda-chart", label("过程线图", "Time series", "過程線圖"), "query", 0},
	{"hda-data", label("数据表", "Data table", "資料表"), "pagination", 30},
	{"hda-report", label("监测报表", "Monitoring report", "監測報表"), "report-preview", 0},
	{"gnss-chart", label("GNSS过程线图", "GNSS time series", "GNSS過程線圖"), "query", 0},
	{"gdm-angle-data", label("网关倾角", "Gateway tilt", "閘道傾角"), "gdm-angle", 0},
	{"weather-station-chart", label("气象图", "Weather chart", "氣象圖"), "query", 0},
	{"gdm-capture", label("网关抓拍", "Gateway captures", "閘道抓拍"), "captures", 30},
	{"pam-data-import", label("数据导入", "Data import", "資料匯入"), "pam", 0},
	{"pam-chart", label("管线图", "Pipeline chart", "管線圖"), "pam", 0},
	{"pam-data", label("测站表", "Station table", "測站表"), "pam", 0},
	{"pdm-profile", label("断面图", "Section chart", "斷面圖"), "query", 0},
	{"pdm-prop", label("断面过程线图", "Section time series", "斷面過程線圖"), "query", 0},
	{"artificial-data", label("人工数据", "Manual data", "人工資料"), "artificial", 30},
	{"dt-data", label("测温数据表", "Temperature table", "測溫資料表"), "pagination", 30},
}

var pageIndex = map[string]Page{}

// built are the data views of the web app; the other pages follow with the capabilities of their devices.
var built = map[string]bool{}

func init() {
	for _, page := range pages {
		pageIndex[page.Slug] = page
	}
	for _, slug := range views.Slugs() {
		if _, known := pageIndex[slug]; !known {
			panic("the web has the view " + slug + ", which is not in the list of pages")
		}
		built[slug] = true
	}
}

// Pages returns all 41 data views.
func Pages() []Page { return pages }

// PageOf returns a data view by its slug.
func PageOf(slug string) (Page, bool) {
	page, ok := pageIndex[slug]
	return page, ok
}

// BuiltPages returns the data views of the web app, in the order of Pages.
func BuiltPages() []Page {
	return slices.DeleteFunc(slices.Clone(pages), func(p Page) bool { return !built[p.Slug] })
}

// The form of a point is the spatial arrangement of the values of a reading. It determines the page that draws the
// point.
const (
	formSingle    = "single"     // one value of a field
	formComposite = "composite"  // one value computed from other points
	formPosition  = "position"   // coordinates of one location
	formCamera    = "camera"     // pictures
	formHole      = "vertical"   // nodes along a borehole
	formLine      = "horizontal" // nodes along a line
	formRing      = "circular"   // nodes around a section
	formNodes     = "nodes"      // any other nodes: stations, angles, depths of a temperature string
)

// formPages are the data views of a form, the default first (views.md 0.1). Pages that the web app does not have yet
// are listed too: they appear as soon as their folder exists.
var formPages = map[string][]string{
	formSingle:    {"hda-chart", "hda-data", "hda-report"},
	formComposite: {"master-hda-chart", "master-hda-data", "hda-chart", "hda-data", "hda-report"},
	formPosition:  {"gnss-chart", "hda-chart", "hda-data", "hda-report"},
	formCamera:    {"camera"},
	formHole:      {"adm-profile", "adm-northeast", "adm-3d", "adm-prop", "adm-data", "adm-report", "adm-artificial-compare"},
	formLine:      {"adm-settlement", "adm-prop-horizontal", "adm-data", "adm-report"},
	formRing:      {"adm-circular", "circular-segment", "adm-prop", "adm-data", "adm-report"},
	formNodes:     {"adm-prop", "adm-data", "adm-report"},
}

// sectionPages are the data views of prisms and pairs of prisms by the field that they draw, the default first.
var sectionPages = [...]struct{ slug, field string }{
	{"station-convergence", "convergence"}, {"station-chord", "chord"}, {"station-settlement", "settlement"}, {"station-offset", "offset"},
}

// SectionFields returns the fields of monitored sections (domain measurements.md section 2.8) that a point computes
// from prisms.
func (v Viewed) SectionFields() []string {
	var list []string
	if v.Measurement != "StructuralDeformation" || v.Category != "Station" && v.Kind != "composite" && v.Kind != "virtual" {
		return list
	}
	for _, page := range sectionPages {
		if v.has(page.field) {
			list = append(list, page.field)
		}
	}
	return list
}

// sections returns the data views of the point's fields of sections.
func (v Viewed) sections() []string {
	fields := v.SectionFields()
	var list []string
	for _, page := range sectionPages {
		if contains(fields, page.field) {
			list = append(list, page.slug)
		}
	}
	return list
}

// ofForms are the pages chosen by form. All others belong to the device types that list them.
var ofForms = map[string]bool{}

func init() {
	for _, slugs := range formPages {
		for _, slug := range slugs {
			ofForms[slug] = true
		}
	}
	for _, page := range sectionPages {
		ofForms[page.slug] = true
	}
}

// Viewed is the data that determines the data views of a point.
type Viewed struct {
	Category, Kind, Measurement string
	Mode                        string          // of the processor, may be ""
	Fields                      map[string]bool // computed fields, true for one value per node; nil without a formula
}

// PagesFor returns the data views of a point that the web app has, the default first. Every point has at least one,
// and the default draws a field that the point computes (views.md 0.1).
func PagesFor(v Viewed) []Page {
	var list []Page
	for _, slug := range v.slugs() {
		if built[slug] {
			list = append(list, pageIndex[slug])
		}
	}
	return list
}

// drawnFrom are the fields without which a page of a device type has nothing to draw.
var drawnFrom = map[string]string{
	"tdm-map": "lat", "pam-chart": "z", "pam-data": "z", "pam-data-import": "z", "pdm-profile": "x", "pdm-prop": "radial",
}

// slugs returns the data views of a point, built or not: those of its form and those of its device type only, which
// come first if the device type lists them first.
func (v Viewed) slugs() []string {
	form := v.form()
	list := slices.Concat(v.sections(), formPages[form])
	if v.Category == "RDM" || v.Category == "Artificial" { // are themselves the manual side
		list = slices.DeleteFunc(list, func(slug string) bool { return slug == "adm-artificial-compare" })
	}
	if form == formCamera && len(v.Fields) > 0 {
		list = append(list, formPages[formSingle]...)
	}
	device := deviceTypeIndex[v.Category]
	if device == nil {
		return list
	}
	var first, last []string
	shared := false
	for _, slug := range device.Pages {
		switch {
		case slug == "gdm-angle-data" && form == formCamera: // a gateway's pictures have no angles
		case v.lacks(drawnFrom[slug]):
		case ofForms[slug]:
			shared = true
		case shared:
			last = append(last, slug)
		default:
			first = append(first, slug)
		}
	}
	return slices.Concat(first, list, last)
}

// lacks reports whether a formula computes fields, but not the named one.
func (v Viewed) lacks(field string) bool {
	_, computed := v.Fields[field]
	return field != "" && v.Fields != nil && !computed
}

// form returns the form of the point, from the fields of its formula or else from what is usual.
func (v Viewed) form() string {
	switch {
	case v.Measurement == "Camera":
		return formCamera
	case v.Fields == nil:
		return v.usualForm()
	}
	node := func(field string) bool { return v.Fields[field] }
	switch {
	case v.offers("pdm-profile"): // its own pages draw what the others draw of a ring
		return formNodes
	case node("x") && node("y") && (node("radial") || node("convergence")): // the section is drawn from positions
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
	return v.singleForm()
}

// singleForm returns the form of a point whose fields have one value each.
func (v Viewed) singleForm() string {
	switch {
	case v.offers("gnss-chart") && v.Measurement == "SurfaceDisplacement" && (v.Fields == nil || v.has("n", "e", "u") || v.has("x", "y", "z")):
		return formPosition
	case v.Kind == "composite":
		return formComposite
	}
	return formSingle
}

// chainForm returns the form of an array that computes displacements across its axis.
func (v Viewed) chainForm() string {
	switch v.Mode {
	case "vertical", "3d":
		return formHole
	case "horizontal", "deflection":
		return formLine
	case "circular":
		return formRing
	}
	if v.Measurement == "DeepDisplacement" || v.offers("adm-profile") {
		return formHole
	}
	return formNodes
}

// usualForm returns the form of a point without a formula.
func (v Viewed) usualForm() string {
	if v.Measurement == "DeepDisplacement" {
		return formHole
	}
	device := deviceTypeIndex[v.Category]
	if v.Kind != "normal" && v.Kind != "temporary" || device == nil || !device.Nodes || v.Measurement == "Tilt" {
		return v.singleForm()
	}
	if !v.offers("adm-profile") {
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

// offers reports whether the device type lists a page.
func (v Viewed) offers(slug string) bool {
	device := deviceTypeIndex[v.Category]
	return device != nil && contains(device.Pages, slug)
}

// has reports whether all the fields are computed with single values.
func (v Viewed) has(fields ...string) bool {
	for _, field := range fields {
		if each, computed := v.Fields[field]; !computed || each {
			return false
		}
	}
	return true
}
