package errs

// Corporations, platform operators and the license: 8160 to 8189.
var (
	HelpEditsOwn       = message(8160, Forbidden, "errHelpEditsOwn", "只有企业自己的管理员可以允许协助人员修改", "Only the corporation's own administrator can let helpers make changes", "只有企業自己的管理員可以允許協助人員修改")
	DomainPrefixFormat = message(8161, Invalid, "errDomainPrefix", "至少3个字符，由字母、数字、连字符和下划线组成，以字母或数字开头和结尾", "At least 3 letters, digits, hyphens or underscores; starts and ends with a letter or digit", "至少3個字元，由字母、數字、連字號和底線組成，以字母或數字開頭和結尾")
	HelpEnded          = message(8162, Conflict, "errHelpEnded", "该协助已结束", "This assistance has ended", "該協助已結束")

	LicenseLength    = message(8170, Invalid, "errLicenseLength", "注册码必须为44个字符", "A registration code has exactly 44 characters", "註冊碼必須為44個字元")
	LicenseInvalid   = message(8171, Invalid, "errLicenseInvalid", "注册码不正确", "Wrong registration code", "註冊碼不正確")
	LicenseElsewhere = message(8172, Invalid, "errLicenseElsewhere", "注册码属于另一套系统，核对指纹", "The registration code belongs to another installation: check the fingerprint", "註冊碼屬於另一套系統，核對指紋")
	LicenseOver      = message(8173, Invalid, "errLicenseOver", "注册码已于{day}到期", "The registration code expired on {day}", "註冊碼已於{day}到期")
	LicenseRequired  = message(8174, Conflict, "errLicenseRequired", "授权许可缺失或已到期，不能新增测点和设备；数据接收和告警不受影响", "The license is missing or has expired: points and devices cannot be added; data collection and alerts continue", "授權許可缺失或已到期，不能新增測點和設備；資料接收和告警不受影響")
	LicensePoints    = message(8175, Conflict, "errLicensePoints", "授权许可允许{max}个测点，已有{used}个", "The license allows {max} points; {used} exist", "授權許可允許{max}個測點，已有{used}個")
	LicenseDevices   = message(8176, Conflict, "errLicenseDevices", "授权许可允许{max}台设备，已有{used}台", "The license allows {max} devices; {used} exist", "授權許可允許{max}台設備，已有{used}台")
)
