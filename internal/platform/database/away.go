package database

import (
	"database/sql/driver"
	"errors"
	"io"
	"net"
	"strings"

	"github.com/jackc/pgx/v5/pgconn"
)

// ErrAway means that the database is known to be unreachable.
var ErrAway = errors.New("the database is unreachable")

// awayCodes are the SQLSTATEs of a server that is stopping, starting, a standby, or full.
var awayCodes = map[string]bool{
	"57P01": true, "57P02": true, "57P03": true, // shutting down, crashed, cannot connect now
	"53300": true, // too many connections
	"25006": true, // read only: the former primary is now a standby
}

// limitCodes are the SQLSTATEs of work that the database has ended at a limit of the session, or in favor of others.
var limitCodes = map[string]bool{
	"40P01": true, // deadlock: each of several transactions waited for another
	"57014": true, // statement_timeout
	"55P03": true, // lock_timeout
	"25P03": true, // idle_in_transaction_session_timeout: this process was paused
}

// TooSlow reports whether the database has ended the work because it took too long or waited too long for others.
func TooSlow(err error) bool {
	var refused *pgconn.PgError
	return errors.As(err, &refused) && limitCodes[refused.Code]
}

// Away reports whether an error means that the database is currently unreachable or too busy, so that a retry may
// succeed.
func Away(err error) bool {
	if err == nil || errors.Is(err, ErrPooler) {
		return false
	}
	var refused *pgconn.PgError
	if errors.As(err, &refused) {
		return awayCodes[refused.Code] || limitCodes[refused.Code] || strings.HasPrefix(refused.Code, "08")
	}
	var connecting *pgconn.ConnectError
	var network *net.OpError
	return errors.As(err, &connecting) || errors.As(err, &network) || errors.Is(err, ErrAway) ||
		errors.Is(err, driver.ErrBadConn) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		strings.HasSuffix(err.Error(), "conn closed")
}
