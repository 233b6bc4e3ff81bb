package sms

import (
	"fmt"
	"net/url"
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
	URL    string // of the webhook; otherwise it overrides the provider's address
}

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
	for _, name := range c.params() {
		if name != "code" && name != "minutes" {
			return fmt.Errorf("--sms-params %q: must be code or minutes", name)
		}
	}
	return nil
}

func (c Config) params() []string {
	if c.Params == "" {
		return []string{"code"}
	}
	return strings.Split(strings.ReplaceAll(c.Params, " ", ""), ",")
}

// template returns the template of a language, or the Chinese one if there is none.
func (c Config) template(language string) string {
	switch {
	case language == "en" && c.TemplateEn != "":
		return c.TemplateEn
	case language == "zh-TW" && c.TemplateTw != "":
		return c.TemplateTw
	}
	return c.Template
}

func (c Config) address(usual string) string {
	if c.URL != "" {
		return c.URL
	}
	return usual
}
