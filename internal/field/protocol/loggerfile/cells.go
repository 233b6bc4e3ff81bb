package loggerfile

import "strings"

// splitter splits a line into trimmed cells.
type splitter struct {
	separator byte
	starts    []int // for fixed widths
	cells     []string
	broken    bool // a quote in the line was not closed
}

func newSplitter(separator string, starts []int) *splitter {
	if separator != Fixed {
		starts = nil
	}
	return &splitter{separator: signs[separator], starts: starts}
}

// split returns the cells of a line, valid until the next call.
func (s *splitter) split(line string) []string {
	s.cells, s.broken = s.cells[:0], false
	switch {
	case len(s.starts) > 0:
		s.fixed(line)
	case s.separator == ' ':
		s.blanks(line)
	default:
		s.separated(line)
	}
	return s.cells
}

func (s *splitter) fixed(line string) {
	at := make([]int, 0, len(line)+1) // positions count characters
	for i := range line {
		at = append(at, i)
	}
	at = append(at, len(line))
	last := len(at) - 1
	for i, from := range s.starts {
		to := last
		if i+1 < len(s.starts) {
			to = min(to, s.starts[i+1])
		}
		cell := ""
		if from < to {
			cell = line[at[from]:at[to]]
		}
		s.cells = append(s.cells, strings.TrimSpace(cell))
	}
}

func (s *splitter) blanks(line string) {
	for {
		line = strings.TrimLeft(line, " \t\u00a0")
		if line == "" {
			return
		}
		if line[0] == '"' {
			cell, rest := s.quoted(line, func(rest string) bool { return rest == "" || rest[0] == ' ' || rest[0] == '\t' })
			s.cells = append(s.cells, cell)
			line = rest
			continue
		}
		end := strings.IndexAny(line, " \t\u00a0")
		if end < 0 {
			s.cells = append(s.cells, line)
			return
		}
		s.cells = append(s.cells, line[:end])
		line = line[end:]
	}
}

func (s *splitter) separated(line string) {
	for {
		trimmed := strings.TrimLeft(line, " ")
		if strings.HasPrefix(trimmed, `"`) {
			cell, rest := s.quoted(trimmed, func(rest string) bool {
				rest = strings.TrimLeft(rest, " ")
				return rest == "" || rest[0] == s.separator
			})
			s.cells = append(s.cells, strings.TrimSpace(cell))
			rest = strings.TrimLeft(rest, " ")
			if rest == "" {
				return
			}
			line = rest[1:]
			continue
		}
		end := strings.IndexByte(line, s.separator)
		if end < 0 {
			s.cells = append(s.cells, strings.TrimSpace(line))
			return
		}
		s.cells = append(s.cells, strings.TrimSpace(line[:end]))
		line = line[end+1:]
	}
}

// quoted reads a cell in quotes. closes decides which quote ends it, since loggers do not always double inner quotes.
func (s *splitter) quoted(line string, closes func(rest string) bool) (cell, rest string) {
	body := line[1:]
	from := 0
	for {
		i := strings.IndexByte(body[from:], '"')
		if i < 0 {
			s.broken = true
			return strings.ReplaceAll(body, `""`, `"`), ""
		}
		i += from
		if strings.HasPrefix(body[i+1:], `"`) {
			from = i + 2
			continue
		}
		if closes(body[i+1:]) {
			return strings.ReplaceAll(body[:i], `""`, `"`), body[i+1:]
		}
		from = i + 1
	}
}

// part returns one entry of a list in a cell.
func part(cell string, n int) string {
	for entry := range strings.SplitSeq(cell, ",") {
		if n--; n == 0 {
			return strings.TrimSpace(entry)
		}
	}
	return ""
}
