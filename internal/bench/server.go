package bench

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// server is the product in its own process.
type server struct {
	command *exec.Cmd
	http    string // base URL
	ops     string // of metrics
	mqtt    string // host:port
	log     string
	started time.Duration // time until ready
}

const adminPassword = "Bench-2468!"

// readyWithin is the maximum duration of a start, including the creation of a project with 10,000 points.
const readyWithin = 5 * time.Minute

// start starts the program on a data folder and waits until it is ready.
func start(ctx context.Context, folder string, flags ...string) (*server, error) {
	program, err := os.Executable()
	if err != nil {
		return nil, err
	}
	httpAddress, err := freeAddress()
	if err != nil {
		return nil, err
	}
	mqttAddress, err := freeAddress()
	if err != nil {
		return nil, err
	}
	opsAddress, err := freeAddress()
	if err != nil {
		return nil, err
	}
	s := &server{
		http: "http://" + httpAddress, ops: "http://" + opsAddress, mqtt: mqttAddress, log: filepath.Join(filepath.Dir(folder), filepath.Base(folder)+".log"),
	}
	log, err := os.Create(s.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	s.command = exec.Command(program,
		append([]string{"serve", "--data", folder, "--http", httpAddress, "--mqtt", mqttAddress, "--ops", opsAddress}, flags...)...)
	s.command.Env = append(os.Environ(), "PLUMBLINE_ADMIN_PASSWORD="+adminPassword)
	s.command.Stdout, s.command.Stderr = log, log
	began := time.Now()
	if err := s.command.Start(); err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	ready, cancel := context.WithTimeout(ctx, readyWithin)
	defer cancel()
	for {
		if err := s.ready(ready); err == nil {
			s.started = time.Since(began)
			return s, nil
		}
		select {
		case <-ready.Done():
			_ = s.stop()
			text, _ := os.ReadFile(s.log)
			return nil, fmt.Errorf("the server did not become ready:\n%s", text)
		case <-time.After(2 * time.Millisecond):
		}
	}
}

func (s *server) ready(ctx context.Context) error {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.http+"/readyz", nil)
	if err != nil {
		return err
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer reply.Body.Close()
	if reply.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", reply.StatusCode)
	}
	return nil
}

// stop stops the server like an operator, and waits for it.
func (s *server) stop() error {
	if s.command.Process == nil {
		return nil
	}
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return s.command.Wait()
}

// residentMB returns the resident memory of the server.
func (s *server) residentMB() (float64, error) {
	status, err := os.Open(fmt.Sprintf("/proc/%d/status", s.command.Process.Pid))
	if err != nil {
		return 0, fmt.Errorf("memory of the server: %w", err)
	}
	defer status.Close()
	lines := bufio.NewScanner(status)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), "VmRSS:"); ok {
			kb, err := strconv.ParseFloat(strings.Fields(rest)[0], 64)
			return kb / 1024, err
		}
	}
	return 0, fmt.Errorf("memory of the server: no VmRSS")
}

// highest returns the largest value of a metric on any server.
func (r *run) highest(ctx context.Context, name string) (float64, error) {
	most := 0.0
	for _, s := range r.servers() {
		value, err := s.metric(ctx, name)
		if err != nil {
			return 0, err
		}
		most = max(most, value)
	}
	return most, nil
}

// total returns the sum of a metric on all servers.
func (r *run) total(ctx context.Context, name string) (float64, error) {
	sum := 0.0
	for _, s := range r.servers() {
		value, err := s.metric(ctx, name)
		if err != nil {
			return 0, err
		}
		sum += value
	}
	return sum, nil
}

// metric reads one value from /metrics; name is the whole series name with labels.
func (s *server) metric(ctx context.Context, name string) (float64, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, s.ops+"/metrics", nil)
	if err != nil {
		return 0, err
	}
	reply, err := http.DefaultClient.Do(request)
	if err != nil {
		return 0, err
	}
	defer reply.Body.Close()
	lines := bufio.NewScanner(reply.Body)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), name+" "); ok {
			return strconv.ParseFloat(rest, 64)
		}
	}
	return 0, fmt.Errorf("no metric %s", name)
}

func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}
