import { connect } from 'node:net';
import { mutated } from './values.mjs';

/** How long a connection is listened to after the last byte. */
const LISTEN_MS = 150;

/** WebSocket handshakes and frames, some of them mutated, on the socket itself. */
export async function fuzzFrames(random, { port, key, crawlId }) {
  const path = random.pick([`/v1/crawl/${crawlId()}`, `/v2/crawl/${crawlId()}`, '/v1/crawl/x', '/mcp', '/']);
  let head = Buffer.from(
    [
      `GET ${path} HTTP/1.1`,
      'Host: a',
      'Connection: Upgrade',
      'Upgrade: websocket',
      `Authorization: Bearer ${random.chance(0.9) ? key : 'other'}`,
      `Sec-WebSocket-Version: ${random.pick(['13', '13', '13', '8', 'x'])}`,
      `Sec-WebSocket-Key: ${random.bytes(16).toString('base64')}`,
      ...(random.chance(0.3) ? ['Sec-WebSocket-Extensions: permessage-deflate'] : []),
      '\r\n',
    ].join('\r\n'),
  );
  if (random.chance(0.3)) head = mutated(random, head);
  const frames = Array.from({ length: random.below(6) }, () => frameOf(random));
  const text = await exchange(port, Buffer.concat([head, ...frames]), random.chance(0.2));
  return /\n\s+at |node_modules|UNKNOWN_ERROR|HTTP\/1\.1 500/.test(text)
    ? `${path}: ${text.slice(0, 400)}`
    : null;
}

function frameOf(random) {
  const payload = random.bytes(random.pick([0, 1, 5, 125, 126, 1_000, 70_000]));
  const length = payload.length;
  const claimed = random.chance(0.1) ? random.below(2 ** 31) : length;
  const start = [
    random.below(256),
    (random.chance(0.9) ? 0x80 : 0) | (claimed < 126 ? claimed : claimed < 65_536 ? 126 : 127),
  ];
  const size = Buffer.alloc(claimed < 126 ? 0 : claimed < 65_536 ? 2 : 8);
  if (size.length === 2) size.writeUInt16BE(claimed);
  if (size.length === 8) size.writeBigUInt64BE(BigInt(claimed));
  return Buffer.concat([Buffer.from(start), size, random.bytes(4), payload]);
}

function exchange(port, bytes, isReset) {
  return new Promise((resolve) => {
    let text = '';
    const socket = connect(port, '127.0.0.1');
    const end = () => {
      socket.destroy();
      resolve(text);
    };
    socket.on('data', (chunk) => (text += chunk.toString('latin1')));
    socket.on('error', end);
    socket.on('close', end);
    socket.write(bytes, () => (isReset ? socket.resetAndDestroy() : setTimeout(end, LISTEN_MS)));
  });
}
