import { buildMessage, ValidateBy, type ValidationArguments } from 'class-validator';
import { isJsonObject } from './validators.js';

const MAX_ACTIONS = 50;
const MAX_WAIT_MS = 60_000;

type Check = (value: unknown) => boolean;
type Fields = Readonly<Record<string, { readonly check: Check; readonly isRequired?: boolean }>>;

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

/** A list of browser actions. */
export const IsActions = () =>
  ValidateBy({
    name: 'isActions',
    validator: {
      validate: (value) => problemOf(value) === null,
      defaultMessage: buildMessage((_, args?: ValidationArguments) => `$property ${problemOf(args?.value)}`),
    },
  });

function problemOf(value: unknown): string | null {
  if (!Array.isArray(value)) return 'must be a list of actions';
  if (value.length > MAX_ACTIONS) return `must hold at most ${MAX_ACTIONS} actions`;
  for (const [index, action] of value.entries()) {
    const problem = actionProblem(action);
    if (problem) return `${index}: ${problem}`;
  }
  const waitedMs = value.reduce((sum: number, action) => sum + Number(action.milliseconds ?? 0), 0);
  return waitedMs > MAX_WAIT_MS ? `must not wait longer than ${MAX_WAIT_MS} ms in all` : null;
}

function actionProblem(action: unknown): string | null {
  if (!isJsonObject(action)) return 'must be an object';
  const fields = ownField(ACTIONS, action['type']);
  if (!fields) return `type must be one of ${Object.keys(ACTIONS).join(', ')}`;
  if (action['type'] === 'wait' && 'milliseconds' in action === 'selector' in action) {
    return 'wait needs either milliseconds or selector';
  }
  return fieldProblem(action, fields);
}

/** Names such as `toString` are no kinds of action. */
function ownField<T>(table: Readonly<Record<string, T>>, name: unknown): T | undefined {
  return typeof name === 'string' && Object.hasOwn(table, name) ? table[name] : undefined;
}

function fieldProblem(action: Record<string, unknown>, fields: Fields): string | null {
  for (const [name, { check, isRequired }] of Object.entries(fields)) {
    const value = action[name];
    if (value === undefined ? isRequired : !check(value)) return `${name} is missing or not valid`;
  }
  const unknown = Object.keys(action).find((name) => name !== 'type' && !Object.hasOwn(fields, name));
  return unknown === undefined ? null : `unrecognized key ${unknown}`;
}
