package pdfsign

import (
	"bytes"
	"crypto"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/asn1"
	"encoding/hex"
	"encoding/pem"
	"errors"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/pdfcpu/pdfcpu/pkg/api"
	"github.com/pdfcpu/pdfcpu/pkg/pdfcpu/model"
	"github.com/signintech/gopdf"
	"github.com/xuri/excelize/v2"
	"software.sslmate.com/src/go-pkcs12"

	"plumbline/internal/platform/libreoffice"
	"plumbline/internal/testing/peers"
)

var (
	begin = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	end   = time.Date(2046, 1, 1, 0, 0, 0, 0, time.UTC)
	at    = time.Date(2026, 5, 4, 3, 2, 1, 0, time.UTC)
)

const password = "p@ss 口令"

// issued is a certificate with its key.
type issued struct {
	*x509.Certificate
	key crypto.Signer
}

// issue makes a certificate; by nil: it signs itself.
func issue(t testing.TB, name string, key crypto.Signer, by *issued, change func(*x509.Certificate)) *issued {
	t.Helper()
	wanted := &x509.Certificate{
		SerialNumber: big.NewInt(int64(len(name))), Subject: pkix.Name{CommonName: name, Organization: []string{"Survey"}},
		NotBefore: begin, NotAfter: end, KeyUsage: x509.KeyUsageDigitalSignature, BasicConstraintsValid: true,
	}
	if change != nil {
		change(wanted)
	}
	parent, parentKey := wanted, key
	if by != nil {
		parent, parentKey = by.Certificate, by.key
	}
	raw, err := x509.CreateCertificate(rand.Reader, wanted, parent, key.Public(), parentKey)
	if err != nil {
		t.Fatal(err)
	}
	made, err := x509.ParseCertificate(raw)
	if err != nil {
		t.Fatal(err)
	}
	return &issued{made, key}
}

func authority(c *x509.Certificate) { c.IsCA, c.KeyUsage = true, x509.KeyUsageCertSign }

func rsaKey(t testing.TB, bits int) *rsa.PrivateKey {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, bits)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func ecKey(t testing.TB, curve elliptic.Curve) *ecdsa.PrivateKey {
	t.Helper()
	key, err := ecdsa.GenerateKey(curve, rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func packed(t testing.TB, c *issued, above ...*x509.Certificate) []byte {
	t.Helper()
	file, err := pkcs12.Modern2023.Encode(c.key, c.Certificate, above, password)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func parsed(t testing.TB, c *issued, above ...*x509.Certificate) *Identity {
	t.Helper()
	id, err := Parse(packed(t, c, above...), password)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

// printed is a PDF as the product's own reports are written.
func printed(t testing.TB) []byte {
	t.Helper()
	made := gopdf.GoPdf{}
	made.Start(gopdf.Config{PageSize: *gopdf.PageSizeA4})
	for range 3 {
		made.AddPage()
		made.Line(20, 20, 200, 20)
	}
	return made.GetBytesPdf()
}

// ofOffice is a PDF as LibreOffice writes those of templates.
func ofOffice(t *testing.T) []byte {
	t.Helper()
	book := excelize.NewFile()
	if err := book.SetCellValue("Sheet1", "A1", "Settlement"); err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := errors.Join(book.Write(&file), book.Close()); err != nil {
		t.Fatal(err)
	}
	peers.Need(t, "../../..", "soffice")
	made, err := libreoffice.PDF(t.Context(), file.Bytes(), ".xlsx")
	if err != nil {
		t.Fatal(err)
	}
	return made
}

// streamed is a PDF whose objects are in streams, as programs write that save room.
func streamed(t *testing.T) []byte {
	t.Helper()
	var made bytes.Buffer
	if err := api.Optimize(bytes.NewReader(printed(t)), &made, model.NewDefaultConfiguration()); err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(made.Bytes(), []byte("/ObjStm")) {
		t.Fatal("no objects in streams")
	}
	return made.Bytes()
}

// verify has Poppler and OpenSSL check a signed PDF, and returns what pdfsig prints.
func verify(t *testing.T, signed []byte, root *issued) string {
	t.Helper()
	peers.Need(t, "../../..", "pdfsig", "openssl")
	folder := t.TempDir()
	write := func(name string, data []byte) string {
		t.Helper()
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	said, err := exec.CommandContext(t.Context(), "pdfsig", "-nocert", write("report.pdf", signed)).CombinedOutput()
	if err != nil && !strings.Contains(string(said), "Signature") {
		t.Fatalf("pdfsig: %v: %s", err, said)
	}
	n := rangeOf(t, signed)
	content := append(bytes.Clone(signed[:n[1]]), signed[n[2]:]...)
	message, err := hex.DecodeString(string(signed[n[1]+1 : n[2]-1]))
	if err != nil {
		t.Fatal(err)
	}
	var whole asn1.RawValue
	if _, err := asn1.Unmarshal(message, &whole); err != nil {
		t.Fatal(err)
	}
	authority := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: root.Raw})
	command := exec.CommandContext(t.Context(), "openssl", "cms", "-verify", "-binary", "-cades", "-inform", "DER", "-purpose", "any",
		"-in", write("signature.der", whole.FullBytes), "-content", write("content", content), "-CAfile", write("root.pem", authority), "-out", os.DevNull)
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("openssl: %v: %s", err, out)
	}
	return string(said)
}

// rangeOf returns the four numbers of the range of signed bytes.
func rangeOf(t *testing.T, signed []byte) (n [4]int) {
	t.Helper()
	found := regexp.MustCompile(`/ByteRange ?\[(\d+) (\d+) (\d+) (\d+) *\]`).FindAllSubmatch(signed, -1)
	if len(found) == 0 {
		t.Fatal("no range of signed bytes")
	}
	for i, text := range found[len(found)-1][1:] {
		n[i], _ = strconv.Atoi(string(text))
	}
	if n[0] != 0 || n[2]+n[3] != len(signed) || signed[n[1]] != '<' || signed[n[2]-1] != '>' {
		t.Fatalf("range %v of %d bytes", n, len(signed))
	}
	return n
}

// Poppler and OpenSSL find each signature whole, with its certificate and time, in every kind of PDF.
func TestOthersVerifyTheSignature(t *testing.T) {
	root := issue(t, "Root", rsaKey(t, 2048), nil, authority)
	between := issue(t, "Between", ecKey(t, elliptic.P384()), root, authority)
	files := map[string][]byte{"own form": printed(t), "template": ofOffice(t), "streams": streamed(t)}
	for name, key := range map[string]crypto.Signer{"RSA": rsaKey(t, 2048), "P-256": ecKey(t, elliptic.P256()), "P-521": ecKey(t, elliptic.P521())} {
		signer := issue(t, "勘测院 "+name, key, between, nil)
		id := parsed(t, signer, root.Certificate, between.Certificate)
		if len(id.Chain) != 2 || !id.Chain[0].Equal(between.Certificate) {
			t.Fatalf("chain of %d certificates", len(id.Chain))
		}
		for what, file := range files {
			signed, err := id.Sign(file, &Statement{Name: "勘测院", Reason: "监测月报 YB-2026-001", Time: at})
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.HasPrefix(signed, file) {
				t.Errorf("%s, %s: the file was changed", name, what)
			}
			said := verify(t, signed, root)
			for _, want := range []string{"Signature is Valid", "ETSI.CAdES.detached", "Total document signed", "May 04 2026 03:02:01", "勘测院 " + name} {
				if !strings.Contains(said, want) {
					t.Errorf("%s, %s: pdfsig does not say %q: %s", name, what, want, said)
				}
			}
			again, err := id.Sign(file, &Statement{Name: "勘测院", Reason: "监测月报 YB-2026-001", Time: at})
			if err != nil || !bytes.Equal(again, signed) {
				t.Errorf("%s, %s: signed again, the bytes differ (%v)", name, what, err)
			}
		}
	}
}

// A changed byte breaks a signature; a second one signs the first.
func TestChangesAreFound(t *testing.T) {
	root := issue(t, "Root", rsaKey(t, 2048), nil, nil)
	id := parsed(t, root)
	signed, err := id.Sign(printed(t), &Statement{Name: "First", Time: at})
	if err != nil {
		t.Fatal(err)
	}
	changed := bytes.Replace(signed, []byte("200.00 "), []byte("201.00 "), 1)
	if bytes.Equal(changed, signed) {
		changed = bytes.Clone(signed)
		changed[len(changed)/3] ^= 1
	}
	peers.Need(t, "../../..", "pdfsig")
	path := filepath.Join(t.TempDir(), "changed.pdf")
	if err := os.WriteFile(path, changed, 0o600); err != nil {
		t.Fatal(err)
	}
	said, _ := exec.CommandContext(t.Context(), "pdfsig", "-nocert", path).CombinedOutput()
	if strings.Contains(string(said), "Signature is Valid") {
		t.Errorf("a change is not found: %s", said)
	}
	twice, err := id.Sign(signed, &Statement{Name: "Second", Time: at})
	if err != nil {
		t.Fatal(err)
	}
	if said := verify(t, twice, root); strings.Count(said, "Signature is Valid") != 2 {
		t.Errorf("signed twice: %s", said)
	}
}

func TestBadIdentities(t *testing.T) {
	good := issue(t, "Good", ecKey(t, elliptic.P256()), nil, nil)
	file := packed(t, good)
	noKey, err := pkcs12.Modern2023.EncodeTrustStore([]*x509.Certificate{good.Certificate}, password)
	if err != nil {
		t.Fatal(err)
	}
	slow, err := pkcs12.Modern2023.WithIterations(mostRounds+1).Encode(good.key, good.Certificate, nil, password)
	if err != nil {
		t.Fatal(err)
	}
	other := issue(t, "Other", ecKey(t, elliptic.P256()), nil, nil)
	encrypts := issue(t, "Encrypts", good.key, nil, func(c *x509.Certificate) { c.KeyUsage = x509.KeyUsageKeyEncipherment })
	for name, test := range map[string]struct {
		file     []byte
		password string
		want     error
	}{
		"wrong password":       {file, "other", ErrPassword},
		"no password":          {file, "", ErrPassword},
		"nothing":              {nil, password, ErrFile},
		"text":                 {[]byte("-----BEGIN CERTIFICATE-----"), password, ErrFile},
		"half a file":          {file[:len(file)/2], password, ErrFile},
		"no key":               {noKey, password, ErrFile},
		"the key of another":   {packed(t, &issued{good.Certificate, other.key}), password, ErrFile},
		"too many rounds":      {slow, password, ErrFile},
		"short RSA":            {packed(t, issue(t, "Short", rsaKey(t, 1024), nil, nil)), password, ErrKey},
		"short curve":          {packed(t, issue(t, "P-224", ecKey(t, elliptic.P224()), nil, nil)), password, ErrKey},
		"an authority":         {packed(t, issue(t, "Root", good.key, nil, authority)), password, ErrCertificate},
		"it can encrypt alone": {packed(t, encrypts), password, ErrCertificate},
	} {
		if _, err := Parse(test.file, test.password); !errors.Is(err, test.want) {
			t.Errorf("%s: %v, want %v", name, err, test.want)
		}
	}
}

// Files that are no PDF, or cut or changed anywhere, are signed or refused; nothing panics or hangs.
func FuzzSign(f *testing.F) {
	id := parsed(f, issue(f, "Good", ecKey(f, elliptic.P256()), nil, nil))
	whole := printed(f)
	f.Add(whole)
	f.Add(whole[:len(whole)/2])
	f.Add([]byte("%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 1 0 R>>endobj\ntrailer<</Root 1 0 R/Size 2>>\nstartxref\n9\n%%EOF"))
	f.Fuzz(func(t *testing.T, file []byte) {
		signed, err := id.Sign(file, &Statement{Name: "x", Time: at})
		if err == nil && !bytes.HasPrefix(signed, file) {
			t.Error("the file was changed")
		}
	})
}

// FuzzParse: a file of a stranger is an identity or a known error.
func FuzzParse(f *testing.F) {
	file := packed(f, issue(f, "Good", ecKey(f, elliptic.P256()), nil, nil))
	f.Add(file)
	f.Add(file[:40])
	f.Fuzz(func(t *testing.T, file []byte) {
		_, err := Parse(file, password)
		if err != nil && !errors.Is(err, ErrFile) && !errors.Is(err, ErrPassword) && !errors.Is(err, ErrKey) && !errors.Is(err, ErrCertificate) {
			t.Error(err)
		}
	})
}
