package office

// Span is a part of a text that is replaced.
type Span struct {
	Start, End int // bytes
	Text       string
}

// Replace replaces spans of a text that is split into runs with their own formats. Each replacement stands in the run in which its
// span begins. Spans are in order and do not overlap.
func Replace(runs []string, spans []Span) []string {
	out := make([]string, len(runs))
	begin, next := 0, 0
	for i, run := range runs {
		end := begin + len(run)
		at := begin
		for at < end {
			for next < len(spans) && spans[next].End <= at {
				next++
			}
			if next == len(spans) || spans[next].Start >= end {
				out[i] += run[at-begin:]
				break
			}
			s := spans[next]
			if s.Start >= at {
				out[i] += run[at-begin:s.Start-begin] + s.Text
			}
			at = min(s.End, end)
		}
		begin = end
	}
	return out
}
