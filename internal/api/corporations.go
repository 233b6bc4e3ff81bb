package api

import (
	"context"
	"net/http"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/upload"
)

// CorporationFields are what people set of a corporation (specification section 3).
type CorporationFields struct {
	Name                string `json:"name" minLength:"1" maxLength:"20"`
	Title               string `json:"title,omitempty" maxLength:"500" doc:"In the header"`
	DomainPrefix        string `json:"domainPrefix,omitempty" maxLength:"63" doc:"3 or more letters, digits, - and _; kept in lower case; unique" example:"north"`
	Logo                string `json:"logo,omitempty" maxLength:"500" doc:"URL of an upload"`
	Favicon             string `json:"favicon,omitempty" maxLength:"500" doc:"URL of an upload"`
	Copyright           string `json:"copyright,omitempty" maxLength:"500"`
	PlatformName        string `json:"platformName,omitempty" maxLength:"500" doc:"In page titles; empty: the product's"`
	Address             string `json:"address,omitempty" maxLength:"500"`
	Slogan              string `json:"slogan,omitempty" maxLength:"500"`
	LoginBackground     string `json:"loginBackground,omitempty" maxLength:"500" doc:"URL of an upload"`
	Remarks             string `json:"remarks,omitempty" maxLength:"500"`
	TimeZone            string `json:"timeZone,omitempty" maxLength:"64" doc:"IANA name; empty: Asia/Shanghai" example:"Asia/Shanghai"`
	DocumentDisabled    bool   `json:"documentDisabled,omitempty"`
	ActiveDataProcess   bool   `json:"activeDataProcess,omitempty"`
	ActiveAlertGrading  bool   `json:"activeAlertGrading,omitempty"`
	ActiveNSBDInfoTable bool   `json:"activeNSBDInfoTable,omitempty"`
	RequireSecondFactor bool   `json:"requireSecondFactor,omitempty" doc:"Every account needs a second factor"`
	AllowHelpEdits      bool   `json:"allowHelpEdits,omitempty" doc:"Operators who help may change what projects hold; only the corporation's own administrators set it"`
}

// Corporation is a corporation.
type Corporation struct {
	ID int64 `json:"id"`
	CorporationFields
	Active    bool  `json:"active" doc:"Disabled: nobody signs in, devices go on being received"`
	CreatedAt int64 `json:"createdAt" doc:"UTC ms"`
}

// CorporationSummary is a corporation in the operators' list.
type CorporationSummary struct {
	Corporation
	UserCount    int64 `json:"userCount"`
	ProjectCount int64 `json:"projectCount"`
	PointCount   int64 `json:"pointCount"`
	DeviceCount  int64 `json:"deviceCount"`
}

func (s *server) corporationOf(c corporation.Corporation) Corporation {
	return Corporation{
		ID: c.ID, Active: c.Active, CreatedAt: c.CreatedAt,
		CorporationFields: CorporationFields{
			Name: c.Name, Title: c.Title, DomainPrefix: c.DomainPrefix, Logo: s.Uploads.Sign(c.Logo), Favicon: s.Uploads.Sign(c.Favicon), Copyright: c.Copyright,
			PlatformName: c.PlatformName, Address: c.Address, Slogan: c.Slogan, LoginBackground: s.Uploads.Sign(c.LoginBackground), Remarks: c.Remarks, TimeZone: c.TimeZone,
			DocumentDisabled: c.DocumentDisabled, ActiveDataProcess: c.ActiveDataProcess, ActiveAlertGrading: c.ActiveAlertGrading,
			ActiveNSBDInfoTable: c.ActiveNSBDInfoTable, RequireSecondFactor: c.RequireSecondFactor, AllowHelpEdits: c.AllowHelpEdits,
		},
	}
}

func (f CorporationFields) corporation() corporation.Corporation {
	return corporation.Corporation{
		Name: f.Name, Title: f.Title, DomainPrefix: f.DomainPrefix, Logo: f.Logo, Favicon: f.Favicon, Copyright: f.Copyright,
		PlatformName: f.PlatformName, Address: f.Address, Slogan: f.Slogan, LoginBackground: f.LoginBackground, Remarks: f.Remarks, TimeZone: f.TimeZone,
		DocumentDisabled: f.DocumentDisabled, ActiveDataProcess: f.ActiveDataProcess, ActiveAlertGrading: f.ActiveAlertGrading,
		ActiveNSBDInfoTable: f.ActiveNSBDInfoTable, RequireSecondFactor: f.RequireSecondFactor, AllowHelpEdits: f.AllowHelpEdits,
	}
}

// FirstAdministrator is the account that a new corporation is handed over with.
type FirstAdministrator struct {
	Name        string `json:"name" minLength:"1" maxLength:"20"`
	DisplayName string `json:"displayName,omitempty" maxLength:"20"`
	Password    string `json:"password" minLength:"6" maxLength:"200" doc:"Initial; a warning stays until a strong one is set"`
	Mobile      string `json:"mobile,omitempty" maxLength:"11"`
	Email       string `json:"email,omitempty" maxLength:"254"`
}

// Help is one visit of an operator of the platform.
type Help struct {
	ID         int64  `json:"id" doc:"Of the session"`
	Operator   string `json:"operator"`
	IP         string `json:"ip"`
	CreatedAt  int64  `json:"createdAt" doc:"UTC ms"`
	LastUsedAt int64  `json:"lastUsedAt" doc:"UTC ms; to the minute"`
	EndsAt     int64  `json:"endsAt" doc:"UTC ms; when it ends, or ended"`
	Ended      bool   `json:"ended"`
}

type corporationListInput struct {
	Paging
	State string `query:"state" enum:"active,disabled" doc:"Only these"`
}

type corporationNew struct {
	Body struct {
		CorporationFields
		Administrator FirstAdministrator `json:"administrator"`
	}
}

type corporationUpdate struct {
	CorporationPath
	Body CorporationFields
}

type corporationSwitch struct {
	CorporationPath
	Body struct {
		Disabled bool `json:"disabled"`
	}
}

type helpListInput struct {
	CorporationPath
	Paging
}

type helpPath struct {
	CorporationPath
	SessionID int64 `path:"sessionId" minimum:"1"`
}

func corporationNeed(action access.Action) access.Permission {
	return access.Permission{Area: access.Corporation, Action: action}
}

func (s *server) corporations() {
	register(s, operation{
		id: "listCorporations", method: http.MethodGet, path: "/corporations", tag: "corporations", need: corporationNeed(access.Retrieve), held: onPlatform,
		summary: "The corporations of the platform, with what they hold", detail: "For operators of the platform. Sorts by name, createdAt.",
	}, func(ctx context.Context, in *corporationListInput) (*output[Page[CorporationSummary]], error) {
		filter := corporation.Filter{Query: in.query()}
		if in.State != "" {
			disabled := in.State == "disabled"
			filter.Disabled = &disabled
		}
		page, err := s.Corporations.List(ctx, callerOf(ctx).scope, filter)
		return pageOf(page, func(c corporation.Listed) CorporationSummary {
			return CorporationSummary{Corporation: s.corporationOf(c.Corporation), UserCount: c.Users, ProjectCount: c.Projects, PointCount: c.Points, DeviceCount: c.Devices}
		}), err
	})
	register(s, operation{
		id: "createCorporation", method: http.MethodPost, path: "/corporations", tag: "corporations", status: http.StatusCreated,
		need: corporationNeed(access.Create), held: onPlatform, summary: "Make a corporation with its first administrator", detail: "For operators of the platform.",
	}, func(ctx context.Context, in *corporationNew) (*output[Corporation], error) {
		made, err := s.foundCorporation(ctx, in)
		return answer(s.corporationOf(made)), err
	})
	register(s, operation{
		id: "getCorporation", method: http.MethodGet, path: "/corporations/{corporationId}", tag: "corporations",
		need: corporationNeed(access.Retrieve), held: orPlatform, summary: "One corporation",
	}, func(ctx context.Context, in *CorporationPath) (*output[Corporation], error) {
		c, err := s.Corporations.Get(ctx, callerOf(ctx).scope, in.CorporationID)
		return answer(s.corporationOf(c)), err
	})
	register(s, operation{
		id: "updateCorporation", method: http.MethodPut, path: "/corporations/{corporationId}", tag: "corporations",
		need: corporationNeed(access.Update), held: orPlatform, summary: "Change a corporation", detail: "What is left out takes its default.",
	}, func(ctx context.Context, in *corporationUpdate) (*output[Corporation], error) {
		after, err := s.changeCorporation(ctx, in)
		return answer(s.corporationOf(after)), err
	})
	register(s, operation{
		id: "disableCorporation", method: http.MethodPatch, path: "/corporations/{corporationId}/disable", tag: "corporations",
		need: corporationNeed(access.Update), held: onPlatform, summary: "Disable or enable a corporation",
		detail: "For operators of the platform. Disabling ends every session in it and lets nobody in; its devices go on being received and its alarms computed.",
	}, func(ctx context.Context, in *corporationSwitch) (*output[Corporation], error) {
		after, err := s.Corporations.SetActive(ctx, callerOf(ctx).actor(), in.CorporationID, !in.Body.Disabled)
		return answer(s.corporationOf(after)), err
	})
	register(s, operation{
		id: "enterCorporation", method: http.MethodPost, path: "/corporations/{corporationId}/enter", tag: "corporations",
		need: corporationNeed(access.Retrieve), held: onPlatform, summary: "Open a session inside a corporation to help",
		detail: "For operators of the platform. The session ends after two hours. It is read-only, or changes what projects hold where the corporation's administrator allows that; " +
			"it is logged there and told to its administrators, who can end it.",
	}, func(ctx context.Context, in *CorporationPath) (*output[SignedIn], error) {
		who := callerOf(ctx)
		got, err := s.Identity.Help(ctx, who.Caller, who.actor(), in.CorporationID)
		if err != nil {
			return nil, err
		}
		session, err := s.currentSession(ctx, got.Account, got.Permissions, got.Session)
		return answer(SignedIn{Token: got.Token, CurrentSession: session}), err
	})
	register(s, operation{
		id: "listHelp", method: http.MethodGet, path: "/corporations/{corporationId}/help-sessions", tag: "corporations",
		need: corporationNeed(access.Retrieve), summary: "Visits of operators of the platform, the newest first", detail: "Those of the last month. Sorts by createdAt.",
	}, func(ctx context.Context, in *helpListInput) (*output[Page[Help]], error) {
		page, err := s.Identity.Helps(ctx, callerOf(ctx).scope, in.CorporationID, in.query())
		return pageOf(page, helpOf), err
	})
	register(s, operation{
		id: "endHelp", method: http.MethodDelete, path: "/corporations/{corporationId}/help-sessions/{sessionId}", tag: "corporations",
		need: corporationNeed(access.Update), summary: "End a visit of an operator",
	}, func(ctx context.Context, in *helpPath) (*output[Done], error) {
		return answer(Done{}), s.Identity.EndHelp(ctx, callerOf(ctx).actor(), in.CorporationID, in.SessionID)
	})
}

func (s *server) foundCorporation(ctx context.Context, in *corporationNew) (corporation.Corporation, error) {
	c := in.Body.corporation()
	c.Logo, c.Favicon, c.LoginBackground = "", "", "" // its administrator uploads them
	if c.AllowHelpEdits {
		return c, fault.OnField("allowHelpEdits", fault.HelpEditsOwn)
	}
	var refusals fault.Refusals
	if err := refusals.Merge("", c.Check()); err != nil {
		return c, err
	}
	given := in.Body.Administrator
	account, hash, err := s.Identity.Prepare(ctx, identity.NewAccount{
		Account: identity.Account{Name: given.Name, DisplayName: given.DisplayName, Mobile: given.Mobile, Email: given.Email, Type: access.Admin}, Password: given.Password,
	})
	if err := refusals.Merge("administrator.", err); err != nil {
		return c, err
	}
	if err := refusals.Err(); err != nil {
		return c, err
	}
	return c, s.Corporations.Found(ctx, callerOf(ctx).actor(), &c, &corporation.FirstAdministrator{
		Name: account.Name, DisplayName: account.DisplayName, Mobile: account.Mobile, Email: account.Email,
		PasswordHash: hash, SimplePassword: account.SimplePassword,
	})
}

func (s *server) changeCorporation(ctx context.Context, in *corporationUpdate) (corporation.Corporation, error) {
	who := callerOf(ctx).actor()
	before, err := s.Corporations.Get(ctx, who.Scope, in.CorporationID)
	if err != nil {
		return before, err
	}
	c := in.Body.corporation()
	c.ID = in.CorporationID
	for _, picture := range []struct {
		field   string
		use     upload.Scope
		current string
		given   *string
	}{
		{"logo", upload.Logo, before.Logo, &c.Logo},
		{"favicon", upload.Favicon, before.Favicon, &c.Favicon},
		{"loginBackground", upload.Background, before.LoginBackground, &c.LoginBackground},
	} {
		if *picture.given, err = s.Uploads.Keep(ctx, who, picture.field, picture.use, picture.current, *picture.given); err != nil {
			return c, err
		}
	}
	return s.Corporations.Update(ctx, who, c)
}

func helpOf(h identity.Help) Help {
	ends := h.ExpiresAt
	if h.RevokedAt != 0 {
		ends = h.RevokedAt
	}
	return Help{
		ID: h.SessionID, Operator: h.Operator, IP: h.IP, CreatedAt: h.CreatedAt, LastUsedAt: h.LastUsedAt, EndsAt: ends, Ended: h.Ended,
	}
}
