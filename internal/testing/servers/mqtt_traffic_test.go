//go:build unix

package servers_test

import (
	"fmt"
	"time"

	mqtt "github.com/eclipse/paho.mqtt.golang"
)

// messages sends the readings of gauges over MQTT, each gauge over a separate connection. A reading without PUBACK is
// sent again.
func (tr *traffic) messages(address string, gauges ...int) {
	for _, i := range gauges {
		tr.sending.Go(func() {
			g := tr.in.gauges[i]
			options := mqtt.NewClientOptions().AddBroker("tcp://" + address).SetClientID(g.register).SetUsername(g.register).SetPassword(g.secret).
				SetAutoReconnect(false).SetConnectTimeout(2 * time.Second).SetWriteTimeout(2 * time.Second).SetKeepAlive(2 * time.Second).
				SetPingTimeout(2 * time.Second)
			client := mqtt.NewClient(options)
			defer func() { client.Disconnect(0) }()
			for {
				select {
				case <-tr.end:
					return
				default:
				}
				if !client.IsConnectionOpen() {
					client.Disconnect(0)
					client = mqtt.NewClient(options)
					if token := client.Connect(); !token.WaitTimeout(2*time.Second) || token.Error() != nil {
						tr.refused.Add(1)
						continue
					}
				}
				n := tr.acknowledged[i]
				text := fmt.Sprintf(`{"t":%d,"v":{"disp":%g}}`, g.at(n), valueOf(n))
				token := client.Publish("v1/dev/"+g.register+"/up", 1, false, text)
				if token.WaitTimeout(2*time.Second) && token.Error() == nil {
					tr.acknowledged[i]++
					tr.total.Add(1)
				} else {
					tr.refused.Add(1)
					client.Disconnect(0)
				}
			}
		})
	}
}
