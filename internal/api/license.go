package api

import (
	"context"
	"net/http"
	"time"

	"plumbline/internal/account/license"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
)

// LicenseFingerprint is what the vendor needs to make a registration code.
type LicenseFingerprint struct {
	Fingerprint string `json:"fingerprint" example:"7F3A-91C2-0B4D"`
}

// LicenseInfo is how it stands with the licence of a private deployment.
type LicenseInfo struct {
	State       string `json:"state" enum:"missing,valid,expired,foreign" doc:"foreign: the code is of another machine or data folder"`
	Fingerprint string `json:"fingerprint" example:"7F3A-91C2-0B4D"`
	Until       string `json:"until" format:"date" doc:"Last day that it holds, UTC; empty: for ever, or no licence" example:"2027-12-31"`
	Points      int64  `json:"points" doc:"That there may be; -1: any number"`
	Devices     int64  `json:"devices" doc:"That there may be; -1: any number"`
	PointsUsed  int64  `json:"pointsUsed"`
	DevicesUsed int64  `json:"devicesUsed"`
}

type licenseInput struct {
	Body struct {
		Code string `json:"code" maxLength:"200" doc:"Exactly 44 characters" example:"fzqRwgtN/////wAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="`
	}
}

// license has the calls of private deployments. Elsewhere they are not there: the
// figures are of the whole installation, not of one corporation.
func (s *server) license() {
	get := func(id, path, summary string) operation {
		return operation{id: id, method: http.MethodGet, path: "/license/" + path, tag: "license", need: corporationNeed(access.Retrieve), summary: summary}
	}
	register(s, get("licenseFingerprint", "fingerprint", "The fingerprint of this installation"), func(context.Context, *nothing) (*output[LicenseFingerprint], error) {
		if !s.PrivateDeployment {
			return nil, fault.New(fault.NothingHere)
		}
		return answer(LicenseFingerprint{s.License.Fingerprint().String()}), nil
	})
	register(s, get("licenseInfo", "info", "State, limits and use of the licence"), func(ctx context.Context, _ *nothing) (*output[LicenseInfo], error) {
		if !s.PrivateDeployment {
			return nil, fault.New(fault.NothingHere)
		}
		info, err := s.License.Info(ctx)
		return answer(s.licenseOf(info)), err
	})
	register(s, operation{
		id: "enterLicense", method: http.MethodPut, path: "/license", tag: "license", need: corporationNeed(access.Update), maxBody: 4 << 10,
		summary: "Enter a registration code",
		detail:  "Private deployments only. A licence that is missing or has expired blocks adding points and devices, and nothing else.",
	}, func(ctx context.Context, in *licenseInput) (*output[LicenseInfo], error) {
		if !s.PrivateDeployment {
			return nil, fault.New(fault.NothingHere)
		}
		info, err := s.License.Enter(ctx, callerOf(ctx).actor(), in.Body.Code)
		return answer(s.licenseOf(info)), err
	})
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
