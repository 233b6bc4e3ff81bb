package command

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"
	"unicode/utf8"

	"plumbline/internal/core/modelcommand"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
	"plumbline/internal/site/device"
)

// Models finds the commands that only devices of a model have.
type Models interface {
	CommandsOf(ctx context.Context, corporationID int64, model string) ([]modelcommand.Command, error)
}

// modelArgs are the arguments of a Model command.
type modelArgs struct {
	Model  string             `json:"model,omitempty"` // of an order: by default that of the device
	Code   string             `json:"code"`
	Params map[string]float64 `json:"params,omitempty"`
}

// queuedModel are the arguments of a queued Model command, with what the model declares: a change of the model does not
// change a command that people have sent.
type queuedModel struct {
	modelArgs
	Command modelcommand.Command `json:"command"`
}

// checkModel checks the arguments of a Model command for a model and completes them. Errors name the argument.
func (s *Service) checkModel(ctx context.Context, corporationID int64, model string, args json.RawMessage) (queuedModel, error) {
	var q queuedModel
	if len(args) == 0 || string(args) == "null" {
		args = json.RawMessage("{}")
	}
	if err := decodeArgs(args, &q.modelArgs); err != nil {
		return q, err
	}
	switch {
	case q.Model == "":
		q.Model = model
	case model != "" && q.Model != model: // a button of a project, and a device of another model
		return q, errs.OnField("model", errs.NotOneOf, "allowed", model)
	}
	if q.Code == "" {
		return q, errs.OnField("code", errs.Empty)
	}
	list, err := s.models.CommandsOf(ctx, corporationID, q.Model)
	if err != nil {
		return q, err
	}
	found, ok := modelcommand.Find(list, q.Code)
	if !ok {
		return q, errs.OnField("code", errs.MustExist)
	}
	q.Command = found
	var refusals errs.Refusals
	values, err := found.Values(q.Params)
	if err := refusals.Within("params", err); err != nil {
		return q, err
	}
	q.Params = values
	return q, refusals.Err()
}

// CheckModel checks a command of the model of a device without sending it. Errors name code, or params and the parameter.
func (s *Service) CheckModel(ctx context.Context, d device.Device, code string, params map[string]float64) error {
	args, err := json.Marshal(modelArgs{Code: code, Params: params})
	if err != nil {
		return err
	}
	_, err = s.checkModel(ctx, d.CorporationID, d.Model, args)
	return err
}

// modelOrder checks an order of a Model command and returns its arguments for the queue.
func (s *Service) modelOrder(ctx context.Context, corporationID int64, model string, o Order) (json.RawMessage, error) {
	var refusals errs.Refusals
	q, err := s.checkModel(ctx, corporationID, model, o.Args)
	if err := refusals.Within("args", err); err != nil {
		return nil, err
	}
	o.checkTiming(&refusals)
	if err := refusals.Err(); err != nil {
		return nil, err
	}
	return json.Marshal(q)
}

func (c Command) queuedModel() (q queuedModel, ok bool) {
	return q, c.Kind == Model && json.Unmarshal(c.Args, &q) == nil
}

// ModelLabel returns what a Model command is called, and its arguments as they were ordered; false for other commands.
func (c Command) ModelLabel() (label i18n.Label, args json.RawMessage, ok bool) {
	q, ok := c.queuedModel()
	if !ok {
		return label, nil, false
	}
	args, err := json.Marshal(q.modelArgs)
	return q.Command.Label, args, err == nil
}

// Instruction returns the command and its arguments as protocols have them: a Model command is raw bytes or text for
// the instrument on an address of its bus, or a command with its own name.
func (c Command) Instruction(address int) (name string, args json.RawMessage) {
	q, ok := c.queuedModel()
	if !ok {
		return string(c.Kind), c.Args
	}
	var content any = q.Params
	name = q.Command.Send
	switch q.Command.Form {
	case modelcommand.Hex:
		name, content = string(Raw), rawArgs{Hex: hex.EncodeToString(q.Command.Bytes(q.Params, address))}
	case modelcommand.Text:
		name, content = string(Raw), rawArgs{Text: string(q.Command.Bytes(q.Params, address))}
	}
	args, err := json.Marshal(content)
	if err != nil {
		return name, nil
	}
	return name, args
}

// Patience returns how long a command waits for its answer; 0: as usual.
func (c Command) Patience() time.Duration {
	q, _ := c.queuedModel()
	return q.Command.Patience()
}

// maxShown bounds the answer of an instrument that is kept with a Model command, in bytes.
const maxShown = 512

// Judged returns the answer to a command with what a polled instrument sent. A Model command whose answer is not as
// expected has failed.
func (c Command) Judged(a Answer, received []byte, address int) Answer {
	q, ok := c.queuedModel()
	if !ok {
		return a
	}
	shown := received[:min(len(received), maxShown)]
	result := rawArgs{Hex: hex.EncodeToString(shown)}
	if q.Command.Form == modelcommand.Text && utf8.Valid(shown) {
		result = rawArgs{Text: string(shown)}
	}
	if encoded, err := json.Marshal(result); err == nil {
		a.Result = encoded
	}
	if a.Code == OK && !q.Command.Expects(received, address) {
		a.Code, a.Message = BadParameter, fmt.Sprintf("unexpected answer; expected %s", q.Command.Answer)
	}
	return a
}
