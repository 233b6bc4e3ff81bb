package catalog

import "plumbline/internal/platform/i18n"

// AlertHandling are the causes and measures offered when an alert is processed. Users may enter
// others: the texts are stored.
type AlertHandling struct {
	Causes   []i18n.Option `json:"causes"`
	Measures []i18n.Option `json:"measures"`
}

var alertHandling = AlertHandling{
	Causes: []i18n.Option{
		option("excavation", label("开挖卸荷", "Excavation and unloading", "開挖卸荷")),
		option("loading", label("周边堆载或超载", "Nearby surcharge or overload", "周邊堆載或超載")),
		option("vibration", label("施工振动或爆破", "Construction vibration or blasting", "施工振動或爆破")),
		option("dewatering", label("降水或渗漏", "Dewatering or leakage", "降水或滲漏")),
		option("rain", label("降雨", "Rainfall", "降雨")),
		option("reservoir", label("库水位变化", "Reservoir level change", "庫水位變化")),
		option("temperature", label("温度变化", "Temperature change", "溫度變化")),
		option("traffic", label("车辆荷载", "Traffic load", "車輛荷載")),
		option("instrument", label("仪器故障或受扰动", "Instrument fault or disturbance", "儀器故障或受擾動")),
		option("power", label("供电或通信中断", "Power or communication failure", "供電或通訊中斷")),
		option("threshold", label("阈值设置不当", "Incorrect threshold", "門檻值設定不當")),
		option("unknown", label("原因待查", "Cause under investigation", "原因待查")),
	},
	Measures: []i18n.Option{
		option("watch", label("继续观察", "Continue observation", "繼續觀察")),
		option("frequency", label("加密监测", "Increase monitoring frequency", "加密監測")),
		option("inspection", label("现场巡查", "Site inspection", "現場巡查")),
		option("recheck", label("人工复测", "Manual re-survey", "人工複測")),
		option("stopWork", label("暂停施工", "Stop work", "暫停施工")),
		option("reinforce", label("停挖并加撑", "Stop excavation and add struts", "停挖並加撐")),
		option("unload", label("卸载反压", "Unload, counterweight the toe", "卸載反壓")),
		option("drain", label("排水或回灌", "Drain or recharge", "排水或回灌")),
		option("closeTraffic", label("限载或封闭交通", "Restrict or close traffic", "限載或封閉交通")),
		option("evacuate", label("人员撤离", "Evacuate", "人員撤離")),
		option("repair", label("检修或更换设备", "Repair or replace the device", "檢修或更換設備")),
	},
}

func AlertHandlings() AlertHandling { return alertHandling }
