package letter

import (
	"bytes"
	"fmt"
	"html"
	"image"
	_ "image/jpeg" // of plans
	_ "image/png"
	"strings"

	"plumbline/internal/feature/delivery/wording"
	"plumbline/internal/platform/mail"
)

var (
	curveOf = wording.Phrase{Zh: "{point}的曲线与限值，截至 {time}", En: "Curve and limits of {point}, as of {time}", Tw: "{point}的曲線與限值，截至 {time}"}
	shows   = wording.Phrase{Zh: "{structure}：{line}。{caption}", En: "{structure}: {line}. {caption}", Tw: "{structure}：{line}。{caption}"}
	planOf  = wording.Phrase{Zh: "{point}在图纸“{sheet}”上的位置", En: "{point} on the drawing “{sheet}”", Tw: "{point}在圖紙「{sheet}」上的位置"}
	seeLink = wording.Phrase{
		Zh: "图未能绘制，请通过链接查看告警。", En: "The picture could not be drawn. See the alert by the link.", Tw: "圖未能繪製，請透過連結查看告警。",
	}
	seeThere = wording.Phrase{
		Zh: "图未能绘制，请在平台上查看告警。", En: "The picture could not be drawn. See the alert in the platform.", Tw: "圖未能繪製，請在平台上查看告警。",
	}
)

// Styles of pictures. They are white, so that they can be read in dark mail programs too.
const (
	pictureStyle = "display:block;max-width:100%;height:auto;background:#ffffff;border-radius:4px"
	captionStyle = quietStyle + ";margin:16px 0 4px"
)

// widest is the width of pictures in the column of a mail, in its pixels.
const widest = 640

// Pictures are what a mail shows.
type Pictures struct {
	List    []Picture
	Missing bool // one could not be drawn
}

// Picture is a curve or a plan, as PNG or JPEG.
type Picture struct {
	About wording.Content
	Data  []byte
	At    int64  // UTC ms, of the newest readings in a curve
	Sheet string // name of the plan; empty: a curve
	Among bool   // one of several alerts, which it names
}

// Caption returns what a picture shows, without which those who cannot see it know nothing.
func (p *Picture) Caption() string {
	c := &p.About
	if p.Sheet != "" {
		return c.In(planOf, "point", c.Point, "sheet", p.Sheet)
	}
	caption := c.In(curveOf, "point", c.Thing(), "time", c.Moment(p.At))
	if p.Among {
		return c.In(shows, "structure", c.Structure, "line", c.Line(), "caption", caption)
	}
	return caption
}

// show writes the pictures of a mail with an id, and returns them.
func (p *Pictures) show(rich *strings.Builder, id string) (shown []mail.Picture) {
	for i := range p.List {
		one := &p.List[i]
		size, format, err := image.DecodeConfig(bytes.NewReader(one.Data))
		if err != nil {
			p.Missing = true
			continue
		}
		name := fmt.Sprintf("curve-%d", i+1)
		if one.Sheet != "" {
			name = fmt.Sprintf("plan-%d", i+1)
		}
		made := mail.Picture{ID: name + "." + id + "@plumbline", Name: name + "." + format, Type: "image/" + format, Data: one.Data}
		caption := html.EscapeString(one.Caption())
		fmt.Fprintf(rich, `<p style="%s">%s</p><img src="cid:%s" alt="%s" width="%d" style="%s">`,
			captionStyle, caption, made.ID, caption, min(size.Width, widest), pictureStyle)
		shown = append(shown, made)
	}
	return shown
}

// undrawn returns where to look for what could not be drawn.
func undrawn(c *wording.Content, link string) string {
	if link == "" {
		return seeThere.In(c.Language)
	}
	return seeLink.In(c.Language)
}
