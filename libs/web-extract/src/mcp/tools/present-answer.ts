import type { CallToolResult } from '@modelcontextprotocol/server';
import { isLargeAnswer, jsonInSteps } from '../../model/json-in-steps.js';
import type { PlaceholderResults } from '../placeholder-results.js';
import type { ToolAnswer } from './tool.js';

/**
 * An answer as the protocol has it: structured, and as a text for clients that know nothing else. A large one is written here, once and in
 * steps, and waits in `held` for its turn.
 */
export async function presentAnswer(
  { structured, text, readOn, isError }: ToolAnswer,
  held: PlaceholderResults,
  { maxChars, offset }: { readonly maxChars: number; readonly offset: number },
): Promise<CallToolResult> {
  const json = isLargeAnswer(structured) ? await writeInSteps(structured, offset + maxChars) : null;
  const whole = text ?? json?.head ?? JSON.stringify(structured);
  const chars = text === undefined && json ? json.chars : whole.length;
  return {
    ...(isError ? { isError } : {}),
    content: [{ type: 'text', text: cut(whole, chars, { maxChars, offset, readOn }) }],
    structuredContent: json ? held.hold(json.parts) : (structured as Record<string, unknown>),
  };
}

const LESS = 'Ask for less of it, such as the part that includeTags names.';

function cut(
  text: string,
  chars: number,
  {
    maxChars,
    offset,
    readOn = LESS,
  }: { readonly maxChars: number; readonly offset: number; readonly readOn?: string | undefined },
): string {
  const end = offset + maxChars;
  if (offset >= chars && offset > 0)
    return `[The text has ${chars} characters: there are none after ${offset}.]`;
  if (chars <= end) return text.slice(offset);
  return `${text.slice(offset, end)}\n\n[Cut after ${end} of ${chars} characters. ${readOn.replace('{end}', String(end))}]`;
}

interface WrittenJson {
  readonly parts: readonly Uint8Array[];
  /** At least as much of the beginning as was asked for. */
  readonly head: string;
  /** How long all of it is. */
  readonly chars: number;
}

async function writeInSteps(value: object, headChars: number): Promise<WrittenJson> {
  const parts: Uint8Array[] = [];
  let head = '';
  let chars = 0;
  for await (const part of jsonInSteps(value)) {
    const text = part.toString();
    parts.push(part);
    chars += text.length;
    if (head.length < headChars) head += text;
  }
  return { parts, head, chars };
}
