import { SAML } from '@node-saml/node-saml';
import type { Element } from '@xmldom/xmldom';
import { now, SECOND } from '../../base/clock.ts';
import type { SamlProviderItem } from '../../storage/records/identity-provider.ts';
import { assertionConsumer, entityId } from './addresses.ts';
import { readAssertion, type SamlFacts, SKEW, textOf } from './saml-assertion.ts';
import { certificateOf, isInForce } from './saml-certificate.ts';
import { ASSERTION, childrenNamed, parseStrictly, readDocument, type SamlDocument } from './saml-document.ts';
import { refuseAnswer } from './saml-refusal.ts';

/**
 * Verifies what a SAML provider has posted: its form, the signatures by one of the entered certificates, and all that
 * the assertion says of itself. Only what was signed is read, and it must be what stood in the answer and what the
 * library has read. Throws `provider_refused`.
 */
export const verifyAnswer = async (provider: SamlProviderItem, encoded: string): Promise<SamlFacts> => {
  const document = readDocument(encoded);
  const { assertion, profile } = await signedIn(document, provider, encoded);
  if (assertion.getAttribute('ID') !== document.assertion.getAttribute('ID'))
    return refuseAnswer('what is signed is not what it states');
  const facts = readAssertion(assertion, provider);
  if (profile.nameID !== facts.stated.subject || profile.issuer !== provider.issuer)
    return refuseAnswer('what is signed can be read in two ways');
  demandFitting(document.response, provider, facts);
  return facts;
};

/** The assertion as it was signed, and the library's reading of it. */
const signedIn = async ({ isResponseSigned }: SamlDocument, provider: SamlProviderItem, encoded: string) => {
  const { organization_id, saml } = provider;
  const good = saml.certificates.filter((one) => isInForce(certificateOf(one)));
  if (good.length === 0) return refuseAnswer('no certificate of the provider is in force: enter its new one');
  const library = new SAML({
    idpCert: good,
    issuer: entityId(organization_id),
    audience: entityId(organization_id),
    callbackUrl: assertionConsumer(organization_id),
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: isResponseSigned,
    // The library reads the machine's clock.
    acceptedClockSkewMs: SKEW * SECOND + Math.abs(now().getTime() - Date.now()),
  });
  const { profile } = await library.validatePostResponseAsync({ SAMLResponse: encoded }).catch((error: unknown) => {
    const said = error instanceof Error ? error.message : '';
    return refuseAnswer(
      /^Invalid (document )?signature$/.test(said)
        ? 'its signature is by no entered certificate that is in force'
        : said,
    );
  });
  const xml = profile?.getAssertionXml?.();
  if (!profile || xml === undefined) return refuseAnswer('it has no assertion');
  return { assertion: parseStrictly(xml), profile };
};

/** Demands that the response around the assertion, which may be unsigned, says nothing else. */
const demandFitting = (response: Element, provider: SamlProviderItem, { in_response_to }: SamlFacts): void => {
  const issuers = childrenNamed(response, ASSERTION, 'Issuer').map(textOf);
  if (issuers.some((issuer) => issuer !== provider.issuer)) refuseAnswer('its response is of another issuer');
  const destination = response.getAttribute('Destination');
  if (destination && destination !== assertionConsumer(provider.organization_id))
    refuseAnswer('its destination is another address');
  const answered = response.getAttribute('InResponseTo') || null;
  if (answered !== null && answered !== in_response_to) refuseAnswer('its response is to another request');
};
