// Package access defines permissions as pairs of an area and an action, sets of permissions, the built-in roles, and
// the tenant scope that every query takes. It does not depend on accounts or HTTP.
//
// Rules: specification section 6, decisions 0028 to 0035.
package access
