package accountapi

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/account/license"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

// LicenseFingerprint is what the vendor needs to issue a registration code.
type LicenseFingerprint struct {
	Fingerprint string `json:"fingerprint" example:"7F3A-91C2-0B4D"`
}

// LicenseInfo is the state of the license of a private deployment.
type LicenseInfo struct {
	State       string `json:"state" enum:"missing,valid,expired,foreign" doc:"foreign: the code belongs to another machine or data folder"`
	Fingerprint string `json:"fingerprint" example:"7F3A-91C2-0B4D"`
	Until       string `json:"until" format:"date" doc:"Last day of validity, UTC; empty: unlimited, or no license" example:"2027-12-31"`
	Points      int64  `json:"points" doc:"Maximum number; -1: unlimited"`
	Devices     int64  `json:"devices" doc:"Maximum number; -1: unlimited"`
	PointsUsed  int64  `json:"pointsUsed"`
	DevicesUsed int64  `json:"devicesUsed"`
}

type licenseInput struct {
	Body struct {
		Code string `json:"code" maxLength:"200" doc:"Exactly 44 characters" example:"fzqRwgtN/////wAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="`
	}
}

// license registers calls that exist only in private deployments, because their figures are of the whole installation
// rather than one corporation.
func (s *server) license() {
	get := func(id, path, summary string) httpapi.Operation {
		return httpapi.Operation{
			ID: id, Method: http.MethodGet, Path: "/license/" + path, Tag: "license", Need: corporationNeed(access.Retrieve), Summary: summary,
		}
	}
	httpapi.Register(s.Kernel, get("licenseFingerprint", "fingerprint", "The fingerprint of this installation"), s.licenseFingerprint)
	httpapi.Register(s.Kernel, get("licenseInfo", "info", "State, limits and use of the license"), s.licenseInfo)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "enterLicense", Method: http.MethodPut, Path: "/license", Tag: "license", Need: corporationNeed(access.Update), MaxBody: 4 << 10,
		Summary: "Enter a registration code",
		Detail:  "Private deployments only. A missing or expired license blocks adding points and devices, and nothing else.",
	}, s.enterLicense)
}

func (s *server) licenseFingerprint(context.Context, *httpapi.NoInput) (*httpapi.Output[LicenseFingerprint], error) {
	if !s.PrivateDeployment {
		return nil, errs.New(errs.NothingHere)
	}
	return httpapi.Reply(LicenseFingerprint{s.License.Fingerprint().String()}), nil
}

func (s *server) licenseInfo(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[LicenseInfo], error) {
	if !s.PrivateDeployment {
		return nil, errs.New(errs.NothingHere)
	}
	info, err := s.License.Info(ctx)
	return httpapi.Reply(s.licenseOf(info)), err
}

func (s *server) enterLicense(ctx context.Context, in *licenseInput) (*httpapi.Output[LicenseInfo], error) {
	if !s.PrivateDeployment {
		return nil, errs.New(errs.NothingHere)
	}
	info, err := s.License.Enter(ctx, httpapi.CallerOf(ctx).Actor(), in.Body.Code)
	return httpapi.Reply(s.licenseOf(info)), err
}

func (s *server) licenseOf(info license.Info) LicenseInfo {
	out := LicenseInfo{
		State: string(info.State), Fingerprint: s.License.Fingerprint().String(),
		Points: limitOf(info.Terms.Points), Devices: limitOf(info.Terms.Devices), PointsUsed: info.Usage.Points, DevicesUsed: info.Usage.Devices,
	}
	if !info.Terms.Until.IsZero() {
		out.Until = info.Terms.Until.Format(time.DateOnly)
	}
	return out
}

func limitOf(n uint32) int64 {
	if n == license.Unlimited {
		return -1
	}
	return int64(n)
}
