package errs

// Webhooks and texts of messages about alerts.
var (
	WebAddress         = message(8700, Invalid, "msgWebAddress", "地址以 http:// 或 https:// 加主机开头，不能含账号", "An address begins with http:// or https:// and a host, without an account in it", "位址以 http:// 或 https:// 加主機開頭，不能含帳號")
	UnsignedRobot      = message(8701, Invalid, "msgUnsignedRobot", "企业微信机器人没有签名密钥，密钥在地址中", "WeCom robots have no secret for signatures: it is in the address", "企業微信機器人沒有簽章金鑰，金鑰在位址中")
	OnlyTelephone      = message(8702, Invalid, "msgOnlyTelephone", "仅电话服务需要手机号", "Only telephone services need mobiles", "僅電話服務需要手機號碼")
	UnknownPlaceholder = message(8703, Invalid, "msgUnknownPlaceholder", "没有占位符 {name}，可用：{allowed}", "There is no placeholder {name}; available: {allowed}", "沒有佔位符 {name}，可用：{allowed}")
	AlertLinkUnknown   = message(8704, NotFound, "msgLinkUnknown", "链接无效，或接收人已离开项目", "The link is not valid, or its recipient has left the project", "連結無效，或接收人已離開專案")
	AlertLinkExpired   = message(8705, NotFound, "msgLinkExpired", "链接已过期，请登录查看告警", "The link has expired: sign in to see the alert", "連結已過期，請登入檢視告警")
	DecisionClosed     = message(8706, Conflict, "msgDecisionClosed", "此告警不能凭验证码处理，请登录", "This alert cannot be decided with a code: sign in", "此告警不能憑驗證碼處理，請登入")
	ReceiptForged      = message(8707, Invalid, "msgReceiptForged", "缺少签名或签名不匹配，签名为 t=<Unix 秒>,v1=<HMAC-SHA256 十六进制>", "The signature is missing or does not match: it is t=<Unix s>,v1=<HMAC-SHA256 in hex>", "缺少簽章或簽章不符，簽章為 t=<Unix 秒>,v1=<HMAC-SHA256 十六進位>")
	ReceiptStale       = message(8708, Invalid, "msgReceiptStale", "签名时间与服务器时间相差超过 {minutes} min", "The time of the signature differs from that of the server by more than {minutes} min", "簽章時間與伺服器時間相差超過 {minutes} min")
	ReceiptUnknown     = message(8709, NotFound, "msgReceiptUnknown", "没有此编号的告警短信", "No text message about an alert has this id", "沒有此編號的告警簡訊")
	NoRoster           = message(8710, Invalid, "msgNoRoster", "该项目没有值班表，先在值班页设置", "The project has no duty roster: set one up on the page of duty first", "該專案沒有值班表，先在值班頁設定")
	SwapEmpty          = message(8711, Invalid, "msgSwapEmpty", "结束时间必须晚于开始时间", "The end must be after the start", "結束時間必須晚於開始時間")
	QuietEmpty         = message(8712, Invalid, "msgQuietEmpty", "免打扰的开始与结束不能相同", "Quiet hours must begin and end at different times", "免打擾的開始與結束不能相同")
	PushAddress        = message(8730, Invalid, "msgPushAddress", "推送地址以 https:// 加主机开头，不能含账号", "The address of a push service begins with https:// and a host, without an account in it", "推播位址以 https:// 加主機開頭，不能含帳號")
	PushKey            = message(8731, Invalid, "msgPushKey", "浏览器密钥为 {bytes} 字节的 base64url", "A key of a browser has {bytes} bytes in base64url", "瀏覽器金鑰為 {bytes} 位元組的 base64url")
	PushOff            = message(8732, Conflict, "msgPushOff", "运维人员已关闭浏览器推送", "The operator has switched browser push off", "維運人員已關閉瀏覽器推播")
	TooManyBrowsers    = message(8733, Conflict, "msgTooManyBrowsers", "每个账号最多 {max} 个浏览器，先移除一个", "An account has at most {max} browsers: remove one first", "每個帳號最多 {max} 個瀏覽器，先移除一個")
	DrillTooSoon       = message(8740, TooMany, "errDrillTooSoon", "每分钟最多发起一次演练，在{seconds}秒后再试", "At most one drill a minute: try again in {seconds} s", "每分鐘最多發起一次演練，在{seconds}秒後再試")
	NothingToDrill     = message(8741, Conflict, "errNothingToDrill", "没有启用的告警规则适用于该等级", "No enabled alert rule sends messages about this level", "沒有啟用的告警規則適用於該等級")
)
