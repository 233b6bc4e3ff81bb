package catalog

import "plumbline/internal/platform/i18n"

// structureTypes are the types of monitored structures (glossary section 16).
var structureTypes = []i18n.Option{
	option("FoundationPit", label("基坑", "Foundation pit", "基坑")),
	option("Tunnel", label("隧道", "Tunnel", "隧道")),
	option("Metro", label("城市轨道交通", "Metro / rail transit", "城市軌道交通")),
	option("Bridge", label("桥梁", "Bridge", "橋樑")),
	option("Dam", label("大坝（水库）", "Dam / reservoir", "大壩（水庫）")),
	option("Slope", label("边坡", "Slope", "邊坡")),
	option("Landslide", label("滑坡（地质灾害）", "Landslide (geohazard)", "滑坡（地質災害）")),
	option("Building", label("建筑物", "Building", "建築物")),
	option("HighFormwork", label("高支模", "High formwork support", "高支模")),
	option("Tailings", label("尾矿库", "Tailings pond", "尾礦庫")),
	option("Embankment", label("路基与堤防", "Embankment / levee", "路基與堤防")),
	option("UtilityTunnel", label("综合管廊", "Utility tunnel", "綜合管廊")),
	option("Pipeline", label("管道", "Pipeline", "管道")),
	option("RailTrack", label("铁路轨道", "Railway track", "鐵路軌道")),
	option("Aqueduct", label("渠道与渡槽", "Canal / aqueduct", "渠道與渡槽")),
	option("Ancient", label("古建筑", "Heritage building", "古蹟建築")),
	option("Wharf", label("码头", "Wharf", "碼頭")),
	option("Other", label("其他", "Other", "其他")),
}

func StructureTypes() []i18n.Option { return structureTypes }

// displayTypes are the ways to display a structure (specification section 3).
var displayTypes = []i18n.Option{
	option("MAP", label("地图", "Map", "地圖")),
	option("IMG", label("图片", "Image", "圖片")),
	option("BIM", label("BIM模型", "BIM model", "BIM模型")),
}

func DisplayTypes() []i18n.Option { return displayTypes }
