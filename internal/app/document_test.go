package app

import (
	"bytes"
	"os"
	"testing"
)

const documentFile = "../../api/openapi.yaml"

func TestDocumentIsUpToDate(t *testing.T) {
	made, err := Document()
	if err != nil {
		t.Fatal(err)
	}
	if os.Getenv("UPDATE_OPENAPI") == "1" {
		if err := os.WriteFile(documentFile, made, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	committed, err := os.ReadFile(documentFile)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(made, committed) {
		t.Error("api/openapi.yaml is stale: run UPDATE_OPENAPI=1 go test ./internal/app -run Document")
	}
}
