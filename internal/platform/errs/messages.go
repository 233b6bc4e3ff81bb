package errs

// The numbered messages of the specification, section 8. The web app also shows 7 to 11, 13 and 14 by itself.
var (
	Unknown            = message(0, Internal, "err0", "未知后台错误，联系管理员", "Unexpected server error, contact the administrator", "未知後台錯誤，聯絡管理員")
	NoNodes            = message(2, Invalid, "err2", "阵列位移设备没有节点编号", "The array device has no node numbers", "陣列位移設備沒有節點編號")
	FormulaIllegal     = message(4, Invalid, "err4", "公式无效{where}", "Invalid formula{where}", "公式無效{where}")
	FormulaIncomplete  = message(5, Invalid, "err5", "公式不完整{where}", "Incomplete formula{where}", "公式不完整{where}")
	CategoryMismatch   = message(6, Invalid, "err6", "设备类别与测点不匹配", "The device category does not match the measuring point", "設備類別與測點不相符")
	StructuresFailed   = message(7, Internal, "err7", "加载结构物列表失败", "Failed to load the structure list", "載入結構物列表失敗")
	MeasurementsFailed = message(8, Internal, "err8", "加载监测项列表失败", "Failed to load the measurement list", "載入監測項列表失敗")
	CategoriesFailed   = message(9, Internal, "err9", "加载监测类别列表失败", "Failed to load the category list", "載入監測類別列表失敗")
	FieldsFailed       = message(10, Internal, "err10", "加载字段列表失败", "Failed to load the field list", "載入欄位列表失敗")
	PointsFailed       = message(11, Internal, "err11", "加载测点列表失败", "Failed to load the measuring point list", "載入測點列表失敗")
	HealthUpdated      = message(12, Invalid, "err12", "已更新{count}台设备的健康阈值", "Health thresholds of {count} devices updated", "已更新{count}台設備的健康門檻值")
	ImagesOnly         = message(13, Invalid, "err13", "只能上传图片", "Only images can be uploaded", "只能上傳圖片")
	ImageTooLarge      = message(14, TooLarge, "err14", "图片不能超过200 KB", "The picture must not exceed 200 KB", "圖片不能超過200 KB")
	TrackUnavailable   = message(15, Invalid, "err15", "没有测点轨迹", "The point has no track", "沒有測點軌跡")
)

// Errors in one field of a request.
var (
	Empty            = message(1001, Invalid, "msgEmpty", "不能为空", "Cannot be empty", "不能為空")
	TooLong          = message(1002, Invalid, "msgLimit", "最多{max}个字符", "At most {max} characters", "最多{max}個字元")
	FormatWrong      = message(1003, Invalid, "msgFormat", "格式不正确", "Invalid format", "格式不正確")
	PasswordFormat   = message(1004, Invalid, "msgPwdFormat", "密码格式不正确", "Invalid password format", "密碼格式不正確")
	SerialUsed       = message(1005, Conflict, "msgSnUsed", "序列号已被使用，联系管理员", "Serial number already in use, contact the administrator", "序號已被使用，聯絡管理員")
	RegisterUsed     = message(1006, Conflict, "msgRegisterUsed", "注册号已被使用，联系管理员", "Register ID already in use, contact the administrator", "註冊號已被使用，聯絡管理員")
	NameUsed         = message(1007, Conflict, "msgNameUsed", "名称已被使用", "Name already in use", "名稱已被使用")
	NotOneOf         = message(1008, Invalid, "msgNotOneOf", "只能是以下之一：{allowed}", "Must be one of: {allowed}", "只能是以下之一：{allowed}")
	OutOfRange       = message(1009, Invalid, "msgOutOfRange", "必须在{min}到{max}之间", "Must be between {min} and {max}", "必須在{min}到{max}之間")
	TooSmall         = message(1010, Invalid, "msgTooSmall", "不能小于{min}", "Must be at least {min}", "不能小於{min}")
	TooBig           = message(1011, Invalid, "msgTooBig", "不能大于{max}", "Must be at most {max}", "不能大於{max}")
	WrongType        = message(1012, Invalid, "msgWrongType", "类型不正确，应为{type}", "Wrong type: expected {type}", "類型不正確，應為{type}")
	Unexpected       = message(1013, Invalid, "msgUnexpected", "未知字段", "Unknown field", "未知欄位")
	NotFinite        = message(1014, Invalid, "msgNotFinite", "必须是有限的数值", "Must be a finite number", "必須是有限的數值")
	TooManyEntries   = message(1015, Invalid, "msgTooManyEntries", "最多{max}项", "At most {max} entries", "最多{max}項")
	TooFewEntries    = message(1016, Invalid, "msgTooFewEntries", "至少{min}项", "At least {min} entries", "至少{min}項")
	Duplicate        = message(1017, Invalid, "msgDuplicate", "不能重复", "Duplicate value", "不能重複")
	MustExist        = message(1018, Invalid, "msgMustExist", "不存在", "Does not exist", "不存在")
	TimeOutOfRange   = message(1019, Invalid, "msgTimeOutOfRange", "时间须在2000年之后，且最多比当前时间晚24小时", "The time must be after 2000 and at most 24 h in the future", "時間須在2000年之後，且最多比目前時間晚24小時")
	ZoneUnknown      = message(1020, Invalid, "msgZoneUnknown", "未知时区", "Unknown time zone", "未知時區")
	MobileFormat     = message(1021, Invalid, "msgMobileFormat", "手机号应为11位数字", "A mobile number has 11 digits", "手機號碼應為11位數字")
	CoordinateFormat = message(1022, Invalid, "msgCoordinateFormat", "坐标格式应为 DDD:MM:SS.SSSSSS 加方向", "Write coordinates as DDD:MM:SS.SSSSSS with a direction", "座標格式應為 DDD:MM:SS.SSSSSS 加方向")
	Unchangeable     = message(1023, Invalid, "msgUnchangeable", "创建后不能修改", "Cannot be changed after creation", "建立後不能修改")
	TooShort         = message(1024, Invalid, "msgTooShort", "至少{min}个字符", "At least {min} characters", "至少{min}個字元")
	FieldWrong       = message(1025, Invalid, "msgFieldWrong", "无效：{reason}", "Invalid: {reason}", "無效：{reason}")
	ParameterUnknown = message(1026, Invalid, "msgParameterUnknown", "没有这个查询参数，可用参数：{allowed}", "Unknown query parameter; available: {allowed}", "沒有這個查詢參數，可用參數：{allowed}")
	NoParameters     = message(1027, Invalid, "msgNoParameters", "该接口没有查询参数", "This call takes no query parameters", "此介面沒有查詢參數")
	ParameterTwice   = message(1028, Invalid, "msgParameterTwice", "只能出现一次，多个值以逗号分隔", "Specify once; separate several values by commas", "只能出現一次，多個值以逗號分隔")
)

// Errors in a request as a whole.
var (
	BadRequest       = message(2000, Invalid, "errBadRequest", "请求无效", "Invalid request", "請求無效")
	BadJSON          = message(2001, Invalid, "errBadJson", "请求不是有效的JSON", "The request is not valid JSON", "請求不是有效的JSON")
	NothingHere      = message(2002, NotFound, "errNotFound", "不存在，或无权查看", "Not found, or you have no access to it", "不存在，或無權檢視")
	MethodNotAllowed = message(2003, Invalid, "errMethod", "不支持的请求方法", "Method not allowed", "不支援的請求方法")
	BodyTooLarge     = message(2004, TooLarge, "errBodyTooLarge", "请求内容过大", "The request is too large", "請求內容過大")
	MediaType        = message(2005, Invalid, "errMediaType", "不支持的内容类型，应为{type}", "Unsupported content type: use {type}", "不支援的內容類型，應為{type}")
	TooManyRequests  = message(2006, TooMany, "errTooMany", "操作过于频繁，在{seconds}秒后再试", "Too many requests, try again in {seconds} s", "操作過於頻繁，在{seconds}秒後再試")
	NotAvailable     = message(2007, Unavailable, "errUnavailable", "服务暂不可用，稍后再试", "Service unavailable, try again later", "服務暫不可用，稍後再試")
	TimedOut         = message(2008, Unavailable, "msgTimeout", "请求超时", "The request timed out", "請求逾時")
	Changed          = message(2009, Conflict, "errChanged", "已被他人修改，刷新后重试", "Changed by someone else in the meantime: reload and try again", "已被他人修改，重新整理後再試")
	InUse            = message(2010, Conflict, "errInUse", "正在使用，不能删除", "In use, cannot be deleted", "正在使用，不能刪除")
	Obsolete         = message(2011, Invalid, "errObsolete", "接口已停用，改用批量创建测点", "This call is obsolete: create measuring points in batches", "介面已停用，改用批次建立測點")
	NoProject        = message(2012, Invalid, "errNoProject", "缺少项目ID", "Project ID missing", "缺少專案ID")
	PathEmpty        = message(2013, Invalid, "errPath", "路径或文件名为空", "The path or file name is empty", "路徑或檔名為空")
	StorageFull      = message(2014, Unavailable, "errStorageFull", "存储空间不足，暂停接收数据", "Storage is full: no data is accepted for now", "儲存空間不足，暫停接收資料")
	AlreadyThere     = message(2015, Conflict, "errAlreadyThere", "已存在", "Already exists", "已存在")
)

// Times, spans, data and queries.
var (
	StartAfterEnd   = message(3001, Invalid, "msgStartAfterEnd", "开始时间不能晚于结束时间", "The start time is after the end time", "開始時間不能晚於結束時間")
	TimeRequired    = message(3002, Invalid, "errTimeRequired", "缺少开始或结束时间", "Start or end time missing", "缺少開始或結束時間")
	SpanTooLong     = message(3003, Invalid, "msgSpan", "时间跨度最多{days}天", "The time span is at most {days} days", "時間跨度最多{days}天")
	SpanNotAllowed  = message(3004, Invalid, "errPointTime", "时间不在允许的范围内", "The time is outside the allowed span", "時間不在允許的範圍內")
	TooManyRows     = message(3005, TooLarge, "msgRows", "{count}行，超过65535行的上限：缩小范围，或导出CSV", "{count} rows, more than the limit of 65,535: narrow the range, or export csv", "{count}列，超過65535列的上限：縮小範圍，或匯出CSV")
	AtLeastOnePoint = message(3006, Invalid, "msgAtLeastOnePoint", "至少选择一个测点", "Choose at least one measuring point", "至少選擇一個測點")
	TooManyPoints   = message(3007, TooLarge, "msgTooManyPoints", "最多选择{max}个测点", "At most {max} measuring points", "最多選擇{max}個測點")
	NoCollections   = message(3008, NotFound, "msgNoCollections", "该时间范围内没有采集数据", "No readings in this time range", "該時間範圍內沒有採集資料")
	FieldUnknown    = message(3009, Invalid, "errFieldUnknown", "测点没有字段“{field}”", "The measuring point has no field “{field}”", "測點沒有欄位「{field}」")
	SamePhotoTimes  = message(3010, Invalid, "msgSamePhoto", "两张照片的时间相同", "Both photos have the same time", "兩張照片的時間相同")
	HistoryTooLong  = message(3011, Invalid, "errHistoryTooLong", "最多获取1年的历史数据", "History can be fetched for at most one year", "最多取得1年的歷史資料")
	TooFewReadings  = message(3013, Invalid, "errTooFewReadings", "该时间范围内的有效读数少于{min}个", "The time range has fewer than {min} valid readings", "該時間範圍內的有效讀數少於{min}個")
	TooManyReadings = message(3014, TooLarge, "errTooManyReadings", "该时间范围内的读数超过{max}个：缩小范围", "The time range has more than {max} readings: narrow it", "該時間範圍內的讀數超過{max}個：縮小範圍")
	NothingToFit    = message(3015, Invalid, "errNothingToFit", "读数不足以确定曲线，例如全部相同", "The readings do not determine the curve, for example because all are equal", "讀數不足以確定曲線，例如全部相同")
	OddNumber       = message(3016, Invalid, "errOddNumber", "应为{min}到{max}之间的奇数", "An odd number from {min} to {max} is expected", "應為{min}到{max}之間的奇數")
	NotDetermined   = message(3017, Invalid, "errNotDetermined", "读数无法确定此项的系数：输入不变，或与其他项相关", "The readings do not determine this term: its input does not change, or other terms explain it", "讀數無法確定此項的係數：輸入不變，或與其他項相關")
	TooFewStations  = message(3018, Invalid, "errTooFewStations", "稳定段内两次测量共有的测点少于{min}个：加长稳定段，或减少误差项", "The stable zone has fewer than {min} stations that both surveys read: lengthen it, or estimate fewer errors", "穩定段內兩次量測共有的測點少於{min}個：加長穩定段，或減少誤差項")
	SameSurvey      = message(3019, Invalid, "errSameSurvey", "请选择另一次测量进行比较", "Choose another survey to compare with", "請選擇另一次量測進行比較")
	OtherUnit       = message(3025, Invalid, "errOtherUnit", "单位应为{unit}", "The unit must be {unit}", "單位應為{unit}")
	NoLength        = message(3026, Invalid, "errNoLength", "读数的单位不是mm、cm或m，无法与距离相除", "The readings are not in mm, cm or m, so they cannot be divided by a distance", "讀數的單位不是mm、cm或m，無法與距離相除")
	OnALine         = message(3027, Invalid, "errOnALine", "读数与时间成直线，或不变，没有可比较的起伏", "The readings lie on a straight line in time or do not change: nothing remains to be compared", "讀數與時間成直線，或不變，沒有可比較的起伏")
	KnownAhead      = message(3030, Invalid, "errKnownAhead", "只能回看过去的时间", "Only a time in the past can be chosen", "只能回看過去的時間")
	HistoryTooLarge = message(3031, TooLarge, "errHistoryTooLarge", "测点的历史数据过多，无法回看", "The history of the measuring point is too large to be computed as known at an earlier time", "測點的歷史資料過多，無法回看")
	TimeBetween     = message(3012, Invalid, "errTimeBetween", "时间必须在{min}到{max}之间", "The time must be between {min} and {max}", "時間必須在{min}到{max}之間")
)

// Sessions, accounts and permissions.
var (
	NotSignedIn       = message(4001, Unauthenticated, "errNotSignedIn", "未登录", "Not signed in", "未登入")
	SignInFailed      = message(4002, Unauthenticated, "errAuthentication", "账号或密码不正确", "Wrong account or password", "帳號或密碼不正確")
	NotAllowed        = message(4003, Forbidden, "errNotAllowed", "没有权限", "You do not have permission to do this", "沒有權限")
	SignInSlowedDown  = message(4004, TooMany, "errSignInSlowedDown", "尝试次数过多，在{seconds}秒后再试", "Too many attempts, try again in {seconds} s", "嘗試次數過多，在{seconds}秒後再試")
	AuthorizationBad  = message(4005, Forbidden, "errAuth", "授权无效", "Invalid authorization", "授權無效")
	LastOwner         = message(4006, Conflict, "errLastOwner", "项目至少保留一名所有者", "A project must have at least one owner", "專案至少保留一名擁有者")
	LastAdministrator = message(4007, Conflict, "errLastAdmin", "企业至少保留一名启用的管理员", "A corporation must have at least one active administrator", "企業至少保留一名啟用的管理員")
	GrantTooMuch      = message(4008, Forbidden, "errGrantTooMuch", "不能授予自己没有的权限", "You cannot grant permissions that you do not have", "不能授予自己沒有的權限")
	PasswordWrong     = message(4009, Invalid, "errPasswordWrong", "密码不正确", "Wrong password", "密碼不正確")
	AccountDisabled   = message(4010, Unauthenticated, "errAccountDisabled", "账号已停用", "The account is disabled", "帳號已停用")
	PasswordCommon    = message(4012, Invalid, "errPasswordCommon", "密码过于常见，换一个", "This password is too common: choose another one", "密碼過於常見，換一個")
	LinkExpired       = message(4011, NotFound, "errLinkExpired", "链接已失效", "The link has expired", "連結已失效")
	SessionExpired    = message(8007, Unauthenticated, "msgTokenExpired", "登录已过期，重新登录", "Your session has expired, sign in again", "登入已過期，重新登入")
)

// Devices and ingest.
var (
	NoInitialValue       = message(5001, Invalid, "msgNoInit", "设备没有初始值", "The device has no initial value", "設備沒有初始值")
	InclinometerConfig   = message(5002, Invalid, "msgInclinometerIncomplete", "测斜配置不完整", "The inclinometer configuration is incomplete", "測斜設定不完整")
	OnlineOnly           = message(5003, Conflict, "msgOnlineOnly", "设备不在线", "The device is offline", "設備離線")
	NoDevice             = message(5004, Invalid, "msgNoDevice", "测点未绑定设备", "No device is bound to the measuring point", "測點未綁定設備")
	HexInvalid           = message(5005, Invalid, "msgHex", "无效的十六进制字符串", "Invalid hexadecimal string", "無效的十六進位字串")
	ParameterLength      = message(5006, Invalid, "errParamLen", "指令参数长度不正确", "Wrong length of a command parameter", "指令參數長度不正確")
	SlaveFormat          = message(5007, Invalid, "errSlave", "从机格式无效", "Invalid slave format", "從機格式無效")
	SerialFormat         = message(5008, Invalid, "errSerial", "序列号格式无效", "Invalid serial number format", "序號格式無效")
	ChannelInvalid       = message(5009, Invalid, "errChannel", "通道无效或超出范围", "The channel is invalid or out of range", "通道無效或超出範圍")
	NotMeasuring         = message(5010, Invalid, "errNotMeasuring", "该型号不是测量设备", "Devices of this model do not measure", "該型號不是量測設備")
	NotConfigured        = message(5011, Invalid, "errNotConfigured", "设备未配置", "The device is not configured", "設備未設定")
	TypeUndefined        = message(5012, Invalid, "errUndefinedType", "未知的设备类型", "Unknown device type", "未知的設備類型")
	FileNotUploaded      = message(5013, NotFound, "errNoFile", "设备尚未上传该文件", "The device has not uploaded this file yet", "設備尚未上傳該檔案")
	FirmwareHost         = message(5014, Invalid, "errFwHost", "固件与主机不匹配", "The firmware does not match the host", "韌體與主機不相符")
	FirmwareName         = message(5015, Invalid, "errFwName", "固件文件名不正确", "Invalid firmware file name", "韌體檔名不正確")
	ChannelTaken         = message(5016, Conflict, "errChannelTaken", "通道{channel}自{time}起已被“{name}”占用", "Channel {channel} is used by “{name}” from {time} on", "通道{channel}自{time}起已被「{name}」佔用")
	RateTooHigh          = message(5017, Invalid, "errRateTooHigh", "动态通道的采样频率合计最多64 Hz", "The sampling rates of dynamic channels add up to at most 64 Hz", "動態通道的取樣頻率合計最多64 Hz")
	DeviceTypeMismatched = message(5018, Invalid, "errDeviceType", "设备类型与型号不一致", "The device type does not match the model", "設備類型與型號不一致")

	SignatureInvalid = message(5100, Unauthenticated, "errSignature", "设备签名不正确", "Wrong device signature", "設備簽章不正確")
	ClockOff         = message(5101, Unauthenticated, "errClockOff", "请求时间与服务器相差超过{seconds}秒", "The time of the request differs from the server's by more than {seconds} s", "請求時間與伺服器相差超過{seconds}秒")
	RegisterUnknown  = message(5102, Unauthenticated, "errRegisterUnknown", "未登记的注册号或密钥不正确", "Unknown register ID, or wrong secret", "未登記的註冊號或金鑰不正確")
	ReadingTime      = message(5103, Invalid, "errReadingTime", "读数时间{time}早于2000年，或比当前时间晚24小时以上", "Time of the reading {time} is before 2000 or more than 24 h in the future", "讀數時間{time}早於2000年，或比目前時間晚24小時以上")
	ReadingLimits    = message(5104, Invalid, "errReadingLimits", "超出限制：每条报文最多{nodes}个节点，每个节点最多{fields}个字段", "Over the limit: at most {nodes} nodes per message and {fields} fields per node", "超出限制：每個封包最多{nodes}個節點，每個節點最多{fields}個欄位")
	ReadingInvalid   = message(5105, Invalid, "errReadingInvalid", "数据格式错误：{reason}", "The data cannot be read: {reason}", "資料格式錯誤：{reason}")
	ChildUnknown     = message(5106, Invalid, "errChildUnknown", "未登记的子设备{sn}", "Unknown child device {sn}", "未登記的子設備{sn}")
	TooManyItems     = message(5107, TooLarge, "errTooManyItems", "每次最多{max}条", "At most {max} items per request", "每次最多{max}筆")
	FrameEmpty       = message(5108, Invalid, "errFrameEmpty", "空报文", "Empty frame", "空封包")
	RefusedRegister  = message(5110, Unauthenticated, "msgRefusedRegister", "未登记的注册号", "No device has this register ID", "未登記的註冊號")
	RefusedSecret    = message(5111, Unauthenticated, "msgRefusedSecret", "密钥或用户名不正确", "Wrong secret or user name", "金鑰或使用者名稱不正確")
	RefusedTopic     = message(5112, Forbidden, "msgRefusedTopic", "主题不属于该设备", "The topic belongs to another device", "主題不屬於該設備")
	RefusedBody      = message(5114, Invalid, "msgRefusedBody", "报文格式不正确", "Invalid message", "封包格式不正確")
	RefusedPlain     = message(5115, Invalid, "msgRefusedPlain", "该端口须使用TLS，设备未使用", "The port requires TLS, but the device did not use it", "該連接埠須使用TLS，設備未使用")
	RefusedTLS       = message(5116, Invalid, "msgRefusedTLS", "该端口不支持TLS，设备使用了TLS", "The port does not support TLS, but the device used it", "該連接埠不支援TLS，設備使用了TLS")
	RefusedHandshake = message(5117, Invalid, "msgRefusedHandshake", "TLS握手失败", "TLS handshake failed", "TLS交握失敗")
	RefusedClock     = message(5113, Unauthenticated, "msgRefusedClock", "设备时钟与服务器相差过大", "The device clock differs too much from the server's", "設備時鐘與伺服器相差過大")
)

// Points, formulas, thresholds, alerts and corrections.
var (
	PointMissing         = message(6001, Invalid, "errPointMissing", "上传的数据中有不存在的测点", "The upload names a measuring point that does not exist", "上傳的資料中有不存在的測點")
	TemplateCategory     = message(6002, Invalid, "errTplCategory", "测点模板的类别不一致", "The category of the point template does not match", "測點範本的類別不一致")
	ManualEntryFailed    = message(6003, Invalid, "errArtificial", "人工录入失败", "Manual entry failed", "人工輸入失敗")
	NoConfigurablePoints = message(6004, Invalid, "errNoConfigurable", "没有可配置的测点", "There are no configurable points", "沒有可設定的測點")
	SubPointRepeated     = message(6009, Invalid, "errSubPointRepeated", "子测点不能重复", "A sub-point appears twice", "子測點不能重複")
	ThresholdNotPositive = message(6101, Invalid, "errThresholdPositive", "阈值必须大于0", "The threshold must be greater than 0", "門檻值必須大於0")
	ThresholdRising      = message(6102, Invalid, "errThresholdRising", "必须大于{lower}级阈值", "Must be greater than the {lower} threshold", "必須大於{lower}級門檻值")
	ThresholdFalling     = message(6103, Invalid, "errThresholdFalling", "必须小于{upper}级下限", "Must be less than the {upper} lower limit", "必須小於{upper}級下限")
	ThresholdGap         = message(6104, Invalid, "errThresholdGap", "阈值须按蓝、黄、橙、红的顺序设置", "Set levels in this order: blue, yellow, orange, red", "門檻值須依藍、黃、橙、紅的順序設定")
	ThresholdTwice       = message(6105, Invalid, "errThresholdTwice", "同一字段、类型和节点范围只能有一条阈值", "Only one threshold per field, value type and node range", "同一欄位、類型和節點範圍只能有一筆門檻值")
	OneMeasurement       = message(6106, Invalid, "errOneMeasurement", "所选测点须属于同一监测项", "The measuring points must be of one measurement", "所選測點須屬於同一監測項")
	FactorOrThresholds   = message(6107, Invalid, "errFactorOrThresholds", "系数和阈值只能给出一项", "Give either a factor or thresholds", "係數和門檻值只能給出一項")
	SimulatedPointsGone  = message(6108, Conflict, "errSimulatedPointsGone", "所选测点均已删除", "All of these measuring points have been deleted", "所選測點均已刪除")
	PointUnsimulated     = message(6109, Internal, "errPointUnsimulated",
		"测点 {name} 推演失败：请重试，或查看服务器日志",
		"The measuring point {name} could not be simulated: try again, or see the log of the server",
		"測點 {name} 推演失敗：請重試，或查看伺服器日誌")
	SimulationFailed = message(6110, Internal, "errSimulationFailed",
		"推演失败：请重试，或查看服务器日志", "The simulation failed: try again, or see the log of the server", "推演失敗：請重試，或查看伺服器日誌")
	AlertProcessed    = message(6201, Conflict, "errAlertProcessed", "告警已处理，不能再更改", "The alert has been processed and can no longer be changed", "告警已處理，不能再更改")
	AlertNoteRequired = message(6202, Invalid, "errAlertNote", "缺少处理说明", "Note required", "缺少處理說明")
	AlertTransition   = message(6203, Conflict, "errAlertTransition", "不能从{from}变为{to}", "The status cannot change from {from} to {to}", "不能從{from}變為{to}")
	AlertTaken        = message(6204, Conflict, "errAlertTaken", "告警已改由 {name} 负责，刷新后重试", "The alert is now assigned to {name}: reload and try again", "告警已改由 {name} 負責，重新整理後再試")
	CorrectionRevoked = message(6301, Conflict, "errCorrectionTakenBack", "该修正已撤回", "The correction has been withdrawn", "該修正已撤回")
)

// Files.
var (
	FileType     = message(7001, Invalid, "errFileType", "文件类型应为{type}", "The file must be of type {type}", "檔案類型應為{type}")
	FileSize     = message(7002, TooLarge, "errFileSize", "文件过大", "The file is too large", "檔案過大")
	NotImage     = message(7003, Invalid, "errNotImage", "不是图片文件", "Not an image file", "不是圖片檔")
	FileFailed   = message(7004, NotFound, "errGetFile", "无法获取文件", "The file is not available", "無法取得檔案")
	FileRead     = message(7005, Invalid, "errFileRead", "无法读取文件：{reason}", "The file cannot be read: {reason}", "無法讀取檔案：{reason}")
	ZoneRequired = message(7006, Invalid, "errZoneRequired", "文件中没有时区，需选择", "The file has no time zone: choose one", "檔案中沒有時區，需選擇")

	TimeColumnsMissing = message(7007, Invalid, "errTimeColumnsMissing", "未指定时间列或起始时间", "Neither a time column nor a start time is given", "未指定時間欄或起始時間")
	SameTimeRows       = message(7008, Conflict, "errSameTimeRows", "有{count}行与其他行时间相同（首处：第{line}行）。选择取第一行、最后一行或平均值，或指定毫秒列", "{count} rows have the same time as another row (first at line {line}). Choose the first, the last or the mean, or a column with milliseconds", "有{count}列與其他列時間相同（首處：第{line}列）。選擇取第一列、最後一列或平均值，或指定毫秒欄")
	SameTimeRow        = message(7009, Invalid, "msgSameTimeRow", "与第{line}行时间相同", "Same time as line {line}", "與第{line}列時間相同")
	SameTimeLater      = message(7011, Invalid, "msgSameTimeLater", "与后面一行时间相同", "A later row has the same time", "與後面一列時間相同")
	ArchiveTooBig      = message(7010, TooLarge, "errArchiveTooBig", "压缩包最多含{files}个文件，解压后最多{size} MB，压缩比最大{ratio}", "An archive may contain at most {files} files and {size} MB unpacked, with a compression ratio of at most {ratio}", "壓縮檔最多含{files}個檔案，解壓後最多{size} MB，壓縮比最大{ratio}")
)

// Verification codes, sign-up and password reset.
var (
	NameIsAddress   = message(8100, Invalid, "errNameIsAddress", "账号不能是邮箱或手机号", "The account name cannot be an e-mail address or a mobile number", "帳號不能是電子郵件或手機號碼")
	AddressFormat   = message(8101, Invalid, "errAddressFormat", "应为邮箱或11位手机号", "Enter an e-mail address or an 11-digit mobile number", "應為電子郵件或11位手機號碼")
	MailMissing     = message(8102, Invalid, "errMailMissing", "服务器未配置邮件发送，联系管理员", "Sending mail is not configured, contact the administrator", "伺服器未設定郵件發送，聯絡管理員")
	SMSMissing      = message(8103, Invalid, "errSmsMissing", "服务器未配置短信发送，联系管理员", "Sending text messages is not configured, contact the administrator", "伺服器未設定簡訊發送，聯絡管理員")
	CodeTooOften    = message(8104, TooMany, "errCodeTooOften", "验证码发送过于频繁，在{seconds}秒后再试", "Too many codes requested, try again in {seconds} s", "驗證碼發送過於頻繁，在{seconds}秒後再試")
	CodeRefused     = message(8105, Invalid, "errCodeRefused", "验证码不正确或已过期", "The code is wrong or has expired", "驗證碼不正確或已過期")
	CodeSpent       = message(8106, Invalid, "errCodeSpent", "验证码错误次数过多，重新获取", "Too many wrong attempts: request a new code", "驗證碼錯誤次數過多，重新取得")
	AddressUsed     = message(8107, Conflict, "errAddressUsed", "该邮箱或手机号已用于其他账号", "This e-mail address or mobile number is used by another account", "該電子郵件或手機號碼已用於其他帳號")
	TermsRequired   = message(8108, Invalid, "errTermsRequired", "须阅读并同意服务条款与隐私政策", "Accept the terms and the privacy notice", "須閱讀並同意服務條款與隱私權政策")
	SignUpOff       = message(8109, Forbidden, "errSignUpOff", "本系统未开放注册，联系管理员", "Sign-up is disabled, contact the administrator", "本系統未開放註冊，聯絡管理員")
	AddressUnproven = message(8110, Invalid, "errAddressUnproven", "更改邮箱或手机号需要验证码", "Changing the e-mail address or mobile number requires a code", "變更電子郵件或手機號碼需要驗證碼")
)

// Shown by the web app only; the server never returns them.
var (
	NetworkBusy     = message(9001, Unavailable, "msgNetworkBusy", "网络繁忙，稍后再试", "The network is busy, try again later", "網路忙碌，稍後再試")
	RouteError      = message(9002, Internal, "errRoute", "页面跳转失败", "The page could not be opened", "頁面跳轉失敗")
	NoCommonButton  = message(9003, Invalid, "errNoButton", "至少选择一个常用按钮", "Select at least one shortcut", "至少選擇一個常用按鈕")
	StatusCode      = message(9004, Internal, "errStatusCode", "请求失败，状态码", "Request failed with status", "請求失敗，狀態碼")
	MarkerMissing   = message(9005, NotFound, "errMarker", "找不到地图标记", "Map marker not found", "找不到地圖標記")
	ErrorCodeLabel  = message(9006, Internal, "msgErrorCode", "错误码", "Error code", "錯誤碼")
	MapListener     = message(9007, Internal, "errMapListener", "无效的地图监听参数", "Invalid map listener parameter", "無效的地圖監聽參數")
	MapNotReady     = message(9008, Internal, "errMapNotReady", "地图尚未初始化", "The map is not initialized", "地圖尚未初始化")
	MapEventUnknown = message(9009, Internal, "errMapEvent", "不支持的地图事件", "Unsupported map event", "不支援的地圖事件")
)

// Account security: second factor, API keys, single sign-on, pictures.
var (
	SecondFactorNeeded = message(8130, Forbidden, "errSecondFactorNeeded", "企业要求启用两步验证，先完成设置", "Your corporation requires two-step verification: set it up first", "企業要求啟用兩步驟驗證，先完成設定")
	SecondFactorOn     = message(8131, Conflict, "errSecondFactorOn", "两步验证已启用", "Two-step verification is already on", "兩步驟驗證已啟用")
	SecondFactorOff    = message(8132, Conflict, "errSecondFactorOff", "两步验证未启用", "Two-step verification is off", "兩步驟驗證未啟用")
	CodeWrong          = message(8133, Invalid, "errSecondFactorCode", "验证码不正确或已使用过", "The code is wrong or has already been used", "驗證碼不正確或已使用過")
	ChallengeOver      = message(8134, Unauthenticated, "errChallengeOver", "登录步骤已超时，重新登录", "Sign-in took too long, start again", "登入步驟已逾時，重新登入")
	KeyEnded           = message(8135, Unauthenticated, "errKeyEnded", "API密钥已失效", "The API key is no longer valid", "API金鑰已失效")
	KeyNotAllowed      = message(8136, Forbidden, "errKeyNotAllowed", "此操作不能使用API密钥", "Not allowed with an API key", "此操作不能使用API金鑰")
	KeysTooMany        = message(8137, Conflict, "errKeysTooMany", "最多{max}个API密钥", "At most {max} API keys", "最多{max}個API金鑰")
	KeyScope           = message(8138, Invalid, "errKeyScope", "API密钥不能含有权限{permission}", "An API key cannot have the permission {permission}", "API金鑰不能含有權限{permission}")
	SSOUnavailable     = message(8139, Unavailable, "errSsoUnavailable", "单点登录服务暂不可用", "Single sign-on is unavailable", "單一登入服務暫不可用")
	SSORefused         = message(8140, Unauthenticated, "errSsoRefused", "单点登录失败，重试", "Single sign-on failed, try again", "單一登入失敗，重試")
	SSONoAccount       = message(8141, Unauthenticated, "errSsoNoAccount", "没有与此身份对应的账号，联系管理员", "No account is linked to this identity, contact the administrator", "沒有與此身分對應的帳號，聯絡管理員")
	PictureUnusable    = message(8142, Invalid, "errPictureUnusable", "图片无法使用，重新上传", "The picture cannot be used: upload another one", "圖片無法使用，重新上傳")
	PictureDimensions  = message(8143, Invalid, "errPictureDimensions", "图片每边最多{max}像素，总计最多{megapixels}百万像素", "A picture has at most {max} pixels per side and {megapixels} megapixels", "圖片每邊最多{max}像素，總計最多{megapixels}百萬像素")
)

// Readings and imports.
var (
	TooManyColumns = message(8240, Invalid, "errVocabularyFull", "设备一天内使用的数据列过多：每个通道最多{fields}个字段名、{columns}列，每台设备最多{total}列", "Too many different columns within a day: at most {fields} field names and {columns} columns per channel, {total} columns per device", "設備一天內使用的資料欄過多：每個通道最多{fields}個欄位名、{columns}欄，每台設備最多{total}欄")
	ImportTime     = message(8241, Invalid, "errImportTime", "读数时间{time}早于1970年，或比当前时间晚24小时以上", "Time of the reading {time} is before 1970 or more than 24 h in the future", "讀數時間{time}早於1970年，或比目前時間晚24小時以上")
	ImportRunning  = message(8242, Conflict, "errImportRunning", "导入正在进行", "The import is still running", "匯入正在進行")
)

// Configuration of several points at once, and the replacement of devices.
var (
	SameGroup        = message(8390, Invalid, "errSameGroup", "设备组与当前相同", "The point already has these devices at that time", "設備組與目前相同")
	LaterReplacement = message(8391, Conflict, "errLaterReplacement", "此后该测点又更换过设备组，先撤销后来的更换", "The devices were replaced again later: undo that replacement first", "此後該測點又更換過設備組，先復原後來的更換")
	MigratedAlready  = message(8392, Conflict, "errMigratedAlready", "数据已迁移", "The data have already been migrated", "資料已遷移")
	OutsideHandover  = message(8393, Invalid, "errOutsideHandover", "时间必须晚于旧设备组的最后一个读数，且不晚于更换时间", "The time must be after the last reading of the old devices and not after the replacement", "時間必須晚於舊設備組的最後一個讀數，且不晚於更換時間")
	NothingPreset    = message(8394, Invalid, "errNothingPreset", "规范未给出该监测项目、支护类型与等级的数值", "The standard gives no value for this item, support type and grade", "規範未給出該監測項目、支護類型與等級的數值")
	DesignValue      = message(8395, Invalid, "errDesignValue", "缺少设计值{name}", "Design value {name} missing", "缺少設計值{name}")
)

// Users, groups, roles and members of projects.
var (
	ManageMore        = message(8190, Forbidden, "errManageMore", "不能管理权限多于自己的账号", "You cannot change accounts that have more permissions than yours", "不能管理權限多於自己的帳號")
	NotOneself        = message(8191, Conflict, "errNotOneself", "不能停用或移除自己的账号，也不能更改自己的账号类型", "You cannot disable or remove your own account, or change its type", "不能停用或移除自己的帳號，也不能變更自己的帳號類型")
	RoleBuiltIn       = message(8192, Conflict, "errRoleBuiltIn", "内置角色不能修改或删除", "Built-in roles cannot be changed or deleted", "內建角色不能修改或刪除")
	RoleInProjects    = message(8193, Conflict, "errRoleInProjects", "角色正由项目成员使用，不能加入企业范围的权限", "Project members have this role: it cannot get corporation-wide permissions", "角色正由專案成員使用，不能加入企業範圍的權限")
	RoleOfCorporation = message(8194, Invalid, "errRoleOfCorporation", "角色含有企业范围的权限，不能用于项目", "The role has corporation-wide permissions and cannot be used in a project", "角色含有企業範圍的權限，不能用於專案")
	VouchFailed       = message(8195, Invalid, "errVouchFailed", "账号或密码不正确", "Wrong account or password", "帳號或密碼不正確")
	MemberAlready     = message(8196, Conflict, "errMemberAlready", "该账号已是项目成员", "The account is already a member of the project", "該帳號已是專案成員")
	UntilPassed       = message(8197, Invalid, "errUntilPassed", "结束时间必须晚于当前时间", "The end must be in the future", "結束時間必須晚於目前時間")
	PermissionUnknown = message(8198, Invalid, "errPermissionUnknown", "没有权限“{permission}”", "Unknown permission {permission}", "沒有權限「{permission}」")
)

// Projects, structures and points: codes 8300 to 8319.
var (
	SubPointsOnly = message(8301, Invalid, "errSubPointsOnly", "组合测点由子测点组成，不能直接绑定设备", "A composite point consists of sub-points and takes no devices", "組合測點由子測點組成，不能直接綁定設備")
	NoConversion  = message(8302, Invalid, "errNoConversion", "虚拟测点和临时测点不能转换类型", "Virtual and temporary points cannot be converted", "虛擬測點和臨時測點不能轉換類型")
	TaskName      = message(8303, Invalid, "errTaskName", "只能包含字母、数字、下划线和连字符", "Letters, digits, underscores and hyphens only", "只能包含字母、數字、底線和連字號")
	NotGNSS       = message(8304, Invalid, "errNotGnss", "不是本项目的GNSS设备", "Not a GNSS device of this project", "不是本專案的GNSS設備")
	StillComputed = message(8300, Conflict, "errStillComputed", "测点{names}依赖该测点，先解除", "In use: {names} are computed from it", "測點{names}依賴該測點，先解除")
)

// Commands to devices and their firmware (8410-8439).
var (
	NoWayToDevice      = message(8410, Conflict, "errNoWayToDevice", "设备没有注册号，也未接入有注册号的采集设备，无法下发指令", "The device has no register ID and no collector with one: commands cannot reach it", "設備沒有註冊號，也未接入有註冊號的採集設備，無法下達指令")
	NoCommands         = message(8416, Conflict, "errNoCommands", "设备的协议不支持下发指令", "The protocol of the device has no commands", "設備的協定不支援下達指令")
	CommandOutstanding = message(8411, Conflict, "errCommandOutstanding", "设备有一条同类指令未完成，等待其完成或取消后再下发", "A command of this kind is still pending: wait for it or cancel it", "設備有一筆同類指令未完成，等待其完成或取消後再下達")
	CommandOver        = message(8412, Conflict, "errCommandOver", "指令已结束", "The command has already ended", "指令已結束")
	MonitoringOff      = message(8417, Conflict, "errMonitoringOff", "测点的监测已关闭，先开启监测", "The monitoring of the point is switched off: switch it on first", "測點的監測已關閉，先開啟監測")
	ParamUnknown       = message(8418, Invalid, "errParamUnknown", "没有参数“{name}”", "There is no parameter “{name}”", "沒有參數「{name}」")
	ParamUnused        = message(8419, Invalid, "errParamUnused", "发送内容未使用参数“{name}”", "What is sent does not use the parameter “{name}”", "傳送內容未使用參數「{name}」")
	UpgradeRunning     = message(8413, Conflict, "errUpgradeRunning", "设备正在升级", "The device is being upgraded", "設備正在升級")
	UpgradeOver        = message(8414, Conflict, "errUpgradeOver", "只有失败的升级可以重试", "Only failed upgrades can be retried", "只有失敗的升級可以重試")
	FirmwareThere      = message(8415, Conflict, "errFirmwareThere", "已有同名固件", "A firmware file with this name already exists", "已有同名韌體")
	FirmwareSame       = message(8560, Conflict, "errFirmwareSame", "设备固件已是该版本", "The device already runs this version", "設備韌體已是該版本")

	CollectSent    = message(8420, Invalid, "msgCollectSent", "采集配置已保存，正在下发", "Collection saved, sending it to the device", "採集設定已儲存，正在下達")
	CollectHanging = message(8421, Invalid, "msgCollectHanging", "采集配置已保存，设备下次唤醒时生效", "Collection saved; it takes effect when the device wakes up", "採集設定已儲存，設備下次喚醒時生效")
	CollectHere    = message(8422, Invalid, "msgCollectHere", "采集配置已保存；设备自身的采集间隔需在设备上设置", "Collection saved; set the device's own interval on the device", "採集設定已儲存；設備本身的採集間隔需在設備上設定")
	CollectAsked   = message(8561, Invalid, "msgCollectAsked", "采集配置已保存，平台按此间隔下发采集指令", "Collection saved; the platform requests readings at this interval", "採集設定已儲存，平台依此間隔下達採集指令")
	CollectNone    = message(8562, Invalid, "msgCollectNone", "采集配置已保存；该测点停止采集，不再判断数据缺失", "Collection saved; the point is no longer collected, and missing data are not reported", "採集設定已儲存；該測點停止採集，不再判斷資料缺失")
	CollectBatch   = message(8423, Invalid, "msgCollectBatch", "已更新{points}个测点的采集配置，向{devices}台设备下发指令，其中{hanging}台下次唤醒时生效", "Collection of {points} points updated and sent to {devices} devices; {hanging} of them receive it when they wake up", "已更新{points}個測點的採集設定，向{devices}台設備下達指令，其中{hanging}台下次喚醒時生效")
)

// The map.
var (
	MapUnavailable = message(8320, Unavailable, "errMapUnavailable", "在线地图服务暂不可用，已改用离线底图", "The online map is unavailable; the offline base map is shown", "線上地圖服務暫不可用，已改用離線底圖")
	MapOffline     = message(8321, Conflict, "errMapOffline", "未配置在线地图服务", "No online map is configured", "未設定線上地圖服務")
	PlaceUnknown   = message(8322, NotFound, "errPlaceUnknown", "未找到该地点", "Place not found", "找不到該地點")
)

// Pictures of charts.
var (
	NoChart      = message(8330, Conflict, "errNoChart", "视图{view}没有图表", "The view {view} has no chart", "檢視{view}沒有圖表")
	PicturesBusy = message(8331, Unavailable, "errPicturesBusy", "正在生成的图片过多，稍后再试", "Too many pictures are being drawn, try again later", "正在產生的圖片過多，稍後再試")
	NoPictures   = message(8332, Unavailable, "errNoPictures", "程序构建时未包含图表，无法生成图片", "This build has no charts and cannot draw pictures", "程式建置時未包含圖表，無法產生圖片")
)

// Files and blocks of readings.
var (
	TimeSkipped   = message(8460, Invalid, "msgTimeSkipped", "{zone}没有这一时刻（进入夏令时时被跳过）", "This time does not exist in {zone}: it was skipped when daylight saving time began", "{zone}沒有這一時刻（進入日光節約時間時被略過）")
	RowBroken     = message(8461, Invalid, "msgRowBroken", "该行引号不成对，无法分列", "Unbalanced quotes: the row cannot be split into columns", "該列引號不成對，無法分欄")
	SamplesUneven = message(8462, Invalid, "msgSamplesUneven", "应为{count}个样本，每个2字节；实为{bytes}字节", "Expected {count} samples of 2 bytes each, got {bytes} bytes", "應為{count}個樣本，每個2位元組；實為{bytes}位元組")
	LineTooLong   = message(8463, Invalid, "msgLineTooLong", "该行超过{limit} MB，未读取", "The line is longer than {limit} MB and was not read", "該列超過{limit} MB，未讀取")
)

// The processing of a point.
var (
	NotAReference   = message(8520, Invalid, "msgNotAReference", "“{name}”不测液位，不能作为参考点", "“{name}” does not measure a liquid level and cannot be the reference", "「{name}」不測液位，不能作為參考點")
	NotAPosition    = message(8521, Invalid, "msgNotAPosition", "“{name}”不测位移，不能作为顶部位移来源", "“{name}” does not measure displacement and cannot be the source of the top displacement", "「{name}」不測位移，不能作為頂部位移來源")
	ChordOfOneNode  = message(8523, Invalid, "msgChordOfOneNode", "弦的两端须为不同节点", "A chord needs two different nodes", "弦的兩端須為不同節點")
	SegmentsOverlap = message(8524, Invalid, "msgSegmentsOverlap", "与前面的管片重叠", "Overlaps an earlier segment", "與前面的管片重疊")
	TopFixedOnly    = message(8522, Invalid, "msgTopFixedOnly", "仅在顶部（近端）固定时可设置", "Only if the top or near end is fixed", "僅在頂部（近端）固定時可設定")
)

// Alert rules.
var (
	EmailFormat        = message(8690, Invalid, "msgEmailFormat", "应为邮箱地址", "Enter an e-mail address", "應為電子郵件地址")
	NoRecipients       = message(8691, Invalid, "msgNoRecipients", "至少选择一个接收人或 Webhook，或填写一个邮箱或手机号", "Choose a recipient or a webhook, or enter an e-mail address or a mobile", "至少選擇一個接收人或 Webhook，或填寫一個電子郵件或手機號碼")
	RecipientElsewhere = message(8692, Invalid, "msgRecipientElsewhere", "不是该项目的成员", "Not a member of the project", "不是該專案的成員")
)
