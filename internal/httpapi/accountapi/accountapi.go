// Package accountapi implements the calls about accounts: sessions, users, groups, roles, members, corporations and
// the license.
package accountapi

import (
	"plumbline/internal/account/corporation"
	"plumbline/internal/account/license"
	"plumbline/internal/account/sso"
	"plumbline/internal/account/user"
	"plumbline/internal/account/verification"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/upload"
)

// Services are the dependencies of the calls.
type Services struct {
	Verification *verification.Service
	Corporations *corporation.Service
	Users        *user.Service
	Uploads      *upload.Service
	SSO          *sso.Service
	License      *license.Service
}

type server struct {
	*httpapi.Kernel
	Services
}

// Register adds the calls of the area.
func Register(k *httpapi.Kernel, services Services) {
	s := &server{Kernel: k, Services: services}
	for _, calls := range []func(){
		s.sessions, s.mySessions, s.singleSignOn, s.secondFactor, s.apiKeys, s.avatars, s.signingUp, s.loginInfoCalls,
		s.users, s.accounts, s.userGroups, s.roles, s.members, s.corporations, s.license,
	} {
		calls()
	}
}
