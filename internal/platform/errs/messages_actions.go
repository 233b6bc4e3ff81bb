package errs

// Workbooks of devices, and bulk actions that can be undone: 8370 to 8389.
var (
	WorkbookUnreadable = message(8370, Invalid, "errWorkbook", "文件不是有效的xlsx工作簿", "Not a valid xlsx workbook", "檔案不是有效的xlsx活頁簿")
	WorkbookCells      = message(8569, TooLarge, "errWorkbookCells", "工作簿最多{rows}行、{cells}个单元格（含空白）", "A workbook has at most {rows} rows and {cells} cells, including empty ones", "活頁簿最多{rows}列、{cells}個儲存格（含空白）")
	WorkbookTooBig     = message(8371, TooLarge, "errWorkbookBig", "工作簿解压后过大", "The unpacked workbook is too large", "活頁簿解壓縮後過大")
	ColumnMissing      = message(8372, Invalid, "errColumnMissing", "缺少“{column}”列，使用模板重新填写", "Column “{column}” missing: use the template", "缺少「{column}」欄，使用範本重新填寫")
	ColumnUnknown      = message(8373, Invalid, "errColumnUnknown", "未知列", "Unknown column", "未知欄")
	RowsNone           = message(8374, Invalid, "errRowsNone", "文件中没有设备", "The file contains no devices", "檔案中沒有設備")
	AlsoInRow          = message(8375, Invalid, "errAlsoInRow", "与第{row}行重复", "Same as in row {row}", "與第{row}列重複")
	NumberWanted       = message(8376, Invalid, "errNumberWanted", "必须是数字", "Must be a number", "必須是數字")
	YesNoWanted        = message(8377, Invalid, "errYesNoWanted", "必须是“是”或“否”", "Must be yes or no", "必須是「是」或「否」")
	ImportRefused      = message(8378, Invalid, "errImportRefused", "有{count}处需要修改，未导入任何设备", "{count} cells need to be corrected; nothing was imported", "有{count}處需要修改，未匯入任何設備")
	ActionUndone       = message(8379, Conflict, "errActionUndone", "该操作已撤销", "This operation has already been undone", "該操作已復原")
	ActionPast         = message(8380, Conflict, "errActionPast", "“{name}”此后又被修改，先撤销后来的修改", "“{name}” was changed later: undo that change first", "「{name}」此後又被修改，先復原後來的修改")
	StillUsed          = message(8381, Conflict, "errStillUsed", "“{name}”正被“{by}”使用", "“{name}” is in use by “{by}”", "「{name}」正被「{by}」使用")
	NotConnected       = message(8382, Invalid, "errNotConnected", "“{name}”在该时间未接入采集器通道", "“{name}” is not connected to a collector channel at that time", "「{name}」在該時間未接入採集器通道")
	LaterVersion       = message(8383, Conflict, "errLaterVersion", "“{name}”在该时间之后另有配置，选择更晚的时间", "“{name}” has a later configuration: choose a later time", "「{name}」在該時間之後另有設定，選擇更晚的時間")
	AlreadyPlaced      = message(8384, Invalid, "errAlreadyPlaced", "“{name}”已在该处", "“{name}” is already there", "「{name}」已在該處")
	SecretOver         = message(8385, Conflict, "errSecretOver", "旧密钥已失效，不能恢复", "The old secret has expired and cannot be restored", "舊金鑰已失效，無法復原")
	SensorsHang        = message(8386, Conflict, "errSensorsHang", "“{name}”接有传感器“{by}”，需一并移动", "Sensor “{by}” is connected to “{name}”: move it as well", "「{name}」接有感測器「{by}」，需一併移動")
	DeviceNotInFile    = message(8387, Invalid, "errDeviceNotInFile", "“设备”表中没有该序列号", "The first sheet has no device with this serial number", "「設備」表中沒有該序號")
	SameTwice          = message(8388, Invalid, "errSameTwice", "须选择两台不同的设备", "Choose two different devices", "須選擇兩台不同的設備")
)

// Spreadsheet cells that changed, and dependencies between things: 8550 to 8559.
var (
	CellSpoiled    = message(8550, Invalid, "errCellSpoiled", "表格软件已将内容转换为日期、逻辑值或科学计数：将单元格设为文本格式后重新输入", "The spreadsheet turned this into a date, a truth value or a rounded number: format the cell as text and enter the value again", "試算表軟體已將內容轉換為日期、邏輯值或科學記號：將儲存格設為文字格式後重新輸入")
	CellError      = message(8551, Invalid, "errCellError", "公式出错（{value}）", "The formula in this cell failed ({value})", "公式錯誤（{value}）")
	WholeWanted    = message(8552, Invalid, "errWholeWanted", "必须是整数", "Must be a whole number", "必須是整數")
	HangsOnItself  = message(8553, Invalid, "errHangsOnItself", "自{time}起“{name}”接在该设备上，不能形成环路", "“{name}” is connected to this device from {time} on: this would form a loop", "自{time}起「{name}」接在該設備上，不能形成迴路")
	WorkbookMacros = message(8554, Invalid, "errWorkbookMacros", "工作簿含有宏，另存为不含宏的xlsx文件", "The workbook contains macros: save it as xlsx without macros", "活頁簿含有巨集，另存為不含巨集的xlsx檔案")
	RowsTooMany    = message(8555, TooLarge, "errRowsTooMany", "每个文件最多{max}台设备，分成几个文件导入", "At most {max} devices per file: split the file", "每個檔案最多{max}台設備，分成幾個檔案匯入")
	CellJSON       = message(8557, Invalid, "errCellJson", "不是有效的JSON", "Not valid JSON", "不是有效的JSON")
	ColumnsTooMany = message(8558, TooLarge, "errColumnsTooMany", "工作表最多{max}列，使用模板", "At most {max} columns: use the template", "工作表最多{max}欄，使用範本")
	HeadingMissing = message(8556, Invalid, "errHeadingMissing", "该列有内容，但没有列名", "The column has values but no heading", "該欄有內容，但沒有欄名")
)

// Surveys of pipes and casings: 8670 to 8679.
var (
	ChainageRises   = message(8670, Invalid, "errChainageRises", "里程必须大于上一行", "The chainage must be greater than in the line before", "里程必須大於上一列")
	ColumnsOfPipe   = message(8671, Invalid, "errColumnsOfPipe", "需要里程列，以及俯仰角和航向角，或北、东、高程三列", "A column with the chainage is needed, and those of pitch and heading, or of north, east and level", "需要里程欄，以及俯仰角和航向角，或北、東、高程三欄")
	PipeUnset       = message(8672, Conflict, "errPipeUnset", "该测点未按管道姿态公式计算，或设备未设置管长", "The point does not compute the attitude of a pipe, or its device has no length", "該測點未以管道姿態公式計算，或設備未設定管長")
	ColumnsOfCasing = message(8674, Invalid, "errColumnsOfCasing", "需要深度、A0和A180三列", "Columns with the depth, A0 and A180 are needed", "需要深度、A0和A180三欄")
	CasingUnset     = message(8675, Conflict, "errCasingUnset", "该测点未按移动式测斜公式计算，或设备未设置测点深度", "The point does not compute surveys of an inclinometer probe, or its device has no stations", "該測點未以移動式測斜公式計算，或設備未設定測點深度")
	NoStation       = message(8676, Invalid, "errNoStation", "该深度没有测点，最近的测点在{near} m", "There is no station at this depth, the nearest one is at {near} m", "該深度沒有測點，最近的測點在{near} m")
	SurveyThere     = message(8673, Conflict, "errSurveyThere", "该时间已有测次", "There is a survey at this time already", "該時間已有測次")
)
