package api

import (
	"testing"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/fault"
)

// What is chosen on the screen goes before the account's setting, and that before what
// the browser happens to prefer.
func TestLanguageOfARequest(t *testing.T) {
	for _, c := range []struct {
		name, header, account string
		want                  fault.Language
	}{
		{"chosen on the screen", "en", "zh-TW", fault.English},
		{"set for the account", "en-GB,en;q=0.8", "zh-TW", fault.TraditionalChinese},
		{"preferred by the browser", "en-GB,en;q=0.8", "", fault.English},
		{"nobody says", "", "", fault.Chinese},
	} {
		ctx := withLanguage(t.Context(), c.header)
		ctx = withCaller(ctx, &caller{Caller: identity.Caller{Account: identity.Account{Language: c.account}}})
		if got := languageOf(ctx); got != c.want {
			t.Errorf("%s: answered in %s, want %s", c.name, got, c.want)
		}
	}
}
