package device

import "testing"

// A secret survives a csv file unchanged. One with a leading hyphen would get a quote, like formulas, and lock the
// device out.
func TestNoSecretLooksLikeAFormula(t *testing.T) {
	for range 2000 {
		secret, err := newSecret()
		if err != nil || len(secret) < secretBytes {
			t.Fatalf("secret %q, %v", secret, err)
		}
		if secret[0] == '-' {
			t.Fatalf("secret %q begins with a hyphen", secret)
		}
	}
}
