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
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// Parameters of TOTP codes (RFC 6238, the values that every authenticator app supports).
const (
	codePeriod = 30 // s
	codeSkew   = 1  // steps that a clock may be off
	codeSecret = 20 // bytes
)

// RecoveryCodes is the number of recovery codes of an account.
const RecoveryCodes = 10

// recoveryLetters leaves out letters and digits that look alike.
const recoveryLetters = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"

// checkCode accepts an authenticator code or a recovery code. Each works once.
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

// stepOf returns the time step of a code. It compares every candidate in constant time.
func (s *Service) stepOf(f SecondFactor, code string) (step int64, ok bool, err error) {
	secret, err := s.vault.Open(factorOwner(f.AccountID), f.Sealed)
	if err != nil {
		return 0, false, fmt.Errorf("second factor of account %d: %w", f.AccountID, err)
	}
	code = strings.ReplaceAll(strings.TrimSpace(code), " ", "")
	now := clock.Now().Unix() / codePeriod
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

// slowDownCodes limits code attempts like sign-ins, but counts them separately: a correct password does not reset the
// attempts for the code.
func (s *Service) slowDownCodes(ctx context.Context, accountID int64, ip string) error {
	_, err := s.countAttempt(ctx, codeAttempts(accountID), ip, 0)
	return err
}

// codeAttempts returns the key that counts code attempts. It is longer than any account name.
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
			raw[i] = recoveryLetters[int(b)%len(recoveryLetters)] // 32 letters: all equally likely
		}
		code := string(raw[:half]) + "-" + string(raw[half:])
		codes, hashes = append(codes, code), append(hashes, s.recoveryHash(accountID, code))
	}
	return codes, hashes, nil
}

// recoveryHash uses the installation's key: the codes are so short that the database alone would allow guessing them.
func (s *Service) recoveryHash(accountID int64, code string) string {
	clean := strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(strings.TrimSpace(code)))
	mac := hmac.New(sha256.New, s.vault.Key("recovery codes"))
	mac.Write(factorOwner(accountID))
	mac.Write([]byte(clean))
	return hex.EncodeToString(mac.Sum(nil))
}

// factorOwner binds sealed data to the account and the purpose.
func factorOwner(accountID int64) []byte {
	return binary.BigEndian.AppendUint64([]byte("second factor "), uint64(accountID))
}
