// Package store keeps the relational data of an installation: accounts, projects,
// points, devices, dated configuration, corrections, alert records, jobs. It
// implements the store interfaces of the domain packages over bun, with one SQL
// subset for SQLite and PostgreSQL, one file a domain. Rules are the domains';
// here are tables, tenant scopes, transactions, the log of operations, and the
// marks and signals that a change gives rise to. Series are kept elsewhere
// (package series).
//
// Every query of a tenant's data takes an access.Scope: what lies outside is
// answered as fault.NothingHere, as if it did not exist.
package store
