package accountapi

import (
	"context"
	"net/http"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/upload"
)

// CorporationFields are the editable fields of a corporation (specification section 3).
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
	AllowHelpEdits      bool   `json:"allowHelpEdits,omitempty" doc:"Platform operators on support visits may change the content of projects; only the corporation's own administrators can set this"`
}

type Corporation struct {
	ID int64 `json:"id"`
	CorporationFields
	Active    bool  `json:"active" doc:"Disabled: nobody can sign in; data from devices are still received"`
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
			Name: c.Name, Title: c.Title, DomainPrefix: c.DomainPrefix, Logo: s.Uploads.Sign(c.Logo),
			Favicon: s.Uploads.Sign(c.Favicon), Copyright: c.Copyright,
			PlatformName: c.PlatformName, Address: c.Address, Slogan: c.Slogan,
			LoginBackground: s.Uploads.Sign(c.LoginBackground), Remarks: c.Remarks, TimeZone: c.TimeZone,
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

// FirstAdministrator is the first account of a new corporation.
type FirstAdministrator struct {
	Name        string `json:"name" minLength:"1" maxLength:"20"`
	DisplayName string `json:"displayName,omitempty" maxLength:"20"`
	Password    string `json:"password" minLength:"6" maxLength:"200" doc:"Initial password; a warning is shown until a strong one is set"`
	Mobile      string `json:"mobile,omitempty" maxLength:"11"`
	Email       string `json:"email,omitempty" maxLength:"254"`
}

// Help is one support access of an operator of the platform.
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
	httpapi.Paging
	State string `query:"state" enum:"active,disabled" doc:"Only these"`
}

type corporationNew struct {
	Body struct {
		CorporationFields
		Administrator FirstAdministrator `json:"administrator"`
	}
}

type corporationUpdate struct {
	httpapi.CorporationPath
	Body CorporationFields
}

type corporationSwitch struct {
	httpapi.CorporationPath
	Body struct {
		Disabled bool `json:"disabled"`
	}
}

type helpListInput struct {
	httpapi.CorporationPath
	httpapi.Paging
}

type helpPath struct {
	httpapi.CorporationPath
	SessionID int64 `path:"sessionId" minimum:"1"`
}

func corporationNeed(action access.Action) access.Permission {
	return access.Permission{Area: access.Corporation, Action: action}
}

func (s *server) corporations() {
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listCorporations", Method: http.MethodGet, Path: "/corporations", Tag: "corporations",
		Need: corporationNeed(access.Retrieve), Held: httpapi.OnPlatform,
		Summary: "Corporations of the platform with their contents", Detail: "For platform operators. Sorts by name, createdAt.",
	}, s.listCorporations)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "createCorporation", Method: http.MethodPost, Path: "/corporations", Tag: "corporations", Status: http.StatusCreated,
		Need: corporationNeed(access.Create), Held: httpapi.OnPlatform,
		Summary: "Create a corporation with its first administrator", Detail: "For platform operators.",
	}, s.createCorporation)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "getCorporation", Method: http.MethodGet, Path: "/corporations/{corporationId}", Tag: "corporations",
		Need: corporationNeed(access.Retrieve), Held: httpapi.OrPlatform, Summary: "One corporation",
	}, s.getCorporation)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "updateCorporation", Method: http.MethodPut, Path: "/corporations/{corporationId}", Tag: "corporations",
		Example:  `{"name":"Another survey"}`,
		NearMiss: httpapi.NearMiss{Body: `{"name":""}`, Field: "name"},
		Need:     corporationNeed(access.Update), Held: httpapi.OrPlatform, Summary: "Change a corporation", Detail: "Omitted fields take their defaults.",
	}, s.updateCorporation)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "disableCorporation", Method: http.MethodPatch, Path: "/corporations/{corporationId}/disable", Tag: "corporations",
		Need: corporationNeed(access.Update), Held: httpapi.OnPlatform, Summary: "Disable or enable a corporation",
		Detail: "For platform operators. Disabling ends every session in the corporation and blocks sign-in; data from its devices are still received and its alarms computed.",
	}, s.disableCorporation)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "enterCorporation", Method: http.MethodPost, Path: "/corporations/{corporationId}/enter", Tag: "corporations",
		Need: corporationNeed(access.Retrieve), Held: httpapi.OnPlatform, Summary: "Open a support session in a corporation",
		Detail: "For platform operators. The session ends after two hours. It is read-only, or may change the content of projects if the corporation's administrator allows it; " +
			"it is logged there and told to its administrators, who can end it.",
	}, s.enterCorporation)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listHelp", Method: http.MethodGet, Path: "/corporations/{corporationId}/help-sessions", Tag: "corporations",
		Need: corporationNeed(access.Retrieve), Summary: "Visits of platform operators, newest first", Detail: "Visits of the last month. Sorts by createdAt.",
	}, s.listHelp)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "endHelp", Method: http.MethodDelete, Path: "/corporations/{corporationId}/help-sessions/{sessionId}", Tag: "corporations",
		Need: corporationNeed(access.Update), Summary: "End a platform operator's visit",
	}, s.endHelp)
}

func (s *server) listCorporations(ctx context.Context, in *corporationListInput) (*httpapi.Output[httpapi.Page[CorporationSummary]], error) {
	filter := corporation.Filter{Query: in.Query()}
	if in.State != "" {
		disabled := in.State == "disabled"
		filter.Disabled = &disabled
	}
	page, err := s.Corporations.List(ctx, httpapi.CallerOf(ctx).Scope, filter)
	return httpapi.ReplyPage(page, func(c corporation.Listed) CorporationSummary {
		return CorporationSummary{
			Corporation: s.corporationOf(c.Corporation), UserCount: c.Users, ProjectCount: c.Projects, PointCount: c.Points, DeviceCount: c.Devices,
		}
	}), err
}

func (s *server) createCorporation(ctx context.Context, in *corporationNew) (*httpapi.Output[Corporation], error) {
	made, err := s.foundCorporation(ctx, in)
	return httpapi.Reply(s.corporationOf(made)), err
}

func (s *server) getCorporation(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[Corporation], error) {
	c, err := s.Corporations.Get(ctx, httpapi.CallerOf(ctx).Scope, in.CorporationID)
	return httpapi.Reply(s.corporationOf(c)), err
}

func (s *server) updateCorporation(ctx context.Context, in *corporationUpdate) (*httpapi.Output[Corporation], error) {
	after, err := s.changeCorporation(ctx, in)
	return httpapi.Reply(s.corporationOf(after)), err
}

func (s *server) disableCorporation(ctx context.Context, in *corporationSwitch) (*httpapi.Output[Corporation], error) {
	after, err := s.Corporations.SetActive(ctx, httpapi.CallerOf(ctx).Actor(), in.CorporationID, !in.Body.Disabled)
	return httpapi.Reply(s.corporationOf(after)), err
}

func (s *server) enterCorporation(ctx context.Context, in *httpapi.CorporationPath) (*httpapi.Output[SignedIn], error) {
	who := httpapi.CallerOf(ctx)
	got, err := s.Identity.Help(ctx, who.Caller, who.Actor(), in.CorporationID)
	if err != nil {
		return nil, err
	}
	session, err := s.sessionOf(ctx, got.Account, got.Permissions, got.Session)
	return httpapi.Reply(SignedIn{Token: got.Token, CurrentSession: session}), err
}

func (s *server) listHelp(ctx context.Context, in *helpListInput) (*httpapi.Output[httpapi.Page[Help]], error) {
	page, err := s.Identity.Helps(ctx, httpapi.CallerOf(ctx).Scope, in.CorporationID, in.Query())
	return httpapi.ReplyPage(page, helpOf), err
}

func (s *server) endHelp(ctx context.Context, in *helpPath) (*httpapi.Output[httpapi.Done], error) {
	return httpapi.Reply(httpapi.Done{}), s.Identity.EndHelp(ctx, httpapi.CallerOf(ctx).Actor(), in.CorporationID, in.SessionID)
}

func (s *server) foundCorporation(ctx context.Context, in *corporationNew) (corporation.Corporation, error) {
	c := in.Body.corporation()
	c.Logo, c.Favicon, c.LoginBackground = "", "", "" // uploaded later by its administrator
	if c.AllowHelpEdits {
		return c, errs.OnField("allowHelpEdits", errs.HelpEditsOwn)
	}
	var refusals errs.Refusals
	if err := refusals.Merge("", c.Check()); err != nil {
		return c, err
	}
	given := in.Body.Administrator
	account, hash, err := s.Identity.Prepare(ctx, identity.NewAccount{
		Account: identity.Account{
			Name: given.Name, DisplayName: given.DisplayName, Mobile: given.Mobile, Email: given.Email, Type: access.Admin,
		}, Password: given.Password,
	})
	if err := refusals.Merge("administrator.", err); err != nil {
		return c, err
	}
	if err := refusals.Err(); err != nil {
		return c, err
	}
	return c, s.Corporations.CreateWithAdmin(ctx, httpapi.CallerOf(ctx).Actor(), &c, &corporation.FirstAdministrator{
		Name: account.Name, DisplayName: account.DisplayName, Mobile: account.Mobile, Email: account.Email,
		PasswordHash: hash, SimplePassword: account.SimplePassword,
	})
}

func (s *server) changeCorporation(ctx context.Context, in *corporationUpdate) (corporation.Corporation, error) {
	who := httpapi.CallerOf(ctx).Actor()
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
