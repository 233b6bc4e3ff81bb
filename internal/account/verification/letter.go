package verification

import (
	"fmt"
	"html"
	"strconv"
	"strings"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/sms"
)

// letter is a code with the values that its message shows.
type letter struct {
	Purpose  Purpose
	Code     string
	Account  string // account name for a password reset; otherwise empty
	Language errs.Language
}

// words are the texts in one language. %s in what is the account name.
type words struct {
	product, subject, code, life, unasked, text string
	what                                        map[Purpose]string
}

var wordsIn = map[errs.Language]words{
	errs.Chinese: {
		product: "准绳", subject: "%s 验证码", code: "您的验证码是：", life: "%d 分钟内有效，只能使用一次。",
		unasked: "如果这不是您本人的操作，请忽略此邮件，不要将验证码告诉任何人。",
		text:    "【%s】验证码 %s，%d 分钟内有效，请勿告诉他人。",
		what: map[Purpose]string{
			SignUp: "您正在注册企业账号。", Reset: "您正在重置账号 %s 的密码。", OwnAddress: "您正在将此地址设为您的账号地址。", Decision: "您正在处理一条告警。",
		},
	},
	errs.English: {
		product: "Plumbline", subject: "%s verification code", code: "Your verification code:", life: "It is valid for %d minutes and can be used once.",
		unasked: "If you did not ask for it, ignore this mail, and give the code to nobody.",
		text:    "[%s] Verification code %s, valid for %d minutes. Give it to nobody.",
		what: map[Purpose]string{
			SignUp: "You are signing up a corporation.", Reset: "You are setting a new password for the account %s.",
			OwnAddress: "You are making this the address of your account.", Decision: "You are deciding on an alert.",
		},
	},
	errs.TraditionalChinese: {
		product: "準繩", subject: "%s 驗證碼", code: "您的驗證碼是：", life: "%d 分鐘內有效，只能使用一次。",
		unasked: "如果這不是您本人的操作，請忽略此郵件，不要將驗證碼告訴任何人。",
		text:    "【%s】驗證碼 %s，%d 分鐘內有效，請勿告訴他人。",
		what: map[Purpose]string{
			SignUp: "您正在註冊企業帳號。", Reset: "您正在重設帳號 %s 的密碼。", OwnAddress: "您正在將此地址設為您的帳號地址。", Decision: "您正在處理一則告警。",
		},
	},
}

const minutes = 10 // Life

func (l letter) words() (words, string) {
	w, ok := wordsIn[l.Language]
	if !ok {
		w = wordsIn[errs.Chinese]
	}
	what := w.what[l.Purpose]
	if l.Purpose == Reset {
		what = fmt.Sprintf(what, l.Account)
	}
	return w, what
}

// mail returns the message as an e-mail, as plain text and simple HTML.
func (l letter) mail(c Code) mail.Message {
	w, what := l.words()
	life := fmt.Sprintf(w.life, minutes)
	plain := strings.Join([]string{what, "", w.code + " " + l.Code, life, "", w.unasked, ""}, "\n")
	rich := fmt.Sprintf(`<!doctype html><html lang="%s"><body style="font-family:sans-serif;color:#1f2329;line-height:1.6">`+
		`<p>%s</p><p>%s</p><p style="font-size:28px;font-weight:600;letter-spacing:6px;margin:8px 0">%s</p><p>%s</p>`+
		`<p style="color:#646a73;font-size:13px">%s</p></body></html>`,
		l.Language, html.EscapeString(what), html.EscapeString(w.code), l.Code, html.EscapeString(life), html.EscapeString(w.unasked))
	return mail.Message{
		To: c.Target, Subject: fmt.Sprintf(w.subject, w.product), Text: plain, HTML: rich, ID: "code-" + strconv.FormatInt(c.ID, 10),
	}
}

// text returns the message as a text message.
func (l letter) text(c Code) sms.Message {
	w, _ := l.words()
	return sms.Message{
		Mobile: c.Target, Language: string(l.Language), Text: fmt.Sprintf(w.text, w.product, l.Code, minutes),
		Values: map[string]string{"code": l.Code, "minutes": strconv.Itoa(minutes)}, ID: strconv.FormatInt(c.ID, 10),
	}
}
