// Package access decides who may do what: permissions as pairs of an area and an
// action, the built-in roles, sets of permissions, and the tenant scope that every
// query takes. It knows neither accounts nor HTTP.
//
// Rules: specification section 6, decisions "Accounts and permissions".
package access
