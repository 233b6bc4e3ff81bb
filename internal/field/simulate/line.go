package simulate

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"github.com/eclipse/paho.golang/autopaho"
	"github.com/eclipse/paho.golang/paho"
	paho3 "github.com/eclipse/paho.mqtt.golang"

	"plumbline/internal/field/transport/httppush"
)

// line is the connection of a device. send returns once the message is acknowledged; downlink messages are passed to
// the device in order.
type line interface {
	send(ctx context.Context, payload []byte) error
	close()
}

// inbox has the downlink messages that a device has not handled yet.
type inbox chan []byte

// mostWaiting is how many downlink messages a busy device queues; the platform retries others.
const mostWaiting = 64

func (i inbox) put(payload []byte) {
	select {
	case i <- payload:
	default:
	}
}

const patience = 30 * time.Second // for one acknowledgement

func scheme(secure *tls.Config) string {
	if secure != nil {
		return "mqtts"
	}
	return "mqtt"
}

// over3 is MQTT 3.1.1.
type over3 struct {
	client paho3.Client
	topic  string
}

func dial3(ctx context.Context, address string, secure *tls.Config, d credential, in inbox) (line, error) {
	options := paho3.NewClientOptions().AddBroker(scheme(secure) + "://" + address).SetClientID(d.register).
		SetUsername(d.register).SetPassword(d.secret).SetTLSConfig(secure).SetCleanSession(false).
		SetConnectTimeout(10 * time.Second).SetMaxReconnectInterval(10 * time.Second)
	options.SetOnConnectHandler(func(client paho3.Client) {
		client.Subscribe("v1/dev/"+d.register+"/down", 1, func(_ paho3.Client, m paho3.Message) { in.put(m.Payload()) })
	})
	client := paho3.NewClient(options)
	for {
		token := client.Connect()
		select {
		case <-token.Done():
		case <-ctx.Done():
			client.Disconnect(0)
			return nil, ctx.Err()
		}
		if token.Error() == nil {
			return &over3{client, "v1/dev/" + d.register + "/up"}, nil
		}
		if !until(ctx, time.Now().Add(time.Second)) {
			return nil, fmt.Errorf("connect: %w", token.Error())
		}
	}
}

func (l *over3) send(ctx context.Context, payload []byte) error {
	token := l.client.Publish(l.topic, 1, false, payload)
	timer := time.NewTimer(patience)
	defer timer.Stop()
	select {
	case <-token.Done():
		return token.Error()
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return errors.New("no acknowledgement")
	}
}

func (l *over3) close() { l.client.Disconnect(100) }

// over5 is MQTT 5.
type over5 struct {
	manager *autopaho.ConnectionManager
	cancel  context.CancelFunc
	topic   string
}

func dial5(ctx context.Context, address string, secure *tls.Config, d credential, in inbox) (line, error) {
	server, err := url.Parse(scheme(secure) + "://" + address)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrUsage, err)
	}
	living, cancel := context.WithCancel(context.WithoutCancel(ctx))
	manager, err := autopaho.NewConnection(living, autopaho.ClientConfig{
		ServerUrls: []*url.URL{server}, TlsCfg: secure, KeepAlive: 60, ConnectUsername: d.register, ConnectPassword: []byte(d.secret),
		SessionExpiryInterval: 86400, ConnectTimeout: 10 * time.Second,
		ReconnectBackoff: autopaho.NewConstantBackoff(time.Second),
		OnConnectionUp: func(manager *autopaho.ConnectionManager, _ *paho.Connack) {
			down := paho.Subscribe{Subscriptions: []paho.SubscribeOptions{{Topic: "v1/dev/" + d.register + "/down", QoS: 1}}}
			_, _ = manager.Subscribe(living, &down) // without it the device receives nothing, and still sends
		},
		ClientConfig: paho.ClientConfig{ClientID: d.register, OnPublishReceived: []func(paho.PublishReceived) (bool, error){
			func(m paho.PublishReceived) (bool, error) {
				in.put(m.Packet.Payload)
				return true, nil
			},
		}},
	})
	if err != nil {
		cancel()
		return nil, fmt.Errorf("connect: %w", err)
	}
	return &over5{manager, cancel, "v1/dev/" + d.register + "/up"}, nil
}

func (l *over5) send(ctx context.Context, payload []byte) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := l.manager.AwaitConnection(ctx); err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	_, err := l.manager.Publish(ctx, &paho.Publish{Topic: l.topic, QoS: 1, Payload: payload})
	return err
}

func (l *over5) close() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = l.manager.Disconnect(ctx) // the connection ends either way
	l.cancel()
	<-l.manager.Done()
}

// overHTTP posts each message with a signature.
type overHTTP struct {
	server string
	credential
	client http.Client
	in     inbox
}

func (l *overHTTP) send(ctx context.Context, payload []byte) error {
	target, err := url.JoinPath(l.server, httppush.Path, l.register)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUsage, err)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, target, bytes.NewReader(payload))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUsage, err)
	}
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Accept-Language", "en")
	request.Header.Set(httppush.TimeHeader, stamp)
	request.Header.Set(httppush.SignHeader, httppush.Sign(l.secret, stamp, l.register, payload))
	answer, err := l.client.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, 4<<10))
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("the server returned %d: %s", answer.StatusCode, text)
	}
	var reply struct{ Commands []json.RawMessage }
	if json.Unmarshal(text, &reply) == nil {
		for _, command := range reply.Commands {
			l.in.put(command)
		}
	}
	return err
}

func (l *overHTTP) close() { l.client.CloseIdleConnections() }
