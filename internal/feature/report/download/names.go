package download

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

// kindLogged is the kind of a file in the operation log.
const kindLogged = "download"

func init() {
	audit.Register(audit.Names{
		Kinds: map[string]i18n.Label{kindLogged: {Zh: "导出文件", En: "Exported file", Tw: "匯出檔案"}},
		Fields: map[string]i18n.Label{
			"downloadtitle":  {Zh: "文件", En: "File", Tw: "檔案"},
			"downloadformat": {Zh: "格式", En: "Format", Tw: "格式"},
			"downloadstate":  {Zh: "状态", En: "Status", Tw: "狀態"},
		},
	})
}

type logged struct {
	Name           string `json:"name"`
	DownloadTitle  string `json:"downloadtitle"`
	DownloadFormat string `json:"downloadformat"`
	DownloadState  State  `json:"downloadstate"`
}

func (f *File) logged() logged { return logged{f.Title, f.Title, f.Format, f.State} }
