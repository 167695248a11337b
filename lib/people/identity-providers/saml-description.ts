import escapeHtml from 'escape-html';
import { assertionConsumer, entityId } from './addresses.ts';

/**
 * Describes the platform to the SAML provider of an organization (SAML 2.0 Metadata 2.4.4). The same for every id, so
 * it tells nothing of organizations.
 */
export const describePlatform = (organization_id: string): string => {
  const consumer = escapeHtml(assertionConsumer(organization_id));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeHtml(entityId(organization_id))}">`,
    '  <SPSSODescriptor AuthnRequestsSigned="false" WantAssertionsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">',
    `    <AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${consumer}" index="0" isDefault="true"/>`,
    '  </SPSSODescriptor>',
    '</EntityDescriptor>',
    '',
  ].join('\n');
};
