#!/usr/bin/env bash
# Builds the files of a release: programs for six platforms, two container images, bills of materials and checksums.
# Builds are reproducible. Programs that this machine cannot run are only vetted and linked; the file RELEASE lists them.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$1
dist=$PWD/dist
export SOURCE_DATE_EPOCH CGO_ENABLED=0
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
platforms="linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64"
debian=bookworm
# Tools for operators in the Debian image.
outside="ca-certificates curl postgresql-client mosquitto-clients sqlite3"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf "$dist"
mkdir -p "$dist"
printf 'Plumbline %s, commit %s\n\n' "$version" "$(git rev-parse HEAD)" >"$dist/RELEASE"
say() { echo "$*" | tee -a "$dist/RELEASE"; }

# pack creates reproducible archives: order, owner and time are fixed.
pack() { tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" "$@"; }

# starts ROOT: reports whether the server in a root folder starts and becomes ready.
starts() {
	local log=$work/serve.log port=18473 ready=no
	env -i PLUMBLINE_DATA=/data PLUMBLINE_HTTP=127.0.0.1:$port PLUMBLINE_MQTT=127.0.0.1:18474 PLUMBLINE_OPS= \
		"$(command -v chroot)" "$1" /usr/local/bin/plumbline serve >"$log" 2>&1 &
	local server=$!
	curl -fsS --retry 40 --retry-connrefused --retry-all-errors --retry-delay 1 -o /dev/null "http://127.0.0.1:$port/readyz" 2>/dev/null && ready=yes
	kill $server 2>/dev/null || true
	wait $server 2>/dev/null || true
	[ $ready = yes ] || { cat "$log" >&2; return 1; }
}

own=$(go env GOHOSTOS)/$(go env GOHOSTARCH)
for platform in $platforms; do
	os=${platform%/*} arch=${platform#*/}
	name=plumbline-$version-$os-$arch
	program=plumbline
	[ "$os" = windows ] && program=plumbline.exe
	mkdir -p "$work/$name"
	GOOS=$os GOARCH=$arch go vet ./...
	GOOS=$os GOARCH=$arch go build -ldflags "-s -w -X main.version=$version" -o "$work/$name/$program" ./cmd/plumbline
	cp LICENSE README.md CHANGELOG.md "$work/$name"
	[ "$os" = linux ] && cp docs/plumbline.service docs/plumbline-watch.service "$work/$name"
	if [ "$os" = windows ]; then
		find "$work/$name" -exec touch -d "@$SOURCE_DATE_EPOCH" {} +
		(cd "$work" && find "$name" -type f | LC_ALL=C sort | TZ=UTC zip -q -X "$dist/$name.zip" -@)
	else
		pack -C "$work" -c "$name" | gzip -n >"$dist/$name.tar.gz"
	fi
	if [ "$platform" = "$own" ]; then
		"$work/$name/$program" version >/dev/null
		say "$platform: vetted, linked, started"
	else
		say "$platform: vetted and linked, not run"
	fi
done

# Images: only the program, and the program on Debian with tools for operators.
(cd tools/release && go build -o "$work/image" .)
for arch in amd64 arm64; do
	root=$work/root-$arch
	install -D "$work/plumbline-$version-linux-$arch/plumbline" "$root/usr/local/bin/plumbline"
	mkdir -p "$root/data" "$root/tmp"
	chmod 1777 "$root/tmp"
	pack -C "$root" --exclude=./data -c . >"$work/program-$arch.tar"
	# The image's user owns the data folder.
	pack -C "$root" --owner=65532 --group=65532 -rf "$work/program-$arch.tar" ./data
	"$work/image" -platform "linux/$arch" -version "$version" -created "$SOURCE_DATE_EPOCH" -tag "plumbline:$version" \
		-layer "$work/program-$arch.tar" -out "$work/image.tar"
	gzip -n <"$work/image.tar" >"$dist/plumbline-$version-image-$arch.tar.gz"
	if [ "linux/$arch" = "$own" ] && [ "$(id -u)" -eq 0 ] && starts "$root"; then
		say "image $arch: started in its own root folder"
	else
		say "image $arch: packed, not run"
	fi
done
rm -rf "$work"/root-*/data

arch=${own#*/}
if [ "${own%/*}" = linux ] && [ "$(id -u)" -eq 0 ] && command -v debootstrap >/dev/null; then
	root=$work/debian
	debootstrap --variant=minbase --include="${outside// /,}" "$debian" "$root" >"$work/debootstrap.log" 2>&1 || { tail -20 "$work/debootstrap.log" >&2; exit 1; }
	rm -rf "$root"/var/cache/apt/archives/*.deb "$root"/var/lib/apt/lists/* "$root"/usr/share/{doc,man,locale}/* "$root"/var/log/*
	pack -C "$root" --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' -c . >"$work/debian.tar"
	"$work/image" -platform "$own" -version "$version" -created "$SOURCE_DATE_EPOCH" -tag "plumbline:$version-debian" \
		-layer "$work/debian.tar" -layer "$work/program-$arch.tar" -out "$work/image.tar"
	gzip -n <"$work/image.tar" >"$dist/plumbline-$version-image-debian-$arch.tar.gz"
	pack -C "$root" -xf "$work/program-$arch.tar"
	starts "$root"
	chroot "$root" /usr/bin/psql --version >/dev/null
	say "image debian $arch: started in its own root folder"
else
	say "image debian: not packed; it needs Linux, root and debootstrap"
fi

tools/bin/cyclonedx-gomod bin -json -version "$version" -output "$dist/plumbline-$version.server.cdx.json" \
	"$work/plumbline-$version-linux-amd64/plumbline" 2>"$work/sbom.log" || { cat "$work/sbom.log" >&2; exit 1; }
(cd web && npm sbom --sbom-format cyclonedx --sbom-type application --omit dev) >"$dist/plumbline-$version.web.cdx.json"
say "bill of materials: CycloneDX, Go modules of the server and npm packages of the web"

(cd "$dist" && sha256sum -- * >"$work/SHA256SUMS" && mv "$work/SHA256SUMS" .)
ls -l "$dist"
