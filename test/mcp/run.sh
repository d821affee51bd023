#!/bin/sh
# Runs the conformance suite of the Model Context Protocol and the Inspector
# against a wslite: run.sh BINARY. Without node, npm or their registry it says so
# and passes. Nothing is written beside a temporary directory.
set -eu
bin=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
here=$(cd "$(dirname "$0")" && pwd)
for p in node npm; do
	command -v $p >/dev/null || { echo "test-mcp: skipped, there is no $p"; exit 0; }
done
tmp=$(mktemp -d)
server=
trap 'test -z "$server" || kill "$server" 2>/dev/null || true; rm -rf "$tmp"' EXIT
cp "$here/package.json" "$tmp"
cd "$tmp"
if ! npm ping >npm.log 2>&1; then
	echo "test-mcp: skipped, npm's registry can't be reached"
	exit 0
fi
npm install --ignore-scripts --no-audit --no-fund >npm.log 2>&1 || { tail -5 npm.log; echo "test-mcp: npm could not install the clients"; exit 1; }
PATH=$tmp/node_modules/.bin:$PATH
export HOME="$tmp/home" WSLITE_MCP_TOKEN=
mkdir -m 700 "$HOME"

# start serves with the given flags and leaves the address in $url.
start() {
	: >server.log
	"$bin" --local mcp --http 127.0.0.1:0 "$@" 2>server.log &
	server=$!
	url=
	for _ in $(seq 300); do
		url=$(sed -n 's/^serving MCP at \([^;]*\);.*/\1/p' server.log)
		test -z "$url" || return 0
		kill -0 "$server" 2>/dev/null || break
		sleep 0.1
	done
	echo "test-mcp: the server did not start:"; cat server.log
	exit 1
}

# stop ends the server, which has to end in order.
stop() {
	kill -TERM "$server"
	wait "$server" || { echo "test-mcp: the server ended with $?"; exit 1; }
	server=
}

# The suite's other scenarios want tools, resources and prompts of its own, which
# wslite does not have.
scenarios="server-initialize logging-set-level ping tools-list server-sse-multiple-streams resources-list prompts-list dns-rebinding-protection"
start
for s in $scenarios; do
	conformance server --url "$url" --scenario "$s" -o out >scenario.log 2>&1 || { cat scenario.log; echo "test-mcp: $s failed"; exit 1; }
	echo "conformance $s: passed"
done

# inspect NAME ARGS... runs the Inspector and wants a word of the tasks tools in
# its answer.
inspect() {
	name=$1; shift
	mcp-inspector --cli "$@" >inspect.log 2>&1 </dev/null || { tail -40 inspect.log; echo "test-mcp: inspector, $name failed"; exit 1; }
	grep -q tasks inspect.log || { tail -40 inspect.log; echo "test-mcp: inspector, $name: no tool of tasks in the answer"; exit 1; }
	echo "inspector $name: passed"
}
inspect "tools/list over HTTP" "$url" --transport http --method tools/list --strict --format json -q
stop
start --stateless
inspect "tools/list over HTTP, stateless" "$url" --transport http --method tools/list --strict --format json -q
stop
inspect "tools/list over stdio" --method tools/list --strict --format json -q -- "$bin" --local mcp
echo "test-mcp: all passed"
