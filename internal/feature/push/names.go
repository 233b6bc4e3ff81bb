package push

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

const (
	kind     = "pushBrowser" // in the audit log
	sendTest = "sendTest"    // named by the feature delivery, for webhooks as well
)

var (
	testTitle = i18n.Label{Zh: "测试消息", En: "Test message", Tw: "測試訊息"}
	testBody  = i18n.Label{Zh: "浏览器推送可用，没有告警。", En: "Browser push works. There is no alert.", Tw: "瀏覽器推播可用，沒有告警。"}
)

func init() {
	audit.Register(audit.Names{
		Kinds:  map[string]i18n.Label{kind: {Zh: "推送浏览器", En: "Browser for push messages", Tw: "推播瀏覽器"}},
		Fields: map[string]i18n.Label{"pushservice": {Zh: "推送服务", En: "Push service", Tw: "推播服務"}},
	})
}
