package fault

// Device models and the configuration of devices: codes 8340 to 8369.
var (
	BlockNotHere     = message(8340, Invalid, "errBlockNotHere", "{type}类型的设备没有此项配置", "Devices of type {type} have no such configuration", "{type}類型的設備沒有此項設定")
	CameraSerial     = message(8341, Invalid, "msgCameraSerial", "摄像机序列号必须为9位数字", "The serial number of a camera has exactly 9 digits", "攝影機序號必須為9位數字")
	AboveOther       = message(8342, Invalid, "msgAboveOther", "必须大于{other}", "Must be above {other}", "必須大於{other}")
	ModelCodeUsed    = message(8343, Conflict, "errModelCodeUsed", "型号编码已被使用", "This model code is already used", "型號編碼已被使用")
	ModelInUse       = message(8344, Conflict, "errModelInUse", "有{count}台设备使用该型号，不能删除", "{count} devices are of this model, it cannot be deleted", "有{count}台設備使用該型號，不能刪除")
	FeedsNothing     = message(8345, Conflict, "errFeedsNothing", "设备未绑定测点，请先在测点上绑定设备", "The device feeds no point: bind it to a point first", "設備未綁定測點，請先在測點上綁定設備")
	FeedsOthers      = message(8346, Invalid, "errFeedsOthers", "设备未绑定这些测点：{points}", "The device does not feed these points: {points}", "設備未綁定這些測點：{points}")
	WhichPoint       = message(8347, Invalid, "errWhichPoint", "设备绑定了{count}个测点，请指定测点", "The device feeds {count} points: say which of them", "設備綁定了{count}個測點，請指定測點")
	NoReadings       = message(8348, Conflict, "errNoReadings", "设备还没有可用的读数", "There are no readings of the device yet", "設備還沒有可用的讀數")
	FileLarge        = message(8349, TooLarge, "errFileLarge", "文件不能超过{max}MB", "The file must not exceed {max} MB", "檔案不能超過{max}MB")
	FileNameFormat   = message(8350, Invalid, "errFileName", "文件名不能为空，不能含有斜杠或控制字符，最多100个字符", "The file name must not be empty or hold slashes or control characters, at most 100 characters", "檔名不能為空，不能含有斜線或控制字元，最多100個字元")
	FilesTooMany     = message(8351, Conflict, "errFilesTooMany", "每台设备最多{max}个文件", "At most {max} files a device", "每台設備最多{max}個檔案")
	DevicesDeleted   = message(8352, Invalid, "msgDevicesDeleted", "已删除{count}台设备", "{count} devices were deleted", "已刪除{count}台設備")
	DeviceInUse      = message(8354, Conflict, "errDeviceInUse", "{names}正在使用中，不能删除", "{names} are in use and cannot be deleted", "{names}正在使用中，不能刪除")
	ModelTypeChanged = message(8355, Conflict, "errModelTypeChanged", "有{count}台设备使用该型号，不能更改设备类型", "{count} devices are of this model, its type cannot be changed", "有{count}台設備使用該型號，不能變更設備類型")
)

// The upkeep of devices: codes 8500 to 8509.
var (
	MovedByAction = message(8500, Invalid, "errMovedByAction", "设备不能在这里改换项目，请在设备中心使用“移动设备”", "A device changes its project by “Move devices” in the device center, not here", "設備無法在此變更專案，請在設備中心使用「移動設備」")
	GNSSElsewhere = message(8502, Invalid, "errGnssElsewhere", "GNSS任务引用本项目的设备，只能在同一项目内复制", "The GNSS task names devices of its project: it can be copied within that project only", "GNSS任務引用本專案的設備，只能在同一專案內複製")
	ActionAdded   = message(8503, Conflict, "errActionAdded", "此后又有{count}处修改或新增（如“{name}”），撤销会一并删除，请先查看预览", "Since then {count} things were changed or added, such as “{name}”; undoing takes them along: look at the preview first", "此後又有{count}處修改或新增（如「{name}」），復原會一併刪除，請先查看預覽")
	CollectLater  = message(8504, Invalid, "msgCollectLater", "采集配置已保存，到时才生效；设备未收到指令，届时请重新下发或在设备上设置", "The collection is saved for later; the device is not told now: send it then, or set it at the device", "採集設定已儲存，到時才生效；設備未收到指令，屆時請重新下發或在設備上設定")
	SecretAnew    = message(8501, Invalid, "msgSecretAnew", "请重新输入：没有可保留的密码", "Type it anew: there is none to keep for this host and port", "請重新輸入：沒有可保留的密碼")
)

// Devices tried by hand: codes 8536 to 8541.
var NoBaseStation = message(8536, Invalid, "msgNoBaseStation", "不是本公司的另一台GNSS设备", "It is not another GNSS device of the corporation", "不是本公司的另一台GNSS設備")
