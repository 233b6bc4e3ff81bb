package identity

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
)

// The codes of authenticator apps (RFC 6238 with the values that every app takes).
const (
	codePeriod = 30 // s
	codeSkew   = 1  // steps that a clock may be off
	codeSecret = 20 // bytes
)

// RecoveryCodes is how many recovery codes a person gets.
const RecoveryCodes = 10

// recoveryLetters leave out what is mistaken for one another.
const recoveryLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// checkCode takes a code of the app or a recovery code, each once.
func (s *Service) checkCode(ctx context.Context, who audit.Actor, accountID int64, code string) error {
	if err := s.slowDownCodes(ctx, accountID, who.IP); err != nil {
		return err
	}
	f, found, err := s.store.SecondFactor(ctx, accountID)
	if err != nil {
		return fmt.Errorf("read second factor: %w", err)
	}
	if !found || f.ConfirmedAt == 0 {
		return errs.New(errs.SecondFactorOff)
	}
	step, ok, err := s.stepOf(f, code)
	if err != nil {
		return err
	}
	if ok {
		ok, err = s.store.TakeStep(ctx, accountID, step)
	} else {
		ok, err = s.store.TakeRecoveryCode(ctx, who, accountID, s.recoveryHash(accountID, code))
	}
	if err != nil {
		return fmt.Errorf("take code: %w", err)
	}
	if !ok {
		return errs.OnField("code", errs.CodeWrong)
	}
	return s.store.ClearAttempts(ctx, codeAttempts(accountID), 0)
}

// stepOf finds the step that a code belongs to. Every candidate is compared, in
// constant time.
func (s *Service) stepOf(f SecondFactor, code string) (step int64, ok bool, err error) {
	secret, err := s.vault.Open(factorOwner(f.AccountID), f.Sealed)
	if err != nil {
		return 0, false, fmt.Errorf("second factor of account %d: %w", f.AccountID, err)
	}
	code = strings.ReplaceAll(strings.TrimSpace(code), " ", "")
	now := time.Now().Unix() / codePeriod
	for candidate := now - codeSkew; candidate <= now+codeSkew; candidate++ {
		want, err := totp.GenerateCodeCustom(secret, time.Unix(candidate*codePeriod, 0), totp.ValidateOpts{Period: codePeriod, Digits: otp.DigitsSix})
		if err != nil {
			return 0, false, fmt.Errorf("second factor of account %d: %w", f.AccountID, err)
		}
		if subtle.ConstantTimeCompare([]byte(want), []byte(code)) == 1 {
			step, ok = candidate, true
		}
	}
	return step, ok, nil
}

// slowDownCodes counts codes as sign-ins are counted, apart from the passwords: a
// right password does not give new tries for the code.
func (s *Service) slowDownCodes(ctx context.Context, accountID int64, ip string) error {
	_, err := s.try(ctx, codeAttempts(accountID), ip, 0)
	return err
}

// codeAttempts is longer than any account's name.
func codeAttempts(accountID int64) string {
	return fmt.Sprintf("second factor of account %d", accountID)
}

func (s *Service) newRecoveryCodes(accountID int64) (codes, hashes []string, err error) {
	const half = 5
	for range RecoveryCodes {
		raw := make([]byte, 2*half)
		if _, err := rand.Read(raw); err != nil {
			return nil, nil, fmt.Errorf("make recovery code: %w", err)
		}
		for i, b := range raw {
			raw[i] = recoveryLetters[int(b)%len(recoveryLetters)] // 32 letters: every one as likely
		}
		code := string(raw[:half]) + "-" + string(raw[half:])
		codes, hashes = append(codes, code), append(hashes, s.recoveryHash(accountID, code))
	}
	return codes, hashes, nil
}

// recoveryHash is keyed with the installation's key: the codes are short enough to
// be tried out by who has the database alone.
func (s *Service) recoveryHash(accountID int64, code string) string {
	clean := strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(strings.TrimSpace(code)))
	mac := hmac.New(sha256.New, s.vault.Key("recovery codes"))
	mac.Write(factorOwner(accountID))
	mac.Write([]byte(clean))
	return hex.EncodeToString(mac.Sum(nil))
}

// factorOwner binds what is sealed to the account and to its purpose.
func factorOwner(accountID int64) []byte {
	return binary.BigEndian.AppendUint64([]byte("second factor "), uint64(accountID))
}
