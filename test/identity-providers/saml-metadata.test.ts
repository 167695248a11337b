import { DOMParser } from '@xmldom/xmldom';
import { expect, test } from 'vitest';
import { type Parser, readMetadata } from '../../lib/pages/browser/organization/signin/metadata.ts';

const stop = (message: string): never => {
  throw new Error(message);
};
const parser = new DOMParser({
  errorHandler: { warning: stop, error: stop, fatalError: stop },
}) as unknown as Parser;

const REDIRECT = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';
const key = (certificate: string, use = ' use="signing"') =>
  `<md:KeyDescriptor${use}><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
    ${certificate}
  </ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`;
const role = (inner: string, protocol = 'urn:oasis:names:tc:SAML:2.0:protocol') =>
  `<md:IDPSSODescriptor protocolSupportEnumeration="${protocol}">${inner}</md:IDPSSODescriptor>`;
const at = (binding = REDIRECT) => `<md:SingleSignOnService Binding="${binding}" Location="https://idp.example/sso"/>`;
const described = (inner: string, name = 'EntityDescriptor') =>
  `<?xml version="1.0" encoding="UTF-8"?><md:${name} xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="urn:example:idp">${inner}</md:${name}>`;
const read = (xml: string) => readMetadata(parser, xml);

test('metadata tells entity ID, sign-in address, and the certificates that may sign, as Entra and Okta write it', () => {
  const other = at('urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST').replace('/sso', '/post');
  const inner = key('MIIA', ' use="encryption"') + key('MIIB') + key('MII\nC', '') + other + at();
  expect(read(described(`<md:RoleDescriptor/>${role(inner)}`))).toEqual({
    issuer: 'urn:example:idp',
    sign_in_url: 'https://idp.example/sso',
    certificates: ['MIIB', 'MIIC'],
    wants_signed: false,
  });
  const demanding = role(key('A') + at()).replace(' protocol', ' WantAuthnRequestsSigned="true" protocol');
  expect(read(described(demanding))?.wants_signed).toBe(true);
});

test('of many certificates the last three count, each once', () => {
  const keys = ['A', 'B', 'C', 'D', 'D'].map((one) => key(one)).join('');
  expect(read(described(role(keys + at())))?.certificates).toEqual(['B', 'C', 'D']);
});

test.each<[string, string]>([
  ['nothing', ''],
  ['no XML', 'https://idp.example/metadata'],
  ['XML that is cut off', described(role(key('A') + at())).slice(0, -10)],
  ['a document type', `<!DOCTYPE x [<!ENTITY a "b">]>${described(role(key('A') + at()))}`],
  ['several providers', described(described(role(key('A') + at())), 'EntitiesDescriptor')],
  ['two roles of one provider', described(role(key('A') + at()) + role(key('B') + at()))],
  ['a service provider', described('<md:SPSSODescriptor/>')],
  ['a provider of SAML 1.1', described(role(key('A') + at(), 'urn:oasis:names:tc:SAML:1.1:protocol'))],
  ['a provider without a certificate', described(role(at()))],
  ['a provider whose key encrypts alone', described(role(key('A', ' use="encryption"') + at()))],
  ['a provider that takes no requests by redirect', described(role(key('A') + at('urn:x')))],
])('of %s nothing is read', (_what, xml) => {
  expect(read(xml)).toBeNull();
});
