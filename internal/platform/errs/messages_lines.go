package errs

// Devices on lines without a message protocol, and their protocols: 8610 to 8619.
var (
	NetworkInvalid  = message(8610, Invalid, "errNetwork", "网段格式应如 10.1.0.0/16", "A network is written like 10.1.0.0/16", "網段格式應如 10.1.0.0/16")
	ProtocolUnknown = message(8611, Invalid, "errProtocolUnknown", "未知的协议，可选：{allowed}", "Unknown protocol; allowed: {allowed}", "未知的協定，可選：{allowed}")
)
