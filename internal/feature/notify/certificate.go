package notify

import "encoding/json"

// Kinds of notifications about the certificate with which a corporation signs its reports.
const (
	CertificateEnds  = "certificate.ends" // soon
	CertificateEnded = "certificate.ended"
)

// CertificateArgs are the arguments of a CertificateEnds or CertificateEnded notification.
type CertificateArgs struct {
	Subject string `json:"subject"` // whose it is
	Days    int    `json:"days"`    // until it ends
}

// Certificate returns the arguments of a CertificateEnds or CertificateEnded notification; ok is false for any other kind.
func (n Notification) Certificate() (args CertificateArgs, ok bool) {
	if n.Kind != CertificateEnds && n.Kind != CertificateEnded || json.Unmarshal(n.Args, &args) != nil {
		return CertificateArgs{}, false
	}
	return args, true
}
