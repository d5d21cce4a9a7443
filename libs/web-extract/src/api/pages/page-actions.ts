import { buildMessage, ValidateBy, type ValidationArguments } from 'class-validator';
import {
  flag, integer, number, objectSchema, objectWith, oneOf, text, type Check, type FieldSchema, type Fields,
} from '../bodies/checks.js'; // prettier-ignore
import { isJsonObject } from '../bodies/json-object.js';

const MAX_ACTIONS = 50;
const MAX_WAIT_MS = 60_000;

/** Handling of unknown actions and fields, which differs by version. */
type Dialect = 'strict' | 'open';

/** A kind of action. */
interface ActionRule {
  readonly fields: Fields;
  /** Fields that must be there. */
  readonly requires?: readonly string[];
}

const words = text(100_000);

/** The fields of each kind of action. */
const ACTIONS: Readonly<Record<string, ActionRule>> = {
  wait: { fields: { milliseconds: integer(1, MAX_WAIT_MS), selector: words } },
  click: { fields: { selector: words, all: flag }, requires: ['selector'] },
  write: { fields: { text: words }, requires: ['text'] },
  press: { fields: { key: words }, requires: ['key'] },
  scroll: { fields: { direction: oneOf('up', 'down'), selector: words } },
  screenshot: { fields: { fullPage: flag, quality: integer(1, 100) } },
  scrape: { fields: {} },
  executeJavascript: { fields: { script: words }, requires: ['script'] },
  pdf: { fields: { format: words, landscape: flag, scale: number } },
};

/** Viewport size in pixels. */
export const pictureSize: Check = objectWith({ width: integer(1, 10_000), height: integer(1, 10_000) });

/** The same with what v2 has besides. */
const OPEN_ACTIONS: typeof ACTIONS = {
  ...ACTIONS,
  screenshot: { fields: { ...ACTIONS['screenshot']!.fields, viewport: pictureSize } },
  generatePDF: ACTIONS['pdf']!,
};

const actionsOf = (dialect: Dialect) => (dialect === 'open' ? OPEN_ACTIONS : ACTIONS);

/** A list of browser actions. An `open` one knows those of v2, and ignores unknown fields. */
export const IsActions = (dialect: Dialect = 'strict') =>
  ValidateBy({
    name: 'isActions',
    constraints: [{ type: 'array', maxItems: MAX_ACTIONS, items: { oneOf: schemasOf(dialect) } }],
    validator: {
      validate: (value) => problemOf(value, dialect) === null,
      defaultMessage: buildMessage(
        (_, args?: ValidationArguments) => `$property ${problemOf(args?.value, dialect)}`,
      ),
    },
  });

function problemOf(value: unknown, dialect: Dialect): string | null {
  if (!Array.isArray(value)) return 'must be a list of actions';
  if (value.length > MAX_ACTIONS) return `must hold at most ${MAX_ACTIONS} actions`;
  for (const [index, action] of value.entries()) {
    const problem = actionProblem(action, dialect);
    if (problem) return `${index}: ${problem}`;
  }
  const waitedMs = value.reduce((sum: number, action) => sum + Number(action.milliseconds ?? 0), 0);
  return waitedMs > MAX_WAIT_MS ? `must not wait longer than ${MAX_WAIT_MS} ms in all` : null;
}

function schemasOf(dialect: Dialect): FieldSchema[] {
  return Object.entries(actionsOf(dialect)).map(([type, { fields, requires = [] }]) => ({
    ...objectSchema({ type: oneOf(type), ...fields }, ['type', ...requires]),
    ...(dialect === 'strict' ? { additionalProperties: false } : {}),
  }));
}

function actionProblem(action: unknown, dialect: Dialect): string | null {
  if (!isJsonObject(action)) return 'must be an object';
  const actions = actionsOf(dialect);
  const rule = ownField(actions, action['type']);
  if (!rule) return `type must be one of ${Object.keys(actions).join(', ')}`;
  if (action['type'] === 'wait' && 'milliseconds' in action === 'selector' in action) {
    return 'wait needs either milliseconds or selector';
  }
  return fieldProblem(action, rule, dialect);
}

/** Names such as `toString` are no kinds of action. */
function ownField<T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}

function fieldProblem(
  action: Record<string, unknown>,
  { fields, requires = [] }: ActionRule,
  dialect: Dialect,
): string | null {
  for (const [name, { accepts }] of Object.entries(fields)) {
    const value = action[name];
    if (value === undefined ? requires.includes(name) : !accepts(value))
      return `${name} is missing or not valid`;
  }
  if (dialect === 'open') return null;
  const unknown = Object.keys(action).find((name) => name !== 'type' && !Object.hasOwn(fields, name));
  return unknown === undefined ? null : `unrecognized key ${unknown}`;
}
