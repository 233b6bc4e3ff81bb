// Package rtcm reads streams of observations of GNSS receivers, RTCM 3 (domain protocols.md section 8). The server does
// not compute positions: the frames are stored as they come, and the solver gets them. A frame is one message, or
// several after one another.
//
//	D3 | 000000 length(10 bits) | message | CRC-24Q(3)      CRC-24Q: polynomial 0x1864CFB, start 0, from D3 on
//
//	1005  type(12) station(12) year(6) flags(4) X(38) flags(2) Y(38) flags(2) Z(38)     antenna position, 0.0001 m
//	1006  the same, height of the antenna(16), 0.0001 m
//	MSM   type(12) station(12) epoch(30) more(1) …(18) satellites(64) signals(32) …     observations of one system
//
// The types of MSM are 1071 to 1077 GPS, 1081 GLONASS, 1091 Galileo, 1101 SBAS, 1111 QZSS and 1121 BeiDou. An epoch is
// ms of the GPS week, of the BeiDou week, which is 14 s behind, or for GLONASS the day of the week(3) and ms of the day in
// UTC + 3 h(27).
//
// Readings are the number of satellites by system, once a minute by default, and the position of the antenna. An epoch
// has no week number, so a reading gets the week that brings it nearest to the time of receipt.
package rtcm
