package project

import (
	"context"
	"strings"
	"time"
	"unicode/utf8"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
)

const (
	maxName = 20  // characters (specification section 5)
	maxText = 500 // of a longer text

	defaultZone     = "Asia/Shanghai"
	defaultLanguage = "zh"
)

func (p *Project) fill() {
	p.Name = strings.TrimSpace(p.Name)
	if p.TimeZone == "" {
		p.TimeZone = defaultZone
	}
	if p.Language == "" {
		p.Language = defaultLanguage
	}
}

func (p Project) validate() error {
	var refusals errs.Refusals
	checkName(&refusals, p.Name)
	checkTexts(&refusals, p.Address, p.Picture, p.Remarks)
	CheckCoordinates(&refusals, "", p.Longitude, p.Latitude)
	if _, err := time.LoadLocation(p.TimeZone); err != nil || p.TimeZone == "Local" {
		refusals.Add("timeZone", errs.ZoneUnknown)
	}
	switch p.Language {
	case "zh", "en", "zh-TW":
	default:
		refusals.Add("language", errs.NotOneOf, "allowed", "zh, en, zh-TW")
	}
	return refusals.Err()
}

func (st *Structure) fill() {
	st.Name = strings.TrimSpace(st.Name)
	if st.DisplayType == "" {
		st.DisplayType = Map
	}
	if !st.IsItem {
		st.ParentID = 0
	}
}

func (s *Service) checkStructure(ctx context.Context, scope access.Scope, st Structure) error {
	var refusals errs.Refusals
	checkName(&refusals, st.Name)
	checkTexts(&refusals, st.Address, st.Picture, st.Remarks)
	CheckCoordinates(&refusals, "", st.Longitude, st.Latitude)
	switch st.DisplayType {
	case Map, Image, BIM:
	default:
		refusals.Add("displayType", errs.NotOneOf, "allowed", "MAP, IMG, BIM")
	}
	if (!st.IsItem || st.Type != "") && !isStructureType(st.Type) {
		refusals.Add("type", errs.MustExist)
	}
	if st.IsItem {
		parent, err := s.store.Structure(ctx, scope, st.ParentID)
		switch {
		case errs.IsKind(err, errs.NotFound), err == nil && (parent.ProjectID != st.ProjectID || parent.IsItem):
			refusals.Add("parentId", errs.MustExist)
		case err != nil:
			return err
		}
	}
	return refusals.Err()
}

func checkName(refusals *errs.Refusals, name string) {
	switch n := utf8.RuneCountInString(name); {
	case n == 0:
		refusals.Add("name", errs.Empty)
	case n > maxName:
		refusals.Add("name", errs.TooLong, "max", maxName)
	}
}

func checkTexts(refusals *errs.Refusals, address, picture, remarks string) {
	for _, text := range []struct{ field, value string }{{"address", address}, {"picture", picture}, {"remarks", remarks}} {
		if utf8.RuneCountInString(text.value) > maxText {
			refusals.Add(text.field, errs.TooLong, "max", maxText)
		}
	}
}

// CheckCoordinates checks that longitude and latitude, in millionths of an arc second, are valid and both present or
// both missing. Errors name the fields with a prefix.
func CheckCoordinates(refusals *errs.Refusals, prefix string, longitude, latitude *int64) {
	if longitude != nil && (*longitude < -180*degree || *longitude > 180*degree) {
		refusals.Add(prefix+"longitude", errs.CoordinateFormat)
	}
	if latitude != nil && (*latitude < -90*degree || *latitude > 90*degree) {
		refusals.Add(prefix+"latitude", errs.CoordinateFormat)
	}
	if (longitude == nil) != (latitude == nil) {
		field := "longitude"
		if latitude == nil {
			field = "latitude"
		}
		refusals.Add(prefix+field, errs.Empty)
	}
}

func isStructureType(code string) bool {
	for _, option := range catalog.StructureTypes() {
		if option.Code == code {
			return true
		}
	}
	return false
}
