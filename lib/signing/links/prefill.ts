import { createHmac, timingSafeEqual } from 'node:crypto';
import { epochSeconds } from '../../base/clock.ts';
import { invalid } from '../../base/errors.ts';
import { FIELD_KINDS } from '../../fields/kinds.ts';
import { readValue } from '../../fields/read-value.ts';
import { isComputed } from '../../fields/rules/rule-fields.ts';
import { sentenceOf, textProblem } from '../../fields/texts/text-problem.ts';
import type { Template, TemplateFieldItem } from '../../storage/records/template.ts';
import type { TemplateLinkItem } from '../../storage/records/template-link.ts';

/**
 * Values in a link's address. A signature covers the query up to itself, byte by byte as it stands in the address, so
 * that no form of it has to be agreed upon.
 */
const SIGNATURE = 'signature';
const EXPIRES = 'expires';
/** Names that stand for something else in an address. */
const RESERVED = [SIGNATURE, EXPIRES];

const signatureOf = ({ id, secret }: Pick<TemplateLinkItem, 'id' | 'secret'>, signed: string): string =>
  createHmac('sha256', secret).update(`${id}?${signed}`).digest('hex');

/** The query with these values, signed with the link's secret. */
export const signedQuery = (
  link: Pick<TemplateLinkItem, 'id' | 'secret'>,
  values: Readonly<Record<string, string>>,
  expires_at: string | null | undefined,
): string => {
  const query = new URLSearchParams(values);
  if (expires_at) query.set(EXPIRES, String(Math.floor(Date.parse(expires_at) / 1000)));
  return `${query}&${SIGNATURE}=${signatureOf(link, String(query))}`;
};

/** A value in an address, for a field that the link allows. */
export interface Prefilled {
  name: string;
  value: string;
}

/**
 * Reads the values of a query. Other parameters count for nothing: addresses get some on their way. Throws `invalid` if
 * values aren't signed although they have to be, or the signature is wrong or has expired.
 */
export const readPrefill = (
  link: Pick<TemplateLinkItem, 'id' | 'secret' | 'fields' | 'fields_signed'>,
  query: string | null | undefined,
): Prefilled[] => {
  if (!query) return [];
  const at = query.search(/(?:^|&)signature=/);
  const signed = at < 0 ? null : query.slice(0, at);
  const given = new URLSearchParams(signed !== null && link.fields_signed ? signed : query);
  const names = [...new Set(given.keys())].filter((name) => link.fields.includes(name));
  if (names.length === 0) return [];
  if (link.fields_signed) demandSigned(link, signed, query.slice(at), given);
  return names.map((name) => ({ name, value: given.get(name) ?? '' })).filter(({ value }) => value !== '');
};

/** Throws `invalid` unless the part `signed` of a query has the signature in its `rest`, and isn't over. */
const demandSigned = (
  link: Pick<TemplateLinkItem, 'id' | 'secret'>,
  signed: string | null,
  rest: string,
  given: URLSearchParams,
): void => {
  if (signed === null) invalid('prefill', "the values in this link's address must be signed");
  const presented = Buffer.from(new URLSearchParams(rest).get(SIGNATURE) ?? '');
  const right = Buffer.from(signatureOf(link, signed ?? ''));
  if (presented.length !== right.length || !timingSafeEqual(presented, right)) {
    invalid('prefill', 'the signature does not fit the values');
  }
  const expires = given.get(EXPIRES);
  if (expires !== null && !(Number(expires) > epochSeconds())) invalid('prefill', 'the address has expired');
};

/** Throws `invalid` for `parameter` unless the address may fill a field with this name. */
export const demandFillable = (template: Pick<Template, 'fields'>, name: string, parameter: string): void => {
  const field = template.fields.find((one) => one.name === name);
  if (!field) invalid(parameter, `the template has no field ${name}`);
  if (RESERVED.includes(name)) invalid(parameter, `${name} has another meaning in addresses`);
  if (field && (!FIELD_KINDS[field.type].hasDefault || isComputed(field))) {
    invalid(parameter, `${name} takes no value from an address: only texts, dates, lists and boxes do`);
  }
};

/**
 * Reads the values for the fields of the template. Throws `invalid` with the field's name if one can't have its value.
 */
export const prefilledFields = (
  { fields }: Pick<Template, 'fields'>,
  given: readonly Prefilled[],
  parameters = 'prefill',
): { field: TemplateFieldItem; value: string }[] =>
  given.map(({ name, value }) => {
    const parameter = `${parameters}.${name}`;
    const field = fields.find((one) => one.name === name);
    if (!field) return invalid(parameter, 'the document has no such field any more');
    const read = readValue(field, value);
    if ('problem' in read) return invalid(parameter, read.problem);
    const problem = textProblem(field, read.value ?? '');
    if (problem) return invalid(parameter, sentenceOf(problem, field));
    return { field, value: read.value ?? '' };
  });
