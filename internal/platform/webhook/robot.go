package webhook

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// Kind is a kind of robot.
type Kind string

// Robots of group chats.
const (
	WeCom    Kind = "wecom"
	DingTalk Kind = "dingtalk"
	Feishu   Kind = "feishu"
)

// Card is a message in a group chat.
type Card struct {
	Title string
	Lines []string
	Color string // of the title: red, orange, yellow, blue, green or grey
}

// Robot posts messages to a group chat.
type Robot struct {
	Kind    Kind
	Address string
	Secret  string // of the signature; empty: unsigned. WeCom has none
}

const (
	maxWeCom    = 4096   // bytes of a text
	maxDingTalk = 20_000 // bytes of a request
	maxFeishu   = 20_000 // bytes of a request
)

// Send posts a message.
func (r Robot) Send(ctx context.Context, client *http.Client, card Card, now time.Time) (Reply, error) {
	address, message := r.Address, any(nil)
	switch r.Kind {
	case WeCom:
		message = card.wecom()
	case DingTalk:
		address, message = dingTalkAddress(r.Address, r.Secret, now), card.dingTalk()
	default:
		message = card.feishu(r.Secret, now)
	}
	body, err := json.Marshal(message)
	if err != nil {
		return Reply{}, refused{fmt.Errorf("JSON of a message: %w", err)}
	}
	reply, err := post(ctx, client, address, body, nil)
	if err == nil {
		err = r.Kind.verdict(reply)
	}
	return reply, err
}

// passing are the codes of temporary errors: busy systems and rates.
var passing = map[Kind][]int64{WeCom: {-1, 45009, 45033}, DingTalk: {-1, 130101, 410100}, Feishu: {11232, 99991400}}

// verdict returns what a robot says about a message. All say it in the body, with status 200.
func (k Kind) verdict(reply Reply) error {
	var said struct {
		ErrCode    *int64 `json:"errcode"`    // WeCom, DingTalk
		Code       *int64 `json:"code"`       // Feishu
		StatusCode *int64 `json:"StatusCode"` // Feishu, older
	}
	err := fmt.Errorf("answer %s", reply)
	if json.Unmarshal(reply.Body, &said) != nil {
		return err
	}
	for _, code := range []*int64{said.ErrCode, said.Code, said.StatusCode} {
		switch {
		case code == nil:
		case *code == 0:
			return nil
		case slices.Contains(passing[k], *code):
			return err
		default:
			return refused{err}
		}
	}
	return err
}

// plain replaces what the robots would read as a format, a link or a mention.
var plain = strings.NewReplacer("<", "＜", ">", "＞", "[", "［", "]", "］", "*", "＊", "`", "｀", "#", "＃", "\n", " ", "\r", " ")

func (c Card) wecom() any {
	color := map[string]string{"red": "warning", "orange": "warning", "yellow": "warning", "green": "info"}[c.Color]
	if color == "" {
		color = "comment"
	}
	text := "**<font color=\"" + color + "\">" + plain.Replace(c.Title) + "</font>**"
	for _, line := range c.Lines {
		text += "\n" + plain.Replace(line)
	}
	return map[string]any{"msgtype": "markdown", "markdown": map[string]string{"content": within(text, maxWeCom)}}
}

func (c Card) dingTalk() any {
	text := "### " + plain.Replace(c.Title)
	for _, line := range c.Lines {
		text += "\n\n" + plain.Replace(line)
	}
	const others = 1000 // bytes of the rest of the request
	title := cut(c.Title, 100)
	return map[string]any{"msgtype": "markdown", "markdown": map[string]string{"title": title, "text": within(text, (maxDingTalk-others)/2)}}
}

// dingTalkAddress returns the address with a signature.
func dingTalkAddress(address, secret string, now time.Time) string {
	u, err := url.Parse(address)
	if err != nil || secret == "" {
		return address
	}
	t := strconv.FormatInt(now.UnixMilli(), 10)
	query := u.Query()
	query.Set("timestamp", t)
	query.Set("sign", base64.StdEncoding.EncodeToString(keyed([]byte(secret), t+"\n"+secret)))
	u.RawQuery = query.Encode()
	return u.String()
}

func (c Card) feishu(secret string, now time.Time) any {
	type text struct {
		Tag     string `json:"tag"`
		Content string `json:"content"`
	}
	var elements []any
	left := maxFeishu / 2
	for _, line := range c.Lines {
		line = within(line, left)
		left -= len(line)
		elements = append(elements, map[string]any{"tag": "div", "text": text{"plain_text", line}})
	}
	message := map[string]any{"msg_type": "interactive", "card": map[string]any{
		"header": map[string]any{"title": text{"plain_text", cut(c.Title, 200)}, "template": c.Color}, "elements": elements,
	}}
	if secret != "" {
		// The signature is that of an empty text, with the time and the secret as the key.
		t := strconv.FormatInt(now.Unix(), 10)
		message["timestamp"], message["sign"] = t, base64.StdEncoding.EncodeToString(keyed([]byte(t+"\n"+secret), ""))
	}
	return message
}

// within cuts a text to a number of bytes.
func within(text string, most int) string {
	const end = "…"
	if len(text) <= most {
		return text
	}
	at := max(most-len(end), 0)
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at] + end
}
