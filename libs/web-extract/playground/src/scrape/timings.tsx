import { duration, size } from '../ui/format.js';

/** Stages in pipeline order; other timings of the response follow. */
const STAGES = ['robots', 'host', 'fetch', 'convert', 'render', 'extract'];
/** Timings that are sums, parts of a stage, or not durations. */
const NO_STAGES = new Set(['total', 'bytes', 'read', 'choose', 'write']);

/** Duration of each stage as a bar and as numbers. */
export function Timings({ timings }: { readonly timings: Readonly<Record<string, number>> }) {
  const names = [...STAGES, ...Object.keys(timings).filter((name) => !STAGES.includes(name))];
  const stages = names
    .filter((name) => !NO_STAGES.has(name))
    .flatMap((name) => (typeof timings[name] === 'number' ? [[name, timings[name]] as const] : []));
  const { total = stages.reduce((sum, [, ms]) => sum + ms, 0), bytes } = timings;
  const scale = Math.max(total, 1);
  let at = 0;
  return (
    <figure class="timings" aria-label="Duration of each stage">
      <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
        {stages.map(([name, ms], index) => {
          const x = at;
          at += (ms / scale) * 100;
          return (
            <rect key={name} class={`stage-${index % 6}`} x={x} y="0" width={(ms / scale) * 100} height="2" />
          );
        })}
      </svg>
      <figcaption class="row facts">
        {stages.map(([name, ms], index) => (
          <span key={name}>
            <i class={`swatch stage-${index % 6}`} /> {name} <b>{duration(ms)}</b>
          </span>
        ))}
        <span>
          total <b>{duration(total)}</b>
        </span>
        {bytes !== undefined && (
          <span>
            downloaded <b>{size(bytes)}</b>
          </span>
        )}
      </figcaption>
    </figure>
  );
}
