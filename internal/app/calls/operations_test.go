package calls_test

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/opsapi"
	"plumbline/internal/platform/audit"
)

// unlogged are the reviewed calls other than GET without a log entry: queries, and those about an account's own
// notifications.
var unlogged = []string{
	"uploadImportFile", "previewImportFile", "previewReplay",
	"monitorQuery", "monitorLatest", "monitorPagination", "monitorOverview", "monitorTimeList", "monitorExtent", "monitorChangedSince", "calMp", "calMpFromInit", "monitorWindRose", "monitorLevelLine", "monitorMaster", "monitorSection", "monitorGdmAngle", "monitorPredict", "monitorDeal", "monitorResidual", "monitorRelation", "monitorDifference", "monitorMovement",
	"monitorRdm", "monitorRdmQuality", "monitorArtificial", "monitorArtificialCompare", "monitorExport", "monitorExportLink", "reportPreview",
	"sncodeExist", "registerExist", "checkUsername", "readNotifications", "deleteNotifications", "tryFrame", "tryDataSource", "previewRetention",
	"previewCorporationRetention", "previewAlertTexts",
	"renewCommandLease", "previewRotation", "previewMove",
	"previewUndo", "previewClone", "checkPoints", "previewVersions", "previewThresholdByGB", "previewThresholdsByGB", "previewHealthThresholds", "previewDeviceGroup",
	"previewMigration", "previewUndoReplacement", "previewAlertRule", "tryFormula", "simulateThresholds", "linkReport", "linkProjectReport", "checkReportTemplate", "previewProjectReportConfig",
}

func (h *harness) logs(who, query string) httpapi.Page[opsapi.OperationLog] {
	h.t.Helper()
	w := h.call(who, "GET", "/api/operation-logs?"+query, "")
	var page httpapi.Page[opsapi.OperationLog]
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil || w.Code != 200 {
		h.t.Fatalf("%d %v in %s", w.Code, err, w.Body)
	}
	return page
}

// entries returns the number of entries of all corporations.
func (h *harness) entries() (n int) {
	h.t.Helper()
	if err := h.DB.Reader().QueryRowContext(h.t.Context(), "SELECT COUNT(*) FROM oplog").Scan(&n); err != nil {
		h.t.Fatal(err)
	}
	return n
}

// Every change is in the log, readable in all three languages.
func TestEveryChangeIsLogged(t *testing.T) {
	h := newHarness(t)
	reviewed := map[string]bool{}
	for _, id := range unlogged {
		reviewed[id] = true
	}
	for _, c := range scenarios {
		who := c.who
		if who == "" {
			who = "owner"
		}
		h.token(who) // signing in has its own entry
		before := h.entries()
		w := h.call(who, c.method, h.path(c.path), h.path(c.body))
		if w.Code != c.status && w.Code != http.StatusCreated { // elsewhere a stranger takes this name first; here it is free
			t.Errorf("%s: %d %s", c.operation, w.Code, w.Body)
			continue
		}
		h.keep(c.keep, w.Body.Bytes())
		grown := h.entries() - before
		switch changes := c.method != http.MethodGet && w.Code < 300; {
		case changes && !reviewed[c.operation] && grown == 0:
			t.Errorf("%s logged no entry", c.operation)
		case (!changes || reviewed[c.operation]) && grown != 0:
			t.Errorf("%s changes nothing but logged %d entries", c.operation, grown)
		}
	}
	for page, seen := 1, 0; ; page++ {
		list := h.logs("admin", "pageSize=200&page="+strconv.Itoa(page))
		for _, e := range list.List {
			readable(t, e)
		}
		if seen += len(list.List); len(list.List) == 0 || seen >= list.Total {
			break
		}
	}
}

// readable fails if an entry in English has a code without a name.
func readable(t *testing.T, e opsapi.OperationLog) {
	t.Helper()
	for _, language := range []string{"zh", "en", "zh-TW"} {
		if audit.KindName(e.Scope, language) == e.Scope {
			t.Errorf("the kind %q has no name", e.Scope)
		}
		if audit.ActionName(e.Action, language) == e.Action {
			t.Errorf("the action %q of %s has no name", e.Action, e.Scope)
		}
	}
	for _, c := range e.Changes {
		first, _ := utf8.DecodeRuneInString(c.Label)
		if unicode.IsLower(first) && !strings.Contains(c.Field, "values.") && !strings.Contains(c.Field, "params.") {
			t.Errorf("%s of %s, action %s, has no name: %q", c.Field, e.Scope, e.Action, c.Label)
		}
	}
	if e.AccountName == "" {
		t.Errorf("entry %+v has no account", e)
	}
}

func TestRefusalsAreLogged(t *testing.T) {
	h := newHarness(t)
	refuse := func(who, method, path, body string, status int) opsapi.OperationLog {
		t.Helper()
		before := h.logs("admin", "result=refused").Total
		if w := h.call(who, method, h.path(path), body); w.Code != status {
			t.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
		page := h.logs("admin", "result=refused")
		if page.Total != before+1 {
			t.Fatalf("%s %s by %s left %d entries", method, path, who, page.Total-before)
		}
		return page.List[0]
	}
	e := refuse("guest", "DELETE", "/api/structures/{structure}/measuring-points/{point}", "", 403)
	if e.Scope != "point" || e.Action != "delete" || e.ScopeID != h.ids["point"] || e.AccountName != "guest" ||
		e.ProjectID != h.ids["project"] || e.Reason == "" {
		t.Errorf("entry of a refused deletion: %+v", e)
	}
	e = refuse("guest", "POST", "/api/monitor/delete", h.path(`{"measuringPointId":{point},"times":[1700000000000],"note":"bird"}`), 403)
	if e.Scope != "data" || e.Action != "delete" || e.ProjectID != h.ids["project"] {
		t.Errorf("entry of a refused withdrawal: %+v", e)
	}
	e = refuse("owner", "POST", "/api/projects/{project}/password-delete", `{"password":"Wrong-2026!"}`, 422)
	if e.Scope != "project" || e.Action != "delete" || e.ScopeID != h.ids["project"] {
		t.Errorf("entry of a deletion with a wrong password: %+v", e)
	}
	// Invalid input, missing things and queries are not logged as refusals.
	before := h.logs("admin", "result=refused").Total
	h.call("owner", "PUT", h.path("/api/projects/{project}"), `{"name":""}`)
	h.call("stranger", "DELETE", h.path("/api/structures/{structure}/measuring-points/{point}"), "")
	h.call("guest", "GET", "/api/operation-logs", "")
	if after := h.logs("admin", "result=refused").Total; after != before {
		t.Errorf("%d other refusals were logged", after-before)
	}
}

func TestLogExport(t *testing.T) {
	h := newHarness(t)
	w := h.call("admin", "GET", "/api/operation-logs/export?scope=project", "")
	body := w.Body.String()
	if w.Code != 200 || !strings.HasPrefix(body, "\uFEFFTime,Account,") ||
		!strings.Contains(body, "Create,Project,Landslide K12,") || strings.Contains(body, "Device,") {
		t.Errorf("%d %.300s", w.Code, body)
	}
	if w := h.call("admin", "GET", "/api/operation-logs/export?from=2&to=1", ""); w.Code != 422 {
		t.Errorf("a range that ends before it starts: %d", w.Code)
	}
	if w := h.call("stranger", "GET", "/api/operation-logs/export", ""); strings.Contains(w.Body.String(), "Landslide") {
		t.Error("a stranger exports another corporation's log")
	}
}
