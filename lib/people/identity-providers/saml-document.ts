import { DOMParser, type Element } from '@xmldom/xmldom';
import { refuseAnswer } from './saml-refusal.ts';

/**
 * An answer as it may come from a provider: before any signature is looked at, and stricter than SAML, so that no two
 * readers of the text can see different things in it.
 */

const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
export const ASSERTION = 'urn:oasis:names:tc:SAML:2.0:assertion';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = `${SIGNATURE}enveloped-signature`;

/** SHA-1 and secrets in the place of keys (HMAC) are none of these. */
const SIGNATURE_METHODS = [256, 512].map((bits) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${bits}`);
const DIGEST_METHODS = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];

/** Longest answer, in letters of base64. */
export const LONGEST_ANSWER = 150_000;
const MOST_ELEMENTS = 2000;
const DEEPEST = 25;

/** An answer of the form that is taken. */
export interface SamlDocument {
  xml: string;
  response: Element;
  assertion: Element;
  /** True if the response is signed, beside the assertion. */
  isResponseSigned: boolean;
}

/** The text of an answer. Throws `provider_refused` for one that isn't base64 of UTF-8. */
const decodeAnswer = (encoded: string): string => {
  const packed = encoded.replace(/[\r\n\t ]+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(packed) || packed.length % 4 !== 0) return refuseAnswer('it is not base64');
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(Buffer.from(packed, 'base64'));
  } catch {
    return refuseAnswer('it is not UTF-8');
  }
};

/** Parses XML without a document type, comments, CDATA and processing instructions. Throws `provider_refused`. */
export const parseStrictly = (xml: string): Element => {
  const body = xml.replace(/^\s*<\?xml version="1\.0"( encoding="utf-8")?( standalone="(yes|no)")?\s*\?>/i, '');
  if (/<[!?]/.test(body))
    return refuseAnswer('it has a document type, a comment, CDATA or a processing instruction, and may have none');
  // The parser reports what its handlers throw as a further fault: the first one tells what is wrong.
  const faults: string[] = [];
  const stop = (message: string): never => {
    faults.push(message);
    throw new Error(message);
  };
  const parser = new DOMParser({ errorHandler: { warning: stop, error: stop, fatalError: stop } });
  const root = attempted(() => parser.parseFromString(body.trim(), 'text/xml').documentElement);
  if (faults.length > 0) return refuseAnswer(`it is not well-formed: ${faults[0]}`);
  return root ?? refuseAnswer('it is empty');
};

const attempted = <T>(read: () => T): T | undefined => {
  try {
    return read();
  } catch {
    return undefined;
  }
};

/** The elements in an element, and itself. Throws `provider_refused` if they are too many, or too deep. */
const elementsIn = (root: Element): Element[] => {
  const found: Element[] = [];
  const open: [Element, number][] = [[root, 1]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [element, depth] = next;
    found.push(element);
    if (depth > DEEPEST || found.length > MOST_ELEMENTS) return refuseAnswer('it is too large');
    for (const child of childrenOf(element)) open.push([child, depth + 1]);
  }
  return found;
};

const childrenOf = (element: Element): Element[] =>
  Array.from(element.childNodes).filter((node) => node.nodeType === 1) as Element[];

/** Children with this name. */
export const childrenNamed = (element: Element, namespace: string, name: string): Element[] =>
  childrenOf(element).filter((child) => isNamed(child, namespace, name));

const isNamed = ({ namespaceURI, localName }: Element, namespace: string, name: string): boolean =>
  namespaceURI === namespace && localName === name;

/**
 * Reads an answer and demands its form: one response with exactly one assertion in it, that is signed itself; ids that
 * each name one element; signatures at those two places alone, of what they stand in, by algorithms that are still
 * good. Says nothing of whether the signatures are right. Throws `provider_refused`.
 */
export const readDocument = (encoded: string): SamlDocument => {
  const xml = decodeAnswer(encoded);
  const response = parseStrictly(xml);
  if (!isNamed(response, PROTOCOL, 'Response')) return refuseAnswer('it is no SAML 2.0 response');
  const elements = elementsIn(response);
  demandSuccess(response);
  if (elements.some(({ localName }) => localName === 'EncryptedAssertion' || localName === 'EncryptedData'))
    return refuseAnswer('its assertion is encrypted: turn encryption off at the provider, the connection is encrypted');
  const [assertion, ...more] = elements.filter(({ localName }) => localName === 'Assertion');
  if (!assertion) return refuseAnswer('it has no assertion');
  if (more.length > 0) return refuseAnswer('it has several assertions');
  if (!isNamed(assertion, ASSERTION, 'Assertion') || assertion.parentNode !== response)
    return refuseAnswer('its assertion is not in its place');
  for (const one of [response, assertion])
    if (one.getAttribute('Version') !== '2.0') return refuseAnswer('it is not of SAML 2.0');
  demandOwnIds(elements);
  const signatures = elements.filter(({ localName }) => localName === 'Signature');
  const [ofAssertion, ofResponse] = [assertion, response].map((one) => signaturesOf(one));
  if (ofAssertion?.length !== 1)
    return refuseAnswer('its assertion is not signed: let the provider sign the assertion');
  if ((ofResponse?.length ?? 0) > 1 || signatures.length !== 1 + (ofResponse?.length ?? 0))
    return refuseAnswer('it has a signature at another place than its own');
  for (const signature of signatures) demandForm(signature);
  return { xml, response, assertion, isResponseSigned: ofResponse?.length === 1 };
};

const signaturesOf = (element: Element): Element[] => childrenNamed(element, SIGNATURE, 'Signature');

/** Throws `provider_refused`, with the provider's own words, if it says that nobody has signed in. */
const demandSuccess = (response: Element): void => {
  const [status, ...others] = childrenNamed(response, PROTOCOL, 'Status');
  const [code] = status ? childrenNamed(status, PROTOCOL, 'StatusCode') : [];
  const said = code?.getAttribute('Value') ?? '';
  if (others.length === 0 && said === 'urn:oasis:names:tc:SAML:2.0:status:Success') return;
  const inner = code && childrenNamed(code, PROTOCOL, 'StatusCode')[0]?.getAttribute('Value');
  const message = status && childrenNamed(status, PROTOCOL, 'StatusMessage')[0]?.textContent;
  refuseAnswer(['the provider says', said || 'nothing', inner, message].filter(Boolean).join(' '));
};

/** An id names one element, in whatever way it is written. */
const demandOwnIds = (elements: readonly Element[]): void => {
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ name, localName }) => /^id$/i.test(localName || name))
      .map(({ value }) => value),
  );
  if (new Set(ids).size !== ids.length) refuseAnswer('an id stands in it twice');
  if (ids.some((id) => !/^[\w.-]{1,200}$/.test(id))) refuseAnswer('an id is of letters that none may have');
};

/** Demands that a signature is of the element that it stands in, as a whole, and says nothing else. */
const demandForm = (signature: Element): void => {
  const only = (parent: Element | undefined, name: string): Element => {
    const [one, ...others] = parent ? childrenNamed(parent, SIGNATURE, name) : [];
    return one && others.length === 0 ? one : refuseAnswer(`its signature must have one ${name}`);
  };
  const method = (element: Element): string => element.getAttribute('Algorithm') ?? '';
  if (childrenOf(signature).some(({ localName }) => !['SignedInfo', 'SignatureValue', 'KeyInfo'].includes(localName)))
    refuseAnswer('its signature has a part that it may not have');
  const info = only(signature, 'SignedInfo');
  only(signature, 'SignatureValue');
  if (method(only(info, 'CanonicalizationMethod')) !== EXCLUSIVE)
    refuseAnswer('its signature must be of exclusive canonical XML without comments');
  if (!SIGNATURE_METHODS.includes(method(only(info, 'SignatureMethod'))))
    refuseAnswer('it is signed by another algorithm than RSA with SHA-256 or SHA-512');
  const reference = only(info, 'Reference');
  const signed = signature.parentNode as Element;
  if (reference.getAttribute('URI') !== `#${signed.getAttribute('ID')}`)
    refuseAnswer('a signature is of something else than what it stands in');
  if (!DIGEST_METHODS.includes(method(only(reference, 'DigestMethod'))))
    refuseAnswer('its signature uses another hash than SHA-256 or SHA-512');
  const transforms = childrenOf(only(reference, 'Transforms')).map(method);
  if (transforms.join(' ') !== `${ENVELOPED} ${EXCLUSIVE}`)
    refuseAnswer('its signature must be enveloped, of exclusive canonical XML without comments');
};
