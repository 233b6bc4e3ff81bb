// Package geokon reads the arrays of the loggers of Geokon, LC-2 family (domain protocols.md section 10). An array is a
// line of text with numbers between commas. A frame is one line, or several after one another.
//
//	LC2-0117,2026,324,0830,0,3.18,18.4,7138.515,15.7,125
//	id, year, day of the year, hhmm, second, battery V, logger °C, reading, thermistor °C, number of the array
//
//	LC2X4-03,2026,11,20,08,30,00,3.21,17.9,8611.290,7138.515,9021.400,0.000,22.4,15.7,16.1,-99.0,126
//	id, year, month, day, hour, minute, second, battery, logger, 4 readings, 4 thermistors, number of the array
//
// Which columns a line has depends on the settings of the logger, so the profile lists them. Readings are digits, which
// is Hz²/1000, Hz, µs or µε. A reading of 0 and a thermistor of -99 mean that nothing is connected: they are invalid.
// The time is that of the logger's clock. The number of the array is the packet number.
package geokon
