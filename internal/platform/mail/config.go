package mail

import (
	"crypto/x509"
	"fmt"
	"net"
	"net/mail"
	"os"
)

// Security is how the connection to the mail server is protected.
type Security string

// Security modes.
const (
	None     Security = "none"
	StartTLS Security = "starttls" // required, even if the server does not offer it
	TLS      Security = "tls"      // from the first byte
)

// Usual ports of submission (RFC 6409, RFC 8314) and of plain SMTP.
const (
	portStartTLS = 587
	portTLS      = 465
	portNone     = 25
	maxPort      = 65535
)

// Config is the configuration of the mail server.
type Config struct {
	Host     string // empty: mail is not configured
	Port     int    // 0: the usual port of Security
	Security Security
	User     string // empty: no authentication
	Password string
	From     string // "Plumbline <alerts@example.com>" or the bare address
	CAFile   string // PEM of a private certificate authority, in addition to the system's
}

// Enabled reports whether mail is configured.
func (c Config) Enabled() bool { return c.Host != "" }

// Validate returns the first error as a single line.
func (c Config) Validate() error {
	if !c.Enabled() {
		if c.User != "" || c.Password != "" || c.From != "" {
			return fmt.Errorf("--smtp-host is empty: give the mail server, or none of --smtp-user, --smtp-password and --smtp-from")
		}
		return nil
	}
	switch c.Security {
	case None, StartTLS, TLS:
	default:
		return fmt.Errorf("--smtp-security %q: none, starttls or tls", c.Security)
	}
	if c.Port < 0 || c.Port > maxPort {
		return fmt.Errorf("--smtp-port %d: a number from 1 to 65535", c.Port)
	}
	if _, err := mail.ParseAddress(c.From); err != nil {
		return fmt.Errorf("--smtp-from %q is not an e-mail address", c.From)
	}
	if (c.User == "") != (c.Password == "") {
		return fmt.Errorf("--smtp-user and --smtp-password belong together")
	}
	if c.User != "" && c.Security == None && !loopback(c.Host) {
		return fmt.Errorf("--smtp-security none would send the password of the mail server in the clear: use starttls or tls")
	}
	_, err := c.roots()
	return err
}

func (c Config) port() int {
	switch {
	case c.Port != 0:
		return c.Port
	case c.Security == TLS:
		return portTLS
	case c.Security == StartTLS:
		return portStartTLS
	}
	return portNone
}

// roots returns the trusted certificate authorities; nil means the system's.
func (c Config) roots() (*x509.CertPool, error) {
	if c.CAFile == "" {
		return nil, nil
	}
	data, err := os.ReadFile(c.CAFile)
	if err != nil {
		return nil, fmt.Errorf("--smtp-ca: %w", err)
	}
	pool, err := x509.SystemCertPool()
	if err != nil {
		pool = x509.NewCertPool()
	}
	if !pool.AppendCertsFromPEM(data) {
		return nil, fmt.Errorf("--smtp-ca %s contains no certificate", c.CAFile)
	}
	return pool, nil
}

func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}
