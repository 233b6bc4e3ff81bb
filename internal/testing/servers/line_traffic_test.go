//go:build unix

package servers_test

import (
	"bufio"
	"fmt"
	"net"
	"strings"
	"time"
)

// stations sends the readings of gauges as HJ 212 stations, each over its own line. A reading without an answer (CN=9014)
// is sent again.
func (tr *traffic) stations(address string, gauges ...int) {
	for _, i := range gauges {
		tr.sending.Go(func() {
			var line net.Conn
			var answers *bufio.Reader
			defer func() {
				if line != nil {
					_ = line.Close()
				}
			}()
			for {
				select {
				case <-tr.end:
					return
				default:
				}
				if line == nil {
					var err error
					if line, err = net.DialTimeout("tcp", address, 2*time.Second); err != nil {
						line = nil
						tr.refused.Add(1)
						continue
					}
					answers = bufio.NewReader(line)
				}
				g := tr.in.gauges[i]
				if answered(line, answers, g, tr.acknowledged[i]) {
					tr.acknowledged[i]++
					tr.total.Add(1)
					continue
				}
				tr.refused.Add(1)
				_ = line.Close()
				line = nil
			}
		})
	}
}

// answered sends the n-th reading of a station, and reports whether it was answered.
func answered(line net.Conn, answers *bufio.Reader, g gauge, n int) bool {
	// A station has the time of its site.
	at := time.UnixMilli(g.at(n)).In(time.FixedZone("", 8*3600)).Format("20060102150405")
	segment := fmt.Sprintf("QN=%s%03d;ST=39;CN=2011;PW=123456;MN=%s;Flag=5;CP=&&DataTime=%s;disp-Rtd=%g,disp-Flag=N&&", at, n%1000, g.register, at, valueOf(n))
	_ = line.SetDeadline(time.Now().Add(2 * time.Second))
	if _, err := fmt.Fprintf(line, "##%04d%s%04X\r\n", len(segment), segment, checksum(segment)); err != nil {
		return false
	}
	for {
		text, err := answers.ReadString('\n')
		if err != nil {
			return false
		}
		if strings.Contains(text, "QN="+at) && strings.Contains(text, "CN=9014") {
			return true
		}
	}
}

// checksum is that of HJ 212-2017, annex A.
func checksum(segment string) uint16 {
	sum := uint16(0xFFFF)
	for i := range len(segment) {
		sum = sum>>8 ^ uint16(segment[i])
		for range 8 {
			lowest := sum & 1
			if sum >>= 1; lowest == 1 {
				sum ^= 0xA001
			}
		}
	}
	return sum
}
