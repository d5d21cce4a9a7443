// What the tests of the examples share: a site of their own to read, and the built programs of an example on free ports.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';

const PAGES = {
  '/': [
    'Lamps',
    'We have sold lamps since 1970, by post and in our own shop. <a href="/refunds">Refunds</a>',
  ],
  '/refunds': [
    'Refunds',
    'Whoever sends a lamp back within thirty days gets the whole price again, postage included.',
  ],
};

/** What was begun last is ended first: programs before the folders that they write into. */
const endings = [];
after(async () => {
  for (const end of endings.reverse()) await end();
});

/** Serves pages, titles and texts by path, until the tests have ended. @returns where */
export async function startSite(pages = PAGES) {
  const server = createServer((request, response) => {
    const [title, text] = pages[request.url] ?? [];
    response.statusCode = title ? 200 : 404;
    response.setHeader('content-type', 'text/html; charset=utf-8');
    response.end(
      title
        ? `<!doctype html><title>${title}</title><main><h1 id="top">${title}</h1><p>${text}</p></main>`
        : '',
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endings.push(() => server.close().closeAllConnections());
  const address = `127.0.0.1:${server.address().port}`;
  return { address, url: `http://${address}/` };
}

/** A folder until the tests have ended. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'web-extract-example-'));
  endings.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * Starts a program of the example and waits for what it says when it is ready; ends it after the tests.
 * @returns what `ready` found in its output: of a web process its address; and how to stop the program
 */
export async function start(program, environment, ready = /^Listening on (\S+)$/m) {
  const child = spawn(process.execPath, [program], {
    env: { ...process.env, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    return (await ended)[0];
  };
  endings.push(stop);
  const said = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (chunk) => {
      output += chunk;
      const match = ready.exec(output);
      if (match) resolve(match[1]);
    });
    ended.then(([code]) => reject(new Error(`${program} ended with ${code}:\n${output}`)));
  });
  return { base: said, stop };
}

/** Asks until the answer is as wanted. The time that the runner gives the whole test is the only bound. */
export async function until(ask, isWanted) {
  for (;;) {
    const answer = await ask();
    if (isWanted(answer)) return answer;
    await pause(100);
  }
}

/** @returns the status and the parsed body of an answer */
export async function ask(url, { key, body, ...init } = {}) {
  const response = await fetch(url, {
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    headers: {
      ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...init,
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json');
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
}
