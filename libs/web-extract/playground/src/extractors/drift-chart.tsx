import type { ExtractorDrift } from '../api/extractor-answers.js';
import { timeOf } from '../monitors/monitor-text.js';
import { count } from '../ui/format.js';
import { fieldText } from './reasons.js';

const SIZE = { width: 300, height: 10 };

/** Pages without a value of each drifted field, as bars and as text; a line marks the expected number. */
export function DriftChart({ drift }: { readonly drift: readonly ExtractorDrift[] }) {
  const drifted = drift.filter(({ fields }) => fields.length > 0);
  if (drifted.length === 0) return null;
  return (
    <section class="drift" aria-label="Drift">
      <h3>Drift</h3>
      {drifted.map(({ template, since, fields }) => (
        <div key={template}>
          <p class="quiet">
            {template === null ? 'Pages of no learned template' : `Template ${template}`}, since{' '}
            {timeOf(since)}
          </p>
          <ul>
            {fields.map(({ path, missing, pages, expected }) => (
              <li key={path}>
                <code>{fieldText(path)}</code>
                <svg
                  viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect class="bar-back" width={SIZE.width} height={SIZE.height} />
                  <rect class="bar-error" width={lengthOf(missing, pages)} height={SIZE.height} />
                  <rect
                    class="bar-expected"
                    x={Math.min(lengthOf(expected, pages), SIZE.width - 2)}
                    width={2}
                    height={SIZE.height}
                  />
                </svg>
                <span>
                  missing on {count(missing)} of {count(pages)} pages, expected {expected.toFixed(1)}
                </span>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </section>
  );
}

const lengthOf = (part: number, of: number): number =>
  Math.max(0, Math.min(1, part / Math.max(1, of))) * SIZE.width;
