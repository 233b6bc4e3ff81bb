package decision

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"plumbline/internal/account/verification"
	"plumbline/internal/core/alarm"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// maxNote leaves room in the note of the alert for who decided.
const maxNote = 400

// byCode follows the note, so that the timeline names who decided although there is no account.
var byCode = wording.Phrase{
	Zh: "{note}（{recipient} 通过消息链接和验证码处理）", En: "{note} (decided by {recipient}, by the link in a message and a code)",
	Tw: "{note}（{recipient} 透過訊息連結和驗證碼處理）",
}

// DecisionCode is the result of requesting a code.
type DecisionCode struct {
	Channel     string `json:"channel" enum:"mail,sms"`
	ResendAfter int    `json:"resendAfter" doc:"s until another code can be requested"`
	ExpiresIn   int    `json:"expiresIn" doc:"s for which the code is valid"`
}

// AlertDecision is the final decision on an alert.
type AlertDecision struct {
	Code   string `json:"code" minLength:"6" maxLength:"6" doc:"That was sent to the recipient"`
	Status string `json:"status" enum:"Confirm,FalseAlarm"`
	Level  int    `json:"level,omitempty" minimum:"0" maximum:"4" doc:"The level that was shown; 0: that of the alert"`
	Note   string `json:"note" maxLength:"400" doc:"Required"`
}

type codeInput struct {
	delivery.LinkToken
	httpapi.RequestInfo
}

type decisionInput struct {
	delivery.LinkToken
	httpapi.RequestInfo
	Body AlertDecision
}

type server struct {
	*httpapi.Kernel
	ledger delivery.Ledger
	links  link.Links
	alerts *alarm.Service
	codes  *verification.Service
	log    *slog.Logger
}

func (s *server) register() {
	const detail = " The rule that sent the message must allow it, and nobody may have decided yet: see byCode of the alert. 8704: the link is unknown. 8705: it has expired."
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "askDecisionCode", Method: http.MethodPost, Path: "/alert-links/{token}/codes", Tag: "alerts", Open: true, MaxBody: 4 << 10,
		Summary: "Send a code to the recipient of a message, for the decision on its alert",
		Detail:  "It goes to the address of the message, is valid for 10 minutes and for this alert. A minute between two codes, five an hour for an address." + detail,
	}, s.ask)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "decideByCode", Method: http.MethodPost, Path: "/alert-links/{token}/decisions", Tag: "alerts", Open: true, MaxBody: 8 << 10,
		Summary: "Confirm an alert or mark it as false by the link in a message and a code; cannot be undone", Example: `{"code":"123456","status":"Confirm","note":"seen"}`,
		Detail: "Logged with the address of the client; the note of the alert names the recipient." + detail,
	}, s.decide)
}

// follow returns what a link opens if its recipient may decide. The error is errs.DecisionClosed if they may not.
func (s *server) follow(ctx context.Context, token string, info httpapi.RequestInfo) (found delivery.Linked, who audit.Actor, err error) {
	id, ok := s.links.Message(token)
	if !ok {
		return found, who, errs.New(errs.AlertLinkUnknown)
	}
	if found, err = s.ledger.Linked(ctx, s.alerts, id, clock.Now().UnixMilli()); err != nil {
		return found, who, err
	}
	if !found.ByCode {
		return found, who, errs.New(errs.DecisionClosed)
	}
	return found, found.Actor(info), nil
}

func (s *server) ask(ctx context.Context, in *codeInput) (*httpapi.Output[DecisionCode], error) {
	found, who, err := s.follow(ctx, in.Token, in.RequestInfo)
	if err != nil {
		return nil, err
	}
	asked, err := s.codes.AskDecision(ctx, who, found.Message.Address, found.Alert.ID, httpapi.LanguageOf(ctx))
	if err != nil {
		return nil, err
	}
	return httpapi.Reply(DecisionCode{string(asked.Channel), int(asked.ResendAfter / time.Second), int(asked.ExpiresIn / time.Second)}), nil
}

func (s *server) decide(ctx context.Context, in *decisionInput) (*httpapi.Output[delivery.AlertLink], error) {
	found, who, err := s.follow(ctx, in.Token, in.RequestInfo)
	if err != nil {
		return nil, err
	}
	handling, err := in.Body.handling(&found.Message)
	if err != nil {
		return nil, err
	}
	m := &found.Message
	code, err := s.codes.CheckDecision(ctx, m.Address, found.Alert.ID, in.Body.Code)
	if err != nil {
		return nil, err
	}
	if _, err := s.alerts.Process(ctx, who, found.Alert, handling); err != nil {
		return nil, err
	}
	// Afterwards, so that a decision that was refused can be sent again; the alert takes no second one.
	if err := s.codes.UseUp(ctx, code); err != nil {
		s.log.WarnContext(ctx, "use up the code of a decision", "alert", found.Alert.ID, "error", err)
	}
	if found, err = s.ledger.Linked(ctx, s.alerts, m.ID, clock.Now().UnixMilli()); err != nil {
		return nil, fmt.Errorf("alert after a decision: %w", err)
	}
	return httpapi.Reply(delivery.LinkOf(ctx, &found)), nil
}

// handling returns the decision as it is stored, with who made it.
func (d *AlertDecision) handling(m *delivery.Message) (h alarm.Handling, err error) {
	note := strings.TrimSpace(d.Note)
	switch n := utf8.RuneCountInString(note); {
	case n == 0:
		return h, errs.OnField("note", errs.AlertNoteRequired)
	case n > maxNote:
		return h, errs.OnField("note", errs.TooLong, "max", maxNote)
	}
	note = m.Content.In(byCode, "note", note, "recipient", verification.Masked(m.Address))
	return alarm.Handling{To: alarm.Status(d.Status), Seen: alarm.Level(d.Level), Note: note}, nil
}
