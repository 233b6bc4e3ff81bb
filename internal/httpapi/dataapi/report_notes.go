package dataapi

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/i18n"
)

var (
	noteHead = i18n.Label{Zh: "注记", En: "Note", Tw: "注記"}
	moreHead = i18n.Label{Zh: "更早的注记未列出", En: "Older notes are not listed", Tw: "更早的注記未列出"}
)

// notedPoints is the most points of which the notes are asked for at once.
const notedPoints = 200

// reportNotes are the notes on the points of a report between its times, the latest spans first.
type reportNotes struct {
	List []reportNote `json:"list"`
	More bool         `json:"more"`
}

type reportNote struct {
	Name string `json:"measuringPointName"`
	From int64  `json:"from"`
	To   int64  `json:"to"`
	Text string `json:"text"`
}

// notesOf asks for the notes as charts do, by their call: notes are a feature, which this floor does not know.
func (s *server) notesOf(ctx context.Context, known Known, report *query.Report) (notes reportNotes, err error) {
	start, end := int64(0), int64(0)
	ids := make([]string, len(report.Points))
	for i := range report.Points {
		p := &report.Points[i]
		ids[i] = strconv.FormatInt(p.ID, 10)
		for _, t := range [...]int64{p.Previous, p.Time} {
			if t > 0 {
				start, end = min(cmp.Or(start, t), t), max(end, t)
			}
		}
	}
	if end == 0 {
		return notes, nil
	}
	span := url.Values{"start": {strconv.FormatInt(start, 10)}, "end": {strconv.FormatInt(end, 10)}, "knownAt": {strconv.FormatInt(known.KnownAt.Millis(), 10)}}
	for part := range slices.Chunk(ids, notedPoints) {
		span.Set("measuringPointIds", strings.Join(part, ","))
		path := fmt.Sprintf("%s/projects/%d/notes?%s", httpapi.Prefix, report.Points[0].Project, span.Encode())
		status, answer, err := s.Inside(ctx, string(httpapi.LanguageOf(ctx)), http.MethodGet, path, "")
		if err != nil {
			return notes, err
		}
		var found reportNotes
		if status != http.StatusOK {
			return notes, fmt.Errorf("notes of a report: status %d: %s", status, answer)
		}
		if err := json.Unmarshal(answer, &found); err != nil {
			return notes, fmt.Errorf("notes of a report: %w", err)
		}
		notes.List, notes.More = append(notes.List, found.List...), notes.More || found.More
	}
	slices.SortStableFunc(notes.List, func(a, b reportNote) int { return cmp.Compare(b.From, a.From) })
	return notes, nil
}

// noted are the lines of the notes: point, span and text.
func (t *reportSheet) noted() (lines [][]any) {
	for _, n := range t.notes.List {
		span := t.at(n.From)
		if n.To != n.From {
			span += " – " + t.at(n.To)
		}
		lines = append(lines, []any{noteHead.In(t.lang), n.Name, span, n.Text})
	}
	if t.notes.More {
		lines = append(lines, []any{noteHead.In(t.lang), moreHead.In(t.lang)})
	}
	return lines
}
