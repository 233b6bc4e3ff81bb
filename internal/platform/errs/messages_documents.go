package errs

// Reports that people sign: 8870 to 8879.
var (
	TooManyDocuments = message(8870, TooMany, "errTooManyDocuments",
		"已有{max}份报告尚未签发：先签发或删除", "{max} reports are not issued yet: issue or delete some first", "已有{max}份報告尚未簽發：請先簽發或刪除")
	DocumentRevised = message(8871, Conflict, "errDocumentRevised", "这份报告已有修订版", "This report already has a revision", "這份報告已有修訂版")
	DocumentIssued  = message(8872, Conflict, "errDocumentIssued",
		"已签发的报告不能删除或更改：请修订", "An issued report cannot be deleted or changed: revise it", "已簽發的報告不能刪除或變更：請修訂")
	DocumentNotDraft = message(8873, Conflict, "errDocumentNotDraft",
		"只有草稿可以更改：先退回这份报告", "Only a draft can be changed: return the report first", "只有草稿可以變更：請先退回這份報告")
	NotYourSignature = message(8874, Conflict, "errNotYourSignature",
		"这份报告现在不等待这一签字", "The report does not wait for this signature now", "這份報告現在不等待這一簽字")
	SignedAlready = message(8875, Conflict, "errSignedAlready",
		"编制、审核、批准须为三个不同的人：你已签过字", "Three different persons make, check and approve a report: you have signed it already",
		"編製、審核、核准須為三個不同的人：你已簽過字")
	DocumentNotSigned = message(8876, Conflict, "errDocumentNotSigned",
		"只有已签字而未签发的报告可以退回", "Only a report that is signed and not issued can be returned", "只有已簽字而未簽發的報告可以退回")
	DocumentNotIssued = message(8877, Conflict, "errDocumentNotIssued", "只有已签发的报告可以修订", "Only an issued report can be revised", "只有已簽發的報告可以修訂")
)
