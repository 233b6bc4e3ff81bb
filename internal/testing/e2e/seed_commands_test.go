package e2e

import (
	"encoding/json"
	"strconv"
	"strings"

	"plumbline/internal/field/command"
)

// commandsAndFirmware gives a side pending commands, a firmware file, and a failed upgrade that can be retried.
func (w *world) commandsAndFirmware(of side, boss *actor, create func(name, method, path, body string)) {
	w.Helper()
	at := w.sides[of]
	const device = "/api/corporations/{corporationId}/devices/{deviceId}"
	create("commandId", "POST", device+"/commands", `{"kind":"reset"}`)
	create("keptCommandId", "POST", device+"/commands/keep-sending", `{"kind":"read","every":10}`)
	body, kind := firmwareForm("HDA3-1.2.0.4-" + strings.ToLower(string(of)) + ".hsf")
	a := w.do(boss, request{method: "POST", path: "/api/softwares", kind: kind, body: body})
	var made struct {
		ID  int64
		URL string
	}
	w.must(json.Unmarshal(a.body, &made))
	if a.status != 201 {
		w.Fatalf("firmware: %d %s", a.status, a.body)
	}
	at.things["softwareId"], at.links["getSoftwareFile"] = strconv.FormatInt(made.ID, 10), always(made.URL)
	create("upgradeId", "POST", "/api/softwares/{softwareId}/upgrades", `{"deviceIds":[{deviceId}]}`)
	var queued struct {
		List []struct {
			ID   int64
			Kind string
		}
	}
	w.ask(boss, "GET", at.fill(device+"/commands"), "", &queued)
	for _, c := range queued.List {
		if c.Kind == string(command.Upgrade) {
			w.ask(boss, "POST", at.fill(device+"/commands/")+strconv.FormatInt(c.ID, 10)+"/cancel", "", nil)
		}
	}
}

// firmwareForm returns an upload form with a small firmware file.
func firmwareForm(name string) (body, kind string) {
	const edge = "firmware-of-the-walk"
	return "--" + edge + "\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + name + "\"\r\n\r\ncode\r\n--" + edge + "--\r\n",
		"multipart/form-data; boundary=" + edge
}
