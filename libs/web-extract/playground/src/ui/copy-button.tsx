import { useState } from 'preact/hooks';
import { Icon } from './icons.js';

const SHOWN_MS = 1_600;

/** Copies a text, and says so for a moment. */
export function CopyButton({
  text,
  label = 'Copy',
}: {
  readonly text: () => string;
  readonly label?: string;
}) {
  const [isDone, setDone] = useState(false);
  const copy = async () => {
    if (!(await write(text()))) return;
    setDone(true);
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <button type="button" class="button button-small" onClick={() => void copy()}>
      <Icon name={isDone ? 'check' : 'copy'} />
      <span aria-live="polite">{isDone ? 'Copied' : label}</span>
    </button>
  );
}

/** Without TLS browsers keep the clipboard from pages; a selected field may be copied all the same. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement('textarea');
    field.value = text;
    field.className = 'offscreen';
    document.body.append(field);
    field.select();
    const isDone = document.execCommand('copy');
    field.remove();
    return isDone;
  }
}
