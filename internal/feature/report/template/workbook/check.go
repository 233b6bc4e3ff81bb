package workbook

import (
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/feature/report/template/finding"
	"plumbline/internal/feature/report/template/office"
	"plumbline/internal/feature/report/template/placeholder"
	"plumbline/internal/feature/report/template/scope"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Check reads a workbook that is a template.
func Check(pkg *office.Package) (*finding.Result, error) {
	b, err := checked(pkg)
	if err != nil {
		return nil, err
	}
	found := &finding.Result{}
	for _, s := range b.sheets {
		if err := s.find(found); err != nil {
			return nil, err
		}
		found.Sheets = append(found.Sheets, s.display())
	}
	return found, nil
}

// checked reads a workbook and refuses what it must not have.
func checked(pkg *office.Package) (*book, error) {
	b, err := read(pkg)
	if err != nil {
		return nil, err
	}
	if err := b.checkFormulas(); err != nil {
		return nil, err
	}
	for _, s := range b.sheets {
		for _, number := range s.numbers() {
			for _, c := range s.rows[number].cells {
				for i := range c.marks {
					if m := &c.marks[i]; m.Word != nil && m.Word.Kind == placeholder.Picture {
						if err := badSize(s.at(c.column, number), m); err != nil {
							return nil, err
						}
					}
				}
			}
		}
	}
	return b, nil
}

// numbers returns the rows of a sheet in order.
func (s *sheet) numbers() []int {
	list := make([]int, 0, len(s.rows))
	for n := range s.rows {
		list = append(list, n)
	}
	slices.Sort(list)
	return list
}

// find adds the places of a sheet to the result.
func (s *sheet) find(found *finding.Result) error {
	nodes, err := placeholder.Group(s.items())
	if err != nil {
		return err
	}
	around := map[int][]*placeholder.Mark{}
	surround(nodes, nil, around)
	for _, number := range s.numbers() {
		for _, c := range s.rows[number].cells {
			for i := range c.marks {
				p := scope.Judge(&c.marks[i], around[number], found)
				p.Sheet, p.Cell = s.name, columnName(c.column)+strconv.Itoa(number)
				if a, _ := s.mergeAt(c.column, c.row); several(&c.marks[i]) && a.top != a.bottom && p.State == finding.Picture {
					p.State, p.Name, p.Suggestion = finding.Unknown, "", ""
					p.Reason = i18n.Label{Zh: "每张图占一行，单元格不能跨行合并", En: "Each picture takes a row: the cell cannot span rows", Tw: "每張圖占一列，儲存格不能跨列合併"}
				}
				found.Places = append(found.Places, p)
			}
		}
	}
	for _, n := range s.headings {
		for _, m := range placeholder.Find(n.Content()) {
			p := scope.Judge(&m, nil, found)
			if p.State != finding.Value && p.State != finding.Unknown {
				return refused(errs.TemplateNesting, "cell", s.name+" "+n.Name, "mark", m.Text)
			}
			p.Sheet = s.name
			found.Places = append(found.Places, p)
		}
	}
	return nil
}

// surround notes the loops around each row.
func surround(nodes []placeholder.Node, outer []*placeholder.Mark, around map[int][]*placeholder.Mark) {
	for _, n := range nodes {
		if n.Loop == nil {
			around[n.Item+1] = outer
			continue
		}
		inner := append(slices.Clone(outer), &n.Loop.Mark.Mark)
		for row := n.Loop.First + 1; row <= n.Loop.Last+1; row++ {
			around[row] = inner
		}
		surround(n.Loop.Body, inner, around)
	}
}

// forbidden are functions that reach outside of the file, change by themselves, or name cells by texts.
var forbidden = strings.Fields(`WEBSERVICE FILTERXML ENCODEURL RTD CALL REGISTER REGISTER.ID EXEC IMAGE HYPERLINK DDE SQL.REQUEST STOCKHISTORY FIELDVALUE
	CUBEKPIMEMBER CUBEMEMBER CUBEMEMBERPROPERTY CUBERANKEDMEMBER CUBESET CUBESETCOUNT CUBEVALUE GETPIVOTDATA EVALUATE GET.CELL GET.WORKBOOK FILES
	FOPEN FWRITE RUN INDIRECT NOW TODAY RAND RANDBETWEEN RANDARRAY INFO TRANSLATE DETECTLANGUAGE COPILOT PY`)

// refuseFormula refuses a formula that a report must not have.
func refuseFormula(at, formula string) error {
	for _, t := range scan(formula) {
		if t.outside {
			return refused(errs.TemplateOutside, "cell", at)
		}
		if !t.function {
			continue
		}
		name := strings.ToUpper(t.text)
		for _, prefix := range []string{"_XLFN.", "_XLWS.", "_XLUDF.", "_XLL."} {
			name = strings.TrimPrefix(name, prefix)
		}
		if slices.Contains(forbidden, name) || strings.HasSuffix(name, "!") {
			return refused(errs.TemplateFunction, "cell", at, "function", t.text)
		}
	}
	return nil
}
