package calls_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"plumbline/internal/httpapi"
	"plumbline/internal/testing/apptest"
)

func TestNoCallIsLeftOut(t *testing.T) {
	document, err := os.ReadFile("../../../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	tried := map[string]bool{}
	for _, c := range scenarios {
		tried[c.operation] = true
	}
	for _, id := range elsewhere {
		tried[id] = true
	}
	for _, found := range regexp.MustCompile(`(?m)^ {6}operationId: (\w+)\n(?s:.*?)tags:\n\s+- (.+)$`).FindAllStringSubmatch(string(document), -1) {
		if !tried[found[1]] && !declaredHere(found[1]) && found[2] != "constants" {
			t.Errorf("%s is untested: give it an Example, or a line in scenarios", found[1])
		}
	}
}

func TestEveryCallByEveryone(t *testing.T) {
	h := newHarness(t)
	for _, c := range scenarios {
		t.Run(c.operation, func(t *testing.T) {
			path, body := h.path(c.path), h.path(c.body)
			if c.who == "" {
				c.who = "owner"
			}
			for _, try := range []struct {
				who    string
				status int
			}{{"", 401}, {"stranger", c.stranger}, {"guest", c.guest}, {c.who, c.status}} {
				w := h.call(try.who, c.method, path, body)
				if w.Code != try.status {
					t.Errorf("%s %s by %q: %d %s, want %d", c.method, path, try.who, w.Code, w.Body, try.status)
				}
				if w.Code >= 400 {
					checkEnvelope(t, w.Body.Bytes())
				}
				if bytes.Contains(w.Body.Bytes(), []byte(":null,\"total\"")) || bytes.Contains(w.Body.Bytes(), []byte(`"list":null`)) {
					t.Errorf("by %q: a list is null: %s", try.who, w.Body)
				}
				if try.who == "stranger" && strings.Contains(w.Body.String(), "Landslide K1") {
					t.Errorf("a stranger sees the project: %s", w.Body)
				}
				if try.who == c.who {
					if !strings.Contains(w.Body.String(), h.path(c.content)) {
						t.Errorf("by %q: no %s in %s", try.who, c.content, w.Body)
					}
					h.keep(c.keep, w.Body.Bytes())
				}
			}
		})
	}
}

// keep remembers the id in a response, or of its first entry.
func (h *harness) keep(name string, answer []byte) {
	if name == "" {
		return
	}
	var made struct {
		ID   int64
		List []struct{ ID int64 }
	}
	if err := json.Unmarshal(answer, &made); err != nil {
		h.t.Fatalf("%v in %s", err, answer)
	}
	if made.ID == 0 && len(made.List) > 0 {
		made.ID = made.List[0].ID
	}
	h.ids[name] = made.ID
}

func checkEnvelope(t *testing.T, body []byte) {
	t.Helper()
	var e httpapi.Envelope
	if err := json.Unmarshal(body, &e); err != nil || e.Message == "" {
		t.Errorf("not an envelope: %s", body)
	}
}

// Constants are available to every signed-in account.
func TestConstantsForSignedInAccounts(t *testing.T) {
	h := newHarness(t)
	for _, path := range []string{
		"alert-levels", "artificial-measurement-options", "category-options", "coefficients", "collect-modes", "collector-type", "config-blocks",
		"device-type", "display-type-options", "fixed-ends", "measurements", "measuring-attribute-type-options", "measuring-point-types", "modes",
		"pages", "permission-action-options", "permission-scope-options", "predefined-models", "project-permission-scope-options", "protocols",
		"signals", "channel-protocols", "structure-type-options", "system-formula", "measurements/Crack",
		"measurement-fields/Crack", "device-category-options/Crack",
		"collector-protocol/sensor-options/all",
	} {
		if w := h.call("", "GET", "/api/constants/"+path, ""); w.Code != 401 {
			t.Errorf("%s without a session: %d", path, w.Code)
		}
		w := h.call("guest", "GET", "/api/constants/"+path, "")
		var got struct{ List []json.RawMessage }
		if err := json.Unmarshal(w.Body.Bytes(), &got); w.Code != 200 || err != nil || len(got.List) == 0 {
			t.Errorf("%s: %d %.200s", path, w.Code, w.Body)
		}
		if bytes.Contains(w.Body.Bytes(), []byte(`:null`)) && path != "coefficients" && path != "device-type" && path != "system-formula" {
			t.Errorf("%s holds null: %.300s", path, w.Body)
		}
	}
	for _, path := range []string{
		"/api/common/login-info", "/api/common/version", "/api/common/language/zh", "/api/constants/error-messages", "/api/openapi.json", "/api/reference",
	} {
		if w := h.call("", "GET", path, ""); w.Code != 200 {
			t.Errorf("%s without a session: %d %.200s", path, w.Code, w.Body)
		}
	}
}

func TestSessions(t *testing.T) {
	h := newHarness(t)
	signIn := func(name, password string) (int, string) {
		w := h.call("", "POST", "/api/sessions/signin", fmt.Sprintf(`{"name":%q,"password":%q}`, name, password))
		return w.Code, w.Body.String()
	}
	status, wrong := signIn("guest", "wrong")
	_, unknown := signIn("nobody-at-all", "wrong")
	if status != 401 || wrong != unknown {
		t.Errorf("a wrong password returned %d %s, an unknown account %s", status, wrong, unknown)
	}
	if status, body := signIn("guest", apptest.Password); status != 200 || !strings.Contains(body, `"View:Alert"`) ||
		!strings.Contains(body, `"isSimplePwd":false`) {
		t.Errorf("sign-in: %d %s", status, body)
	}
	if w := h.call("guest", "POST", "/api/sessions/signout", ""); w.Code != 200 {
		t.Fatalf("sign-out: %d %s", w.Code, w.Body)
	}
	if w := h.call("guest", "GET", "/api/projects", ""); w.Code != 401 || !strings.Contains(w.Body.String(), `"code":8007`) {
		t.Errorf("an expired token: %d %s, want 8007", w.Code, w.Body)
	}
	h.Tokens["guest"] = "made-up"
	if w := h.call("guest", "GET", "/api/projects", ""); w.Code != 401 || !strings.Contains(w.Body.String(), `"code":4001`) {
		t.Errorf("an unknown token: %d %s, want 4001", w.Code, w.Body)
	}
	for range 5 {
		signIn("member", "wrong")
	}
	w := h.call("", "POST", "/api/sessions/signin", `{"name":"member","password":"`+apptest.Password+`"}`)
	if w.Code != 429 || w.Header().Get("Retry-After") == "" {
		t.Errorf("after five wrong passwords: %d %v", w.Code, w.Header())
	}
}

func TestForeignIDsAreNotFound(t *testing.T) {
	h := newHarness(t)
	h.keep("second", h.call("admin", "POST", "/api/projects", `{"name":"Second"}`).Body.Bytes())
	for _, path := range []string{
		"/api/projects/{second}/structures/{structure}", "/api/structures/{point}/measuring-points/{point}", "/api/corporations/{theirs}/devices",
		"/api/corporations/{theirs}/devices/{gauge}", "/api/stats/projects/{second}/structures/{structure}", "/api/projects/{structure}",
		"/api/structures/{structure}/measuring-points/{point}/x", "/api/alerts?projectId=999999", "/api/alerts?projectId=05",
		"/api/corporations/{theirs}/devices?projectId={project}", "/api/notifications?projectId={structure}",
	} {
		if w := h.call("admin", "GET", h.path(path), ""); w.Code != 404 {
			t.Errorf("%s: %d %s", path, w.Code, w.Body)
		}
	}
	// An account of the corporation without membership sees as little of the project as one of another corporation.
	for _, path := range []string{"/api/projects/{project}", "/api/structures/{structure}/measuring-points", "/api/corporations/{ours}/devices/{gauge}"} {
		if w := h.call("outsider", "GET", h.path(path), ""); w.Code != 404 {
			t.Errorf("%s by an outsider: %d %s", path, w.Code, w.Body)
		}
	}
	if w := h.call("outsider", "GET", "/api/projects", ""); !strings.Contains(w.Body.String(), `"list":[],"total":0`) {
		t.Errorf("an outsider sees %s", w.Body)
	}
}

func TestHostileBodiesAreRejected(t *testing.T) {
	h := newHarness(t)
	values := []string{
		`null`, `5`, `-1`, `1e308`, `1e999`, `NaN`, `"text"`, `true`, `[]`, `{}`, `[[[[]]]]`, `9223372036854775808`, `"\ud800"`, `"\u0000"`, `{"$ref":"x"}`,
	}
	for _, c := range scenarios {
		if c.body == "" || c.operation == "changePassword" || c.operation == "deleteProject" || strings.HasSuffix(c.operation, "Exist") {
			continue
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal([]byte(h.path(c.body)), &fields); err != nil {
			continue // refers to ids that exist only while the scenarios run
		}
		for name, was := range fields {
			for _, value := range values {
				body := bytes.NewBufferString("{")
				for other, v := range fields {
					if other == name {
						v = json.RawMessage(value)
					}
					if body.Len() > 1 {
						body.WriteByte(',')
					}
					fmt.Fprintf(body, "%q:%s", other, v)
				}
				body.WriteByte('}')
				w := h.call("admin", c.method, strings.ReplaceAll(strings.ReplaceAll(h.path(c.path), "{", ""), "}", ""), body.String())
				if w.Code >= 500 {
					t.Errorf("%s with %s = %s instead of %s: %d %s", c.operation, name, value, was, w.Code, w.Body)
				}
			}
		}
	}
}

// elsewhere are calls covered by other tests.
var elsewhere = []string{
	"uploadSoftware", "deleteSoftware", "getSoftwareFile", "upgradeDevices", "retryUpgrade", "liveFrames",
	"manualTemplate", "previewManualWorkbook", "enterManualWorkbook", "previewPamSurvey", "importPamSurvey", "previewRdmSurvey", "importRdmSurvey",
	"initshiftTemplate", "previewInitshifts", "markInitshifts", "importInitshifts",
	"previewDeviceImport", "markDeviceImport", "importDevices", "previewSwap", "swapChannels",
	"listSessions", "revokeSession", "revokeOtherSessions", "getSecondFactor", "signInSecondFactor", "beginSecondFactor", "confirmSecondFactor",
	"disableSecondFactor", "renewRecoveryCodes", "removeSecondFactor", "listOwnKeys", "createOwnKey", "revokeOwnKey", "listCorporationKeys",
	"createServiceKey", "revokeCorporationKey", "uploadImage", "uploadDocument", "getFile", "setAvatar", "beginSSO", "returnSSO", "exchangeSSO",
	"signOptions", "checkAccount", "signUp", "forgetPassword", "resetPassword",
	"signIn", "events", "ingest", "commonLanguage", "loginInfo", "version", "errorMessages",
	"previewVersions", "previewThresholdByGB", "previewDeviceGroup", "previewMigration", "migrateDeviceGroup", "previewUndoReplacement", "tryFormula",
	"previewPointVersion", "previewDeviceVersion", "previewCorrection", "previewTakeBack", "getAlert", "processAlert", "monitorExplain", "monitorExportFile", "getReportFile",
	"getProjectReportFile", "listSigningPictures", "setSigningPicture", "getSigningPicture", "deleteSigningPicture",
	"getSigningCertificate", "setSigningCertificate", "deleteSigningCertificate", // feature/report/certificate
	"checkReportTemplate", "createReportTemplate", "replaceReportTemplate", "adoptReportTemplate", "getReportTemplate", // feature/report/library
	"getReportTemplateFile", "deleteReportTemplate",
	"getAlertLink", "answerAlertLink", "askDecisionCode", "decideByCode", "reportTextReceipt",
	"listPushBrowsers", "createPushBrowser", "updatePushBrowser", "deletePushBrowser", "testPushBrowser", // internal/feature/push
}
