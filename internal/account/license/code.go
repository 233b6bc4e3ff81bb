package license

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"math"
	"time"

	"plumbline/internal/platform/errs"
)

// Layout of a registration code (decision 0050): the base64 of 32 bytes.
//
// 0  6 bytes  fingerprint
// 6  2 bytes  last valid day, days since 1970-01-01 (UTC); 65535: no end
// 8  4 bytes  maximum number of points; 4294967295: unlimited
// 12 4 bytes  maximum number of devices; 4294967295: unlimited
// 16 16 bytes first half of the HMAC-SHA256 of a label and the preceding bytes
const (
	fingerprintBytes = 6
	payloadBytes     = 16
	tagBytes         = 16
	// CodeLength is the number of characters of a registration code.
	CodeLength = 44

	forEver = math.MaxUint16
	// Unlimited means any number of points or devices.
	Unlimited = math.MaxUint32
)

const label = "plumbline registration code 1\n"

// Terms are the rights that a code grants to one installation.
type Terms struct {
	Fingerprint Fingerprint
	Until       time.Time // last day, midnight UTC; zero: no end
	Points      uint32
	Devices     uint32
}

// Over reports whether the terms have ended. They are valid to the end of their last day, UTC.
func (t Terms) Over(at time.Time) bool {
	return !t.Until.IsZero() && !at.Before(t.Until.AddDate(0, 0, 1))
}

// Make returns the code of terms, signed with the vendor's key.
func Make(key []byte, t Terms) (string, error) {
	day := uint16(forEver)
	if !t.Until.IsZero() {
		days := t.Until.Unix() / int64(24*time.Hour/time.Second)
		if days < 0 || days >= forEver {
			return "", fmt.Errorf("the last day %s lies outside of 1970 to 2149", t.Until.Format(time.DateOnly))
		}
		day = uint16(days)
	}
	raw := make([]byte, 0, payloadBytes+tagBytes)
	raw = append(raw, t.Fingerprint[:]...)
	raw = binary.BigEndian.AppendUint16(raw, day)
	raw = binary.BigEndian.AppendUint32(raw, t.Points)
	raw = binary.BigEndian.AppendUint32(raw, t.Devices)
	return base64.StdEncoding.EncodeToString(append(raw, tag(key, raw)...)), nil
}

// Read decodes a code. It returns LicenseLength or LicenseInvalid for a code that the vendor did not make.
func Read(key []byte, code string) (Terms, error) {
	if len(code) != CodeLength {
		return Terms{}, errs.OnField("code", errs.LicenseLength)
	}
	raw, err := base64.StdEncoding.Strict().DecodeString(code)
	if err != nil || len(raw) != payloadBytes+tagBytes || !hmac.Equal(raw[payloadBytes:], tag(key, raw[:payloadBytes])) {
		return Terms{}, errs.OnField("code", errs.LicenseInvalid)
	}
	t := Terms{Points: binary.BigEndian.Uint32(raw[8:]), Devices: binary.BigEndian.Uint32(raw[12:])}
	copy(t.Fingerprint[:], raw)
	if day := binary.BigEndian.Uint16(raw[fingerprintBytes:]); day != forEver {
		t.Until = time.Unix(int64(day)*int64(24*time.Hour/time.Second), 0).UTC()
	}
	return t, nil
}

func tag(key, payload []byte) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(label))
	mac.Write(payload)
	return mac.Sum(nil)[:tagBytes]
}
