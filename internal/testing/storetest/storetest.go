// Package storetest is the conformance suite of the relational store. It tests the domain services over the real store
// on each database.
package storetest

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// Run runs the suite on an engine.
func Run(t *testing.T, engine database.Dialect) {
	for _, test := range []struct {
		name string
		run  func(*testing.T, *apptest.Site)
	}{
		{"SignIn", signIn},
		{"SignInIsSlowedDown", slowedDown},
		{"ClosedUnderAllNames", closedUnderAllNames},
		{"AddressesOpenOneAccount", addressesOpenOne},
		{"Codes", codeStands},
		{"CodesAreTriedAFewTimes", codesAreTriedAFewTimes},
		{"SignUp", signUp},
		{"ForgottenPassword", forgotten},
		{"OwnAddress", ownAddress},
		{"Sessions", sessions},
		{"Passwords", passwords},
		{"SecondFactors", secondFactors},
		{"CodesAreThrottled", codesAreThrottled},
		{"LostSecondFactor", lostSecondFactor},
		{"APIKeys", apiKeys},
		{"KeysEndWithTheirHolder", keysEndWithTheirHolder},
		{"VerifiedPeople", verifiedPeople},
		{"Uploads", uploads},
		{"Permissions", permissions},
		{"Strangers", strangers},
		{"Corporations", corporations},
		{"DisabledCorporation", disabledCorporation},
		{"LoginInfo", loginInfo},
		{"Help", help},
		{"License", licenseCode},
		{"Projects", projects},
		{"Structures", structures},
		{"ProjectDeletion", projectDeletion},
		{"ReusedInstruments", reusedInstruments},
		{"Purge", purge},
		{"Below", below},
		{"StructureWithAllBelow", structureWithAllBelow},
		{"Conversions", conversions},
		{"ReturningBindings", returningBindings},
		{"Members", members},
		{"MembersOfOtherCorporations", externalMembers},
		{"MembershipsEnd", membershipsEnd},
		{"Users", users},
		{"RemovedUsers", removedUsers},
		{"GroupsAndRoles", groupsAndRoles},
		{"NobodyGrantsWhatTheyLack", nobodyGrantsMore},
		{"LastOnesStay", lastOnesStay},
		{"Holdings", holdings},
		{"Tree", tree},
		{"Points", points},
		{"PointRules", pointRules},
		{"PlacesOnTheMap", placesOnTheMap},
		{"Plans", plans},
		{"FormulaNames", formulaNames},
		{"FormulaInputs", formulaInputs},
		{"RecordInputs", recordInputs},
		{"HelpingPoints", helpingPoints},
		{"PresetUnits", presetUnits},
		{"Devices", devices},
		{"DeviceRules", deviceRules},
		{"DeviceModels", deviceModels},
		{"EveryModel", everyModel},
		{"DeviceOrders", deviceOrders},
		{"DevicesTogether", devicesTogether},
		{"DeviceBlocks", deviceBlocks},
		{"BlockSecrets", blockSecrets},
		{"DeviceFiles", deviceFiles},
		{"DeviceWarnings", deviceWarnings},
		{"RuleOfType", ruleOfType},
		{"ManyDevices", manyDevices},
		{"HealthRules", healthRules},
		{"Secrets", secrets},
		{"DeviceState", deviceState},
		{"SensorState", sensorState},
		{"ChannelsGivenBack", channelsGivenBack},
		{"Versions", versions},
		{"any order of edits gives the timeline of their times", timelines},
		{"AsKnownOn", asKnownOn},
		{"Corrections", corrections},
		{"Replacements", replacements},
		{"ManyPoints", manyPoints},
		{"Definitions", definitions},
		{"IntakeDevices", intakeDevices},
		{"Checkpoints", checkpoints},
		{"Alerts", alerts},
		{"AlertDecisionsStay", decisionsStay},
		{"Notifications", notifications},
		{"Jobs", queue},
		{"JobsAreDoneOnce", doneOnce},
		{"Schedules", schedules},
		{"Stats", counts},
		{"Levels", levels},
		{"OperationLog", operationLog},
		{"OperationsAreFound", operationsAreFound},
		{"OperationLogIsAppendOnly", operationLogIsAppendOnly},
		{"OperationsOfVersions", operationsOfVersions},
		{"Ids", ids},
		{"ImportFiles", importFiles},
		{"ImportMappings", importMappings},
		{"TestRuns", testRuns},
		{"Commands", commandQueue},
		{"Cycles", cycles},
		{"Withdrawn", withdrawn},
		{"ModelCommands", modelCommands},
		{"Requests", requests},
		{"KeepSending", keepSending},
		{"Told", toldTime},
		{"Topologies", topologies},
		{"Firmware", firmwareFiles},
		{"ConfigurationRaces", configurationRaces},
		{"DecisionDuringFold", decisionDuringFold},
		{"ImportedDevices", importedDevices},
		{"SwappedChannels", swappedChannels},
		{"MovedDevices", movedDevices},
		{"MovedAbroad", movedAbroad},
		{"DisabledMovedAbroad", disabledMovedAbroad},
		{"ClonedStructure", clonedStructure},
		{"ClonedPlaces", clonedPlaces},
		{"RotatedSecret", rotatedSecret},
	} {
		t.Run(test.name, func(t *testing.T) { test.run(t, apptest.OpenSite(t, engine)) })
	}
}

var ctx = context.Background()

func must[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

func ok(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// refused checks that an error has a message of the catalog on the given fields.
func refused(t testing.TB, err error, message *errs.Message, fields ...string) {
	t.Helper()
	if !errs.Is(err, message) {
		t.Errorf("got %v, want %s", err, message.Key)
		return
	}
	e, _ := errs.As(err)
	named := make([]string, 0, len(e.Fields))
	for _, f := range e.Fields {
		named = append(named, f.Name)
	}
	if len(fields) > 0 {
		same(t, "fields", named, fields)
	}
}

func same(t testing.TB, what string, got, want any) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.EquateComparable(access.Set{})); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
