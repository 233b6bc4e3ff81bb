package source

import (
	"encoding/json"

	"plumbline/internal/platform/errs"
)

// Kind is how a source gets its readings.
type Kind string

// Kinds.
const (
	Pull   Kind = "pull"   // asks over HTTP
	Broker Kind = "broker" // subscribes over MQTT
	Folder Kind = "folder" // reads files in a folder of the server
	SFTP   Kind = "sftp"   // reads files of another machine
	Upload Kind = "upload" // takes files that are sent to the server
)

// Source is a source of readings of a project.
type Source struct {
	ID            int64
	CorporationID int64
	ProjectID     int64
	Name          string
	Kind          Kind
	Enabled       bool
	Devices       []int64 // that receive the frames
	Settings      Settings
	Secrets       []string // names
	CreatedAt     int64    // UTC ms
	UpdatedAt     int64

	State
}

// State is what a source has done so far.
type State struct {
	NextRun  int64 // UTC ms
	LastRun  int64 // 0: never
	LastGood int64
	Failures int // in a row
	Problem  *Problem

	claimedUntil int64
	reached      map[int64]int64 // UTC ms of the newest reading, by device
	claim        int64
}

// Problem is why a source gets nothing, as code, so that it is shown in the reader's language.
type Problem struct {
	Code  int       `json:"code"`
	Args  errs.Args `json:"args,omitempty"`
	Field string    `json:"field,omitempty"`

	internal bool // the error is not for users
}

// stops reports whether a person must look at the problem before the source goes on.
func (p *Problem) stops() bool { return p != nil && p.Code == errs.HeaderChanged.Code }

// Text returns the text for users.
func (p *Problem) Text(lang errs.Language) string {
	message, known := errs.ByCode(p.Code)
	if !known {
		return ""
	}
	text := message.Text(lang, p.Args)
	if p.Field != "" {
		return p.Field + ": " + text
	}
	return text
}

// problemOf returns the problem of an error.
func problemOf(err error) *Problem {
	why, ok := errs.As(err)
	if !ok {
		why = errs.New(errs.SourceUnreachable)
	}
	p := &Problem{Code: why.Code, Args: why.Args, internal: !ok}
	if len(why.Fields) > 0 {
		p.Field, p.Args = why.Fields[0].Name, why.Fields[0].Args
	}
	return p
}

func (p *Problem) encode() (string, error) {
	if p == nil {
		return "", nil
	}
	text, err := json.Marshal(p)
	return string(text), err
}

// Run is one run of a source, for its log.
type Run struct {
	ID       int64
	BeganAt  int64 // UTC ms
	EndedAt  int64
	Requests int
	Frames   int
	Readings int
	Bytes    int64
	Problem  *Problem
}
