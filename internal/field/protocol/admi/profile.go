package admi

import (
	"crypto/x509"
	"encoding/json"

	"plumbline/internal/platform/errs"
)

// Profile is what the platform must know of a service.
type Profile struct {
	CA string `json:"ca,omitempty"` // certificates that sign that of the service, PEM; "": those of the system
}

const maxCA = 64 << 10 // bytes

// ReadProfile reads and checks a profile.
func ReadProfile(text json.RawMessage) (*Profile, error) {
	p := new(Profile)
	if len(text) > 0 {
		if err := errs.Decode(text, p); err != nil {
			return nil, err
		}
	}
	if p.CA != "" && (len(p.CA) > maxCA || p.Roots() == nil) {
		return nil, errs.OnField("ca", errs.CertificateInvalid)
	}
	return p, nil
}

// Roots returns the certificates of the profile; nil: those of the system.
func (p *Profile) Roots() *x509.CertPool {
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM([]byte(p.CA)) {
		return nil
	}
	return pool
}
