import type { ProductPrice } from '../../model/page/schema-org.js';
import { amountOf } from './read-product.js';
import type { StateFields, StateTree } from './state-tree.js';

/** Names of the current price, the lowest one first. */
const CURRENT = ['saleprice', 'specialprice', 'discountedprice', 'promoprice', 'finalprice', 'currentprice', 'price', 'pricev2', 'priceincents', 'pricecents', 'prices', 'pricing', 'pricerange', 'priceinfo', 'offers']; // prettier-ignore
const ORIGINAL = ['originalprice', 'regularprice', 'listprice', 'wasprice', 'oldprice', 'compareatprice', 'compareatpricev2', 'strikethroughprice', 'rrp', 'msrp', 'retailprice', 'fullprice']; // prettier-ignore
/** Names of both inside the object of a price. */
const CURRENT_PARTS = ['sale', 'special', 'discounted', 'final', 'finalprice', 'current', 'now', 'amount', 'value', 'price', 'gross', 'minvariantprice', 'minimumprice', 'lowprice', 'regular', 'regularprice']; // prettier-ignore
const ORIGINAL_PARTS = [...ORIGINAL, 'original', 'regular', 'list', 'was', 'old', 'compareat'];
const CURRENCY = ['currencycode', 'currency', 'pricecurrency', 'currencyiso', 'currencyisocode'];
const IN_CENTS = /cents$/;
const MAX_DEPTH = 4;

/** A text that is a price and nothing else. */
const PRICE_TEXT =
  /^\s*(?:[A-Z]{0,3}\s?\p{Sc}|[A-Z]{2,3}|kr\.?|Fr\.?)?\s?\d[\d.,'’\s]{0,15}-?(?:\p{Sc}|[A-Z]{2,3}|kr\.?|zł|Kč|Ft|lei|грн|руб\.?|円|元)?\s*$/u;

export interface StatedPrices {
  readonly price: ProductPrice;
  readonly originalPrice?: ProductPrice;
}

export const hasPriceName = (fields: StateFields): boolean =>
  [...CURRENT, ...ORIGINAL].some((name) => fields.has(name));

/**
 * The prices of a product or variant in the state of a framework.
 *
 * @param shown the amounts in the text of the page. They decide whether whole numbers are cents, and whether a sale is over
 */
export function statePrices(
  state: StateTree,
  fields: StateFields,
  shown: ReadonlySet<number>,
): StatedPrices | null {
  const currency = currencyIn(state, fields);
  const current = firstMoney(state, fields, CURRENT);
  const stated = firstMoney(state, fields, ORIGINAL) ?? originalInside(state, fields);
  const price = current ?? stated;
  if (!price) return null;
  const plain = plainPrice(state, fields, price);
  const [actual, list] = [price, stated ?? plain].map((one) => one && inUnits(one, shown, currency));
  if (!list || list.amount <= actual!.amount) return { price: actual! };
  const isOver = shown.has(list.amount) && !shown.has(actual!.amount);
  return isOver ? { price: list } : { price: actual!, originalPrice: list };
}

interface Money extends ProductPrice {
  /** Its unit is known. */
  readonly isExact?: boolean;
}

function firstMoney(
  state: StateTree,
  fields: StateFields,
  names: readonly string[],
  depth = 0,
): Money | null {
  for (const name of names) {
    const money = moneyIn(state, fields.get(name), depth);
    if (money) return IN_CENTS.test(name) ? { ...money, amount: money.amount / 100, isExact: true } : money;
  }
  return null;
}

function moneyIn(state: StateTree, value: unknown, depth: number): Money | null {
  const stated = state.resolve(value);
  if (typeof stated === 'number') return Number.isFinite(stated) && stated > 0 ? { amount: stated } : null;
  if (typeof stated === 'string') return moneyOfText(stated);
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(stated)) return stated.length === 1 ? moneyIn(state, stated[0], depth + 1) : null;
  const fields = state.fieldsOf(stated);
  if (!fields) return null;
  const currency = currencyIn(state, fields);
  const money = centsIn(state, fields) ?? firstMoney(state, fields, CURRENT_PARTS, depth + 1);
  return money && { ...(currency ? { currency } : {}), ...money };
}

function moneyOfText(text: string): Money | null {
  if (text.length > 40 || !PRICE_TEXT.test(text)) return null;
  const amount = amountOf(text);
  if (amount === null || amount <= 0) return null;
  return /^[\d.]+$/.test(text) ? { amount } : { amount, formatted: text.trim(), isExact: true };
}

/** `{centAmount: 1299, fractionDigits: 2}`. */
function centsIn(state: StateTree, fields: StateFields): Money | null {
  const [cents, digits] = ['centamount', 'fractiondigits'].map((name) => state.resolve(fields.get(name)));
  if (typeof cents !== 'number' || !(cents > 0)) return null;
  return { amount: cents / 10 ** (typeof digits === 'number' && digits >= 0 && digits < 5 ? digits : 2), isExact: true }; // prettier-ignore
}

function originalInside(state: StateTree, fields: StateFields): Money | null {
  for (const name of CURRENT) {
    const inside = state.fieldsOf(fields.get(name));
    const money = inside && firstMoney(state, inside, ORIGINAL_PARTS, 1);
    if (money) return { ...currencyField(currencyIn(state, inside)), ...money };
  }
  return null;
}

/** The price beside one of a sale. */
function plainPrice(state: StateTree, fields: StateFields, sale: Money): Money | null {
  const plain = moneyIn(state, fields.get('price'), 0);
  return plain && plain.amount > sale.amount ? plain : null;
}

function inUnits(
  { isExact, amount, currency = undefined, formatted }: Money,
  shown: ReadonlySet<number>,
  further: string | null,
): ProductPrice {
  const isCents = !isExact && Number.isInteger(amount) && !shown.has(amount) && shown.has(amount / 100);
  return {
    amount: isCents ? amount / 100 : amount,
    ...currencyField(currency ?? further),
    ...(formatted ? { formatted } : {}),
  };
}

const currencyField = (currency: string | null): Pick<ProductPrice, 'currency'> =>
  currency ? { currency } : {};

function currencyIn(state: StateTree, fields: StateFields): string | null {
  for (const name of CURRENCY) {
    const stated = state.resolve(fields.get(name));
    const code = typeof stated === 'string' ? stated : state.resolve(state.fieldsOf(stated)?.get('code'));
    if (typeof code === 'string' && /^[A-Z]{3}$/i.test(code)) return code.toUpperCase();
  }
  return null;
}
