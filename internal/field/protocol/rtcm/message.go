package rtcm

import (
	"encoding/binary"
	"fmt"

	"plumbline/internal/platform/errs"
)

const (
	preamble  = 0xD3
	headBytes = 3
	crcBytes  = 3
	maxLength = 1<<10 - 1
)

// crcTable has the CRC-24Q of every byte.
var crcTable = func() (table [256]uint32) {
	for i := range table {
		crc := uint32(i) << 16
		for range 8 {
			if crc <<= 1; crc&0x1000000 != 0 {
				crc ^= 0x1864CFB
			}
		}
		table[i] = crc
	}
	return table
}()

// checksum returns the CRC-24Q; that of "123456789" is 0xCDE703.
func checksum(data []byte) (crc uint32) {
	for _, b := range data {
		crc = crc<<8&0xFFFFFF ^ crcTable[byte(crc>>16)^b]
	}
	return crc
}

// size returns the length of the frame that begins with these bytes; 0: more are needed; -1: none begins there.
func size(b []byte) int {
	switch {
	case len(b) > 0 && b[0] != preamble, len(b) > 1 && b[1]>>2 != 0:
		return -1
	case len(b) < headBytes:
		return 0
	}
	return headBytes + int(binary.BigEndian.Uint16(b[1:])&maxLength) + crcBytes
}

// message is the content of a frame.
type message []byte

// next returns the message of the frame at the beginning of what is left, and the length of the frame.
func next(b []byte) (message, int, *errs.Error) {
	n := size(b)
	switch {
	case n < 0:
		return nil, 0, errs.New(errs.FrameUnknown)
	case n == 0 || n > len(b):
		return nil, 0, errs.New(errs.FrameIncomplete)
	}
	if err := wrongChecksum(b[:n]); err != nil {
		return nil, 0, err
	}
	return message(b[headBytes : n-crcBytes]), n, nil
}

func wrongChecksum(frame []byte) *errs.Error {
	body, sum := frame[:len(frame)-crcBytes], frame[len(frame)-crcBytes:]
	got, want := uint32(sum[0])<<16|uint32(sum[1])<<8|uint32(sum[2]), checksum(body)
	if got == want {
		return nil
	}
	return errs.New(errs.FrameChecksum, "got", fmt.Sprintf("%06X", got), "want", fmt.Sprintf("%06X", want))
}

// bits returns n bits from a bit on; missing ones are 0.
func (m message) bits(from, n int) (v uint64) {
	for i := from; i < from+n; i++ {
		v <<= 1
		if i/8 < len(m) {
			v |= uint64(m[i/8] >> (7 - i%8) & 1)
		}
	}
	return v
}

// signed returns n bits as a number in two's complement.
func (m message) signed(from, n int) int64 {
	return int64(m.bits(from, n)<<(64-n)) >> (64 - n)
}

func (m message) kind() int    { return int(m.bits(0, 12)) }
func (m message) station() int { return int(m.bits(12, 12)) }

// Types and lengths of antenna positions.
const (
	antenna           = 1005
	antennaWithHeight = 1006
	antennaBytes      = 19
	heightBytes       = 21
)

// position returns the antenna position, m, earth-centered and earth-fixed.
func (m message) position() (x, y, z float64, ok bool) {
	kind := m.kind()
	ok = kind == antenna && len(m) >= antennaBytes || kind == antennaWithHeight && len(m) >= heightBytes
	return float64(m.signed(34, 38)) / 1e4, float64(m.signed(74, 38)) / 1e4, float64(m.signed(114, 38)) / 1e4, ok
}

// height returns the height of the antenna above its mark, m; false if the message has none.
func (m message) height() (float64, bool) {
	return float64(m.bits(152, 16)) / 1e4, m.kind() == antennaWithHeight && len(m) >= heightBytes
}

// System is a satellite system.
type System int

// Satellite systems, in the order of their message types.
const (
	GPS System = iota
	GLONASS
	Galileo
	SBAS
	QZSS
	BeiDou
	systems
)

var (
	systemFields = [systems]string{"satsGps", "satsGlonass", "satsGalileo", "satsSbas", "satsQzss", "satsBeidou"}
	systemNames  = [systems]string{"GPS", "GLONASS", "Galileo", "SBAS", "QZSS", "BeiDou"}
)

const (
	msPerDay  = 24 * 3600 * 1000
	msPerWeek = 7 * msPerDay

	gpsEpoch = 315_964_800_000 // 1980-01-06, a Sunday, UTC ms

	leapSeconds  = 18_000 // ms by which GPS time is ahead of UTC, since 2017-01-01; another leap second would change it
	beidouBehind = 14_000 // ms by which BeiDou time is behind GPS time
	moscow       = 3 * 3600 * 1000

	epochBytes = 22 // up to the end of the signal mask
)

// epoch is what a message with observations says about itself.
type epoch struct {
	system     System
	at         int64 // UTC ms in any cycle
	cycle      int64 // ms: a week, or a day if GLONASS does not say which
	raw        uint64
	satellites uint64 // a bit each
	more       bool   // other messages of the epoch follow
}

// epoch returns the epoch of a message with observations (MSM); false for others.
func (m message) epoch() (e epoch, ok bool) {
	kind := m.kind()
	e.system = System((kind - 1071) / 10)
	if kind < 1071 || e.system >= systems || (kind-1071)%10 > 6 || len(m) < epochBytes {
		return epoch{}, false
	}
	e.raw = m.bits(24, 30)
	e.satellites = m.bits(73, 64)
	e.more = m.bits(54, 1) != 0
	e.cycle = msPerWeek
	switch e.system {
	case GLONASS:
		day, ms := int64(e.raw>>27), int64(e.raw&(1<<27-1))
		if day == 7 { // unknown
			day, e.cycle = 0, msPerDay
		}
		e.at = gpsEpoch + day*msPerDay + ms - moscow
	case BeiDou:
		e.at = gpsEpoch + int64(e.raw) + beidouBehind - leapSeconds
	default:
		e.at = gpsEpoch + int64(e.raw) - leapSeconds
	}
	return e, true
}
