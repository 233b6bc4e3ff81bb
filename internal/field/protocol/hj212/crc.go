package hj212

// table has the remainder of each byte.
var table = func() (t [256]uint16) {
	for i := range t {
		r := uint16(i)
		for range 8 {
			if r&1 != 0 {
				r = r>>1 ^ 0xA001
			} else {
				r >>= 1
			}
		}
		t[i] = r
	}
	return t
}()

// checksum returns the checksum of a data segment (HJ 212-2017 annex A). Unlike that of Modbus, each step keeps only
// the high byte of the register: "123456789" has 2F80.
func checksum(data []byte) uint16 {
	r := uint16(0xFFFF)
	for _, b := range data {
		r = table[byte(r>>8)^b]
	}
	return r
}
