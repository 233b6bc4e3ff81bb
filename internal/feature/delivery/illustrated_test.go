package delivery_test

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // of plans
	"image/png"
	"log/slog"
	"strings"
	"testing"
	"time"

	"plumbline/internal/core/alarm"
	"plumbline/internal/feature"
	"plumbline/internal/feature/delivery"
	"plumbline/internal/feature/delivery/gallery"
	"plumbline/internal/feature/picture"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/upload"
	"plumbline/internal/site/drawing"
	"plumbline/internal/testing/apptest"
	"plumbline/internal/testing/smtptest"
)

var (
	orangeLine = color.RGBA{0xED, 0x85, 0x33, 255}
	redLine    = color.RGBA{0xED, 0x4C, 0x33, 255}
)

// drawing lets the mails of a site have pictures, drawn by the script of the web app.
func (c *cracks) drawing() *picture.Alerts {
	studio := picture.NewStudio()
	if !studio.Works() {
		c.Skip("the web was not built: make build")
	}
	alerts := studio.Alerts(feature.Host{Read: c.server.Read, Points: c.Points, Drawings: c.Drawings, Uploads: c.Uploads})
	c.must(alerts.Warm(c.Context()))
	c.sender.Gallery = gallery.New(alerts, c.sender.Alerts, slog.New(slog.NewTextHandler(c.Output(), nil)))
	return alerts
}

// plan uploads a plan of the structure with the points next to each other.
func (c *cracks) plan() drawing.Sheet {
	c.Helper()
	paper := image.NewRGBA(image.Rect(0, 0, 1280, 800))
	for i := range paper.Pix {
		paper.Pix[i] = 240
	}
	return c.sheet("East portal", drawing.Plan, paper)
}

// sheet adds a drawing of the structure with the points next to each other.
func (c *cracks) sheet(name string, kind drawing.Kind, paper image.Image) drawing.Sheet {
	c.Helper()
	sheet := drawing.Sheet{ProjectID: c.Project.ID, StructureID: c.Structure.ID, Name: name, Kind: kind}
	if paper != nil {
		var file bytes.Buffer
		c.must(png.Encode(&file, paper))
		stored, err := c.Uploads.Save(c.Context(), apptest.Actor(c.Owner), upload.Plan, &file)
		c.must(err)
		sheet.Picture = stored.Path()
	}
	sheet, err := c.Drawings.Create(c.Context(), apptest.Actor(c.Owner), sheet)
	c.must(err)
	var marks []drawing.Mark
	for id := range c.ids {
		marks = append(marks, drawing.Mark{PointID: id, X: 0.25 * float64(len(marks)+1), Y: 0.5})
	}
	_, err = c.Drawings.Place(c.Context(), apptest.Actor(c.Owner), c.Project.ID, sheet.ID, marks, nil)
	c.must(err)
	return sheet
}

// week enters widths of a week that end at a value.
func (c *cracks) week(point int, last float64) {
	c.Helper()
	var rows []string
	for hours := 160; hours > 0; hours -= 4 {
		at := c.now.Add(-time.Duration(hours) * time.Hour).In(c.zone).Format(time.DateTime)
		rows = append(rows, fmt.Sprintf(`{"time":%q,"values":{"width":%g}}`, at, 0.5+0.2*float64(hours%12)/12))
	}
	ask(c.TB.(*testing.T), c.server, "owner", "POST", c.points[point]+"/artificial-data", fmt.Sprintf(`{"rows":[%s],"note":"tape"}`, strings.Join(rows, ",")), 201)
	c.enter(point, 0, last)
}

func TestMailShowsCurveAndPlan(t *testing.T) {
	words := map[string][]string{
		"zh": {"的曲线与限值，截至", "在图纸“East portal”上的位置"}, "en": {"Curve and limits of C", "on the drawing “East portal”"},
		"zh-TW": {"的曲線與限值，截至", "在圖紙「East portal」上的位置"},
	}
	onCracks(t, len(words), func(c *cracks) {
		c.drawing()
		c.plan()
		c.rule("all", onlyShift)
		point := 0
		for language, captions := range words {
			c.exec("UPDATE project SET language = ? WHERE id = ?", language, c.Project.ID)
			c.week(point, 3.4) // orange: a red one would not wait for a slow machine
			c.looked()
			point++
			mails := c.post.Mails()
			m := mails[len(mails)-1]
			if len(mails) != point || len(m.Pictures) != 2 {
				c.Fatalf("%s: %d mails, the last with %d pictures: %s", language, len(mails), len(m.Pictures), m.HTML)
			}
			for _, p := range m.Pictures {
				if !strings.Contains(m.HTML, `src="cid:`+p.ID+`"`) || p.Type != "image/png" || len(p.Data) > 100<<10 {
					c.Errorf("%s: %s is %s of %d bytes, and is not shown in %s", language, p.ID, p.Type, len(p.Data), m.HTML)
				}
			}
			for _, caption := range captions {
				if strings.Count(m.HTML, caption) != 2 || strings.Contains(m.Text, caption) {
					c.Errorf("%s: %q is not the caption and the text for those who see no pictures: %s", language, caption, m.HTML)
				}
			}
			c.curveShows(m.Pictures[0], 3.4)
			c.planShows(m.Pictures[1])
		}
	})
}

// decoded returns a PNG of a mail.
func (c *cracks) decoded(p smtptest.Picture) image.Image {
	c.Helper()
	made, err := png.Decode(bytes.NewReader(p.Data))
	c.must(err)
	return made
}

// curveShows expects the lines of the orange limit, 3, and the red one, 4, and the mark of a value between.
func (c *cracks) curveShows(p smtptest.Picture, value float64) {
	c.Helper()
	made := c.decoded(p)
	size := made.Bounds().Size()
	line := func(of color.RGBA) (y int) {
		for y = range size.Y {
			n := 0
			for x := range size.X {
				if made.At(x, y) == of {
					n++
				}
			}
			if n > size.X/3 {
				return y
			}
		}
		return 0
	}
	orange, red := line(orangeLine), line(redLine)
	if size.X != 960 || size.Y != 480 || orange <= red || red == 0 {
		c.Fatalf("%v, the orange limit at %d, the red one at %d", size, orange, red)
	}
	want := float64(red) - (value-4)*float64(orange-red)
	x, y := middle(made, orangeLine, 5)
	if !(y >= want-3 && y <= want+3 && x > 700) {
		c.Errorf("the value is marked at %.0f, %.0f, want y %.0f near the right end; red line %d", x, y, want, red)
	}
}

// planShows expects the ring of the point, its name and the other points.
func (c *cracks) planShows(p smtptest.Picture) {
	c.Helper()
	made := c.decoded(p)
	if size := made.Bounds().Size(); size.X != 640 || size.Y != 400 {
		c.Errorf("%v", size)
	}
	x, y := middle(made, orangeLine, 1)
	x, y = x+0.5, y+0.5 // the corner of a pixel instead of its middle
	if at := x / 160; y != 200 || at != float64(int(at)) || at < 1 || at > 3 {
		c.Errorf("the point is marked at %g, %g", x, y)
	}
	for column := 1; column <= 3; column++ {
		if x != float64(160*column) && made.At(160*column, 200) != (color.RGBA{0x8A, 0x93, 0xA0, 255}) {
			c.Errorf("no dot at column %d: %v", column, made.At(160*column, 200))
		}
	}
}

// middle returns the middle of the squares of a side that have one color, NaN without one.
func middle(of image.Image, ink color.RGBA, side int) (x, y float64) {
	n := 0.0
	size := of.Bounds().Size()
	for top := range size.Y - side {
	next:
		for left := range size.X - side {
			for i := range side * side {
				if of.At(left+i%side, top+i/side) != ink {
					continue next
				}
			}
			x, y, n = x+float64(left)+float64(side-1)/2, y+float64(top)+float64(side-1)/2, n+1
		}
	}
	return x / n, y / n
}

// Nobody sees an alert of another corporation, or a point that is not in the project of the alert.
func TestPicturesStayInTheirCorporation(t *testing.T) {
	onCracks(t, 1, func(c *cracks) {
		drawer := c.drawing()
		sheet := c.plan()
		if data, err := c.Uploads.ReadOf(c.Context(), c.Corporation.ID+1, sheet.Picture); data != nil || !errs.Is(err, errs.FileFailed) {
			c.Errorf("another corporation reads %d bytes of the plan, %v", len(data), err)
		}
		c.rule("all", onlyShift)
		c.week(0, 4.4)
		c.looked()
		if n := len(c.post.Mails()); n != 1 {
			c.Fatalf("%d mails", n)
		}
		page, err := c.ledger.Messages(c.Context(), c.Guest.Scope(), delivery.Filter{ProjectID: c.Project.ID})
		c.must(err)
		m := page.List[0]
		wanted := gallery.Wanted{
			AlertID: m.AlertID, TransitionID: -1, CorporationID: c.Corporation.ID + 1, Step: m.Content.Step, Language: "en", Plan: true,
		}
		if p, ok := c.sender.Gallery.Get(c.Context(), wanted, time.Minute); ok || p.Curve != nil || p.Plan != nil {
			c.Errorf("another corporation got %d and %d bytes", len(p.Curve), len(p.Plan))
		}
		about, err := c.sender.Alerts.Get(c.Context(), c.Guest.Scope(), m.AlertID)
		c.must(err)
		strange := map[string]func(*alarm.Listed){
			"corporation": func(l *alarm.Listed) { l.CorporationID++ }, "project": func(l *alarm.Listed) { l.ProjectID++ },
			"point": func(l *alarm.Listed) { l.PointID += 1000 }, "device": func(l *alarm.Listed) { l.Kind = alarm.OfDataLost },
		}
		for name, change := range strange {
			other := about
			change(&other)
			curve, plan, _, err := drawer.Draw(c.Context(), &other, m.Content.Step, "en", true)
			if curve != nil || plan != nil || err != nil {
				c.Errorf("%s: %d and %d bytes, %v", name, len(curve), len(plan), err)
			}
		}
	})
}

// A plan is chosen before an elevation. A photograph is no PNG, which would be large. A sheet may have no picture.
func TestDrawingOfAMail(t *testing.T) {
	onCracks(t, 1, func(c *cracks) {
		drawer := c.drawing()
		c.week(0, 4.4)
		page, err := alarm.NewService(c.Store).List(c.Context(), c.Guest.Scope(), alarm.Filter{ProjectID: c.Project.ID})
		c.must(err)
		about := page.List[0]
		expect := func(name, format string) {
			c.Helper()
			curve, plan, sheet, err := drawer.Draw(c.Context(), &about, about.Last(), "en", true)
			c.must(err)
			kind := ""
			if plan != nil {
				_, kind, err = image.DecodeConfig(bytes.NewReader(plan))
				c.must(err)
			}
			if sheet != name || kind != format || len(curve) == 0 || len(plan) > 100<<10 {
				c.Errorf("%q as %q of %d bytes, want %q as %q", sheet, kind, len(plan), name, format)
			}
		}
		expect("", "")
		photo, seed := image.NewRGBA(image.Rect(0, 0, 700, 500)), uint32(1)
		for i := range photo.Pix {
			seed = seed*1664525 + 1013904223
			photo.Pix[i] = uint8(i/2800) | uint8(seed>>28)
			if i%4 == 3 {
				photo.Pix[i] = 255
			}
		}
		c.sheet("North face", drawing.Elevation, photo)
		expect("North face", "jpeg")
		c.sheet("Ground floor", drawing.Plan, nil)
		expect("Ground floor", "png")
	})
}

// TestPreviewShowsPictures: the preview of texts has the pictures of the mail. Where they cannot be drawn, it says so.
func TestPreviewShowsPictures(t *testing.T) {
	onCracks(t, 3, func(c *cracks) {
		c.drawing()
		c.plan()
		c.week(0, 3.4)
		page, err := alarm.NewService(c.Store).List(c.Context(), c.Guest.Scope(), alarm.Filter{ProjectID: c.Project.ID})
		c.must(err)
		path := fmt.Sprintf("/api/corporations/%d/alert-texts/pictures?alertId=%d&language=", c.Corporation.ID, page.List[0].ID)
		shown := ask(c.TB.(*testing.T), c.server, "admin", "GET", path+"en", "", 200)
		list, _ := shown["list"].([]any)
		if len(list) != 2 || shown["missing"] != false {
			c.Fatalf("%d pictures, missing: %v", len(list), shown["missing"])
		}
		var made []smtptest.Picture
		for i, caption := range []string{"Curve and limits of C0", "C0 on the drawing “East portal”"} {
			one := list[i].(map[string]any)
			data, err := base64.StdEncoding.DecodeString(one["data"].(string))
			c.must(err)
			made = append(made, smtptest.Picture{Data: data})
			if got := one["caption"].(string); !strings.Contains(got, caption) || one["type"] != "image/png" {
				c.Errorf("%q as %v, want %q", got, one["type"], caption)
			}
		}
		c.curveShows(made[0], 3.4)
		c.planShows(made[1])

		c.exec("UPDATE plan SET picture = ?", "/api/files/1000000")
		shown = ask(c.TB.(*testing.T), c.server, "admin", "GET", path+"zh", "", 200)
		if list, _ := shown["list"].([]any); len(list) != 0 || shown["missing"] != true {
			c.Errorf("without the file of the plan: %d pictures, missing: %v", len(list), shown["missing"])
		}
	})
}
