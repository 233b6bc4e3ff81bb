package delivery

import (
	"context"

	"plumbline/internal/feature/delivery/reply"
	"plumbline/internal/feature/delivery/respond"
)

func (s *Sender) responses() respond.Reader {
	return respond.Reader{Plans: s.Plans, Replies: reply.Store{Tables: s.Tables}, Links: s.Links}
}

// respond adds to a message, and to those that it carries, how people respond to the graded warnings that they are about.
func (s *Sender) respond(ctx context.Context, m *Message, now int64) error {
	list := []respond.About{{AlertID: m.AlertID, Account: m.AccountID != 0, Content: &m.Content}}
	for i := range m.load {
		list = append(list, respond.About{AlertID: m.load[i].AlertID, Account: m.AccountID != 0, Content: &m.load[i].Content})
	}
	return s.responses().Add(ctx, list, now)
}
