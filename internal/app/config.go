// Package app wires the product together: it starts the parts in order and stops them in reverse. It is the only
// package that may import everything.
package app

import (
	"fmt"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"plumbline/internal/account/sso"
	"plumbline/internal/feature/basemap"
	"plumbline/internal/platform/blob/s3"
	"plumbline/internal/platform/mail"
	"plumbline/internal/platform/sms"
)

// Limits of Config.Connections.
const (
	minConnections = 8
	maxConnections = 500
)

// Config is the configuration of the server.
type Config struct {
	Data string // data folder
	HTTP string // host:port
	MQTT string // host:port
	DTU  string // addresses for devices that dial in, see dtuPorts; empty: none
	Ops  string // host:port of metrics and readiness; empty: not served

	Serial   string // serial ports for devices, comma-separated; empty: none
	AllowNet string // inner networks that people may have the server connect to, comma-separated
	WatchDir string // folders in which sources may look for files, comma-separated; empty: none

	TrustedProxies string // trusted networks whose forwarded addresses are used, comma-separated
	ProxyProtocol  string // ports on which trusted proxies send the PROXY protocol: http, mqtt
	Demo           bool   // load the demo at the first start and keep its devices sending
	DemoLarge      bool   // load a large generated project at the first start
	NewJournal     bool   // start even if the frame journal is missing or empty
	DatabaseURL    string // PostgreSQL instead of the embedded database
	Connections    int    // to PostgreSQL in the pool; 0: database.DefaultConnections
	Key            string // of the installation, in hexadecimal; empty: from KeyFile
	KeyFile        string // empty: secret.key in the data folder
	TLSCert        string // for HTTP, MQTT and DTU
	TLSKey         string
	Insecure       bool       // allow plain MQTT on addresses other than loopback
	PublicURL      string     // of this installation, such as https://monitor.example.com; empty: messages have no links
	NoPush         bool       // no messages to browsers
	LogFormat      string     // text or json
	OIDC           sso.Config // the organization's sign-in provider
	AdminPassword  string     // of the first administrator; empty: a random one is printed
	Private        bool       // private deployment: license, no sign-up, no documents and release notes
	LicenseKey     string     // of the vendor, for registration codes
	Manufacturer   string     // of the predefined device models; empty: the catalog's
	Version        string
	Blobs          string    // s3://BUCKET/PREFIX; empty: the folder files in Data
	S3             s3.Config // server of Blobs

	Map  basemap.Config // online map; without a key the embedded map is used
	Mail mail.Config    // mail server; without one no mail is sent
	SMS  sms.Config     // text message provider
}

// Validate returns a one-line error if the configuration is invalid.
func (c Config) Validate() error {
	if c.Data == "" {
		return fmt.Errorf("--data is empty: give the folder for the data")
	}
	if info, err := os.Stat(c.Data); err == nil && !info.IsDir() {
		return fmt.Errorf("--data %s is not a folder", c.Data)
	}
	for name, address := range map[string]string{"--http": c.HTTP, "--mqtt": c.MQTT} {
		if err := validAddress(address); err != nil {
			return fmt.Errorf("%s %q: %w", name, address, err)
		}
	}
	if c.Ops != "" {
		if err := validAddress(c.Ops); err != nil {
			return fmt.Errorf("--ops %q: %w", c.Ops, err)
		}
	}
	if _, err := parseProxies(c.TrustedProxies); err != nil {
		return fmt.Errorf("--trusted-proxies: %w", err)
	}
	if _, err := parseProxies(c.AllowNet); err != nil {
		return fmt.Errorf("--allow-net: %w", err)
	}
	for _, folder := range c.WatchDirs() {
		if info, err := os.Stat(folder); err != nil || !info.IsDir() || !filepath.IsAbs(folder) {
			return fmt.Errorf("--watch-dir %s: give absolute paths of folders", folder)
		}
	}
	if err := c.checkProxyProtocol(); err != nil {
		return err
	}
	if n := c.Connections; n != 0 && (n < minConnections || n > maxConnections) {
		return fmt.Errorf("--database-connections %d: give %d to %d", n, minConnections, maxConnections)
	}
	if c.DatabaseURL != "" {
		u, err := url.Parse(c.DatabaseURL)
		keyed := strings.Contains(c.DatabaseURL, "=") && !strings.Contains(c.DatabaseURL, "://")
		if !keyed && (err != nil || (u.Scheme != "postgres" && u.Scheme != "postgresql")) {
			return fmt.Errorf("--database-url must begin with postgres:// (or be empty for the embedded database)")
		}
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return fmt.Errorf("--tls-cert and --tls-key belong together")
	}
	for name, path := range map[string]string{"--tls-cert": c.TLSCert, "--tls-key": c.TLSKey} {
		if path == "" {
			continue
		}
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if c.TLSCert == "" && !c.Insecure && !loopback(c.MQTT) {
		return fmt.Errorf("--mqtt %s would receive device passwords unencrypted: give --tls-cert and --tls-key, or --insecure", c.MQTT)
	}
	if _, err := c.dtuPorts(nil); err != nil {
		return err
	}
	if err := c.validateBlobs(); err != nil {
		return err
	}
	if err := c.Mail.Validate(); err != nil {
		return err
	}
	if err := c.SMS.Validate(); err != nil {
		return err
	}
	if c.Map.Configured() && c.Private {
		return fmt.Errorf("--map-key: a private deployment fetches nothing from outside")
	}
	if err := c.Map.Validate(); err != nil {
		return err
	}
	if c.OIDC.Configured() && !c.Private {
		return fmt.Errorf("--oidc-issuer is for private deployments: give --private")
	}
	if u, err := url.Parse(c.PublicURL); c.PublicURL != "" && (err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http") {
		return fmt.Errorf("--public-url %q: an address such as https://monitor.example.com", c.PublicURL)
	}
	if err := c.oidc().Validate(); err != nil {
		return err
	}
	if c.LogFormat != "text" && c.LogFormat != "json" {
		return fmt.Errorf("--log-format %q: text or json", c.LogFormat)
	}
	return nil
}

// oidc returns the sign-in provider with the address that it returns browsers to.
func (c Config) oidc() sso.Config {
	c.OIDC.PublicURL = c.PublicURL
	return c.OIDC
}

func validAddress(address string) error {
	_, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("want HOST:PORT")
	}
	if n, err := strconv.Atoi(port); err != nil || n < 0 || n > 65535 {
		return fmt.Errorf("the port is a number from 0 to 65535")
	}
	return nil
}

func loopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	if host == "localhost" {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}
