package errs

// Frames of telemetry stations (HJ 212, SL 651): codes 5310 to 5319.
var (
	FrameLength   = message(5310, Invalid, "errFrameLength", "长度不符：报文写{got}字节，实为{want}字节", "Wrong length: the frame says {got} bytes and has {want}", "長度不符：資料框寫{got}位元組，實為{want}位元組")
	FrameMixed    = message(5311, Invalid, "errFrameMixed", "不属于同一条报文：应为{want}", "Not a part of the same message: want {want}", "不屬於同一則訊息：應為{want}")
	DigitsInvalid = message(5312, Invalid, "errDigitsInvalid", "含有非BCD数字：{digits}", "Not BCD digits: {digits}", "含有非BCD數字：{digits}")
	ElementCut    = message(5313, Invalid, "errElementCut", "要素需要{want}字节，只剩{left}字节", "The element needs {want} bytes, {left} are left", "要素需要{want}位元組，只剩{left}位元組")
)
