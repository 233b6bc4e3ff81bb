// Package document keeps the reports of projects that people check, sign and issue. An issued document is never made again: late
// data and corrections lead to a revision, which says why.
package document

import (
	"encoding/json"
	"fmt"
	"time"

	"plumbline/internal/feature/report/content"
	"plumbline/internal/feature/report/projectreport"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
)

// State is how far a document is.
type State string

// States. A document that is being made again, because a person changed its texts, is Making too.
const (
	Making  State = "making"
	Failed  State = "failed"
	Draft   State = "draft"
	Made    State = "made"    // signed by who made it
	Checked State = "checked" // and by who checked it
	Issuing State = "issuing" // approved: its files are made
	Issued  State = "issued"
)

const (
	kindOfJobs = "document"
	mostOpen   = 200 // documents of a project that are not issued
	lostAfter  = time.Minute
	linkLife   = 10 * time.Minute
)

// MailedLife is how long links in mails are valid.
const MailedLife = 30 * 24 * time.Hour

// Document is a report of a project.
type Document struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	AccountID     int64
	Kind          content.Kind
	Title         string
	Language      string
	Settings      projectreport.ReportSettings
	State         State
	Reason        *errs.Error // of Failed; nil: unexpected
	Remark        string
	Number        string
	Revision      int
	Revises       int64
	Revised       string
	Start, End    int64 // UTC ms, as all times
	KnownAt       int64
	Version       string
	Content       string // blob
	JobID         int64
	CreatedAt     int64
	ChangedAt     int64
	IssuedAt      int64

	Signatures []Signature
	Files      []File

	// Of lists.
	Account     string // name of who began it
	RevisedBy   int64  // the newest revision of it; 0: none
	Made, Total int64  // progress
	Running     bool

	lost bool // its job ended without storing that; one that is being issued stays so, and can be tried again
}

// Signature is that of a person.
type Signature struct {
	Role      content.Role
	AccountID int64
	Name      string
	SignedAt  int64
	Picture   string // blob of the picture of a signature; empty: none
	Seal      string // blob; empty: none
}

// pictures are the blobs of a signature.
func (s *Signature) pictures() (keys []string) {
	for _, key := range []string{s.Picture, s.Seal} {
		if key != "" {
			keys = append(keys, key)
		}
	}
	return keys
}

// File is a file of a document.
type File struct {
	ID     int64
	Format string
	Blob   string
	Size   int64
	SHA256 string

	SignedBy    string // subject of the certificate that signed it; empty: none did
	Certificate string // SHA-256 of that, hexadecimal
}

// Fixed reports whether a document can no longer change.
func (d *Document) Fixed() bool { return d.State == Issuing || d.State == Issued }

// next is the role whose signature a document waits for; empty: none.
func (d *Document) next() content.Role {
	switch d.State {
	case Draft:
		return content.Maker
	case Made:
		return content.Checker
	case Checked:
		return content.Approver
	}
	return ""
}

// after is the state of a document that a role has signed.
func after(role content.Role) State {
	switch role {
	case content.Maker:
		return Made
	case content.Checker:
		return Checked
	}
	return Issuing
}

// settle sets the state of a document whose job has not stored its end.
func (d *Document) settle(job jobs.State, now int64) {
	if d.State != Making && d.State != Issuing {
		return
	}
	switch d.Running = job == jobs.Running; {
	case job == jobs.Waiting, job == jobs.Running:
	case job == jobs.Failed, job == jobs.Done, job == jobs.Cancelled, d.ChangedAt < now-lostAfter.Milliseconds():
		if d.lost = true; d.State == Making {
			d.State = Failed
		}
	}
}

// codes of kinds in numbers of documents, the initials of their Chinese names.
var codes = map[content.Kind]string{content.Day: "RB", content.Week: "ZB", content.Month: "YB", content.Stage: "JB", content.Special: "ZX"}

// numbered returns the number of the n-th document of a kind in a year.
func numbered(kind content.Kind, year, n int) string {
	return fmt.Sprintf("%s-%d-%03d", codes[kind], year, n)
}

func encode(s *projectreport.ReportSettings) (string, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return "", fmt.Errorf("settings of a report: %w", err)
	}
	return string(text), nil
}
