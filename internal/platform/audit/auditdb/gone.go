package auditdb

import "encoding/json"

// goneAccount joins the account that an entry of the log is about, where it was removed.
// Entries are never changed, so what they keep of who it was is left out when they are
// read: the pseudonym stands in its place, and in what people search.
const goneAccount = "LEFT JOIN account AS gone ON o.kind = 'user' AND gone.id = o.thing_id AND gone.removed_at <> 0"

// whoItWas are the fields of an account that tell whose it was.
var whoItWas = []string{"Name", "DisplayName", "Mobile", "Email", "Avatar"}

// forgetGone leaves out of an entry about an account that was removed who it was.
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
		return text // not the state of an account
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
