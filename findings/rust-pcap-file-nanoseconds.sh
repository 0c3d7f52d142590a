#!/usr/bin/env bash
# The Rust crate pcap-file 2.0.0 takes every pcapng timestamp for nanoseconds, whatever `if_tsresol` says, and hands out a Simple
# Packet Block with its padding.
#
# Expected: microseconds where the option is missing (most files), the option's resolution otherwise; as many bytes as the block
#           says that the packet had.
# Seen:     1700000000 s, written in microseconds with or without the option, are read as 1700000 s; 58 bytes come as 60.
# For us:   its writers' files are fine; tools built on it show most captures in January 1970.
set -euo pipefail
command -v cargo >/dev/null || { echo 'cargo is needed'; exit 2; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
mkdir src
cat >Cargo.toml <<'TOML'
[package]
name = "finding"
version = "0.1.0"
edition = "2021"

[dependencies]
pcap-file = "=2.0.0"
TOML
cat >src/main.rs <<'RUST'
use pcap_file::pcapng::{Block, PcapNgReader};

fn block(kind: u32, body: &[u8]) -> Vec<u8> {
    let length = 12 + body.len() as u32;
    [&kind.to_le_bytes()[..], &length.to_le_bytes(), body, &length.to_le_bytes()].concat()
}

fn main() {
    let mut section = 0x1a2b3c4du32.to_le_bytes().to_vec();
    section.extend([1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255]);
    let plain = vec![1, 0, 0, 0, 255, 255, 0, 0];
    let mut named = plain.clone();
    named.extend([9, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0, 0]);
    let ticks = 1_700_000_000_000_000u64;
    let mut seen = vec![];
    for interface in [plain, named] {
        let mut packet = vec![];
        for word in [0, (ticks >> 32) as u32, ticks as u32, 60, 60] {
            packet.extend(word.to_le_bytes());
        }
        packet.extend([0; 60]);
        let mut simple = 58u32.to_le_bytes().to_vec();
        simple.extend([0; 60]);
        let file = [block(0x0a0d0d0a, &section), block(1, &interface), block(6, &packet), block(3, &simple)].concat();
        let mut reader = PcapNgReader::new(&file[..]).unwrap();
        while let Some(next) = reader.next_block() {
            match next.unwrap() {
                Block::EnhancedPacket(packet) => seen.push(packet.timestamp.as_secs()),
                Block::SimplePacket(packet) => seen.push(packet.data.len() as u64),
                _ => {}
            }
        }
    }
    println!("seconds and bytes: {seen:?}");
    assert_eq!(seen, [1_700_000, 60, 1_700_000, 60], "changed");
}
RUST
cargo run --quiet 2>&1
