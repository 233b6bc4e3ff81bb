package accountapi

import "plumbline/internal/account/corporation"

// Brand is the appearance of the product for a corporation. Empty fields use the product's own.
type Brand struct {
	CorporationName  string `json:"corporationName"`
	PlatformName     string `json:"platformName" doc:"In page titles"`
	Title            string `json:"title" doc:"In the header"`
	Logo             string `json:"logo" doc:"Signed path of a picture, good for 5 minutes"`
	Favicon          string `json:"favicon" doc:"Signed path of a picture, good for 5 minutes"`
	Copyright        string `json:"copyright"`
	DocumentDisabled bool   `json:"documentDisabled"`

	ActiveNSBDInfoTable bool `json:"activeNSBDInfoTable" doc:"Projects have the information table and report of the South-to-North Water Diversion"`
}

// Helping is the corporation in which an operator of the platform has support access.
type Helping struct {
	CorporationID   int64  `json:"corporationId"`
	CorporationName string `json:"corporationName"`
	EndsAt          int64  `json:"endsAt" doc:"UTC ms; not extended with use"`
	Edits           bool   `json:"edits" doc:"The content of projects may be changed"`
}

func (s *server) brandOf(c corporation.Corporation) Brand {
	return Brand{
		CorporationName: c.Name, PlatformName: c.PlatformName, Title: c.Title, Logo: s.Uploads.Sign(c.Logo),
		Favicon: s.Uploads.Sign(c.Favicon), Copyright: c.Copyright,
		DocumentDisabled: c.DocumentDisabled, ActiveNSBDInfoTable: c.ActiveNSBDInfoTable,
	}
}
