package catalogue_test

import (
	"reflect"
	"strings"
	"testing"

	"plumbline/internal/catalogue"
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

func TestEveryCodeOfTheSpecificationIsThere(t *testing.T) {
	tests := []struct {
		name string
		want string
		got  []string
	}{
		{"measurements", specMeasurements, codesOf(catalogue.Measurements(), func(m catalogue.Measurement) string { return m.Code })},
		{"device types", specTypes + " GDM DTU Artificial", codesOf(catalogue.DeviceTypes(), func(t catalogue.DeviceType) string { return t.Code })},
		{"protocol families", specFamilies, codesOf(catalogue.Protocols(), func(p catalogue.Protocol) string { return p.Code })},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := strings.Join(test.got, " "); got != test.want {
				t.Errorf("codes\n got %s\nwant %s", got, test.want)
			}
		})
	}
	for _, slug := range strings.Fields(specPages) {
		if _, ok := catalogue.PageOf(slug); !ok {
			t.Errorf("page %s is missing", slug)
		}
	}
	if got := len(catalogue.Pages()); got != 41 {
		t.Errorf("%d pages, want 41", got)
	}
	if got := len(catalogue.StructureTypes()); got != 18 {
		t.Errorf("%d structure types, want 18", got)
	}
}

// labels walks a value and calls visit with every Label in it.
func labels(at string, value reflect.Value, visit func(at string, label catalogue.Label)) {
	if value.Type() == reflect.TypeOf(catalogue.Label{}) {
		visit(at, value.Interface().(catalogue.Label))
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

func TestEveryLabelIsThereInThreeLanguages(t *testing.T) {
	seen := 0
	for name, table := range map[string]any{
		"measurements": catalogue.Measurements(), "types": catalogue.DeviceTypes(), "models": catalogue.Models(), "pages": catalogue.Pages(),
		"structures": catalogue.StructureTypes(), "displays": catalogue.DisplayTypes(), "protocols": catalogue.Protocols(),
		"collectors": catalogue.CollectorTypes(), "signals": catalogue.Signals(), "collect": catalogue.CollectModes(),
		"coefficients": catalogue.Coefficients(), "blocks": catalogue.Blocks(), "modes": catalogue.Modes(), "ends": catalogue.FixedEnds(),
		"kinds": catalogue.PointKinds(), "value types": catalogue.ValueTypes(), "formulas": catalogue.SystemFormulas(),
	} {
		labels(name, reflect.ValueOf(table), func(at string, label catalogue.Label) {
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

func TestTheTablesReferToEachOther(t *testing.T) {
	for _, kind := range catalogue.DeviceTypes() {
		for _, code := range kind.Measurements {
			if _, ok := catalogue.MeasurementOf(code); !ok {
				t.Errorf("%s serves %s, which is no measurement", kind.Code, code)
			}
		}
		for _, slug := range kind.Pages {
			if _, ok := catalogue.PageOf(slug); !ok {
				t.Errorf("%s has page %s, which is none", kind.Code, slug)
			}
		}
		for _, name := range kind.Coefficients {
			if _, ok := catalogue.CoefficientOf(name); !ok {
				t.Errorf("%s has coefficient %s, which is none", kind.Code, name)
			}
		}
		for _, block := range kind.Blocks {
			found := false
			for _, option := range catalogue.Blocks() {
				found = found || option.Code == block
			}
			if !found {
				t.Errorf("%s has block %s, which is none", kind.Code, block)
			}
		}
		for _, measurement := range catalogue.MeasurementFields(kind.Code) {
			if len(measurement.Attributes) == 0 {
				t.Errorf("%s delivers no attribute of %s", kind.Code, measurement.Code)
			}
			for _, attribute := range measurement.Attributes {
				if _, ok := catalogue.Field(measurement.Code, attribute.Name); !ok {
					t.Errorf("%s delivers %s.%s, which is none", kind.Code, measurement.Code, attribute.Name)
				}
			}
		}
	}
	for _, model := range catalogue.Models() {
		if _, ok := catalogue.DeviceTypeOf(model.Type); !ok {
			t.Errorf("model %s is of type %s, which is none", model.Code, model.Type)
		}
		for _, code := range model.Measurements {
			if !catalogue.Serves(model.Type, code) {
				t.Errorf("model %s measures %s, its type %s does not", model.Code, code, model.Type)
			}
		}
		if model.Series.Zh == "" {
			t.Errorf("model %s has no series", model.Code)
		}
	}
	for _, measurement := range catalogue.Measurements() {
		if measurement.Code != "Camera" {
			if main, ok := catalogue.Field(measurement.Code, measurement.Main); !ok || !main.Has(measurement.MainType) {
				t.Errorf("%s: main field %q is no attribute with value type %s", measurement.Code, measurement.Main, measurement.MainType)
			}
		}
		if len(catalogue.ServingTypes(measurement.Code)) == 0 {
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
		shown := catalogue.Shown(test.measurement, test.name)
		if shown.Unit != test.unit || shown.Decimals != test.decimals || shown.ResultDecimals() != test.result {
			t.Errorf("%s.%s: %q %d %d, want %q %d %d", test.measurement, test.name, shown.Unit, shown.Decimals, shown.ResultDecimals(), test.unit, test.decimals, test.result)
		}
	}
}

func TestPagesOfAPoint(t *testing.T) {
	tests := []struct {
		name, category, kind, measurement, mode string
		first                                   string
		has, hasNot                             string
	}{
		{"vertical array", "ADM", "normal", "DeepDisplacement", "", "adm-profile", "adm-data", "adm-circular"},
		{"horizontal array", "ADM", "normal", "DBCJ", "", "adm-data", "adm-settlement", "adm-profile"},
		{"ring", "ADM", "normal", "StructuralDeformation", "circular", "adm-data", "adm-circular", "adm-settlement"},
		{"one segment as a tilt sensor", "SDM", "normal", "Tilt", "", "hda-chart", "hda-data", "adm-profile"},
		{"piezometer", "WATERLEVEL", "normal", "Waterlevel", "", "hda-chart", "hda-data", "gnss-chart"},
		{"GNSS", "GNSS", "normal", "SurfaceDisplacement", "", "gnss-chart", "hda-data", "adm-profile"},
		{"tilt sensor on a bus", "RionInclino", "normal", "Tilt", "", "hda-chart", "hda-data", "adm-profile"},
		{"the same as a string", "RionInclino", "normal", "DeepDisplacement", "", "adm-profile", "adm-data", "hda-chart"},
		{"composite", "Composite", "composite", "AxialForce", "", "master-hda-chart", "master-hda-data", "hda-chart"},
		{"inclinometer by hand", "Artificial", "artificial", "DeepDisplacement", "", "artificial-data", "adm-profile", "hda-chart"},
		{"manual", "Artificial", "artificial", "Crack", "", "artificial-data", "hda-chart", "adm-data"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			slugs := codesOf(catalogue.PagesFor(test.category, test.kind, test.measurement, test.mode), func(p catalogue.Page) string { return p.Slug })
			if len(slugs) == 0 || slugs[0] != test.first {
				t.Fatalf("pages %v, want %s first", slugs, test.first)
			}
			all := " " + strings.Join(slugs, " ") + " "
			if !strings.Contains(all, " "+test.has+" ") || strings.Contains(all, " "+test.hasNot+" ") {
				t.Errorf("pages %v: want %s and not %s", slugs, test.has, test.hasNot)
			}
		})
	}
}
