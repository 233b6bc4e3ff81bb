package connection

import (
	"context"
	"fmt"
	"slices"

	"plumbline/internal/platform/database"
)

// alive is the condition under which the session of a row c lasts. A connection that ends without an expiry takes its
// session with it.
const alive = "c.expiry > 0 AND (c.ended IS NULL OR c.ended + c.expiry * interval '1 s' > clock_timestamp())"

// apply stores a batch in one transaction.
func (r *Registry) apply(ctx context.Context, b *batch) error {
	return r.db.Write(ctx, func(tx *database.Tx) error {
		if b.relaxed() {
			if _, err := tx.ExecContext(ctx, "SET LOCAL synchronous_commit = off"); err != nil {
				return err
			}
		}
		if err := r.lease.Hold(ctx, tx.Tx); err != nil {
			return err
		}
		if err := lock(ctx, tx, b); err != nil {
			return err
		}
		for _, step := range []func(context.Context, *database.Tx, *batch) error{r.record, acknowledge, r.subscribe, r.end, r.claim} {
			if err := step(ctx, tx, b); err != nil {
				return err
			}
		}
		return nil
	})
}

// lock locks the rows of all devices of a batch in one order, so that servers do not wait for each other in a circle.
func lock(ctx context.Context, tx *database.Tx, b *batch) error {
	var clients []string
	for _, m := range b.messages {
		clients = append(clients, m.Client)
	}
	for _, s := range b.subscriptions {
		clients = append(clients, s.Client)
	}
	for _, e := range b.ends {
		clients = append(clients, e.Client)
	}
	for _, c := range b.claims {
		clients = append(clients, c.Client)
	}
	if len(clients) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, "SELECT 1 FROM connection WHERE client = ANY($1) ORDER BY client FOR UPDATE", clients)
	if err != nil {
		return fmt.Errorf("lock connections: %w", err)
	}
	return nil
}

// record stores messages of connections that are still held.
func (r *Registry) record(ctx context.Context, tx *database.Tx, b *batch) error {
	if len(b.messages) == 0 {
		return nil
	}
	var clients []string
	var numbers []int64
	var packets []int32
	var payloads [][]byte
	for _, m := range b.messages {
		clients, numbers = append(clients, m.Client), append(numbers, m.Number)
		packets, payloads = append(packets, int32(m.Packet)), append(payloads, m.Payload)
	}
	rows, err := tx.QueryContext(ctx, `INSERT INTO connection_message (client, packet, payload)
		SELECT n.client, n.packet, n.payload
		FROM unnest($2::text[], $3::bigint[], $4::int[], $5::bytea[]) WITH ORDINALITY AS n (client, number, packet, payload, i)
		JOIN connection AS c ON c.client = n.client AND c.number = n.number AND c.server = $1
		ORDER BY n.i RETURNING client, packet, place`, r.lease.Server(), clients, numbers, packets, payloads)
	if err != nil {
		return fmt.Errorf("store messages to devices: %w", err)
	}
	defer rows.Close()
	type key struct {
		client string
		packet int32
	}
	places := map[key]int64{}
	for rows.Next() {
		var k key
		var place int64
		if err := rows.Scan(&k.client, &k.packet, &place); err != nil {
			return err
		}
		places[k] = place
	}
	for _, m := range b.messages {
		m.Place = places[key{m.Client, int32(m.Packet)}]
	}
	return rows.Err()
}

func acknowledge(ctx context.Context, tx *database.Tx, b *batch) error {
	if len(b.acks) == 0 {
		return nil
	}
	var clients []string
	var places []int64
	for _, m := range b.acks {
		clients, places = append(clients, m.Client), append(places, m.Place)
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM connection_message AS m USING unnest($1::text[], $2::bigint[]) AS n (client, place)
		WHERE m.client = n.client AND m.place = n.place`, clients, places)
	if err != nil {
		return fmt.Errorf("remove acknowledged messages: %w", err)
	}
	return nil
}

func (r *Registry) subscribe(ctx context.Context, tx *database.Tx, b *batch) error {
	for _, s := range b.subscriptions { // one after the other: a device changes its subscription rarely
		var qos, identifier any
		if s.to != nil {
			qos, identifier = int(s.to.QoS), s.to.Identifier
		}
		done, err := tx.ExecContext(ctx, "UPDATE connection SET qos = $4, identifier = $5 WHERE client = $1 AND number = $2 AND server = $3",
			s.Client, s.Number, r.lease.Server(), qos, identifier)
		if err != nil {
			return fmt.Errorf("store a subscription: %w", err)
		}
		n, err := done.RowsAffected()
		if err != nil {
			return err
		}
		*s.held = n == 1
	}
	return nil
}

// end ends connections that are still held.
func (r *Registry) end(ctx context.Context, tx *database.Tx, b *batch) error {
	if len(b.ends) == 0 {
		return nil
	}
	var clients []string
	var numbers, expiries []int64
	for _, e := range b.ends {
		clients, numbers, expiries = append(clients, e.Client), append(numbers, e.Number), append(expiries, e.expiry)
	}
	_, err := tx.ExecContext(ctx, `UPDATE connection AS c SET server = 0, ended = clock_timestamp(), expiry = n.expiry
		FROM unnest($2::text[], $3::bigint[], $4::bigint[]) AS n (client, number, expiry)
		WHERE c.client = n.client AND c.number = n.number AND c.server = $1`, r.lease.Server(), clients, numbers, expiries)
	if err != nil {
		return fmt.Errorf("end connections: %w", err)
	}
	_, err = tx.ExecContext(ctx, "DELETE FROM connection WHERE client = ANY($1) AND server = 0 AND expiry = 0", clients)
	if err != nil {
		return fmt.Errorf("end sessions: %w", err)
	}
	return nil
}

// claim makes this server the holder of connections.
func (r *Registry) claim(ctx context.Context, tx *database.Tx, b *batch) error {
	if len(b.claims) == 0 {
		return nil
	}
	byClient(b.claims, func(c *claim) string { return c.Client })
	if err := r.takeRows(ctx, tx, b.claims); err != nil {
		return err
	}
	claims := map[string]*claim{}
	var resumed, fresh []string
	for _, c := range b.claims {
		claims[c.Client] = c
		if c.session.Resumed {
			resumed = append(resumed, c.Client)
		} else if c.from.Number != 0 {
			fresh = append(fresh, c.Client)
		}
	}
	if len(fresh) > 0 {
		if _, err := tx.ExecContext(ctx, "DELETE FROM connection_message WHERE client = ANY($1)", fresh); err != nil {
			return fmt.Errorf("end sessions: %w", err)
		}
	}
	if len(resumed) > 0 {
		if err := restore(ctx, tx, claims, resumed); err != nil {
			return err
		}
	}
	if err := r.notify(ctx, tx, b.claims); err != nil {
		return err
	}
	var generation int64
	if err := tx.QueryRowContext(ctx, "SELECT generation FROM configuration WHERE id = 1").Scan(&generation); err != nil {
		return fmt.Errorf("read the generation: %w", err)
	}
	for _, c := range b.claims {
		c.session.Generation = generation
	}
	return nil
}

// takeRows claims the rows in one statement.
func (r *Registry) takeRows(ctx context.Context, tx *database.Tx, claims []*claim) error {
	var clients, transports, addresses []string
	var devices, expiries []int64
	var keeps []bool
	for _, c := range claims {
		clients, transports, addresses = append(clients, c.Client), append(transports, c.Transport), append(addresses, c.Address)
		devices, expiries, keeps = append(devices, c.Device), append(expiries, c.Expiry), append(keeps, !c.Clean)
	}
	const resumes = "excluded.resumed AND c.device = excluded.device AND " + alive
	rows, err := tx.QueryContext(ctx, `INSERT INTO connection AS c (client, device, server, number, transport, address, expiry, resumed)
		SELECT client, device, $1, nextval('connection_number'), transport, address, expiry, keeps
		FROM unnest($2::text[], $3::bigint[], $4::text[], $5::text[], $6::bigint[], $7::boolean[])
			WITH ORDINALITY AS n (client, device, transport, address, expiry, keeps, i)
		ORDER BY i
		ON CONFLICT (client) DO UPDATE SET device = excluded.device, server = excluded.server, number = excluded.number,
			transport = excluded.transport, address = excluded.address, since = clock_timestamp(), ended = NULL, expiry = excluded.expiry,
			previous = c.server, previous_number = c.number, resumed = `+resumes+`,
			qos = CASE WHEN `+resumes+` THEN c.qos END, identifier = CASE WHEN `+resumes+` THEN c.identifier END
		RETURNING client, number, coalesce(previous, 0), coalesce(previous_number, 0), resumed AND previous IS NOT NULL,
			coalesce(qos, -1), coalesce(identifier, 0)`,
		r.lease.Server(), clients, devices, transports, addresses, expiries, keeps)
	if err != nil {
		return fmt.Errorf("claim connections: %w", err)
	}
	defer rows.Close()
	i := map[string]*claim{}
	for _, c := range claims {
		i[c.Client] = c
	}
	for rows.Next() {
		var client string
		var s Session
		var from Held
		var server int64
		var qos, identifier int
		if err := rows.Scan(&client, &s.Number, &server, &from.Number, &s.Resumed, &qos, &identifier); err != nil {
			return err
		}
		if s.Resumed && qos >= 0 {
			s.Subscription = &Subscription{byte(qos), identifier}
		}
		from.Client = client
		i[client].session, i[client].from, i[client].server = s, from, server
	}
	return rows.Err()
}

// restore reads the messages of resumed sessions.
func restore(ctx context.Context, tx *database.Tx, claims map[string]*claim, clients []string) error {
	rows, err := tx.QueryContext(ctx, "SELECT client, place, packet, payload FROM connection_message WHERE client = ANY($1) ORDER BY client, place", clients)
	if err != nil {
		return fmt.Errorf("messages of sessions: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var m Message
		if err := rows.Scan(&m.Client, &m.Place, &m.Packet, &m.Payload); err != nil {
			return err
		}
		c := claims[m.Client]
		m.Number = c.session.Number
		c.session.Messages = append(c.session.Messages, m)
	}
	return rows.Err()
}

// notify signals to the other servers which of their connections have been taken.
func (r *Registry) notify(ctx context.Context, tx *database.Tx, claims []*claim) error {
	var servers, numbers []int64
	var clients []string
	for _, c := range claims {
		if c.server != 0 && c.server != r.lease.Server() {
			servers, clients, numbers = append(servers, c.server), append(clients, c.Client), append(numbers, c.from.Number)
		}
	}
	if len(servers) == 0 {
		return nil
	}
	_, err := tx.ExecContext(ctx, `INSERT INTO connection_taken (server, client, number)
		SELECT server, client, number FROM unnest($1::bigint[], $2::text[], $3::bigint[]) AS n (server, client, number)
		WHERE server IN (SELECT id FROM server)`, servers, slices.Clone(clients), numbers)
	if err != nil {
		return fmt.Errorf("announce taken connections: %w", err)
	}
	return nil
}
