import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { UpgradeRouter } from './upgrade-router.js';

describe('UpgradeRouter', () => {
  let server: Server;
  let doors: UpgradeRouter[];

  beforeEach(async () => {
    doors = [];
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk) => (body += chunk));
      request.on('end', () => response.end(`${request.method} ${request.headers.connection ?? '-'} ${body}`));
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
  });
  afterEach(() => {
    doors.forEach((door) => door.close());
    server.closeAllConnections();
    server.close();
  });

  const open = (word: string): void => {
    doors.push(
      new UpgradeRouter(server, ({ request, socket }) => {
        const isOurs = request.url === `/${word}`;
        if (isOurs) socket.end(word);
        return isOurs;
      }),
    );
  };

  async function ask(path: string, connection = 'Upgrade', body = ''): Promise<string> {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const length = body === '' ? '' : `Content-Length: ${body.length}\r\n`;
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nUpgrade: h2c\r\nConnection: ${connection}\r\n${length}\r\n`,
    );
    socket.write(body);
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk;
      if (text.includes('POST ')) socket.end();
    });
    await once(socket, 'close');
    return text.slice(text.indexOf('\r\n\r\n') + 1).trim();
  }

  it('takes what is for one of several, before listeners of the host', async () => {
    open('first');
    server.on('upgrade', (_, socket) => void socket.end('host'));
    open('second');
    expect([await ask('/first'), await ask('/second'), await ask('/other')]).toEqual([
      'first',
      'second',
      'host',
    ]);
  });

  it('makes an ordinary request of what nobody takes', async () => {
    open('first');
    open('second');
    expect(await ask('/other', 'Upgrade, close')).toBe('POST close');
    expect(await ask('/other', 'keep-alive, upgrade', 'of some length')).toBe(
      'POST keep-alive of some length',
    );
    expect(await ask('/first')).toBe('first');
  });

  it('answers pipelined requests in order, whatever they want to upgrade to', async () => {
    open('first');
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const request = (body: string, headers = '') =>
      `POST /other HTTP/1.1\r\nHost: x\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;
    const upgrade = 'Connection: Upgrade\r\nUpgrade: TLS/1.2\r\n';
    socket.write([request('a'), request('b', upgrade), request('c', upgrade), request('d')].join(''));
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    while ((text.match(/POST \S+ \w/g) ?? []).length < 4) await once(socket, 'data');
    socket.destroy();
    expect(text.match(/POST \S+ \w/g)!.map((line) => line.at(-1))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('keeps no listener for each of many upgrades on one connection', async () => {
    open('first');
    let socketOfServer: Socket | undefined;
    server.on('connection', (socket) => (socketOfServer = socket));
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    const upgrade = 'POST /other HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n';
    socket.write(upgrade.repeat(200));
    let text = '';
    socket.on('data', (chunk) => (text += chunk));
    while ((text.match(/HTTP\/1.1 200/g) ?? []).length < 200) await once(socket, 'data');
    const counts = socketOfServer!.eventNames().map((event) => socketOfServer!.listenerCount(event));
    socket.destroy();
    expect(Math.max(...counts)).toBeLessThan(6);
  });

  it('leaves nothing behind', async () => {
    const { emit } = server;
    open('first');
    doors.pop()!.close();
    expect([
      server.emit === emit || server.listenerCount('upgrade') === 0,
      await ask('/first', 'Upgrade, close'),
    ]).toEqual([true, 'POST Upgrade, close']);
  });
});
