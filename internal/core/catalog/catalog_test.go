package catalog_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/i18n"
)

// The enumerations of the specification, section 3 and section 2.
const (
	specMeasurements = "DeepDisplacement SurfaceDisplacement Waterlevel Tilt Vibration Track Crack StructuralDeformation DBCJ ZCYL AnchorForce SoilPressure SoilMoisture Camera Temperature Rainfall Flow AxialForce Environment"
	specTypes        = "ADM HDA2 HDA3 VOLWL Crack SDM SDMX SDMPRO TDM HSL Station GNSS Camera RDM IDM STRAIN Steel Anchor AFM SHM SPM Rain Flow WeatherStation PAM WATERLEVEL RionInclino ADMI GKYL PDM RangerFinder VDM QDM WDM DT"
	specFamilies     = "ADM HDA SDM GDM ROCTEC_API WHU_API HSAPP HSPAM TGY_API HYDRO CLY_STATION OTHER HJ RION_INCLINO ADMI GK PDM VDM QDM DT"
	specPages        = "adm-data adm-profile adm-northeast adm-3d adm-settlement adm-circular circular-segment adm-prop adm-prop-horizontal adm-report adm-artificial-compare sdmpro-chart tdm-map rdm-pipe-chart rdm-change-chart rdm-prop-chart rdm-data station-chord station-convergence station-offset station-settlement hsl-settlement hsl-settlement-data hsl-settlement-report master-hda-chart master-hda-data camera hda-chart hda-data hda-report gnss-chart gdm-angle-data weather-station-chart gdm-capture pam-data-import pam-chart pam-data pdm-profile pdm-prop artificial-data dt-data"
)

func codesOf[T any](list []T, code func(T) string) []string {
	codes := make([]string, 0, len(list))
	for _, one := range list {
		codes = append(codes, code(one))
	}
	return codes
}

func TestAllSpecificationCodesExist(t *testing.T) {
	tests := []struct {
		name string
		want string
		got  []string
	}{
		{"measurements", specMeasurements, codesOf(catalog.Measurements(), func(m catalog.Measurement) string { return m.Code })},
		{"device types", specTypes + " GDM DTU Artificial", codesOf(catalog.DeviceTypes(), func(t catalog.DeviceType) string { return t.Code })},
		{"protocol families", specFamilies, codesOf(catalog.Protocols(), func(p catalog.Protocol) string { return p.Code })},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			others := slices.DeleteFunc(slices.Clone(test.got), func(code string) bool { return slices.Contains(strings.Fields(test.want), code) })
			got := slices.DeleteFunc(test.got, func(code string) bool { return slices.Contains(others, code) })
			if diff := cmp.Diff(strings.Fields(test.want), got); diff != "" {
				t.Errorf("codes in their order (-specification +catalog):\n%s", diff)
			}
		})
	}
	for _, slug := range strings.Fields(specPages) {
		if _, ok := catalog.PageOf(slug); !ok {
			t.Errorf("page %s is missing", slug)
		}
	}
	if got := len(catalog.Pages()); got != 41 {
		t.Errorf("%d pages, want 41", got)
	}
	if got := len(catalog.StructureTypes()); got != 18 {
		t.Errorf("%d structure types, want 18", got)
	}
}

// labels calls visit with every Label in a value.
func labels(at string, value reflect.Value, visit func(at string, label i18n.Label)) {
	if value.Type() == reflect.TypeOf(i18n.Label{}) {
		visit(at, value.Interface().(i18n.Label))
		return
	}
	switch value.Kind() {
	case reflect.Struct:
		for i := range value.NumField() {
			if value.Type().Field(i).IsExported() {
				labels(at+"."+value.Type().Field(i).Name, value.Field(i), visit)
			}
		}
	case reflect.Slice:
		for i := range value.Len() {
			element := value.Index(i)
			name := at
			if element.Kind() == reflect.Struct {
				if code := element.FieldByName("Code"); code.IsValid() {
					name += "[" + code.String() + "]"
				} else if field := element.FieldByName("Name"); field.IsValid() {
					name += "[" + field.String() + "]"
				}
			}
			labels(name, element, visit)
		}
	case reflect.Pointer:
		if !value.IsNil() {
			labels(at, value.Elem(), visit)
		}
	}
}

func TestLabelsExistInThreeLanguages(t *testing.T) {
	seen := 0
	for name, table := range map[string]any{
		"measurements": catalog.Measurements(), "types": catalog.DeviceTypes(), "models": catalog.Models(), "pages": catalog.Pages(),
		"structures": catalog.StructureTypes(), "displays": catalog.DisplayTypes(), "protocols": catalog.Protocols(),
		"collectors": catalog.CollectorTypes(), "signals": catalog.ChannelKinds(), "collect": catalog.CollectModes(),
		"coefficients": catalog.Coefficients(), "blocks": catalog.Blocks(), "modes": catalog.Modes(), "ends": catalog.FixedEnds(),
		"kinds": catalog.PointKinds(), "value types": catalog.ValueTypes(),
	} {
		labels(name, reflect.ValueOf(table), func(at string, label i18n.Label) {
			seen++
			if label.Zh == "" || label.En == "" || label.Tw == "" {
				t.Errorf("%s: label %+v lacks a language", at, label)
			}
		})
	}
	if seen < 400 {
		t.Errorf("walked only %d labels", seen)
	}
}

func TestReferencesBetweenTables(t *testing.T) {
	for _, kind := range catalog.DeviceTypes() {
		for _, code := range kind.Measurements {
			if _, ok := catalog.MeasurementOf(code); !ok {
				t.Errorf("%s serves the unknown measurement %s", kind.Code, code)
			}
		}
		for _, slug := range kind.Pages {
			if _, ok := catalog.PageOf(slug); !ok {
				t.Errorf("%s has the unknown page %s", kind.Code, slug)
			}
		}
		for _, name := range kind.Coefficients {
			if _, ok := catalog.CoefficientOf(name); !ok {
				t.Errorf("%s has the unknown coefficient %s", kind.Code, name)
			}
		}
		for _, block := range kind.Blocks {
			found := false
			for _, option := range catalog.Blocks() {
				found = found || option.Code == block
			}
			if !found {
				t.Errorf("%s has the unknown block %s", kind.Code, block)
			}
		}
		for _, measurement := range catalog.MeasurementFields(kind.Code) {
			if len(measurement.Attributes) == 0 {
				t.Errorf("%s delivers no attribute of %s", kind.Code, measurement.Code)
			}
			for _, attribute := range measurement.Attributes {
				if _, ok := catalog.Field(measurement.Code, attribute.Name); !ok {
					t.Errorf("%s delivers the unknown attribute %s.%s", kind.Code, measurement.Code, attribute.Name)
				}
			}
		}
	}
	for _, model := range catalog.Models() {
		if _, ok := catalog.DeviceTypeOf(model.Type); !ok {
			t.Errorf("model %s is of the unknown type %s", model.Code, model.Type)
		}
		for _, code := range model.Measurements {
			if !catalog.Serves(model.Type, code) {
				t.Errorf("model %s measures %s, its type %s does not", model.Code, code, model.Type)
			}
		}
		if model.Series.Zh == "" {
			t.Errorf("model %s has no series", model.Code)
		}
	}
	for _, measurement := range catalog.Measurements() {
		if measurement.Code != "Camera" {
			if main, ok := catalog.Field(measurement.Code, measurement.Main); !ok || !main.Has(measurement.MainType) {
				t.Errorf("%s: main field %q is not an attribute with value type %s", measurement.Code, measurement.Main, measurement.MainType)
			}
		}
		if len(catalog.ServingTypes(measurement.Code)) == 0 {
			t.Errorf("no device type serves %s", measurement.Code)
		}
	}
}

func TestFields(t *testing.T) {
	tests := []struct {
		measurement, name, unit string
		decimals, result        int
	}{
		{"DeepDisplacement", "x", "mm", 2, 5},
		{"Waterlevel", "level", "m", 3, 6},
		{"SurfaceDisplacement", "lat", "°", 9, 12},
		{"Tilt", "angleX", "°", 4, 7},
		{"Waterlevel", "myOwnField", "", 3, 6},
	}
	for _, test := range tests {
		shown := catalog.Shown(test.measurement, test.name)
		if shown.Unit != test.unit || shown.Decimals != test.decimals || shown.ResultDecimals() != test.result {
			t.Errorf("%s.%s: %q %d %d, want %q %d %d", test.measurement, test.name, shown.Unit, shown.Decimals, shown.ResultDecimals(), test.unit, test.decimals, test.result)
		}
	}
}

func TestPagesOfAPoint(t *testing.T) {
	single := func(fields ...string) map[string]bool {
		made := map[string]bool{}
		for _, field := range fields {
			made[field] = false
		}
		return made
	}
	each := func(fields ...string) map[string]bool {
		made := map[string]bool{}
		for _, field := range fields {
			made[field] = true
		}
		return made
	}
	const (
		byHand = "adm-profile adm-northeast adm-3d adm-prop adm-data adm-report"
		hole   = byHand + " adm-artificial-compare"
		line   = "adm-settlement adm-prop-horizontal adm-data adm-report"
		ring   = "adm-circular circular-segment adm-prop adm-data adm-report"
		nodes  = "adm-prop adm-data adm-report"
		scalar = "hda-chart hda-data hda-report"
	)
	tests := []struct {
		name, category, kind, measurement, mode string
		fields                                  map[string]bool
		want                                    string
	}{
		{"vertical array without formula", "ADM", "normal", "DeepDisplacement", "", nil, hole},
		{"vertical array", "ADM", "normal", "DeepDisplacement", "", each("x", "y"), hole},
		{"one axis of a vertical array", "SDM", "normal", "DeepDisplacement", "", each("x"), hole},
		{"column of a structure", "ADM", "normal", "StructuralDeformation", "vertical", each("x", "y"), hole},
		{"only angles of an array", "ADM", "normal", "DeepDisplacement", "", each("angleX"), nodes},
		{"horizontal array without formula", "ADM", "normal", "DBCJ", "", nil, line},
		{"horizontal array", "ADM", "normal", "DBCJ", "", each("settlement"), line},
		{"horizontal array of a structure", "ADMI", "normal", "StructuralDeformation", "horizontal", each("settlement"), line},
		{"deflection of a beam", "ADM", "normal", "StructuralDeformation", "deflection", each("deflection"), line},
		{"ring without formula", "ADM", "normal", "StructuralDeformation", "", nil, ring},
		{"ring", "ADM", "normal", "StructuralDeformation", "", each("radial", "convergence", "x", "y"), ring},
		{"ring with its mode set", "ADM", "normal", "StructuralDeformation", "circular", each("radial", "x"), ring},
		{"one segment as a tilt sensor", "SDM", "normal", "Tilt", "", single("angleX"), scalar},
		{"rail on an array", "ADM", "normal", "Track", "", nil, nodes},
		{"tracker", "TDM", "normal", "Track", "", single("lat", "lon", "height", "moved"), "tdm-map " + scalar},
		{"tracker without formula", "TDM", "normal", "Track", "", nil, "tdm-map " + scalar},
		{"piezometer", "WATERLEVEL", "normal", "Waterlevel", "", single("level"), scalar},
		{"hydrostatic level", "HSL", "normal", "DBCJ", "", single("settlement", "level"), "hsl-settlement hsl-settlement-data hsl-settlement-report " + scalar},
		{"GNSS", "GNSS", "normal", "SurfaceDisplacement", "", single("n", "e", "u", "x", "y", "z"), "gnss-chart " + scalar},
		{"GNSS without formula", "GNSS", "normal", "SurfaceDisplacement", "", nil, "gnss-chart " + scalar},
		{"GNSS with a custom formula", "GNSS", "normal", "SurfaceDisplacement", "", single("z"), scalar},
		{"settlement by GNSS", "GNSS", "normal", "DBCJ", "", nil, scalar},
		{"tilt sensor on a bus", "RionInclino", "normal", "Tilt", "", nil, scalar},
		{"tilt sensors as a string", "RionInclino", "normal", "DeepDisplacement", "", nil, hole},
		{"portable inclinometer", "RDM", "normal", "DeepDisplacement", "", each("x", "y"), "rdm-change-chart rdm-pipe-chart rdm-prop-chart rdm-data " + byHand},
		{"shape of a pipe", "RDM", "normal", "StructuralDeformation", "", each("x", "y", "z"), "rdm-change-chart rdm-pipe-chart rdm-prop-chart rdm-data " + nodes},
		{"pipeline", "PAM", "normal", "StructuralDeformation", "", each("x", "y", "z"), "pam-chart pam-data pam-data-import " + nodes},
		{"section", "PDM", "normal", "StructuralDeformation", "", each("radial", "convergence", "x", "y"), "pdm-profile pdm-prop " + nodes},
		{"temperature string", "DT", "normal", "Temperature", "", each("temp"), "dt-data " + nodes},
		{"camera", "Camera", "normal", "Camera", "", nil, "camera gdm-capture"},
		{"camera that counts", "Camera", "normal", "Camera", "", single("diff"), "camera " + scalar + " gdm-capture"},
		{"composite", "Composite", "composite", "AxialForce", "", single("force"), "master-hda-chart master-hda-data " + scalar},
		{"virtual", "Virtual", "virtual", "StructuralDeformation", "", single("deflection"), scalar},
		{"virtual chord", "Virtual", "virtual", "StructuralDeformation", "", single("chord"), "station-chord " + scalar},
		{"prism of a section", "Station", "normal", "StructuralDeformation", "", single("northing", "offset", "settlement"), "station-settlement station-offset " + scalar},
		{"pair of prisms", "Composite", "composite", "StructuralDeformation", "", single("chord", "convergence"), "station-convergence station-chord master-hda-chart master-hda-data " + scalar},
		{"prism of a slope", "Station", "normal", "SurfaceDisplacement", "", single("x", "y", "z"), scalar},
		{"manual inclinometer", "Artificial", "artificial", "DeepDisplacement", "", nil, "artificial-data " + byHand},
		{"manual", "Artificial", "artificial", "Crack", "", nil, "artificial-data " + scalar},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := strings.Join(catalog.Viewed{
				Category: test.category, Kind: test.kind, Measurement: test.measurement, Mode: test.mode, Fields: test.fields,
			}.Candidates(), " ")
			if got != test.want {
				t.Errorf("pages %s, want %s", got, test.want)
			}
		})
	}
}

// Every point has a page that the web app has, and every such page belongs to some point.
func TestEveryPointHasAPage(t *testing.T) {
	built := codesOf(catalog.BuiltPages(), func(p catalog.Page) string { return p.Slug })
	shown := map[string]bool{}
	kinds := codesOf(catalog.PointKinds(), func(o i18n.Option) string { return o.Code })
	modes := append(codesOf(catalog.Modes(), func(o i18n.Option) string { return o.Code }), "")
	for _, device := range append(catalog.DeviceTypes(), catalog.DeviceType{Code: "Composite"}, catalog.DeviceType{Code: "Virtual"}) {
		for _, measurement := range catalog.Measurements() {
			for _, kind := range kinds {
				for _, mode := range modes {
					for _, fields := range []map[string]bool{nil, {measurement.Main: false}, {measurement.Main: true}, {"chord": false, "offset": false, "settlement": false}} {
						v := catalog.Viewed{Category: device.Code, Kind: kind, Measurement: measurement.Code, Mode: mode, Fields: fields}
						found := catalog.PagesFor(v)
						if len(found) == 0 {
							t.Errorf("no page for %+v", v)
						}
						for _, page := range found {
							shown[page.Slug] = true
							if !has(built, page.Slug) {
								t.Errorf("%s of %+v is not built", page.Slug, v)
							}
						}
						if mode == "circular" && len(fields) > 0 && fields[measurement.Main] && found[0].Slug == "adm-profile" {
							t.Errorf("a ring is drawn as a hole: %+v", v)
						}
					}
				}
			}
		}
	}
	for _, slug := range built {
		if !shown[slug] {
			t.Errorf("no point shows %s: PagesFor does not list it", slug)
		}
	}
}
