package device

import (
	"path"
	"slices"
	"strings"
	"time"
)

// SurveyName is what people call a survey that they import. It is kept in the name of its file.
type SurveyName struct {
	At       int64 // UTC ms; whole seconds when read from a file name
	Name     string
	Operator string // who surveyed; "": not said
}

const surveyTime = "20060102T150405Z"

// surveyEndings are the endings of files that people upload.
var surveyEndings = []string{".xlsx", ".csv", ".txt"}

// FileName returns the name under which the file of a survey is kept: its time in UTC, its name, the operator, and the
// ending of the uploaded file.
func (n SurveyName) FileName(uploaded string) string {
	ending := strings.ToLower(path.Ext(uploaded))
	if !slices.Contains(surveyEndings, ending) {
		ending = ""
	}
	plain := strings.NewReplacer("/", "-", `\`, "-", ";", ",")
	name := time.UnixMilli(n.At).UTC().Format(surveyTime) + " " + plain.Replace(n.Name)
	if n.Operator != "" {
		name += "; " + plain.Replace(n.Operator)
	}
	return name + ending
}

// SurveyNameOf reads the name of the file of a survey. ok is false for other files.
func SurveyNameOf(file string) (n SurveyName, ok bool) {
	text, name, found := strings.Cut(file, " ")
	at, err := time.Parse(surveyTime, text)
	if !found || err != nil {
		return n, false
	}
	if ending := path.Ext(name); slices.Contains(surveyEndings, ending) {
		name = strings.TrimSuffix(name, ending)
	}
	n.At = at.UnixMilli()
	n.Name, n.Operator, _ = strings.Cut(name, "; ")
	return n, true
}
