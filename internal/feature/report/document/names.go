package document

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

// kindLogged is the kind of a document in the operation log.
const kindLogged = "document"

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{kindLogged: {Zh: "项目报告", En: "Project report", Tw: "專案報告"}},
		Fields: map[string]i18n.Label{
			"documenttitle":  {Zh: "报告", En: "Report", Tw: "報告"},
			"documentnumber": {Zh: "编号", En: "Number", Tw: "編號"},
			"documentstate":  {Zh: "状态", En: "Status", Tw: "狀態"},
			"documentsigned": {Zh: "签字", En: "Signed", Tw: "簽字"},
			"documentremark": {Zh: "退回原因", En: "Why it was returned", Tw: "退回原因"},
			"documenttexts":  {Zh: "报告文字", En: "Report texts", Tw: "報告文字"},
		},
	})
}

type logged struct {
	Name           string   `json:"name"`
	DocumentTitle  string   `json:"documenttitle"`
	DocumentNumber string   `json:"documentnumber"`
	DocumentState  State    `json:"documentstate"`
	DocumentSigned []string `json:"documentsigned"`
	DocumentRemark string   `json:"documentremark"`
	DocumentTexts  []string `json:"documenttexts"`
}

func (d *Document) logged() logged {
	l := logged{
		Name: d.Title, DocumentTitle: d.Title, DocumentNumber: d.Number, DocumentState: d.State, DocumentSigned: []string{}, DocumentRemark: d.Remark,
		DocumentTexts: []string{d.Settings.Weather, d.Settings.Working, d.Settings.Conclusion, d.Settings.Advice},
	}
	for _, s := range d.Signatures {
		l.DocumentSigned = append(l.DocumentSigned, string(s.Role)+": "+s.Name)
	}
	return l
}
