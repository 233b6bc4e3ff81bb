package document_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"mime/multipart"
	"net/http/httptest"
	"strings"
	"testing"

	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

// A person puts the own signature and seal on a report, which keeps them. Nobody else can see or use them.
func TestPicturesOfASignature(t *testing.T) {
	on(t, func(t *testing.T, s *site) {
		const path = "/api/signing-pictures"
		r := s.begun(t)
		sign := func(who, role, pictures string, status int) {
			t.Helper()
			body := fmt.Sprintf(`{"role":%q,"password":%q,"pictures":%s}`, role, apptest.Password, pictures)
			s.Ask(t, who, "POST", s.one(r.ID)+"/sign", body, status, nil)
		}
		if w := s.send(t, "manager", path+"/signature", []byte("<svg onload=alert(1)>")); w.Code != 422 {
			t.Errorf("a text became a signature: %d %s", w.Code, w.Body)
		}
		for _, kind := range []string{"signature", "seal"} {
			if w := s.send(t, "manager", path+"/"+kind, scribble(t)); w.Code != 200 {
				t.Fatalf("%d %s", w.Code, w.Body)
			}
		}
		sign("manager", "made", `["signature","seal"]`, 202)
		body := fmt.Sprintf(`{"role":"checked","password":%q,"pictures":["seal"]}`, apptest.Password)
		w := s.Call(t.Context(), t, "owner", "POST", s.one(r.ID)+"/sign", body)
		if w.Code != 422 || !strings.Contains(w.Body.String(), "pictures[0]") || !strings.Contains(w.Body.String(), fmt.Sprint(errs.NoSigningPicture.Code)) {
			t.Errorf("another person's seal: %d %s", w.Code, w.Body)
		}
		var others struct{ List []struct{ Kind string } }
		if s.Ask(t, "owner", "GET", path, "", 200, &others); len(others.List) > 0 {
			t.Errorf("the owner sees %+v", others.List)
		}
		s.Ask(t, "owner", "GET", path+"/signature/file", "", 404, nil)
		s.Ask(t, "owner", "DELETE", path+"/signature", "", 404, nil)
		if got := s.Call(t.Context(), t, "manager", "GET", path+"/signature/file", ""); got.Code != 200 || !bytes.HasPrefix(got.Body.Bytes(), []byte("\x89PNG")) {
			t.Errorf("%d %.20q", got.Code, got.Body)
		}
		s.Ask(t, "manager", "DELETE", path+"/signature", "", 200, nil) // the report has its copy
		if w := s.send(t, "manager", path+"/seal", scribble(t)); w.Code != 200 {
			t.Fatalf("%d %s", w.Code, w.Body)
		}
		sign("owner", "checked", `[]`, 202)
		sign("admin", "approved", `[]`, 202)
		if r = s.settled(t, r.ID); r.Status != "issued" || !r.Signatures[0].Picture || !r.Signatures[0].Seal || r.Signatures[1].Picture {
			t.Fatalf("%+v", r)
		}
		if n := bytes.Count(s.pdf(t, r.ID), []byte("/Subtype /Image")); n == 0 {
			t.Error("the report shows no picture")
		}
	})
}

// scribble returns a small PNG.
func scribble(t *testing.T) []byte {
	t.Helper()
	sheet := image.NewNRGBA(image.Rect(0, 0, 60, 20))
	for x := range 60 {
		sheet.Set(x, x/3, color.Black)
	}
	var out bytes.Buffer
	if err := png.Encode(&out, sheet); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// send uploads a file.
func (s *site) send(t *testing.T, who, path string, file []byte) *httptest.ResponseRecorder {
	t.Helper()
	var body bytes.Buffer
	form := multipart.NewWriter(&body)
	part, err := form.CreateFormFile("file", "signature.png")
	if err == nil {
		_, err = part.Write(file)
	}
	if err = errors.Join(err, form.Close()); err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest("PUT", path, &body)
	r.Header.Set("Content-Type", form.FormDataContentType())
	r.Header.Set("Authorization", "Bearer "+s.Token(t, who))
	w := httptest.NewRecorder()
	s.API.ServeHTTP(w, r)
	return w
}
