package auditdb

import "encoding/json"

// goneAccount joins the removed account that an entry is about. Entries are immutable, so personal data is replaced by
// the pseudonym when they are read or searched.
const goneAccount = "LEFT JOIN account AS gone ON o.kind = 'user' AND gone.id = o.thing_id AND gone.removed_at <> 0"

// whoItWas are the fields that identify the owner of an account.
var whoItWas = []string{"Name", "DisplayName", "Mobile", "Email", "Avatar"}

// forgetGone removes personal data from an entry about a removed account.
func (r *Row) forgetGone() {
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
	for _, name := range whoItWas {
		delete(fields, name)
	}
	kept, err := json.Marshal(fields)
	if err != nil {
		return ""
	}
	return string(kept)
}
