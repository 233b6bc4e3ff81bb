package wording

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/platform/sms"
)

// AlertTextFields are the texts of a corporation in one language, with {placeholders}. An empty one is that of the product.
type AlertTextFields struct {
	Subject     string `json:"subject" maxLength:"200" doc:"Of mails, and title in group chats"`
	Opened      string `json:"opened" maxLength:"500" doc:"First paragraph about a new, escalated or reopened alert"`
	Restored    string `json:"restored" maxLength:"500" doc:"First paragraph about a restore"`
	SMS         string `json:"sms" maxLength:"300" doc:"Text message about a new, escalated or reopened alert; providers with approved templates use those"`
	SMSRestored string `json:"smsRestored" maxLength:"300" doc:"Text message about a restore"`

	PushTitle    string `json:"pushTitle,omitempty" maxLength:"200" doc:"Title in browsers"`
	Push         string `json:"push,omitempty" maxLength:"300" doc:"Text in browsers about a new, escalated or reopened alert"`
	PushRestored string `json:"pushRestored,omitempty" maxLength:"300" doc:"Text in browsers about a restore"`
}

// parts returns the texts with their names and longest lengths.
func (t *AlertTextFields) parts() []textPart {
	return []textPart{
		{"subject", &t.Subject, maxSubject, subject},
		{"opened", &t.Opened, maxText, opened},
		{"restored", &t.Restored, maxText, restored},
		{"sms", &t.SMS, maxSMS, texted},
		{"smsRestored", &t.SMSRestored, maxSMS, textedRestored},
		{"pushTitle", &t.PushTitle, maxSubject, pushTitle},
		{"push", &t.Push, maxSMS, pushed},
		{"pushRestored", &t.PushRestored, maxSMS, pushedRestored},
	}
}

type textPart struct {
	name  string
	text  *string
	max   int
	usual i18n.Label
}

const (
	maxSubject = 200 // characters
	maxText    = 500
	maxSMS     = 300
)

// UsualTexts returns the texts of the product in a language.
func UsualTexts(language string) (t AlertTextFields) {
	for _, p := range t.parts() {
		*p.text = p.usual.In(language)
	}
	return t
}

var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// Check trims the texts and returns everything that is wrong with them.
func (t *AlertTextFields) Check() error {
	var refused errs.Refusals
	for _, p := range t.parts() {
		*p.text = strings.TrimSpace(*p.text)
		if p.name != "opened" && p.name != "restored" {
			*p.text = strings.Join(strings.Fields(*p.text), " ") // one line
		}
		if utf8.RuneCountInString(*p.text) > p.max {
			refused.Add(p.name, errs.TooLong, "max", p.max)
		}
		for _, name := range placeholder.FindAllString(*p.text, -1) {
			if !slices.Contains(sms.AlertValues(), strings.Trim(name, "{}")) {
				refused.Add(p.name, errs.UnknownPlaceholder, "name", strings.Trim(name, "{}"), "allowed", strings.Join(sms.AlertValues(), ", "))
			}
		}
	}
	return refused.Err()
}
