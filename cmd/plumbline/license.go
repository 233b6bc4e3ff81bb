package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"time"

	"plumbline/internal/account/license"
	"plumbline/internal/app"
	"plumbline/internal/platform/errs"
)

// licenseKey is the vendor's key of registration codes, set in the vendor's build.
var licenseKey = "plumbline: key of builds that no vendor made"

func licenses(ctx context.Context, args []string, out, failures io.Writer) error {
	if len(args) > 0 {
		switch args[0] {
		case "make":
			return makeLicense(args[1:], out, failures)
		case "check":
			return checkLicense(args[1:], out, failures)
		case "fingerprint":
			return printFingerprint(ctx, args[1:], out, failures)
		}
	}
	return usage("license make, license check CODE, or license fingerprint; each takes --help")
}

func makeLicense(args []string, out, failures io.Writer) error {
	f := newFlags("license make", "license make: create the registration code of an installation", failures)
	fingerprint := f.String("fingerprint", "", "`fingerprint` of the installation, as shown on its license page")
	until := f.String("until", "", "last `day` of the license, YYYY-MM-DD; empty: unlimited")
	points := f.Int64("points", -1, "points that there may be; -1: any `number`")
	devices := f.Int64("devices", -1, "devices that there may be; -1: any `number`")
	key := f.String("license-key", "", "the vendor's `key`; better as the environment variable")
	if err := f.parse(args); err != nil {
		return err
	}
	if f.NArg() > 0 {
		return usage("unexpected %q", f.Arg(0))
	}
	terms := license.Terms{}
	var ok bool
	if terms.Fingerprint, ok = license.ParseFingerprint(*fingerprint); !ok {
		return usage("--fingerprint %q: want 12 hexadecimal digits, such as 7F3A-91C2-0B4D", *fingerprint)
	}
	if *until != "" {
		day, err := time.Parse(time.DateOnly, *until)
		if err != nil {
			return usage("--until %q: want YYYY-MM-DD", *until)
		}
		terms.Until = day
	}
	for _, limit := range []struct {
		flag  string
		given int64
		to    *uint32
	}{{"--points", *points, &terms.Points}, {"--devices", *devices, &terms.Devices}} {
		switch {
		case limit.given == -1:
			*limit.to = license.Unlimited
		case limit.given < 0 || limit.given >= math.MaxUint32:
			return usage("%s %d: want 0 or more, or -1 for unlimited", limit.flag, limit.given)
		default:
			*limit.to = uint32(limit.given)
		}
	}
	code, err := license.Make(vendorKey(*key), terms)
	if err != nil {
		return usage("%v", err)
	}
	_, err = fmt.Fprintln(out, code)
	return err
}

func checkLicense(args []string, out, failures io.Writer) error {
	f := newFlags("license check", "license check CODE: show what a registration code grants", failures)
	key := f.String("license-key", "", "the vendor's `key`; better as the environment variable")
	if err := f.parse(args); err != nil {
		return err
	}
	if f.NArg() != 1 {
		return usage("give the code, after the flags")
	}
	terms, err := license.Read(vendorKey(*key), f.Arg(0))
	if e, ok := errs.As(err); ok {
		return fmt.Errorf("%s", e.Text(errs.English))
	}
	until, state := "for ever", "holds"
	if !terms.Until.IsZero() {
		until = terms.Until.Format(time.DateOnly)
	}
	if terms.Over(time.Now()) {
		state = "has expired"
	}
	_, err = fmt.Fprintf(out, "fingerprint  %s\nuntil        %s\npoints       %s\ndevices      %s\nthe code     %s\n",
		terms.Fingerprint, until, limitText(terms.Points), limitText(terms.Devices), state)
	return err
}

func printFingerprint(ctx context.Context, args []string, out, failures io.Writer) error {
	f := newFlags("license fingerprint", "license fingerprint: print the fingerprint of an installation", failures)
	data := f.String("data", "./data", "`folder` of the installation")
	database := f.String("database-url", "", "PostgreSQL `address` of the installation; empty: the embedded database")
	if err := f.parse(args); err != nil {
		return err
	}
	fingerprint, err := app.Fingerprint(ctx, *data, *database)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintln(out, fingerprint)
	return err
}

func limitText(n uint32) string {
	if n == license.Unlimited {
		return "any number"
	}
	return fmt.Sprint(n)
}

// vendorKey returns the given key, or that of the build.
func vendorKey(given string) []byte {
	if given == "" {
		given = licenseKey
	}
	return []byte(given)
}
