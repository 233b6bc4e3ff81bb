package errs

// Reports that people sign, and their templates: 8870 to 8889.
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
	DocumentNotIssued = message(8877, Conflict, "errDocumentNotIssued",
		"报告尚未签发：签发后才能修订或比对", "The report is not issued: it can be revised or compared only then", "報告尚未簽發：簽發後才能修訂或比對")
	TooManyTemplates = message(8880, Conflict, "errTooManyTemplates",
		"项目已有{max}份模板：先删除不用的", "The project has {max} templates: delete some first", "專案已有{max}份範本：請先刪除不用的")
	NoLibreOffice = message(8881, Invalid, "errNoLibreOffice",
		"服务器未安装 LibreOffice，自定义模板无法生成 PDF：请选择模板本身的格式",
		"LibreOffice is not installed on the server, so reports by templates cannot be PDF: choose the format of the template",
		"伺服器未安裝 LibreOffice，自訂範本無法產生 PDF：請選擇範本本身的格式")
	NotConverted   = message(8882, Internal, "errNotConverted", "LibreOffice 未能生成 PDF", "LibreOffice could not make a PDF", "LibreOffice 無法產生 PDF")
	TemplateNeeded = message(8883, Invalid, "errTemplateNeeded",
		"没有模板时只能生成 PDF；有模板时为 PDF 或模板的格式{format}", "Without a template only PDF can be made; with one PDF or its format {format}",
		"沒有範本時只能產生 PDF；有範本時為 PDF 或範本的格式{format}")
	SigningPictureWrong = message(8884, Invalid, "errSigningPictureWrong",
		"请选择 200 KB 以内、宽高不超过 {max} 像素的 PNG 图片", "Choose a PNG picture of at most 200 KB and {max} pixels wide and high",
		"請選擇 200 KB 以內、寬高不超過 {max} 像素的 PNG 圖片")
	NoSigningPicture = message(8885, Invalid, "errNoSigningPicture",
		"个人资料中还没有这张图片", "Your profile does not have this picture", "個人資料中還沒有這張圖片")
	CertificateFile = message(8886, Invalid, "errCertificateFile",
		"请选择含一个私钥及其证书的 PKCS #12 文件（.p12、.pfx）", "Choose a PKCS #12 file (.p12, .pfx) with one private key and its certificate",
		"請選擇含一個私密金鑰及其憑證的 PKCS #12 檔案（.p12、.pfx）")
	CertificatePassword = message(8887, Invalid, "errCertificatePassword",
		"文件的密码不正确", "The password of the file is wrong", "檔案的密碼不正確")
	CertificateKey = message(8888, Invalid, "errCertificateKey",
		"支持 2048 至 8192 位的 RSA 密钥，以及 P-256、P-384、P-521 曲线的 ECDSA 密钥",
		"RSA keys with 2,048 to 8,192 bits and ECDSA keys with P-256, P-384 or P-521 are supported",
		"支援 2048 至 8192 位元的 RSA 金鑰，以及 P-256、P-384、P-521 曲線的 ECDSA 金鑰")
	CertificateUse = message(8889, Invalid, "errCertificateUse",
		"此证书不用于签名：请选择可用于数字签名的个人或单位证书", "The certificate is not meant for signatures: choose one of a person or an organization that may sign",
		"此憑證不用於簽名：請選擇可用於數位簽章的個人或單位憑證")
	CertificateEnded = message(8878, Invalid, "errCertificateEnded",
		"此证书已于 {day} 到期", "The certificate ended on {day}", "此憑證已於 {day} 到期")
	CertificateCannotSign = message(8879, Conflict, "errCertificateCannotSign",
		"企业的报告签名证书有效期为 {begin} 至 {end}，现在不能签名：请企业管理员更换或删除",
		"The corporation's certificate for reports is valid from {begin} to {end} and cannot sign now: an administrator can replace or delete it",
		"企業的報告簽名憑證有效期為 {begin} 至 {end}，現在不能簽名：請企業管理員更換或刪除")
)
