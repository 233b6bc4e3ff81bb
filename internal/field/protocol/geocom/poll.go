package geocom

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// cut finds the answer with the transaction of the request. Whatever comes answers raw bytes that are no request.
func cut(asked, received []byte) (skip, n int) {
	text, _, ok := line(asked)
	r, isRequest := parseRequest(text)
	if !ok || !isRequest {
		return 0, len(received)
	}
	return protocol.CutAnswer(received, func(rest []byte) (int, bool) {
		head := min(len(rest), len(answerHead))
		if string(rest[:head]) != answerHead[:head] {
			return 0, false
		}
		text, n, ok := line(rest)
		if !ok {
			return 0, len(rest) < maxLine && !bytes.Contains(rest[1:], []byte(answerHead))
		}
		a, ok := parseAnswer(text)
		return n, ok && a.transaction == r.transaction
	})
}

func refused(_, got []byte) *errs.Error {
	text, _, _ := line(got)
	a, ok := parseAnswer(text)
	if !ok {
		return nil // of raw bytes
	}
	return a.refused()
}

// respond returns what a total station that sees a prism answers to a request. Other procedures succeed.
func respond(_ any, s protocol.Sample, asked []byte) []byte {
	text, n, ok := line(asked)
	r, isRequest := parseRequest(text)
	if !ok || !isRequest || n != len(asked) {
		return nil
	}
	out := fmt.Appendf(nil, "%s0,%d:0", answerHead, r.transaction)
	for _, q := range quantities[r.rpc] {
		value := q.add
		i := slices.IndexFunc(s.Targets, func(t protocol.Target) bool { return q.field != "" && t.Field == q.field })
		if i >= 0 && reading.IsFinite(s.Values[i]) {
			value = s.Values[i]
		}
		value -= q.add
		if q.angle {
			value *= math.Pi / 180
		}
		out = append(out, ',')
		out = strconv.AppendFloat(out, value, 'f', -1, 64)
	}
	return append(out, newline...)
}

// command encodes the commands read and raw.
func command(r protocol.Request) []byte {
	switch r.Command {
	case "read":
		list := requests(r.Profile, 0)
		// A command has one answer, and the transaction is that of the command.
		text := string(list[0])
		head, parameters, _ := strings.Cut(text, ":")
		rpc, _, _ := strings.Cut(strings.TrimPrefix(head, requestHead), ",")
		return fmt.Appendf(nil, "%s%s,%d:%s", requestHead, rpc, 1+r.ID%transacted, parameters)
	case "raw":
		data := protocol.RawBytes(r.Args)
		if bytes.HasPrefix(data, []byte(requestHead)) && !bytes.HasSuffix(data, []byte("\n")) {
			data = append(data, newline...)
		}
		return data
	}
	return nil
}
