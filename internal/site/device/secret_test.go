package device

import "testing"

// A secret is read back from a csv file as it was made: one that began with a hyphen got a quote
// before it there, as formulas do, and let no device in.
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
