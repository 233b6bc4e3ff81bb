package errs

// Frames of telemetry stations (HJ 212, SL 651): codes 5310 to 5319.
var (
	FrameLength = message(5310, Invalid, "errFrameLength", "长度不符：报文写{got}字节，实为{want}字节", "Wrong length: the frame says {got} bytes and has {want}", "長度不符：資料框寫{got}位元組，實為{want}位元組")
	FrameMixed  = message(5311, Invalid, "errFrameMixed", "不属于同一条报文：应为{want}", "Not a part of the same message: want {want}", "不屬於同一則訊息：應為{want}")
)
