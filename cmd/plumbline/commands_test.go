package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
)

const firstPassword = "Start-2468!"

// binary builds the program once for a test.
func binary(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "plumbline")
	build := exec.Command("go", "build", "-o", path, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return path
}

// do runs a command of the program.
func do(t *testing.T, path string, args ...string) (out string, err error) {
	t.Helper()
	text, err := exec.Command(path, args...).CombinedOutput()
	return string(text), err
}

func must(t *testing.T, path string, args ...string) string {
	t.Helper()
	out, err := do(t, path, args...)
	if err != nil {
		t.Fatalf("plumbline %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

// serving is a server in its own process.
type serving struct {
	t    *testing.T
	base string
	stop func()
	kill func()
}

func start(t *testing.T, path, data string, more ...string) serving {
	t.Helper()
	command := exec.Command(path, append([]string{"serve", "--data", data, "--http", "127.0.0.1:0", "--mqtt", "127.0.0.1:0"}, more...)...)
	command.Env = append(os.Environ(), "PLUMBLINE_ADMIN_PASSWORD="+firstPassword)
	out, err := command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	command.Stderr = os.Stderr
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	address := regexp.MustCompile(`is up: (http://[0-9.:]+)`)
	var text bytes.Buffer
	buffer := make([]byte, 1024)
	for !address.Match(text.Bytes()) {
		n, err := out.Read(buffer)
		text.Write(buffer[:n])
		if err != nil {
			t.Fatalf("the server ended: %v\n%s", err, &text)
		}
	}
	drained := make(chan struct{})
	go func() {
		defer close(drained)
		_, _ = io.Copy(io.Discard, out) // ends with the process
	}()
	stopped := false
	s := serving{t: t, base: string(address.FindSubmatch(text.Bytes())[1])}
	s.stop = func() {
		if stopped {
			return
		}
		stopped = true
		if err := command.Process.Signal(syscall.SIGTERM); err != nil {
			t.Error(err)
		}
		<-drained
		if err := command.Wait(); err != nil {
			t.Errorf("the server stopped with %v", err)
		}
	}
	s.kill = func() {
		stopped = true
		if err := command.Process.Kill(); err != nil {
			t.Error(err)
		}
		<-drained
		_ = command.Wait() // it was killed
	}
	t.Cleanup(s.stop)
	return s
}

// call makes a request and returns its status and body.
func (s serving) call(token, method, path, body string) (int, string) {
	s.t.Helper()
	r, err := http.NewRequest(method, s.base+path, strings.NewReader(body))
	if err != nil {
		s.t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	reply, err := http.DefaultClient.Do(r)
	if err != nil {
		s.t.Fatal(err)
	}
	defer reply.Body.Close()
	text, err := io.ReadAll(reply.Body)
	if err != nil {
		s.t.Fatal(err)
	}
	return reply.StatusCode, string(text)
}

// signIn returns a token; "" if it is refused.
func (s serving) signIn(password string) string {
	s.t.Helper()
	_, text := s.call("", "POST", "/api/sessions/signin", fmt.Sprintf(`{"name":"admin","password":%q}`, password))
	var session struct{ Token string }
	if err := json.Unmarshal([]byte(text), &session); err != nil {
		s.t.Fatalf("%v in %s", err, text)
	}
	return session.Token
}

// An operator backs up a running installation, loses it, restores it elsewhere and finds everything there. A damaged
// backup and a folder in use are refused.
func TestBackupAndRestoreOfARunningServer(t *testing.T) {
	path, folder := binary(t), t.TempDir()
	data, again, file := filepath.Join(folder, "data"), filepath.Join(folder, "again"), filepath.Join(folder, "saved.plumbline")
	server := start(t, path, data)
	token := server.signIn(firstPassword)
	if status, text := server.call(token, "POST", "/api/projects", `{"name":"Saved slope"}`); status != 201 {
		t.Fatalf("%d %s", status, text)
	}
	if out := must(t, path, "backup", "--data", data, file); !strings.Contains(out, "saved "+file) {
		t.Errorf("backup says %q", out)
	}
	if status, _ := server.call(token, "POST", "/api/projects", `{"name":"Later slope"}`); status != 201 {
		t.Error("the server does not continue after the backup")
	}
	if out, err := do(t, path, "backup", "--data", data, file); err == nil || !strings.Contains(out, "already exists") {
		t.Errorf("a second backup to the same file: %v %s", err, out)
	}
	if out, err := do(t, path, "restore", "--data", data, file); err == nil {
		t.Errorf("restored over an existing installation: %s", out)
	}
	server.stop()

	saved, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	damaged := filepath.Join(folder, "damaged")
	half := bytes.Clone(saved)
	half[len(half)/2] ^= 0xFF
	if err := os.WriteFile(damaged, half, 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := do(t, path, "restore", "--data", filepath.Join(folder, "none"), damaged); err == nil {
		t.Errorf("a damaged backup was restored: %s", out)
	}
	if out := must(t, path, "restore", "--data", again, file); !strings.Contains(out, "restored the installation as of") {
		t.Errorf("restore says %q", out)
	}
	server = start(t, path, again)
	_, projects := server.call(server.signIn(firstPassword), "GET", "/api/projects", "")
	if !strings.Contains(projects, "Saved slope") || strings.Contains(projects, "Later slope") {
		t.Errorf("after the restore: %s", projects)
	}
}

// With access to the machine, an account gets a new password while the server runs: the old one and all sessions end
// at once.
func TestResetPasswordWhileServerRuns(t *testing.T) {
	path, data := binary(t), filepath.Join(t.TempDir(), "data")
	server := start(t, path, data)
	token := server.signIn(firstPassword)
	out := must(t, path, "admin", "reset-password", "--data", data, "admin")
	_, made, found := strings.Cut(strings.TrimSpace(out), "shown only once: ")
	if !found {
		t.Fatalf("reset-password says %q", out)
	}
	if status, text := server.call(token, "GET", "/api/sessions/current", ""); status != 401 || !strings.Contains(text, "8007") {
		t.Errorf("an earlier session: %d %s", status, text)
	}
	if server.signIn(firstPassword) != "" {
		t.Error("the old password still works")
	}
	if server.signIn(made) == "" {
		t.Error("the new password does not work")
	}
	if out, err := do(t, path, "admin", "reset-password", "--data", data, "nobody"); err == nil {
		t.Errorf("an unknown account: %s", out)
	}
	if out, err := do(t, path, "admin", "reset-password", "--data", t.TempDir(), "admin"); err == nil {
		t.Errorf("a folder without an installation: %s", out)
	}
}
