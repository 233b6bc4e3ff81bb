package command

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"
)

const idPrefix = "c-"

// Wire writes a command in the open JSON format (domain protocols.md section 3). sn and
// ch name a device behind the gateway. now is in the zone of the device's project.
func Wire(c Command, now time.Time) []byte {
	message := struct {
		Type string          `json:"type"`
		ID   string          `json:"id"`
		Cmd  Kind            `json:"cmd"`
		SN   string          `json:"sn,omitempty"`
		Ch   int32           `json:"ch,omitempty"`
		Args json.RawMessage `json:"args"`
	}{"cmd", idPrefix + strconv.FormatInt(c.ID, 10), c.Kind, c.Child, c.ChannelNo, c.Args}
	if c.Kind == SetTime {
		_, offset := now.Zone()
		message.Args = json.RawMessage(`{"t":` + strconv.FormatInt(now.UnixMilli(), 10) + `,"tz":` + strconv.Itoa(offset/60) + `}`)
	}
	if len(message.Args) == 0 {
		message.Args = json.RawMessage("{}")
	}
	data, err := json.Marshal(message)
	if err != nil {
		panic("command: " + err.Error()) // arguments are JSON since they were checked
	}
	return data
}

// maxResult is how much of an answer is kept.
const maxResult = 16 << 10

// ParseAnswer reads {"type":"ack","id":"c-81","code":0,"msg":"ok","v":{…}}; false for
// anything else. v may hold whatever the device says.
func ParseAnswer(payload []byte) (Answer, bool) {
	var ack struct {
		Type string          `json:"type"`
		ID   string          `json:"id"`
		Code int             `json:"code"`
		Msg  string          `json:"msg"`
		V    json.RawMessage `json:"v"`
	}
	if json.Unmarshal(payload, &ack) != nil || ack.Type != "ack" {
		return Answer{}, false
	}
	digits, ours := strings.CutPrefix(ack.ID, idPrefix)
	id, err := strconv.ParseInt(digits, 10, 64)
	if !ours || err != nil || id <= 0 {
		return Answer{}, false
	}
	if len(ack.V) > maxResult || string(ack.V) == "null" {
		ack.V = nil
	}
	if runes := []rune(ack.Msg); len(runes) > maxMessage {
		ack.Msg = string(runes[:maxMessage])
	}
	return Answer{ID: id, Code: ack.Code, Message: strings.ReplaceAll(ack.Msg, "\x00", ""), Result: ack.V}, true
}

const maxMessage = 200 // characters of an answer's text
