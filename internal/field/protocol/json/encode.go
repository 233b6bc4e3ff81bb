package json

import "strconv"

// TimeReply answers a device that asks for the time: UTC ms, and the offset of its
// project's zone from UTC in minutes.
func TimeReply(now int64, offsetMinutes int) []byte {
	reply := append([]byte(`{"type":"time","t":`), strconv.FormatInt(now, 10)...)
	reply = append(reply, `,"tz":`...)
	reply = strconv.AppendInt(reply, int64(offsetMinutes), 10)
	return append(reply, '}')
}

// AckUp tells a device that a message of its is stored. Without a packet number it
// means the last one.
func AckUp(seq int64, hasSeq bool) []byte {
	reply := []byte(`{"type":"ackUp"`)
	if hasSeq {
		reply = append(reply, `,"seq":`...)
		reply = strconv.AppendInt(reply, seq, 10)
	}
	return append(reply, '}')
}
