import { afterAll, beforeAll, expect, test } from 'vitest';
import { setEnvironment } from '../../infra/local/environment.ts';
import type { Api, Person } from '../api.ts';
import { startApiWithDns } from '../domains/api-with-dns.ts';
import type { Dns } from '../domains/dns-server.ts';
import { ok } from '../stories/envelope.ts';
import { originOf } from './authenticator.ts';
import {
  readyToSign,
  sendForPasskey,
  signedBy,
  signedByNew,
  signWithKey,
  startSignature,
  submitWith,
} from './signing.ts';

let api: Api;
let dns: Dns;
let owner: Person;
let stage: Awaited<ReturnType<typeof startApiWithDns>>;
let restore: () => void;
beforeAll(async () => {
  stage = await startApiWithDns();
  ({ api, dns } = stage);
  restore = setEnvironment({ APP_URL: originOf(api) });
  owner = await api.signUp();
});
afterAll(async () => {
  restore();
  await stage.stop();
});

const DOMAIN = 'sign.orchard.example';
const PAGE = `https://${DOMAIN}`;
const THERE = { origin: PAGE, rpId: DOMAIN };
const PLACE = { locale: 'en-US', timezone: 'Europe/Vienna' };

/** Has the brand's pages where a deployed platform has them, at https. */
const deployed = async <T>(run: () => Promise<T>): Promise<T> => {
  const before = setEnvironment({ ALLOW_LOOPBACK: undefined });
  try {
    return await run();
  } finally {
    before();
  }
};

test("a page of a brand's domain asks for passkeys of that domain, which are none of the platform's, and no other envelope's page may", async () => {
  const path = { organizationid: owner.organization_id };
  const brand = ok(await api.as(owner).createBrand({ path, body: { key: 'orchard', name: 'Orchard' } }));
  const at = { ...path, brandid: brand.id };
  const added = ok(await api.as(owner).addBrandAppDomain({ path: at, body: { domain: DOMAIN } }));
  dns.publish(added.dns_records);
  expect(ok(await api.as(owner).verifyBrandAppDomain({ path: at })).app_domain_status).toBe('active');

  const envelope = await sendForPasskey(api, owner, {}, { brand_key: brand.key });
  const [email] = envelope.recipients.map((one) => one.email);
  const signer = await readyToSign(api, envelope);
  const statement = ok(await deployed(() => startSignature(api, signer, { ...PLACE, origin: PAGE })));
  expect(statement.creation.rp.id).toBe(DOMAIN);
  const wrong = [
    { ...THERE, rpId: 'localhost' },
    { ...THERE, origin: 'https://orchard.example' },
  ];
  for (const mischief of wrong) {
    const { passkey } = signedByNew(api, statement, mischief, THERE);
    const refused = await deployed(() => submitWith(api, signer, passkey));
    expect(refused.headers.get('x-error-code')).toBe('signing_passkey_refused');
  }
  const { key, passkey } = signedByNew(api, statement, THERE, THERE);
  ok(await deployed(() => submitWith(api, signer, passkey)));
  const trail = ok(await api.as(owner).getEnvelopeAudit({ path: { envelope_id: envelope.id } }));
  const signed = trail.events.find(({ event }) => event === 'recipient:signed');
  expect(signed?.data.passkey).toMatchObject({ rp_id: DOMAIN, origin: PAGE });

  const plain = await readyToSign(api, await sendForPasskey(api, owner, { email }));
  const pathOf = ({ envelope_id, role_name }: typeof signer) => ({ envelope_id, role_name });
  const known = (at: typeof signer) => deployed(() => api.as(at).getMailboxPasskeys({ path: pathOf(at) }));
  expect(ok(await known(signer))).toHaveLength(1);
  expect(ok(await known(plain))).toEqual([]);
  const other = await deployed(() => startSignature(api, plain, { ...PLACE, origin: PAGE }));
  expect(other.headers.get('x-error-code')).toBe('passkeys_unavailable');
  const own = ok(await startSignature(api, plain));
  expect(own.request).toBeNull();
  const refused = await deployed(() => submitWith(api, plain, signedBy(api, key, own, THERE)));
  expect(refused.headers.get('x-error-code')).toBe('signing_passkey_refused');
  await signWithKey(api, await sendForPasskey(api, owner, { email }));
  const [{ id: passkey_id = '' } = {}] = ok(await known(signer));
  const one = { ...pathOf(signer), passkey_id };
  ok(await deployed(() => api.as(signer).deleteMailboxPasskey({ path: one })));
  expect(ok(await known(signer)).map(({ id }) => id)).not.toContain(passkey_id);
});
