// Package all imports the protocol families. A new family is a folder and one line here.
package all

import (
	_ "plumbline/internal/field/protocol/admi"    // imported shape arrays
	_ "plumbline/internal/field/protocol/geocom"  // total stations
	_ "plumbline/internal/field/protocol/geokon"  // loggers
	_ "plumbline/internal/field/protocol/hj212"   // HJ 212, environmental stations
	_ "plumbline/internal/field/protocol/json"    // the open JSON format over MQTT and HTTP
	_ "plumbline/internal/field/protocol/jsonmap" // JSON that others have designed
	_ "plumbline/internal/field/protocol/modbus"  // instruments that are polled
	_ "plumbline/internal/field/protocol/nmea"    // positions of receivers
	_ "plumbline/internal/field/protocol/rion"    // RION inclinometers
	_ "plumbline/internal/field/protocol/rtcm"    // observations of receivers
	_ "plumbline/internal/field/protocol/sl651"   // SL 651, hydrological stations
	_ "plumbline/internal/field/protocol/table"   // rows of files
)
