/** The global object, built-in objects and their prototypes as they were at one moment. */
module.exports = class RealmSnapshot {
  properties = new Map(builtIns().map((object) => [object, Object.getOwnPropertyDescriptors(object)]));

  /** Undoes each change since then, except for properties that cannot be removed. */
  restore() {
    for (const [object, known] of this.properties) {
      for (const name of Reflect.ownKeys(object)) if (!(name in known)) Reflect.deleteProperty(object, name);
      for (const name of Reflect.ownKeys(known)) restoreProperty(object, name, known[name]);
    }
  }

  /** @param names properties of the global object that stay */
  accept(names) {
    const known = this.properties.get(globalThis);
    for (const name of names) known[name] = Object.getOwnPropertyDescriptor(globalThis, name);
  }
};

/** Lazy properties of the global object are left alone. */
function builtIns() {
  const values = Object.values(Object.getOwnPropertyDescriptors(globalThis)).map(({ value }) => value);
  const objects = values.filter(
    (value) => typeof value === 'function' || [Math, JSON, Reflect].includes(value),
  );
  const prototypes = objects.map((value) => value.prototype).filter((value) => value);
  return [globalThis, ...objects, ...prototypes];
}

function restoreProperty(object, name, known) {
  const { value, get, set } = Object.getOwnPropertyDescriptor(object, name) ?? {};
  if (value === known.value && get === known.get && set === known.set) return;
  if (known.configurable) Object.defineProperty(object, name, known);
  else if (known.writable) object[name] = known.value;
}
