package store_test

// withoutScope are the doors of the store that ask over all corporations, with the
// reason why that is right. Whoever adds one says why it cannot show or change what is
// another corporation's.
var withoutScope = reasons(map[string][]string{
	"opens the database": {"Open"},

	"the program's own work, over all corporations; no request reaches it": {
		"Store.Clashes", "Store.Ring", "Store.RegisterOwner", "Store.ClaimCommand", "Store.CommandsAnswered", "Store.GatewaysWithCommands", "Store.HangCommands", "Store.ReleaseCommand", "Store.SweepCommands", "Store.Told", "Store.Checkpoints", "Store.ClaimJobs", "Store.ConfiguredDevices", "Store.DefinitionKnown",
		"Store.Definitions", "Store.DeleteJobs", "Store.DeleteNotifications", "Store.DeleteOrphans", "Store.DeleteSessions", "Store.DeviceRecords", "Store.Exclusively", "Store.Growing",
		"Store.FinishJob", "Store.ForgetCodes", "Store.ForgetImports", "Store.SaveImportRefusals", "Store.HasBlob", "Store.InitialValues", "Store.IntakeDevices", "Store.KeepJob", "Store.LastCheckpoint", "Store.Watched", "Store.DeviceRecordsSince",
		"Store.PointRecords", "Store.PointsOfDevices", "Store.PurgePiece", "Store.ReplaceCheckpoints", "Store.ReplaceInitialValues", "Store.ReportJob",
		"Store.MarkUnjudged", "Store.SaveAlerts", "Store.SaveLevels", "Store.Standings", "Store.SaveSeen", "Store.SetSchedule", "Store.TickSchedules",
	},

	"before there is a scope: it finds the one who asks, by a secret that only they have": {
		"Store.Credential", "Store.KeyByHash", "Store.SessionByToken", "Store.TryChallenge", "Store.CreateChallenge", "Store.EndChallenge",
		"Store.Code", "Store.CodeSent", "Store.CodesSent", "Store.IssueCode", "Store.TryCode", "Store.ResetByCode", "Store.SignUp",
		"Store.TryAttempt", "Store.ClearAttempts", "Store.ManyAttempts", "Store.Grants",
		"Store.AccountsByEmail", "Store.CreateSignIn", "Store.LinkAccount", "Store.LinkedAccount", "Store.TakeAnswered", "Store.TakeSignIn",
	},

	"an account's own, by the id that its session or its administrator's scoped look-up gave": {
		"Store.Sessions", "Store.CreateSession", "Store.RevokeSession", "Store.RevokeOtherSessions", "Store.TouchSession", "Store.TouchKey", "Store.SetPassword", "Store.SetAddress",
		"Store.BeginSecondFactor", "Store.ConfirmSecondFactor", "Store.RemoveSecondFactor", "Store.SecondFactor", "Store.RecoveryCodesLeft",
		"Store.SetRecoveryCodes", "Store.TakeRecoveryCode", "Store.TakeStep", "Store.Unlock",
	},

	"answers taken or free, or whether there is any": {
		"Store.AddressOwned", "Store.AnyAccount", "Store.CodesTaken", "Store.CreateAccount", "Store.NameTaken", "Store.RegisterTaken", "Store.SNCodeTaken",
	},

	"of a thing that the service looked up in the caller's scope just before": {
		"Store.ModelByCode", "Store.FormulaInputs", "Store.FormulaSetting", "Store.Upload", "Store.ImportRefusals", "Store.NamesTaken", "Store.PlaceExists", "Store.PointIn", "Store.PointsNamed", "Store.RolesByID", "Store.Secret", "Store.SourcePoints", "Store.Waiting",
	},

	"adds what carries the corporation that the service checked against the caller's scope": {
		"Store.CreateCommand", "Store.CreateCorporation", "Store.CreateDevice", "Store.CreateFirmware", "Store.CreatePoints", "Store.CreateProject", "Store.CreateRole", "Store.CreateUser", "Store.Enqueue", "Store.SaveNamedLayout",
	},

	"asks for the corporation of its scope by name": {"Store.EachHolding"},

	"how the sign-in page looks, before anybody has signed in": {"Store.CorporationByDomain"},

	"by the id of a signed path, which is handed to those who may see the file": {"Store.File", "Store.FirmwareBlob"},

	"the installation's own; its calls answer in private deployments alone": {"Store.LicenseCode", "Store.LicenseUsage", "Store.SetLicenseCode"},
})

func reasons(groups map[string][]string) map[string]string {
	byName := map[string]string{}
	for reason, names := range groups {
		for _, name := range names {
			byName[name] = reason
		}
	}
	return byName
}
