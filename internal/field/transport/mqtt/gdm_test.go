package mqtt_test

import (
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/ingest/intaketest"
)

// A field data gateway sends its own tilt and the values of the devices behind it in one message. Each value becomes that of
// the device whose serial number or channel it names; the gateway's own are on channel 0.
func TestGatewayMessageIsSplitToItsDevices(t *testing.T) {
	d := open(t, intaketest.Options{})
	const gateway = 1 // CHILD-7 is on its channel 7
	d.Devices.Change(gateway, func(changed *ingest.Device) { changed.Kind, changed.ProtocolCode = "Collector", "GDM" })
	if err := d.Directory().Refresh(t.Context(), []int64{gateway}); err != nil {
		t.Fatal(err)
	}
	register := intaketest.Register(gateway)
	client := paho.NewClient(paho.NewClientOptions().AddBroker("mqtt://" + d.Address()).SetClientID(register).
		SetUsername(register).SetPassword(intaketest.Secret(gateway)))
	for _, token := range []func() paho.Token{
		client.Connect,
		func() paho.Token {
			return client.Publish("v1/dev/"+register+"/up", 1, false, `{"t":1795134600000,"seq":17,"items":[
				{"v":{"angleX":0.944,"angleY":-0.262,"angleZ":89.02,"voltage":12.31}},
				{"sn":"CHILD-7","v":{"width":3.25}},
				{"ch":[{"no":2,"rain":0.4},{"no":3,"vwc":31.5}]},
				{"point":"P-0009","values":{"temp":18.5}}]}`)
		},
	} {
		if sent := token(); !sent.WaitTimeout(20*time.Second) || sent.Error() != nil {
			t.Fatal(sent.Error())
		}
	}
	client.Disconnect(100)
	if err := d.WaitAllStored(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		channel int32
		field   string
		value   float64
	}{{0, "angleX", 0.944}, {0, "angleY", -0.262}, {0, "angleZ", 89.02}, {0, "voltage", 12.31}, {7, "width", 3.25}, {2, "rain", 0.4}, {3, "vwc", 31.5}, {9, "temp", 18.5}} {
		if got := d.latest(t, gateway, want.channel, want.field); got != want.value {
			t.Errorf("channel %d: %s is %v, want %v", want.channel, want.field, got, want.value)
		}
	}
	if stats := d.Stats(); stats.FramesDead != 0 || stats.Readings != 5 {
		t.Errorf("%+v", stats)
	}
}
