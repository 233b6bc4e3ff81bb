package errs

// Frames of instruments: codes 5300 to 5309.
var (
	FrameChecksum   = message(5300, Invalid, "errFrameChecksum", "校验值不符：收到{got}，应为{want}", "Wrong checksum: got {got}, want {want}", "校驗值不符：收到{got}，應為{want}")
	FrameIncomplete = message(5301, Invalid, "errFrameIncomplete", "报文不完整", "The frame is incomplete", "資料框不完整")
	FrameUnknown    = message(5302, Invalid, "errFrameUnknown", "不是该协议的报文", "Not a frame of this protocol", "不是此協定的資料框")
)
