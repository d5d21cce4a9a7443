import { aliases, compile } from 'css-select';
import { parse as parseSelector, type PseudoSelector, type Selector } from 'css-what';
import type { AnyNode, Element } from 'domhandler';
import { compile as compileFormula, parse as parseFormula } from 'nth-check';
import type { Combinator, ComplexSelector, Condition, SelectorStep } from './compiled-selector.js';
import { checkLength, checkSize } from './selector-bounds.js';

/** Reads one selector, which may be a list. @throws SelectorBoundError; Error saying why it cannot be read */
export function compileSelector(selector: string): ComplexSelector[] {
  if (selector.trim() === '') throw new Error('it is empty');
  checkLength(selector);
  const list = parseSelector(selector) as Selector[][];
  checkSize(list);
  return compileList(list);
}

/** Outside of `:has()`, a selector that begins with a combinator begins at the root. */
function compileList(list: readonly (readonly Selector[])[]): ComplexSelector[] {
  return list.map((tokens) =>
    isCombinator(tokens[0]!) ? { steps: [ROOT, ...stepsOf(tokens)] } : { steps: stepsOf(tokens) },
  );
}

const ROOT: SelectorStep = { combinator: 'descendant', conditions: [{ kind: 'root' }] };
const COMBINATORS = new Set<string>(['descendant', 'child', 'adjacent', 'sibling', 'parent']);

function isCombinator({ type }: Selector): boolean {
  return COMBINATORS.has(type);
}

function stepsOf(tokens: readonly Selector[]): SelectorStep[] {
  const steps: { combinator: Combinator; conditions: Condition[] }[] = [];
  let combinator: Combinator = 'descendant';
  let isNew = true;
  for (const token of tokens) {
    if (isCombinator(token)) {
      combinator = token.type as Combinator;
      isNew = true;
      continue;
    }
    if (isNew) steps.push({ combinator, conditions: [] });
    isNew = false;
    steps.at(-1)!.conditions.push(...conditionsOf(token));
  }
  if (isNew) throw new Error('it ends with a combinator');
  return steps;
}

function conditionsOf(token: Selector): Condition[] {
  if (token.type !== 'pseudo') return [elementCondition(token)];
  return Array.isArray(token.data) ? [listCondition(token.name, token.data)] : pseudoConditions(token);
}

/** Tags, attributes and what css-select refuses, with its words. */
function elementCondition(token: Selector): Condition {
  return {
    kind: 'element',
    attribute: token.type === 'attribute' ? token.name : null,
    matches: compile<AnyNode, Element>([[token]] as Parameters<typeof compile>[0], {}),
  };
}

function listCondition(name: string, list: readonly (readonly Selector[])[]): Condition {
  switch (name) {
    case 'is':
    case 'matches':
    case 'where':
      return { kind: 'is', list: compileList(list) };
    case 'not':
      return { kind: 'not', list: compileList(list) };
    case 'has':
      return { kind: 'has', list: list.map((tokens) => ({ steps: relativeSteps(tokens) })) };
    default:
      throw new Error(`Unknown pseudo-class :${name}()`);
  }
}

/** `:scope` in front means the element, as nothing in front does. */
function relativeSteps(tokens: readonly Selector[]): SelectorStep[] {
  const own = tokens.length > 1 && isScope(tokens[0]!) && isCombinator(tokens[1]!) ? tokens.slice(1) : tokens;
  if (own.some(holdsScope)) throw new Error(':scope can stand only in front of what :has() looks for');
  if (own.some(({ type }) => type === 'parent')) throw new Error('"<" cannot stand in :has()');
  const [first, ...rest] = stepsOf(own);
  const isWithin =
    first!.combinator === 'descendant' && /^(?:descendant|child)$/.test(rest[0]?.combinator ?? '');
  return [isWithin ? { ...first!, combinator: 'within' } : first!, ...rest];
}

function isScope(token: Selector): boolean {
  return token.type === 'pseudo' && token.name === 'scope';
}

function holdsScope(token: Selector): boolean {
  if (isScope(token)) return true;
  return token.type === 'pseudo' && Array.isArray(token.data)
    ? token.name !== 'has' && token.data.some((inner) => inner.some(holdsScope))
    : false;
}

const isFirst = (place: number): boolean => place === 0;
const place = (matches: (place: number) => boolean, ofType: boolean, fromEnd: boolean): Condition => ({
  kind: 'place',
  ofType,
  fromEnd,
  matches,
});

const PLACES: ReadonlyMap<string, readonly Condition[]> = new Map([
  ['first-child', [place(isFirst, false, false)]],
  ['last-child', [place(isFirst, false, true)]],
  ['only-child', [place(isFirst, false, false), place(isFirst, false, true)]],
  ['first-of-type', [place(isFirst, true, false)]],
  ['last-of-type', [place(isFirst, true, true)]],
  ['only-of-type', [place(isFirst, true, false), place(isFirst, true, true)]],
  ['root', [{ kind: 'root' }]],
  ['scope', [{ kind: 'root' }]],
]);
const FORMULA = /^nth-(last-)?(child|of-type)$/;
const FROM_ELEMENT = new Set(['empty', 'hover', 'visited', 'active']);

function pseudoConditions(token: PseudoSelector): Condition[] {
  const { name } = token;
  const data = token.data as string | null;
  if (name === 'contains' || name === 'icontains')
    return [{ kind: 'text', text: argumentOf(name, data), ignoresCase: name === 'icontains' }];
  const formula = FORMULA.exec(name);
  if (formula) {
    const matches = compileFormula(parseFormula(argumentOf(name, data)));
    return [place(matches, formula[2] === 'of-type', formula[1] !== undefined)];
  }
  if (FROM_ELEMENT.has(name)) return [elementCondition(token)];
  if (data !== null) throw new Error(`:${name} has no argument`);
  const known = PLACES.get(name);
  if (known) return [...known];
  const alias = Object.hasOwn(aliases, name) ? aliases[name] : undefined;
  if (alias === undefined) throw new Error(`Unknown pseudo-class :${name}`);
  return [{ kind: 'is', list: compileList(parseSelector(alias) as Selector[][]) }];
}

function argumentOf(name: string, data: string | null): string {
  if (data === null) throw new Error(`:${name} needs an argument`);
  return data;
}
