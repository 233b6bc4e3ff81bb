package e2e

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/pquerna/otp/totp"

	"plumbline/internal/account/license"
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/vibration"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/testing/smtptest"
)

// Addresses that receive codes.
const (
	newAddress  = "newcomer@example.com"
	lostAddress = "lost@example.com"
	ownAddress  = "owner@example.com"
)

// proofs are what callers need in addition to a session: codes from mails and from authenticator apps.
type proofs struct {
	codes     map[string]string // from mails, by purpose
	secrets   map[string]string // of second factors, by account name
	challenge string            // a sign-in that waits for its second factor
}

const factored = "factored-northmark" // waits at the second step

// prove creates what calls need and the API does not return again: codes from mails, second factors, a waiting job,
// and a device with a warning. It ends with a new snapshot.
func (w *walk) prove(post *smtptest.Server) {
	w.Helper()
	w.proofs = proofs{codes: map[string]string{}, secrets: map[string]string{}}
	admin, owner, nobody := w.person("admin"), w.person("owner"), w.person("nobody")
	w.ask(admin, "POST", "/api/users", `{"name":"lost","email":"`+lostAddress+`","password":"`+password+`"}`, nil)
	for _, c := range []struct {
		purpose, path, address string
		by                     *actor
	}{
		{"signUp", "/api/sessions/signup/check-account", newAddress, nobody},
		{"reset", "/api/sessions/forget-password-verification", lostAddress, nobody},
		{"own", fmt.Sprintf("/api/users/%d/address-code", owner.account.ID), ownAddress, owner},
	} {
		w.ask(c.by, "POST", c.path, `{"account":"`+c.address+`"}`, nil)
		w.codes[c.purpose] = codeFor(post, c.address)
	}
	for _, name := range []string{"owner", "foreign-owner"} {
		w.enrol(w.person(name), true)
	}
	w.enrol(admin, false)
	for of, by := range map[side]string{ours: "admin", theirs: "stranger"} {
		w.proveSide(of, w.person(by))
	}
	var waits struct{ SecondFactor struct{ Challenge string } }
	w.ask(nobody, "POST", "/api/sessions/signin", `{"name":"`+factored+`","password":"`+password+`"}`, &waits)
	w.challenge = waits.SecondFactor.Challenge
	for _, longer := range []string{
		"UPDATE second_factor SET last_step = 0", // allows another code of the same step
		"UPDATE sign_in_challenge SET expires_at = expires_at + 3600000", "UPDATE verification_code SET expires_at = expires_at + 3600000",
	} {
		_, err := w.beside.Exec(longer)
		w.must(err)
	}
	w.takeSnapshot()
}

// proveSide gives a side a user with a second factor, a waiting job, and a warning.
func (w *walk) proveSide(of side, boss *actor) {
	at := w.sides[of]
	name := "factored-" + strings.ToLower(string(of))
	var made struct{ ID int64 }
	w.ask(boss, "POST", "/api/users", `{"name":"`+name+`","displayName":"`+string(of)+` factored","password":"`+password+`"}`, &made)
	at.things["factoredId"] = strconv.FormatInt(made.ID, 10)
	w.enrol(&actor{name: name, token: w.signIn(name, password)}, true)

	id := func(thing string) int64 {
		n, err := strconv.ParseInt(at.things[thing], 10, 64)
		w.must(err)
		return n
	}
	job, err := w.in.Store.Enqueue(w.Context(), jobs.New{
		Kind: "recompute", Args: map[string]any{}, CorporationID: at.corporation.ID, ProjectID: id("projectId"),
		AccountID: boss.account.ID, RunAt: time.Now().Add(24 * time.Hour),
	})
	w.must(err)
	at.things["waitingId"] = strconv.FormatInt(job.ID, 10)

	// A scheduled job finds low supply voltages. Store its result directly.
	now := time.Now().UnixMilli()
	low := alarm.Supply{Limits: alarm.ResolveHealth(3.3, nil)}
	low.Report(now-1, 3)
	low.Report(now, 3)
	ill := alarm.ReconcileHealth(nil, id("deviceId"), alarm.Place{CorporationID: at.corporation.ID, ProjectID: id("projectId")}, 0,
		map[alarm.Kind][]alarm.Episode{alarm.OfLowVoltage: low.All()}, "", now)
	w.must(w.in.DB.Write(w.Context(), func(tx *database.Tx) error { return w.in.Store.SaveAlerts(w.Context(), tx.Tx, ill) }))
	taken := 1_795_134_600_000 + id("deviceId") // another one on each side
	at.things["time"] = strconv.FormatInt(taken, 10)
	w.must(w.in.DB.Write(w.Context(), func(tx *database.Tx) error {
		_, err := tx.ExecContext(w.Context(), "INSERT INTO device_picture (device, time, received, content) VALUES ($1, $2, $2, $3)",
			id("deviceId"), taken, []byte("\xFF\xD8\xFF\xD9"))
		return err
	}))
	wave := series.Waveform{Series: series.RawID(id("deviceId"), 0), Fragment: vibration.Fragment{
		Time: taken, Received: taken, Rate: 100, Scale: 0.001, Count: 4,
		Axes: []vibration.Component{{Field: "vx", Unit: "mm/s"}}, Samples: [][]int16{{0, 900, -1200, 300}},
	}}
	wave.Content = vibration.ContentOf(&wave.Fragment)
	w.must(w.in.DB.Apply(w.Context(), func(tx *sql.Tx) (func(), error) {
		_, apply, err := w.in.Series.Write(w.Context(), tx, series.Batch{
			Waveforms: []series.Waveform{wave},
			Raw: []series.Put{{
				Series: wave.Series, Time: taken, Received: taken, Columns: reading.Intern([]reading.Column{wave.Column()}),
				Values: []float64{float64(wave.Content)},
			}},
		})
		return apply, err
	}))
	var warnings struct{ List []struct{ ID int64 } }
	w.ask(boss, "GET", at.fill("/api/corporations/{corporationId}/devices/{deviceId}/warnings"), "", &warnings)
	at.things["warningId"] = strconv.FormatInt(warnings.List[0].ID, 10)
}

// enrol sets up a second factor for an actor, and activates it if confirm is set.
func (w *walk) enrol(who *actor, confirm bool) {
	w.Helper()
	var made struct{ Secret string }
	w.ask(who, "POST", "/api/sessions/second-factor/begin", `{"password":"`+password+`"}`, &made)
	w.secrets[who.name] = made.Secret
	if confirm {
		w.ask(who, "POST", "/api/sessions/second-factor/confirm", `{"code":"`+w.totp(who.name)+`"}`, nil)
	}
}

// totp returns the current code of an actor's authenticator app, or an arbitrary code without one.
func (w *world) totp(name string) string {
	secret, ok := w.secrets[name]
	if !ok {
		return "000000"
	}
	code, err := totp.GenerateCode(secret, time.Now())
	w.must(err)
	return code
}

var sixDigits = regexp.MustCompile(`\b[0-9]{6}\b`)

// codeFor waits for the mail with a code.
func codeFor(post *smtptest.Server, address string) string {
	for m := range post.Arriving() {
		if m.To == address {
			return sixDigits.FindString(m.Text)
		}
	}
	return ""
}

// own replaces the caller's values: {name}, {code …} from a mail, {totp}, a {challenge} and its code, the signed path
// of a {picture}, and the {license}.
func (w *world) own(text string, who *actor) string {
	w.Helper()
	for purpose, code := range w.codes {
		text = strings.ReplaceAll(text, "{code "+purpose+"}", code)
	}
	for name, value := range map[string]func() string{
		"name":       func() string { return who.name },
		"totp":       func() string { return w.totp(who.name) },
		"challenge":  func() string { return w.challenge },
		"challenged": func() string { return w.totp(factored) },
		"picture":    func() string { return w.pictureOf(who) },
		"license":    func() string { return w.license() },
	} {
		if strings.Contains(text, "{"+name+"}") {
			text = strings.ReplaceAll(text, "{"+name+"}", value())
		}
	}
	return text
}

// pictureOf uploads a picture and returns its signed path, or "" if the actor may not upload.
func (w *world) pictureOf(who *actor) string {
	var made struct{ URL string }
	a := w.upload(who, "a.png", "image/png", picture())
	w.must(json.Unmarshal(a.body, &made))
	return made.URL
}

// vendorsKey signs the licenses of the walk.
const vendorsKey = "the vendor's key of the walk"

// license returns a registration code for this installation.
func (w *world) license() string {
	own, err := license.FingerprintOf(w.in.Config.Data)
	w.must(err)
	if w.in.License != nil { // in a private deployment
		own = w.in.License.Fingerprint()
	}
	code, err := license.Make([]byte(vendorsKey), license.Terms{Fingerprint: own, Points: 500, Devices: 500})
	w.must(err)
	return code
}

// devices calls the device endpoint with the signature of each side's own device, and with that of the other side's.
func (w *walk) devices() {
	nobody := w.person("nobody")
	for _, op := range w.operations() {
		if op.permission != "Device" {
			continue
		}
		for of, at := range w.sides {
			mine, stolen := *at, *at
			stolen.secret = w.sides[of.other()].secret
			now := time.Now().UnixMilli()
			w.try(op, nobody, mine.reading(now, 0.1), reached, "signed by "+string(of))
			w.try(op, nobody, stolen.reading(now, 0.1), signInFst, "signed by the other side")
		}
	}
}
