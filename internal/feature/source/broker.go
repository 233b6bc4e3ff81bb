package source

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	paho "github.com/eclipse/paho.mqtt.golang"

	"plumbline/internal/field/ingest"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

const (
	reconnect     = 5 * time.Second // after a connection ended; doubles
	connectWithin = 15 * time.Second
	keepAlive     = 60 * time.Second
	atLeastOnce   = 1
)

func (b *BrokerSettings) check(devices []int64) error {
	var refused errs.Refusals
	if _, ok := b.address(); !ok {
		refused.Add("url", errs.BrokerAddress)
	}
	if b.CA != "" && !x509.NewCertPool().AppendCertsFromPEM([]byte(b.CA)) {
		refused.Add("ca", errs.CertificateInvalid)
	}
	if b.ClientID == "" {
		refused.Add("clientId", errs.Empty)
	}
	if len(b.Topics) == 0 {
		refused.Add("topics", errs.TooFewEntries, "min", 1)
	}
	for i, topic := range b.Topics {
		field := "topics[" + strconv.Itoa(i) + "]."
		levels := strings.Split(topic.Filter, "/")
		if !isFilter(levels) {
			refused.Add(field+"filter", errs.TopicInvalid)
		}
		switch {
		case topic.DeviceID != 0 && topic.Level != 0:
			refused.Add(field+"level", errs.Unexpected)
		case topic.DeviceID != 0 && !slices.Contains(devices, topic.DeviceID):
			refused.Add(field+"deviceId", errs.MustExist)
		case topic.DeviceID == 0 && topic.Level == 0:
			refused.Add(field+"deviceId", errs.Empty)
		case topic.Level > len(levels) && levels[len(levels)-1] != "#":
			refused.Add(field+"level", errs.OutOfRange, "min", 1, "max", len(levels))
		}
	}
	return refused.Err()
}

// isFilter reports whether levels are a topic filter (MQTT 3.1.1, 4.7.1).
func isFilter(levels []string) bool {
	for i, level := range levels {
		switch {
		case level == "+", level == "#" && i == len(levels)-1:
		case strings.ContainsAny(level, "+#\x00"):
			return false
		}
	}
	return strings.Join(levels, "/") != ""
}

// address returns the address of the broker.
func (b *BrokerSettings) address() (*url.URL, bool) {
	at, err := url.Parse(b.URL)
	bare := err == nil && at.Port() != "" && at.Hostname() != "" && at.User == nil && at.Path == "" && at.RawQuery == ""
	if !bare || at.Scheme != "tcp" && at.Scheme != "tls" {
		return nil, false
	}
	return at, true
}

// subscription is a connection to an outside broker.
type subscription struct {
	*Service
	source *Source
	run    *Run
	lost   chan error
	mu     sync.Mutex // of run, failed and what is stored of it
	failed error      // of the latest message; only its handler writes it
	ctx    context.Context
}

// subscribe connects to the broker and takes its messages until the connection or ctx ends. The broker keeps messages
// until they are in the journal, because the session stays and each is acknowledged only then.
func (s *Service) subscribe(ctx context.Context, src *Source, run *Run) error {
	secrets, err := s.secrets(ctx, src.ID)
	if err != nil {
		return err
	}
	sub := &subscription{Service: s, source: src, run: run, lost: make(chan error, 1), ctx: ctx}
	options, err := sub.options(secrets["password"])
	if err != nil {
		return err
	}
	client := paho.NewClient(options)
	if err := wait(ctx, client.Connect()); err != nil {
		return refusedBy(err)
	}
	defer client.Disconnect(250)
	filters := map[string]byte{}
	for _, topic := range src.Settings.Broker.Topics {
		filters[topic.Filter] = atLeastOnce
	}
	subscribed := client.SubscribeMultiple(filters, nil)
	if err := wait(ctx, subscribed); err != nil {
		return refusedBy(err)
	}
	for _, granted := range subscribed.(*paho.SubscribeToken).Result() {
		if granted == 0x80 {
			return errs.New(errs.BrokerRefused)
		}
	}
	if err := sub.connected(); err != nil {
		return err
	}
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case err := <-sub.lost:
		sub.mu.Lock()
		defer sub.mu.Unlock()
		if sub.failed != nil {
			return sub.failed
		}
		return refusedBy(err)
	}
}

func (sub *subscription) options(password string) (*paho.ClientOptions, error) {
	b := sub.source.Settings.Broker
	at, ok := b.address()
	if !ok {
		return nil, errs.OnField("settings.broker.url", errs.BrokerAddress)
	}
	trust := &tls.Config{ServerName: at.Hostname(), MinVersion: tls.VersionTLS12}
	if b.CA != "" {
		trust.RootCAs = x509.NewCertPool()
		trust.RootCAs.AppendCertsFromPEM([]byte(b.CA))
	}
	o := paho.NewClientOptions().AddBroker(b.URL).SetClientID(b.ClientID).SetUsername(b.User).SetPassword(password).
		SetCleanSession(false).SetProtocolVersion(4).SetKeepAlive(keepAlive).SetConnectTimeout(connectWithin).
		SetAutoReconnect(false).SetConnectRetry(false).SetOrderMatters(true).SetAutoAckDisabled(true).
		SetConnectionLostHandler(func(_ paho.Client, err error) { sub.end(err) }).
		SetDefaultPublishHandler(sub.message)
	o.SetCustomOpenConnectionFn(func(*url.URL, paho.ClientOptions) (net.Conn, error) {
		conn, err := sub.outbound.Dial(sub.ctx, sub.source.CorporationID, at.Host)
		if err != nil {
			return nil, err
		}
		if at.Scheme != "tls" {
			return &packets{Conn: conn}, nil
		}
		secured := tls.Client(conn, trust)
		ctx, cancel := context.WithTimeout(sub.ctx, connectWithin)
		defer cancel()
		if err := secured.HandshakeContext(ctx); err != nil {
			return nil, errors.Join(err, conn.Close())
		}
		return &packets{Conn: secured}, nil
	})
	return o, nil
}

// end ends the subscription.
func (sub *subscription) end(err error) {
	select {
	case sub.lost <- err:
	default: // it ends already
	}
}

// message commits one message and acknowledges it. One that cannot be committed ends the connection, so that the broker
// sends it again.
func (sub *subscription) message(_ paho.Client, m paho.Message) {
	device, name := sub.receiver(m.Topic())
	if device == nil { // nobody can keep it
		sub.intake.Refused(ingest.MQTT, name, ingest.UnknownRegister, sub.source.Settings.Broker.URL, nil)
		sub.note(errs.New(errs.TopicUnknown, "topic", m.Topic()))
		m.Ack()
		return
	}
	trial, err := sub.commit(device, m.Payload())
	if err != nil {
		sub.note(err)
		sub.end(err)
		return
	}
	m.Ack()
	switch {
	case trial.Refused != nil:
		sub.note(trial.Refused)
	case sub.failed != nil:
		sub.note(nil)
	}
}

func (sub *subscription) commit(device *ingest.Device, payload []byte) (ingest.Trial, error) {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	sub.run.Requests++
	sub.run.Bytes += int64(len(payload))
	trial, _, err := sub.deliver(sub.ctx, ingest.Frame{
		Device: device.ID, Register: device.Register, Transport: ingest.MQTT, Kind: ingest.Up, Received: clock.Now().UnixMilli(), Payload: payload,
	}, sub.run)
	return trial, err
}

// note shows a problem with a message at the source, while the subscription goes on.
func (sub *subscription) note(err error) {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	sub.failed = err
	if err := sub.store.Noted(sub.ctx, sub.source, sub.problem()); errors.Is(err, ErrLost) {
		sub.end(err)
	}
}

// problem returns that of the latest message.
func (sub *subscription) problem() *Problem {
	if sub.failed == nil {
		return nil
	}
	return problemOf(sub.failed)
}

// connected stores that there is a connection. Messages that waited at the broker may have come before.
func (sub *subscription) connected() error {
	sub.mu.Lock()
	defer sub.mu.Unlock()
	return sub.store.Connected(sub.ctx, sub.source, sub.problem())
}

// receiver returns the device that receives the messages of a topic; nil, and the name in the topic, if there is none.
func (sub *subscription) receiver(topic string) (found *ingest.Device, name string) {
	levels := strings.Split(topic, "/")
	for _, t := range sub.source.Settings.Broker.Topics {
		if !matches(strings.Split(t.Filter, "/"), levels) {
			continue
		}
		if t.Level > 0 && t.Level <= len(levels) {
			name = levels[t.Level-1]
		}
		for _, id := range sub.source.Devices {
			d, known := sub.intake.Directory().ByID(id)
			if !known || d.ProjectID != sub.source.ProjectID {
				continue
			}
			if id == t.DeviceID || t.DeviceID == 0 && name != "" && (name == d.Register || name == d.SNCode) {
				return d, name
			}
		}
	}
	return nil, name
}

// matches reports whether a topic matches a filter.
func matches(filter, topic []string) bool {
	for i, level := range filter {
		switch {
		case level == "#":
			return true
		case i >= len(topic), level != "+" && level != topic[i]:
			return false
		}
	}
	return len(filter) == len(topic)
}

func wait(ctx context.Context, token paho.Token) error {
	ctx, cancel := context.WithTimeout(ctx, connectWithin)
	defer cancel()
	select {
	case <-token.Done():
		return token.Error()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// refusedBy returns the reason why there is no connection or subscription.
func refusedBy(err error) error {
	var names *tls.CertificateVerificationError
	switch {
	case errors.As(err, &names):
		return errs.Wrap(err, errs.CertificateUntrusted)
	case strings.Contains(err.Error(), "not Authorized"), strings.Contains(err.Error(), "bad user name"):
		return errs.Wrap(err, errs.SignInRefused)
	}
	if why, ok := errs.As(err); ok {
		return why
	}
	return errs.Wrap(err, errs.SourceUnreachable)
}
