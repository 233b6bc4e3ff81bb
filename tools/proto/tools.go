//go:build tools

// Package proto pins the programs that generate the code for docs/admi.proto.
package proto

import (
	_ "google.golang.org/grpc/cmd/protoc-gen-go-grpc"
	_ "google.golang.org/protobuf/cmd/protoc-gen-go"
)
