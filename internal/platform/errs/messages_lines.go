package errs

// Devices on lines without a message protocol, and their protocols: 8610 to 8619.
var (
	NetworkInvalid  = message(8610, Invalid, "errNetwork", "网段格式应如 10.1.0.0/16", "A network is written like 10.1.0.0/16", "網段格式應如 10.1.0.0/16")
	RefusedProtocol = message(8612, Forbidden, "msgRefusedProtocol", "设备的协议与该端口不符", "The device speaks another protocol than the port", "設備的協定與該連接埠不符")
	RefusedNetwork  = message(8613, Forbidden, "msgRefusedNetwork", "该设备不允许从此网段接入", "The device may not connect from this network", "該設備不允許從此網段接入")
	ProtocolUnknown = message(8611, Invalid, "errProtocolUnknown", "未知的协议，可选：{allowed}", "Unknown protocol; allowed: {allowed}", "未知的協定，可選：{allowed}")
)
