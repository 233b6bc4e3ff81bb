package errs

// How long data are kept: 8660 to 8669.
var (
	RetentionFixed = message(8660, Invalid, "errRetentionFixed", "此类数据永久保留，不能设置期限", "Data of this kind are kept forever", "此類資料永久保留，不能設定期限")
	RetentionDays  = message(8661, Invalid, "errRetentionDays", "应为{min}到{max}天，0表示永久保留", "Must be {min} to {max} days, or 0 to keep them forever", "應為{min}到{max}天，0表示永久保留")
)
