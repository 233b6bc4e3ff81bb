package errs

// Points and their locations (8490-8499).
var (
	NotArtificial = message(8491, Invalid, "errNotArtificial", "只有人工测点可以人工录入", "Only manual points accept readings entered by hand", "只有人工測點可以人工輸入")
	ManualTime    = message(8492, Invalid, "errManualTime", "时间格式应为YYYY-MM-DD HH:mm:ss", "Write the time as YYYY-MM-DD HH:mm:ss", "時間格式應為YYYY-MM-DD HH:mm:ss")
	LayersOverlap = message(8490, Invalid, "errLayersOverlap", "与土层“{other}”重叠", "Overlaps with layer “{other}”", "與土層「{other}」重疊")
)
