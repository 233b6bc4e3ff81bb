package protocol

import (
	"encoding/hex"
	"encoding/json"
)

// RawBytes returns the bytes of the command raw, {"hex": …} or {"text": …}; nil if it has none.
func RawBytes(args json.RawMessage) []byte {
	var raw struct {
		Hex  string `json:"hex"`
		Text string `json:"text"`
	}
	if json.Unmarshal(args, &raw) != nil {
		return nil
	}
	if raw.Hex == "" {
		return []byte(raw.Text)
	}
	data, err := hex.DecodeString(raw.Hex)
	if err != nil {
		return nil
	}
	return data
}
