package notify

import "encoding/json"

// Kinds of notifications about files that an account asked for.
const (
	FileMade   = "file.made"
	FileFailed = "file.failed"
)

// FileArgs are the arguments of a notification about a file.
type FileArgs struct {
	Title string `json:"title"`
}

// File returns the arguments of a FileMade or FileFailed notification; ok is false for any other kind.
func (n Notification) File() (args FileArgs, ok bool) {
	if n.Kind != FileMade && n.Kind != FileFailed || json.Unmarshal(n.Args, &args) != nil {
		return FileArgs{}, false
	}
	return args, true
}
