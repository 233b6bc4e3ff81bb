package accountapi

import (
	"regexp"
	"strings"
)

// agent is what a user agent says, in readable words. It helps users recognize their own sign-ins; never base
// decisions on it.
type agent struct {
	browser, system string
	device          string // computer, phone, tablet or program
}

// Browsers by a token that only they have, the most specific first: most also claim to be Chrome and Safari.
var browsers = []struct {
	name    string
	pattern *regexp.Regexp
}{
	{"WeChat", regexp.MustCompile(`MicroMessenger/(\d+)`)},
	{"DingTalk", regexp.MustCompile(`DingTalk/(\d+)`)},
	{"Edge", regexp.MustCompile(`Edg(?:e|A|iOS)?/(\d+)`)},
	{"Opera", regexp.MustCompile(`(?:OPR|Opera)/(\d+)`)},
	{"Samsung Internet", regexp.MustCompile(`SamsungBrowser/(\d+)`)},
	{"QQ Browser", regexp.MustCompile(`M?QQBrowser/(\d+)`)},
	{"Firefox", regexp.MustCompile(`(?:Firefox|FxiOS)/(\d+)`)},
	{"Chrome", regexp.MustCompile(`(?:HeadlessChrome|Chrome|CriOS)/(\d+)`)},
	{"Safari", regexp.MustCompile(`Version/(\d+)[\d.]* (?:Mobile/\w+ )?Safari/`)},
}

var systems = []struct{ name, mark string }{
	{"HarmonyOS", "HarmonyOS"},
	{"Windows", "Windows NT"},
	{"iPadOS", "iPad;"},
	{"iOS", "iPhone"},
	{"Android", "Android"},
	{"macOS", "Mac OS X"},
	{"ChromeOS", "CrOS"},
	{"Linux", "Linux"},
}

var tool = regexp.MustCompile(`^([A-Za-z][\w.-]{0,30})/(\d[\w.]{0,10})`)

func readAgent(text string) agent {
	a := agent{device: "computer"}
	for _, s := range systems {
		if strings.Contains(text, s.mark) {
			a.system = s.name
			break
		}
	}
	for _, b := range browsers {
		if found := b.pattern.FindStringSubmatch(text); found != nil {
			a.browser = b.name + " " + found[1]
			break
		}
	}
	switch {
	case a.browser == "" && !strings.HasPrefix(text, "Mozilla/"):
		a.device = "program"
		if found := tool.FindStringSubmatch(text); found != nil {
			a.browser = found[1] + " " + found[2]
		}
	case a.system == "iPadOS", a.system == "Android" && !strings.Contains(text, "Mobile"):
		a.device = "tablet"
	case strings.Contains(text, "Mobile"):
		a.device = "phone"
	}
	return a
}

// BrowserOf returns browser and system of a user agent in readable words, empty if they are unknown.
func BrowserOf(client string) string {
	a := readAgent(client)
	return strings.Trim(a.browser+" · "+a.system, " ·")
}
