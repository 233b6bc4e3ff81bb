package sms

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// Providers.
const (
	Aliyun  = "aliyun"
	Tencent = "tencent"
	Webhook = "webhook"
)

// Config is the configuration of the SMS provider.
type Config struct {
	Provider string // empty: text messages are not configured
	KeyID    string // AccessKeyId (Aliyun), SecretId (Tencent)
	Secret   string // AccessKeySecret, SecretKey, or the signing key of webhooks
	Sign     string // signature approved by the provider (Aliyun, Tencent)
	AppID    string // SmsSdkAppId (Tencent)
	Region   string // Tencent; default ap-guangzhou
	// Template is the approved template of verification codes. TemplateEn and TemplateTw are optional ones in other
	// languages.
	Template, TemplateEn, TemplateTw string
	// Params lists the template's values in its order: code, minutes.
	Params string
	// AlertTemplate is the approved template of messages about alerts; empty: they are not sent (Aliyun, Tencent).
	AlertTemplate, AlertTemplateEn, AlertTemplateTw string
	// AlertParams lists its values in its order, from AlertValues.
	AlertParams string
	// AlertMax is the number of characters to which its values are cut; 0: usualMax.
	AlertMax int
	URL      string // of the webhook; otherwise it overrides the provider's address
}

// AlertValues are the values of messages about alerts.
func AlertValues() []string {
	return []string{"platform", "project", "structure", "item", "point", "place", "heading", "what", "reason", "quantity", "value", "time", "rule"}
}

const (
	usualAlert = "project,point,what,value,time"
	usualMax   = 35 // characters that Aliyun takes
	mostMax    = 500
)

// Enabled reports whether text messages are configured.
func (c Config) Enabled() bool { return c.Provider != "" }

// Validate returns the first error as a single line.
func (c Config) Validate() error {
	var need map[string]string
	switch c.Provider {
	case "":
		if c.KeyID != "" || c.Secret != "" || c.URL != "" {
			return fmt.Errorf("--sms-provider is empty: aliyun, tencent or webhook")
		}
		return nil
	case Aliyun:
		need = map[string]string{"--sms-key-id": c.KeyID, "--sms-secret": c.Secret, "--sms-sign": c.Sign, "--sms-template": c.Template}
	case Tencent:
		need = map[string]string{
			"--sms-key-id": c.KeyID, "--sms-secret": c.Secret, "--sms-sign": c.Sign, "--sms-template": c.Template, "--sms-app-id": c.AppID,
		}
	case Webhook:
		need = map[string]string{"--sms-url": c.URL, "--sms-secret": c.Secret}
	default:
		return fmt.Errorf("--sms-provider %q: aliyun, tencent or webhook", c.Provider)
	}
	for flag, value := range need {
		if value == "" {
			return fmt.Errorf("--sms-provider %s needs %s", c.Provider, flag)
		}
	}
	if c.URL != "" {
		if u, err := url.Parse(c.URL); err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
			return fmt.Errorf("--sms-url %q is not an HTTP URL", c.URL)
		}
	}
	for _, name := range c.params(Code) {
		if name != "code" && name != "minutes" {
			return fmt.Errorf("--sms-params %q: must be code or minutes", name)
		}
	}
	for _, name := range c.params(Alert) {
		if !slices.Contains(AlertValues(), name) {
			return fmt.Errorf("--sms-alert-params %q: must be one of %s", name, strings.Join(AlertValues(), ", "))
		}
	}
	if c.AlertMax < 0 || c.AlertMax > mostMax {
		return fmt.Errorf("--sms-alert-max %d: a number from 0 to %d", c.AlertMax, mostMax)
	}
	return nil
}

func (c Config) params(p Purpose) []string {
	list := cmp.Or(c.Params, "code")
	if p == Alert {
		list = cmp.Or(c.AlertParams, usualAlert)
	}
	return strings.Split(strings.ReplaceAll(list, " ", ""), ",")
}

// value returns a value of a template. Providers refuse longer ones, and empty ones.
func (c Config) value(m Message, name string) string {
	value := []rune(cmp.Or(m.Values[name], "-"))
	return string(value[:min(len(value), cmp.Or(c.AlertMax, usualMax))])
}

// template returns the template of a language, or the Chinese one if there is none.
func (c Config) template(p Purpose, language string) string {
	zh, en, tw := c.Template, c.TemplateEn, c.TemplateTw
	if p == Alert {
		zh, en, tw = c.AlertTemplate, c.AlertTemplateEn, c.AlertTemplateTw
	}
	switch language {
	case "en":
		return cmp.Or(en, zh)
	case "zh-TW":
		return cmp.Or(tw, zh)
	}
	return zh
}

func (c Config) address(usual string) string {
	if c.URL != "" {
		return c.URL
	}
	return usual
}
