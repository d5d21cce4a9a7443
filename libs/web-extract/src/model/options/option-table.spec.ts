import { InvalidOptionsError } from './invalid-options.error.js';
import { boolean, integerFrom, oneOf, text } from './kinds.js';
import type { Report } from './option.js';
import { group, validateAll, resolveModuleOptions, resolveAll, type OptionsOf } from './option-table.js';

const ENGINE = {
  /**
   * How fast.
   * @default 3
   */
  speed: integerFrom(1).or(3).deprecatedName('tempo'),
  fuel: text,
};
const TABLE = {
  colour: oneOf('red', 'blue').or('red'),
  isQuiet: boolean.defaultFrom((beside) => (beside as { colour?: string }).colour === 'blue'),
  engine: group(ENGINE, { also: ({ fuel }) => (fuel === 'water' ? ['engine.fuel must burn'] : []) }),
};
const CAR = group(TABLE);

/** A log that must not be called. */
const QUIET = {
  warn: (warning: string) => {
    throw new Error(warning);
  },
};

function judged(given: object): Report {
  const report: Report = { problems: [], warnings: [] };
  validateAll(TABLE, given, '', report);
  return report;
}

describe('a table of options', () => {
  it('gives each option its value or its default, groups too', () => {
    expect(resolveModuleOptions(CAR, {}, 'car', QUIET)).toEqual({
      colour: 'red',
      isQuiet: false,
      engine: { speed: 3 },
    });
    const given: OptionsOf<typeof TABLE> = { colour: 'blue', engine: { fuel: 'wood' } };
    expect(resolveModuleOptions(CAR, given, 'car', QUIET)).toEqual({
      colour: 'blue',
      isQuiet: true,
      engine: { speed: 3, fuel: 'wood' },
    });
  });

  it.each([
    [{ colour: 'green' }, 'colour must be one of red, blue'],
    [{ colour: null }, 'colour must be one of red, blue'],
    [{ engine: 7 }, 'engine must be an object'],
    [{ engine: [] }, 'engine must be an object'],
    [{ engine: { speed: 0 } }, 'engine.speed must be an integer of at least 1'],
    [{ engine: { fuel: 'water' } }, 'engine.fuel must burn'],
    [{ engine: { sped: 1 } }, 'engine.sped is not an option. Did you mean engine.speed?'],
    [{ constructor: 1 }, 'constructor is not an option'],
    [{ undefined: 1 }, 'undefined is not an option'],
  ])('refuses %j', (given, problem) => {
    expect(judged(given)).toEqual({ problems: [problem], warnings: [] });
    expect(() => resolveModuleOptions(CAR, given as object, 'car', QUIET)).toThrow(InvalidOptionsError);
  });

  it('names options by all that they lie in', () => {
    expect(() => resolveModuleOptions(CAR, { engine: { speed: 0.5 } }, 'car', QUIET)).toThrow(
      'car.engine.speed must be',
    );
  });

  it.each([[null], [[]], ['fast']])('are no %j', (given) => {
    expect(() => resolveModuleOptions(CAR, given as never, 'car', QUIET)).toThrow('car must be an object');
  });

  it('may be left out altogether', () => {
    expect(resolveModuleOptions(CAR, undefined, 'car', QUIET).engine.speed).toBe(3);
  });

  it('takes a value that is undefined as one that was not given', () => {
    expect(judged({ colour: undefined, engine: { speed: undefined } })).toEqual({
      problems: [],
      warnings: [],
    });
  });
});

describe('a deprecated option', () => {
  const table = {
    size: integerFrom(1),
    width: integerFrom(1)
      .defaultFrom((beside) => (beside as { size?: number }).size ?? 7)
      .deprecated('set size'),
  };
  const read = (given: object) => {
    const report: Report = { problems: [], warnings: [] };
    validateAll(table, given, 'car.', report);
    return { ...report, width: resolveAll(table, given).width };
  };

  it('works, with a warning', () => {
    const warnings = ['car.width is deprecated: set size'];
    expect(read({ width: 3, size: 4 })).toEqual({ problems: [], warnings, width: 3 });
  });

  it('has the value of the option that replaces it, without a warning', () => {
    expect(read({ size: 4 })).toEqual({ problems: [], warnings: [], width: 4 });
    expect(read({})).toEqual({ problems: [], warnings: [], width: 7 });
  });

  it('is not suggested for an unknown option', () => {
    expect(read({ widht: 4 }).problems).toEqual(['car.widht is not an option']);
  });
});

describe('an option that was renamed', () => {
  it('works under its former name, with a warning', () => {
    const given = { engine: { tempo: 5 } };
    expect(judged(given)).toEqual({
      problems: [],
      warnings: [
        'engine.tempo is called engine.speed now; the former name works until the next minor version',
      ],
    });
    expect(resolveAll(TABLE, given).engine.speed).toBe(5);
  });

  it('is named in the log of a module', () => {
    const log: string[] = [];
    const given = { engine: { tempo: 5 } } as object;
    expect(
      resolveModuleOptions(CAR, given, 'car', { warn: (warning) => log.push(warning) }).engine.speed,
    ).toBe(5);
    expect(log).toEqual([
      'car.engine.tempo is called car.engine.speed now; the former name works until the next minor version',
    ]);
  });

  it('is checked under its former name', () => {
    expect(judged({ engine: { tempo: 0 } }).problems).toEqual([
      'engine.tempo must be an integer of at least 1',
    ]);
  });

  it('counts under its new name where both are given', () => {
    expect(resolveAll(TABLE, { engine: { tempo: 5, speed: 6 } }).engine.speed).toBe(6);
  });
});
