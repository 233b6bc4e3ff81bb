package hook

import (
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/i18n"
)

const sendTest = "sendTest" // an action in the audit log

func init() {
	audit.Register(audit.Names{Kinds: map[string]i18n.Label{
		"alertWebhook": {Zh: "告警 Webhook", En: "Webhook for alerts", Tw: "告警 Webhook"},
	}, Actions: map[string]i18n.Label{
		sendTest: {Zh: "发送测试消息", En: "Send a test message", Tw: "傳送測試訊息"},
	}, Fields: map[string]i18n.Label{
		"webhookkind": {Zh: "类型", En: "Kind", Tw: "類型"},
		"webhookurl":  {Zh: "地址", En: "Address", Tw: "位址"},
		"issigned":    {Zh: "已设置签名密钥", En: "Signed", Tw: "已設定簽章金鑰"},
	}})
}
