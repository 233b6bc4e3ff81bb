package proof

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/database"
	"plumbline/internal/oplog"
	"plumbline/internal/signal"
	"plumbline/internal/testkit/fixture"
	"plumbline/internal/transport/httpin"
)

// pngDot is a picture of one pixel.
const pngDot = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x06\x00\x00\x00\x1f\x15\xc4\x89" +
	"\x00\x00\x00\rIDATx\x9cc\xf8\xcf\xc0\xf0\x1f\x00\x05\x00\x01\xff\x89\x99=\x1d\x00\x00\x00\x00IEND\xaeB`\x82"

// furnish gives a side one of everything that a path can name, through the API. A new
// kind of thing gets a line here, under the name of its path parameter.
func (w *world) furnish(of side, by string) {
	w.Helper()
	at, boss := w.sides[of], w.person(by)
	// make creates a thing and keeps its id, or that of the first entry of a list.
	make := func(name, method, path, body string) {
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
	make("projectId", "POST", "/api/projects", `{"name":"`+mark+` slope","longitude":116.1,"latitude":39.7}`)
	w.membersOf(of)
	make("structureId", "POST", "/api/projects/{projectId}/structures", `{"name":"`+mark+` wall","isItem":false,"type":"Slope"}`)
	make("itemId", "POST", "/api/projects/{projectId}/structures", `{"name":"`+mark+` crack","isItem":true,"parentId":{structureId}}`)
	make("spareStructureId", "POST", "/api/projects/{projectId}/structures", `{"name":"`+mark+` spare","isItem":false,"type":"Slope"}`)
	make("spareDeviceId", "POST", "/api/corporations/{corporationId}/devices",
		`{"name":"`+mark+` gauge","type":"Crack","model":"own","sncode":"SPARE-`+mark+`","projectId":{projectId}}`)
	at.register = "PROOF-" + strings.ToUpper(mark)
	var device struct {
		ID     int64
		Secret string
	}
	w.ask(boss, "POST", at.fill("/api/corporations/{corporationId}/devices"),
		at.fill(`{"name":"`+mark+` log","type":"HDA3","model":"HDA3-16","sncode":"`+at.register+`","register":"`+at.register+`","projectId":{projectId}}`), &device)
	at.things["deviceId"], at.secret = strconv.FormatInt(device.ID, 10), device.Secret
	make("deviceVersionId", "POST", "/api/corporations/{corporationId}/devices/{deviceId}/versions",
		`{"aspect":"channels","validFrom":0,"value":{"channels":[{"channelNo":1,"isUsed":true,"signal":"vw"}]}}`)
	make("measuringPointId", "POST", "/api/structures/{structureId}/measuring-points",
		`{"points":[{"name":"`+mark+` P1","measurement":"Crack","category":"Crack","itemId":{itemId}}]}`)
	const point = "/api/structures/{structureId}/measuring-points/{measuringPointId}"
	make("pointVersionId", "POST", point+"/versions",
		`{"aspect":"binding","validFrom":1700000500000,"value":{"sources":[{"role":"main","deviceId":{deviceId},"channelNo":2}]}}`)
	w.ask(boss, "POST", at.fill(point+"/versions"), `{"aspect":"formula","validFrom":1700000000000,"value":{"rules":[
		{"computedField":"width","formulaType":"SYSTEM_FORMULA","sysFormula":"DIRECT","options":{"field":"disp"}}]}}`, nil)
	w.ask(boss, "PUT", at.fill(point+"/thresholds"), `{"validFrom":1700000000000,"list":[
		{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`, nil)
	w.alarm(of)
	make("correctionId", "POST", point+"/corrections", `{"kind":"withdraw","from":1700000000000,"to":1700000100000,"note":"`+mark+`"}`)
	make("jobId", "POST", point+"/recompute", `{}`)
	make("alertId", "GET", "/api/alerts", "")
	make("notificationId", "GET", "/api/notifications", "")
}

// membersOf names the people of a side members of its project.
func (w *world) membersOf(of side) {
	roles := map[string]int64{"Owner": fixture.OwnerRole, "Manager": fixture.ManagerRole, "Member": fixture.MemberRole, "Guest": fixture.GuestRole}
	project, err := strconv.ParseInt(w.sides[of].things["projectId"], 10, 64)
	w.must(err)
	for _, a := range w.actors {
		if a.side != of || a.role == "" {
			continue
		}
		role, builtIn := roles[string(a.role)]
		if !builtIn {
			role = w.customRole(of, a.chosen)
		}
		program := oplog.Program("proof")
		w.must(w.in.Projects.SetMember(context.Background(), program, project, a.account.ID, []int64{role}))
	}
}

// customRole makes a role of chosen pairs.
func (w *world) customRole(of side, pairs []string) (id int64) {
	id = 900
	ctx := context.Background()
	w.must(w.in.Data.Write(ctx, func(tx *database.Tx) error {
		_, err := tx.ExecContext(ctx, "INSERT INTO role (id, corporation_id, project_id, type, name, note) VALUES ($1, $2, 0, 'Custom', $3, '')",
			id, w.sides[of].corporation.ID, string(of)+" chosen")
		for _, pair := range pairs {
			if err == nil {
				_, err = tx.ExecContext(ctx, "INSERT INTO role_permission (role_id, permission) VALUES ($1, $2)", id, pair)
			}
		}
		return err
	}))
	return id
}

// alarm lets the device of a side send a reading beyond the red threshold, and waits
// until it is an alert.
func (w *world) alarm(of side) {
	at := w.sides[of]
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	raised := w.in.Signals.Subscribe(ctx, signal.Alert)
	when := time.Now().Add(-time.Minute).UnixMilli()
	at.time = strconv.FormatInt(when, 10)
	a := w.do(w.person("nobody"), at.reading(when, 5))
	for tries := 0; a.status == 401 && tries < 1000; tries++ { // the door hears of a new device in a moment
		a = w.do(w.person("nobody"), at.reading(when, 5))
	}
	if a.status != 200 {
		w.Fatalf("a reading of %s: %d %s", at.register, a.status, a.body)
	}
	if _, ok := <-raised; !ok {
		w.Fatalf("no alert of %s came", at.register)
	}
}

// reading is a signed message with one value, in mm; when is in UTC ms.
func (c *corner) reading(when int64, value float64) request {
	body := fmt.Sprintf(`{"t":%d,"ch":[{"no":2,"disp":%g}]}`, when, value)
	stamp := strconv.FormatInt(time.Now().Unix(), 10)
	return request{
		method: "POST", path: httpin.Path + c.register, body: body,
		header: map[string]string{httpin.TimeHeader: stamp, httpin.SignHeader: httpin.Sign(c.secret, stamp, c.register, []byte(body))},
	}
}

// fill replaces {names} by the things of the side.
func (c *corner) fill(text string) string {
	text = strings.ReplaceAll(text, "{time}", c.time)
	for name, id := range c.things {
		text = strings.ReplaceAll(text, "{"+name+"}", id)
	}
	return text
}
