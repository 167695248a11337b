const METADATA = 'urn:oasis:names:tc:SAML:2.0:metadata';
const SIGNATURE = 'http://www.w3.org/2000/09/xmldsig#';
const PROTOCOL = 'urn:oasis:names:tc:SAML:2.0:protocol';
const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

/** Settings of a SAML provider that its metadata tells. */
export interface Metadata {
  issuer: string;
  sign_in_url: string;
  certificates: string[];
  /** The provider takes signed requests alone, which the platform can't make. */
  wants_signed: boolean;
}

/** The parts of a document that are read; a browser's own documents have them. */
interface Part {
  readonly localName: string | null;
  readonly namespaceURI: string | null;
  getAttribute: (name: string) => string | null;
  getElementsByTagNameNS: (namespace: string, name: string) => ArrayLike<Part>;
  readonly textContent: string | null;
}
export interface Parser {
  parseFromString: (xml: string, type: 'text/xml') => { readonly documentElement: Part | null };
}

/**
 * Reads the metadata of one SAML 2.0 identity provider (SAML 2.0 Metadata 2.4.3), in the reader's own browser: entity
 * ID, address of sign-ins by HTTP Redirect, and the last three certificates that may sign. Null for anything else, and
 * for what has a document type.
 */
export const readMetadata = (parser: Parser, xml: string): Metadata | null => {
  const text = xml.trim();
  if (!text.startsWith('<') || text.length > 1_000_000 || /<!(DOCTYPE|ENTITY)/i.test(text)) return null;
  const root = parsed(parser, text);
  if (root?.localName !== 'EntityDescriptor' || root.namespaceURI !== METADATA) return null;
  const [role, ...others] = named(root, METADATA, 'IDPSSODescriptor').filter((one) =>
    one.getAttribute('protocolSupportEnumeration')?.split(/\s+/).includes(PROTOCOL),
  );
  if (!role || others.length > 0) return null;
  const issuer = root.getAttribute('entityID')?.trim();
  const sign_in_url = named(role, METADATA, 'SingleSignOnService')
    .find((one) => one.getAttribute('Binding') === REDIRECT)
    ?.getAttribute('Location');
  const certificates = named(role, METADATA, 'KeyDescriptor')
    .filter((one) => one.getAttribute('use') !== 'encryption')
    .flatMap((one) => named(one, SIGNATURE, 'X509Certificate'))
    .map((one) => (one.textContent ?? '').replace(/\s+/g, ''))
    .filter((one) => one !== '');
  const different = [...new Set(certificates)].slice(-3);
  const wants_signed = ['true', '1'].includes(role.getAttribute('WantAuthnRequestsSigned')?.trim() ?? '');
  return issuer && sign_in_url && different.length > 0
    ? { issuer, sign_in_url, certificates: different, wants_signed }
    : null;
};

const named = (part: Part, namespace: string, name: string): Part[] =>
  Array.from(part.getElementsByTagNameNS(namespace, name));

/** The root of a document; null for what is none. A browser answers a document about the fault, others throw. */
const parsed = (parser: Parser, text: string): Part | null => {
  try {
    return parser.parseFromString(text, 'text/xml').documentElement;
  } catch {
    return null;
  }
};
