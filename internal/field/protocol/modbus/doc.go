// Package modbus reads instruments that speak Modbus RTU, through a transparent DTU, or Modbus TCP (domain protocols.md
// section 2). A frame is what the journal stores for a poll: a request and the answer to it, one after another, once or
// several times.
//
//	RTU  unit(1) function(1) data CRC(2, low byte first)              CRC-16/MODBUS: reflected 0xA001, start 0xFFFF
//	TCP  transaction(2) 0000(2) length(2) unit(1) function(1) data    length counts from unit on
//
//	01 read coils, 02 discrete inputs       request start(2) count(2), answer bytes(1) bits, low bit first
//	03 read holding, 04 input registers     request start(2) count(2), answer bytes(1) registers(2 each, high byte first)
//	06 write a register                     register(2) value(2), answered with itself
//	10 write registers                      start(2) count(2) bytes(1) registers, answered with start(2) count(2)
//	function | 80                           exception code(1)
//
// The profile is a register map. Values of a unit whose profile names no unit belong to the channel with the unit's
// address: behind a DTU, the instrument on that channel is the unit.
package modbus
