package errs

// Graded early warnings.
var (
	GradesRise    = message(8720, Invalid, "msgGradesRise", "预警等级须从低到高，不能重复", "List the warning grades from low to high, each once", "預警等級須由低到高，不能重複")
	RatioOrValue  = message(8721, Invalid, "msgRatioOrValue", "控制值的比例与数值填写其一", "Enter either a share of the control value or a value", "控制值的比例與數值填寫其一")
	RatioOfChange = message(8722, Invalid, "msgRatioOfChange", "仅累计变化量和变化速率有控制值的比例", "Only accumulated changes and change rates have a share of a control value", "僅累計變化量和變化速率有控制值的比例")
	NotGraded     = message(8724, Conflict, "msgNotGraded", "该告警不是分级预警", "The alert is not a graded early warning", "該告警不是分級預警")
	DocumentKind  = message(8725, Invalid, "msgDocumentKind", "仅支持 PDF 和 Word（docx，不含宏）文档", "Only PDF and Word documents (docx without macros)", "僅支援 PDF 和 Word（docx，不含巨集）文件")
	DocumentSize  = message(8726, TooLarge, "msgDocumentSize", "文档最大 {max} MB", "A document has at most {max} MB", "文件最大 {max} MB")
	DocumentLost  = message(8727, Invalid, "msgDocumentLost", "文档无法使用，重新上传", "The document cannot be used: upload it again", "文件無法使用，重新上傳")
	NoDeadline    = message(8723, Conflict, "msgNoDeadline", "该预警没有待响应的处置方案", "No emergency plan of this warning waits for a response", "該預警沒有待回應的處置方案")
)
