package errs

// Device models and the configuration of devices: codes 8340 to 8369.
var (
	BlockNotHere     = message(8340, Invalid, "errBlockNotHere", "{type}设备没有此项配置", "Devices of type {type} do not have this configuration", "{type}設備沒有此項設定")
	CameraSerial     = message(8341, Invalid, "msgCameraSerial", "摄像机序列号应为9位数字", "A camera serial number has 9 digits", "攝影機序號應為9位數字")
	AboveOther       = message(8342, Invalid, "msgAboveOther", "必须大于{other}", "Must be greater than {other}", "必須大於{other}")
	ModelCodeUsed    = message(8343, Conflict, "errModelCodeUsed", "型号编码已被使用", "Model code already in use", "型號編碼已被使用")
	ModelInUse       = message(8344, Conflict, "errModelInUse", "{count}台设备使用该型号，不能删除", "{count} devices use this model; it cannot be deleted", "{count}台設備使用該型號，不能刪除")
	FeedsNothing     = message(8345, Conflict, "errFeedsNothing", "设备未绑定测点，先在测点上绑定", "The device is not bound to a point: bind it first", "設備未綁定測點，先在測點上綁定")
	FeedsOthers      = message(8346, Invalid, "errFeedsOthers", "设备未绑定这些测点：{points}", "The device is not bound to these points: {points}", "設備未綁定這些測點：{points}")
	WhichPoint       = message(8347, Invalid, "errWhichPoint", "设备绑定了{count}个测点，需指定一个", "The device is bound to {count} points: specify one", "設備綁定了{count}個測點，需指定一個")
	NoReadings       = message(8348, Conflict, "errNoReadings", "设备还没有读数", "The device has no readings yet", "設備還沒有讀數")
	FileLarge        = message(8349, TooLarge, "errFileLarge", "文件最大{max} MB", "The file must not exceed {max} MB", "檔案最大{max} MB")
	FileNameFormat   = message(8350, Invalid, "errFileName", "文件名须为1至100个字符，不能含斜杠或控制字符", "A file name has 1 to 100 characters, without slashes or control characters", "檔名須為1至100個字元，不能含斜線或控制字元")
	FilesTooMany     = message(8351, Conflict, "errFilesTooMany", "每台设备最多{max}个文件", "At most {max} files per device", "每台設備最多{max}個檔案")
	DevicesDeleted   = message(8352, Invalid, "msgDevicesDeleted", "已删除{count}台设备", "{count} devices deleted", "已刪除{count}台設備")
	DeviceInUse      = message(8354, Conflict, "errDeviceInUse", "{names}正在使用，不能删除", "{names} are in use and cannot be deleted", "{names}正在使用，不能刪除")
	ModelTypeChanged = message(8355, Conflict, "errModelTypeChanged", "{count}台设备使用该型号，不能更改设备类型", "{count} devices use this model; its type cannot be changed", "{count}台設備使用該型號，不能變更設備類型")
)

// Device maintenance: codes 8500 to 8509.
var (
	MovedByAction = message(8500, Invalid, "errMovedByAction", "设备不能在此更换项目，应在设备管理中使用“移动设备”", "The project of a device is changed by “Move devices” on the Devices page", "設備不能在此變更專案，應在設備管理中使用「移動設備」")
	GNSSElsewhere = message(8502, Invalid, "errGnssElsewhere", "GNSS任务引用了本项目的设备，只能在同一项目内复制", "The GNSS task refers to devices of its project and can only be copied within it", "GNSS任務引用了本專案的設備，只能在同一專案內複製")
	ActionAdded   = message(8503, Conflict, "errActionAdded", "此后又有{count}处修改或新增（如“{name}”），撤销会一并删除；先查看预览", "{count} later changes or additions, such as “{name}”, would be undone as well: check the preview first", "此後又有{count}處修改或新增（如「{name}」），復原會一併刪除；先查看預覽")
	CollectLater  = message(8504, Invalid, "msgCollectLater", "采集配置已保存，到时生效；指令尚未下发，届时重新下发或在设备上设置", "Collection saved for later; nothing was sent to the device. Send it at that time, or set it on the device", "採集設定已儲存，到時生效；指令尚未下達，屆時重新下達或在設備上設定")
	NoDeviceFits  = message(8505, Invalid, "msgNoDeviceFits", "没有设备符合条件", "No device matches", "沒有設備符合條件")
	IDsOrFilter   = message(8506, Invalid, "msgIdsOrFilter", "设备列表与筛选条件只能选其一", "Give a list of devices or a filter, not both", "設備清單與篩選條件只能擇一")
	SecretAnew    = message(8501, Invalid, "msgSecretAnew", "需重新输入密码：该主机和端口没有已保存的密码", "Enter the password again: none is stored for this host and port", "需重新輸入密碼：該主機和連接埠沒有已儲存的密碼")
)

// Manual device tests: codes 8536 to 8541.
var NoBaseStation = message(8536, Invalid, "msgNoBaseStation", "不是本企业的另一台GNSS设备", "Not another GNSS device of the corporation", "不是本企業的另一台GNSS設備")
