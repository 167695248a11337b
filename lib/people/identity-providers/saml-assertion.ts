import type { Element } from '@xmldom/xmldom';
import { DAY, MINUTE, now, SECOND } from '../../base/clock.ts';
import type { SamlProviderItem, SamlStatement } from '../../storage/records/identity-provider.ts';
import { assertionConsumer, entityId } from './addresses.ts';
import { ASSERTION, childrenNamed } from './saml-document.ts';
import { refuseAnswer } from './saml-refusal.ts';

/** Seconds by which clocks of platform and provider may differ. */
export const SKEW = 60;
/** Time after which an assertion is too old, whatever it says itself. */
const OLDEST = 10 * MINUTE;
/** Longest time for which an assertion may be good: its mark is kept for so long. */
const LONGEST_GOOD = DAY;

const BEARER = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
const ADDRESSES = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const TRANSIENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const LONGEST_SUBJECT = 255;
const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/';

/** Names under which providers state names. */
const FIRST_NAMES = ['givenName', 'given_name', 'firstName', `${CLAIMS}givenname`, 'urn:oid:2.5.4.42'];
const LAST_NAMES = ['surname', 'sn', 'family_name', 'lastName', `${CLAIMS}surname`, 'urn:oid:2.5.4.4'];
const NAMES = [
  'displayName',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
];

/** Statements of a good assertion. */
export interface SamlFacts {
  id: string;
  /** The request that it answers; null if it answers none. */
  in_response_to: string | null;
  /** Time in milliseconds until which it could be sent again. */
  good_until: number;
  stated: SamlStatement & { claims: Record<string, string | string[]> };
}

/**
 * Reads an assertion whose signature is right, and checks all that makes it one for this platform and for now (SAML 2.0
 * Profiles 4.1.4.3): issuer, audience, recipient, times, a bearer, a person. Throws `provider_refused`.
 */
export const readAssertion = (assertion: Element, provider: SamlProviderItem): SamlFacts => {
  const { organization_id, issuer, saml } = provider;
  const id = assertion.getAttribute('ID') ?? '';
  const stated = textOf(only(assertion, 'Issuer'));
  if (stated !== issuer) return refuseAnswer(`it is of the issuer ${stated}, not ${issuer}`);
  const issued = timeOf(assertion, 'IssueInstant');
  if (issued > latest()) return refuseAnswer('it is from the future');
  if (issued + OLDEST < earliest()) return refuseAnswer('it was made long ago');
  const ends = [demandConditions(only(assertion, 'Conditions'), entityId(organization_id))];
  for (const statement of childrenNamed(assertion, ASSERTION, 'AuthnStatement'))
    if (statement.hasAttribute('SessionNotOnOrAfter')) demandNotOver(statement, 'SessionNotOnOrAfter');
  if (childrenNamed(assertion, ASSERTION, 'AuthnStatement').length === 0)
    return refuseAnswer('it does not say that somebody has signed in');
  const subject = only(assertion, 'Subject');
  const confirmed = bearerOf(subject, assertionConsumer(organization_id));
  const nameId = only(subject, 'NameID');
  const claims = attributesOf(assertion);
  return {
    id,
    in_response_to: confirmed.in_response_to,
    good_until: Math.min(...[...ends, confirmed.end].filter((end) => end !== undefined)) + SKEW * SECOND,
    stated: personOf(nameId, claims, saml.email_attribute),
  };
};

const latest = (): number => now().getTime() + SKEW * SECOND;
const earliest = (): number => now().getTime() - SKEW * SECOND;

/** The only child of this name. */
const only = (parent: Element, name: string): Element => {
  const [one, ...others] = childrenNamed(parent, ASSERTION, name);
  return one && others.length === 0 ? one : refuseAnswer(`its ${parent.localName} must have one ${name}`);
};

/** Text of an element that has nothing else in it. */
export const textOf = (element: Element): string =>
  isPlain(element) ? (element.textContent ?? '') : refuseAnswer(`its ${element.localName} is no plain text`);

const isPlain = ({ childNodes }: Element): boolean => Array.from(childNodes).every(({ nodeType }) => nodeType === 3);

/** A time in UTC, as SAML writes it (Core 1.3.3). */
const timeOf = (element: Element, name: string): number => {
  const text = element.getAttribute(name) ?? '';
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(time) ? refuseAnswer(`its ${element.localName} has no ${name}, or none in UTC`) : time;
};

const demandNotOver = (element: Element, name = 'NotOnOrAfter'): number => {
  const end = timeOf(element, name);
  return end <= earliest() ? refuseAnswer('it is over') : end;
};

const demandBegun = (element: Element): void => {
  if (element.hasAttribute('NotBefore') && timeOf(element, 'NotBefore') > latest()) refuseAnswer('it is not good yet');
};

/** Demands that the conditions hold, and that this platform is among each group of those whom it is for. */
const demandConditions = (conditions: Element, audience: string): number | undefined => {
  demandBegun(conditions);
  const end = conditions.hasAttribute('NotOnOrAfter') ? demandNotOver(conditions) : undefined;
  const restrictions = childrenNamed(conditions, ASSERTION, 'AudienceRestriction');
  if (restrictions.length === 0) return refuseAnswer('it does not say for whom it is (AudienceRestriction)');
  for (const restriction of restrictions) {
    const named = childrenNamed(restriction, ASSERTION, 'Audience').map(textOf);
    if (!named.includes(audience)) return refuseAnswer(`it is for ${named.join(', ')}, not for ${audience}`);
  }
  return end;
};

/** The confirmation that whoever brings the assertion to this address, in time, is the person. */
const bearerOf = (subject: Element, recipient: string): { in_response_to: string | null; end: number } => {
  const [bearer, ...others] = childrenNamed(subject, ASSERTION, 'SubjectConfirmation').filter(
    (one) => one.getAttribute('Method') === BEARER,
  );
  if (!bearer || others.length > 0) return refuseAnswer('it must have one SubjectConfirmation by bearer');
  const data = only(bearer, 'SubjectConfirmationData');
  const stated = data.getAttribute('Recipient');
  if (stated !== recipient) return refuseAnswer(`its recipient is ${stated || 'nobody'}, not ${recipient}`);
  if (data.hasAttribute('NotBefore')) return refuseAnswer('its SubjectConfirmationData may have no NotBefore');
  const end = demandNotOver(data);
  if (end > now().getTime() + LONGEST_GOOD) return refuseAnswer('it is good for more than a day');
  return { in_response_to: data.hasAttribute('InResponseTo') ? data.getAttribute('InResponseTo') : null, end };
};

/** Attributes by their names, each with its values. What is no plain text is left out. */
const attributesOf = (assertion: Element): Record<string, string | string[]> => {
  const found = new Map<string, string[]>();
  const statements = childrenNamed(assertion, ASSERTION, 'AttributeStatement');
  for (const attribute of statements.flatMap((one) => childrenNamed(one, ASSERTION, 'Attribute'))) {
    const name = attribute.getAttribute('Name') ?? '';
    const values = childrenNamed(attribute, ASSERTION, 'AttributeValue').filter(isPlain).map(textOf);
    found.set(name, [...(found.get(name) ?? []), ...values]);
  }
  return Object.fromEntries(
    [...found].map(([name, [value, ...more]]) => [name, more.length === 0 ? (value ?? '') : [value ?? '', ...more]]),
  );
};

const personOf = (
  nameId: Element,
  attributes: Record<string, string | string[]>,
  email_attribute: string | null,
): SamlFacts['stated'] => {
  const [subject, format] = [textOf(nameId), nameId.getAttribute('Format') ?? ''];
  if (subject.trim() === '' || subject.length > LONGEST_SUBJECT) return refuseAnswer('it names no subject');
  if (format === TRANSIENT)
    return refuseAnswer(
      'its NameID is transient, which names nobody a second time: let the provider send a persistent one',
    );
  const textAt = (name: string): string => {
    const value = attributes[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const firstOf = (names: readonly string[]): string | undefined => names.map(textAt).find((text) => text !== '');
  const byName = format === ADDRESSES ? subject.trim() : undefined;
  const email = email_attribute === null ? byName : firstOf([email_attribute]);
  const [first_name, last_name, name] = [FIRST_NAMES, LAST_NAMES, NAMES].map(firstOf);
  return {
    subject,
    ...(email === undefined ? {} : { email }),
    ...(first_name === undefined ? {} : { first_name }),
    ...(last_name === undefined ? {} : { last_name }),
    ...(name === undefined ? {} : { name }),
    claims: { NameID: subject, 'NameID Format': format, ...attributes },
  };
};
