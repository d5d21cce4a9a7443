import { buildMessage, ValidateBy, type ValidationArguments } from 'class-validator';
import { isJsonObject } from './validators.js';

const MAX_ACTIONS = 50;
const MAX_WAIT_MS = 60_000;

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, { readonly check: Check; readonly isRequired?: boolean }>>;

/** Versions differ in what they know, and in what becomes of the rest. */
type Dialect = 'strict' | 'open';

const text: Check = (value) => typeof value === 'string' && value.length <= 100_000;
const flag: Check = (value) => typeof value === 'boolean';
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string);
const integer =
  (least: number, most: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;

/** The fields of each kind of action. */
const ACTIONS: Readonly<Record<string, Fields>> = {
  wait: { milliseconds: { check: integer(1, MAX_WAIT_MS) }, selector: { check: text } },
  click: { selector: { check: text, isRequired: true }, all: { check: flag } },
  write: { text: { check: text, isRequired: true } },
  press: { key: { check: text, isRequired: true } },
  scroll: { direction: { check: oneOf('up', 'down') }, selector: { check: text } },
  screenshot: { fullPage: { check: flag }, quality: { check: integer(1, 100) } },
  scrape: {},
  executeJavascript: { script: { check: text, isRequired: true } },
  pdf: {
    format: { check: text },
    landscape: { check: flag },
    scale: { check: (value) => typeof value === 'number' },
  },
};

const PICTURE_SIZE: Fields = {
  width: { check: integer(1, 10_000), isRequired: true },
  height: { check: integer(1, 10_000), isRequired: true },
};

/** The size of what is seen of a page, in pixels. */
export const isPictureSize: Check = (value) =>
  isJsonObject(value) && fieldProblem(value, PICTURE_SIZE, 'open') === null;

/** The same with what v2 has besides. */
const OPEN_ACTIONS: typeof ACTIONS = {
  ...ACTIONS,
  screenshot: { ...ACTIONS['screenshot'], viewport: { check: isPictureSize } },
  generatePDF: ACTIONS['pdf']!,
};

/** A list of browser actions. An `open` one knows those of v2, and passes over fields that it does not know. */
export const IsActions = (dialect: Dialect = 'strict') =>
  ValidateBy({
    name: 'isActions',
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

function actionProblem(action: unknown, dialect: Dialect): string | null {
  if (!isJsonObject(action)) return 'must be an object';
  const actions = dialect === 'open' ? OPEN_ACTIONS : ACTIONS;
  const fields = ownField(actions, action['type']);
  if (!fields) return `type must be one of ${Object.keys(actions).join(', ')}`;
  if (action['type'] === 'wait' && 'milliseconds' in action === 'selector' in action) {
    return 'wait needs either milliseconds or selector';
  }
  return fieldProblem(action, fields, dialect);
}

/** Names such as `toString` are no kinds of action. */
function ownField<T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}

function fieldProblem(action: Record<string, unknown>, fields: Fields, dialect: Dialect): string | null {
  for (const [name, { check, isRequired }] of Object.entries(fields)) {
    const value = action[name];
    if (value === undefined ? isRequired : !check(value)) return `${name} is missing or not valid`;
  }
  if (dialect === 'open') return null;
  const unknown = Object.keys(action).find((name) => name !== 'type' && !Object.hasOwn(fields, name));
  return unknown === undefined ? null : `unrecognized key ${unknown}`;
}
