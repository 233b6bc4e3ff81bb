package httpapi

import (
	"testing"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/errs"
)

// A choice on screen overrides the account's setting, which overrides the browser's preference.
func TestLanguageOfARequest(t *testing.T) {
	for _, c := range []struct {
		name, header, account string
		want                  errs.Language
	}{
		{"chosen on the screen", "en", "zh-TW", errs.English},
		{"set for the account", "en-GB,en;q=0.8", "zh-TW", errs.TraditionalChinese},
		{"preferred by the browser", "en-GB,en;q=0.8", "", errs.English},
		{"no preference", "", "", errs.Chinese},
	} {
		ctx := withLanguage(t.Context(), c.header)
		ctx = withCaller(ctx, &Caller{Caller: identity.Caller{Account: identity.Account{Language: c.account}}})
		if got := LanguageOf(ctx); got != c.want {
			t.Errorf("%s: answered in %s, want %s", c.name, got, c.want)
		}
	}
}
