package s3_test

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"plumbline/internal/platform/blob"
	"plumbline/internal/platform/blob/blobtest"
	"plumbline/internal/platform/blob/s3"
	"plumbline/internal/testing/s3test"
)

const one, two = "7/0123456789abcdef0123456789abcdef", "7/1123456789abcdef0123456789abcdef"

func open(t *testing.T, location string, config s3.Config, owner string) *s3.Store {
	t.Helper()
	s, err := s3.New(location, config, owner)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestBucket(t *testing.T) {
	blobtest.Run(t, func(t *testing.T) blob.Store {
		location, config := s3test.Bucket(t)
		return open(t, location, config, "owner")
	})
}

// What only a person can fix is reported in one line that says what to do and contains no secret.
func TestRefusedAccessSaysWhatToDo(t *testing.T) {
	location, config := s3test.Bucket(t)
	plain := httptest.NewTLSServer(http.NotFoundHandler()) // with a certificate of an unknown authority
	defer plain.Close()
	for name, c := range map[string]struct {
		change   func(*s3.Config)
		location string
		says     string
	}{
		"missing bucket": {func(*s3.Config) {}, "s3://no-such-bucket", "the bucket does not exist"},
		"unknown key":    {func(c *s3.Config) { c.AccessKey = "somebody" }, location, "--s3-access-key"},
		"wrong secret":   {func(c *s3.Config) { c.SecretKey = "another secret" }, location, "PLUMBLINE_S3_SECRET_KEY"},
		"wrong region":   {func(c *s3.Config) { c.Region = "eu-central-1" }, location, "--s3-region"},
		"server with no TLS": {
			func(c *s3.Config) { c.Endpoint = strings.TrimPrefix(c.Endpoint, "http://") }, location, "the server has no TLS",
		},
		"unknown authority": {func(c *s3.Config) { c.Endpoint = plain.URL }, location, "--s3-ca"},
	} {
		t.Run(name, func(t *testing.T) {
			config := config
			c.change(&config)
			for _, owner := range []string{"", "owner"} {
				err := open(t, c.location, config, owner).Ready(t.Context())
				if !errors.Is(err, s3.ErrRefused) || !errors.Is(err, blob.ErrUnavailable) {
					t.Fatalf("%v, want a refusal", err)
				}
				if text := err.Error(); !strings.Contains(text, c.says) || strings.Contains(text, "\n") || strings.Contains(text, config.SecretKey) {
					t.Errorf("%q, want one line with %q and no secret", text, c.says)
				}
			}
		})
	}
}

func TestWrongConfigurationIsRefused(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	good := s3.Config{AccessKey: "key", SecretKey: "secret"}
	for name, c := range map[string]struct {
		location string
		change   func(*s3.Config)
		says     string
	}{
		"good":                 {"s3://bucket/a/b", func(*s3.Config) {}, ""},
		"no scheme":            {"bucket", func(*s3.Config) {}, "want s3://BUCKET"},
		"no bucket":            {"s3://", func(*s3.Config) {}, "want s3://BUCKET"},
		"upper case bucket":    {"s3://Bucket", func(*s3.Config) {}, "want s3://BUCKET"},
		"prefix above":         {"s3://bucket/a/../b", func(*s3.Config) {}, "want s3://BUCKET"},
		"empty part":           {"s3://bucket/a//b", func(*s3.Config) {}, "want s3://BUCKET"},
		"endpoint with path":   {"s3://bucket", func(c *s3.Config) { c.Endpoint = "https://host/path" }, "--s3-endpoint"},
		"endpoint with scheme": {"s3://bucket", func(c *s3.Config) { c.Endpoint = "ftp://host" }, "--s3-endpoint"},
		"no access key":        {"s3://bucket", func(c *s3.Config) { c.AccessKey = "" }, "--s3-access-key is empty"},
		"no secret":            {"s3://bucket", func(c *s3.Config) { c.SecretKey = "" }, "PLUMBLINE_S3_SECRET_KEY or --s3-secret-file"},
		"two secrets":          {"s3://bucket", func(c *s3.Config) { c.SecretFile = empty }, "choose one"},
		"empty secret file":    {"s3://bucket", func(c *s3.Config) { c.SecretKey, c.SecretFile = "", empty }, "is empty"},
		"missing secret file":  {"s3://bucket", func(c *s3.Config) { c.SecretKey, c.SecretFile = "", empty+"2" }, "--s3-secret-file"},
		"no certificate":       {"s3://bucket", func(c *s3.Config) { c.CAFile = empty }, "--s3-ca"},
	} {
		t.Run(name, func(t *testing.T) {
			config := good
			c.change(&config)
			err := config.Validate(c.location)
			if c.says == "" && err == nil {
				return
			}
			if err == nil || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%v, want %q", err, c.says)
			}
		})
	}
}

// A prefix belongs to the first installation that stores there. Others may use other prefixes of the bucket.
func TestPrefixBelongsToOneInstallation(t *testing.T) {
	location, config := s3test.Bucket(t)
	first, again := open(t, location, config, "first"), open(t, location+"/", config, "first")
	second, elsewhere := open(t, location, config, "second"), open(t, location+"/second", config, "second")
	ctx := t.Context()
	if err := errors.Join(first.Put(ctx, one, strings.NewReader("1")), again.Ready(ctx), elsewhere.Put(ctx, two, strings.NewReader("2"))); err != nil {
		t.Fatal(err)
	}
	for what, err := range map[string]error{
		"Ready": second.Ready(ctx), "Put": second.Put(ctx, two, strings.NewReader("2")), "Walk": second.Walk(ctx, nil),
	} {
		if !errors.Is(err, s3.ErrRefused) || !strings.Contains(err.Error(), "belongs to the installation with the key first") {
			t.Errorf("%s in the prefix of another installation: %v", what, err)
		}
	}
	for owner, want := range map[*s3.Store]string{first: one, elsewhere: two} {
		var met []string
		if err := owner.Walk(ctx, func(key string, _ time.Time) error { met = append(met, key); return nil }); err != nil || len(met) != 1 || met[0] != want {
			t.Errorf("walk met %v, want %s, %v", met, want, err)
		}
	}
}

// Pieces of a blob whose sender failed are removed at once; those of a killed server after a day.
func TestUnfinishedUploadsAreRemoved(t *testing.T) {
	location, config := s3test.Bucket(t)
	s, ctx := open(t, location, config, "owner"), t.Context()
	gone := errors.New("gone")
	if err := s.Put(ctx, one, io.MultiReader(bytes.NewReader(make([]byte, 12<<20)), iotest.ErrReader(gone))); !errors.Is(err, gone) {
		t.Errorf("got %v", err)
	}
	count := func(want int) {
		t.Helper()
		if n, err := s.Unfinished(ctx); err != nil || n != want {
			t.Errorf("%d unfinished uploads, want %d, %v", n, want, err)
		}
	}
	count(0)
	if err := s.Begin(ctx, one); err != nil {
		t.Fatal(err)
	}
	if err := s.Walk(ctx, func(key string, _ time.Time) error { return errors.New(key) }); err != nil {
		t.Error(err)
	}
	count(1)
	if err := s.RemoveUnfinished(ctx, time.Now().Add(time.Hour)); err != nil {
		t.Fatal(err)
	}
	count(0)
}

// While the server is away every call fails as unavailable, and works again when it is back, in the same store.
func TestServerGoesAwayAndReturns(t *testing.T) {
	server := s3test.New(t)
	location := server.Bucket(t)
	s, ctx := open(t, location, server.Config(), "owner"), t.Context()
	large := bytes.Repeat([]byte("0123456789abcdef"), 64<<10)
	if err := s.Put(ctx, one, bytes.NewReader(large)); err != nil {
		t.Fatal(err)
	}
	reading, err := s.Open(ctx, one)
	if err != nil {
		t.Fatal(err)
	}
	defer reading.Close()
	server.Stop()
	another := open(t, location, server.Config(), "owner")
	var calls sync.WaitGroup
	for what, call := range map[string]func() error{
		"Put":    func() error { return s.Put(ctx, two, strings.NewReader("x")) },
		"Open":   func() error { _, err := s.Open(ctx, one); return err },
		"Read":   func() error { _, err := io.ReadAll(reading); return err },
		"Delete": func() error { return s.Delete(ctx, one) },
		"Walk":   func() error { return s.Walk(ctx, nil) },
		"Ready":  func() error { return another.Ready(ctx) },
	} {
		calls.Go(func() {
			if err := call(); !errors.Is(err, blob.ErrUnavailable) || errors.Is(err, s3.ErrRefused) || strings.Contains(err.Error(), "\n") {
				t.Errorf("%s without a server: %v", what, err)
			}
		})
	}
	calls.Wait()
	server.Start(t)
	if _, err := reading.Seek(0, io.SeekStart); err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(reading); err != nil || !bytes.Equal(data, large) {
		t.Errorf("reading on when it is back: %d bytes, %v", len(data), err)
	}
	if err := errors.Join(s.Put(ctx, two, strings.NewReader("x")), s.Delete(ctx, one)); err != nil {
		t.Errorf("after the server is back: %v", err)
	}
}

// A response that breaks off is requested again from the beginning of the window.
func TestBrokenResponsesAreRepeated(t *testing.T) {
	location, config := s3test.Bucket(t)
	want := bytes.Repeat([]byte("0123456789abcdef"), 50_000)
	if err := open(t, location, config, "").Put(t.Context(), one, bytes.NewReader(want)); err != nil {
		t.Fatal(err)
	}
	target, err := url.Parse(config.Endpoint)
	if err != nil {
		t.Fatal(err)
	}
	var requests atomic.Int32
	proxy := httptest.NewServer(&httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) {
			r.Out.URL.Scheme, r.Out.URL.Host, r.Out.Host = target.Scheme, target.Host, r.In.Host
		},
		ModifyResponse: func(r *http.Response) error {
			if requests.Add(1)%2 == 1 && r.StatusCode == http.StatusPartialContent {
				r.Body = io.NopCloser(io.MultiReader(io.LimitReader(r.Body, 1000), iotest.ErrReader(errors.New("cut off"))))
			}
			return nil
		},
	})
	defer proxy.Close()
	config.Endpoint = proxy.URL
	r, err := open(t, location, config, "").Open(t.Context(), one)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	if got, err := io.ReadAll(r); err != nil || !bytes.Equal(got, want) {
		t.Errorf("read %d bytes of %d: %v", len(got), len(want), err)
	}
	if n := requests.Load(); n != 8 {
		t.Errorf("%d requests for 4 windows, want each twice", n)
	}
}
