// Package gather asks all servers of an installation for what each keeps to itself. A question is a row, and so is each
// answer. A signal announces a question, and every server also looks regularly. A server that does not answer in time
// is named, so that a page never waits for a dead one.
package gather

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"slices"
	"time"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/events"
)

const (
	// lookEvery is the interval at which a server looks for questions without a signal.
	lookEvery = 500 * time.Millisecond
	// answerWithin is how long a question waits for the last server.
	answerWithin = 1500 * time.Millisecond
	// readEvery is the interval at which the asking server looks for answers.
	readEvery = 20 * time.Millisecond
	// keptMs is how long rows are kept that nobody reads, ms.
	keptMs = 60_000
	// lateBy is how late a server may be with its lease, which it renews every 700 ms, before nobody waits for it.
	lateBy = 1500 * time.Millisecond
	// leaseFor is the length of a lease.
	leaseFor = 3 * time.Second
)

// Exchange is the questions and answers of one server. Register topics with Answer before Run.
type Exchange struct {
	db     *database.DB
	bus    events.Bus
	server int64 // 0: the only one
	log    *slog.Logger
	topics map[string]func(ctx context.Context, args []byte) ([]byte, error)
}

// New returns the exchange of a server; 0: the only one.
func New(db *database.DB, bus events.Bus, server int64, log *slog.Logger) *Exchange {
	return &Exchange{db: db, bus: bus, server: server, log: log, topics: map[string]func(context.Context, []byte) ([]byte, error){}}
}

// Topic is a kind of question with its arguments and answers, which are exchanged as JSON: a field that one of the
// servers does not know is ignored.
type Topic[Args, Answer any] struct {
	exchange *Exchange
	name     string
	own      func(ctx context.Context, args Args) (Answer, error)
}

// On registers a topic. own returns what this server knows.
func On[Args, Answer any](e *Exchange, name string, own func(ctx context.Context, args Args) (Answer, error)) *Topic[Args, Answer] {
	e.topics[name] = func(ctx context.Context, data []byte) ([]byte, error) {
		var args Args
		if err := json.Unmarshal(data, &args); err != nil {
			return nil, err
		}
		answer, err := own(ctx, args)
		if err != nil {
			return nil, err
		}
		return json.Marshal(answer)
	}
	return &Topic[Args, Answer]{e, name, own}
}

// Ask returns the answers of this server and all others in any order, and the names of the servers that did not answer.
func (t *Topic[Args, Answer]) Ask(ctx context.Context, args Args) (answers []Answer, silent []string, err error) {
	own, err := t.own(ctx, args)
	if err != nil {
		return nil, nil, err
	}
	answers = []Answer{own}
	data, err := json.Marshal(args)
	if err != nil {
		return nil, nil, err
	}
	texts, silent, err := t.exchange.ask(ctx, t.name, data)
	if err != nil {
		return nil, nil, fmt.Errorf("ask the other servers: %w", err)
	}
	for _, text := range texts {
		var answer Answer
		if err := json.Unmarshal(text, &answer); err != nil {
			return nil, nil, fmt.Errorf("answer of another server to %s: %w", t.name, err)
		}
		answers = append(answers, answer)
	}
	return answers, silent, nil
}

// ask asks the other servers.
func (e *Exchange) ask(ctx context.Context, topic string, args []byte) (texts [][]byte, silent []string, err error) {
	if e.server == 0 {
		return nil, nil, nil
	}
	waiting, silent, err := e.others(ctx)
	if err != nil || len(waiting) == 0 {
		return nil, silent, err
	}
	question, err := e.post(ctx, topic, args)
	if err != nil {
		return nil, nil, err
	}
	e.bus.Publish(ctx, events.Event{Topic: events.Question})
	deadline := time.Now().Add(answerWithin)
	for len(waiting) > 0 && time.Now().Before(deadline) {
		select {
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-time.After(readEvery):
		}
		if texts, err = e.collect(ctx, question, waiting, texts); err != nil {
			return nil, nil, err
		}
	}
	for _, name := range waiting {
		silent = append(silent, name)
	}
	slices.Sort(silent)
	return texts, silent, nil
}

// others returns the names of the other servers by id, and of those that are late with their lease.
func (e *Exchange) others(ctx context.Context) (waiting map[int64]string, late []string, err error) {
	rows, err := e.db.Reader().QueryContext(ctx, `SELECT id, name, lease_until < clock_timestamp() + $2 * interval '1 ms'
		FROM server WHERE id <> $1 ORDER BY id`, e.server, (leaseFor - lateBy).Milliseconds())
	if err != nil {
		return nil, nil, err
	}
	defer rows.Close()
	waiting = map[int64]string{}
	for rows.Next() {
		var id int64
		var name string
		var isLate bool
		if err := rows.Scan(&id, &name, &isLate); err != nil {
			return nil, nil, err
		}
		if isLate {
			late = append(late, name)
		} else {
			waiting[id] = name
		}
	}
	return waiting, late, rows.Err()
}

// nowMs is the time of PostgreSQL in UTC ms.
const nowMs = "CAST(FLOOR(EXTRACT(EPOCH FROM clock_timestamp()) * 1000) AS BIGINT)"

// write runs one statement without waiting for the disk: nobody needs these rows after a crash.
func (e *Exchange) write(ctx context.Context, do func(tx *database.Tx) error) error {
	return e.db.Write(ctx, func(tx *database.Tx) error {
		if _, err := tx.ExecContext(ctx, "SET LOCAL synchronous_commit = off"); err != nil {
			return err
		}
		return do(tx)
	})
}

// post writes a question and deletes old ones.
func (e *Exchange) post(ctx context.Context, topic string, args []byte) (id int64, err error) {
	err = e.write(ctx, func(tx *database.Tx) error {
		if _, err := tx.ExecContext(ctx, `WITH old AS (DELETE FROM question WHERE asked_at < `+nowMs+` - $1 RETURNING id)
			DELETE FROM answer WHERE question_id IN (SELECT id FROM old)`, keptMs); err != nil {
			return err
		}
		return tx.QueryRowContext(ctx, "INSERT INTO question (id, server, topic, args, asked_at) VALUES (nextval('server_id'), $1, $2, $3, "+nowMs+") RETURNING id",
			e.server, topic, string(args)).Scan(&id)
	})
	return id, err
}

// collect appends new answers and removes their servers from waiting. A server that does not know the topic stays.
func (e *Exchange) collect(ctx context.Context, question int64, waiting map[int64]string, texts [][]byte) ([][]byte, error) {
	rows, err := e.db.Reader().QueryContext(ctx, "SELECT server, data FROM answer WHERE question_id = $1", question)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var server int64
		var data []byte
		if err := rows.Scan(&server, &data); err != nil {
			return nil, err
		}
		if _, awaited := waiting[server]; awaited && len(data) > 0 {
			delete(waiting, server)
			texts = append(texts, data)
		}
	}
	return texts, rows.Err()
}

// Run replies to other servers until ctx ends.
func (e *Exchange) Run(ctx context.Context) {
	if e.server == 0 {
		return
	}
	signals := e.bus.Subscribe(ctx, events.Question)
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-signals:
		case <-tick.C:
		}
		if err := e.answer(ctx); err != nil && ctx.Err() == nil {
			e.log.Warn("answer the questions of other servers", "error", err)
		}
	}
}

// answer replies to the questions that this server has not replied to yet.
func (e *Exchange) answer(ctx context.Context) error {
	type question struct {
		id          int64
		topic, args string
	}
	var open []question
	rows, err := e.db.Reader().QueryContext(ctx, `SELECT id, topic, args FROM question AS q WHERE server <> $1 AND asked_at > `+nowMs+` - $2
		AND NOT EXISTS (SELECT 1 FROM answer WHERE question_id = q.id AND server = $1)`, e.server, answerWithin.Milliseconds())
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var q question
		if err := rows.Scan(&q.id, &q.topic, &q.args); err != nil {
			return err
		}
		open = append(open, q)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	for _, q := range open {
		var data []byte
		if own, known := e.topics[q.topic]; known { // else a newer server asks
			if data, err = own(ctx, []byte(q.args)); err != nil {
				return fmt.Errorf("%s: %w", q.topic, err)
			}
		}
		err := e.write(ctx, func(tx *database.Tx) error {
			_, err := tx.ExecContext(ctx, "INSERT INTO answer (question_id, server, data) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING", q.id, e.server, string(data))
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
