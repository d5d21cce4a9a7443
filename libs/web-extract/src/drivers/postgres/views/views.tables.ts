import { READABLE_FUNCTIONS } from './readable.functions.js';

/** Rows of a table of a row store: keys begin with the number of the table. */
const rowsOf = (store: string, table: number): string =>
  `{schema}.${store}_values v CROSS JOIN LATERAL {schema}.readable_json(v.value) AS content
    WHERE v.key >= '\\x${hex(table)}'::bytea AND v.key < '\\x${hex(table + 1)}'::bytea`;

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');

/** Numbers of tables, as in `row-keys.ts`. */
const [MONITORS, CHECKS, FEEDS, FEED_ENTRIES, FEED_DIFFS] = [10, 12, 23, 25, 45];
/** Bytes of a hash in keys, and of the number of the table with the length of the partition before it. */
const [HASH, PREFIX] = [22, 2];

/** Crawls whose results have not expired. */
const IS_READABLE = `(r.expires_at IS NULL OR r.expires_at > extract(epoch FROM statement_timestamp()) * 1000)`;

const numberOf = (path: string): string => `{schema}.readable_number(${path})`;
const timeOf = (path: string): string => `{schema}.readable_time(${numberOf(path)})`;

const SELECTS: Readonly<Record<string, string>> = {
  pages: `
    SELECT {schema}.readable_text(r.id) AS crawl_id, {schema}.readable_text(r.owner) AS owner, p.position, p.url, p.title,
      p.status_code, p.language, p.markdown, p.metadata, p.content_hash, p.fetched_at
    FROM {schema}.result_rows p JOIN {schema}.crawl_rows r ON r.crawl = p.crawl
    WHERE p.url IS NOT NULL AND ${IS_READABLE}`,
  crawls: `
    SELECT {schema}.readable_text(r.id) AS id, r.kind, {schema}.readable_text(r.owner) AS owner, r.url, s.status, s.pages, s.failed,
      s.blocked, s.credits, {schema}.readable_json(r.error) #>> '{}' AS error, {schema}.readable_time(r.created_at) AS created_at,
      {schema}.readable_time(r.finished_at) AS finished_at, {schema}.readable_time(r.expires_at) AS expires_at
    FROM {schema}.crawl_rows r JOIN {schema}.crawl_states s ON s.crawl = r.crawl
    WHERE ${IS_READABLE}`,
  // The key of an entry has the id of its feed, that of a feed the hash of its owner. The diff of an entry has the same key in another table.
  changes: `
    SELECT f.tag, {schema}.readable_text(a.owner) AS owner, e.content->>3 AS url,
      CASE WHEN e.content->1 = 'false' THEN 'removed' WHEN jsonb_typeof(e.content->5) = 'string' THEN 'changed' ELSE 'new' END AS type,
      ${timeOf('e.content->2')} AS at, {schema}.readable_json(d.value) #>> '{}' AS diff
    FROM (SELECT v.key, substring(v.key FROM ${PREFIX + 1} FOR ${HASH}) AS feed, content FROM ${rowsOf('history', FEED_ENTRIES)}) e
    JOIN (SELECT substring(v.key FROM ${PREFIX + HASH + 2}) AS feed, substring(v.key FROM ${PREFIX + 1} FOR ${HASH}) AS owner_id,
        content->>'tag' AS tag FROM ${rowsOf('history', FEEDS)}) f ON f.feed = e.feed
    LEFT JOIN {schema}.history_values d ON d.key = set_byte(e.key, 0, ${FEED_DIFFS})
    LEFT JOIN {schema}.allowances a ON convert_to(a.owner_id, 'UTF8') = f.owner_id
    WHERE jsonb_typeof(e.content) = 'array'`,
  monitor_checks: `
    SELECT c.check->>'monitorId' AS monitor_id, m.name, c.check->>'owner' AS owner, c.check->>'id' AS check_id,
      ${numberOf(`c.check->'number'`)} AS number, c.check->>'status' AS status, c.check->>'trigger' AS trigger,
      ${timeOf(`c.check->'createdAt'`)} AS created_at, ${timeOf(`c.check->'startedAt'`)} AS started_at,
      ${timeOf(`c.check->'finishedAt'`)} AS finished_at, ${numberOf(`c.check->'summary'->'totalPages'`)} AS total_pages,
      ${['new', 'changed', 'removed', 'same', 'error'].map((name) => `${numberOf(`c.check->'summary'->'${name}'`)} AS ${name}_pages`).join(', ')},
      ${numberOf(`c.check->'actualCredits'`)} AS credits, c.check->>'error' AS error
    FROM (SELECT content->'check' AS check FROM ${rowsOf('monitors', CHECKS)}) c
    LEFT JOIN (SELECT content->'monitor'->>'id' AS id, content->'monitor'->>'name' AS name FROM ${rowsOf('monitors', MONITORS)}) m
      ON m.id = c.check->>'monitorId'
    WHERE jsonb_typeof(c.check->'id') = 'string'`,
  // Null since, and zeros, when the day of an owner is over.
  usage: `
    SELECT {schema}.readable_text(a.owner) AS owner, CASE WHEN d.is_open THEN {schema}.readable_time(a.since) END AS day_start,
      CASE WHEN d.is_open THEN a.pages ELSE 0 END AS pages, CASE WHEN d.is_open THEN a.bytes ELSE 0 END AS bytes,
      CASE WHEN d.is_open THEN a.browser_ms ELSE 0 END AS browser_ms, CASE WHEN d.is_open THEN a.tokens ELSE 0 END AS tokens,
      a.granted AS credits_granted, a.used AS credits_used
    FROM {schema}.allowances a
    CROSS JOIN LATERAL (SELECT a.since > 0 AND a.since + 86400000 > extract(epoch FROM statement_timestamp()) * 1000 AS is_open) d`,
};

/** Views that a promise covers. */
export const VIEWS = Object.keys(SELECTS);

/**
 * Views for people and their programs. Names and types of columns are a promise: a later version may append columns. PostgreSQL 15 checks the
 * rights of their readers on the tables, earlier versions those of the owner.
 */
export const VIEW_TABLES: readonly string[] = [
  ...READABLE_FUNCTIONS,
  ...Object.entries(SELECTS).map(([name, select]) => `CREATE VIEW {schema}.${name} AS ${select}`),
  `DO $$ BEGIN
    IF current_setting('server_version_num')::integer >= 150000 THEN
      ${VIEWS.map((name) => `ALTER VIEW {schema}.${name} SET (security_invoker = true);`).join('\n      ')}
    END IF;
  END $$`,
];
