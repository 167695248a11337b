import { deflateRawSync } from 'node:zlib';
import escapeHtml from 'escape-html';
import { timestamp } from '../../base/clock.ts';
import type { SamlProviderItem } from '../../storage/records/identity-provider.ts';
import { assertionConsumer, entityId } from './addresses.ts';
import { type Beginning, keepBegun, newState } from './begun.ts';

/**
 * Begins a sign-in at a SAML provider, and returns its page with the request (SAML 2.0 Bindings 3.4, HTTP Redirect).
 * The request's id is the sign-in's `state`: the signed assertion has to name it. No RelayState is sent, and none is
 * looked at.
 */
export const beginSaml = async (provider: SamlProviderItem, beginning: Beginning): Promise<string> => {
  const state = newState(beginning.within);
  const page = new URL(provider.saml.sign_in_url);
  page.searchParams.set('SAMLRequest', deflateRawSync(requestOf(provider, state)).toString('base64'));
  await keepBegun(state, provider, beginning);
  return page.href;
};

const requestOf = ({ organization_id, saml }: SamlProviderItem, id: string): string => {
  const attributes = {
    'xmlns:samlp': 'urn:oasis:names:tc:SAML:2.0:protocol',
    'xmlns:saml': 'urn:oasis:names:tc:SAML:2.0:assertion',
    ID: id,
    Version: '2.0',
    IssueInstant: timestamp(),
    Destination: saml.sign_in_url,
    ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
    AssertionConsumerServiceURL: assertionConsumer(organization_id),
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escapeHtml(value)}"`);
  const issuer = `<saml:Issuer>${escapeHtml(entityId(organization_id))}</saml:Issuer>`;
  return `<samlp:AuthnRequest ${written.join(' ')}>${issuer}</samlp:AuthnRequest>`;
};
