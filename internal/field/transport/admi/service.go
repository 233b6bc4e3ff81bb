// Package admi is the client of the local services that read imported shape arrays over gRPC (docs/admi.proto). Conn carries
// the readings and commands of a device over a line like those of other devices that the platform connects to, so that
// journal, leases and commands are the same. Open is for calls that ask a service something else.
package admi

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"sync/atomic"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"

	"plumbline/internal/field/ingest"
	protocol "plumbline/internal/field/protocol/admi"
	"plumbline/internal/field/transport/admi/servicepb"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/site/device"
)

// Service is a connection to the service of a device. It ends when the network does, and does not connect again.
type Service struct {
	servicepb.ShapeArrayServiceClient
	conn   *grpc.ClientConn
	remote net.Addr
}

// Open connects to the service of a device for its corporation.
func Open(ctx context.Context, dialler *outbound.Dialler, d *ingest.Device, to device.Dial) (*Service, error) {
	conn, err := dialler.Dial(ctx, d.CorporationID, to.Address)
	if err != nil {
		if _, ours := errs.As(err); ours {
			return nil, err
		}
		return nil, errs.Wrap(err, errs.RefusedUnreachable)
	}
	now := clock.Now().UnixMilli()
	if to.TLS {
		_, profile := d.Speaks(now)
		if conn, err = secured(ctx, conn, to.Address, profile); err != nil {
			return nil, err
		}
	}
	token := ""
	if keys := d.Keys(now); len(keys) > 0 {
		token = string(keys[0])
	}
	return over(conn, token)
}

// secured encrypts a connection.
func secured(ctx context.Context, conn net.Conn, address string, profile any) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	config := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2"}}
	if p, ok := profile.(*protocol.Profile); ok {
		config.RootCAs = p.Roots()
	}
	encrypted := tls.Client(conn, config)
	if err := encrypted.HandshakeContext(ctx); err != nil {
		_ = conn.Close()
		if _, untrusted := errors.AsType[*tls.CertificateVerificationError](err); untrusted || isHostname(err) {
			return nil, errs.Wrap(err, errs.CertificateUntrusted)
		}
		return nil, errs.Wrap(err, errs.RefusedUnreachable)
	}
	return encrypted, nil
}

func isHostname(err error) bool {
	_, other := errors.AsType[x509.HostnameError](err)
	return other
}

// over speaks gRPC over a connection.
func over(conn net.Conn, token string) (*Service, error) {
	var used atomic.Bool
	once := func(context.Context, string) (net.Conn, error) {
		if used.Swap(true) {
			return nil, io.EOF // the address is not dialled a second time
		}
		return conn, nil
	}
	client, err := grpc.NewClient("passthrough:///"+conn.RemoteAddr().String(),
		grpc.WithContextDialer(once), grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithPerRPCCredentials(bearer(token)),
		grpc.WithDisableServiceConfig(), grpc.WithNoProxy())
	if err != nil {
		return nil, errors.Join(err, conn.Close())
	}
	return &Service{servicepb.NewShapeArrayServiceClient(client), client, conn.RemoteAddr()}, nil
}

// Close ends the connection.
func (s *Service) Close() error { return s.conn.Close() }

// bearer is the secret of a device, which is sent with each call. The connection may be plain, on the operator's network.
type bearer string

func (b bearer) GetRequestMetadata(context.Context, ...string) (map[string]string, error) {
	if b == "" {
		return nil, nil
	}
	return map[string]string{"authorization": "Bearer " + string(b)}, nil
}

func (b bearer) RequireTransportSecurity() bool { return false }

// Authorized reports whether a call carries a token, for services.
func Authorized(ctx context.Context, token string) bool {
	sent, _ := metadata.FromIncomingContext(ctx)
	given := sent.Get("authorization")
	return token == "" || len(given) == 1 && given[0] == "Bearer "+token
}

const maxText = 200 // characters of what a service says

// Refused returns what a service says as an error for people.
func Refused(err error) error {
	if err == nil {
		return nil
	}
	said, ok := status.FromError(err)
	if !ok {
		return err
	}
	switch said.Code() {
	case codes.Unauthenticated, codes.PermissionDenied:
		return errs.Wrap(err, errs.SignInRefused)
	case codes.Unavailable, codes.DeadlineExceeded, codes.Canceled:
		return errs.Wrap(err, errs.RefusedUnreachable)
	case codes.NotFound:
		return errs.Wrap(err, errs.FileNotUploaded)
	}
	text := []rune(said.Message())
	return errs.Wrap(err, errs.ServiceRefused, "text", string(text[:min(len(text), maxText)]))
}
