// Package s3test provides buckets of a real S3 server, versitygw, on loopback. All tests of a package share a server;
// a test that stops one starts another.
package s3test

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"

	"plumbline/internal/platform/blob/s3"
	"plumbline/internal/testing/process"
)

// Keys of the only account.
const (
	AccessKey = "plumbline-test"
	SecretKey = "a secret of the tests, never logged"
)

const (
	program  = "tools/bin/versitygw" // built by make
	files    = "files"               // folders of the server
	metadata = "metadata"
)

var (
	start    sync.Once
	shared   *Server
	startErr error
	count    atomic.Int64
)

// Bucket returns the location and configuration of a fresh bucket. Without the server's program the test is skipped
// with a message, or fails if REQUIRE_S3=1 or CI is set.
func Bucket(t testing.TB) (location string, config s3.Config) {
	t.Helper()
	start.Do(func() {
		if shared, startErr = prepare(); startErr == nil {
			startErr = shared.start()
		}
	})
	demand(t, startErr)
	return shared.Bucket(t), shared.Config()
}

func demand(t testing.TB, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if os.Getenv("REQUIRE_S3") == "1" || os.Getenv("CI") != "" {
		t.Fatalf("an S3 server is required: %v", err)
	}
	t.Skipf("S3 server not available: %v", err)
}

// Server is a server that a test can stop and start.
type Server struct {
	home, bin, address string
	process            *process.Process
}

// New starts a server, which is removed at the end of the test.
func New(t testing.TB) *Server {
	t.Helper()
	s, err := prepare()
	demand(t, err)
	t.Cleanup(func() {
		s.Stop()
		_ = os.RemoveAll(s.home)
	})
	s.Start(t)
	return s
}

func prepare() (*Server, error) {
	bin, err := find()
	if err != nil {
		return nil, err
	}
	home, err := os.MkdirTemp("", "s3test")
	if err != nil {
		return nil, err
	}
	return &Server{home: home, bin: bin, address: process.FreeAddress()}, nil // kept over restarts
}

// find returns the program below the root of the module.
func find() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			break
		}
		if folder == filepath.Dir(folder) {
			return "", fmt.Errorf("no module above the working folder")
		}
		folder = filepath.Dir(folder)
	}
	path := filepath.Join(folder, program)
	if _, err := os.Stat(path); err != nil {
		return "", fmt.Errorf("%s is missing: make %s", program, program)
	}
	return path, nil
}

// Config returns how to reach the server.
func (s *Server) Config() s3.Config {
	return s3.Config{Endpoint: "http://" + s.address, AccessKey: AccessKey, SecretKey: SecretKey}
}

// Bucket creates a bucket and returns its location with a prefix.
func (s *Server) Bucket(t testing.TB) string {
	t.Helper()
	name := fmt.Sprintf("test-%d", count.Add(1))
	if err := s.client(t).MakeBucket(context.Background(), name, minio.MakeBucketOptions{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for _, folder := range []string{files, metadata} {
			_ = os.RemoveAll(filepath.Join(s.home, folder, name)) // large blobs do not wait for the end of all tests
		}
	})
	return "s3://" + name + "/shared/plumbline"
}

func (s *Server) client(t testing.TB) *minio.Client {
	t.Helper()
	client, err := minio.New(s.address, &minio.Options{Creds: credentials.NewStaticV4(AccessKey, SecretKey, ""), Region: s3.DefaultRegion})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

// Start starts the server and waits until it accepts connections.
func (s *Server) Start(t testing.TB) {
	t.Helper()
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
}

// Stop kills the server.
func (s *Server) Stop() {
	if s.process == nil {
		return
	}
	s.process.Kill()
	s.process = nil
}

const startWithin = 30 * time.Second

func (s *Server) start() error {
	for _, folder := range []string{files, metadata} {
		if err := os.MkdirAll(filepath.Join(s.home, folder), 0o750); err != nil {
			return err
		}
	}
	log, err := os.OpenFile(filepath.Join(s.home, "log"), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	defer log.Close()
	// Not every file system of a temporary folder has extended attributes, hence the sidecar.
	command := exec.Command(s.bin, "--port", s.address, "--quiet", "--keep-alive", "posix", "--sidecar", filepath.Join(s.home, metadata), filepath.Join(s.home, files))
	command.Env = append(os.Environ(), "ROOT_ACCESS_KEY="+AccessKey, "ROOT_SECRET_KEY="+SecretKey)
	command.Stdout, command.Stderr = log, log
	if s.process, err = process.Start(command); err != nil {
		return err
	}
	return s.await()
}

// await waits for the port, because the process does not report when it is open.
func (s *Server) await() error {
	for deadline := time.Now().Add(startWithin); ; {
		conn, err := net.DialTimeout("tcp", s.address, time.Second)
		if err == nil {
			return conn.Close()
		}
		select {
		case <-s.process.Ended():
			text, _ := os.ReadFile(filepath.Join(s.home, "log")) // best effort
			return fmt.Errorf("the S3 server ended: %s", text)
		case <-time.After(10 * time.Millisecond):
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("the S3 server does not open its port: %w", err)
		}
	}
}
