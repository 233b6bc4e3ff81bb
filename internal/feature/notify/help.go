package notify

import "encoding/json"

// HelpEntered notifies a corporation's administrators that a platform operator visits it to help.
const HelpEntered = "help.entered"

// HelpArgs are the arguments of a HelpEntered notification.
type HelpArgs struct {
	Operator string `json:"operator"` // display name
	Until    int64  `json:"until"`    // UTC ms
	Edits    bool   `json:"edits"`    // the operator may change project data
}

// Help returns the arguments of a HelpEntered notification; ok is false for any other kind.
func (n Notification) Help() (args HelpArgs, ok bool) {
	if n.Kind != HelpEntered || json.Unmarshal(n.Args, &args) != nil {
		return HelpArgs{}, false
	}
	return args, true
}
