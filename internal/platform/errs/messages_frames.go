package errs

// Frames of instruments: codes 5300 to 5309.
var (
	FrameChecksum   = message(5300, Invalid, "errFrameChecksum", "校验值不符：收到{got}，应为{want}", "Wrong checksum: got {got}, want {want}", "校驗值不符：收到{got}，應為{want}")
	FrameIncomplete = message(5301, Invalid, "errFrameIncomplete", "报文不完整", "The frame is incomplete", "資料框不完整")
	FrameUnknown    = message(5302, Invalid, "errFrameUnknown", "不是该协议的报文", "Not a frame of this protocol", "不是此協定的資料框")
	AnswerOfOther   = message(5303, Invalid, "errAnswerOfOther", "应答与请求不对应", "The answer belongs to another request", "應答與請求不對應")
	ModbusException = message(5304, Invalid, "errModbusException", "仪器返回异常{code}：{reason}", "Exception {code} of the instrument: {reason}", "儀器傳回例外{code}：{reason}")
	FrameUnwritable = message(5306, Invalid, "errFrameUnwritable", "无法按数值生成该报文，请改字节", "No frame can be written from these values; change its bytes instead", "無法依數值產生此資料框，請改位元組")
	GeoCOMRefused   = message(5305, Invalid, "errGeocomRefused", "全站仪返回码{code}：{reason}", "Return code {code} of the total station: {reason}", "全測站傳回碼{code}：{reason}")
)
