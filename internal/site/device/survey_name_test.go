package device_test

import (
	"testing"

	"plumbline/internal/site/device"
)

func TestNamesOfSurveys(t *testing.T) {
	for file, n := range map[string]device.SurveyName{
		"20260101T083000Z First.csv":            {At: 1767256200000, Name: "First"},
		"20260101T083000Z 第 3 次; 王工.xlsx":       {At: 1767256200000, Name: "第 3 次", Operator: "王工"},
		"20260101T083000Z Depth 1.5":            {At: 1767256200000, Name: "Depth 1.5"},
		"20260101T083000Z a-b, c; Li, Wang.txt": {At: 1767256200000, Name: "a-b, c", Operator: "Li, Wang"},
	} {
		if got, ok := device.SurveyNameOf(file); !ok || got != n {
			t.Errorf("%s: %+v", file, got)
		}
		ending := ""
		if i := len(file) - 5; file[i+1] == '.' {
			ending = file[i+1:]
		} else if file[i] == '.' {
			ending = file[i:]
		}
		if got := n.FileName("run" + ending); got != file {
			t.Errorf("%+v: %s, want %s", n, got, file)
		}
	}
	odd := device.SurveyName{At: 1767256200999, Name: "a/b; c", Operator: `Li;Wang`}
	if got := odd.FileName("run.CSV"); got != "20260101T083000Z a-b, c; Li,Wang.csv" {
		t.Errorf("%s", got)
	}
	if _, ok := device.SurveyNameOf("maker.cal"); ok {
		t.Error("a calibration file is no survey")
	}
}
