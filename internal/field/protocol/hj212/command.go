package hj212

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"plumbline/internal/field/protocol"
)

// Bits of Flag.
const (
	wantsAnswer = 1
	hasParts    = 2
	edition2017 = 4
)

// answers is the system code of answers.
const answers = "91"

const (
	second      = "20060102150405"
	millisecond = "20060102150405.000"
)

// qn returns the request number of a time in its zone.
func qn(at time.Time) string { return strings.Replace(at.Format(millisecond), ".", "", 1) }

// receipt encodes what a station gets for a frame that is stored (HJ 212-2017 section 6.2 and annex C): 9014 for data,
// 9013 for notices, if the frame asks for it. A request for the clock also gets the command that sets it. An answer
// gets none.
func receipt(frame []byte, now time.Time, _ bool) []byte {
	s, ok := segmentOf(frame)
	if !ok || s.cn[0] == '9' && len(s.cn) == 4 && s.cn[1] == '0' && s.cn[2] == '1' && s.cn[3] <= '4' {
		return nil
	}
	h := head{qn: string(s.qn), st: answers, pw: string(s.pw), mn: string(s.mn), flag: s.flag &^ (wantsAnswer | hasParts)}
	var out []byte
	if s.flagged && s.flag&wantsAnswer != 0 {
		h.cn = noticeAnswer
		if s.cn[0] == '2' || s.cn[0] == '3' {
			h.cn = dataAnswer
		}
		out = write(out, h, "")
	}
	if string(s.cn) == clockRequest {
		h.qn, h.st, h.cn, h.flag, h.unflagged = qn(now), string(s.st), setClock, h.flag|wantsAnswer, !s.flagged
		out = write(out, h, "SystemTime="+now.Format(second))
	}
	return out
}

// writeCommand encodes a command; nil: the standard has none.
func writeCommand(r protocol.Request) []byte {
	p := profileOf(r.Profile)
	h := head{qn: qn(r.Now), st: p.st, pw: p.password, mn: r.Register, flag: wantsAnswer | edition2017}
	if p.edition == "2005" {
		h.flag = wantsAnswer
	}
	var args struct {
		Interval, Start, End int64
		Hex, Text            string
	}
	if len(r.Args) > 0 && json.Unmarshal(r.Args, &args) != nil {
		return nil
	}
	switch r.Command {
	case "read":
		h.cn = realTime
		return write(nil, h, "")
	case "setInterval":
		h.cn = setRealTime
		out := write(nil, h, fmt.Sprintf("RtdInterval=%d", args.Interval))
		if alsoMinutes(p, args.Interval) {
			h.cn, h.qn = setMinutes, qn(r.Now.Add(time.Millisecond))
			out = write(out, h, fmt.Sprintf("MinInterval=%d", args.Interval/60))
		}
		return out
	case protocol.SetTime:
		h.cn = setClock
		return write(nil, h, "SystemTime="+r.Now.Format(second))
	case "readHistory":
		h.cn = minutes
		at := func(ms int64) string { return time.UnixMilli(ms).In(r.Now.Location()).Format(second) }
		return write(nil, h, "BeginTime="+at(args.Start)+",EndTime="+at(args.End))
	case "raw":
		if args.Hex != "" {
			out, _ := hex.DecodeString(args.Hex)
			return out
		}
		return raw(args.Text, h)
	}
	return nil
}

// alsoMinutes reports whether an interval in seconds is also one of minute data, which divide an hour. The edition of
// 2005 has none.
func alsoMinutes(p *profile, interval int64) bool {
	return p.edition != "2005" && interval%60 == 0 && interval > 0 && interval <= 1800 && 3600%interval == 0
}

// raw encodes what people typed: a whole frame, a data segment, which gets the request number that it lacks, or only the
// command and its content, such as CN=1011 or CN=1064;CP=&&MinInterval=10&&.
func raw(typed string, h head) []byte {
	typed = strings.TrimRight(typed, "\r\n")
	if strings.HasPrefix(typed, "##") {
		return append([]byte(typed), '\r', '\n')
	}
	if short, ok := strings.CutPrefix(typed, "CN="); ok {
		command, content, _ := strings.Cut(short, ";")
		h.cn = command
		return write(nil, h, strings.TrimSuffix(strings.TrimPrefix(content, "CP=&&"), "&&"))
	}
	if !strings.HasPrefix(typed, "QN=") {
		typed = "QN=" + h.qn + ";" + typed
	}
	return seal(append([]byte("##0000"), typed...), 0)
}

// commandAnswered reports whether a frame is the reply to a command (protocol.Stream): its request number is that of
// the command, and it is 9011 (accepted or not), 9012 (the result) or what was asked for. A station that gets two commands
// for the interval has done both when it has done the second.
func commandAnswered(sent protocol.Request, frame []byte) (a protocol.Answer, done, ok bool) {
	s, parsed := segmentOf(frame)
	if !parsed || len(s.qn) == 0 {
		return a, false, false
	}
	rest := writeCommand(sent)
	for len(rest) > 0 {
		data, behind, err := open(rest)
		if err != nil {
			break
		}
		asked, isSegment := parse(data)
		if isSegment && bytes.Equal(asked.qn, s.qn) {
			return answered(sent, asked, s, len(behind) == 0)
		}
		rest = behind
	}
	return a, false, false
}

// answered returns what a frame says about the request that it repeats the number of. last says that no other request
// of the command follows.
func answered(sent protocol.Request, asked, s segment, last bool) (a protocol.Answer, done, ok bool) {
	a.ID = sent.ID
	switch command := string(s.cn); {
	case command == requestAnswer:
		a.Code, a.Message = result(s.content, "QnRtn", accepted)
		return a, a.Code != 0 || string(asked.cn) == realTime, true
	case command == executionResult:
		a.Code, a.Message = result(s.content, "ExeRtn", executed)
		if a.Code == noData && sent.Command == "readHistory" {
			a.Code = 0 // a period without readings
		}
		return a, a.Code != 0 || last, true
	case sent.Command == "raw" && command[0] != '2' && command == string(asked.cn):
		a.Result = members(s.content)
		return a, true, true
	}
	return protocol.Answer{}, false, false
}

// Texts of results (HJ 212-2017 section 6.6.4): the standard's own words, and English.
var (
	accepted = map[int]string{
		2: "请求被拒绝 (request rejected)", 3: "密码错误 (wrong PW)", 4: "MN错误 (wrong MN)", 5: "ST错误 (wrong ST)", 6: "Flag错误 (wrong Flag)",
		7: "QN错误 (wrong QN)", 8: "CN错误 (wrong CN)", 9: "CRC校验错误 (wrong CRC)", 100: "未知错误 (unknown error)",
	}
	executed = map[int]string{
		2: "执行失败，原因未知 (failed, reason unknown)", 3: "命令请求条件错误 (wrong conditions)", 4: "通讯超时 (timeout)",
		5: "系统繁忙 (busy)", 6: "系统故障 (system fault)", 100: "没有数据 (no data)",
	}
)

// noData is the ExeRtn of a station without data of a period.
const noData = 100

// result decodes QnRtn or ExeRtn, of which 1 is success: code 0. A frame without it has the code of an unknown error.
func result(content []byte, name string, texts map[int]string) (code int, message string) {
	code = 100
	for item := range bytes.FieldsFuncSeq(content, separator) {
		if key, value, found := bytes.Cut(item, []byte{'='}); found && string(key) == name {
			if n, ok := number(value, 9999); ok {
				code = n
			}
		}
	}
	if code == 1 {
		return 0, ""
	}
	return code, strings.TrimSpace(fmt.Sprintf("%s=%d %s", name, code, texts[code]))
}

func separator(r rune) bool { return r == ',' || r == ';' }

// Limit of a stored answer, in bytes.
const maxResult = 8 << 10

// members returns the content of a frame as a JSON object of texts; nil if it is too long.
func members(content []byte) json.RawMessage {
	list := map[string]string{}
	for item := range bytes.FieldsFuncSeq(content, separator) {
		key, value, _ := bytes.Cut(item, []byte{'='})
		list[string(bytes.ToValidUTF8(key, nil))] = string(bytes.ToValidUTF8(value, nil))
	}
	encoded, err := json.Marshal(list)
	if err != nil || len(encoded) > maxResult {
		return nil
	}
	return encoded
}
