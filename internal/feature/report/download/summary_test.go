package download_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

func TestSummaryOfMeasuringPoints(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		s.work(t)
		thresholds := fmt.Sprintf("/api/structures/%d/measuring-points/%d/thresholds", s.Structure.ID, s.points[0])
		s.Ask(t, "owner", "PUT", thresholds, `{"validFrom":1700000000000,"list":[{"field":"width","valueType":"observed","blue":0.05,"yellow":2,"orange":3,"red":4,"enable":true}]}`, 200, nil)
		end := s.begin + 4*hour
		body := fmt.Sprintf(`{"projectId":%d,"measurement":"Crack","measuringPointIds":[%d,%d],"start":%d,"end":%d}`,
			s.Project.ID, s.points[0], s.points[1], s.begin, end)
		var r report
		s.Ask(t, "member", "POST", "/api/exports/total-report", body, 202, &r)
		if r = s.ended(t, r.ID); r.Status != "done" || r.Lines != 2 {
			t.Fatalf("ended as %+v", r)
		}
		f, err := excelize.OpenReader(bytes.NewReader(s.get(t, r.ID, "").Body.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		rows, err := f.GetRows("Summary")
		if err != nil {
			t.Fatal(err)
		}
		at := func(k int) string { return time.UnixMilli(s.begin + int64(k)*hour).In(s.zone).Format(time.DateTime) }
		for i, want := range [][]string{
			{s.Structure.Name, "", "=P1", "Crack", "Crack width", "Observed value", "mm", "4", "1.5", at(1), "", "-2.5", at(2), "", "0.1", at(3), "#N/A", "blue"},
			{s.Structure.Name, "", "P2/b", "Crack", "Crack width", "Observed value", "mm", "4", "11.5", at(1), "", "7.5", at(2), "", "10.1", at(3), "#N/A", "Not judged"},
		} {
			if got := rows[i+1]; !slices.Equal(got, want) {
				t.Errorf("line %d:\n%q, want\n%q", i, got, want)
			}
		}
	})
}
