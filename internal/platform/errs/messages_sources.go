package errs

// Sources of readings that the platform gets from other systems: 8630 to 8659.
var (
	PathInvalid    = message(8630, Invalid, "errMappingPath", "路径格式应如 data.list、items[0].x", "A path is written like data.list or items[0].x", "路徑格式應如 data.list、items[0].x")
	MappingMissing = message(8631, Invalid, "errMappingMissing", "尚未设置映射", "There is no mapping yet", "尚未設定對應")
	SenderFailed   = message(8632, Invalid, "errSenderFailed", "对方返回失败：{text}", "The other system reports a failure: {text}", "對方回傳失敗：{text}")
)
