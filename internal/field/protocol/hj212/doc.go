// Package hj212 decodes HJ 212-2017 and HJ/T 212-2005, the data transmission standard of environmental stations
// (domain protocols.md section 5). A frame is a line of text:
//
//	##0251QN=20261120083000000;ST=39;CN=2011;PW=123456;MN=010000A8900016F000169DC0;Flag=5;
//	CP=&&DataTime=20261120083000;a34004-Rtd=36.5,a34004-Flag=N;LA-Rtd=58.7,LA-Flag=N&&0E40␍␊
//
//	##    start        0251  bytes of the data segment, decimal, up to 9999
//	QN    request number: the sender's clock to the millisecond; the answer repeats it
//	ST    system, 91: answers    CN  command    PW  password    MN  register ID of the device
//	Flag  bit 0: an answer is expected; bit 1: PNUM and PNO follow; the rest is the edition, 1: 2017, 0: 2005
//	PNUM, PNO  number of frames of the message, and the number of this one
//	CP    content between && and &&: factors by code
//	0E40  checksum of the data segment, hexadecimal
//
// A factor has several numbers: -Rtd is the value of real-time data (CN 2011), -Avg that of minute, hour and day data
// (2051, 2061, 2031). They become the field of the factor, such as pm25. Any other number becomes the field with the
// name as a suffix, such as pm25Min, pm25Max and pm25Cou. An unknown code is the field itself; p precedes a
// code that begins with a digit.
//
// Only the data flags N (normal) and S (set by hand) are good; a number with another flag is reading.Missing. DataTime
// is the wall clock of the station. Several DataTime in a message are several readings.
//
// Data are never marked as history. The standard does not distinguish a stored record from a new one: minute data of
// the last interval and those of last week are both CN 2051.
//
// The standard has no command that restarts a station. A station replies to a request for real-time data with 9011
// only, and then sends data until CN 2012; other requests also get 9012 when they are done.
package hj212
