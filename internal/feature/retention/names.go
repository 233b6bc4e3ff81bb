package retention

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

func init() {
	kinds := map[string]i18n.Label{}
	for _, k := range kindsOf(nil) {
		kinds[k.Code] = k.Label
	}
	audit.Register(audit.Names{
		Kinds:   map[string]i18n.Label{"retention": {Zh: "数据保留", En: "Data retention", Tw: "資料保留"}},
		Actions: map[string]i18n.Label{"deleteOld": {Zh: "清理过期数据", En: "Delete old data", Tw: "清理過期資料"}},
		Fields: map[string]i18n.Label{
			"datakind":      {Zh: "数据类别", En: "Kind of data", Tw: "資料類別"},
			"retentiondays": {Zh: "保留天数（0为永久）", En: "Days kept (0: forever)", Tw: "保留天數（0為永久）"},
			"deleted":       {Zh: "已删除", En: "Deleted", Tw: "已刪除"},
			"rowcount":      {Zh: "条数", En: "Records", Tw: "筆數"},
			"bytecount":     {Zh: "字节数", En: "Bytes", Tw: "位元組數"},
		},
		Of: map[string]map[string]i18n.Label{"datakind": kinds},
	})
}
