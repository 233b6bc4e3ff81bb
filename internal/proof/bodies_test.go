package proof

import (
	"slices"

	"plumbline/internal/access"
)

// fixed are the values of path parameters that stand for no thing, by operation and name.
var fixed = map[string]string{
	"commonLanguage.lang":          "zh",
	"sensorOptions.type":           "all",
	"deviceCategories.measurement": "Crack",
	"measurementFields.category":   "Crack",
	"measurementsOfType.type":      "Crack",
	"connectionStatus.register":    "PROOF-NORTHMARK",
	"ingest.register":              "PROOF-NORTHMARK",
}

// stands are path parameters that another thing stands for, by operation and name.
var stands = map[string]string{
	"deleteDevice.deviceId":       "spareDeviceId",
	"deleteStructure.structureId": "spareStructureId",
	"updateStructure.structureId": "itemId",
}

// ofCorporation are the things that belong to a corporation and to no project.
var ofCorporation = []string{"corporationId"}

// ownIDs are operations of accounts that only the account itself may call.
var ownIDs = []string{"updateProfile", "changePassword"}

// isOwn tells whether a path parameter is the caller's own account.
func isOwn(op operation, param string) bool {
	return param == "userId" && slices.Contains(ownIDs, op.id)
}

// queries are what a call cannot do without.
var queries = map[string]string{}

const aQuery = `{"measuringPointId":{measuringPointId},"start":1799000000000,"end":1799900000000}`

// bodies are what a handler accepts, where the smallest body of the schema is refused.
// {names} are things of the side, {name} is the caller's own name.
var bodies = map[string]string{
	"signIn":               `{"name":"guest","password":"` + password + `"}`,
	"changePassword":       `{"oldPassword":"` + password + `","password":"An0ther-one"}`,
	"createDevice":         `{"name":"Spare","type":"Crack","model":"own","sncode":"CR-2","register":"CR-2","projectId":{projectId}}`,
	"updateDevice":         `{"name":"Logger","type":"HDA3","model":"HDA3-16","sncode":"OTHER","projectId":{projectId}}`,
	"recordDeviceVersion":  `{"aspect":"coefficients","validFrom":1700000000000,"value":{"values":{"K":0.5}}}`,
	"previewDeviceVersion": `{"aspect":"coefficients","validFrom":1700000000000,"value":{"values":{"K":0.5}}}`,
	"mendDeviceVersion":    `{"validFrom":0,"value":{"channels":[{"channelNo":1,"isUsed":true,"signal":"vw"}]}}`,
	"createPoints":         `{"points":[{"name":"P2","measurement":"Crack","category":"Crack"}]}`,
	"updatePoint":          `{"name":"P1a","measurement":"Crack","category":"Crack","itemId":{itemId}}`,
	"recordPointVersion":   `{"aspect":"binding","validFrom":1700000500000,"value":{"sources":[{"role":"main","deviceId":{deviceId},"channelNo":2}]}}`,
	"previewPointVersion":  `{"aspect":"binding","validFrom":1700000500000,"value":{"sources":[{"role":"main","deviceId":{deviceId},"channelNo":2}]}}`,
	"mendPointVersion":     `{"validFrom":1700000600000,"value":{"sources":[{"role":"main","deviceId":{deviceId},"channelNo":2}]}}`,
	"setThresholds":        `{"list":[{"field":"width","valueType":"observed","blue":1,"yellow":2,"orange":3,"red":4,"enable":true}]}`,
	"createCorrection":     `{"kind":"withdraw","from":1700000000000,"to":1700000100000,"note":"the cap was off"}`,
	"previewCorrection":    `{"kind":"withdraw","from":1700000000000,"to":1700000100000,"note":"the cap was off"}`,
	"createStructure":      `{"name":"Deep","isItem":true,"parentId":{structureId}}`,
	"updateProject":        `{"name":"Another slope"}`,
	"deleteProject":        `{"password":"` + password + `"}`,
	"processAlert":         `{"status":"Confirm","note":"seen"}`,
	"monitorDelete":        `{"measuringPointId":{measuringPointId},"times":[1700000000000],"note":"a bird"}`,
	"monitorQuery":         aQuery,
	"monitorPagination":    aQuery,
	"monitorExport":        aQuery,
	"monitorTimeList":      aQuery,
	"monitorLatest":        `{"measuringPointIds":[{measuringPointId}]}`,
	"monitorOverview":      `{"projectId":{projectId}}`,
	"monitorExplain":       `{"measuringPointId":{measuringPointId},"field":"width","time":{time}}`,
	"updateStructure":      `{"name":"Deeper","isItem":true,"parentId":{structureId}}`,
	"deleteNotifications":  `{"ids":[{notificationId}]}`,
	"previewImport":        `{"text":"time,disp\n2026-01-01 00:00:00,1.5\n2026-01-01 01:00:00,1.6\n"}`,
	"importFile": `{"text":"2026-01-01 00:00:00,1.5\n","layout":{"separator":",","decimalComma":false,"headerLines":0,"timeColumns":[0],` +
		`"timeFormat":"YYYY-MM-DD HH:mm:ss","zone":"Asia/Shanghai","columns":[{"column":1,"channel":2,"field":"disp"}]}}`,
}

// leavesOutForeign are calls that answer a list of what is the caller's and leave out the rest.
var leavesOutForeign = map[string]bool{"monitorLatest": true, "deleteNotifications": true, "readNotifications": true}

// mayNameBoth are calls that tell anybody the name of a corporation.
var mayNameBoth = map[string]bool{"signIn": true}

// neverSucceeds are calls that the walk cannot bring to succeed, with the reason.
var neverSucceeds = map[string]string{
	"createPointObsolete": "an obsolete path, which says so",
	"ingest":              "takes the signature of a device; see the tests of transport/httpin",
}

// specials are promises that a pair cannot tell; decided is false where it can.
var specials = map[string]func(w *world, who *actor, at side) (v verdict, decided bool){
	// The register of our device is named, whichever side is asked about.
	"connectionStatus": func(_ *world, who *actor, _ side) (verdict, bool) {
		if who.token != "" && !who.sees(ours, true) {
			return nothing, true
		}
		return reached, who.token != "" && (who.account.Type != access.Normal || who.permissions().Has(access.Device, access.Retrieve))
	},
	// Only whoever asked for a job, or an administrator, may cancel it.
	"cancelJob": func(w *world, who *actor, at side) (verdict, bool) {
		if who.token != "" && who.sees(at, true) && who.account.Type == access.Normal {
			return forbidden, true
		}
		return reached, false
	},
}
