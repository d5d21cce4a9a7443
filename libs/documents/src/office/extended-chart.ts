import type { BlockWriter } from '../tree/block-writer.js';
import type { XmlElement } from '../containers/xml/xml-element.js';
import { writeChart } from './chart-table.js';

/** Names of the kinds of charts that Office 2016 introduced. */
const KINDS: Readonly<Record<string, string>> = {
  waterfall: 'Waterfall chart',
  treemap: 'Treemap chart',
  sunburst: 'Sunburst chart',
  clusteredColumn: 'Histogram',
  paretoLine: 'Pareto chart',
  boxWhisker: 'Box and whisker chart',
  funnel: 'Funnel chart',
  regionMap: 'Map chart',
};

/** Writes the data of a chart of Office 2016 or later as a table. @see MS-ODRAWXML 2.24.3 */
export function extendedChartTable(root: XmlElement | null, blocks: BlockWriter): void {
  if (!root) return;
  const chart = root.child('cx:chart');
  const series = chart?.findAll('cx:series') ?? [];
  const data = new Map(
    (root.child('cx:chartData')?.all('cx:data') ?? []).map((one) => [one.attr('id') ?? '', one]),
  );
  const used = series.map((one) => data.get(one.child('cx:dataId')?.attr('val') ?? '') ?? null);
  const [first = [...data.values()][0] ?? null] = used;
  writeChart(blocks, {
    title: textOf(chart?.child('cx:title') ?? null),
    kind: KINDS[series[0]?.attr('layoutId') ?? ''] ?? null,
    names: namesOf(first),
    series: series.map((one, at) => ({
      name: textOf(one.child('cx:tx')),
      values: pointsOf(used[at]?.child('cx:numDim')?.child('cx:lvl') ?? null),
    })),
  });
}

function textOf(element: XmlElement | null): string {
  const rich = element?.findAll('a:t') ?? [];
  const written = rich.length > 0 ? rich : [element?.find('cx:v')];
  return written
    .map((one) => one?.text ?? '')
    .join('')
    .trim();
}

/** Categories can have several levels, the innermost first. */
function namesOf(data: XmlElement | null): Map<number, string> {
  const levels = data?.child('cx:strDim')?.all('cx:lvl') ?? [];
  const names = new Map<number, string>();
  for (const level of levels)
    for (const [at, name] of pointsOf(level))
      names.set(at, names.has(at) ? `${name} ${names.get(at)!}` : name);
  return names;
}

function pointsOf(level: XmlElement | null): Map<number, string> {
  const points = (level?.all('cx:pt') ?? []).map(
    (point) => [Number(point.attr('idx')), point.text.trim()] as const,
  );
  return new Map(points.filter(([at]) => at >= 0));
}
