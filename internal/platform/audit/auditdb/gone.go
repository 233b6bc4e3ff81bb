package auditdb

import "encoding/json"

// joinRemovedAccount joins the removed account that an entry is about. Entries are immutable, so personal data is
// replaced by the pseudonym when they are read or searched.
const joinRemovedAccount = "LEFT JOIN account AS gone ON o.kind = 'user' AND gone.id = o.thing_id AND gone.removed_at <> 0"

// personalFields are the fields that identify the owner of an account.
var personalFields = []string{"Name", "DisplayName", "Mobile", "Email", "Avatar"}

// hideRemoved removes personal data from an entry about a removed account.
func (r *Row) hideRemoved() {
	if r.Pseudonym == "" {
		return
	}
	r.Content = r.Pseudonym
	r.BeforeJSON, r.AfterJSON = nameless(r.BeforeJSON), nameless(r.AfterJSON)
}

func nameless(text string) string {
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &fields) != nil {
		return text // not an account
	}
	for _, name := range personalFields {
		delete(fields, name)
	}
	kept, err := json.Marshal(fields)
	if err != nil {
		return ""
	}
	return string(kept)
}
