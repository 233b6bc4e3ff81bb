package app

import (
	"crypto/tls"
	"testing"

	"plumbline/internal/field/transport/tcp"
)

func TestPortsOfDTUs(t *testing.T) {
	secure := new(tls.Config)
	c := Config{TLSCert: "cert.pem", DTU: "127.0.0.1:9000, udp://127.0.0.1:9000?protocol=sl651,tls://:9001?corporation=3&protocol=hj212"}
	got, err := c.dtuPorts(secure)
	want := []tcp.Port{
		{Address: "127.0.0.1:9000"},
		{Address: "127.0.0.1:9000", UDP: true, Protocol: "sl651"},
		{Address: ":9001", TLS: secure, Corporation: 3, Protocol: "hj212"},
	}
	if err != nil || len(got) != len(want) {
		t.Fatal(got, err)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%+v, want %+v", got[i], want[i])
		}
	}
	for text, want := range map[string]string{
		"tls://127.0.0.1:9000":       "--dtu tls://127.0.0.1:9000: tls:// needs --tls-cert and --tls-key",
		"udp://:9000":                "--dtu udp://:9000 would receive readings and secrets unencrypted: give tls:// (TCP only), or --insecure",
		"tls://udp://127.0.0.1:9000": "--dtu tls://udp://127.0.0.1:9000: UDP has no TLS",
		"127.0.0.1:9000?protocol=smtp&": `--dtu 127.0.0.1:9000?protocol=smtp&: protocol "smtp" is not one of ` +
			"geocom, geokon, hj212, modbus, nmea, rion, rtcm, sl651",
		"127.0.0.1:9000?corporation=x": "--dtu 127.0.0.1:9000?corporation=x: corporation is the number of a corporation",
		"127.0.0.1:9000?speed=1":       `--dtu 127.0.0.1:9000?speed=1: unknown option "speed": corporation or protocol`,
	} {
		if _, err := (Config{DTU: text}).dtuPorts(nil); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
