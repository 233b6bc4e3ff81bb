package loggerfile

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// failedMeasurement is what Campbell loggers write for NAN in low-resolution files.
const failedMeasurement = -7999

// Number parses a cell: Missing if empty, NaN for failed measurements (NAN, -7999, INF), else the number.
func Number(cell string, decimalComma bool) (float64, *errs.Error) {
	if cell == "" {
		return reading.Missing, nil
	}
	if c := cell[0]; c > '9' || c == '-' || c == '+' || c == '#' {
		switch strings.ToUpper(cell) {
		case "-", "--", "---", "NULL", "NA", "N/A", "#N/A":
			return reading.Missing, nil
		case "NAN", "INF", "+INF", "-INF":
			return math.NaN(), nil
		}
	}
	text := cell
	if decimalComma && strings.IndexByte(text, ',') >= 0 {
		if strings.Contains(text, ".") {
			text = strings.ReplaceAll(text, ".", "") // 1.025,66
		}
		text = strings.Replace(text, ",", ".", 1)
	}
	if strings.ContainsAny(text, "xXpP_iI") { // Go would parse these
		return 0, errs.New(errs.WrongType, "type", "number")
	}
	v, err := strconv.ParseFloat(text, 64)
	switch {
	case errors.Is(err, strconv.ErrRange) && math.IsInf(v, 0):
		return 0, errs.New(errs.NotFinite)
	case err != nil && !errors.Is(err, strconv.ErrRange):
		return 0, errs.New(errs.WrongType, "type", "number")
	}
	if v == failedMeasurement {
		return math.NaN(), nil
	}
	return v, nil
}

// missing recognizes a file's additional missing values.
type missing struct {
	texts   []string
	numbers []float64
}

func newMissing(marks []string, decimalComma bool) missing {
	var m missing
	for _, mark := range marks {
		mark = strings.TrimSpace(mark)
		m.texts = append(m.texts, mark)
		if v, why := Number(mark, decimalComma); why == nil && !reading.IsMissing(v) && !math.IsNaN(v) {
			m.numbers = append(m.numbers, v)
		}
	}
	return m
}

func (m *missing) text(cell string) bool {
	for _, mark := range m.texts {
		if strings.EqualFold(mark, cell) {
			return true
		}
	}
	return false
}

func (m *missing) number(v float64) bool {
	for _, mark := range m.numbers {
		if v == mark {
			return true
		}
	}
	return false
}

func cut(text string) string {
	const most = 80
	runes := []rune(strings.ToValidUTF8(text, "�"))
	if len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return string(runes)
}
