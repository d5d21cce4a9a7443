import type { Rates } from './rates.js';

const WIDTH = 240;
const HEIGHT = 48;
const SECONDS = 60;

/** Pages per second in the last minute. */
export function RateChart({ rates }: { readonly rates: Rates }) {
  const values = rates.values;
  const most = Math.max(1, ...values);
  const step = WIDTH / (SECONDS - 1);
  const points = values.map(
    (value, at) => `${(at + SECONDS - values.length) * step},${HEIGHT - 2 - (value / most) * (HEIGHT - 6)}`,
  );
  const first = (SECONDS - values.length) * step;
  return (
    <figure class="chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${rates.current.toFixed(1)} pages per second, maximum ${most.toFixed(1)} in the last minute`}
      >
        {points.length > 1 && (
          <>
            <polygon points={`${first},${HEIGHT} ${points.join(' ')} ${WIDTH},${HEIGHT}`} />
            <polyline points={points.join(' ')} />
          </>
        )}
      </svg>
      <figcaption>
        <b>{rates.current.toFixed(1)}</b> pages per second
      </figcaption>
    </figure>
  );
}
