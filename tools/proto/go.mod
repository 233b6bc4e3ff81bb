// The generators of the code for docs/admi.proto, kept out of the product's own module.
module plumbline/tools/proto

go 1.26.0

require (
	google.golang.org/grpc/cmd/protoc-gen-go-grpc v1.6.2
	google.golang.org/protobuf v1.36.12
)
