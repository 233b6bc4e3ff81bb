// Package all lists the protocol families that the program speaks. A new family
// is one folder next to this one and one line here.
package all

import (
	_ "plumbline/internal/field/protocol/json"  // the open JSON format over MQTT and HTTP
	_ "plumbline/internal/field/protocol/table" // rows of files
)
