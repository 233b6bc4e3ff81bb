package mqtt_test

import (
	"fmt"
	"testing"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"plumbline/internal/core/series"
	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/testing/await"
	"plumbline/internal/testing/mosquittotest"
)

// A gateway on site has a mosquitto that bridges its topics to the platform: what arrives there is stored, and commands
// arrive on its topics. A bridge marks its protocol version, as mosquitto does by default, or not.
func TestMosquittoBridge(t *testing.T) {
	for name, marked := range map[string]string{"marked as a bridge": "true", "as a client": "false"} {
		t.Run(name, func(t *testing.T) {
			d := open(t, intaketest.Options{})
			address := mosquittotest.Start(t, fmt.Sprintf(`connection plumbline
address %s
remote_clientid REG-4
remote_username REG-4
remote_password secret-4
cleansession false
notifications false
try_private %s
topic up out 1 site/ v1/dev/REG-4/
topic down in 1 site/ v1/dev/REG-4/
`, d.Address(), marked))
			client := paho.NewClient(paho.NewClientOptions().AddBroker("tcp://" + address).SetUsername("plumbline").SetPassword("pass").SetClientID("logger"))
			wait(t, client.Connect())
			defer client.Disconnect(0)
			commands := make(chan string, 1)
			wait(t, client.Subscribe("site/down", 1, func(_ paho.Client, m paho.Message) { commands <- string(m.Payload()) }))
			for !d.Listens("REG-4") {
				await.Pause()
			}
			const n = 20
			for i := range n {
				wait(t, client.Publish("site/up", 1, false, fmt.Sprintf(`{"t":%d,"v":{"n":%d}}`, 1795134600000+i, i)))
			}
			for count := 0; count < n; {
				if err := d.WaitAllStored(t.Context()); err != nil {
					t.Fatal(err)
				}
				count = 0
				err := d.Series.Scan(t.Context(), series.RawID(4, 0), 0, 1<<62, nil, func(b *series.Block) error {
					count += len(b.Times)
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
			}
			if got := d.latest(t, 4, 0, "n"); got != n-1 {
				t.Errorf("latest n = %v, want %d", got, n-1)
			}
			if !d.Send("REG-4", []byte(`{"type":"cmd","id":"c-1","cmd":"read"}`)) {
				t.Fatal("the command could not be sent")
			}
			select {
			case got := <-commands:
				if got != `{"type":"cmd","id":"c-1","cmd":"read"}` {
					t.Errorf("the command arrived as %q", got)
				}
			case <-time.After(20 * time.Second):
				t.Error("the command did not arrive")
			}
		})
	}
}
