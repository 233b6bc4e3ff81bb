package shapearray

import (
	"bufio"
	"bytes"
	"fmt"
	"io"

	"google.golang.org/protobuf/encoding/protojson"

	"plumbline/internal/field/protocol/admi/admipb"
)

const longestLine = 1 << 20 // bytes of a reading as JSON

// ReadRecording reads recorded readings: one a line, the message Reading of docs/admi_stream.proto as JSON.
func ReadRecording(from io.Reader) (list []*admipb.Reading, err error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, longestLine)
	for n := 1; lines.Scan(); n++ {
		text := bytes.TrimSpace(lines.Bytes())
		if len(text) == 0 {
			continue
		}
		reading := new(admipb.Reading)
		if err := protojson.Unmarshal(text, reading); err != nil {
			return nil, fmt.Errorf("line %d is no reading: %w", n, err)
		}
		list = append(list, reading)
	}
	return list, lines.Err()
}

// Replay adds a recorded reading to those that are handed out, with its own number and time.
func (a *Array) Replay(reading *admipb.Reading) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.keep(reading)
}
