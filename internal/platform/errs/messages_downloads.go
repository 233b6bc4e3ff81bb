package errs

// The download centre: 8800 to 8829.
var (
	TooManyDownloads = message(8800, TooMany, "errTooManyDownloads",
		"已有{max}份文件在等待生成，请稍后再试", "{max} files are waiting to be made: try again later", "已有{max}份檔案在等待產生，請稍後再試")
	DownloadsFull = message(8801, Conflict, "errDownloadsFull",
		"文件已占用{gigabytes} GB：先删除不再需要的文件", "The files use {gigabytes} GB: delete those that are no longer needed",
		"檔案已占用{gigabytes} GB：請先刪除不再需要的檔案")
	DownloadUnfinished = message(8802, Conflict, "errDownloadUnfinished", "文件还没有生成", "The file is not made yet", "檔案尚未產生")
	DownloadEnded      = message(8803, Conflict, "errDownloadEnded", "文件已生成，或已停止生成", "The file is made, or it was given up", "檔案已產生，或已停止產生")
	NoPointsChosen     = message(8804, Invalid, "errNoPointsChosen", "这一范围内没有测点", "There are no measuring points in this choice", "這一範圍內沒有測點")
	DownloadCancelled  = message(8806, Invalid, "errDownloadCancelled", "已取消", "Cancelled", "已取消")
	DownloadFailed     = message(8807, Internal, "errDownloadFailed",
		"生成失败：请重试，或查看服务器日志", "It could not be made: try again, or see the log of the server", "產生失敗：請重試，或查看伺服器日誌")
	OneSheetOnly = message(8805, Invalid, "errOneSheetOnly",
		"单个工作表只能放一个测点：改用每个测点一个工作表", "One sheet holds one measuring point: use a sheet for each point", "單一工作表只能放一個測點：改用每個測點一個工作表")
	NoDevicesChosen = message(8810, Invalid, "errNoDevicesChosen", "这个项目没有设备", "The project has no devices", "這個專案沒有設備")
	NoSections      = message(8811, Invalid, "errNoSections",
		"这个结构物没有计算所选内容的断面", "The structure has no sections that compute what is chosen", "這個結構物沒有計算所選內容的斷面")
	OneComparison = message(8812, Invalid, "errOneComparison",
		"在 times、periods、manual 中给出且只给出一个", "Give one of times, periods and manual", "在 times、periods、manual 中給出且只給出一個")
)
