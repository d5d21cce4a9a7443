import { asText } from '../as-text.js';
import type { SchemaShape } from '../schema/schema-shape.js';
import { keyOf } from './words-of.js';
import type { Entity, StatedPage } from './stated-page.js';

/**
 * Types of entities that occur on every page of a site, and the page itself. They are chosen only if nothing else
 * matches.
 */
const OF_THE_SITE =
  /^(?:website|webpage|organization|corporation|newsmediaorganization|onlinestore|onlinebusiness|breadcrumblist|searchaction|imageobject|sitenavigationelement|wp\w+|collectionpage|itempage|aboutpage|contactpage|profilepage|itemlist|person)$/;
/** Generic properties that do not distinguish entities. */
const COMMON = new Set([
  'name',
  'title',
  'headline',
  'description',
  'image',
  'imageurl',
  'url',
  'link',
  'id',
  'type',
]);

/**
 * The entity of the page that matches the schema best: the one with most of its properties. Descriptions of the same
 * entity (JSON-LD and microdata) are returned together, the most complete first. Empty if no entity matches or the
 * choice is ambiguous.
 */
export function chooseEntity(
  page: StatedPage,
  shape: SchemaShape,
  states: (entity: Entity, property: string) => boolean,
): Entity[] {
  const names = Object.keys(shape.properties);
  const scored = page.entities
    .map((entity) => ({ entity, stated: names.filter((name) => states(entity, name)) }))
    .filter(({ stated }) => isMeant(stated, names));
  const own =
    scored.length > 0 ? scored.filter(({ entity }) => !isOfTheSite(entity)) : onlyThing(page, names, states);
  const rest =
    own.length > 0
      ? own
      : scored.filter(({ stated }) => stated.length >= 2 && stated.length >= names.length / 2);
  const ranked = rest.sort((a, b) => b.stated.length - a.stated.length).map(({ entity }) => entity);
  const [first] = ranked;
  if (!first) return [];
  const rivals = ranked.filter(
    (entity) => entity.types[0] === first.types[0] && nameOf(entity) !== nameOf(first),
  );
  if (rivals.length === 0) return ranked.filter((entity) => nameOf(entity) === nameOf(first));
  const main = [first, ...rivals].filter((entity) => page.isMain(entity));
  if (new Set(main.map(nameOf)).size !== 1) return [];
  return ranked.filter((entity) => nameOf(entity) === nameOf(main[0]!));
}

/** The only thing that a page states, its site aside, though it states no more than a name of what is wanted. */
function onlyThing(
  page: StatedPage,
  names: readonly string[],
  states: (entity: Entity, property: string) => boolean,
): { entity: Entity; stated: string[] }[] {
  const [entity, ...others] = page.entities.filter((one) => !isOfTheSite(one));
  if (!entity || others.length > 0) return [];
  const stated = names.filter((name) => states(entity, name));
  return stated.length > 0 && 2 * stated.length >= names.length ? [{ entity, stated }] : [];
}

function isMeant(stated: readonly string[], names: readonly string[]): boolean {
  const isTelling = (name: string) => !COMMON.has(keyOf(name));
  const enough = Math.min(2, names.length, Math.ceil(names.length / 2));
  return stated.length >= enough && (stated.some(isTelling) || !names.some(isTelling));
}

function isOfTheSite({ types }: Entity): boolean {
  return types.every((type) => OF_THE_SITE.test(type));
}

function nameOf({ thing }: Entity): string {
  return asText(thing['name'] ?? thing['headline'] ?? thing['title'] ?? thing['@id'] ?? '')
    .toLowerCase()
    .trim();
}
