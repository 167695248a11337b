import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import escapeHtml from 'escape-html';
import { SignedXml } from 'xml-crypto';
import { generateKeyPem } from '../../lib/aws/keys/generate.ts';
import { issueSealCertificate } from '../../lib/aws/keys/seal-certificate.ts';
import { MINUTE, now, timestampIn } from '../../lib/base/clock.ts';
import { newSecret } from '../../lib/base/ids.ts';

/** A key of a provider, with its certificate. */
export interface SamlKey {
  key: string;
  certificate: string;
}

/** A certificate of a key of its own, good for so many years from then on. */
export const newSamlKey = async (validFrom = new Date(now().getTime() - MINUTE), years = 1): Promise<SamlKey> => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-saml-'));
  try {
    const key = generateKeyPem('RSA');
    writeFileSync(join(folder, 'key.pem'), key);
    const of = { key: `file:${join(folder, 'key.pem')}`, subject: 'Example IdP', validFrom, years };
    return { key, certificate: await issueSealCertificate(of) };
  } finally {
    rmSync(folder, { recursive: true });
  }
};

/** Parts of an answer, each of which a test may change. */
export interface Parts {
  id: string;
  issuer: string;
  audience: string;
  recipient: string;
  destination: string;
  request: string | null;
  subject: string;
  format: string;
  attributes: Record<string, string | string[]>;
  instant: string;
  begin: string;
  end: string;
  confirmedEnd: string;
  session: string;
}

const PERSISTENT = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent';
export const EMAIL_ADDRESS = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
export const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';

/** Id of the request in the address to which a sign-in leads, and the request itself. */
export const requestIn = (redirect_to: string): { id: string; xml: string } => {
  const packed = new URL(redirect_to).searchParams.get('SAMLRequest') ?? '';
  const xml = inflateRawSync(Buffer.from(packed, 'base64')).toString('utf8');
  return { id: / ID="([^"]+)"/.exec(xml)?.[1] ?? '', xml };
};

/** Right parts of an answer to a request. */
export const rightParts = (
  to: { issuer: string; entity_id: string; acs_url: string; request: string | null },
  someone: { subject: string; email: string },
): Parts => ({
  id: `_${newSecret()}`,
  issuer: to.issuer,
  audience: to.entity_id,
  recipient: to.acs_url,
  destination: to.acs_url,
  request: to.request,
  subject: someone.subject,
  format: PERSISTENT,
  attributes: { email: someone.email, givenName: 'Grace', sn: 'Hopper' },
  instant: timestampIn(0),
  begin: timestampIn(-MINUTE),
  end: timestampIn(5 * MINUTE),
  confirmedEnd: timestampIn(5 * MINUTE),
  session: timestampIn(60 * MINUTE),
});

/** An assertion, not signed. */
export const assertionOf = (parts: Parts): string => {
  const e = escapeHtml;
  const answered = parts.request === null ? '' : ` InResponseTo="${e(parts.request)}"`;
  const attributes = Object.entries(parts.attributes).map(
    ([name, values]) =>
      `<saml:Attribute Name="${e(name)}">${[values]
        .flat()
        .map((value) => `<saml:AttributeValue>${e(value)}</saml:AttributeValue>`)
        .join('')}</saml:Attribute>`,
  );
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${parts.id}" Version="2.0" IssueInstant="${parts.instant}">`,
    `<saml:Issuer>${e(parts.issuer)}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${parts.format}">${e(parts.subject)}</saml:NameID>`,
    '<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">',
    `<saml:SubjectConfirmationData Recipient="${e(parts.recipient)}" NotOnOrAfter="${parts.confirmedEnd}"${answered}/>`,
    '</saml:SubjectConfirmation></saml:Subject>',
    `<saml:Conditions NotBefore="${parts.begin}" NotOnOrAfter="${parts.end}"><saml:AudienceRestriction><saml:Audience>${e(parts.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${parts.instant}" SessionIndex="s" SessionNotOnOrAfter="${parts.session}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>`,
    '</saml:Assertion>',
  ].join('');
};

/** A response around anything. */
export const responseOf = (
  { issuer, destination, request, instant }: Parts,
  inner: string,
  { id = `_${newSecret()}`, status = 'urn:oasis:names:tc:SAML:2.0:status:Success' } = {},
): string => {
  const answered = request === null ? '' : ` InResponseTo="${escapeHtml(request)}"`;
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id}" Version="2.0" IssueInstant="${instant}" Destination="${escapeHtml(destination)}"${answered}>`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${escapeHtml(issuer)}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`,
    inner,
    '</samlp:Response>',
  ].join('');
};

interface Signing {
  name?: 'Assertion' | 'Response';
  method?: string;
  digest?: string;
  canonical?: string;
  transforms?: string[];
  publishes?: string;
}

/** Signs the assertion, or the response, in a text; as a provider does that does right unless `how` says otherwise. */
export const signed = (xml: string, key: string, how: Signing = {}): string => {
  const { name = 'Assertion', method = RSA_SHA256, digest = SHA256, canonical = EXCLUSIVE } = how;
  const signature = new SignedXml({
    privateKey: key,
    ...(how.publishes ? { publicCert: how.publishes } : {}),
    signatureAlgorithm: method,
    canonicalizationAlgorithm: canonical,
  });
  if (method.includes('hmac')) signature.enableHMAC();
  signature.addReference({
    xpath: `//*[local-name()='${name}']`,
    transforms: how.transforms ?? [`${DSIG}enveloped-signature`, EXCLUSIVE],
    digestAlgorithm: digest,
  });
  const reference = `//*[local-name()='${name}']/*[local-name()='Issuer']`;
  signature.computeSignature(xml, { location: { reference, action: 'after' } });
  return signature.getSignedXml();
};

export const SIGNATURE = /<Signature [\s\S]*?<\/Signature>/;

/** A whole right answer. */
export const answerOf = (parts: Parts, { key }: SamlKey, how: Signing = {}): string =>
  responseOf(parts, signed(assertionOf(parts), key, how));

export const encode = (xml: string): string => Buffer.from(xml, 'utf8').toString('base64');
