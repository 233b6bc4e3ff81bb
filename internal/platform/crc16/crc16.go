// Package crc16 has the checksum of Modbus and of protocols that take its polynomial.
package crc16

// Table has the remainder of each byte by the reflected polynomial 0xA001.
var Table = func() (table [256]uint16) {
	for i := range table {
		r := uint16(i)
		for range 8 {
			low := r & 1
			if r >>= 1; low != 0 {
				r ^= 0xA001
			}
		}
		table[i] = r
	}
	return table
}()

// Modbus returns the CRC-16/MODBUS (domain protocols.md section 2.1); that of "123456789" is 0x4B37.
func Modbus(data []byte) uint16 {
	r := uint16(0xFFFF)
	for _, b := range data {
		r = r>>8 ^ Table[byte(r)^b]
	}
	return r
}
