package geocom

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

const (
	requestHead = "%R1Q,"
	answerHead  = "%R1P,"
	newline     = "\r\n"

	maxLine    = 1024
	maxValues  = 32
	transacted = 7 // transactions are 1 to 7
)

// Remote procedures.
const (
	doMeasure   = 2008
	fullMeasure = 2167
	simple      = 2108
	angles      = 2003
)

// request is %R1Q,2108,3:5000,1.
type request struct {
	rpc, transaction int
}

// answer is %R1P,0,3:0,2.22,1.54,183.27.
type answer struct {
	communication, transaction, code int
	values                           []string
}

// line returns the first line of what is left and its length with the line break; false without a line break.
func line(b []byte) (text string, n int, ok bool) {
	end := bytes.IndexByte(b[:min(len(b), maxLine)], '\n')
	if end < 0 {
		return "", 0, false
	}
	return strings.TrimSuffix(string(b[:end]), "\r"), end + 1, true
}

// number decodes digits.
func number(text string) (int, bool) {
	if text == "" || text[0] < '0' || text[0] > '9' {
		return 0, false
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n <= math.MaxInt32
}

func parseRequest(text string) (r request, ok bool) {
	head, _, found := strings.Cut(text, ":")
	head, begins := strings.CutPrefix(head, requestHead)
	if !found || !begins {
		return request{}, false
	}
	rpc, transaction, has := strings.Cut(head, ",")
	if r.rpc, ok = number(rpc); !ok || !has {
		return r, ok
	}
	r.transaction, ok = number(transaction)
	return r, ok
}

func parseAnswer(text string) (a answer, ok bool) {
	head, body, found := strings.Cut(text, ":")
	head, begins := strings.CutPrefix(head, answerHead)
	communication, transaction, has := strings.Cut(head, ",")
	if !found || !begins || !has {
		return answer{}, false
	}
	if a.communication, ok = number(communication); !ok {
		return answer{}, false
	}
	if a.transaction, ok = number(transaction); !ok {
		return answer{}, false
	}
	code, values, more := strings.Cut(body, ",")
	if a.code, ok = number(code); !ok {
		return answer{}, false
	}
	if more {
		a.values = strings.SplitN(values, ",", maxValues)
	}
	return a, true
}

// Return codes whose answers have values.
const (
	noFullCorrection      = 1283
	accuracyNotGuaranteed = 1284
)

// refused returns why an answer has no values; nil: it has.
func (a answer) refused() *errs.Error {
	code := a.communication
	if code == 0 {
		code = a.code
	}
	if code == 0 || a.communication == 0 && (code == noFullCorrection || code == accuracyNotGuaranteed) {
		return nil
	}
	reason, known := codes[code]
	switch {
	case known:
	case a.communication != 0:
		reason = i18n.Label{Zh: "通信错误", En: "communication failed", Tw: "通訊錯誤"}
	default:
		reason = i18n.Label{Zh: "未执行", En: "not executed", Tw: "未執行"}
	}
	return errs.New(errs.GeoCOMRefused, "code", code, "reason", reason)
}

// codes are return codes (domain protocols.md section 12.1).
var codes = map[int]i18n.Label{
	1283: {Zh: "未完全改正", En: "not fully corrected", Tw: "未完全改正"},
	1284: {Zh: "精度无保证", En: "accuracy not guaranteed", Tw: "精度無保證"},
	1285: {Zh: "只有角度有效", En: "only angles are valid", Tw: "僅角度有效"},
	1292: {Zh: "测距错误", En: "distance error", Tw: "測距錯誤"},
	8704: {Zh: "未到达目标位置", En: "position not reached", Tw: "未到達目標位置"},
	8710: {Zh: "未找到目标", En: "no target", Tw: "找不到目標"},
	8711: {Zh: "有多个目标", En: "several targets", Tw: "有多個目標"},
	8712: {Zh: "环境条件不佳", En: "bad environment", Tw: "環境條件不佳"},
	8714: {Zh: "未启用自动照准", En: "automatic target recognition is off", Tw: "未啟用自動照準"},
}

// quantity is what a value of an answer is.
type quantity struct {
	field string // empty: not used
	angle bool   // radians
	add   float64
	label i18n.Label
	unit  string
}

var (
	labelHz       = i18n.Label{Zh: "水平角", En: "Horizontal angle", Tw: "水平角"}
	labelV        = i18n.Label{Zh: "竖直角", En: "Vertical angle", Tw: "垂直角"}
	labelSD       = i18n.Label{Zh: "斜距", En: "Slope distance", Tw: "斜距"}
	labelAccuracy = i18n.Label{Zh: "精度", En: "Accuracy", Tw: "精度"}
	labelMoment   = i18n.Label{Zh: "测量时刻", En: "Moment", Tw: "測量時刻"}
	labelCross    = i18n.Label{Zh: "横向倾斜", En: "Cross inclination", Tw: "橫向傾斜"}
	labelLength   = i18n.Label{Zh: "纵向倾斜", En: "Length inclination", Tw: "縱向傾斜"}
	labelFace     = i18n.Label{Zh: "盘位", En: "Face", Tw: "盤位"}

	hz       = quantity{"hz", true, 0, labelHz, "°"}
	v        = quantity{"v", true, 0, labelV, "°"}
	sd       = quantity{"sd", false, 0, labelSD, "m"}
	accuracy = quantity{"", true, 0, labelAccuracy, "°"}
	moment   = quantity{"", false, 0, labelMoment, "ms"}
	cross    = quantity{"crossIncl", true, 0, labelCross, "°"}
	length   = quantity{"lengthIncl", true, 0, labelLength, "°"}
	face     = quantity{"face", false, 1, labelFace, ""} // 0 is face 1

	quantities = map[int][]quantity{
		fullMeasure: {hz, v, accuracy, cross, length, accuracy, sd, moment},
		simple:      {hz, v, sd},
		angles:      {hz, v, accuracy, moment, cross, length, accuracy, moment, face},
	}
)

// value converts a value of an answer to the unit of its field; NaN if it is no number.
func (q quantity) value(text string) float64 {
	n, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsInf(n, 0) {
		return math.NaN()
	}
	if q.angle {
		n *= 180 / math.Pi
	}
	return n + q.add
}
