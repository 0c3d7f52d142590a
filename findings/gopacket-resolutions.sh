#!/usr/bin/env bash
# gopacket 1.7.7 (pcapgo) takes a pcapng `if_tsresol` of 0, which is whole seconds, for microseconds, and rounds resolutions
# that are powers of two.
#
# Expected: 10^-0 s is one second a tick; with 2^-10 s a tick, 512 ticks are exactly half a second.
# Seen:     1700000000 ticks of a second become 1970-01-01 00:28:20; half a second becomes .499999744.
# For us:   times that gopacket's readers report for such files are no reference; ours agree with tshark on both.
set -euo pipefail
command -v go >/dev/null || { echo 'go is needed'; exit 2; }
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
export GOPATH=$folder/go GOFLAGS=-mod=mod
cat >main.go <<'GO'
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"time"

	"github.com/gopacket/gopacket/pcapgo"
)

func block(kind uint32, body []byte) []byte {
	length := uint32(12 + len(body))
	data := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint32(nil, kind), length)
	return binary.LittleEndian.AppendUint32(append(data, body...), length)
}

func read(resolution byte, ticks uint64) time.Time {
	frame := make([]byte, 60)
	section := []byte{0x4d, 0x3c, 0x2b, 0x1a, 1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255}
	face := []byte{1, 0, 0, 0, 255, 255, 0, 0, 9, 0, 1, 0, resolution, 0, 0, 0, 0, 0, 0, 0}
	head := make([]byte, 20)
	binary.LittleEndian.PutUint32(head[4:], uint32(ticks>>32))
	binary.LittleEndian.PutUint32(head[8:], uint32(ticks))
	binary.LittleEndian.PutUint32(head[12:], 60)
	binary.LittleEndian.PutUint32(head[16:], 60)
	file := append(append(block(0x0a0d0d0a, section), block(1, face)...), block(6, append(head, frame...))...)
	reader, err := pcapgo.NewNgReader(bytes.NewReader(file), pcapgo.DefaultNgReaderOptions)
	if err != nil {
		panic(err)
	}
	_, info, err := reader.ReadPacketData()
	if err != nil {
		panic(err)
	}
	return info.Timestamp.UTC()
}

func main() {
	seconds := read(0, 1700000000).Unix()
	half := read(0x80|10, 1700000000*1024+512).Nanosecond()
	fmt.Println("seconds:", seconds, "half a second:", half, "ns")
	if seconds != 1700 || half != 499999744 {
		fmt.Println("changed")
		os.Exit(1)
	}
}
GO
cat >go.mod <<'GO'
module finding

go 1.23

require github.com/gopacket/gopacket v1.7.7
GO
go run . 2>&1 | grep -v '^go: '
