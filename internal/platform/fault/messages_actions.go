package fault

// Workbooks of devices, and actions on many things that can be undone: 8370 to 8389.
var (
	WorkbookUnreadable = message(8370, Invalid, "errWorkbook", "文件不是可读取的xlsx工作簿", "The file is no xlsx workbook that can be read", "檔案不是可讀取的xlsx活頁簿")
	WorkbookCells      = message(8569, TooLarge, "errWorkbookCells", "工作簿最多{rows}行、{cells}个单元格（含空白）", "A workbook has at most {rows} rows and {cells} cells, empty ones included", "活頁簿最多{rows}列、{cells}個儲存格（含空白）")
	WorkbookTooBig     = message(8371, TooLarge, "errWorkbookBig", "工作簿解压后过大", "The workbook is too large when unpacked", "活頁簿解壓縮後過大")
	ColumnMissing      = message(8372, Invalid, "errColumnMissing", "缺少“{column}”列，请使用模板", "The column “{column}” is missing: use the template", "缺少「{column}」欄，請使用範本")
	ColumnUnknown      = message(8373, Invalid, "errColumnUnknown", "未知的列", "The column is not known", "未知的欄")
	RowsNone           = message(8374, Invalid, "errRowsNone", "文件中没有设备", "There is no device in the file", "檔案中沒有設備")
	AlsoInRow          = message(8375, Invalid, "errAlsoInRow", "与第{row}行重复", "Stands in row {row} as well", "與第{row}列重複")
	NumberWanted       = message(8376, Invalid, "errNumberWanted", "必须是数字", "Must be a number", "必須是數字")
	YesNoWanted        = message(8377, Invalid, "errYesNoWanted", "必须是“是”或“否”", "Must be yes or no", "必須是「是」或「否」")
	ImportRefused      = message(8378, Invalid, "errImportRefused", "有{count}处需要修改，未导入任何设备", "{count} cells need mending; nothing was imported", "有{count}處需要修改，未匯入任何設備")
	ActionUndone       = message(8379, Conflict, "errActionUndone", "该操作已撤销", "This action was undone already", "該操作已復原")
	ActionPast         = message(8380, Conflict, "errActionPast", "“{name}”在此之后又被修改，请先撤销后来的修改", "“{name}” was changed since: take the later change back first", "「{name}」在此之後又被修改，請先復原後來的修改")
	StillUsed          = message(8381, Conflict, "errStillUsed", "“{name}”正被“{by}”使用", "“{name}” is in use by “{by}”", "「{name}」正被「{by}」使用")
	NotConnected       = message(8382, Invalid, "errNotConnected", "“{name}”在该时间未接入采集器通道", "“{name}” hangs on no channel of a collector at that time", "「{name}」在該時間未接入採集器通道")
	LaterVersion       = message(8383, Conflict, "errLaterVersion", "“{name}”在该时间之后另有配置，请选择更晚的时间", "“{name}” is configured anew after that time: choose a later one", "「{name}」在該時間之後另有設定，請選擇更晚的時間")
	AlreadyPlaced      = message(8384, Invalid, "errAlreadyPlaced", "“{name}”已在该处", "“{name}” is there already", "「{name}」已在該處")
	SecretOver         = message(8385, Conflict, "errSecretOver", "旧密钥已失效，不能恢复", "The old secret is no longer good and cannot come back", "舊金鑰已失效，無法復原")
	SensorsHang        = message(8386, Conflict, "errSensorsHang", "“{name}”接有传感器“{by}”，请一并移动", "The sensor “{by}” hangs on “{name}”: move it along", "「{name}」接有感測器「{by}」，請一併移動")
	DeviceNotInFile    = message(8387, Invalid, "errDeviceNotInFile", "“设备”表中没有该序列号", "No device of the first sheet has this serial number", "「設備」表中沒有該序號")
	SameTwice          = message(8388, Invalid, "errSameTwice", "请选择两个不同的设备", "Choose two different devices", "請選擇兩台不同的設備")
)

// Cells that a spreadsheet has changed, and what hangs on what: 8550 to 8559.
var (
	CellSpoiled    = message(8550, Invalid, "errCellSpoiled", "表格软件已将此内容转换为日期、逻辑值或科学计数，请将单元格设为文本格式后重新输入", "The spreadsheet has turned this into a date, a truth value or a rounded number: format the cell as text and type it again", "試算表軟體已將此內容轉換為日期、邏輯值或科學記號，請將儲存格設為文字格式後重新輸入")
	CellError      = message(8551, Invalid, "errCellError", "公式出错（{value}）", "The formula of the cell has failed ({value})", "公式錯誤（{value}）")
	WholeWanted    = message(8552, Invalid, "errWholeWanted", "必须是整数", "Must be a whole number", "必須是整數")
	HangsOnItself  = message(8553, Invalid, "errHangsOnItself", "自{time}起“{name}”本身接在该设备上，不能形成环路", "From {time} on “{name}” is connected to this device itself: they would form a ring", "自{time}起「{name}」本身接在該設備上，不能形成迴路")
	WorkbookMacros = message(8554, Invalid, "errWorkbookMacros", "工作簿含有宏，请另存为不含宏的xlsx文件", "The workbook holds macros: save it as xlsx, without them", "活頁簿含有巨集，請另存為不含巨集的xlsx檔案")
	RowsTooMany    = message(8555, TooLarge, "errRowsTooMany", "一个文件最多{max}台设备，请分成几个文件", "At most {max} devices in one file: split it", "一個檔案最多{max}台設備，請分成幾個檔案")
	CellJSON       = message(8557, Invalid, "errCellJson", "不是有效的JSON", "Is not valid JSON", "不是有效的JSON")
	ColumnsTooMany = message(8558, TooLarge, "errColumnsTooMany", "工作表最多{max}列，请使用模板", "At most {max} columns: use the template", "工作表最多{max}欄，請使用範本")
	HeadingMissing = message(8556, Invalid, "errHeadingMissing", "此列有内容但没有列名", "There are values below, but the column has no heading", "此欄有內容但沒有欄名")
)
