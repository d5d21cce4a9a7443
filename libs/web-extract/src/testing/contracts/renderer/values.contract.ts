import assert from 'node:assert/strict';
import { PageActionError } from '../../../model/errors.js';
import type { Renderer } from '../../../ports/renderer.port.js';
import type { ContractCase } from '../fetcher.contract.js';
import { P, withSite } from './scene.js';

/** Overrides everything that serializing a value could use. */
const OVERRIDES = `<script>
  const lie = () => '{"lie":';
  for (const name of ['stringify', 'parse']) JSON[name] = lie;
  for (const name of ['keys', 'entries', 'hasOwn', 'getOwnPropertyDescriptor', 'freeze']) Object[name] = lie;
  for (const name of ['apply', 'ownKeys', 'getPrototypeOf']) Reflect[name] = lie;
  for (const { prototype } of [Object, Array, String, Number, Boolean, Date, Map, Promise])
    for (const name of ['toJSON', 'toString', 'valueOf', 'slice', 'join', 'push', 'toISOString', Symbol.iterator, Symbol.toPrimitive])
      Object.defineProperty(prototype, name, { value: lie, configurable: true });
  for (const name of ['call', 'apply', 'bind']) Function.prototype[name] = lie;
  Object.defineProperty(Array.prototype, '0', { set: lie, get: lie, configurable: true });
  for (const name of ['part', 'head', 'value', 'get', 'then'])
    Object.defineProperty(Object.prototype, name, { get() { throw 1; }, configurable: true });
  Array.isArray = lie; ArrayBuffer.isView = lie; Math.ceil = lie;
  try { weReadValue = lie; } catch {}
  try { Object.defineProperty(window, 'weReadValue', { value: lie }); } catch {}
  globalThis = {};
</script>`;

/** Values without a JSON form, and values that run code of the page when read. */
const MIXED = `({ text: 'a"\\n\\ud800', list: [1, , undefined, () => 1, NaN, -0], date: new Date(0), bad: new Date(NaN), number: new Number(3),
  bytes: Uint8Array.of(7, 8), empty: new Uint8Array(0), map: new Map(), set: new Set(), big: 10n, symbol: Symbol('x'),
  get read() { throw new Error('read'); }, toJSON: () => 'lie', rect: new DOMRect(1, 2, 3, 4), url: new URL('https://example.com/'),
  own: new (class Own { a = 1; #b = 2; get c() { throw 1; } }), none: Object.create(null), element: document.body, [Symbol('y')]: 1 })`;
const WRITTEN = {
  text: 'a"\n\ud800', list: [1, null, null, null, null, 0], date: '1970-01-01T00:00:00.000Z', bad: {}, number: 3, bytes: { 0: 7, 1: 8 }, empty: {},
  map: {}, set: {}, big: '10', rect: { x: 1, y: 2, width: 3, height: 4, top: 2, right: 4, bottom: 6, left: 1 }, url: 'https://example.com/',
  own: { a: 1 }, none: {}, element: {},
}; // prettier-ignore

const LIMITS: readonly (readonly [what: string, script: string, message: RegExp])[] = [
  ['many lists', '({ t: Array.from({ length: 1_500_000 }, () => []) })', /more than 100000 parts/],
  ['many names', 'Object.fromEntries(Array.from({ length: 330_000 }, (_, i) => ["b" + i, 1]))', /parts/],
  ['many getters', 'const g = {}; for (let i = 0; i < 200_000; i++) g.__defineGetter__("g" + i, () => { throw 1 }); g', /parts/],
  ['a sparse list', '[new Array(4e9)]', /cannot be read|threw|parts/],
  ['a list of holes', 'new Array(4e9 >>> 1)', /parts/],
  ['a typed array', '({ a: new Uint8Array(50_000_000) })', /parts/],
  ['lists that double', 'let d = [1]; for (let i = 0; i < 60; i++) d = [d, d]; d', /parts/],
  ['deep lists', 'let e = []; for (let i = 0; i < 60_000; i++) e = [e]; e', /nested too deeply/],
  ['a long text', '({ a: "x".repeat(100_000_000) })', /more than 5000000 characters/],
  ['one text many times', 'const s = "y".repeat(1_000_000); Array(1_000).fill(s)', /characters/],
  ['long names', '({ ["z".repeat(6_000_000)]: 1 })', /characters/],
  ['a proxy without end', 'const make = () => new Proxy([], { get: (t, k) => k === "length" ? 1e15 : undefined, getOwnPropertyDescriptor: () => ({ value: make(), configurable: true }) }); [{ p: make() }]', /parts|nested/],
  ['a string of 60 million letters', '"x".repeat(60_000_000)', /more than can be read|characters/],
  ['an error of 60 million letters', 'throw "x".repeat(60_000_000)', /more than can be read|threw/],
]; // prettier-ignore

/** Return values of scripts. */
export const valueCases: readonly ContractCase<Renderer>[] = [
  ...(['', OVERRIDES] as const).map((overrides) => ({
    name: `writes values by its own rules${overrides === '' ? '' : ', whatever the page has replaced'}`,
    run: withSite({ '/': `${overrides}${P}` }, async ({ render }) => {
      const { actions } = await render({ actions: [{ type: 'executeJavascript', script: MIXED }] });
      assert.deepEqual(actions?.javascriptReturns, [{ type: 'object', value: WRITTEN }]);
    }),
  })),
  {
    name: 'returns large values as they are',
    run: withSite({ '/': P }, async ({ render }) => {
      const script =
        '({ rows: Array.from({ length: 9_000 }, (_, at) => ({ at, name: "quay \\u{1F989} " + at })) })';
      const { actions } = await render({ actions: [{ type: 'executeJavascript', script }] });
      const rows = Array.from({ length: 9_000 }, (_, at) => ({ at, name: `quay \u{1F989} ${at}` }));
      assert.deepEqual(actions?.javascriptReturns[0]?.value, { rows });
      assert.deepEqual(JSON.parse(JSON.stringify(actions?.javascriptReturns)), [
        { type: 'object', value: { rows } },
      ]);
    }),
  },
  {
    name: 'returns null for values that no JSON can have',
    run: withSite({ '/': P }, async ({ render }) => {
      const scripts = [
        'const cycle = { a: [] }; cycle.a.push(cycle); cycle',
        '({ p: new Proxy({}, { ownKeys() { throw { fault: "chars" }; } }) })',
        'const { proxy, revoke } = Proxy.revocable({}, {}); revoke(); [proxy]',
      ];
      const { actions } = await render({
        actions: scripts.map((script) => ({ type: 'executeJavascript', script })),
      });
      assert.deepEqual(actions?.javascriptReturns, scripts.map(() => ({ type: 'object', value: null }))); // prettier-ignore
    }),
  },
  ...LIMITS.map(([what, script, message]) => ({
    name: `refuses ${what} as the value of a script`,
    run: withSite({ '/': P }, ({ render }) =>
      assert.rejects(render({ actions: [{ type: 'executeJavascript', script }] }), (error) => {
        assert.ok(error instanceof PageActionError, String(error));
        assert.match(error.message, message);
        assert.ok(error.message.length < 500);
        return true;
      }),
    ),
  })),
];
