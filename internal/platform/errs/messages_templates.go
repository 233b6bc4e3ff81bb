package errs

// Report templates: 8840 to 8869. {cell} is a cell with its sheet, or a paragraph; {part} a file inside the template.
var (
	TemplateFormat = message(8840, Invalid, "errTemplateFormat",
		"模板须为 .xlsx 或 .docx 文件，且扩展名与内容一致；旧版 .xls、.doc 和加密文件不可用",
		"A template is a .xlsx or .docx file whose ending fits its content; old .xls and .doc files and encrypted ones cannot be used",
		"範本須為 .xlsx 或 .docx 檔案，且副檔名與內容一致；舊版 .xls、.doc 與加密檔案無法使用")
	TemplateSize     = message(8841, Invalid, "errTemplateSize", "模板最大 {limit} MB", "A template has at most {limit} MB", "範本最大 {limit} MB")
	TemplateUnpacked = message(8842, Invalid, "errTemplateUnpacked",
		"解压后过大：{part} 处超过 {limit} MB", "Too large when unpacked: more than {limit} MB at {part}", "解壓縮後過大：{part} 處超過 {limit} MB")
	TemplateBroken   = message(8843, Invalid, "errTemplateBroken", "{part} 已损坏，无法读取", "{part} is damaged and cannot be read", "{part} 已損毀，無法讀取")
	TemplateMacros   = message(8844, Invalid, "errTemplateMacros", "模板含宏：{part}", "The template contains macros: {part}", "範本含巨集：{part}")
	TemplateExternal = message(8845, Invalid, "errTemplateExternal",
		"{part} 引用了文件以外的内容：{target}", "{part} refers to something outside of the file: {target}", "{part} 參照了檔案以外的內容：{target}")
	TemplatePart = message(8846, Invalid, "errTemplatePart",
		"模板不能包含{part}（嵌入对象、数据连接、控件、透视表等）", "A template cannot contain {part}: no embedded objects, data connections, controls or pivot tables",
		"範本不能包含{part}（內嵌物件、資料連線、控制項、樞紐分析表等）")
	TemplateCells = message(8847, Invalid, "errTemplateCells",
		"{cell} 超出范围：每个工作表最多 {columns} 列、{rows} 行", "{cell} is too far out: a sheet has at most {columns} columns and {rows} rows",
		"{cell} 超出範圍：每個工作表最多 {columns} 欄、{rows} 列")
	TemplateCount = message(8848, Invalid, "errTemplateCount",
		"{part} 内容过多：单元格最多 {cells} 个，公式 {formulas} 个，工作表 {sheets} 个",
		"{part} holds too much: at most {cells} cells, {formulas} formulas and {sheets} sheets",
		"{part} 內容過多：儲存格最多 {cells} 個，公式 {formulas} 個，工作表 {sheets} 個")
	TemplateCycle    = message(8849, Invalid, "errTemplateCycle", "{cell} 的公式引用了自身", "The formula in {cell} refers to itself", "{cell} 的公式參照了自身")
	TemplateOutside  = message(8850, Invalid, "errTemplateOutside", "{cell} 的公式引用了其他文件或程序", "The formula in {cell} refers to another file or program", "{cell} 的公式參照了其他檔案或程式")
	TemplateFunction = message(8851, Invalid, "errTemplateFunction",
		"{cell} 用了报表不允许的函数 {function}：结果会取自外部、自行变化或无法随行展开",
		"{cell} calls {function}, which a report cannot use: it reaches outside, changes by itself or cannot follow rows that are repeated",
		"{cell} 用了報表不允許的函數 {function}：結果會取自外部、自行變動或無法隨列展開")
	TemplateCell     = message(8852, Invalid, "errTemplateCell", "{cell} 的内容与类型不符", "The content of {cell} does not fit its type", "{cell} 的內容與類型不符")
	TemplateUnclosed = message(8853, Invalid, "errTemplateUnclosed",
		"{cell}：{mark} 没有结束，在其后写上 {close}", "{cell}: {mark} does not end: write {close} after it", "{cell}：{mark} 沒有結束，請在其後寫上 {close}")
	TemplateNesting = message(8854, Invalid, "errTemplateNesting",
		"{cell}：{mark} 与其他重复段交错，或不能放在这里", "{cell}: {mark} crosses another repeated part, or cannot stand here", "{cell}：{mark} 與其他重複段交錯，或不能放在這裡")
	TemplateNoList = message(8855, Invalid, "errTemplateNoList", "{cell}：{mark} 不是可重复的列表", "{cell}: {mark} is no list that can be repeated", "{cell}：{mark} 不是可重複的清單")
	TemplateImage  = message(8856, Invalid, "errTemplateImage",
		"{cell}：{mark} 的图片宽、高须为 {least} 到 {most} 像素", "{cell}: width and height of {mark} must be {least} to {most} pixels", "{cell}：{mark} 的圖片寬、高須為 {least} 到 {most} 像素")
	TemplateField = message(8857, Invalid, "errTemplateField",
		"{cell} 的域 {field} 会取外部内容", "The field {field} in {cell} fetches something from outside", "{cell} 的功能變數 {field} 會擷取外部內容")
	TemplateGrown = message(8858, Invalid, "errTemplateGrown",
		"报表过大：{part} 超过 {limit}", "The report is too large: {part} exceeds {limit}", "報表過大：{part} 超過 {limit}")
)
