import { IsArray, IsIn, IsInt, IsString, ValidateIf, ValidateNested, ValidationTypes, validateSync } from 'class-validator'; // prettier-ignore
import { ScrapeBodyV1 } from '../v1/dto/scrape-body.v1.js';
import { ScrapeBodyV2 } from '../v2/dto/scrape-body.v2.js';
import { meetsRules } from './body-rules.js';
import { instantiate } from './instantiate.js';
import { IfPresent } from './validators.js';

const OPTIONS = { whitelist: true, forbidNonWhitelisted: true, forbidUnknownValues: true };

const BODIES = [
  { url: 'http://a.example' },
  {},
  { url: 7 },
  { url: null },
  { url: 'a'.repeat(20_001) },
  { url: 'a', formats: ['markdown', 'html'] },
  { url: 'a', formats: ['markdown', 'unknown'] },
  { url: 'a', formats: 'markdown' },
  { url: 'a', formats: [{ type: 'json', prompt: 'p' }] },
  { url: 'a', unknown: 1 },
  { url: 'a', headers: { a: 'b' }, includeTags: ['a'], timeout: 1_000, mobile: true },
  { url: 'a', headers: { a: 1 } },
  { url: 'a', timeout: 0 },
  { url: 'a', timeout: null },
  { url: 'a', timeout: '5' },
  { url: 'a', waitFor: 60_001 },
  { url: 'a', location: { country: 'DE', languages: ['de'] } },
  { url: 'a', location: { country: 'Germany' } },
  { url: 'a', location: { planet: 'Earth' } },
  { url: 'a', location: [] },
  { url: 'a', location: [{ country: 'DE' }] },
  { url: 'a', location: null },
  { url: 'a', actions: [{ type: 'wait', milliseconds: 5 }] },
  { url: 'a', actions: [{ type: 'fly' }] },
  { url: 'a', jsonOptions: { prompt: 'p', schema: { type: 'object' } } },
  { url: 'a', jsonOptions: { prompt: 1 } },
];

const NAMED_BODIES = BODIES.map((body) => [JSON.stringify(body).slice(0, 80), body] as const);

describe('meetsRules', () => {
  describe.each([ScrapeBodyV1, ScrapeBodyV2])('of %p', (bodyClass) => {
    it.each(NAMED_BODIES)('decides on %s like class-validator', (_, body) => {
      const make = () => instantiate<object>(bodyClass, structuredClone(body)).instance;
      expect(meetsRules(make())).toBe(validateSync(make(), OPTIONS).length === 0);
    });
  });

  it('checks every value of every body again', () => {
    const judge = (url: unknown) => meetsRules(Object.assign(new ScrapeBodyV1(), { url }));
    expect([judge('a'), judge(1), judge('b'), judge('a'.repeat(20_001)), judge('a')]).toEqual([
      true,
      false,
      true,
      false,
      true,
    ]);
  });

  it('leaves classes without rules and foreign kinds of rules to class-validator', () => {
    class Bare {}
    class Each {
      @IsArray()
      @IsString({ each: true })
      list = ['a'];
    }
    class Conditional {
      @IsString({ validateIf: () => true })
      text = 'a';
    }
    expect([new Bare(), new Each(), new Conditional()].map(meetsRules)).toEqual([false, false, false]);
  });

  it('applies the rules of ancestors, and of a field again that a class declares itself', () => {
    class Parent {
      @IsInt()
      size: unknown = 1;
    }
    class Child extends Parent {
      @IsIn([1, 2, 'x'])
      declare size: unknown;

      @IfPresent()
      @IsString()
      name?: unknown;
    }
    const instances = [{}, { size: 3 }, { size: 'x' }, { name: 1 }, { name: 'a' }].map((fields) =>
      Object.assign(new Child(), fields),
    );
    for (const instance of instances)
      expect(meetsRules(instance)).toBe(validateSync(instance, OPTIONS).length === 0);
  });

  it('checks nested objects, and a field only under all of its conditions', () => {
    class Inner {
      @IsString()
      name: unknown = 'a';
    }
    class Outer {
      @ValidateIf((outer: Outer) => outer.isOn)
      @ValidateNested()
      inner: unknown = new Inner();

      @IsIn([true, false])
      isOn = true;
    }
    const wrong = Object.assign(new Inner(), { name: 1 });
    const made = [{}, { inner: wrong }, { inner: wrong, isOn: false }, { inner: undefined }, { inner: 'a' }];
    const instances = made.map((fields) => Object.assign(new Outer(), fields));
    expect(instances.map(meetsRules)).toEqual([true, false, true, true, false]);
    expect(instances.map((instance) => validateSync(instance, OPTIONS).length === 0)).toEqual([
      true,
      false,
      true,
      true,
      false,
    ]);
  });

  it('knows the kinds of rules by the names of class-validator', () => {
    expect({ ...ValidationTypes }).toMatchObject({
      CUSTOM_VALIDATION: 'customValidation',
      CONDITIONAL_VALIDATION: 'conditionalValidation',
      NESTED_VALIDATION: 'nestedValidation',
      WHITELIST: 'whitelistValidation',
    });
  });
});
