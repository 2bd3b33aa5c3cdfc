#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# lento studio: answers on the port it is given, port 80 too; connections that ask nothing, ask byte by byte or do not read
# their answer shut nobody out; SIGTERM ends it.
. "${SOURCE_DIR:?}/tests/cli_support.sh" || exit 1
need_node
if ! "$lento" studio --help >/dev/null || [ ! -e "$BINARY_DIR/lib/lento/lento-http.so" ]; then
    echo "Lento was built without the studio's server"
    exit 77
fi

serve() { # serve PORT: the address in out
    "$lento" studio --no-open --port "$1" >out 2>err &
    server=$!
    for _ in $(seq 100); do
        [ ! -s out ] && [ -n "$(jobs -r)" ] || break
        sleep 0.1
    done
}
end() {
    kill -TERM "$server"
    wait "$server" || fail "exit $? after SIGTERM"
}

serve 0
if grep -q "built without the studio's page" err; then
    echo "Lento was built without the studio's page"
    exit 77
fi
cat >crowd.mjs <<'END'
// Many connections send half a header and wait, or go on byte by byte, or ask for the page and do not read it; the page
// must come all the same.
import net from 'node:net';
const { port } = new URL(process.argv[2]);
const crowd = [];
for (let i = 0; i < 200; i++) {
    const socket = net.connect(+port, '127.0.0.1');
    socket.on('error', () => {});
    await new Promise((done) => socket.once('connect', done).once('close', done));
    socket.pause();
    socket.write(i % 3 < 2 ? 'GET / HTTP/1.1\r\nHost: ' : `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`);
    crowd.push(socket);
}
const drip = setInterval(() => crowd.forEach((socket, i) => i % 3 || socket.destroyed || socket.write('x')), 20);
const answer = await fetch(process.argv[2], { signal: AbortSignal.timeout(5000) });
const text = await answer.text();
console.log(answer.status, text.includes('</html>'));
clearInterval(drip);
for (const socket of crowd) socket.destroy();
END
got=$(node crowd.mjs "$(cat out)" 2>&1)
[ "$got" = "200 true" ] || fail "200 connections that wait, drip or do not read: $got"
end

# the names of port 80 have no number; without the right to open it there is one sentence
serve 80
if [ -s out ]; then
    cat >plain.mjs <<'END'
import http from 'node:http';
for (const host of ['127.0.0.1', 'localhost', '127.0.0.1:80', 'evil.example', '127.0.0.1:81']) {
    await new Promise((done) =>
        http.get({ host: '127.0.0.1', port: 80, headers: { Host: host } }, (answer) => {
            console.log(host, answer.statusCode);
            answer.resume().on('end', done);
        }),
    );
}
END
    got=$(node plain.mjs 2>&1 | tr '\n' ' ')
    [ "$got" = "127.0.0.1 200 localhost 200 127.0.0.1:80 200 evil.example 403 127.0.0.1:81 403 " ] || fail "port 80: $got"
    end
else
    grep -q '^lento: port 80 cannot be opened: ' err || fail "no sentence about port 80: $(cat err)"
fi
finish
