package calls_test

import (
	"encoding/json"
	"fmt"
	"math"
	"net/http"
	"testing"

	"pgregory.net/rapid"
)

// Coordinates with six decimals of a second pass through the API as degrees unchanged: every millionth of an arc
// second in all four quadrants.
func TestCoordinatesRoundTrip(t *testing.T) {
	const degree = 3_600_000_000
	h := newHarness(t)
	projectPath := h.path("/api/projects/{project}")
	rapid.Check(t, func(t *rapid.T) {
		longitude := rapid.Int64Range(-180*degree, 180*degree).Draw(t, "longitude")
		latitude := rapid.Int64Range(-90*degree, 90*degree).Draw(t, "latitude")
		body := fmt.Sprintf(`{"name":"Landslide K12","longitude":%v,"latitude":%v}`, float64(longitude)/degree, float64(latitude)/degree)
		if got := h.call("manager", "PUT", projectPath, body); got.Code != http.StatusOK {
			t.Fatalf("%s: %d %s", body, got.Code, got.Body)
		}
		var kept struct{ Longitude, Latitude float64 }
		if err := json.Unmarshal(h.call("guest", "GET", projectPath, "").Body.Bytes(), &kept); err != nil {
			t.Fatal(err)
		}
		if int64(math.Round(kept.Longitude*degree)) != longitude || int64(math.Round(kept.Latitude*degree)) != latitude {
			t.Fatalf("%d, %d came back as %v, %v", longitude, latitude, kept.Longitude*degree, kept.Latitude*degree)
		}
	})
}
