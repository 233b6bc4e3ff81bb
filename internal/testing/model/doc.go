// Package model explores every state of a small model of several servers on one database.
package model
