package e2e

import (
	"bytes"
	"slices"
	"sync"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/spreadsheet"
	"plumbline/internal/site/device"
	"plumbline/internal/site/deviceimport"
	"plumbline/internal/site/shiftimport"
)

// fixed are the values of path parameters that stand for no thing, by operation and name.
var fixed = map[string]string{
	"commonLanguage.lang":               "zh",
	"sensorOptions.type":                "all",
	"deviceCategories.measurement":      "Crack",
	"measurementFields.category":        "Crack",
	"measurementsOfType.type":           "Crack",
	"connectionStatus.register":         "PROOF-NORTHMARK",
	"ingest.register":                   "PROOF-NORTHMARK",
	"getCalibration.filename":           "maker.cal",
	"deleteCalibration.filename":        "maker.cal",
	"checkUsername.username":            "somebody",
	"updateDeviceTypeHealth.deviceType": "Crack",
	"mapTile.layer":                     "vec",
	"mapTile.z":                         "1",
	"mapTile.x":                         "0",
	"mapTile.y":                         "0",
}

// stands are path parameters that another thing stands for, by operation and name.
var stands = map[string]string{
	"renewCommandLease.commandId":             "keptCommandId",
	"migrateDeviceGroup.measuringPointId":     "replacedPointId",
	"previewMigration.measuringPointId":       "replacedPointId",
	"undoReplacement.measuringPointId":        "replacedPointId",
	"previewUndoReplacement.measuringPointId": "replacedPointId",
	"deleteDevice.deviceId":                   "spareDeviceId",
	"deletePlan.planId":                       "sparePlanId",
	"uploadCalibration.deviceId":              "arrayId",
	"getCalibration.deviceId":                 "arrayId",
	"deleteCalibration.deviceId":              "arrayId",
	"updatePamConfig.deviceId":                "pipeId",
	"updateGdmAngleInit.deviceId":             "gatewayId",
	"updateResolveConfig.deviceId":            "stationId",
	"updateDeviceChartConfig.deviceId":        "gatewayId",
	"deleteStructure.structureId":             "spareStructureId",
	"endHelp.sessionId":                       "helpId",
	"revokeSession.sessionId":                 "ownSessionId",
	"revokeOwnKey.keyId":                      "ownKeyId",
	"importRefusals.jobId":                    "importId",
	"importRefusalsFile.jobId":                "importId",
	"enterManualData.measuringPointId":        "manualPointId",
	"previewManualData.measuringPointId":      "manualPointId",
	"removeSecondFactor.userId":               "factoredId",
	"cancelJob.jobId":                         "waitingId",
	"removeMember.userId":                     "memberId",
	"updateMember.userId":                     "memberId",
	"updateStructure.structureId":             "itemId",
}

// ofCorporation are the things that belong to a corporation and to no project.
var ofCorporation = []string{"deletedProjectId", "deviceModelId", "corporationId", "userId", "factoredId", "userGroupId", "roleId", "keyId", "helpId", "ownKeyId", "ownSessionId", "softwareId", "upgradeId"}

// ownIDs are operations of accounts that only the account itself may call.
var ownIDs = []string{
	"updateProfile", "changePassword", "setAddress", "askAddressCode", "listOwnKeys", "createOwnKey", "revokeOwnKey", "setAvatar",
}

// isOwn reports whether a path parameter is the caller's own account.
func isOwn(op operation, param string) bool {
	return param == "userId" && slices.Contains(ownIDs, op.id)
}

// queries are what a call cannot do without.
var queries = map[string]string{"getPointPicture": "view=hda-chart&start=1799000000000&end=1799900000000", "mapPlaces": "keyword=bridge", "mapGeocoding": "keyword=bridge", "uploadImage": "scope=avatar", "uploadCalibration": "filename=second.cal", "deleteDeviceWarnings": "ids={warningId}"}

// examples are the bodies that operations declare, by id.
var examples = sync.OnceValue(func() map[string]string {
	api, err := app.Calls()
	if err != nil {
		panic(err)
	}
	list := map[string]string{}
	for _, op := range api.Operations() {
		if op.Example != "" {
			list[op.ID] = op.Example
		}
	}
	return list
})

// bodyOf returns what a handler accepts: the body below, or else the operation's example.
func bodyOf(id string) (string, bool) {
	if text, ok := bodies[id]; ok {
		return text, true
	}
	text, ok := examples()[id]
	return text, ok
}

// bodies are what a handler accepts where the operation's example cannot say it: secrets, addresses, codes and files of
// this world.
// {names} are things of the side; what is the caller's own is filled in by own.
var bodies = map[string]string{
	"signIn":              `{"name":"guest","password":"` + password + `"}`,
	"changePassword":      `{"oldPassword":"` + password + `","password":"An0ther-one"}`,
	"deleteProject":       `{"password":"` + password + `"}`,
	"createUser":          `{"name":"somebody","displayName":"Somebody","password":"` + password + `"}`,
	"setInitialPassword":  `{"password":"` + password + `"}`,
	"beginSecondFactor":   `{"password":"` + password + `"}`,
	"createCorporation":   `{"name":"Third survey","administrator":{"name":"third","password":"` + password + `"}}`,
	"forgetPassword":      `{"account":"guest@example.com"}`,
	"checkAccount":        `{"account":"guest@example.com"}`,
	"askAddressCode":      `{"account":"guest@example.com"}`,
	"signUp":              `{"account":"` + newAddress + `","code":"{code signUp}","corporation":"Third survey","name":"third","password":"` + password + `","acceptTerms":true}`,
	"resetPassword":       `{"account":"` + lostAddress + `","code":"{code reset}","password":"An0ther-one"}`,
	"setAddress":          `{"account":"` + ownAddress + `","code":"{code own}"}`,
	"signInSecondFactor":  `{"challenge":"{challenge}","code":"{challenged}"}`,
	"confirmSecondFactor": `{"code":"{totp}"}`,
	"disableSecondFactor": `{"password":"` + password + `","code":"{totp}"}`,
	"renewRecoveryCodes":  `{"password":"` + password + `","code":"{totp}"}`,
	"setAvatar":           `{"url":"{picture}"}`,
	"enterLicense":        `{"code":"{licence}"}`,
	"uploadImportFile":    "time,disp\n2026-01-01 00:00:00,1.5\n",
	"createServiceKey":    `{"name":"service","permissions":["View:Project"],"expiresAt":{later}}`,
	"createOwnKey":        `{"name":"own","permissions":["View:Project"],"expiresAt":{later}}`,
}

// leavesOutForeign are calls that answer a list of what is the caller's and leave out the rest.
var leavesOutForeign = map[string]bool{"monitorLatest": true, "deleteNotifications": true, "readNotifications": true}

// mayNameBoth are calls that open a session of ours to anyone who knows the secret.
var mayNameBoth = map[string]bool{"signIn": true, "signInSecondFactor": true}

// excuse is why the walk cannot bring a call to succeed, and the test in which it does:
// the folder below internal and the name.
type excuse struct{ reason, folder, test string }

// neverSucceeds are calls that the walk cannot bring to succeed.
var neverSucceeds = map[string]excuse{
	"createPointObsolete": {"an obsolete path, which says so and nothing else", "app/calls", "TestEveryCallByEveryone"},
	"beginSSO":            {"of private deployments with a provider", "testing/e2e", "TestSignInAtTheOrganisationsProvider"},
	"returnSSO":           {"of private deployments with a provider", "testing/e2e", "TestSignInAtTheOrganisationsProvider"},
	"exchangeSSO":         {"of private deployments with a provider", "testing/e2e", "TestSignInAtTheOrganisationsProvider"},
	"licenseInfo":         {"of private deployments", "testing/e2e", "TestStrangersInAPrivateDeployment"},
	"licenseFingerprint":  {"of private deployments", "testing/e2e", "TestStrangersInAPrivateDeployment"},
	"enterLicense":        {"of private deployments", "testing/e2e", "TestStrangersInAPrivateDeployment"},
}

// specials are promises that a pair cannot tell; decided is false where it can.
var specials = map[string]func(w *world, who *actor, at side) (v verdict, decided bool){
	// The register of our device is named, whichever side is asked about.
	"connectionStatus": func(_ *world, who *actor, _ side) (verdict, bool) {
		may := who.everywhere().Has(access.Device, access.Retrieve) || who.inProject().Has(access.Device, access.Retrieve)
		return nothing, who.token != "" && !who.sees(ours, true) && (may || who.role == "" && !who.sees(who.side, true))
	},
	"moveDevices": intoStock, "previewMove": intoStock,
	"licenseInfo":        ofPrivateDeployments,
	"licenseFingerprint": ofPrivateDeployments,
	"enterLicense": func(w *world, who *actor, _ side) (verdict, bool) {
		return nothing, !w.in.Config.Private && who.everywhere().Has(access.Corporation, access.Update) && !who.key
	},
	"beginSSO": notSetUp, "exchangeSSO": notSetUp, "returnSSO": notSetUp,
	"revokeOwnKey":  ofTheBoss,
	"revokeSession": ofTheBoss,
	"updateProfile": notAtOthers,
	"setAvatar":     notAtOthers,
	"setGroupRoles": grantsMore,
	"setUserRoles":  grantsMore,
	// A key holds no more than its person; those who may nothing everywhere or in a project can make none of this.
	"createOwnKey": func(_ *world, who *actor, _ side) (verdict, bool) {
		return forbidden, who.token != "" && (who.onPlatform() || who.helps || who.name == "outsider" || who.name == "clerk")
	},
	"changeRoleUsers": grantsMore,
	"setRoleUsers":    grantsMore,
	// An operator visits our side; nobody visits the other.
	"endHelp": func(_ *world, who *actor, at side) (verdict, bool) {
		return nothing, at == theirs && who.side == theirs && who.everywhere().Has(access.Corporation, access.Update)
	},
	"upgradeDevices": ofTheCorporation(access.Update), "retryUpgrade": ofTheCorporation(access.Update),
	// Only the user who started a job, or an administrator, may cancel it.
	"cancelJob": func(w *world, who *actor, at side) (verdict, bool) {
		if who.token != "" && who.sees(at, true) && who.account.Type != access.Admin {
			return forbidden, true
		}
		return reached, false
	},
}

// ofTheCorporation is what somebody gets who holds a right on devices in a project
// alone: firmware is the whole corporation's.
func ofTheCorporation(action access.Action) func(*world, *actor, side) (verdict, bool) {
	return func(_ *world, who *actor, _ side) (verdict, bool) {
		return forbidden, who.token != "" && !who.everywhere().Has(access.Device, action)
	}
}

// ofPrivateDeployments is what everybody gets who may: this installation is none.
func ofPrivateDeployments(w *world, who *actor, _ side) (verdict, bool) {
	return nothing, !w.in.Config.Private && (who.everywhere().Has(access.Corporation, access.Update) || who.everywhere().Has(access.Corporation, access.Retrieve))
}

// notAtOthers: operators change nothing of themselves while they are at somebody else's.
func notAtOthers(_ *world, who *actor, _ side) (verdict, bool) { return nothing, who.helps }

// notSetUp is the answer of calls that the installation is not set up for.
func notSetUp(*world, *actor, side) (verdict, bool) { return nothing, true }

// ofTheBoss is what others get of a thing of one account: the administrator's.
func ofTheBoss(w *world, who *actor, at side) (verdict, bool) {
	boss := w.person(map[side]string{ours: "admin", theirs: "stranger"}[at])
	return nothing, who.token != "" && who != boss && !who.key
}

// grantsMore is what the clerk gets who gives a role that holds more than the clerk's.
func grantsMore(_ *world, who *actor, at side) (verdict, bool) {
	return forbidden, who.name == "clerk" && who.side == at
}

// intoStock: what goes to the corporation's stock is taken in by those who may change it there.
func intoStock(_ *world, who *actor, at side) (verdict, bool) {
	return forbidden, who.token != "" && !who.onPlatform() && who.sees(at, true) && !who.everywhere().Has(access.Device, access.Update)
}

// files are what a form is filled in with, by operation, where a picture would not do.
var files = map[string]func(*testing.T, side) string{
	"previewDeviceImport": filledForm, "markDeviceImport": filledForm, "importDevices": filledForm,
	"previewInitshifts": filledShifts, "markInitshifts": filledShifts, "importInitshifts": filledShifts,
}

// filledShifts is a workbook with one initial-value correction of a side's point.
func filledShifts(t *testing.T, at side) string {
	point := shiftimport.Target{Name: string(at) + " P1", Measurement: "Crack", Columns: []reading.Column{{Field: "width"}}}
	data, err := shiftimport.Template("en", []shiftimport.Target{point})
	if err != nil {
		t.Fatal(err)
	}
	f, err := spreadsheet.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for cell, v := range map[string]any{"D2": "2026-03-01 08:30:00", "E2": 0.5, "F2": "the old instrument"} {
		if err := f.SetCellValue(f.GetSheetName(0), cell, v); err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := f.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// filledForm is a workbook with one device.
func filledForm(t *testing.T, _ side) string {
	data, err := deviceimport.Export(deviceimport.Choices{Language: "en"}, []device.NewDevice{{Device: device.Device{Name: "Imported", SNCode: "FORM-1", Model: "own", Type: "Crack"}}})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
