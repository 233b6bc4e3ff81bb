package json

import (
	"encoding/json"
	"strconv"
	"strings"

	"plumbline/internal/field/protocol"
)

const idPrefix = "c-"

// writeCommand writes {"type":"cmd","id":"c-81","cmd":"read","args":{…}} (domain protocols.md section 3).
// sn and ch name a device behind the gateway.
func writeCommand(r protocol.Request) []byte {
	message := struct {
		Type string          `json:"type"`
		ID   string          `json:"id"`
		Cmd  string          `json:"cmd"`
		SN   string          `json:"sn,omitempty"`
		Ch   int32           `json:"ch,omitempty"`
		Args json.RawMessage `json:"args"`
	}{"cmd", idPrefix + strconv.FormatInt(r.ID, 10), r.Command, r.Child, r.ChannelNo, r.Args}
	if r.Command == protocol.SetTime {
		_, offset := r.Now.Zone()
		message.Args = json.RawMessage(`{"t":` + strconv.FormatInt(r.Now.UnixMilli(), 10) + `,"tz":` + strconv.Itoa(offset/60) + `}`)
	}
	if len(message.Args) == 0 {
		message.Args = json.RawMessage("{}")
	}
	data, err := json.Marshal(message)
	if err != nil {
		panic("json: " + err.Error()) // arguments were checked to be JSON
	}
	return data
}

// Limits of a stored answer: bytes of its value, characters of its text.
const (
	maxResult  = 16 << 10
	maxMessage = 200
)

// readAnswer decodes {"type":"ack","id":"c-81","code":0,"msg":"ok","v":{…}}; v may be any JSON.
func readAnswer(payload []byte) (protocol.Answer, bool) {
	var ack struct {
		Type string          `json:"type"`
		ID   string          `json:"id"`
		Code int             `json:"code"`
		Msg  string          `json:"msg"`
		V    json.RawMessage `json:"v"`
	}
	if json.Unmarshal(payload, &ack) != nil || ack.Type != "ack" {
		return protocol.Answer{}, false
	}
	digits, ours := strings.CutPrefix(ack.ID, idPrefix)
	id, err := strconv.ParseInt(digits, 10, 64)
	if !ours || err != nil || id <= 0 {
		return protocol.Answer{}, false
	}
	if len(ack.V) > maxResult || string(ack.V) == "null" {
		ack.V = nil
	}
	if runes := []rune(ack.Msg); len(runes) > maxMessage {
		ack.Msg = string(runes[:maxMessage])
	}
	return protocol.Answer{ID: id, Code: ack.Code, Message: strings.ReplaceAll(ack.Msg, "\x00", ""), Result: ack.V}, true
}
