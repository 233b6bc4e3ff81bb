package loadgen

import (
	"context"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strings"
)

// ConnectSocat connects DTUs that are processes of socat, each with its instruments behind it. Close them at the end;
// the processes end with ctx at the latest.
func (b *Buses) ConnectSocat(ctx context.Context, address string, registers []string) error {
	behind, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	defer behind.Close()
	for _, register := range registers {
		dtu := exec.CommandContext(ctx, "socat", "TCP:"+behind.Addr().String()+",nodelay", "TCP:"+address+",nodelay")
		said := new(strings.Builder)
		dtu.Stderr = said
		if err := dtu.Start(); err != nil {
			return err
		}
		b.serving.Go(func() { _ = dtu.Wait() }) // it ends when a side closes
		conn, err := behind.Accept()
		if err != nil {
			return err
		}
		b.Idle = append(b.Idle, conn)
		if _, err := io.WriteString(conn, register+"\r\n"); err != nil {
			return fmt.Errorf("device %s: %w: %s", register, err, said)
		}
		b.serving.Go(func() { b.serve(conn) })
	}
	return nil
}
