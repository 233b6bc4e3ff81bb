package killtest

import (
	"bytes"
	"context"
	"io"
	"net"
	"net/http"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/eclipse/paho.golang/paho"
	paho3 "github.com/eclipse/paho.mqtt.golang"

	"plumbline/internal/field/ingest/intaketest"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/field/transport/loadgen"
)

// window is a simple device with up to four messages in flight.
func window(ctx context.Context, s *server, id int, o *order, l *ledger) {
	for ctx.Err() == nil {
		c, err := loadgen.Dial(ctx, s.mqttAddr, intaketest.Register(int64(id)), intaketest.Secret(int64(id)))
		if err != nil {
			pause(ctx)
			continue
		}
		var flying []int
		for ctx.Err() == nil {
			if len(flying) == 4 {
				if c.Acknowledged() != nil {
					break
				}
				l.note(l.acknowledged, flying[0])
				flying = flying[1:]
			}
			n := o.take()
			l.note(l.sent, n)
			if c.Send(message(n)) != nil {
				break
			}
			flying = append(flying, n)
		}
		// Messages in flight are sent again after reconnecting.
		o.late = append(o.late, flying...)
		_ = c.Close()
	}
}

// byPaho3 uses a third-party library for version 3.1.1.
func byPaho3(ctx context.Context, s *server, id int, o *order, l *ledger) {
	options := paho3.NewClientOptions().AddBroker("tcp://" + s.mqttAddr).SetClientID(intaketest.Register(int64(id))).
		SetUsername(intaketest.Register(int64(id))).SetPassword(intaketest.Secret(int64(id))).
		SetCleanSession(false).SetAutoReconnect(true).SetConnectRetry(true).
		SetConnectRetryInterval(50 * time.Millisecond).SetMaxReconnectInterval(100 * time.Millisecond)
	client := paho3.NewClient(options)
	client.Connect()
	defer client.Disconnect(0)
	for ctx.Err() == nil {
		if !client.IsConnectionOpen() {
			pause(ctx)
			continue
		}
		n := o.take()
		l.note(l.sent, n)
		token := client.Publish("v1/dev/"+intaketest.Register(int64(id))+"/up", byte(1+n%2), false, message(n))
		select {
		case <-token.Done():
			if token.Error() == nil {
				l.note(l.acknowledged, n)
			}
		case <-ctx.Done():
		}
	}
}

// byPaho5 uses a third-party library for version 5.
func byPaho5(ctx context.Context, s *server, id int, o *order, l *ledger) {
	register := intaketest.Register(int64(id))
	for ctx.Err() == nil {
		conn, err := net.Dial("tcp", s.mqttAddr)
		if err != nil {
			pause(ctx)
			continue
		}
		down := make(chan struct{})
		var once sync.Once
		end := func() { once.Do(func() { close(down) }) }
		client := paho.NewClient(paho.ClientConfig{
			Conn: conn, OnClientError: func(error) { end() }, OnServerDisconnect: func(*paho.Disconnect) { end() },
		})
		answer, err := client.Connect(ctx, &paho.Connect{
			ClientID: register, Username: register, UsernameFlag: true, Password: []byte(intaketest.Secret(int64(id))), PasswordFlag: true,
			KeepAlive: 60, CleanStart: true,
		})
		if err != nil || answer.ReasonCode != 0 {
			_ = conn.Close()
			pause(ctx)
			continue
		}
		for up := true; up && ctx.Err() == nil; {
			n := o.take()
			l.note(l.sent, n)
			try, cancel := context.WithTimeout(ctx, 2*time.Second)
			_, err := client.Publish(try, &paho.Publish{Topic: "v1/dev/" + register + "/up", QoS: byte(1 + n%2), Payload: message(n)})
			cancel()
			if err == nil {
				l.note(l.acknowledged, n)
				continue
			}
			o.late = append(o.late, n)
			up = false
		}
		_ = conn.Close()
		select {
		case <-client.Done():
		case <-time.After(2 * time.Second):
		}
	}
}

// byMosquitto sends with mosquitto_pub, one process per message: its exit without error is the acknowledgement.
func byMosquitto(ctx context.Context, s *server, id int, o *order, l *ledger) {
	program, err := exec.LookPath("mosquitto_pub")
	if err != nil {
		window(ctx, s, id, o, l)
		return
	}
	register := intaketest.Register(int64(id))
	host, port, _ := net.SplitHostPort(s.mqttAddr)
	for ctx.Err() == nil {
		n := o.take()
		l.note(l.sent, n)
		version := []string{"mqttv311", "mqttv5"}[n%2]
		run := exec.CommandContext(ctx, program, "-h", host, "-p", port, "-V", version, "-q", strconv.Itoa(1+n%2), "-i", register, "-u", register,
			"-P", intaketest.Secret(int64(id)), "-t", "v1/dev/"+register+"/up", "-m", string(message(n)))
		if run.Run() == nil {
			l.note(l.acknowledged, n)
		} else {
			o.late = append(o.late, n)
			pause(ctx)
		}
	}
}

// byHTTP posts signed messages of up to 20 readings.
func byHTTP(ctx context.Context, s *server, id int, o *order, l *ledger) {
	register := intaketest.Register(int64(id))
	client := &http.Client{Timeout: 5 * time.Second}
	defer client.CloseIdleConnections()
	for ctx.Err() == nil {
		var numbers []int
		var items []string
		for range 1 + o.random.IntN(20) {
			n := o.take()
			numbers = append(numbers, n)
			items = append(items, string(message(n)))
			l.note(l.sent, n)
		}
		body := []byte(`{"items":[` + strings.Join(items, ",") + `]}`)
		stamp := strconv.FormatInt(time.Now().Unix(), 10)
		request, err := http.NewRequestWithContext(ctx, http.MethodPost, s.webURL+httppush.Path+register, bytes.NewReader(body))
		if err != nil {
			return
		}
		request.Header.Set(httppush.TimeHeader, stamp)
		request.Header.Set(httppush.SignHeader, httppush.Sign(intaketest.Secret(int64(id)), stamp, register, body))
		answer, err := client.Do(request)
		good := err == nil && answer.StatusCode == http.StatusOK
		if err == nil {
			_, _ = io.Copy(io.Discard, answer.Body)
			_ = answer.Body.Close()
		}
		if !good {
			o.late = append(o.late, numbers...)
			pause(ctx)
			continue
		}
		for _, n := range numbers {
			l.note(l.acknowledged, n)
		}
	}
}

// pause delays retries while the server is down.
func pause(ctx context.Context) {
	select {
	case <-time.After(20 * time.Millisecond):
	case <-ctx.Done():
	}
}
