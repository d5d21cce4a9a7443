/** Characters of the JSON of one value. */
export const MAX_VALUE_CHARS = 5_000_000;
/** Values, list items and properties in one value. */
export const MAX_VALUE_NODES = 100_000;
const MAX_DEPTH = 200;
/** Characters of one message: each is parsed by the host at once. */
const PART_CHARS = 256 * 1024;

/** Result of `weReadValue`: a frozen object without a prototype. */
export interface ValueHead {
  readonly type: string;
  /** Parts of the JSON text. */
  readonly parts: number;
  readonly fault: 'chars' | 'nodes' | 'depth' | null;
}

/**
 * Runs in every document before its own scripts, in the page's world: values of one world cannot be passed to
 * another.
 *
 * Defines `weReadValue(value)`, which serializes a value as JSON within limits and returns it in parts. The property
 * cannot be
 * replaced, and its code uses only functions captured here, own data properties and syntax: no getter, `toJSON`,
 * iterator or
 * prototype of the page. Traps of a proxy run, and their return values count as data.
 */
export const READ_VALUE = `(() => {
  const { stringify } = JSON, { isArray } = Array, { isView } = ArrayBuffer, { ceil } = Math;
  const { apply, getPrototypeOf } = Reflect;
  const { freeze, hasOwn, keys, getOwnPropertyDescriptor: describe, prototype: plain } = Object;
  const { slice } = String.prototype;
  const typedLength = describe(getPrototypeOf(Int8Array.prototype), 'length').get;
  const MAX_BIGINT = 1n << 4096n;
  // What JSON writes of built-in objects. Each function throws when it is applied to another kind.
  const writers = [
    Date.prototype.toISOString, Number.prototype.valueOf, String.prototype.valueOf, Boolean.prototype.valueOf,
    globalThis.URL?.prototype.toJSON, globalThis.DOMRectReadOnly?.prototype.toJSON,
  ];
  const STOP = freeze({ __proto__: null });
  const read = (value) => {
    let nodes = 0, left = ${MAX_VALUE_CHARS}, fault = null;
    const stop = (reason) => {
      fault = reason;
      throw STOP;
    };
    const charge = (text) => {
      left -= text.length;
      if (left < 0) stop('chars');
      return text;
    };
    const count = () => {
      if (++nodes > ${MAX_VALUE_NODES}) stop('nodes');
    };
    const quote = (text) => {
      if (text.length > left) stop('chars');
      return charge(stringify(text));
    };
    const ownValue = (object, key) => {
      const property = describe(object, key);
      return property !== undefined && hasOwn(property, 'value') ? property.value : undefined;
    };
    const plainForm = (object) => {
      for (let at = 0; at < writers.length; at++) {
        try {
          return apply(writers[at], object, []);
        } catch {}
      }
      return object;
    };
    const writeList = (list, length, above) => {
      let text = charge('[');
      for (let at = 0; at < length; at++) {
        count();
        if (at > 0) text += charge(',');
        text += write(ownValue(list, at), above) ?? charge('null');
      }
      return text + charge(']');
    };
    const writeNumbers = (view) => {
      const length = apply(typedLength, view, []);
      let text = charge('{');
      for (let at = 0; at < length; at++) {
        count();
        text += charge((at > 0 ? ',"' : '"') + at + '":') + write(view[at], null);
      }
      return text + charge('}');
    };
    const writeObject = (object, above) => {
      const names = keys(object);
      let text = charge('{'), mark = '';
      for (let at = 0; at < names.length; at++) {
        count();
        const item = write(ownValue(object, names[at]), above);
        if (item === undefined) continue;
        text += charge(mark) + quote(names[at]) + charge(':') + item;
        mark = ',';
      }
      return text + charge('}');
    };
    const writeBuiltIn = (object, above) => {
      if (isView(object)) {
        let isList = true;
        try { apply(typedLength, object, []); } catch { isList = false; }
        if (isList && apply(typedLength, object, []) > 0) return writeNumbers(object);
      }
      const form = plainForm(object);
      return typeof form === 'object' ? writeObject(form, above) : write(form, above);
    };
    const write = (value, up) => {
      count();
      const type = typeof value;
      if (value === null) return charge('null');
      if (type === 'string') return quote(value);
      if (type === 'number') return charge(value - value === 0 ? '' + value : 'null');
      if (type === 'boolean') return charge(value ? 'true' : 'false');
      if (type === 'bigint') return value > MAX_BIGINT || value < -MAX_BIGINT ? charge('null') : quote('' + value);
      if (type !== 'object') return undefined;
      const depth = up === null ? 1 : up.depth + 1;
      if (depth > ${MAX_DEPTH}) stop('depth');
      for (let one = up; one !== null; one = one.up) if (one.value === value) throw STOP;
      const above = { __proto__: null, value, up, depth };
      if (isArray(value)) {
        const { length } = value;
        return writeList(value, typeof length === 'number' ? length : 0, above);
      }
      const prototype = getPrototypeOf(value);
      return prototype === plain || prototype === null ? writeObject(value, above) : writeBuiltIn(value, above);
    };
    let text = 'null';
    try {
      text = write(value, null) ?? 'null';
    } catch {} // a cycle, a bound, or an error of a trap
    return freeze({
      __proto__: null,
      head: freeze({ __proto__: null, type: value === null ? 'null' : typeof value, parts: ceil(text.length / ${PART_CHARS}), fault }),
      part: (at) => apply(slice, text, [at * ${PART_CHARS}, (at + 1) * ${PART_CHARS}]),
    });
  };
  Object.defineProperty(globalThis, 'weReadValue', { value: read });
})()`;
