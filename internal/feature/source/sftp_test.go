package source_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"encoding/pem"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/pkg/sftp"
	"golang.org/x/crypto/ssh"

	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// openSSH is the SFTP server of OpenSSH; where it is not installed, the tests use that of the library.
const openSSH = "/usr/lib/openssh/sftp-server"

// machine is another machine with an SSH server.
type machine struct {
	address, hostKey string
	userKey          string // PEM
}

func openMachine(t *testing.T) machine {
	t.Helper()
	host, hostKey := keyPair(t)
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	user, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	config := &ssh.ServerConfig{
		PasswordCallback: func(c ssh.ConnMetadata, password []byte) (*ssh.Permissions, error) {
			if c.User() == "logger" && string(password) == "pass" {
				return nil, nil
			}
			return nil, io.EOF
		},
		PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			if string(key.Marshal()) == string(user.PublicKey().Marshal()) {
				return nil, nil
			}
			return nil, io.EOF
		},
	}
	config.AddHostKey(host)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go serveSSH(t, conn, config)
		}
	}()
	return machine{listener.Addr().String(), hostKey, string(pem.EncodeToMemory(block))}
}

func keyPair(t *testing.T) (ssh.Signer, string) {
	t.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ssh.NewSignerFromKey(private)
	if err != nil {
		t.Fatal(err)
	}
	return signer, strings.TrimSpace(string(ssh.MarshalAuthorizedKey(signer.PublicKey())))
}

func serveSSH(t *testing.T, conn net.Conn, config *ssh.ServerConfig) {
	signedIn, channels, requests, err := ssh.NewServerConn(conn, config)
	if err != nil {
		return
	}
	defer signedIn.Close()
	go ssh.DiscardRequests(requests)
	for offered := range channels {
		channel, asked, err := offered.Accept()
		if err != nil {
			return
		}
		for request := range asked {
			is := request.Type == "subsystem" && strings.HasSuffix(string(request.Payload), "sftp")
			_ = request.Reply(is, nil)
			if is {
				serveSFTP(t, channel)
			}
		}
	}
}

func serveSFTP(t *testing.T, channel ssh.Channel) {
	defer channel.Close()
	if _, err := os.Stat(openSSH); err == nil {
		server := exec.CommandContext(t.Context(), openSSH, "-e")
		server.Stdin, server.Stdout, server.Stderr = channel, channel, io.Discard
		_ = server.Run()
		return
	}
	server, err := sftp.NewServer(channel, sftp.ReadOnly())
	if err == nil {
		_ = server.Serve()
	}
}

// Files of another machine are read like those of a folder, after the machine has shown the key in the settings.
func TestFilesOfAnotherMachine(t *testing.T) {
	m, folder := openMachine(t), t.TempDir()
	r := start(t, apptest.Engines()[0])
	l := &logger{t, filepath.Join(folder, "hourly.dat"), time.Unix(1_700_000_000, 0)}
	l.write(head + record(0) + record(1))
	secret := func(name, value string) []any { return []any{map[string]string{"name": name, "value": value}} }
	body := func(hostKey, at string, secrets []any) map[string]any {
		b := r.files("sftp", map[string]any{"address": m.address, "user": "logger", "folder": at, "hostKey": hostKey})
		b["secrets"] = secrets
		return b
	}
	at := r.create(body("", folder, secret("password", "pass")))
	r.run()
	state := r.ask("GET", at, nil, 200)
	if state["code"].(float64) != float64(errs.HostKeyWrong.Code) || !strings.Contains(state["problem"].(string), m.hostKey) {
		t.Errorf("state %v", state)
	}
	_, other := keyPair(t)
	for _, of := range []struct {
		body    map[string]any
		message *errs.Message
	}{
		{body(other, folder, secret("password", "pass")), errs.HostKeyWrong},
		{body(m.hostKey, folder, secret("password", "wrong")), errs.SignInRefused},
		{body(m.hostKey, folder, secret("privateKey", "no key")), errs.SignInRefused},
		{body(m.hostKey, folder+"/none", secret("password", "pass")), errs.FolderMissing},
		{body(m.hostKey, folder, secret("password", "pass")), nil},
		{body(m.hostKey, folder, secret("privateKey", m.userKey)), nil},
	} {
		r.ask("PUT", at, of.body, 200)
		r.run()
		want := 0
		if of.message != nil {
			want = of.message.Code
		}
		if state := r.ask("GET", at, nil, 200); state["code"].(float64) != float64(want) {
			t.Errorf("state %v, want %d", state, want)
		}
	}
	l.write(head + record(0) + record(1) + record(2))
	r.again(at)
	if n, last := r.rows(); n != 3 || !strings.HasSuffix(last, "freq=2.5") {
		t.Errorf("%d rows, the last %s", n, last)
	}
	for field, of := range map[string]struct {
		change  func(f map[string]any)
		message *errs.Message
	}{
		"address": {func(f map[string]any) { f["address"] = "host" }, errs.SFTPAddress},
		"hostKey": {func(f map[string]any) { f["hostKey"] = "AAAA" }, errs.HostKeyInvalid},
		"user":    {func(f map[string]any) { f["user"] = "" }, errs.Empty},
	} {
		b := body(m.hostKey, folder, secret("password", "pass"))
		b["name"] = field
		of.change(b["settings"].(map[string]any)["files"].(map[string]any))
		if got := r.ask("POST", "", b, 422); got["code"].(float64) != float64(of.message.Code) {
			t.Errorf("%s: %v", field, got)
		}
	}
	b := body(m.hostKey, folder, nil)
	if got := r.ask("PUT", at, b, 422); got["code"].(float64) != float64(errs.SFTPSecret.Code) {
		t.Errorf("without a secret: %v", got)
	}
}
