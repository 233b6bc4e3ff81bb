//go:build tools

package toxiproxy

import _ "github.com/Shopify/toxiproxy/v2/cmd/server"
