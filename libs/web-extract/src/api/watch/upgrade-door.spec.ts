import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { UpgradeDoor } from './upgrade-door.js';

describe('UpgradeDoor', () => {
  let server: Server;
  let doors: UpgradeDoor[];

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
      new UpgradeDoor(server, ({ request, socket }) => {
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
