// Package sl651 decodes SL 651-2014, the data transmission standard of hydrological stations (domain protocols.md
// section 6). A frame of a station in the HEX/BCD encoding:
//
//	7E7E 10 0012345678 1234 34 0038 02 0001 140612020000 F1F1 0012345678 50 F0F0 1406120200 … 3812 1290 03 4383
//
//	7E7E        start; 01 in the ASCII encoding, in which every byte below is two hexadecimal digits
//	10          address of the center; in a frame to a station it follows the address of the station
//	0012345678  address of the station, the register ID
//	1234        password
//	34          function
//	0038        0: from the station, 8: to it; then the bytes of the text, 12 bits
//	02          begin of the text. 16: one of several packets; their number (12 bits) and that of this one follow
//	0001        serial number, and yyMMddHHmmss when it was sent; both only in the first packet
//	F1F1        address and type of the station
//	F0F0        yyMMddHHmm of the observation
//	3812 1290   element 38, 2 bytes with 2 decimals: the upper five bits are the bytes, the lower three the decimals
//	03          end; 17: more follows. To a station: 04 done, 1B done but stay connected, 05 question, 06 go on, 15 again
//	4383        CRC-16/MODBUS of everything before it, high byte first
//
// Times are the wall clock of the station. Numbers are BCD; FF in front is a minus, nothing but FF is missing. Numbers
// that are not BCD are reading.Missing.
//
// Elements become the fields total (26), rain1h (1A), rainDay (1F), rainToday (20), level (39), levelDown (3A), flow
// (27, m³/s to m³/h), voltage (38) and status (45). 3B, the level above a dam, is level unless the station also sends
// 39. Any other element is el_XX, or el_FFXX behind the prefix FF. The profile can change all of this.
//
// F4 (rain in 5 minutes, rain5min in mm) and F5 to FC (levels above a reference, relativeLevel to relativeLevel8 in m)
// have twelve values. The last belongs to the observation, rounded down to 5 minutes, the others to the 55 minutes
// before it. After a time step (04) an element is written once, and its values follow to the end of the text: the
// first belongs to the observation, the next is a step later.
//
// Only the answer to a question for history (38) is marked as history. An extra report (33), which a limit of the
// station triggers, is the event "extra".
//
// Only the first packet of a message has a serial number. The message of a packet is therefore recognized by station,
// function and number of packets; a station sends one message at a time.
//
// The HEX/BCD encoding is checked with published frames. The ASCII encoding follows the table of identifiers in annex C
// of the standard and has not been seen from a device.
package sl651
