// Package nmea reads the sentences of GNSS receivers and trackers, NMEA 0183 (domain protocols.md section 7). A frame is
// one sentence, or several after one another, such as a datagram.
//
//	$GNGGA,003000.00,3031.63094070,N,11421.53407656,E,4,24,0.6,48.3127,M,-13.8420,M,1.0,0001*49␍␊
//
//	GGA  time, latitude, longitude, quality, satellites, HDOP, height above the geoid, geoid above the ellipsoid
//	GST  time, standard deviations: 6 latitude, 7 longitude, 8 height, m
//	RMC  time, status, latitude, longitude, speed in knots, course, date
//	ZDA  time, day, month, year
//
// Sentences of one time of day are one reading: lat, lon (°), height (m, ellipsoidal: field 9 + field 11 of GGA),
// quality, sats, hdop, sigN, sigE, sigU (mm), speed (m/s), heading (°). A quality of 0 has no position.
//
// The date is that of RMC or ZDA with the same time of day, else of the sentences before in the frame, a day later after
// midnight. Without both, only the time of day is known, and the reading gets the date that brings it nearest to the time
// of receipt (protocol.Reading.Cycle). The decoder needs no clock, and the sentences of an epoch that come as separate
// frames meet at the same time, where the raw series joins them.
package nmea
