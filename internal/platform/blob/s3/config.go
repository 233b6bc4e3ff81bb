package s3

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strings"
	"time"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// DefaultRegion is the region of most servers other than Amazon's.
const DefaultRegion = "us-east-1"

// Config says how to reach the server of a bucket.
type Config struct {
	Endpoint    string // host:port, or http://host:port without TLS; empty: Amazon's in the region
	Region      string
	AccessKey   string
	SecretKey   string
	SecretFile  string // instead of SecretKey
	CAFile      string // PEM file of a private certificate authority
	VirtualHost bool   // the bucket is part of the host name; Amazon, Google and Aliyun are recognized
}

// buckets are the names that all servers accept.
var buckets = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)

// prefixes are parts of names without characters that servers treat specially.
var prefixes = regexp.MustCompile(`^([A-Za-z0-9_-][A-Za-z0-9._-]*/)*$`)

// parseLocation splits s3://BUCKET/PREFIX. The prefix is empty or ends with a slash.
func parseLocation(location string) (bucket, prefix string, err error) {
	rest, ok := strings.CutPrefix(location, "s3://")
	if bucket, prefix, _ = strings.Cut(rest, "/"); prefix != "" && !strings.HasSuffix(prefix, "/") {
		prefix += "/"
	}
	if !ok || !buckets.MatchString(bucket) || len(prefix) > 200 || !prefixes.MatchString(prefix) {
		return "", "", fmt.Errorf("want s3://BUCKET or s3://BUCKET/PREFIX, of letters, digits, dots and hyphens")
	}
	return bucket, prefix, nil
}

// Validate returns a one-line error if a location or its configuration is invalid.
func (c Config) Validate(location string) error {
	if _, _, err := parseLocation(location); err != nil {
		return fmt.Errorf("--blobs %q: %w", location, err)
	}
	if _, err := c.endpoint(); err != nil {
		return fmt.Errorf("--s3-endpoint %q: %w", c.Endpoint, err)
	}
	if c.AccessKey == "" {
		return errors.New("--s3-access-key is empty: give the access key of the bucket")
	}
	if _, err := c.secret(); err != nil {
		return err
	}
	if _, err := c.authorities(); err != nil {
		return fmt.Errorf("--s3-ca: %w", err)
	}
	return nil
}

// Given reports whether anything is configured.
func (c Config) Given() bool {
	c.Region = ""
	return c != Config{}
}

// endpoint returns the address of the server. TLS is left out only on request.
func (c Config) endpoint() (*url.URL, error) {
	address := c.Endpoint
	if address == "" {
		address = "s3." + c.region() + ".amazonaws.com"
	}
	if !strings.Contains(address, "://") {
		address = "https://" + address
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("want HOST:PORT, or http://HOST:PORT without TLS")
	}
	return u, nil
}

func (c Config) region() string {
	if c.Region == "" {
		return DefaultRegion
	}
	return c.Region
}

// secret returns the secret key, from its file if there is one.
func (c Config) secret() (string, error) {
	switch {
	case c.SecretFile != "" && c.SecretKey != "":
		return "", errors.New("PLUMBLINE_S3_SECRET_KEY and --s3-secret-file are both given: choose one")
	case c.SecretFile != "":
		text, err := os.ReadFile(c.SecretFile)
		if err != nil {
			return "", fmt.Errorf("--s3-secret-file: %w", err)
		}
		if secret := strings.TrimSpace(string(text)); secret != "" {
			return secret, nil
		}
		return "", fmt.Errorf("--s3-secret-file: %s is empty", c.SecretFile)
	case c.SecretKey == "":
		return "", errors.New("the secret key of --s3-access-key is missing: give PLUMBLINE_S3_SECRET_KEY or --s3-secret-file")
	}
	return c.SecretKey, nil
}

func (c Config) authorities() (*x509.CertPool, error) {
	if c.CAFile == "" {
		return nil, nil
	}
	text, err := os.ReadFile(c.CAFile)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s contains no certificate", c.CAFile)
	}
	return pool, nil
}

const (
	dialWithin   = 3 * time.Second
	answerWithin = 30 * time.Second // from the end of a request to the first byte of its response
	// tries is how often a request is sent before it fails, within about 2 s if the server refuses connections.
	tries = 4
)

// open returns a client. It does not contact the server.
func (c Config) open() (*minio.Core, error) {
	address, err := c.endpoint()
	if err != nil {
		return nil, err
	}
	secret, err := c.secret()
	if err != nil {
		return nil, err
	}
	authorities, err := c.authorities()
	if err != nil {
		return nil, err
	}
	lookup := minio.BucketLookupAuto
	if c.VirtualHost {
		lookup = minio.BucketLookupDNS
	}
	return minio.NewCore(address.Host, &minio.Options{
		Creds: credentials.NewStaticV4(c.AccessKey, secret, ""), Secure: address.Scheme == "https", Region: c.region(),
		BucketLookup: lookup, MaxRetries: tries,
		Transport: &http.Transport{
			Proxy:               http.ProxyFromEnvironment,
			DialContext:         (&net.Dialer{Timeout: dialWithin}).DialContext,
			TLSClientConfig:     &tls.Config{RootCAs: authorities, MinVersion: tls.VersionTLS12},
			TLSHandshakeTimeout: dialWithin, ResponseHeaderTimeout: answerWithin,
			MaxIdleConnsPerHost: 16, IdleConnTimeout: time.Minute,
			DisableCompression: true, // ranges are of the stored bytes
		},
	})
}
