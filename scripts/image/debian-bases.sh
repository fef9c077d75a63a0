#!/bin/sh
# The two base images of deploy/Dockerfile for a machine that reaches Debian's packages but no registry of images: one to build with, with this
# machine's Node and npm, and one to run on, of the packages that distroless/cc has, laid out as there. Needs debootstrap and podman, as root.
set -eu

suite=$(. /etc/os-release && echo "$VERSION_CODENAME")
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

debootstrap --variant=minbase --include=binutils,ca-certificates,libstdc++6 "$suite" "$work/build" "$mirror" >"$work/log" || { tail "$work/log"; exit 1; }
rm -rf "$work"/build/var/cache/apt/archives/*.deb
cp "$(readlink -f "$(command -v node)")" "$work/build/usr/bin/node"
npm_folder=$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")
mkdir -p "$work/build/usr/lib/node_modules"
cp -a "$npm_folder" "$work/build/usr/lib/node_modules/npm"
ln -s ../lib/node_modules/npm/bin/npm-cli.js "$work/build/usr/bin/npm"
# Authorities that this machine trusts, such as a company's own.
cp /etc/ssl/certs/ca-certificates.crt "$work/build/etc/ssl/certs/"

mkdir -p "$work/debs" "$work/run/var/lib/dpkg/status.d" "$work/run/etc/ssl/certs" "$work/run/tmp"
(cd "$work/debs" && apt-get download -qq base-files netbase tzdata ca-certificates libc6 libssl3 libgcc-s1 gcc-12-base libgomp1 libstdc++6 2>/dev/null)
for package in "$work"/debs/*.deb; do
  dpkg-deb -x "$package" "$work/run"
  dpkg-deb -f "$package" >"$work/run/var/lib/dpkg/status.d/$(dpkg-deb -f "$package" Package)"
done
rm -rf "$work/run/usr/share/man"
chmod 1777 "$work/run/tmp"
find "$work/run/usr/share/ca-certificates" -name '*.crt' -print | sort | xargs cat >"$work/run/etc/ssl/certs/ca-certificates.crt"
echo 'root:x:0:0:root:/root:/sbin/nologin
nonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin' >"$work/run/etc/passwd"
echo 'root:x:0:
nonroot:x:65532:' >"$work/run/etc/group"
echo 'hosts: files dns' >"$work/run/etc/nsswitch.conf"

cd "$work"
for name in build run; do
  { echo 'FROM scratch'; echo 'COPY . /'; } >Dockerfile
  [ "$name" = build ] && echo 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt' >>Dockerfile
  [ "$name" = run ] && echo 'USER 65532' >>Dockerfile
  podman build --quiet --isolation chroot -f Dockerfile -t "localhost/storefront-base-$name" "$name" >/dev/null
  echo "localhost/storefront-base-$name"
done
