/**
 * Signs in at Keycloak on a platform of its own, by its pages and redirects: `npm run idp`. Needs Java 17 or later,
 * `mvn` and Maven Central. Ends with 1 if something is not as it must be.
 */
import assert from 'node:assert/strict';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import { ok } from '../stories/envelope.ts';
import { agreed, sendProtected } from '../verification/ceremony.ts';
import { begin, cookieOf, end, newCompany, proveDomain, settings } from './company.ts';
import { CLIENT_ID, CLIENT_SECRET } from './hostile-provider.ts';
import { signInForForm, signInOnPage, startKeycloak } from './keycloak.ts';
import { queryOf, samlSettings } from './saml-company.ts';

const REALM = 'partner';
const SAML_REALM = 'saml';

const keycloak = await startKeycloak().catch((error: unknown) => {
  console.error(`Keycloak couldn't be started: it needs Java 17 or later, mvn, tar and Maven Central.\n${error}`);
  process.exit(1);
});
const { api, dns, stop } = await startApiWithDns();
const done = (what: string): void => console.log(`✓ ${what}`);
try {
  const issuer = keycloak.issuerOf(REALM);
  const company = await newCompany(api);
  await proveDomain(api, dns, company, company.domain);
  const as = api.as(company.owner);
  const { path } = company;
  ok(await as.setIdentityProvider({ path, body: settings(issuer) }));
  const { redirect_uri, logout_uri } = ok(await as.getIdentityProvider({ path }));
  const partner = { name: 'Partner', issuer, client_id: 'recipients', client_secret: CLIENT_SECRET };
  const recipients = ok(await as.createRecipientProvider({ path, body: partner }));
  const client = { secret: CLIENT_SECRET, protocol: 'openid-connect', standardFlowEnabled: true };
  const grace = { username: 'grace', email: `grace@${company.domain}`, emailVerified: true };
  const eve = { username: 'eve', email: `eve@${company.domain}`, emailVerified: false };
  const logout = { 'backchannel.logout.url': logout_uri, 'backchannel.logout.session.required': 'true' };
  await keycloak.makeRealm(
    REALM,
    [
      { ...client, clientId: CLIENT_ID, redirectUris: [redirect_uri], attributes: logout },
      { ...client, clientId: 'recipients', redirectUris: [recipients.redirect_uri] },
    ],
    [grace, eve],
  );

  const signIn = async (user: typeof grace) => {
    const begun = await begin(api, company);
    const back = await signInOnPage(begun.redirect_to, user);
    assert.equal(`${back.origin}${back.pathname}`, redirect_uri);
    return end(api, begun, Object.fromEntries(back.searchParams));
  };
  const session = ok(await signIn(grace));
  const members = async () => ok(await as.getOrganizationMembers()).filter(({ email }) => email === grace.email);
  assert.equal((await members()).length, 1);
  done('a member signs in by OpenID Connect, and is in');
  ok(await signIn(grace));
  assert.equal((await members()).length, 1);
  done('the next sign-in is of the same member');
  assert.equal((await signIn(eve)).headers.get('x-error-code'), 'provider_refused');
  done('an address that Keycloak has not verified is refused');

  const asGrace = api.as({ token: session.access_token });
  assert.equal((await asGrace.getSessions()).status, 200);
  await keycloak.logOut(REALM, grace.username);
  assert.equal((await asGrace.getSessions()).status, 401);
  done('a logout at Keycloak ends the session here, by its own notice');

  const details = { email: grace.email, auth_methods: ['oidc'], identity_provider: recipients.id };
  const signer = await agreed(api, await sendProtected(api, company.owner, details));
  const verifyAs = async (user: typeof grace) => {
    const begun = await api.as(signer).startSignerProvider({ body: {} });
    const back = await signInOnPage(ok(begun).redirect_to, user);
    assert.equal(`${back.origin}${back.pathname}`, recipients.redirect_uri);
    const body = { provider: recipients.id, ...Object.fromEntries(back.searchParams) };
    return api.as(signer).verifySignerAtProvider({ body, headers: { cookie: cookieOf(begun) } });
  };
  assert.equal((await verifyAs(eve)).headers.get('x-error-code'), 'identity_mismatch');
  done('somebody else than the recipient is refused');
  assert.equal(ok(await verifyAs(grace)).recipient.auth_step, null);
  done('a recipient is verified by a sign-in at Keycloak');

  const other = await newCompany(api);
  await proveDomain(api, dns, other, other.domain);
  const ada = { username: 'ada', email: `ada@${other.domain}`, emailVerified: true };
  const joan = { username: 'joan', email: 'joan@elsewhere.example', emailVerified: true };
  const entity = await keycloak.makeRealm(SAML_REALM, [], [ada, joan]);
  const certificate = await keycloak.samlCertificate(SAML_REALM);
  const saml = { ...samlSettings(entity, { certificate }), sign_in_url: `${entity}/protocol/saml` };
  const asOther = api.as(other.owner);
  ok(await asOther.setIdentityProvider({ path: other.path, body: saml }));
  const { entity_id, acs_url } = ok(await asOther.getIdentityProvider({ path: other.path }));
  const states = (name: string, property: string) => ({
    name,
    protocol: 'saml',
    protocolMapper: 'saml-user-property-mapper',
    config: { 'user.attribute': property, 'attribute.name': name, 'attribute.nameformat': 'Basic' },
  });
  await keycloak.addClient(SAML_REALM, {
    clientId: entity_id,
    protocol: 'saml',
    redirectUris: [acs_url],
    attributes: {
      saml_assertion_consumer_url_post: acs_url,
      saml_name_id_format: 'persistent',
      'saml.force.name.id.format': 'true',
      'saml.force.post.binding': 'true',
      'saml.client.signature': 'false',
      'saml.server.signature': 'false',
      'saml.assertion.signature': 'true',
      'saml.signature.algorithm': 'RSA_SHA256',
      saml_signature_canonicalization_method: 'http://www.w3.org/2001/10/xml-exc-c14n#',
    },
    protocolMappers: [states('email', 'email'), states('givenName', 'firstName'), states('sn', 'lastName')],
  });

  const signInBySaml = async (user: typeof ada) => {
    const begun = await begin(api, other);
    const { action, body } = await signInForForm(begun.redirect_to, user);
    assert.equal(action, acs_url);
    const taken = await fetch(action, { method: 'POST', body, redirect: 'manual' });
    return end(api, begun, queryOf(taken));
  };
  ok(await signInBySaml(ada));
  ok(await signInBySaml(ada));
  const joined = ok(await asOther.getOrganizationMembers()).filter(({ email }) => email === ada.email);
  assert.deepEqual(
    joined.map(({ first_name, last_name }) => [first_name, last_name]),
    [['Grace', 'Hopper']],
  );
  done('a member signs in by SAML 2.0, and the next sign-in is of the same member');
  assert.equal((await signInBySaml(joan)).headers.get('x-error-code'), 'provider_refused');
  done('an address at a domain that the organization has not proven is refused');
} catch (error) {
  console.error(error);
  process.exitCode = 1;
} finally {
  await stop();
  await keycloak.stop();
}
