package hj212

import "plumbline/internal/platform/crc16"

// checksum returns the checksum of a data segment (HJ 212-2017 annex A). Unlike that of Modbus, each step keeps only
// the high byte of the register: "123456789" has 2F80.
func checksum(data []byte) uint16 {
	r := uint16(0xFFFF)
	for _, b := range data {
		r = crc16.Table[byte(r>>8)^b]
	}
	return r
}
