package webpush

import (
	"crypto/ecdh"
	"testing"

	"plumbline/internal/testing/pushtest"
)

// The example of RFC 8291, section 5 and appendix A.
func TestExampleOfTheStandard(t *testing.T) {
	const (
		text    = "When I grow up, I want to be a watermelon"
		private = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"
		auth    = "BTBZMqHH6r4Tts7J_aSIgg"
		want    = "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_" +
			"yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
	)
	decoded := func(s string) []byte {
		raw, err := encoding.DecodeString(s)
		if err != nil {
			t.Fatal(err)
		}
		return raw
	}
	once, err := ecdh.P256().NewPrivateKey(decoded("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
	if err != nil {
		t.Fatal(err)
	}
	browser, err := pushtest.NewBrowser(private, auth)
	if err != nil {
		t.Fatal(err)
	}
	if browser.P256DH != "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4" {
		t.Errorf("public key %s", browser.P256DH)
	}
	to := Subscription{P256DH: browser.P256DH, Auth: auth}
	body, err := to.encryptWith(once, decoded("DGv6ra1nlYgDCS1FRnbzlw"), []byte(text))
	if err != nil || encoding.EncodeToString(body) != want {
		t.Errorf("encrypted: %s, %v\nwant %s", encoding.EncodeToString(body), err, want)
	}
	for _, body := range [][]byte{decoded(want), body} {
		if got, err := browser.Decrypt(body); err != nil || got != text {
			t.Errorf("decrypted: %q, %v", got, err)
		}
	}
}
