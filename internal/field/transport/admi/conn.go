package admi

import (
	"context"
	"net"
	"sync"

	"google.golang.org/grpc"
	"google.golang.org/protobuf/proto"

	"plumbline/internal/field/ingest"
	protocol "plumbline/internal/field/protocol/admi"
	"plumbline/internal/field/protocol/admi/admipb"
	"plumbline/internal/field/transport/admi/servicepb"
	"plumbline/internal/platform/outbound"
	"plumbline/internal/site/device"
)

// Conn connects to the service of a device and returns its stream Connect as a connection that carries frames of the family.
func Conn(ctx context.Context, dialler *outbound.Dialler, d *ingest.Device, to device.Dial) (net.Conn, error) {
	service, err := Open(ctx, dialler, d, to)
	if err != nil {
		return nil, err
	}
	// A wrong secret is an error of the attempt, and not of a connection that ends at once.
	if _, err := service.GetInfo(ctx, &servicepb.GetInfoRequest{}); err != nil {
		_ = service.Close()
		return nil, Refused(err)
	}
	living, end := context.WithCancel(context.WithoutCancel(ctx))
	stream, err := service.Connect(living, grpc.MaxCallRecvMsgSize(protocol.MaxMessage))
	if err != nil {
		end()
		_ = service.Close()
		return nil, Refused(err)
	}
	ours, theirs := net.Pipe()
	c := &conn{Conn: ours, remote: service.remote}
	c.pumps.Go(func() { receive(stream, theirs) })
	c.pumps.Go(func() { send(stream, theirs) })
	c.end = sync.OnceValue(func() error {
		end()
		_, _ = ours.Close(), theirs.Close() // a pipe cannot fail
		err := service.Close()
		c.pumps.Wait()
		return err
	})
	return c, nil
}

// conn is a stream as a connection.
type conn struct {
	net.Conn
	remote net.Addr
	pumps  sync.WaitGroup
	end    func() error
}

func (c *conn) RemoteAddr() net.Addr { return c.remote }

func (c *conn) Close() error { return c.end() }

type stream = grpc.BidiStreamingClient[admipb.ConnectRequest, admipb.ConnectResponse]

// receive writes the messages of the service as frames until the stream or the connection ends.
func receive(from stream, to net.Conn) {
	defer func() { _ = to.Close() }()
	for {
		m, err := from.Recv()
		if err != nil {
			return
		}
		frame, err := protocol.Frame(m)
		if err != nil {
			return
		}
		if _, err := to.Write(frame); err != nil {
			return
		}
	}
}

// send sends the frames that the platform writes until the connection ends.
func send(to stream, from net.Conn) {
	defer func() { _ = from.Close() }()
	var kept []byte
	buffer := make([]byte, 4<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil {
			return
		}
		kept = append(kept, buffer[:n]...)
		for {
			skip, n := protocol.Cut(kept)
			if n == 0 {
				kept = kept[skip:]
				break
			}
			message, err := protocol.Message(kept[skip : skip+n])
			if err != nil {
				return
			}
			request := new(admipb.ConnectRequest)
			if proto.Unmarshal(message, request) != nil || to.Send(request) != nil {
				return
			}
			kept = kept[skip+n:]
		}
	}
}
