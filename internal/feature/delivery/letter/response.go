package letter

import (
	"fmt"
	"html"
	"strings"

	"plumbline/internal/feature/delivery/wording"
)

// respond writes how people respond to a graded warning: until when, the responders, and the plans.
func respond(rich *strings.Builder, c *wording.Content) {
	if by := c.RespondBy(); by != "" {
		fmt.Fprintf(rich, "<p><b>%s</b></p>", html.EscapeString(by))
	}
	if heading, people := c.Responders(); len(people) > 0 {
		fmt.Fprintf(rich, "<p>%s</p><ul>", html.EscapeString(heading))
		for _, one := range people {
			fmt.Fprintf(rich, "<li>%s</li>", html.EscapeString(one))
		}
		rich.WriteString("</ul>")
	}
	if c.Response == nil {
		return
	}
	for _, to := range c.Response.Links {
		title := html.EscapeString(c.Title(to))
		if to.Page != "" {
			title = fmt.Sprintf(`<a href="%s">%s</a>`, html.EscapeString(to.Page), title)
		}
		fmt.Fprintf(rich, "<p>%s</p>", title)
	}
}
