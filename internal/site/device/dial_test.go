package device

import "testing"

func TestDial(t *testing.T) {
	for text, want := range map[string]Dial{
		"tcp://10.1.0.5:502":                                        {Address: "10.1.0.5:502"},
		"tcp://station.example.com:1024":                            {Address: "station.example.com:1024"},
		"tcp://[fd00::5]:502":                                       {Address: "[fd00::5]:502"},
		"grpc://10.1.0.5:50051":                                     {Address: "10.1.0.5:50051", GRPC: true},
		"grpcs://array.example.com:443":                             {Address: "array.example.com:443", GRPC: true, TLS: true},
		"serial:/dev/ttyS0":                                         {Serial: "/dev/ttyS0", Mode: SerialMode{9600, 8, "none", 1}},
		"serial:/dev/ttyUSB1?baud=115200&parity=even&stop=2&data=7": {Serial: "/dev/ttyUSB1", Mode: SerialMode{115200, 7, "even", 2}},
	} {
		if got, ok := ParseDial(text); !ok || got != want {
			t.Errorf("%s: %+v, %v", text, got, ok)
		}
	}
	for _, text := range []string{
		"", "10.1.0.5:502", "tcp://10.1.0.5", "tcp://:502", "tcp://host:0", "tcp://host:99999", "tcp://a b:5", "udp://10.1.0.5:502", "grpc://array", "tcp://user@host:5",
		"serial:ttyS0", "serial:/etc/passwd", "serial:/dev/ttyS0?baud=fast", "serial:/dev/ttyS0?baud=0", "serial:/dev/ttyS0?parity=mark", "serial:/dev/ttyS0?speed=1",
	} {
		if got, ok := ParseDial(text); ok {
			t.Errorf("%s is read as %+v", text, got)
		}
	}
}
