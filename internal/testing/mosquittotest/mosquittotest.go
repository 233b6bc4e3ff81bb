// Package mosquittotest runs a real mosquitto broker on loopback.
package mosquittotest

import (
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"plumbline/internal/testing/await"
	"plumbline/internal/testing/process"
)

// Start starts mosquitto and returns its address. It lets the account user plumbline, password pass, in. config is added to its
// configuration. It ends with the test. Without mosquitto on the machine the test is skipped with a message, or fails if
// REQUIRE_PEERS=1 or CI is set.
func Start(t testing.TB, config string) (address string) {
	t.Helper()
	program := find(t)
	address = process.FreeAddress()
	_, port, _ := net.SplitHostPort(address)
	folder := t.TempDir()
	accounts, file, log := filepath.Join(folder, "accounts"), filepath.Join(folder, "mosquitto.conf"), filepath.Join(folder, "log")
	if out, err := exec.Command("mosquitto_passwd", "-b", "-c", accounts, "plumbline", "pass").CombinedOutput(); err != nil {
		t.Fatalf("mosquitto_passwd: %v: %s", err, out)
	}
	text := "listener " + port + " 127.0.0.1\nallow_anonymous false\npassword_file " + accounts + "\nuser " + owner() + "\n" + config
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	output, err := os.Create(log)
	if err != nil {
		t.Fatal(err)
	}
	defer output.Close()
	command := exec.Command(program, "-c", file)
	command.Stdout, command.Stderr = output, output
	running, err := process.Start(command)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(running.Kill)
	for deadline := time.Now().Add(20 * time.Second); ; {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
			return address
		}
		if time.Now().After(deadline) {
			said, _ := os.ReadFile(log) // best effort
			t.Fatalf("mosquitto did not come up: %v\n%s", err, said)
		}
		await.Pause()
	}
}

// owner is the account that mosquitto, started by root, keeps: it must read the files of the test.
func owner() string {
	if os.Getuid() == 0 {
		return "root"
	}
	return "mosquitto" // ignored
}

func find(t testing.TB) string {
	t.Helper()
	for _, name := range []string{"mosquitto", "/usr/sbin/mosquitto"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	if os.Getenv("REQUIRE_PEERS") != "" || os.Getenv("CI") != "" {
		t.Fatal("mosquitto is required (package mosquitto)")
	}
	t.Skip("mosquitto is not installed (package mosquitto)")
	return ""
}
