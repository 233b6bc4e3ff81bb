// Command release packs files into a container image without a container engine.
//
//	release -platform linux/amd64 -tag plumbline:1.2.0 -layer root.tar -out image.tar
//
// The image starts plumbline as user 65532 with its data in /data. Load it with docker load or podman load.
package main

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

func main() {
	platform := flag.String("platform", "linux/amd64", "operating system and processor")
	tag := flag.String("tag", "", "name and version of the image, such as plumbline:1.2.0")
	version := flag.String("version", "", "version in the labels")
	created := flag.Int64("created", 0, "time of creation, Unix seconds: the same inputs give the same image")
	out := flag.String("out", "", "file to write")
	var layers []string
	flag.Func("layer", "tar file with a part of the root folder; may be repeated, lowest first", func(file string) error {
		layers = append(layers, file)
		return nil
	})
	flag.Parse()
	if err := write(*platform, *tag, *version, *out, time.Unix(*created, 0).UTC(), layers); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func write(platform, tag, version, out string, created time.Time, layers []string) error {
	reference, err := name.NewTag(tag)
	if err != nil {
		return err
	}
	system, processor, ok := strings.Cut(platform, "/")
	if !ok {
		return fmt.Errorf("platform %q: want OS/ARCH", platform)
	}
	image := mutate.MediaType(empty.Image, "application/vnd.docker.distribution.manifest.v2+json")
	for _, file := range layers {
		layer, err := tarball.LayerFromFile(file)
		if err != nil {
			return fmt.Errorf("layer %s: %w", file, err)
		}
		if image, err = mutate.Append(image, mutate.Addendum{Layer: layer, History: v1.History{Created: v1.Time{Time: created}}}); err != nil {
			return err
		}
	}
	held, err := image.ConfigFile()
	if err != nil {
		return err
	}
	config := held.DeepCopy()
	config.OS, config.Architecture, config.Created = system, processor, v1.Time{Time: created}
	config.Config = v1.Config{
		User:       "65532:65532",
		Entrypoint: []string{"/usr/local/bin/plumbline"},
		Cmd:        []string{"serve"},
		// MQTT stays on loopback until the operator sets a certificate: see docs/operations.md.
		Env:          []string{"PATH=/usr/local/bin:/usr/bin:/bin", "PLUMBLINE_DATA=/data", "PLUMBLINE_HTTP=0.0.0.0:8080"},
		ExposedPorts: map[string]struct{}{"8080/tcp": {}, "1883/tcp": {}},
		Volumes:      map[string]struct{}{"/data": {}},
		StopSignal:   "SIGTERM",
		Labels: map[string]string{
			"org.opencontainers.image.title":    "Plumbline",
			"org.opencontainers.image.version":  version,
			"org.opencontainers.image.licenses": "Apache-2.0",
		},
	}
	if image, err = mutate.ConfigFile(image, config); err != nil {
		return err
	}
	return tarball.WriteToFile(out, reference, image)
}
