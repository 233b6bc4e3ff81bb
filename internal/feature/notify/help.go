package notify

import "encoding/json"

// HelpEntered tells a corporation's administrators that an operator of the platform
// came in to help.
const HelpEntered = "help.entered"

// HelpArgs are the arguments of such a notification.
type HelpArgs struct {
	Operator string `json:"operator"` // as shown
	Until    int64  `json:"until"`    // UTC ms
	Edits    bool   `json:"edits"`    // the operator may change what projects hold
}

// Help gives the arguments of a notification about help; ok is false for any other.
func (n Notification) Help() (args HelpArgs, ok bool) {
	if n.Kind != HelpEntered || json.Unmarshal(n.Args, &args) != nil {
		return HelpArgs{}, false
	}
	return args, true
}
