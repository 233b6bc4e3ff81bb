package catalogue

// structureTypes are the kinds of structures that are watched (glossary section 16).
var structureTypes = []Option{
	{"FoundationPit", Label{"基坑", "Foundation pit", "基坑"}},
	{"Tunnel", Label{"隧道", "Tunnel", "隧道"}},
	{"Metro", Label{"城市轨道交通", "Metro / rail transit", "城市軌道交通"}},
	{"Bridge", Label{"桥梁", "Bridge", "橋樑"}},
	{"Dam", Label{"大坝（水库）", "Dam / reservoir", "大壩（水庫）"}},
	{"Slope", Label{"边坡", "Slope", "邊坡"}},
	{"Landslide", Label{"滑坡（地质灾害）", "Landslide (geohazard)", "滑坡（地質災害）"}},
	{"Building", Label{"建筑物", "Building", "建築物"}},
	{"HighFormwork", Label{"高支模", "High formwork support", "高支模"}},
	{"Tailings", Label{"尾矿库", "Tailings pond", "尾礦庫"}},
	{"Embankment", Label{"路基与堤防", "Embankment / levee", "路基與堤防"}},
	{"UtilityTunnel", Label{"综合管廊", "Utility tunnel", "綜合管廊"}},
	{"Pipeline", Label{"管道", "Pipeline", "管道"}},
	{"RailTrack", Label{"铁路轨道", "Railway track", "鐵路軌道"}},
	{"Aqueduct", Label{"渠道与渡槽", "Canal / aqueduct", "渠道與渡槽"}},
	{"Ancient", Label{"古建筑", "Heritage building", "古蹟建築"}},
	{"Wharf", Label{"码头", "Wharf", "碼頭"}},
	{"Other", Label{"其他", "Other", "其他"}},
}

// StructureTypes lists the kinds of structures.
func StructureTypes() []Option { return structureTypes }

// displayTypes are the ways a structure is drawn (specification section 3).
var displayTypes = []Option{
	{"MAP", Label{"地图", "Map", "地圖"}},
	{"IMG", Label{"图片", "Image", "圖片"}},
	{"BIM", Label{"BIM模型", "BIM model", "BIM模型"}},
}

// DisplayTypes lists the ways a structure is drawn.
func DisplayTypes() []Option { return displayTypes }

// DefaultTimeZone is the zone of a project that has none of its own.
const DefaultTimeZone = "Asia/Shanghai"
