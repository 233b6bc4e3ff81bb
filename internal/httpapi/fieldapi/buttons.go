package fieldapi

import (
	"context"
	"encoding/json"
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/field/command"
	"plumbline/internal/httpapi"
)

// CommandButton is a command that a project keeps as a button.
type CommandButton struct {
	Name string          `json:"name" minLength:"1" maxLength:"20"`
	Kind string          `json:"kind" enum:"read,setInterval,setTime,reset,readHistory,raw,model"`
	Args json.RawMessage `json:"args,omitempty" doc:"As of the command; a command of a model also has its model"`
}

// TransformSchema documents the arguments as an object.
func (CommandButton) TransformSchema(_ huma.Registry, s *huma.Schema) *huma.Schema {
	s.Properties["args"] = &huma.Schema{Type: huma.TypeObject, AdditionalProperties: true, Description: s.Properties["args"].Description}
	return s
}

type buttonsInput struct {
	httpapi.ProjectPath
	Body struct {
		List []CommandButton `json:"list" maxItems:"20"`
	}
}

func (s *server) buttons() {
	const path = "/projects/{projectId}/command-buttons"
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "listCommandButtons", Method: http.MethodGet, Path: path, Tag: "commands", Need: seeDevices,
		Summary: "Commands that a project keeps as buttons, in their order",
	}, s.listCommandButtons)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "setCommandButtons", Method: http.MethodPut, Path: path, Tag: "commands", Need: useDevices,
		Example:  `{"list":[{"name":"Read now","kind":"read"},{"name":"Registers","kind":"raw","args":{"hex":"010300000002C40B"}}]}`,
		NearMiss: httpapi.NearMiss{Body: `{"list":[{"name":"Registers","kind":"raw","args":{"hex":"0"}}]}`, Field: "list[0].args.content"},
		Summary:  "Add, change, order and remove the buttons of a project", Detail: "The list replaces the previous one: at most 20, each with its own name.",
	}, s.setCommandButtons)
}

func (s *server) listCommandButtons(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[httpapi.List[CommandButton]], error) {
	list, err := s.Commands.Buttons(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID)
	return httpapi.ReplyList(list, buttonOf), err
}

func (s *server) setCommandButtons(ctx context.Context, in *buttonsInput) (*httpapi.Output[httpapi.List[CommandButton]], error) {
	wanted := httpapi.ListOf(in.Body.List, func(b CommandButton) command.Button {
		return command.Button{Name: b.Name, Kind: command.Kind(b.Kind), Args: b.Args}
	})
	who := httpapi.CallerOf(ctx)
	list, err := s.Commands.SetButtons(ctx, who.Actor(), who.Target.Corporation, in.ProjectID, wanted)
	return httpapi.ReplyList(list, buttonOf), err
}

func buttonOf(b command.Button) CommandButton {
	return CommandButton{Name: b.Name, Kind: string(b.Kind), Args: b.Args}
}
