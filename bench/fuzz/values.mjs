/** Values that are often handled wrongly. */
const TEXTS = [
  '', ' ', '0', '-1', 'true', 'null', 'undefined', 'NaN', '__proto__', 'constructor', '\u0000', '\ud800', '\u202e', '\n', '🦉'.repeat(300), 'x'.repeat(20_000),
  '<'.repeat(3_000), ']('.repeat(3_000), '((((a+)+)+)+)$', '{{7*7}}', '../../etc/passwd', 'http://[::1]/', 'http://0x7f.1/', 'javascript:1', 'data:,x', 'http://a:b@c/#d',
  'https://example.com/%', 'file:///etc/passwd', '*', '.'.repeat(500), ':is('.repeat(200), 'a'.repeat(9_000) + '.com', 'markdown', 'json', 'screenshot', 'rawHtml',
]; // prettier-ignore
const NUMBERS = [0, -0, 1, -1, 0.5, 7, 1e3, 1e9, 2 ** 31, 2 ** 53, 1e300, -1e300, 5e-324];

export function anyValue(random, depth = 0) {
  const kind = random.below(depth > 3 ? 4 : 7);
  if (kind === 0) return random.pick(TEXTS);
  if (kind === 1) return random.pick(NUMBERS);
  if (kind === 2) return random.pick([true, false, null]);
  if (kind === 3) return random.pick(['x', 'https://example.com/', '10', 'p', 'en']);
  const items = Array.from({ length: random.below(random.chance(0.03) ? 400 : 4) }, () =>
    anyValue(random, depth + 1),
  );
  if (kind < 6) return items;
  return Object.fromEntries(
    items.map((item) => [random.pick([...TEXTS.slice(0, 12), 'type', 'url', 'a']), item]),
  );
}

/** A value as a JSON schema of OpenAPI describes it, in part. */
export function valueOf(random, schema, schemas, depth = 0) {
  if (!schema || depth > 6 || random.chance(0.04)) return anyValue(random);
  const { $ref, oneOf, anyOf, allOf, type, properties = {}, items } = schema;
  const inner = (one) => valueOf(random, one, schemas, depth + 1);
  if ($ref) return valueOf(random, schemas[$ref.split('/').at(-1)], schemas, depth + 1);
  if (schema.enum) return random.pick(schema.enum);
  if (oneOf ?? anyOf) return inner(random.pick(oneOf ?? anyOf));
  if (allOf) return Object.assign({}, ...allOf.map(inner).filter((one) => typeof one === 'object'));
  if (type === 'array') return Array.from({ length: random.below(4) }, () => inner(items));
  if (type === 'boolean') return random.chance(0.5);
  if (type === 'integer') return random.chance(0.8) ? random.below(50) : random.pick(NUMBERS);
  if (type === 'number') return random.chance(0.8) ? random.next() * 10 : random.pick(NUMBERS);
  if (type === 'string') return random.pick(TEXTS);
  const share = random.pick([0.05, 0.2, 0.6]);
  const names = Object.keys(properties).filter(
    (name) => schema.required?.includes(name) || random.chance(share),
  );
  return Object.fromEntries(names.map((name) => [name, inner(properties[name])]));
}

/** Bytes with some of them changed, removed, repeated or swapped. */
export function mutated(random, bytes) {
  let result = Buffer.from(bytes);
  for (let left = 1 + random.below(random.pick([2, 8, 60])); left > 0 && result.length > 0; left--) {
    const at = random.below(result.length);
    const length = Math.min(result.length - at, 1 + random.below(random.pick([4, 64, 4_096])));
    const part = result.subarray(at, at + length);
    const how = random.below(5);
    if (how === 0) result[at] ^= 1 << random.below(8);
    else if (how === 1) result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)]);
    else if (how === 2)
      result = Buffer.concat([result.subarray(0, at), part, part, result.subarray(at + length)]);
    else if (how === 3) random.bytes(Math.min(16, length)).copy(result, at);
    else if (random.chance(0.2)) result = result.subarray(0, at);
    if (result.length > 2_000_000) result = result.subarray(0, 2_000_000);
  }
  return result;
}
