package calls_test

import (
	"encoding/xml"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"plumbline/internal/httpapi/dataapi"
)

// pictured requests the picture of a point's page and requires its curve and the Chinese label of its axis.
func (h *harness) pictured(t *testing.T, p dataapi.OverviewPoint, page string, start int64) {
	t.Helper()
	path := fmt.Sprintf("/api/structures/%d/measuring-points/%d/picture?view=%s&start=%d&end=%d&language=zh",
		p.StructureID, p.MeasuringPointID, page, start, time.Now().UnixMilli())
	got := h.call("owner", "GET", path, "")
	if withoutCharts(t, got.Code, got.Body.String()) {
		return
	}
	if page == "camera" || strings.HasSuffix(page, "-data") && page != "dt-data" && page != "artificial-data" && page != "gdm-angle-data" { // these have curves as well
		if got.Code != http.StatusConflict || !strings.Contains(got.Body.String(), `"code":8330`) {
			t.Errorf("%s: %d %s", page, got.Code, got.Body)
		}
		return
	}
	if got.Code != http.StatusOK || got.Header().Get("Content-Type") != "image/svg+xml" {
		t.Fatalf("%s: %d %s", page, got.Code, got.Body)
	}
	texts, curves := parts(t, got.Body.String())
	if page == "circular-segment" && curves == 0 { // the ring is not divided into segments
		return
	}
	if curves == 0 {
		t.Errorf("%s: no curve", page)
	}
	if p.Unit != "" && !strings.Contains(texts, p.Unit) || !strings.ContainsFunc(texts, func(r rune) bool { return r > '\u4e00' && r < '\u9fff' }) {
		t.Errorf("%s: no unit %s or no Chinese in %q", page, p.Unit, texts)
	}
}

// withoutCharts reports whether the program was built without the web app; then the call must say so.
func withoutCharts(t *testing.T, status int, body string) bool {
	t.Helper()
	if status != http.StatusServiceUnavailable {
		return false
	}
	if !strings.Contains(body, `"code":8332`) {
		t.Fatal(body)
	}
	return true
}

// parts returns the texts of an SVG document, which must be well-formed, and the number of its outlines and nodes.
func parts(t *testing.T, svg string) (texts string, curves int) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(svg)); ; {
		token, err := d.Token()
		switch token := token.(type) {
		case xml.StartElement:
			if token.Name.Local == "path" || token.Name.Local == "circle" { // in space nodes are circles
				curves++
			}
		case xml.CharData:
			texts += string(token) + " "
		}
		if err == io.EOF {
			return texts, curves
		}
		if err != nil {
			line, _ := d.InputPos()
			t.Fatalf("%v: %s", err, strings.Split(svg, "\n")[line-1])
		}
	}
}

func TestPictureRejectsInvalidParameters(t *testing.T) {
	h := newHarness(t)
	now := time.Now().UnixMilli()
	path := fmt.Sprintf("/api/structures/{structure}/measuring-points/{point}/picture?start=%d&end=%d", now-1000, now)
	if got := h.call("owner", "GET", h.path(path), ""); !withoutCharts(t, got.Code, got.Body.String()) && got.Code != http.StatusOK {
		t.Errorf("%d %s", got.Code, got.Body)
	}
	for query, code := range map[string]int{
		"&view=hda-nothing": 1008, "&view=adm-profile": 1008, "&theme=blue": 0, "&width=10": 0, "&height=99999": 0,
		"&language=fr": 0, "&format=gif": 0, "&from=1": 0,
	} {
		got := h.call("owner", "GET", h.path(path)+query, "")
		if got.Code != http.StatusUnprocessableEntity || code != 0 && !strings.Contains(got.Body.String(), fmt.Sprintf(`"code":%d`, code)) {
			t.Errorf("%s: %d %s", query, got.Code, got.Body)
		}
	}
	bare, _, _ := strings.Cut(path, "?")
	for query, status := range map[string]int{"": 422, "?start=5&end=9": 422, fmt.Sprintf("?start=%d&end=%d", now, now-1): 422} {
		if got := h.call("owner", "GET", h.path(bare)+query, ""); got.Code != status {
			t.Errorf("%q: %d %s", query, got.Code, got.Body)
		}
	}
	for who, status := range map[string]int{"": http.StatusUnauthorized, "outsider": http.StatusNotFound} {
		if got := h.call(who, "GET", h.path(path), ""); got.Code != status {
			t.Errorf("%q: %d %s", who, got.Code, got.Body)
		}
	}
}
