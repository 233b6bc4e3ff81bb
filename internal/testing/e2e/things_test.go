package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/feature/delivery/link"
	"plumbline/internal/field/transport/httppush"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/events"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/await"
)

// seed creates one of everything that a path can name on a side, through the API. Add a line for each new kind of
// thing, under the name of its path parameter.
func (w *world) seed(of side, by string) {
	w.Helper()
	at, boss := w.sides[of], w.person(by)
	// create creates a thing and keeps its id, or that of the first element of a list.
	create := func(name, method, path, body string) {
		w.Helper()
		var made struct {
			ID   int64
			List []struct{ ID int64 }
		}
		w.ask(boss, method, at.fill(path), at.fill(body), &made)
		if made.ID == 0 && len(made.List) > 0 {
			made.ID = made.List[0].ID
		}
		if made.ID == 0 {
			w.Fatalf("%s %s made nothing", method, path)
		}
		at.things[name] = strconv.FormatInt(made.ID, 10)
	}
	mark := string(of)
	create("projectId", "POST", "/api/projects", `{"name":"`+mark+` slope","longitude":116.1,"latitude":39.7}`)
	w.staff(of, boss, create)
	create("structureId", "POST", "/api/projects/{projectId}/structures", `{"name":"`+mark+` wall","isItem":false,"type":"Slope"}`)
	create("itemId", "POST", "/api/projects/{projectId}/structures", `{"name":"`+mark+` crack","isItem":true,"parentId":{structureId}}`)
	create("spareStructureId", "POST", "/api/projects/{projectId}/structures", `{"name":"`+mark+` spare","isItem":false,"type":"Slope"}`)
	create("planId", "POST", "/api/projects/{projectId}/plans", `{"structureId":{structureId},"name":"`+mark+` plan","kind":"plan"}`)
	create("sparePlanId", "POST", "/api/projects/{projectId}/plans", `{"structureId":{structureId},"name":"`+mark+` spare","kind":"plan"}`)
	create("spareDeviceId", "POST", "/api/corporations/{corporationId}/devices",
		`{"name":"`+mark+` gauge","type":"Crack","model":"own","sncode":"SPARE-`+mark+`","projectId":{projectId}}`)
	create("healthRuleId", "POST", "/api/projects/{projectId}/health-thresholds",
		`{"about":"type","deviceType":"Crack","voltageThreshold":3.4,"note":"`+mark+`"}`)
	create("stationId", "POST", "/api/corporations/{corporationId}/devices",
		`{"name":"`+mark+` base","type":"GNSS","model":"own","sncode":"BASE-`+mark+`","projectId":{projectId}}`)
	w.seedDevices(of, boss, create)
	at.register = "PROOF-" + strings.ToUpper(mark)
	var device struct {
		ID     int64
		Secret string
	}
	w.ask(boss, "POST", at.fill("/api/corporations/{corporationId}/devices"),
		at.fill(`{"name":"`+mark+` log","type":"HDA3","model":"HDA3-16","sncode":"`+at.register+`","register":"`+
			at.register+`","projectId":{projectId}}`), &device)
	at.things["deviceId"], at.secret = strconv.FormatInt(device.ID, 10), device.Secret
	for name, channel := range map[string]int{"firstSensorId": 7, "secondSensorId": 8} {
		create(name, "POST", "/api/corporations/{corporationId}/devices",
			fmt.Sprintf(`{"name":"%s %d","type":"Crack","model":"own","sncode":"%s-%s","projectId":{projectId},
			"config":[{"aspect":"connection","validFrom":0,"value":{"collectorId":{deviceId},"channelNo":%d}}]}`, mark, channel, name, mark, channel))
	}
	create("deviceVersionId", "POST", "/api/corporations/{corporationId}/devices/{deviceId}/versions",
		`{"aspect":"channels","validFrom":0,"value":{"channels":[{"channelNo":1,"isUsed":true,"signal":"vw"}]}}`)
	create("measuringPointId", "POST", "/api/structures/{structureId}/measuring-points",
		`{"points":[{"name":"`+mark+` P1","measurement":"Crack","category":"Crack","itemId":{itemId}}]}`)
	const point = "/api/structures/{structureId}/measuring-points/{measuringPointId}"
	create("pointVersionId", "POST", point+"/versions",
		`{"aspect":"binding","validFrom":1700000500000,"value":{"sources":[{"role":"main","deviceId":{deviceId},"channelNo":2}]}}`)
	create("replacedPointId", "POST", "/api/structures/{structureId}/measuring-points",
		`{"points":[{"name":"`+mark+` P9","measurement":"Crack","category":"Crack","itemId":{itemId},"config":[
		{"aspect":"binding","validFrom":0,"value":{"sources":[{"role":"main","deviceId":{deviceId},"channelNo":5}]}}]}]}`)
	create("replacementId", "POST", "/api/structures/{structureId}/measuring-points/{replacedPointId}/device-group",
		`{"at":1700000900000,"sources":[{"role":"main","deviceId":{deviceId},"channelNo":6}],"note":"`+mark+`"}`)
	create("manualPointId", "POST", "/api/structures/{structureId}/measuring-points",
		`{"points":[{"name":"`+mark+` P7","type":"artificial","measurement":"Crack","category":"Artificial","itemId":{itemId}}]}`)
	create("settlementPointId", "POST", "/api/structures/{structureId}/measuring-points",
		`{"points":[{"name":"`+mark+` P8","measurement":"DBCJ","category":"HSL","itemId":{itemId}}]}`)
	w.ask(boss, "POST", at.fill(point+"/versions"), `{"aspect":"formula","validFrom":1700000000000,"value":{"rules":[
		{"computedField":"width","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"disp"}}]}}`, nil)
	w.ask(boss, "PUT", at.fill(point+"/thresholds"), `{"validFrom":1700000000000,"list":[
		{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`, nil)
	w.ask(boss, "POST", at.fill("/api/projects/{projectId}/alert-rules"), strings.Replace(declared()["createAlertRule"].Example, "Night", mark+" day", 1), nil)
	w.alarm(of)
	w.linked(of, boss)
	create("deletedProjectId", "POST", "/api/projects", `{"name":"`+mark+` past"}`)
	w.ask(boss, "POST", at.fill("/api/projects/{deletedProjectId}/password-delete"), `{"password":"`+password+`"}`, nil)
	create("correctionId", "POST", point+"/corrections", `{"kind":"withdraw","from":1700000000000,"to":1700000100000,"note":"`+mark+`"}`)
	create("noteId", "POST", point+"/notes", `{"from":1700000000000,"to":1700000100000,"text":"`+mark+`"}`)
	create("jobId", "POST", point+"/recompute", `{}`)
	create("simulationId", "POST", "/api/projects/{projectId}/threshold-simulations", declared()["simulateProjectThresholds"].Example)
	create("importFileId", "POST", "/api/corporations/{corporationId}/devices/{deviceId}/import-files?name=disp.csv", bodies["uploadImportFile"])
	create("importId", "POST", "/api/corporations/{corporationId}/devices/{deviceId}/import-files/{importFileId}/import", declared()["importUploadedFile"].Example)
	create("importMappingId", "POST", "/api/corporations/{corporationId}/devices/{deviceId}/import-mappings",
		strings.Replace(declared()["createImportMapping"].Example, "crack loggers", mark+" loggers", 1))
	create("testRunId", "POST", "/api/corporations/{corporationId}/devices/{deviceId}/test-runs",
		strings.Replace(declared()["createTestRun"].Example, "acceptance", mark+" acceptance", 1))
	create("dataSourceId", "POST", "/api/projects/{projectId}/data-sources",
		strings.Replace(declared()["createDataSource"].Example, `"cloud"`, `"`+mark+` cloud"`, 1))
	create("boardId", "POST", "/api/projects/{projectId}/boards",
		strings.Replace(declared()["createBoard"].Example, "Rain", mark+" rain", 1))
	create("viewPresetId", "POST", "/api/projects/{projectId}/view-presets",
		strings.Replace(declared()["createViewPreset"].Example, "Last", mark, 1))
	create("alertRuleId", "POST", "/api/projects/{projectId}/alert-rules",
		strings.Replace(declared()["createAlertRule"].Example, "Night", mark+" night", 1))
	create("fieldRuleId", "POST", "/api/projects/{projectId}/field-rules",
		strings.Replace(declared()["createFieldRule"].Example, "Denser", mark+" denser", 1))
	create("alertWebhookId", "POST", "/api/projects/{projectId}/alert-webhooks",
		strings.NewReplacer("Control", mark+" control", "alarms.example.com", "192.0.2.10").Replace(declared()["createAlertWebhook"].Example))
	create("pushBrowserId", "POST", "/api/push-browsers",
		strings.Replace(declared()["createPushBrowser"].Example, "push.example.com/office", "192.0.2.10/"+mark, 1))
	create("gradingId", "POST", "/api/projects/{projectId}/alert-gradings",
		strings.Replace(declared()["createAlertGrading"].Example, "{fresh}", mark, 1))
	create("multiGradingId", "POST", "/api/projects/{projectId}/mult-alert-gradings", declared()["createMultAlertGrading"].Example)
	w.ask(boss, "PUT", at.fill("/api/projects/{projectId}/emergency-plans/3"), at.fill(declared()["saveEmergencyPlan"].Example), nil)
	create("alertId", "GET", "/api/alerts", "")
	create("notificationId", "GET", "/api/notifications", "")
	w.keysAndFiles(of, boss, create)
	w.commandsAndFirmware(of, boss, create)
	w.settle(of, boss)
}

// staff gives a side a user, a group and a role for changes, and adds its people to its project.
func (w *world) staff(of side, boss *actor, create func(name, method, path, body string)) {
	mark, at := string(of), w.sides[of]
	create("userId", "POST", "/api/users", `{"name":"plain-`+strings.ToLower(mark)+`","displayName":"`+mark+` plain","password":"`+password+`"}`)
	create("userGroupId", "POST", "/api/user-groups", `{"name":"`+mark+` group"}`)
	create("roleId", "POST", "/api/roles", `{"name":"`+mark+` role","permissions":["View:Project"]}`)
	roles := map[access.RoleType]int64{
		access.Owner: apptest.OwnerRole, access.Manager: apptest.ManagerRole, access.Member: apptest.MemberRole, access.Guest: apptest.GuestRole,
	}
	for _, a := range cast() {
		a = w.person(a.name)
		if a.side != of || !a.signsIn() || a.role == "" && len(a.chosen) == 0 {
			continue
		}
		role := roles[a.role]
		if len(a.chosen) > 0 {
			var made struct{ ID int64 }
			pairs, err := json.Marshal(a.chosen)
			w.must(err)
			w.ask(boss, "POST", "/api/roles", fmt.Sprintf(`{"name":"%s %s","permissions":%s}`, mark, a.name, pairs), &made)
			role = made.ID
		}
		if a.role == "" { // permissions in the whole corporation
			w.ask(boss, "PUT", fmt.Sprintf("/api/users/%d/roles", a.account.ID), fmt.Sprintf(`{"roles":[%d]}`, role), nil)
			continue
		}
		w.ask(boss, "POST", at.fill("/api/projects/{projectId}/members"), fmt.Sprintf(`{"userId":%d,"roles":[%d]}`, a.account.ID, role), nil)
	}
	create("memberId", "POST", "/api/users", `{"name":"also-`+strings.ToLower(mark)+`","displayName":"`+mark+` also","password":"`+password+`"}`)
	w.ask(boss, "POST", at.fill("/api/projects/{projectId}/members"), at.fill(`{"userId":{memberId},"roles":[4]}`), nil)
	w.ask(boss, "PUT", at.fill("/api/projects/{projectId}/duty"), at.fill(declared()["saveDutyRoster"].Example), nil)
	create("swapId", "POST", "/api/projects/{projectId}/duty/swaps", at.fill(declared()["createDutySwap"].Example))
	create("silenceId", "POST", "/api/projects/{projectId}/silences", declared()["createSilence"].Example)
}

// keysAndFiles gives a side an API key, a picture and a link to an export.
func (w *world) keysAndFiles(of side, boss *actor, create func(name, method, path, body string)) {
	at := w.sides[of]
	until := time.Now().Add(24 * time.Hour).UnixMilli()
	create("keyId", "POST", "/api/corporations/{corporationId}/api-keys",
		fmt.Sprintf(`{"name":"%s key","permissions":["View:Project"],"expiresAt":%d}`, of, until))
	create("ownKeyId", "POST", fmt.Sprintf("/api/users/%d/api-keys", boss.account.ID),
		fmt.Sprintf(`{"name":"own key","permissions":["View:Project"],"expiresAt":%d}`, until))
	w.signIn(boss.name, password)
	var sessions struct {
		List []struct {
			ID      int64
			Current bool
		}
	}
	w.ask(boss, "GET", "/api/sessions", "", &sessions)
	for _, s := range sessions.List {
		if !s.Current {
			at.things["ownSessionId"] = strconv.FormatInt(s.ID, 10)
		}
	}
	at.things["actionId"] = w.rotated(boss, at)
	create("operationLogId", "GET", "/api/operation-logs", "")
	kind, body := w.encode("multipart/form-data", map[string]any{"file": picture()})
	a := w.do(boss, request{method: "POST", path: "/api/upload/images?scope=avatar", kind: kind, body: body})
	var made struct{ URL string }
	w.must(json.Unmarshal(a.body, &made))
	if a.status != 200 {
		w.Fatalf("upload: %d %s", a.status, a.body)
	}
	at.links["getFile"] = always(made.URL)
	at.links["monitorExportFile"] = w.fresh(boss, "/api/monitor/export-link", at.fill(declared()["monitorExportLink"].Example))
	create("reportId", "POST", "/api/exports/measuring-point-data", declared()["exportReadings"].Example)
	for file := (struct{ Status string }{"pending"}); file.Status == "pending"; {
		w.ask(boss, "GET", at.fill("/api/projects/{projectId}/reports/{reportId}"), "", &file)
		await.Pause()
	}
	at.links["getReportFile"] = w.fresh(boss, at.fill("/api/projects/{projectId}/reports/{reportId}/link"), "")
	create("projectReportId", "POST", "/api/projects/{projectId}/project-reports", declared()["createProjectReport"].Example)
	for file := (struct{ Status string }{"making"}); file.Status == "making"; {
		w.ask(boss, "GET", at.fill("/api/projects/{projectId}/project-reports/{projectReportId}"), "", &file)
		await.Pause()
	}
	at.links["getProjectReportFile"] = w.fresh(boss, at.fill("/api/projects/{projectId}/project-reports/{projectReportId}/files/pdf/link"), "")
	w.seedSchedule(boss, at, create)
	kind, body = w.encode("multipart/form-data", map[string]any{"file": dayTemplate(w.T, of)})
	a = w.do(boss, request{
		method: "POST", path: at.fill("/api/projects/{projectId}/report-templates?name=Own&filename=day.xlsx"), kind: kind, body: body,
	})
	var template struct{ ID int64 }
	w.must(json.Unmarshal(a.body, &template))
	at.things["reportTemplateId"] = strconv.FormatInt(template.ID, 10)
	kind, body = w.encode("multipart/form-data", map[string]any{"file": picture()})
	if a = w.do(boss, request{method: "PUT", path: "/api/signing-pictures/signature", kind: kind, body: body}); a.status != 200 {
		w.Fatalf("picture of a signature: %d %s", a.status, a.body)
	}
	w.ask(boss, "PUT", at.fill("/api/corporations/{corporationId}/signing-certificate"), certificate(), nil)
}

// fresh returns a function that asks for a signed path, because these expire within minutes.
func (w *world) fresh(boss *actor, path, body string) func() string {
	return func() string {
		var made struct{ Path string }
		w.ask(boss, "POST", path, body, &made)
		return made.Path
	}
}

// always returns a function that returns a path that does not expire during a test.
func always(path string) func() string { return func() string { return path } }

// seedSchedule gives a side a schedule with the run of a period, which the server works on.
func (w *world) seedSchedule(boss *actor, at *corner, create func(name, method, path, body string)) {
	const path = "/api/projects/{projectId}"
	w.ask(boss, "PUT", at.fill(path+"/project-report-config"), declared()["setProjectReportConfig"].Example, nil)
	create("reportScheduleId", "POST", path+"/report-schedules", declared()["createReportSchedule"].Example)
	create("reportRunId", "POST", path+"/report-schedules/{reportScheduleId}/run", "")
}

// scheduled waits until the server has nothing more to do for the schedule of a side.
func (w *world) scheduled(of side, by string) {
	w.Helper()
	const path = "/api/projects/{projectId}"
	at, boss := w.sides[of], w.person(by)
	for busy := true; busy; {
		var runs struct{ List []struct{ Status string } }
		w.ask(boss, "GET", at.fill(path+"/report-runs"), "", &runs)
		var mails struct{ List []struct{ Status string } }
		w.ask(boss, "GET", at.fill(path+"/report-runs/{reportRunId}/mails"), "", &mails)
		busy = runs.List[0].Status == "making"
		for _, m := range mails.List {
			busy = busy || m.Status == "pending"
		}
		await.Pause()
	}
}

// seedDevices gives a side a model, and devices of the types with their own configuration blocks.
func (w *world) seedDevices(of side, boss *actor, create func(name, method, path, body string)) {
	mark, at := string(of), w.sides[of]
	const devices = "/api/corporations/{corporationId}/devices"
	for name, kind := range map[string]string{"arrayId": "ADMI", "pipeId": "PAM", "gatewayId": "GDM"} {
		create(name, "POST", devices,
			fmt.Sprintf(`{"name":"%s %s","type":"%s","model":"own","sncode":"%s-%s","projectId":{projectId}}`, mark, kind, kind, kind, mark))
	}
	create("deviceModelId", "POST", "/api/corporations/{corporationId}/device-models",
		`{"code":"OWN-1","label":"`+mark+` model","type":"Crack","series":"own","isMeasuring":true}`)
	kind, body := w.encode("multipart/form-data", map[string]any{"file": mark})
	a := w.do(boss, request{
		method: "POST", path: at.fill("/api/corporations/{corporationId}/devices/{arrayId}/calibration?filename=maker.cal"), kind: kind, body: body,
	})
	if a.status != 201 {
		w.Fatalf("calibration file: %d %s", a.status, a.body)
	}
}

// picture returns a small PNG picture.
func picture() string {
	var out bytes.Buffer
	_ = png.Encode(&out, image.NewNRGBA(image.Rect(0, 0, 8, 8))) // writing to a buffer never fails
	return out.String()
}

// settle waits until the jobs of a side have ended, because a changing world cannot be restored.
func (w *world) settle(of side, boss *actor) {
	for _, name := range []string{"jobId", "importId"} {
		for job := (struct{ State string }{"waiting"}); job.State == "waiting" || job.State == "running"; {
			w.ask(boss, "GET", "/api/jobs/"+w.sides[of].things[name], "", &job)
		}
	}
}

// alarm sends a reading above the red threshold from the device of a side, and waits for the alert.
func (w *world) alarm(of side) {
	at := w.sides[of]
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	raised := w.in.Bus.Subscribe(ctx, events.Alert)
	when := time.Now().Add(-time.Minute).UnixMilli()
	at.time = strconv.FormatInt(when, 10)
	a := w.do(w.person("nobody"), at.reading(when, 5))
	for a.status == 401 && ctx.Err() == nil { // the endpoint needs a moment to learn of a new device
		a = w.do(w.person("nobody"), at.reading(when, 5))
	}
	if a.status != 200 {
		w.Fatalf("a reading of %s: %d %s", at.register, a.status, a.body)
	}
	if _, ok := <-raised; !ok {
		w.Fatalf("no alert of %s came", at.register)
	}
}

// linked keeps the link in the message about the alert.
func (w *world) linked(of side, boss *actor) {
	var sent struct{ List []struct{ ID int64 } }
	w.ask(boss, "GET", w.sides[of].fill("/api/projects/{projectId}/alert-messages"), "", &sent)
	if len(sent.List) == 0 {
		w.Fatal("no message about the alert")
	}
	token := link.New(w.in.Secrets, "").Token(sent.List[0].ID)
	w.sides[of].links["getAlertLink"] = always("/api/alert-links/" + token)
	w.sides[of].links["answerAlertLink"] = always("/api/alert-links/" + token + "/answers")
	w.sides[of].links["askDecisionCode"] = always("/api/alert-links/" + token + "/codes")
	w.sides[of].links["decideByCode"] = always("/api/alert-links/" + token + "/decisions")
}

// reading returns a signed message with one value, in mm; when is in UTC ms.
func (c *corner) reading(when int64, value float64) request {
	body := fmt.Sprintf(`{"t":%d,"ch":[{"no":2,"disp":%g}]}`, when, value)
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	return request{
		method: "POST", path: httppush.Path + c.register, body: body,
		header: map[string]string{httppush.TimeHeader: stamp, httppush.SignHeader: httppush.Sign(c.secret, stamp, c.register, []byte(body))},
	}
}

// later is a time that is the same in all bodies.
var later = strconv.FormatInt(time.Now().Add(24*time.Hour).UnixMilli(), 10)

// fill replaces {names} by the ids of the side.
func (c *corner) fill(text string) string {
	text = strings.ReplaceAll(text, "{time}", c.time)
	text = strings.ReplaceAll(text, "{later}", later)
	for name, id := range c.things {
		text = strings.ReplaceAll(text, "{"+name+"}", id)
	}
	return text
}

// rotated starts a rotation of the secret of a side's device, an action that can be undone.
func (w *world) rotated(boss *actor, at *corner) string {
	w.Helper()
	var made struct {
		Secret   string
		ActionID int64
	}
	w.ask(boss, "POST", at.fill("/api/corporations/{corporationId}/devices/{deviceId}/secret"), `{"keepOldSeconds":86400}`, &made)
	at.secret = made.Secret
	return strconv.FormatInt(made.ActionID, 10)
}
