package demo

import (
	"context"
	"fmt"
)

// Board is a board of a demo project; its points are named.
type Board struct {
	Name          string
	Rows, Columns int
	Range         string // as the address of a view holds it
	Panels        []BoardPanel
}

// BoardPanel is one view of a point, with the state of its address.
type BoardPanel struct{ Point, View, Query string }

// boards are those of the projects of the demo, by the name of the project.
var boards = map[string][]Board{
	"石门坎滑坡": {{
		Name: "降雨—水位—湿度", Rows: 2, Columns: 2, Range: "7d", Panels: []BoardPanel{
			{"YL-01", "hda-chart", ""}, {"SW-01", "hda-chart", ""}, {"SW-02", "hda-chart", ""}, {"HS-01", "hda-chart", ""},
		},
	}},
	"澄江路站深基坑": {{
		Name: "围护墙位移", Rows: 2, Columns: 2, Range: "30d", Panels: []BoardPanel{
			{"CX-05", "adm-profile", ""}, {"CX-05", "adm-prop", ""}, {"ZC-01", "master-hda-chart", ""}, {"GX-01", "pam-chart", ""},
		},
	}},
}

// loadBoards saves the boards of a project; ids are its points in the order of the site.
func loadBoards(ctx context.Context, s Services, one site, projectID int64, ids []int64) error {
	byName := map[string]int64{}
	next := 0
	for _, st := range one.structures {
		for _, it := range st.items {
			for _, p := range it.points {
				byName[p.name] = ids[next]
				next++
			}
		}
	}
	for _, b := range boards[one.name] {
		if err := s.SaveBoard(ctx, actor(), projectID, b, byName); err != nil {
			return fmt.Errorf("board %s: %w", b.Name, err)
		}
	}
	return nil
}
