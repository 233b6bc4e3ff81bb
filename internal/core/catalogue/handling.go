package catalogue

// AlertHandling are the causes and measures that people choose from when they process
// an alert. Their texts are stored, so a person may write another one.
type AlertHandling struct {
	Causes   []Option `json:"causes"`
	Measures []Option `json:"measures"`
}

var alertHandling = AlertHandling{
	Causes: []Option{
		{"excavation", Label{"开挖卸荷", "Excavation, unloading", "開挖卸荷"}},
		{"loading", Label{"周边堆载或超载", "Surcharge or overload nearby", "周邊堆載或超載"}},
		{"vibration", Label{"施工振动或爆破", "Construction vibration or blasting", "施工振動或爆破"}},
		{"dewatering", Label{"降水或渗漏", "Dewatering or leakage", "降水或滲漏"}},
		{"rain", Label{"降雨", "Rainfall", "降雨"}},
		{"reservoir", Label{"库水位变化", "Change of reservoir level", "庫水位變化"}},
		{"temperature", Label{"温度变化", "Temperature change", "溫度變化"}},
		{"traffic", Label{"车辆荷载", "Traffic load", "車輛荷載"}},
		{"instrument", Label{"仪器故障或受扰动", "Instrument faulty or disturbed", "儀器故障或受擾動"}},
		{"power", Label{"供电或通信中断", "Power or communication failure", "供電或通訊中斷"}},
		{"threshold", Label{"阈值设置不当", "Threshold set wrongly", "閾值設定不當"}},
		{"unknown", Label{"原因待查", "Cause under investigation", "原因待查"}},
	},
	Measures: []Option{
		{"watch", Label{"继续观察", "Keep watching", "繼續觀察"}},
		{"frequency", Label{"加密监测", "Measure more often", "加密監測"}},
		{"inspection", Label{"现场巡查", "Inspect the site", "現場巡查"}},
		{"recheck", Label{"人工复测", "Check by hand", "人工複測"}},
		{"stopWork", Label{"暂停施工", "Stop work", "暫停施工"}},
		{"reinforce", Label{"停挖并加撑", "Stop excavation and add struts", "停挖並加撐"}},
		{"unload", Label{"卸载反压", "Remove load, counterweight the toe", "卸載反壓"}},
		{"drain", Label{"排水或回灌", "Drain or recharge", "排水或回灌"}},
		{"closeTraffic", Label{"限载或封闭交通", "Restrict or close traffic", "限載或封閉交通"}},
		{"evacuate", Label{"人员撤离", "Evacuate", "人員撤離"}},
		{"repair", Label{"检修或更换设备", "Repair or replace the device", "檢修或更換設備"}},
	},
}

// AlertHandlings lists the causes and measures offered when an alert is processed.
func AlertHandlings() AlertHandling { return alertHandling }
