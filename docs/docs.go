// Package docs holds what of the documentation ships inside the product: the user's
// guide and the notes of its releases.
package docs

import "embed"

// Guide is the user's guide: user/<language>/<number>-<name>.md. Its pictures ship with the web.
//
//go:embed user/*/*.md
var Guide embed.FS

// Releases are the notes of all releases, in all languages.
//
//go:embed releases.json
var Releases []byte
