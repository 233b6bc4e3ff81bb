package storetest

import (
	"testing"

	"plumbline/internal/core/modelcommand"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/device"
	"plumbline/internal/testing/apptest"
)

func modelCommands(t *testing.T, s *apptest.Site) {
	admin := apptest.Actor(s.Admin)
	label := i18n.Label{Zh: "零点", En: "Zero", Tw: "零點"}
	zero := modelcommand.Command{
		Code: "zero", Label: label, Form: modelcommand.Hex, Send: "01 {mode}", Answer: "01 ??", Timeout: 5,
		Params: []modelcommand.Param{{Name: "mode", Label: label, Max: 1, Choices: []modelcommand.Choice{{Value: 1, Label: label}}}},
	}
	made := must(s.Devices.CreateModel(ctx, admin, device.Model{
		CorporationID: s.Corporation.ID, Code: "COMMANDED", Label: "With commands", Type: "Crack", Series: "own", IsMeasuring: true,
		Commands: []modelcommand.Command{zero},
	}))(t)
	commands := func() []modelcommand.Command { return must(s.Devices.CommandsOf(ctx, s.Corporation.ID, made.Code))(t) }
	same(t, "created", commands(), []modelcommand.Command{zero})
	zero.Timeout, made.Commands = 9, nil
	made.Commands = append(made.Commands, zero, modelcommand.Command{Code: "test", Label: label, Form: modelcommand.Named, Send: "selfTest"})
	must(s.Devices.UpdateModel(ctx, admin, made))(t)
	same(t, "changed", commands(), made.Commands)
	listed := must(s.Devices.OwnModels(ctx, s.Admin.Scope(), s.Corporation.ID))(t)
	same(t, "listed", listed[len(listed)-1].Commands, made.Commands)
	same(t, "of another corporation", len(must(s.Devices.CommandsOf(ctx, s.Corporation.ID+1, made.Code))(t)), 0)
	made.Commands = nil
	must(s.Devices.UpdateModel(ctx, admin, made))(t)
	same(t, "removed", len(commands()), 0)
}
