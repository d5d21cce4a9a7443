import { resolveOptions, validateOptions } from '../../libs/web-extract/build/model/options.js';
import { anyValue } from './values.mjs';

const NAMES = namesOf(resolveOptions());

/** Options of the module: they are accepted, or an InvalidOptionsError names them. */
export async function fuzzOptions(random) {
  const options = {};
  for (let left = 1 + random.below(5); left > 0; left--) {
    const [first, ...rest] = random.pick(NAMES);
    if (rest.length === 0 || random.chance(0.3)) options[first] = anyValue(random);
    else if (typeof options[first] !== 'object' || options[first] === null)
      options[first] = { [rest[0]]: anyValue(random) };
    else options[first][rest[0]] = anyValue(random);
  }
  try {
    validateOptions(options);
    resolveOptions(options);
    return null;
  } catch (error) {
    return error.name === 'InvalidOptionsError'
      ? null
      : `${JSON.stringify(options).slice(0, 600)}: ${error.stack}`;
  }
}

function namesOf(options, depth = 0) {
  return Object.entries(options).flatMap(([name, value]) => {
    const isGroup = depth === 0 && typeof value === 'object' && value !== null && !Array.isArray(value);
    return [[name], ...(isGroup ? namesOf(value, 1).map((rest) => [name, ...rest]) : [])];
  });
}
