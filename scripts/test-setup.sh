#!/usr/bin/env bash
# Installs the tools for the tests on Debian or Ubuntu. On other systems it prints what is missing.
set -euo pipefail

missing=()
need() { # need PACKAGE COMMAND...: requires the package unless one of the commands exists
	local package=$1
	shift
	for command in "$@"; do
		compgen -G "$command" >/dev/null && return
		command -v "$command" >/dev/null 2>&1 && return
	done
	missing+=("$package")
}
need postgresql postgres '/usr/lib/postgresql/*/bin/postgres'
need pgbouncer pgbouncer /usr/sbin/pgbouncer
need haproxy haproxy /usr/sbin/haproxy
# The shell without windows takes much less processor time than the whole browser.
if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
	need chromium-headless-shell chromium-headless-shell
else
	need chromium chromium chromium-browser google-chrome
fi
need mosquitto mosquitto /usr/sbin/mosquitto
need mosquitto-clients mosquitto_pub
need mbpoll mbpoll
need libreoffice-calc-nogui soffice
need libreoffice-writer-nogui '/usr/lib*/libreoffice/program/libswlo.so' '/opt/libreoffice*/program/libswlo.so'
need poppler-utils pdftotext
need openssl openssl
need socat socat
need openssh-sftp-server /usr/lib/openssh/sftp-server
need gpsd gpsd /usr/sbin/gpsd
need gpsd-clients gpsfake
need gcc gcc
need libc6-dev /usr/include/stdlib.h
fc-list ':lang=zh' 2>/dev/null | grep -q . || missing+=(fonts-noto-cjk)

[ ${#missing[@]} -eq 0 ] && exit 0

if command -v apt-get >/dev/null 2>&1; then
	sudo=
	[ "$(id -u)" -eq 0 ] || sudo=sudo
	if [ -z "$sudo" ] || command -v sudo >/dev/null 2>&1; then
		echo "installing for the tests: ${missing[*]} fontconfig"
		$sudo apt-get update -qq
		DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -qq --no-install-recommends "${missing[@]}" fontconfig
		exit 0
	fi
fi
echo "The tests need: ${missing[*]} (names of Debian's packages). Install them and run again." >&2
exit 1
