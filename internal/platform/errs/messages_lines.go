package errs

// Devices on lines without a message protocol, and their protocols: 8610 to 8629.
var (
	NetworkInvalid  = message(8610, Invalid, "errNetwork", "网段格式应如 10.1.0.0/16", "A network is written like 10.1.0.0/16", "網段格式應如 10.1.0.0/16")
	RefusedProtocol = message(8612, Forbidden, "msgRefusedProtocol", "设备的协议与该端口不符", "The device speaks another protocol than the port", "設備的協定與該連接埠不符")
	RefusedNetwork  = message(8613, Forbidden, "msgRefusedNetwork", "该设备不允许从此网段接入", "The device may not connect from this network", "該設備不允許從此網段接入")
	ProtocolUnknown = message(8611, Invalid, "errProtocolUnknown", "未知的协议，可选：{allowed}", "Unknown protocol; allowed: {allowed}", "未知的協定，可選：{allowed}")

	RefusedUnreachable = message(8614, Unavailable, "msgRefusedUnreachable", "平台无法连接到该设备", "The platform cannot connect to the device", "平台無法連線到該設備")
	DialInvalid        = message(8615, Invalid, "errDial", "地址格式应如 tcp://10.1.0.5:502、grpc://10.1.0.5:50051、ntrip://10.1.0.5:2101/BASE 或 serial:/dev/ttyS0?baud=9600", "An address is written like tcp://10.1.0.5:502, grpc://10.1.0.5:50051, ntrip://10.1.0.5:2101/BASE or serial:/dev/ttyS0?baud=9600", "位址格式應如 tcp://10.1.0.5:502、grpc://10.1.0.5:50051、ntrip://10.1.0.5:2101/BASE 或 serial:/dev/ttyS0?baud=9600")
	DialRegister       = message(8616, Invalid, "errDialRegister", "由平台主动连接的设备需有注册号", "A device that the platform connects to needs a register ID", "由平台主動連線的設備需有註冊號")
	SerialNotListed    = message(8617, Forbidden, "errSerialNotListed", "服务器未开放串口 {port}", "The server does not offer the serial port {port}", "伺服器未開放序列埠 {port}")
	AddressForbidden   = message(8618, Forbidden, "errAddressForbidden", "不允许连接 {address}：只有运维人员可以开放内网地址", "Connecting to {address} is not allowed: only operators can open addresses of inner networks", "不允許連線至 {address}：只有維運人員可以開放內網位址")
	AddressUnknown     = message(8619, Invalid, "errAddressUnknown", "找不到地址 {address}", "No such address: {address}", "找不到位址 {address}")
	TooManyOutbound    = message(8620, Unavailable, "errTooManyOutbound", "对外连接最多{max}个", "At most {max} outgoing connections", "對外連線最多{max}個")

	// ServiceRefused and ServiceNotSet are of local services that read instruments.
	ServiceRefused = message(8621, Conflict, "errServiceRefused", "采集服务拒绝：{text}", "The collecting service refused: {text}", "採集服務拒絕：{text}")
	ServiceNotSet  = message(8622, Conflict, "errServiceNotSet", "尚未设置采集服务的地址", "The address of the collecting service is not set", "尚未設定採集服務的位址")
	DialProtocol   = message(8623, Invalid, "errDialProtocol", "协议“{protocol}”不使用此类地址", "The protocol “{protocol}” does not use this kind of address", "協定「{protocol}」不使用此類位址")

	// MountpointUnknown and NoCaster are of NTRIP casters, LinkUser of the account that they ask for.
	MountpointUnknown = message(8624, NotFound, "errMountpointUnknown", "差分服务器没有挂载点 {name}", "The caster has no mountpoint {name}", "差分伺服器沒有掛載點 {name}")
	NoCaster          = message(8625, Unavailable, "errNoCaster", "对方不是NTRIP差分服务器", "This is not an NTRIP caster", "對方不是NTRIP差分伺服器")
	LinkUser          = message(8626, Invalid, "errLinkUser", "仅 ntrip:// 地址需要账号", "Only ntrip:// addresses have an account", "只有 ntrip:// 位址需要帳號")
)
