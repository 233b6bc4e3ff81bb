package calls_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/fieldapi"
)

// hjFrame returns a frame of HJ 212-2017.
func hjFrame(segment string) string {
	crc := uint16(0xFFFF)
	for i := range len(segment) {
		crc = crc>>8 ^ uint16(segment[i])
		for range 8 {
			lowest := crc & 1
			if crc >>= 1; lowest == 1 {
				crc ^= 0xA001
			}
		}
	}
	return fmt.Sprintf("##%04d%s%04X\r\n", len(segment), segment, crc)
}

// hjStation is a station of HJ 212 on a line.
type hjStation struct {
	*testing.T
	net.Conn
	read *bufio.Reader
	mn   string
}

func (f *field) hjStation() *hjStation {
	f.t.Helper()
	mn := f.Collector.Register
	line := f.dialIn(hjFrame("QN=20261125080000000;ST=39;CN=9999;PW=123456;MN=" + mn + ";Flag=4;CP=&&&&"))
	return &hjStation{f.t, line, bufio.NewReader(line), mn}
}

// request returns the next request, its number and its command.
func (s *hjStation) request() (text, qn, cn string) {
	s.Helper()
	text, err := s.read.ReadString('\n')
	if err != nil {
		s.Fatal(err)
	}
	for item := range strings.SplitSeq(text[6:], ";") {
		if v, ok := strings.CutPrefix(item, "QN="); ok {
			qn = v
		}
		if v, ok := strings.CutPrefix(item, "CN="); ok {
			cn = v
		}
	}
	return text, qn, cn
}

// reply sends frames with the number of a request.
func (s *hjStation) reply(qn string, frames ...[2]string) {
	s.Helper()
	for _, f := range frames {
		if _, err := s.Write([]byte(hjFrame(fmt.Sprintf("QN=%s;ST=91;CN=%s;PW=123456;MN=%s;Flag=4;CP=&&%s&&", qn, f[0], s.mn, f[1])))); err != nil {
			s.Fatal(err)
		}
	}
}

// Three days of stored readings are asked for day by day. A command of a person goes between two pieces. The line is cut
// during the second piece, which is asked for again on the next line; the first one is not.
func TestHistoryComesInPieces(t *testing.T) {
	f := newField(t)
	f.ask("PATCH", "/api/corporations/{ours}/devices/{logger}/link-config", `{"validFrom":0,"value":{"protocol":"hj212"}}`, 200)
	s := f.hjStation()
	const commands = "/api/corporations/{ours}/devices/{logger}/commands"
	start := time.Date(2026, 11, 20, 0, 0, 0, 0, time.FixedZone("", 8*3600))
	at := func(days int) string { return start.AddDate(0, 0, days).Format("20060102150405") }
	piece := func(s *hjStation, day int) (qn string) {
		t.Helper()
		text, qn, cn := s.request()
		if want := "BeginTime=" + at(day) + ",EndTime=" + at(day+1); cn != "2051" || !strings.Contains(text, want) {
			t.Fatalf("asked %q, want %s", text, want)
		}
		return qn
	}
	done := [][2]string{{"9011", "QnRtn=1"}, {"2051", "DataTime=20261120001000;a34004-Avg=35.8,a34004-Flag=N"}, {"9012", "ExeRtn=1"}}
	f.ask("POST", commands, fmt.Sprintf(`{"kind":"readHistory","args":{"start":%d,"end":%d}}`, start.UnixMilli(), start.AddDate(0, 0, 3).UnixMilli()), 200)
	first := piece(s, 0)
	f.ask("POST", commands, `{"kind":"setTime"}`, 200)
	s.reply(first, done...)
	_, qn, cn := s.request()
	if cn != "1012" {
		t.Errorf("asked CN=%s between two pieces", cn)
	}
	s.reply(qn, [2]string{"9011", "QnRtn=1"}, [2]string{"9012", "ExeRtn=1"})
	piece(s, 1)
	_ = s.Close()

	s = f.hjStation()
	s.reply(piece(s, 1), [2]string{"9011", "QnRtn=1"}, [2]string{"9012", "ExeRtn=100"}) // nothing was measured
	last := piece(s, 2)
	history := f.untilIs(f.path(commands+"?state=sent"), func(c fieldapi.Command) bool { return c.Progress > 0 })
	if history.Progress != 66 || history.ReadUntil != start.AddDate(0, 0, 2).UnixMilli() {
		t.Errorf("before the last piece: %+v", history)
	}
	s.reply(last, done...)
	if c := f.untilOneIs(f.path(commands), 2, func(c fieldapi.Command) bool { return c.Kind == "readHistory" && c.State == "answered" }); c.Progress != 100 {
		t.Errorf("at the end: %+v", c)
	}
}
