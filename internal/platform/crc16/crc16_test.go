package crc16

import "testing"

// The check value of CRC-16/MODBUS.
func TestModbus(t *testing.T) {
	if got := Modbus([]byte("123456789")); got != 0x4B37 {
		t.Errorf("got %04X", got)
	}
}
