// An index in a process of its own, for kill-sync.mjs: it writes each change to a file before it answers.
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const file = process.env.file;
const chunks = new Map();
if (existsSync(file))
  for (const line of readFileSync(file, 'utf8').split('\n').filter(isWhole)) apply(JSON.parse(line));

createServer(async (request, response) => {
  if (request.method === 'GET') return response.end(JSON.stringify([...chunks.values()]));
  const change = await json(request);
  appendFileSync(file, `\n${JSON.stringify(change)}`);
  apply(change);
  response.end();
}).listen(0, '127.0.0.1', function () {
  process.send({ url: `http://127.0.0.1:${this.address().port}/` });
});

function apply({ upsert = [], remove = [] }) {
  for (const chunk of upsert) chunks.set(chunk.id, chunk);
  for (const id of remove) chunks.delete(id);
}

/** The last line of a killed process may be cut. */
function isWhole(line) {
  try {
    return line !== '' && Boolean(JSON.parse(line));
  } catch {
    return false;
  }
}
