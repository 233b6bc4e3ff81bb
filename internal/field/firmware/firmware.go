package firmware

import (
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
)

// File is a firmware file. Times are UTC ms.
type File struct {
	ID            int64
	CorporationID int64
	Name          string // type-x.x.x.x-note.hsf
	Host          string // device type or model, the first part of the name
	Version       string // x.x.x.x
	Note          string
	Notice        string // for people: what is new
	Size          int64  // bytes
	SHA256        string // hex
	Blob          string
	AccountID     int64
	CreatedAt     int64
	Devices       int // matching devices; set in lists
}

// MaxBytes is the maximum size of a file.
const MaxBytes = 16 << 20

const maxNotice = 500 // characters

// names is the name rule of specification section 5: type-x.x.x.x-note.hsf, without spaces or Chinese characters.
var names = regexp.MustCompile(`^([A-Za-z0-9_]{1,40})-([0-9]{1,5}(?:\.[0-9]{1,5}){3})-([A-Za-z0-9._+-]{1,40})\.hsf$`)

// ParseName splits the name of a file; the error is FirmwareName if it breaks the rule.
func ParseName(name string) (host, version, note string, err error) {
	parts := names.FindStringSubmatch(name)
	if parts == nil {
		return "", "", "", errs.OnField("file", errs.FirmwareName)
	}
	return parts[1], parts[2], parts[3], nil
}

// Fits reports whether a file is for a device's type or model.
func (f File) Fits(d device.Device) bool {
	return strings.EqualFold(f.Host, d.Type) || strings.EqualFold(f.Host, strings.ReplaceAll(d.Model, "-", "_"))
}

func checkNotice(notice string) error {
	if utf8.RuneCountInString(notice) > maxNotice {
		return errs.OnField("notice", errs.TooLong, "max", maxNotice)
	}
	return nil
}

// State is the state of an upgrade (specification section 4).
type State string

const (
	InProgress State = "progress"
	Success    State = "success"
	Fail       State = "fail"
)

// Reasons of a failed upgrade.
const (
	Refused     = "refused"     // the device refused
	NoAnswer    = "timeout"     // the device did not answer
	NotThere    = "expired"     // the device did not connect in time
	Cancelled   = "cancelled"   // a person cancelled the command
	NotReported = "notReported" // the device took it but did not report the version in time
)

// ReportWithin is the time in which a device must report the version after taking a file.
const ReportWithin = 30 * time.Minute

// Upgrade is the upgrade of one device to a file's version.
type Upgrade struct {
	ID            int64
	CorporationID int64
	FirmwareID    int64
	DeviceID      int64
	State         State
	CommandID     int64 // of the last attempt
	Attempts      int
	VersionBefore string // as reported by the device
	Version       string
	Reason        string
	Code          int // of the answer
	Message       string
	Deadline      int64
	AccountID     int64
	CreatedAt     int64
	EndedAt       int64

	DeviceName, FirmwareName, AccountName string // set in lists
	Sent                                  string // state of the command; set in lists
}

// Filter limits a list of files.
type Filter struct {
	paging.Query
	Host string
}

// UpgradeFilter limits a list of upgrades.
type UpgradeFilter struct {
	paging.Query
	FirmwareID int64
	DeviceID   int64
	State      State
}
