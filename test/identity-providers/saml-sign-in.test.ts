import { createPublicKey, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DAY, MINUTE, timestampIn } from '../../lib/base/clock.ts';
import type { Api } from '../api.ts';
import { claimsOf } from '../authentication/claims.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';
import { ok, refusalOf } from '../stories/envelope.ts';
import { begin, cookieOf, end } from './company.ts';
import {
  partsFor,
  post,
  queryOf,
  type SamlCompany,
  samlCompanyAt,
  samlSettings,
  signInBySaml,
} from './saml-company.ts';
import {
  answerOf,
  assertionOf,
  EMAIL_ADDRESS,
  newSamlKey,
  type Parts,
  RSA_SHA256,
  requestIn,
  responseOf,
  rightParts,
  type SamlKey,
  SIGNATURE,
  signed,
} from './saml-provider.ts';

const ISSUER = 'http://www.okta.com/exk1fcia6d6EMsf331d8';

let api: Api;
let dns: Dns;
let stop: () => Promise<void>;
let key: SamlKey;
let stranger: SamlKey;
let company: SamlCompany;
beforeAll(async () => {
  ({ api, dns, stop } = await startApiWithDns());
  [key, stranger] = await Promise.all([newSamlKey(), newSamlKey()]);
  company = await samlCompanyAt(api, dns, ISSUER, key);
});
afterAll(() => stop());

let people = 0;
const somebody = (at: SamlCompany = company) => {
  people += 1;
  return { subject: `subject-${people}`, email: `person-${people}@${at.domain}` };
};
const membersOf = async ({ owner }: SamlCompany) => ok(await api.as(owner).getOrganizationMembers());
const REFUSED = [401, 'provider_refused'];
const OVER = [401, 'provider_sign_in_over'];
const REQUIRED = [401, 'provider_required'];
const reasonOf = ({ body }: { body: unknown }): string => String((body as { error?: string }).error);
const unsolicited = (at: SamlCompany, someone = somebody(at)): Parts => rightParts({ ...at, request: null }, someone);

describe('a sign-in', () => {
  test('begins with a request to the provider that names the platform, and ends as one by OpenID Connect does', async () => {
    const someone = somebody();
    const begun = await begin(api, company);
    const { id, xml } = requestIn(begun.redirect_to);
    expect(new URL(begun.redirect_to).searchParams.get('app')).toBe('1');
    expect(xml).toContain(`<saml:Issuer>${company.entity_id}</saml:Issuer>`);
    expect(xml).toContain(`AssertionConsumerServiceURL="${company.acs_url}"`);
    const taken = await post(api, company, answerOf(partsFor(company, begun, someone), key));
    const location = new URL(taken.headers.get('location') ?? '');
    expect([taken.status, location.origin + location.pathname]).toEqual([302, company.acs_url]);
    expect(queryOf(taken).state).toBe(id);
    const { access_token: token } = ok(await end(api, begun, queryOf(taken)));
    expect(claimsOf(token)).toMatchObject({
      email: someone.email,
      first_name: 'Grace',
      last_name: 'Hopper',
      organization_id: company.path.organization_id,
      roles: ['member'],
    });
    const [session] = ok(await api.as({ token }).getSessions());
    expect(session?.source).toBe('provider');
  });

  test('leads to the same member by the same NameID, whatever address is stated later', async () => {
    const someone = somebody();
    const first = claimsOf(ok(await signInBySaml(api, company, key, someone)).access_token);
    const second = ok(await signInBySaml(api, company, key, { ...someone, email: company.owner.email }));
    expect(claimsOf(second.access_token).sub).toBe(first.sub);
  });

  test('takes the address from the NameID, where that is one and no attribute is named', async () => {
    const at = await samlCompanyAt(api, dns, ISSUER, key, { email_attribute: null });
    const { email } = somebody(at);
    const sign = async (format: string) => {
      const begun = await begin(api, at);
      const parts = { ...partsFor(at, begun, { subject: email, email: 'ignored@unproven.example' }), format };
      return end(api, begun, queryOf(await post(api, at, answerOf(parts, key))));
    };
    expect(refusalOf(await sign('urn:oasis:names:tc:SAML:2.0:nameid-format:persistent'))).toEqual(REFUSED);
    expect(claimsOf(ok(await sign(EMAIL_ADDRESS)).access_token).email).toBe(email);
  });

  test('waits for an administrator where the organization says so', async () => {
    const cautious = await samlCompanyAt(api, dns, ISSUER, key, { new_members: 'wait' });
    expect(refusalOf(await signInBySaml(api, cautious, key, somebody(cautious)))).toEqual([401, 'sign_in_waits']);
  });

  test('takes an answer whose response is signed beside the assertion, and one by SHA-512', async () => {
    for (const sign of [
      (parts: Parts) => signed(answerOf(parts, key), key.key, { name: 'Response' }),
      (parts: Parts) => answerOf(parts, key, { method: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' }),
    ]) {
      const begun = await begin(api, company);
      const taken = await post(api, company, sign(partsFor(company, begun, somebody())));
      expect((await end(api, begun, queryOf(taken))).status).toBe(200);
    }
  });

  test('knows a letter beyond ASCII, an ampersand and a second value for what they are', async () => {
    const begun = await begin(api, company);
    const someone = somebody();
    const right = partsFor(company, begun, someone);
    const attributes = { email: someone.email, givenName: 'Zoë & Søn', groups: ['a', 'b'] };
    const taken = await post(api, company, answerOf({ ...right, attributes }, key));
    expect(claimsOf(ok(await end(api, begun, queryOf(taken))).access_token).first_name).toBe('Zoë & Søn');
  });

  test('can be demanded, and is offered for the domain of an address', async () => {
    const at = await samlCompanyAt(api, dns, ISSUER, key);
    const { owner, path, domain } = at;
    const known = somebody(at);
    const password = 'a password of her own';
    await api.signUp({ email: known.email, password });
    const profile_id = claimsOf(ok(await signInBySaml(api, at, key, known)).access_token).profile_id as string;
    // By the password she is in her own organization, and can move into this one until it demands its provider.
    const byPassword = { grant_type: 'password', username: known.email, password };
    const move = async () => {
      const { access_token: token } = ok(await api.anyone.authenticate({ body: byPassword }));
      return api.as({ token }).switchProfile({ path: { profile_id } });
    };
    const moved = { token: ok(await move()).access_token };
    const body = samlSettings(ISSUER, key, { required: true, emergency_profile_ids: [owner.profile_id] });
    ok(await api.as(owner).setIdentityProvider({ path, body }));
    expect(ok(await api.anyone.findSignInWays({ body: { email: `x@${domain}` } })).provider?.id).toBe(
      path.organization_id,
    );
    const refused = await api.as(moved).getTemplates();
    expect(refusalOf(refused)).toEqual(REQUIRED);
    expect(reasonOf(refused)).toContain(`/login?provider=${path.organization_id}`);
    expect(refusalOf(await move())).toEqual(REQUIRED);
    // An answer that is refused opens nothing, and leaves the demand.
    const forged = answerOf(partsFor(at, await begin(api, at), known), stranger);
    expect(refusalOf(await post(api, at, forged))).toEqual(REFUSED);
    expect(refusalOf(await api.as(moved).getTemplates())).toEqual(REQUIRED);
    const { access_token: token } = ok(await signInBySaml(api, at, key, known));
    expect((await api.as({ token }).getTemplates()).status).toBe(200);
    expect((await api.as(owner).getTemplates()).status).toBe(200);
  });
});

describe('an answer is refused', () => {
  /** Somebody else's assertion: the owner's, with another id. */
  const evil = (parts: Parts): string =>
    assertionOf({ ...parts, id: '_evil', subject: 'evil', attributes: { email: company.owner.email } });
  const withSignature = (assertion: string, signature: string): string =>
    assertion.replace('</saml:Issuer>', `</saml:Issuer>${signature}`);
  const parted = (xml: string): { bare: string; signature: string } => ({
    bare: xml.replace(SIGNATURE, ''),
    signature: SIGNATURE.exec(xml)?.[0] ?? '',
  });
  const good = (parts: Parts): string => signed(assertionOf(parts), key.key);
  const change =
    (more: (parts: Parts) => Partial<Parts>) =>
    (parts: Parts): string =>
      answerOf({ ...parts, ...more(parts) }, key);
  const edited =
    (from: string | RegExp, to: string) =>
    (parts: Parts): string =>
      responseOf(parts, signed(assertionOf(parts).replace(from, to), key.key));
  const OTHER = 'https://evil.example/saml';

  test.each<[what: string, reason: string, make: (parts: Parts) => string]>([
    // Signature wrapping, as in Somorovsky et al., "On Breaking SAML".
    [
      'wrapped 1: a signed response inside the signature of another',
      'several assertions',
      (parts) => {
        const { bare, signature } = parted(
          signed(responseOf(parts, assertionOf(parts)), key.key, { name: 'Response' }),
        );
        return responseOf(parts, withSignature(evil(parts), signature.replace('</Signature>', `${bare}</Signature>`)));
      },
    ],
    [
      'wrapped 2: a signed response beside its signature, in another response',
      'several assertions',
      (parts) => {
        const { bare, signature } = parted(
          signed(responseOf(parts, assertionOf(parts)), key.key, { name: 'Response' }),
        );
        return responseOf(parts, bare + signature + evil(parts));
      },
    ],
    [
      'wrapped 3: another assertion before the signed one',
      'several assertions',
      (parts) => responseOf(parts, evil(parts) + good(parts)),
    ],
    [
      'wrapped 4: the signed assertion inside another',
      'several assertions',
      (parts) => responseOf(parts, evil(parts).replace('</saml:Assertion>', `${good(parts)}</saml:Assertion>`)),
    ],
    [
      'wrapped 5: the signature in another assertion, and the signed one after it',
      'several assertions',
      (parts) => {
        const { bare, signature } = parted(good(parts));
        return responseOf(parts, withSignature(evil(parts), signature) + bare);
      },
    ],
    [
      'wrapped 6: the signed assertion inside the signature of another',
      'several assertions',
      (parts) => {
        const { bare, signature } = parted(good(parts));
        return responseOf(parts, withSignature(evil(parts), signature.replace('</Signature>', `${bare}</Signature>`)));
      },
    ],
    [
      'wrapped 7: another assertion in the extensions',
      'several assertions',
      (parts) => responseOf(parts, `<samlp:Extensions>${evil(parts)}</samlp:Extensions>${good(parts)}`),
    ],
    [
      'wrapped 8: the signed assertion as an object of the signature of another',
      'several assertions',
      (parts) => {
        const { bare, signature } = parted(good(parts));
        const object = `<Object>${bare}</Object></Signature>`;
        return responseOf(parts, withSignature(evil(parts), signature.replace('</Signature>', object)));
      },
    ],
    [
      'whose signature is of the response, whose id the assertion also has',
      'an id stands in it twice',
      (parts) => responseOf(parts, good(parts), { id: parts.id }),
    ],
    [
      'whose signed part is in extensions under the same id, written otherwise',
      'an id stands in it twice',
      (parts) => responseOf(parts, `<samlp:Extensions><x Id="${parts.id}"/></samlp:Extensions>${good(parts)}`),
    ],
    [
      'whose signature is of another element than it stands in',
      'of something else than what it stands in',
      (parts) => {
        const { signature } = parted(good({ ...parts, id: '_other' }));
        return responseOf(parts, withSignature(assertionOf(parts), signature));
      },
    ],
    ['that is not signed', 'not signed', (parts) => responseOf(parts, assertionOf(parts))],
    [
      'of which the response alone is signed',
      'not signed',
      (parts) => signed(responseOf(parts, assertionOf(parts)), key.key, { name: 'Response' }),
    ],
    [
      'whose assertion is right and whose response has been changed',
      'by no entered certificate',
      (parts) =>
        signed(answerOf(parts, key), key.key, { name: 'Response' })
          .replace('status:Success"/>', 'status:Success" />')
          .replace(/(<samlp:Response [^>]*) IssueInstant="[^"]*"/, `$1 IssueInstant="${timestampIn(-1000)}"`),
    ],
    [
      'whose address has been changed',
      'by no entered certificate',
      (parts) => answerOf(parts, key).replace(String(parts.attributes.email), company.owner.email),
    ],
    [
      'whose NameID has been changed',
      'by no entered certificate',
      (parts) => answerOf(parts, key).replace(`>${parts.subject}<`, '>somebody else<'),
    ],
    [
      'whose signature is empty',
      'by no entered certificate',
      (parts) => answerOf(parts, key).replace(/<SignatureValue>[^<]*</, '<SignatureValue><'),
    ],
    ["signed by a stranger's key", 'by no entered certificate', (parts) => answerOf(parts, stranger)],
    [
      "signed by a stranger's key, whose certificate it brings along",
      'by no entered certificate',
      (parts) => responseOf(parts, signed(assertionOf(parts), stranger.key, { publishes: stranger.certificate })),
    ],
    [
      'signed with SHA-1',
      'another algorithm',
      (parts) => answerOf(parts, key, { method: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }),
    ],
    [
      'hashed with SHA-1',
      'another hash',
      (parts) => answerOf(parts, key, { digest: 'http://www.w3.org/2000/09/xmldsig#sha1' }),
    ],
    [
      'whose shared secret is the public key (key confusion)',
      'another algorithm',
      (parts) => {
        const publicKey = createPublicKey(
          new X509Certificate(key.certificate).publicKey.export({ type: 'spki', format: 'pem' }),
        );
        const secret = publicKey.export({ type: 'spki', format: 'pem' }).toString();
        return responseOf(
          parts,
          signed(assertionOf(parts), secret, { method: 'http://www.w3.org/2000/09/xmldsig#hmac-sha1' }),
        );
      },
    ],
    ['whose algorithm is none', 'another algorithm', (parts) => answerOf(parts, key).replace(RSA_SHA256, 'none')],
    [
      'signed over canonical XML that leaves comments out and in',
      'exclusive canonical XML',
      (parts) => answerOf(parts, key, { canonical: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' }),
    ],
    [
      'signed over an own transformation',
      'must be enveloped',
      (parts) =>
        answerOf(parts, key).replace(
          /<Transforms>/,
          '<Transforms><Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
        ),
    ],
    [
      'with a comment in the NameID, after which a reader may stop',
      'a comment',
      (parts) =>
        answerOf(parts, key).replace(
          `>${parts.subject}<`,
          `>${parts.subject.slice(0, 3)}<!---->${parts.subject.slice(3)}<`,
        ),
    ],
    [
      'with a comment in the address',
      'a comment',
      (parts) =>
        answerOf({ ...parts, attributes: { email: `${company.owner.email}.evil.example` } }, key).replace(
          '.evil.example',
          '<!---->.evil.example',
        ),
    ],
    [
      'with CDATA in the NameID',
      'CDATA',
      (parts) => answerOf(parts, key).replace(`>${parts.subject}<`, `><![CDATA[${parts.subject}]]><`),
    ],
    [
      'with a processing instruction',
      'processing instruction',
      (parts) => answerOf(parts, key).replace('<samlp:Status>', '<?x y?><samlp:Status>'),
    ],
    [
      'with entities that expand (billion laughs)',
      'a document type',
      (parts) =>
        `<!DOCTYPE r [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${answerOf(parts, key).replace(parts.subject, '&b;')}`,
    ],
    [
      'with an entity that reads a file',
      'a document type',
      (parts) =>
        `<?xml version="1.0"?><!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${answerOf(parts, key).replace(parts.subject, '&x;')}`,
    ],
    [
      'with an encrypted assertion',
      'encrypted',
      (parts) =>
        responseOf(
          parts,
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><x/></saml:EncryptedAssertion>',
        ),
    ],
    ['for another audience', 'audience mismatch', change(() => ({ audience: OTHER }))],
    [
      'for an audience that only begins like this one',
      'audience mismatch',
      change(({ audience }) => ({ audience: `${audience}/x` })),
    ],
    [
      'for nobody in particular',
      'AudienceRestriction',
      edited(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, ''),
    ],
    ['of another issuer', 'of the issuer', change(() => ({ issuer: OTHER }))],
    ['whose issuer has a slash more', 'of the issuer', change(({ issuer }) => ({ issuer: `${issuer}/` }))],
    [
      'of which the response is of another issuer',
      'response is of another issuer',
      (parts) => answerOf(parts, key).replace(`>${ISSUER}<`, `>${OTHER}<`),
    ],
    ['to another recipient', 'recipient', change(() => ({ recipient: OTHER }))],
    ['without a recipient', 'recipient', edited(/ Recipient="[^"]*"/, '')],
    ['to another destination', 'destination', change(() => ({ destination: OTHER }))],
    ['that is over', 'it is over', change(() => ({ confirmedEnd: timestampIn(-2 * MINUTE) }))],
    ['whose conditions are over', 'it is over|expired', change(() => ({ end: timestampIn(-2 * MINUTE) }))],
    ['without an end', 'NotOnOrAfter', edited(/(<saml:SubjectConfirmationData[^>]*) NotOnOrAfter="[^"]*"/, '$1')],
    ['that is not good yet', 'not good yet|not yet valid', change(() => ({ begin: timestampIn(5 * MINUTE) }))],
    ['from the future', 'from the future', change(() => ({ instant: timestampIn(5 * MINUTE) }))],
    ['that was made long ago', 'long ago', change(() => ({ instant: timestampIn(-20 * MINUTE) }))],
    ['that is good for weeks', 'more than a day', change(() => ({ confirmedEnd: timestampIn(14 * DAY) }))],
    ['whose session there is over', 'it is over', change(() => ({ session: timestampIn(-2 * MINUTE) }))],
    ['whose time is of no zone', 'in UTC', change(({ instant }) => ({ instant: instant.replace('Z', '') }))],
    [
      'that nobody has signed in for',
      'somebody has signed in',
      edited(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, ''),
    ],
    ['that is not for whoever brings it', 'by bearer', edited('cm:bearer', 'cm:holder-of-key')],
    ['without a subject', 'one Subject', edited(/<saml:Subject>.*<\/saml:Subject>/, '')],
    ['with an empty NameID', 'names no subject', change(() => ({ subject: ' ' }))],
    ['with a NameID beyond 255 letters', 'names no subject', change(() => ({ subject: 'x'.repeat(256) }))],
    [
      'with a NameID that is another one each time',
      'transient',
      change(() => ({ format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' })),
    ],
    ['with two NameIDs', 'one NameID', edited('<saml:NameID ', '<saml:NameID>x</saml:NameID><saml:NameID ')],
    ['with an element in the NameID', 'no plain text', edited(/(<saml:NameID [^>]*>)/, '$1<x/>')],
    ['that nobody has asked for', 'nobody has asked', change(() => ({ request: null }))],
    [
      'whose response is to another request',
      'to another request',
      (parts) => answerOf(parts, key).replace(/(<samlp:Response [^>]*InResponseTo=")/, '$1x'),
    ],
    [
      'by which the provider says no',
      'RequestDenied',
      (parts) => responseOf(parts, '', { status: 'urn:oasis:names:tc:SAML:2.0:status:RequestDenied' }),
    ],
    ['of SAML 1.1', 'not of SAML 2.0', edited('Version="2.0"', 'Version="1.1"')],
    ['that is no response', 'no SAML 2.0 response', (parts) => good(parts)],
    ['that is no XML', 'it is empty', () => 'no xml at all'],
    ['that is cut off', 'not well-formed', (parts) => answerOf(parts, key).slice(0, -20)],
    [
      'that is deep',
      'too large',
      (parts) => responseOf(parts, `${'<x>'.repeat(5000)}${'</x>'.repeat(5000)}${good(parts)}`),
    ],
  ])('%s', async (_what, reason, make) => {
    const someone = somebody();
    const begun = await begin(api, company);
    const taken = await post(api, company, make(partsFor(company, begun, someone)));
    expect([refusalOf(taken), reasonOf(taken)]).toEqual([REFUSED, expect.stringMatching(new RegExp(reason))]);
    expect(taken.headers.get('location')).toBeNull();
    expect((await membersOf(company)).filter(({ email }) => email === someone.email)).toEqual([]);
  });

  test('that is larger than an answer can be, before anything of it is read', async () => {
    expect((await post(api, company, 'x'.repeat(150_000))).status).toBe(406);
  });

  test('that is no base64, or no UTF-8', async () => {
    for (const SAMLResponse of ['%%%', Buffer.from([0x3c, 0xff, 0xfe]).toString('base64')]) {
      const { path } = company;
      expect(refusalOf(await api.anyone.takeSamlAnswer({ path, body: { SAMLResponse } }))).toEqual(REFUSED);
    }
  });

  test('that comes again, in the same browser and in another', async () => {
    const someone = somebody();
    const begun = await begin(api, company);
    const xml = answerOf(partsFor(company, begun, someone), key);
    const taken = await post(api, company, xml);
    expect(reasonOf(await post(api, company, xml))).toContain('come before');
    ok(await end(api, begun, queryOf(taken)));
    expect(reasonOf(await post(api, company, xml))).toContain('come before');
    expect(refusalOf(await end(api, begun, queryOf(taken)))).toEqual(OVER);
    const again = await begin(api, company);
    expect(refusalOf(await end(api, again, { ...queryOf(taken), state: requestIn(again.redirect_to).id }))).toEqual(
      OVER,
    );
  });

  test('in another browser than the one that began, and without any', async () => {
    const begun = await begin(api, company);
    const taken = await post(api, company, answerOf(partsFor(company, begun, somebody()), key));
    const { cookie } = await begin(api, company);
    expect(refusalOf(await end(api, { ...begun, cookie }, queryOf(taken)))).toEqual(OVER);
    expect(refusalOf(await end(api, { ...begun, cookie: '' }, queryOf(taken)))).toEqual(OVER);
  });

  test('to the request of another browser, brought by a stranger with an own request', async () => {
    const [theirs, mine] = [await begin(api, company), await begin(api, company)];
    const taken = await post(api, company, answerOf(partsFor(company, theirs, somebody()), key));
    const state = requestIn(mine.redirect_to).id;
    expect(refusalOf(await end(api, mine, { ...queryOf(taken), state }))).toEqual(OVER);
  });

  test('to a request that the platform has not made', async () => {
    const begun = await begin(api, company);
    const parts = { ...partsFor(company, begun, somebody()), request: `_${'x'.repeat(43)}` };
    const taken = await post(api, company, answerOf(parts, key));
    expect(refusalOf(await end(api, begun, queryOf(taken)))).toEqual(OVER);
    const state = requestIn(begun.redirect_to).id;
    expect(refusalOf(await end(api, begun, { ...queryOf(taken), state }))).toEqual(OVER);
  });

  test('whose code is wrong, was used, or comes after two minutes', async () => {
    const [first, second] = [await begin(api, company), await begin(api, company)];
    const one = queryOf(await post(api, company, answerOf(partsFor(company, first, somebody()), key)));
    const code = `${one.code?.split('.')[0]}.${'x'.repeat(43)}`;
    expect(refusalOf(await end(api, first, { ...one, code }))).toEqual(OVER);
    const two = queryOf(await post(api, company, answerOf(partsFor(company, second, somebody()), key)));
    await api.advance('PT2M1S');
    expect(refusalOf(await end(api, second, two))).toEqual(OVER);
  });

  test("that is for another organization (mix-up, another tenant's subject)", async () => {
    const rival = await samlCompanyAt(api, dns, ISSUER, key);
    const begun = await begin(api, company);
    const xml = answerOf(partsFor(company, begun, somebody()), key);
    expect(reasonOf(await post(api, rival, xml))).toMatch(/not for|audience/);
    const atRival = await begin(api, rival);
    const taken = await post(api, company, xml);
    expect(refusalOf(await end(api, { ...begun, provider: rival.path.organization_id }, queryOf(taken)))).toEqual(OVER);
    const state = requestIn(atRival.redirect_to).id;
    expect(refusalOf(await end(api, atRival, { ...queryOf(taken), state }))).toEqual(OVER);
  });

  test('by a tenant who names members of another organization', async () => {
    const victim = somebody();
    const before = claimsOf(ok(await signInBySaml(api, company, key, victim)).access_token);
    const rival = await samlCompanyAt(api, dns, ISSUER, stranger);
    expect(refusalOf(await signInBySaml(api, rival, stranger, victim))).toEqual(REFUSED);
    const own = ok(await signInBySaml(api, rival, stranger, { ...victim, email: `same@${rival.domain}` }));
    expect(claimsOf(own.access_token).sub).not.toBe(before.sub);
    const begun = await begin(api, company);
    const forged = await post(api, company, answerOf(partsFor(company, begun, victim), stranger));
    expect(refusalOf(forged)).toEqual(REFUSED);
  });

  test('that states an address at no proven domain, none, or two', async () => {
    for (const email of [
      'ceo@unproven.example',
      `ceo@mail.${company.domain}`,
      [`a@${company.domain}`, `b@${company.domain}`],
      [],
    ]) {
      const begun = await begin(api, company);
      const parts = { ...partsFor(company, begun, somebody()), attributes: { email } };
      const taken = await post(api, company, answerOf(parts, key));
      expect(refusalOf(await end(api, begun, queryOf(taken)))).toEqual(REFUSED);
    }
  });

  test('that gives the address of a member to another person', async () => {
    const someone = somebody();
    ok(await signInBySaml(api, company, key, someone));
    expect(refusalOf(await signInBySaml(api, company, key, { ...someone, subject: 'another' }))).toEqual([
      401,
      'identity_taken',
    ]);
  });

  test('where there is no SAML provider', async () => {
    const { organization_id } = await api.signUp();
    const answer = await post(api, { path: { organization_id } }, answerOf(unsolicited(company), key));
    expect(refusalOf(answer)).toEqual([404, 'provider_not_found']);
  });

  test('in a browser by the page that can say why, and the sign-in is over', async () => {
    const begun = await begin(api, company);
    const parts = partsFor(company, begun, somebody());
    const taken = await post(api, company, answerOf({ ...parts, audience: OTHER }, key), { accept: 'text/html' });
    expect(taken.status).toBe(302);
    expect(queryOf(taken)).toMatchObject({ state: requestIn(begun.redirect_to).id, error: 'saml' });
    const refused = await end(api, begun, queryOf(taken));
    expect([refusalOf(refused), reasonOf(refused)]).toEqual([REFUSED, expect.stringContaining('evil.example')]);
    const later = await post(api, company, answerOf({ ...parts, id: '_later' }, key));
    expect(refusalOf(await end(api, begun, queryOf(later)))).toEqual(OVER);
  });
});

describe('a sign-in that begins at the provider', () => {
  const open = () => samlCompanyAt(api, dns, ISSUER, key, { accepts_unsolicited: true });
  const offer = async (at: SamlCompany, query: Record<string, string>, cookie = '') =>
    api.anyone.startProviderSignIn({
      body: { provider: at.path.organization_id, code: query.code },
      headers: cookie ? { cookie } : {},
    });

  test('says whose it is, and goes on in that browser alone', async () => {
    const at = await open();
    const someone = somebody(at);
    const query = queryOf(await post(api, at, answerOf(unsolicited(at, someone), key)));
    expect(query.state).toBeUndefined();
    const asked = await offer(at, query);
    expect(ok(asked).account).toBe(someone.email);
    const next = Object.fromEntries(new URL(ok(asked).redirect_to).searchParams);
    const begun = { redirect_to: '', provider: at.path.organization_id };
    expect(refusalOf(await end(api, { ...begun, cookie: '' }, next))).toEqual(OVER);
    const again = await offer(at, query);
    const then = Object.fromEntries(new URL(ok(again).redirect_to).searchParams);
    const { access_token } = ok(await end(api, { ...begun, cookie: cookieOf(again) }, then));
    expect(claimsOf(access_token).email).toBe(someone.email);
    expect(refusalOf(await offer(at, query))).toEqual(OVER);
  });

  test('names the member who is known by the NameID, whatever address is stated', async () => {
    const at = await open();
    const someone = somebody(at);
    ok(await signInBySaml(api, at, key, someone));
    const parts = unsolicited(at, { ...someone, email: at.owner.email });
    const asked = await offer(at, queryOf(await post(api, at, answerOf(parts, key))));
    expect(ok(asked).account).toBe(someone.email);
  });

  test('counts once, for as long as its assertion is good', async () => {
    const at = await open();
    const parts = { ...unsolicited(at), end: timestampIn(30 * MINUTE), confirmedEnd: timestampIn(9 * MINUTE) };
    const xml = answerOf(parts, key);
    expect((await post(api, at, xml)).status).toBe(302);
    expect(reasonOf(await post(api, at, xml))).toContain('come before');
    await api.advance('PT9M30S');
    expect(reasonOf(await post(api, at, xml))).toContain('come before');
    await api.advance('PT1M');
    expect(reasonOf(await post(api, at, xml))).toMatch(/over|long ago/);
  });

  test('is not begun by the answer to a request, and an own request takes no such answer', async () => {
    const at = await open();
    const begun = await begin(api, at);
    const asked = queryOf(await post(api, at, answerOf(partsFor(at, begun, somebody(at)), key)));
    expect(refusalOf(await offer(at, asked))).toEqual(OVER);
    const free = queryOf(await post(api, at, answerOf(unsolicited(at), key)));
    const state = requestIn(begun.redirect_to).id;
    expect(refusalOf(await end(api, begun, { ...free, state }))).toEqual(OVER);
  });

  test('is over when the organization no longer allows it', async () => {
    const at = await open();
    const query = queryOf(await post(api, at, answerOf(unsolicited(at), key)));
    const asked = await offer(at, query);
    ok(await api.as(at.owner).setIdentityProvider({ path: at.path, body: samlSettings(ISSUER, key) }));
    const next = Object.fromEntries(new URL(ok(asked).redirect_to).searchParams);
    const begun = { redirect_to: '', provider: at.path.organization_id, cookie: cookieOf(asked) };
    expect(refusalOf(await end(api, begun, next))).toEqual(OVER);
    expect(refusalOf(await offer(at, query))).toEqual(OVER);
  });
});

describe('certificates', () => {
  test('of two keys count while the provider changes its key, and one that is taken away counts no more', async () => {
    const at = await samlCompanyAt(api, dns, ISSUER, key);
    const set = (...certificates: string[]) =>
      api.as(at.owner).setIdentityProvider({ path: at.path, body: samlSettings(ISSUER, key, { certificates }) });
    ok(await set(key.certificate, stranger.certificate));
    for (const one of [key, stranger]) expect((await signInBySaml(api, at, one, somebody(at))).status).toBe(200);
    const begun = await begin(api, at);
    const pending = queryOf(await post(api, at, answerOf(partsFor(at, begun, somebody(at)), key)));
    ok(await set(stranger.certificate));
    expect(refusalOf(await end(api, begun, pending))).toEqual(OVER);
    const later = await begin(api, at);
    expect(refusalOf(await post(api, at, answerOf(partsFor(at, later, somebody(at)), key)))).toEqual(REFUSED);
    expect((await signInBySaml(api, at, stranger, somebody(at))).status).toBe(200);
  });

  test('that have expired count no more', async () => {
    const old = await newSamlKey(new Date(Date.now() - 2 * 365 * DAY), 1);
    const at = await samlCompanyAt(api, dns, ISSUER, key, { certificates: [key.certificate, old.certificate] });
    const begun = await begin(api, at);
    const taken = await post(api, at, answerOf(partsFor(at, begun, somebody(at)), old));
    expect(reasonOf(taken)).toContain('in force');
    const { path } = at;
    const body = samlSettings(ISSUER, old);
    expect((await api.as(at.owner).setIdentityProvider({ path, body })).body.error).toContain('in force');
  });
});

describe('settings', () => {
  const set = (more: object) =>
    api.as(company.owner).setIdentityProvider({ path: company.path, body: samlSettings(ISSUER, key, more) });

  test('are read again with the certificates and their end', async () => {
    const { provider } = ok(await api.as(company.owner).getIdentityProvider({ path: company.path }));
    const of = new X509Certificate(key.certificate);
    expect(provider).toMatchObject({
      kind: 'saml',
      issuer: ISSUER,
      email_attribute: 'email',
      accepts_unsolicited: false,
      certificates: [
        {
          certificate: of.raw.toString('base64'),
          fingerprint: of.fingerprint256,
          not_after: of.validToDate.toISOString(),
        },
      ],
    });
    expect(provider).not.toHaveProperty('client_id');
  });

  test('can be sent as they were read', async () => {
    const { provider } = ok(await api.as(company.owner).getIdentityProvider({ path: company.path }));
    if (provider?.kind !== 'saml') throw new Error('no SAML');
    const certificates = provider.certificates.map(({ certificate }) => certificate);
    expect(ok(await set({ certificates }))).toMatchObject({ certificates: provider.certificates });
  });

  test.each<[string, object]>([
    ['sign_in_url', { sign_in_url: 'http://login.example.com/saml' }],
    ['sign_in_url', { sign_in_url: 'javascript:alert(1)' }],
    ['sign_in_url', { sign_in_url: 'https://10.0.0.1/saml' }],
    ['sign_in_url', { sign_in_url: 'https://login.example.com/saml#x' }],
    ['issuer', { issuer: 'no uri' }],
    ['certificates', { certificates: [] }],
    ['certificates.0', { certificates: ['no certificate'] }],
    ['certificates', { certificates: ['a', 'b', 'c', 'd'] }],
    ['email_attribute', { email_attribute: '' }],
  ])('name what is wrong with %s: %o', async (field, more) => {
    const { status, body } = await set(more);
    expect([status, String(body.error).startsWith(field)]).toEqual([406, true]);
  });

  test('never come twice with one certificate', async () => {
    expect((await set({ certificates: [key.certificate, key.certificate] })).body.error).toContain('different');
  });

  test('of SAML name another provider than the same name by OpenID Connect, unless the organization relinks', async () => {
    const at = await samlCompanyAt(api, dns, 'https://login.example.com', key);
    const someone = somebody(at);
    const { profile_id } = claimsOf(ok(await signInBySaml(api, at, key, someone)).access_token);
    const renamed = { path: at.path, body: samlSettings(ISSUER, key) };
    ok(await api.as(at.owner).setIdentityProvider(renamed));
    const moved = { ...at, issuer: ISSUER };
    expect(refusalOf(await signInBySaml(api, moved, key, someone))).toEqual([401, 'identity_taken']);
    ok(await api.as(at.owner).setIdentityProvider({ path: at.path, body: samlSettings(at.issuer, key) }));
    ok(await api.as(at.owner).setIdentityProvider({ ...renamed, body: { ...renamed.body, relink: true } }));
    expect(claimsOf(ok(await signInBySaml(api, moved, key, someone)).access_token).profile_id).toBe(profile_id);
  });

  test('can be tested: what the provider states is shown, and nobody is signed in', async () => {
    const at = await samlCompanyAt(api, dns, ISSUER, key, { active: false });
    const as = api.as(at.owner);
    const started = await as.testIdentityProvider({ path: at.path });
    const someone = somebody(at);
    const taken = await post(api, at, answerOf(partsFor(at, ok(started), someone), key));
    const query = queryOf(taken);
    expect(query.state).toMatch(/^test\./);
    const asSignIn = { redirect_to: '', cookie: cookieOf(started), provider: at.path.organization_id };
    const shown = ok(
      await as.finishIdentityProviderTest({ path: at.path, body: query, headers: { cookie: cookieOf(started) } }),
    );
    expect(shown).toMatchObject({
      email: someone.email,
      problems: [],
      claims: { NameID: someone.subject, sn: 'Hopper' },
    });
    expect(refusalOf(await end(api, asSignIn, query))).toEqual(OVER);
    expect((await membersOf(at)).map(({ email }) => email)).toEqual([at.owner.email]);
  });

  test('end nobody’s session by a notice of OpenID Connect', async () => {
    const answer = await api.anyone.endSessionsByProvider({ path: company.path, body: { logout_token: 'a.b.c' } });
    expect(refusalOf(answer)).toEqual([404, 'provider_not_found']);
  });
});

test('the platform describes itself to a provider at its entity ID, the same for an id that nobody has', async () => {
  const { status, headers } = await api.anyone.getSamlMetadata({ path: company.path });
  expect([status, headers.get('content-type')]).toEqual([200, 'application/samlmetadata+xml']);
  const xml = await (await fetch(company.entity_id)).text();
  expect(xml).toContain(`entityID="${company.entity_id}"`);
  expect(xml).toContain(`Location="${company.acs_url}"`);
  expect(xml).toContain('WantAssertionsSigned="true"');
});
