package basemap

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"unicode/utf8"

	"plumbline/internal/platform/errs"
)

// Place is a search result. Suggestions may lack coordinates; Geocode finds them by name.
type Place struct {
	Name      string
	Address   string
	Longitude *float64 // degrees
	Latitude  *float64
}

// Search parameters (specification section 9).
const (
	placeCount = 10
	placeLevel = 15
	placeQuery = 4 // suggestions

	maxKeyword = 50
)

// Search returns up to ten places whose names contain a keyword, the best match first.
func (s *Service) Search(ctx context.Context, keyword string) ([]Place, error) {
	keyword, err := s.keyword(keyword)
	if err != nil {
		return nil, err
	}
	asked, err := json.Marshal(struct {
		Keyword string `json:"keyWord"`
		Level   string `json:"level"`
		Bound   string `json:"mapBound"`
		Query   string `json:"queryType"`
		Count   string `json:"count"`
		Start   string `json:"start"`
	}{keyword, strconv.Itoa(placeLevel), "-180,-90,180,90", strconv.Itoa(placeQuery), strconv.Itoa(placeCount), "0"})
	if err != nil {
		return nil, fmt.Errorf("write the search: %w", err)
	}
	var answer struct {
		Suggests []found `json:"suggests"`
		Pois     []found `json:"pois"`
		Area     *found  `json:"area"`
	}
	if err := s.ask(ctx, "/search", url.Values{"postStr": {string(asked)}, "type": {"query"}}, &answer); err != nil {
		return nil, err
	}
	all := append(answer.Suggests, answer.Pois...)
	if answer.Area != nil {
		all = append([]found{*answer.Area}, all...)
	}
	places := make([]Place, 0, placeCount)
	for _, f := range all {
		if len(places) < placeCount && f.Name != "" {
			places = append(places, f.place())
		}
	}
	return places, nil
}

// found is a place in the provider's format. The position is "longitude latitude" or "longitude,latitude", for areas
// and points.
type found struct {
	Name    string `json:"name"`
	Address string `json:"address"`
	LonLat  string `json:"lonlat"`
}

func (f found) place() Place {
	p := Place{Name: f.Name, Address: f.Address}
	parts := strings.FieldsFunc(f.LonLat, func(r rune) bool { return r == ' ' || r == ',' })
	if len(parts) != 2 {
		return p
	}
	longitude, err1 := strconv.ParseFloat(parts[0], 64)
	latitude, err2 := strconv.ParseFloat(parts[1], 64)
	if err1 == nil && err2 == nil && onEarth(longitude, latitude) {
		p.Longitude, p.Latitude = &longitude, &latitude
	}
	return p
}

func onEarth(longitude, latitude float64) bool {
	return longitude >= -180 && longitude <= 180 && latitude >= -90 && latitude <= 90
}

// Geocode returns the place of an address or a name, or NotFound if the provider does not know it.
func (s *Service) Geocode(ctx context.Context, keyword string) (Place, error) {
	keyword, err := s.keyword(keyword)
	if err != nil {
		return Place{}, err
	}
	asked, err := json.Marshal(map[string]string{"keyWord": keyword})
	if err != nil {
		return Place{}, fmt.Errorf("write the address: %w", err)
	}
	var answer struct {
		Location *struct {
			Longitude number `json:"lon"`
			Latitude  number `json:"lat"`
		} `json:"location"`
	}
	if err := s.ask(ctx, "/geocoder", url.Values{"ds": {string(asked)}}, &answer); err != nil {
		return Place{}, err
	}
	if answer.Location == nil || !onEarth(float64(answer.Location.Longitude), float64(answer.Location.Latitude)) {
		return Place{}, errs.New(errs.PlaceUnknown)
	}
	longitude, latitude := float64(answer.Location.Longitude), float64(answer.Location.Latitude)
	return Place{Name: keyword, Longitude: &longitude, Latitude: &latitude}, nil
}

// number is a number that the provider writes with or without quotes.
type number float64

func (n *number) UnmarshalJSON(data []byte) error {
	v, err := strconv.ParseFloat(strings.Trim(string(data), `"`), 64)
	*n = number(v)
	return err
}

func (s *Service) keyword(given string) (string, error) {
	keyword := strings.TrimSpace(given)
	switch {
	case s == nil:
		return "", errs.New(errs.MapOffline)
	case keyword == "":
		return "", errs.OnField("keyword", errs.Empty)
	case utf8.RuneCountInString(keyword) > maxKeyword:
		return "", errs.OnField("keyword", errs.TooLong, "max", maxKeyword)
	}
	return keyword, nil
}

// ask sends a request and decodes the JSON answer. If the provider has no data, answer stays unchanged.
func (s *Service) ask(ctx context.Context, path string, query url.Values, answer any) error {
	ctx, cancel := context.WithTimeout(ctx, 2*within) // including the wait for a free request
	defer cancel()
	release, err := s.acquire(ctx, ofPlaces)
	if err != nil {
		return err
	}
	defer release()
	query.Set("tk", s.config.Key)
	data, err := s.get(ctx, s.config.Places+path, query, maxAnswer)
	switch {
	case errors.Is(err, errNothing):
		return nil
	case err != nil:
		return s.fail(ctx, ofPlaces, path, err)
	}
	if err := json.Unmarshal(data, answer); err != nil {
		return s.fail(ctx, ofPlaces, path, fmt.Errorf("unexpected JSON: %w", err))
	}
	return nil
}
