package rtcm

// maxEpoch bounds the messages of an epoch; the largest seen have 3 KiB.
const maxEpoch = 16 << 10

// cut finds the first frame: a message with a good checksum, or all messages of an epoch, of which the last says that
// no more follow. A damaged message, or one of the next epoch, also ends an epoch.
func cut(received []byte) (skip, n int) {
	for ; skip < len(received); skip++ {
		m, n, known := first(received[skip:])
		switch {
		case !known:
			return skip, 0
		case n > 0:
			return skip, wholeEpoch(received[skip:], m, n)
		}
	}
	return skip, 0
}

// first returns the message that begins here and the length of its frame, 0 if none does. known is false if more bytes
// are needed to tell.
func first(b []byte) (m message, n int, known bool) {
	if n = size(b); n == 0 || n > len(b) {
		return nil, 0, false
	}
	if n < 0 || wrongChecksum(b[:n]) != nil {
		return nil, 0, true
	}
	return message(b[headBytes : n-crcBytes]), n, true
}

// wholeEpoch returns the length of the epoch that begins with a message of n bytes; 0 if more bytes are needed.
func wholeEpoch(b []byte, m message, n int) int {
	var at [systems]uint64
	var seen [systems]bool
	for {
		if e, ok := m.epoch(); ok {
			if !e.more {
				return n
			}
			at[e.system], seen[e.system] = e.raw, true
		} else if seen == [systems]bool{} {
			return n
		}
		next, length, known := first(b[n:])
		switch {
		case n+length > maxEpoch, known && length == 0:
			return n
		case !known:
			return 0
		}
		if e, ok := next.epoch(); ok && seen[e.system] && at[e.system] != e.raw {
			return n
		}
		m, n = next, n+length
	}
}
