package command

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"strings"
	"time"

	"plumbline/internal/core/timeline"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

const (
	maxRaw      = 1024      // bytes of a pass-through command
	maxInterval = 7 * 86400 // s
	maxHistory  = 366 * 24 * time.Hour
)

// Kinds returns the commands that people may send.
func Kinds() []Kind { return []Kind{Read, SetInterval, SetTime, Reset, ReadHistory, Raw, Model} }

// check validates an order and returns its arguments in canonical form, so that equal orders compare equal.
func check(o Order) (json.RawMessage, error) {
	var refusals errs.Refusals
	args, err := checkArgs(o.Kind, o.Args)
	if err := refusals.Within("args", err); err != nil {
		return nil, err
	}
	o.checkTiming(&refusals)
	return args, refusals.Err()
}

// checkTiming checks everything of an order but its arguments.
func (o Order) checkTiming(refusals *errs.Refusals) {
	if o.Expire < 0 || o.Expire > MaxHangExpire {
		refusals.Add("hangExpire", errs.OutOfRange, "min", 0, "max", int64(MaxHangExpire/time.Second))
	}
	if o.Every != 0 && (o.Every < MinEvery || o.Every > MaxKeep) {
		refusals.Add("every", errs.OutOfRange, "min", int64(MinEvery/time.Second), "max", int64(MaxKeep/time.Second))
	}
	if o.Every != 0 && o.Kind != Read && o.Kind != Raw {
		refusals.Add("kind", errs.NotOneOf, "allowed", "read, raw")
	}
}

func checkArgs(kind Kind, args json.RawMessage) (json.RawMessage, error) {
	switch kind {
	case Read, SetTime, Reset:
		return canonical(args, &struct{}{}, nil)
	case SetInterval:
		var a intervalArgs
		return canonical(args, &a, a.check)
	case ReadHistory:
		var a historyArgs
		return canonical(args, &a, a.check)
	case Raw:
		var a rawArgs
		return canonical(args, &a, a.check)
	case Upgrade:
		return args, nil // created by package firmware
	}
	return nil, errs.OnField("kind", errs.NotOneOf, "allowed", kindNames())
}

func kindNames() string {
	var names []string
	for _, kind := range Kinds() {
		names = append(names, string(kind))
	}
	return strings.Join(names, ", ")
}

// canonical decodes arguments into shape, checks them and encodes them again.
func canonical(args json.RawMessage, shape any, check func() error) (json.RawMessage, error) {
	if len(args) == 0 || string(args) == "null" {
		args = json.RawMessage("{}")
	}
	if err := decodeArgs(args, shape); err != nil {
		return nil, err
	}
	if check != nil {
		if err := check(); err != nil {
			return nil, err
		}
	}
	return json.Marshal(shape)
}

// decodeArgs decodes arguments into shape. What does not fit is a parameter of the wrong length, by its name.
func decodeArgs(args json.RawMessage, shape any) error {
	err := errs.Decode(args, shape)
	if wrong, ok := errs.As(err); ok && len(wrong.Fields) > 0 {
		return errs.OnField(wrong.Fields[0].Name, errs.ParameterLength)
	}
	if err != nil {
		return errs.Wrap(err, errs.ParameterLength)
	}
	return nil
}

type intervalArgs struct {
	Interval int64 `json:"interval"`
	Start    int64 `json:"start,omitempty"`
	End      int64 `json:"end,omitempty"`
}

func (a *intervalArgs) check() error {
	if a.Interval < MinInterval || a.Interval > maxInterval {
		return errs.OnField("interval", errs.OutOfRange, "min", MinInterval, "max", maxInterval)
	}
	if a.Start != 0 && a.End != 0 && a.Start > a.End {
		return errs.OnField("end", errs.StartAfterEnd)
	}
	return cmp.Or(within("start", a.Start), within("end", a.End))
}

// yearsAhead is how far in the future the times of a command may be.
const yearsAhead = 10

// within checks a time of a command; 0 means open.
func within(field string, t int64) error {
	latest := clock.Now().AddDate(yearsAhead, 0, 0)
	if t == 0 || t >= timeline.Earliest && t <= latest.UnixMilli() {
		return nil
	}
	return errs.OnField(field, errs.TimeBetween, "min", "2000-01-01", "max", latest.UTC().Format(time.DateOnly))
}

type historyArgs struct {
	Start int64 `json:"start"`
	End   int64 `json:"end"`
}

func (a *historyArgs) check() error {
	switch {
	case a.Start <= 0:
		return errs.OnField("start", errs.Empty)
	case a.End <= 0:
		return errs.OnField("end", errs.Empty)
	case a.Start > a.End:
		return errs.OnField("end", errs.StartAfterEnd)
	case a.End-a.Start > maxHistory.Milliseconds():
		return errs.OnField("end", errs.HistoryTooLong)
	}
	return cmp.Or(within("start", a.Start), within("end", a.End))
}

type rawArgs struct {
	Hex  string `json:"hex,omitempty"`
	Text string `json:"text,omitempty"`
}

func (a *rawArgs) check() error {
	if a.Hex == "" && a.Text == "" {
		return errs.OnField("content", errs.Empty)
	}
	if a.Hex != "" && a.Text != "" {
		return errs.OnField("text", errs.Unexpected)
	}
	if len(a.Text) > maxRaw {
		return errs.OnField("content", errs.ParameterLength)
	}
	if a.Hex == "" {
		return nil
	}
	bytes, err := Bytes(a.Hex)
	if err != nil {
		return err
	}
	if len(bytes) > maxRaw {
		return errs.OnField("content", errs.ParameterLength)
	}
	a.Hex = strings.ToUpper(hex.EncodeToString(bytes))
	return nil
}

// Bytes decodes a hexadecimal text: spaces and 0x prefixes are ignored, and the rest must have an even number of
// digits (specification section 5).
func Bytes(text string) ([]byte, error) {
	var digits strings.Builder
	for word := range strings.FieldsSeq(strings.ReplaceAll(text, ",", " ")) {
		for len(word) >= 2 && (word[:2] == "0x" || word[:2] == "0X") {
			word = word[2:]
		}
		word = strings.NewReplacer("0x", "", "0X", "").Replace(word)
		digits.WriteString(word)
	}
	bytes, err := hex.DecodeString(digits.String())
	if err != nil || len(bytes) == 0 {
		return nil, errs.OnField("content", errs.HexInvalid)
	}
	return bytes, nil
}
