#!/usr/bin/env bash
# mime-db 1.54.0 does not know the media types of streams that servers send every day.
#
# Expected: text/event-stream (WHATWG HTML), application/grpc and application/x-ndjson, each in use for ten years.
# Seen:     none of them has an entry, so mime-types' charset() and compression's filter fall back for them.
# For us:   which bodies are streams, waiting by design, is our own short list and no look-up.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund 'mime-db@1.54.0'
node -e '
  const db = require("mime-db");
  const types = ["text/event-stream", "application/grpc", "application/x-ndjson", "application/json", "application/dns-message"];
  const known = types.filter((type) => type in db);
  console.log("known:", known.join(", "));
  require("node:assert/strict").deepEqual(known, ["application/json", "application/dns-message"], "changed");'
