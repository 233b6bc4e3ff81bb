package accountapi

import "testing"

func TestAgentsInWords(t *testing.T) {
	for text, want := range map[string]agent{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36": {
			"Chrome 142", "Windows", "computer",
		},
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0": {
			"Edge 141", "Windows", "computer",
		},
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15": {
			"Safari 18", "macOS", "computer",
		},
		"Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1": {
			"Safari 18", "iOS", "phone",
		},
		"Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/142.0 Mobile/15E148 Safari/604.1": {
			"Chrome 142", "iPadOS", "tablet",
		},
		"Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36": {
			"Chrome 142", "Android", "phone",
		},
		"Mozilla/5.0 (Linux; Android 12; HarmonyOS; NOH-AN00) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/114.0 Mobile Safari/537.36 MicroMessenger/8.0.49.2600 (0x)": {
			"WeChat 8", "HarmonyOS", "phone",
		},
		"Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0": {
			"Firefox 140", "Linux", "computer",
		},
		"curl/8.14.1":         {"curl 8.14.1", "", "program"},
		"":                    {"", "", "program"},
		"<script>alert(1)</s": {"", "", "program"},
	} {
		if got := readAgent(text); got != want {
			t.Errorf("%q: %+v, want %+v", text, got, want)
		}
	}
}
