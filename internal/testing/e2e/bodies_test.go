package e2e

import (
	"bytes"
	"slices"
	"sync"
	"testing"
	"time"

	"plumbline/internal/app"
	"plumbline/internal/core/reading"
	"plumbline/internal/feature/report/template"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/spreadsheet"
	"plumbline/internal/site/device"
	"plumbline/internal/site/deviceimport"
	"plumbline/internal/site/manualimport"
	"plumbline/internal/site/shiftimport"
	"plumbline/internal/testing/signertest"
)

// fixed are path parameters with a fixed value instead of an id, by operation and name.
var fixed = map[string]string{
	"commonLanguage.lang":               "zh",
	"linkProjectReport.format":          "pdf",
	"setSigningPicture.pictureKind":     "signature",
	"getSigningPicture.pictureKind":     "signature",
	"deleteSigningPicture.pictureKind":  "signature",
	"getShippedReportTemplate.template": "pit",
	"saveEmergencyPlan.grade":           "3",
	"deleteEmergencyPlan.grade":         "3",
	"sensorOptions.type":                "all",
	"deviceCategories.measurement":      "Crack",
	"measurementFields.category":        "Crack",
	"measurementsOfType.type":           "Crack",
	"connectionStatus.register":         "PROOF-NORTHMARK",
	"ingest.register":                   "PROOF-NORTHMARK",
	"getCalibration.filename":           "maker.cal",
	"deleteCalibration.filename":        "maker.cal",
	"sendAdmiCalibration.filename":      "maker.cal",
	"deleteAdmiCalibration.filename":    "maker.cal",
	"checkUsername.username":            "somebody",
	"updateDeviceTypeHealth.deviceType": "Crack",
	"drainEffect.serverId":              "1",
	"drainServer.serverId":              "1",
	"endServerDrain.serverId":           "1",
	"mapTile.layer":                     "vec",
	"mapTile.z":                         "1",
	"mapTile.x":                         "0",
	"mapTile.y":                         "0",
}

// aliases are path parameters that use the id of another thing, by operation and name.
var aliases = map[string]string{
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
	"sendAdmiCalibration.deviceId":            "arrayId",
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
	"manualTemplate.measuringPointId":         "manualPointId",
	"previewManualWorkbook.measuringPointId":  "manualPointId",
	"enterManualWorkbook.measuringPointId":    "manualPointId",
	"previewManualData.measuringPointId":      "manualPointId",
	"removeSecondFactor.userId":               "factoredId",
	"cancelJob.jobId":                         "waitingId",
	"removeMember.userId":                     "memberId",
	"updateMember.userId":                     "memberId",
	"updateStructure.structureId":             "itemId",
}

// ofCorporation are the things that belong to a corporation, not to a project.
var ofCorporation = []string{
	"deletedProjectId", "deviceModelId", "corporationId", "userId", "factoredId", "userGroupId", "roleId", "keyId",
	"helpId", "ownKeyId", "ownSessionId", "softwareId", "upgradeId",
}

// ownIDs are operations on accounts that only the account itself may call.
var ownIDs = []string{
	"updateProfile", "changePassword", "setAddress", "askAddressCode", "listOwnKeys", "createOwnKey", "revokeOwnKey", "setAvatar",
}

// isOwn reports whether a path parameter is the caller's own account.
func isOwn(op operation, param string) bool {
	return param == "userId" && slices.Contains(ownIDs, op.id)
}

// declared are the operations of the product, by id.
var declared = sync.OnceValue(func() map[string]httpapi.Operation {
	api, err := app.Calls()
	if err != nil {
		panic(err)
	}
	list := map[string]httpapi.Operation{}
	for _, op := range api.Operations() {
		list[op.ID] = op
	}
	return list
})

// bodyOf returns a valid request body: from bodies, or else the operation's example.
func bodyOf(id string) (string, bool) {
	if text, ok := bodies[id]; ok {
		return text, true
	}
	text := declared()[id].Example
	return text, text != ""
}

// bodies are valid request bodies for operations whose example cannot work: with secrets, addresses, codes and files
// of the test world. {names} are replaced by ids of the side, and own replaces values of the caller.
var bodies = map[string]string{
	"signIn":                `{"name":"guest","password":"` + password + `"}`,
	"changePassword":        `{"oldPassword":"` + password + `","password":"An0ther-one"}`,
	"setSigningCertificate": certificate(),
	"deleteProject":         `{"password":"` + password + `"}`,
	"createUser":            `{"name":"somebody","displayName":"Somebody","password":"` + password + `"}`,
	"setInitialPassword":    `{"password":"` + password + `"}`,
	"beginSecondFactor":     `{"password":"` + password + `"}`,
	"createCorporation":     `{"name":"Third survey","administrator":{"name":"third","password":"` + password + `"}}`,
	"forgetPassword":        `{"account":"guest@example.com"}`,
	"checkAccount":          `{"account":"guest@example.com"}`,
	"askAddressCode":        `{"account":"guest@example.com"}`,
	"signUp": `{"account":"` + newAddress +
		`","code":"{code signUp}","corporation":"Third survey","name":"third","password":"` + password + `","acceptTerms":true}`,
	"resetPassword":       `{"account":"` + lostAddress + `","code":"{code reset}","password":"An0ther-one"}`,
	"setAddress":          `{"account":"` + ownAddress + `","code":"{code own}"}`,
	"signInSecondFactor":  `{"challenge":"{challenge}","code":"{challenged}"}`,
	"confirmSecondFactor": `{"code":"{totp}"}`,
	"disableSecondFactor": `{"password":"` + password + `","code":"{totp}"}`,
	"renewRecoveryCodes":  `{"password":"` + password + `","code":"{totp}"}`,
	"setAvatar":           `{"url":"{picture}"}`,
	"enterLicense":        `{"code":"{license}"}`,
	"uploadImportFile":    "time,disp\n2026-01-01 00:00:00,1.5\n",
	"createServiceKey":    `{"name":"service","permissions":["View:Project"],"expiresAt":{later}}`,
	"createOwnKey":        `{"name":"own","permissions":["View:Project"],"expiresAt":{later}}`,
}

// certificate is the body that stores a certificate.
var certificate = sync.OnceValue(func() string {
	now := clock.Now()
	file, err := signertest.Make("Survey", now, now.Add(24*time.Hour))
	if err != nil {
		panic(err)
	}
	return signertest.Body(file, signertest.Password)
})

// leavesOutForeign are calls with lists of ids that ignore foreign ids.
var leavesOutForeign = map[string]bool{"monitorLatest": true, "deleteNotifications": true, "readNotifications": true}

// mayNameBoth are calls that open a session of our side, or one thing, for anyone who knows the secret.
var mayNameBoth = map[string]bool{
	"signIn": true, "signInSecondFactor": true, "getAlertLink": true, "answerAlertLink": true, "getReportFile": true,
	"getProjectReportFile": true,
}

// excuse is the reason why the walk cannot make a call succeed, and the test that does: the folder below internal and
// the name.
type excuse struct{ reason, folder, test string }

// neverSucceeds are calls that cannot succeed in the walk.
var neverSucceeds = map[string]excuse{
	"createPointObsolete":      {"an obsolete path, which says so and nothing else", "app/calls", "TestEveryCallByEveryone"},
	"askDecisionCode":          {"the rule must allow it", "feature/delivery", "TestRecipientsDecideByCode"},
	"decideByCode":             {"needs the code in a mail", "feature/delivery", "TestRecipientsDecideByCode"},
	"cancelReport":             {"the file is made", "feature/report/download", "TestFileThatCannotBeMadeSaysWhy"},
	"retryReport":              {"the file is made", "feature/report/download", "TestFileThatCannotBeMadeSaysWhy"},
	"signProjectReport":        {"needs the password of the person", "feature/report/document", "TestThreePersonsIssueAReport"},
	"returnProjectReport":      {"the report is not signed", "feature/report/document", "TestReturnedReportIsADraftAgain"},
	"reviseProjectReport":      {"the report is not issued", "feature/report/document", "TestIssuedReportIsRevised"},
	"runReportSchedule":        {"the period has its report", "feature/report/schedule", "TestRunNowMakesThePeriodThatEndedLastOnce"},
	"listProjectReportChanges": {"the report is not issued", "feature/report/document", "TestLateReadingsAreListedNextToAReport"},
	"retryProjectReport":       {"the report is made", "feature/report/document", "TestReportThatCannotBeMadeIsTriedAgain"},
	"reportTextReceipt":        {"needs the signature of an own service", "feature/delivery", "TestOwnServicesReport"},
	"beginSSO":                 {"of private deployments with a provider", "testing/e2e", "TestSignInAtTheOrganizationsProvider"},
	"returnSSO":                {"of private deployments with a provider", "testing/e2e", "TestSignInAtTheOrganizationsProvider"},
	"exchangeSSO":              {"of private deployments with a provider", "testing/e2e", "TestSignInAtTheOrganizationsProvider"},
	"drainServer":              {"the only server has no successor", "app", "TestServerIsDrainedByACall"},
	"endServerDrain":           {"the only server has no successor", "app", "TestServerIsDrainedByACall"},
	"disconnectDevice":         {"needs a device that is connected", "app/calls", "TestConnectionOfADeviceIsFoundAndEnded"},
	"licenseInfo":              {"of private deployments", "testing/e2e", "TestStrangersInAPrivateDeployment"},
	"licenseFingerprint":       {"of private deployments", "testing/e2e", "TestStrangersInAPrivateDeployment"},
	"monitorPredict":           {"needs readings", "app/calls", "TestAnalysisOfReadings"},
	"monitorResidual":          {"needs readings", "app/calls", "TestResidualOfReadings"},
	"monitorRelation":          {"needs readings", "app/calls", "TestRelationsOfReadings"},
	"monitorDifference":        {"needs readings", "app/calls", "TestRelationsOfReadings"},
	"monitorMovement":          {"needs readings", "app/calls", "TestRelationsOfReadings"},
	"monitorRdmQuality":        {"needs a point of a casing", "app/calls", "TestSurveyIsCorrected"},
	"importPamSurvey":          {"needs a point of a pipe", "feature/survey", "TestSurveyIsImported"},
	"getSurveyFile":            {"needs an imported survey", "feature/survey", "TestCasingIsImported"},
	"previewRdmSurvey":         {"needs a point of a casing", "feature/survey", "TestCasingIsImported"},
	"importRdmSurvey":          {"needs a point of a casing", "feature/survey", "TestCasingIsImported"},
	"listAdmiPorts":            {"needs a collecting service", "feature/admi", "TestServiceIsSetUp"},
	"toggleAdmiCollect":        {"needs a collecting service", "feature/admi", "TestServiceIsSetUp"},
	"getAdmiCollectConfig":     {"needs a collecting service", "feature/admi", "TestServiceIsSetUp"},
	"updateAdmiCollectConfig":  {"needs a collecting service", "feature/admi", "TestServiceIsSetUp"},
	"listAdmiCalibrations":     {"needs a collecting service", "feature/admi", "TestServiceIsSetUp"},
	"sendAdmiCalibration":      {"needs a collecting service", "feature/admi", "TestServiceIsSetUp"},
	"deleteAdmiCalibration":    {"needs a collecting service", "feature/admi", "TestServiceIsSetUp"},
	"exportLineReport":         {"needs a line of hydrostatic levels", "feature/report/export", "TestLineReportHasDifferentialSettlement"},
	"exportSectionReport":      {"needs a section", "feature/report/export", "TestSectionReportAgreesWithTheSection"},
	"monitorLevelLine":         {"needs a line of hydrostatic levels", "core/query", "TestLineOfHydrostaticLevel"},
	"monitorGdmAngle":          {"needs a gateway", "app/calls", "TestGatewayFromFrameToPoint"},
	"monitorMaster":            {"needs a composite point", "core/query", "TestMasterJoinsItsSlaves"},
	"getGradedResponse":        {"needs a graded warning", "feature/grading", "TestFromWarningToClosure"},
	"acknowledgeGradedWarning": {"needs a graded warning", "feature/grading", "TestFromWarningToClosure"},
	"createGradedAction":       {"needs a graded warning", "feature/grading", "TestFromWarningToClosure"},
	"enterLicense":             {"of private deployments", "testing/e2e", "TestStrangersInAPrivateDeployment"},
	"monitorArtificialCompare": {"needs a casing that is surveyed with a probe", "core/query", "TestManualRunIsComparedWithAnArray"},
}

// specials are verdicts that the declared permission does not determine. decided is false if it does for this caller.
var specials = map[string]func(w *world, who *actor, at side) (v verdict, decided bool){
	// The path contains the register of our device, even for the other side.
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
	"updateViewPreset": privatePreset, "deleteViewPreset": privatePreset,
	"revokeOwnKey":      ofTheBoss,
	"revokeSession":     ofTheBoss,
	"updatePushBrowser": ofTheBoss, "deletePushBrowser": ofTheBoss, "testPushBrowser": ofTheBoss,
	"updateProfile":     notAtOthers,
	"setAvatar":         notAtOthers,
	"getSigningPicture": ofBosses, "deleteSigningPicture": ofBosses,
	"setGroupRoles": grantsMore,
	"setUserRoles":  grantsMore,
	// A key has no more permissions than its owner. People without these permissions, everywhere or in a project,
	// cannot create it.
	"createOwnKey": func(_ *world, who *actor, _ side) (verdict, bool) {
		return forbidden, who.token != "" && (who.onPlatform() || who.helps || who.name == "outsider" || who.name == "clerk")
	},
	"changeRoleUsers": grantsMore,
	"setRoleUsers":    grantsMore,
	// An operator visits our side; nobody visits the other one.
	"endHelp": func(_ *world, who *actor, at side) (verdict, bool) {
		return nothing, at == theirs && who.side == theirs && who.everywhere().Has(access.Corporation, access.Update)
	},
	"upgradeDevices": ofTheCorporation(access.Update), "retryUpgrade": ofTheCorporation(access.Update),
	"cancelReport": ofAnother(access.Update), "retryReport": ofAnother(access.Update), "deleteReport": ofAnother(access.Delete),
	"updateProjectReport": ofAnother(access.Update), "signProjectReport": ofAnother(access.Update), "retryProjectReport": ofAnother(access.Update), "deleteProjectReport": ofAnother(access.Delete),
	// Only the user who started a job, or an administrator, may cancel it.
	"cancelJob": func(w *world, who *actor, at side) (verdict, bool) {
		if who.token != "" && who.sees(at, true) && who.account.Type != access.Admin {
			return forbidden, true
		}
		return reached, false
	},
}

// ofTheCorporation forbids callers whose device permission applies only to a project: firmware belongs to the whole
// corporation.
func ofTheCorporation(action access.Action) func(*world, *actor, side) (verdict, bool) {
	return func(_ *world, who *actor, _ side) (verdict, bool) {
		return forbidden, who.token != "" && !who.everywhere().Has(access.Device, action)
	}
}

// ofAnother forbids callers who may not handle the files of others: the administrator asked for them.
func ofAnother(action access.Action) func(*world, *actor, side) (verdict, bool) {
	return func(_ *world, who *actor, at side) (verdict, bool) {
		may := who.inProject().Union(who.everywhere())
		return forbidden, who.token != "" && who.sees(at, true) && who.account.Type != access.Admin && !may.Has(access.Report, action)
	}
}

// ofPrivateDeployments gives permitted callers 404, because this installation is not a private deployment.
func ofPrivateDeployments(w *world, who *actor, _ side) (verdict, bool) {
	return nothing, !w.in.Config.Private &&
		(who.everywhere().Has(access.Corporation, access.Update) || who.everywhere().Has(access.Corporation, access.Retrieve))
}

// notAtOthers gives 404 for visiting operators, who cannot change their own account during a visit.
func notAtOthers(_ *world, who *actor, _ side) (verdict, bool) { return nothing, who.helps }

// notSetUp gives 404 for calls that the installation is not configured for.
func notSetUp(*world, *actor, side) (verdict, bool) { return nothing, true }

// ofTheBoss gives 404 for everyone except the administrator who owns the thing.
func ofTheBoss(w *world, who *actor, at side) (verdict, bool) {
	boss := w.person(map[side]string{ours: "admin", theirs: "stranger"}[at])
	return nothing, who.token != "" && who != boss && !who.key
}

// ofBosses gives 404 for people who have no picture of their signature: the administrators have one.
func ofBosses(_ *world, who *actor, _ side) (verdict, bool) {
	return nothing, who.token != "" && !who.key && who.name != "admin" && who.name != "stranger"
}

// privatePreset gives 404 for everyone with the permission except the administrator who saved it.
func privatePreset(w *world, who *actor, at side) (verdict, bool) {
	v, decided := ofTheBoss(w, who, at)
	sees := who.inProject().Union(who.everywhere())
	return v, decided && sees.Has(access.MeasuringPoint, access.Retrieve)
}

// grantsMore forbids the clerk to grant a role with more permissions than the clerk has.
func grantsMore(_ *world, who *actor, at side) (verdict, bool) {
	return forbidden, who.name == "clerk" && who.side == at
}

// intoStock forbids moving devices to the stock without permission to change devices in the whole corporation.
func intoStock(_ *world, who *actor, at side) (verdict, bool) {
	return forbidden, who.token != "" && !who.onPlatform() && who.sees(at, true) && !who.everywhere().Has(access.Device, access.Update)
}

// files are uploads for forms, by operation, where a picture is not accepted.
var files = map[string]func(*testing.T, side) string{
	"uploadDocument":      func(*testing.T, side) string { return "%PDF-1.7\n%%EOF\n" },
	"previewDeviceImport": filledForm, "markDeviceImport": filledForm, "importDevices": filledForm,
	"previewManualWorkbook": filledReadings, "enterManualWorkbook": filledReadings,
	"checkReportTemplate": dayTemplate, "createReportTemplate": dayTemplate, "replaceReportTemplate": dayTemplate,
	"previewInitshifts": filledShifts, "markInitshifts": filledShifts, "importInitshifts": filledShifts,
}

// dayTemplate returns a report template.
func dayTemplate(t *testing.T, _ side) string {
	data, err := template.Shipped()[0].Bytes()
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// filledShifts returns a workbook with an initial-value correction of a side's point.
func filledShifts(t *testing.T, at side) string {
	point := shiftimport.Target{Name: string(at) + " P1", Measurement: "Crack", Columns: []reading.Column{{Field: "width"}}}
	data, err := shiftimport.Template("en", []shiftimport.Target{point})
	if err != nil {
		t.Fatal(err)
	}
	return filledIn(t, data, map[string]any{"D2": "2026-03-01 08:30:00", "E2": 0.5, "F2": "the old instrument"})
}

// filledReadings returns a workbook with a reading of a side's manual point.
func filledReadings(t *testing.T, at side) string {
	data, err := manualimport.Template("en", manualimport.Form{Measurement: "Crack"}, string(at)+" P7")
	if err != nil {
		t.Fatal(err)
	}
	return filledIn(t, data, map[string]any{"B2": "2026-03-01 08:30:00", "C2": 0.5})
}

func filledIn(t *testing.T, data []byte, cells map[string]any) string {
	f, err := spreadsheet.Open(data)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for cell, v := range cells {
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

// filledForm returns a workbook with one device.
func filledForm(t *testing.T, _ side) string {
	data, err := deviceimport.Export(deviceimport.Choices{Language: "en"},
		[]device.NewDevice{{Device: device.Device{Name: "Imported", SNCode: "FORM-1", Model: "own", Type: "Crack"}}})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
