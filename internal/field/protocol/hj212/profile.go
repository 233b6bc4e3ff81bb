package hj212

import (
	"encoding/json"
	"math"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Limits of a profile.
const (
	maxFactors  = 512
	maxCode     = 20 // characters of a factor code
	maxPassword = 20
)

// profile is what is configured for a device.
type profile struct {
	edition  string // "2017" or "2005"
	st       string
	password string
	factors  map[string]factor
}

// factor is the field of a factor code. Its numbers are multiplied by scale, and by ten to the power of shift.
type factor struct {
	field string
	scale float64
	shift int
}

// substance is a factor that the product has a field for (domain protocols.md section 5).
type substance struct {
	code, field, unit string
	shift             int // powers of ten from the unit of the standard to that of the field
	dust              bool
	label             i18n.Label
}

var substances = []substance{
	{code: "a34001", field: "tsp", unit: "µg/m³", dust: true, label: i18n.Label{Zh: "总悬浮颗粒物", En: "Total suspended particles", Tw: "總懸浮微粒"}},
	{code: "a34002", field: "pm10", unit: "µg/m³", dust: true, label: i18n.Label{Zh: "可吸入颗粒物", En: "PM10", Tw: "懸浮微粒PM10"}},
	{code: "a34004", field: "pm25", unit: "µg/m³", dust: true, label: i18n.Label{Zh: "细颗粒物", En: "PM2.5", Tw: "細懸浮微粒PM2.5"}},
	{code: "a01001", field: "airTemp", unit: "°C", label: i18n.Label{Zh: "气温", En: "Air temperature", Tw: "氣溫"}},
	{code: "a01002", field: "humidity", unit: "%RH", label: i18n.Label{Zh: "相对湿度", En: "Humidity", Tw: "相對濕度"}},
	{code: "a01006", field: "airPressure", unit: "kPa", shift: 1, label: i18n.Label{Zh: "气压", En: "Air pressure", Tw: "氣壓"}},
	{code: "a01007", field: "windSpeed", unit: "m/s", label: i18n.Label{Zh: "风速", En: "Wind speed", Tw: "風速"}},
	{code: "a01008", field: "windDir", unit: "°", label: i18n.Label{Zh: "风向", En: "Wind direction", Tw: "風向"}},
	{code: "LA", field: "noise", unit: "dB(A)", label: i18n.Label{Zh: "A声级", En: "Sound level", Tw: "A權聲級"}},
	{code: "Leq", field: "noise", unit: "dB(A)", label: i18n.Label{Zh: "等效声级", En: "Equivalent sound level", Tw: "等效聲級"}},
	{code: "a50001", field: "noise", unit: "dB(A)", label: i18n.Label{Zh: "噪声", En: "Noise", Tw: "噪音"}},
}

var byCode = func() map[string]*substance {
	known := map[string]*substance{}
	for i := range substances {
		known[substances[i].code] = &substances[i]
	}
	return known
}()

// Units of dust.
const (
	micrograms = "µg/m³"
	milligrams = "mg/m³"
)

var defaultProfile = newProfile(micrograms)

func newProfile(dust string) *profile {
	p := &profile{edition: "2017", st: "39", password: "123456", factors: map[string]factor{}}
	for _, s := range substances {
		f := factor{field: s.field, scale: 1, shift: s.shift}
		if s.dust && dust == milligrams {
			f.shift = 3
		}
		p.factors[s.code] = f
	}
	return p
}

// profileOf returns the profile of a device.
func profileOf(configured any) *profile {
	if p, ok := configured.(*profile); ok {
		return p
	}
	return defaultProfile
}

// readProfile decodes a profile (protocol.Family). All members are optional:
//
//	{"edition":"2017","st":"39","password":"123456","dust":"mg/m³",
//	 "factors":{"a34004":{"field":"pm25","factor":1000}}}
//
// edition, st and password are those of commands. dust is the unit in which the station sends dust; the default is
// µg/m³. factors adds to the factors of the domain, or replaces them; factor is 1 by default.
func readProfile(configured json.RawMessage) (any, error) {
	if len(configured) == 0 {
		return defaultProfile, nil
	}
	var given struct {
		Edition, ST, Password, Dust *string
		Factors                     map[string]struct {
			Field  string
			Factor *float64
		}
	}
	if err := errs.Decode(configured, &given); err != nil {
		return nil, err
	}
	var refused errs.Refusals
	dust := micrograms
	if given.Dust != nil {
		if dust = *given.Dust; dust != micrograms && dust != milligrams {
			refused.Add("dust", errs.NotOneOf, "allowed", micrograms+", "+milligrams)
		}
	}
	p := newProfile(dust)
	if given.Edition != nil {
		if p.edition = *given.Edition; p.edition != "2017" && p.edition != "2005" {
			refused.Add("edition", errs.NotOneOf, "allowed", "2017, 2005")
		}
	}
	word := func(name string, given *string, most int, into *string) {
		if given == nil {
			return
		}
		if *into = *given; !plain(*given, most) {
			refused.Add(name, errs.FormatWrong)
		}
	}
	word("st", given.ST, 5, &p.st)
	word("password", given.Password, maxPassword, &p.password)
	if len(given.Factors) > maxFactors {
		refused.Add("factors", errs.TooManyEntries, "max", maxFactors)
		return nil, refused.Err()
	}
	for code, f := range given.Factors {
		path := "factors." + code
		scale := 1.0
		if f.Factor != nil {
			scale = *f.Factor
		}
		switch {
		case !plain(code, maxCode):
			refused.Add(path, errs.FormatWrong)
		case !protocol.FieldName(f.Field):
			refused.Add(path+".field", errs.FormatWrong)
		case scale == 0 || math.IsInf(scale, 0):
			refused.Add(path+".factor", errs.NotFinite)
		}
		p.factors[code] = scaled(f.Field, scale)
	}
	if err := refused.Err(); err != nil {
		return nil, err
	}
	return p, nil
}

// scaled returns a factor whose scale is a power of ten as a shift: 0.0365 mg/m³ is then exactly 36.5 µg/m³.
func scaled(field string, scale float64) factor {
	for shift := -9; shift <= 9; shift++ {
		if scale == math.Pow10(shift) {
			return factor{field: field, scale: 1, shift: shift}
		}
	}
	return factor{field: field, scale: scale}
}

// plain reports whether a text has 1 to most letters and digits, which cannot break a frame.
func plain(s string, most int) bool {
	return s != "" && len(s) <= most && strings.IndexFunc(s, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
}
