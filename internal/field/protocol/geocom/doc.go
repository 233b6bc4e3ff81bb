// Package geocom measures with the total stations of Leica over GeoCOM in ASCII, through a transparent DTU (domain
// protocols.md section 12.1). A frame is what the journal stores for a measurement: a request and the answer to it, one
// after another, once or several times.
//
//	%R1Q,<rpc>[,<transaction>]:<parameter>,…␍␊
//	%R1P,<communication code>,<transaction>:<return code>[,<value>…]␍␊
//
//	2008 measure a distance    1,1: default distance, automatic inclination; 3,1: clear
//	2167 full measurement      wait ms, 1: Hz, V, accuracy, cross and length inclination, accuracy, distance, time
//	2108 simple measurement    wait ms, 1: Hz, V, distance
//	2003 angles                1: Hz, V, accuracy, time, cross and length inclination, accuracy, time, face 0 or 1
//
// Angles are in radians and become degrees; distances are in meters. A return code other than 0 has no values, except
// the warnings 1283 and 1284. Transactions are 1 to 7; an answer has that of its request, and 0 without one.
package geocom
