package modbus

// crcTable has the CRC-16/MODBUS of every byte.
var crcTable = func() (table [256]uint16) {
	for i := range table {
		crc := uint16(i)
		for range 8 {
			low := crc & 1
			if crc >>= 1; low != 0 {
				crc ^= 0xA001
			}
		}
		table[i] = crc
	}
	return table
}()

// checksum returns the CRC-16/MODBUS; that of "123456789" is 0x4B37.
func checksum(data []byte) uint16 {
	crc := uint16(0xFFFF)
	for _, b := range data {
		crc = crc>>8 ^ crcTable[byte(crc)^b]
	}
	return crc
}
