package json

import "strconv"

// timeReply encodes {"type":"time","t":…,"tz":…}: UTC ms, and the offset of the project's zone from UTC in minutes.
func timeReply(now int64, offsetMinutes int) []byte {
	reply := append([]byte(`{"type":"time","t":`), strconv.FormatInt(now, 10)...)
	reply = append(reply, `,"tz":`...)
	reply = strconv.AppendInt(reply, int64(offsetMinutes), 10)
	return append(reply, '}')
}

// receipt encodes {"type":"ackUp"}: a message is stored. Without a packet number it means the last one.
func receipt(seq int64, hasSeq bool) []byte {
	reply := []byte(`{"type":"ackUp"`)
	if hasSeq {
		reply = append(reply, `,"seq":`...)
		reply = strconv.AppendInt(reply, seq, 10)
	}
	return append(reply, '}')
}
