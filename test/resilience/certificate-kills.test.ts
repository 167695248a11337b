import { afterAll, beforeAll, expect, test } from 'vitest';
import { ok } from '../stories/envelope.ts';
import { startPki, type TestPki } from '../trust/test-pki.ts';
import { type DummyService, startTrustService } from '../trust-services/dummy-service.ts';
import {
  type Begun,
  beginSigning,
  follow,
  goOn,
  registerService,
  type Step,
  sendForCertificate,
  signWithCertificate,
  startSigning,
} from '../trust-services/signing.ts';
import { auditOf, readEnvelope, setFaultyStage } from './stage.ts';

let stage: Awaited<ReturnType<typeof setFaultyStage>>;
let pki: TestPki;
let dummy: DummyService;
let service: string;
beforeAll(async () => {
  stage = await setFaultyStage({ events: ['envelope_completed'] });
  pki = await startPki();
  dummy = await startTrustService(pki);
  await dummy.add({ mode: 'implicit' });
  await dummy.add({ user: 'page' });
  service = await registerService(stage.api, stage.sender, dummy);
});
afterAll(async () => {
  await stage.stop();
  await dummy.stop();
  pki.stop();
});

/** Nothing comes from the engines any more from this call on of the function: it was killed there. */
const killAt = (number: number): { stop: () => void; isKilled: () => boolean } => {
  const calls = new Set<string>();
  const stop = stage.proxies.add((_, { place, call }) => {
    if (!place.startsWith('continueCertificateSignature/')) return undefined;
    calls.add(call);
    const at = [...calls].indexOf(call) + 1;
    const headers = { 'content-type': 'application/x-amz-json-1.0' };
    return at < number ? undefined : { answer: { status: 400, headers, body: '{"__type":"ValidationException"}' } };
  });
  return { stop, isKilled: () => calls.size >= number };
};

test('a signature with a certificate that is killed at any call leaves nothing half-signed, and is made anew', async () => {
  const { api, sender } = stage;
  const ends: string[] = [];
  for (let number = 1; ; number += 1) {
    const envelope = await sendForCertificate(api, sender, service);
    const begun = await beginSigning(api, envelope);
    const kill = killAt(number);
    const answer = await follow(api, service, begun);
    kill.stop();
    if (!kill.isKilled()) {
      expect(answer.status).toBe(200);
      break;
    }
    const { status } = await readEnvelope(api, sender, envelope.id);
    ends.push(status);
    if (status === 'in progress') {
      await api.advance('PT2M');
      const again = {
        ...begun,
        step: ok(await startSigning(api, begun.signer, {}, begun.cookie)) as typeof begun.step,
      };
      expect(ok(await signWithCertificate(api, service, again))).toMatchObject({ step: 'done' });
    }
    await api.settle();
    expect(await readEnvelope(api, sender, envelope.id)).toMatchObject({ status: 'complete', signed: true });
    const { events } = await auditOf(api, sender, envelope.id);
    expect(events.filter(({ event }) => event === 'recipient:signed')).toHaveLength(1);
  }
  expect(new Set(ends)).toEqual(new Set(['in progress', 'complete']));
});

test('so is one that is killed on the way to the page that approves, or back: the page leads there again', async () => {
  const { api, sender } = stage;
  dummy.signIn('page');
  /** A signing whose next step leads to the page that approves. */
  const begin = async (): Promise<Begun & { id: string }> => {
    const { id, ...envelope } = await sendForCertificate(api, sender, service);
    const begun = await beginSigning(api, { id, ...envelope });
    return { ...begun, id, step: ok(await follow(api, service, begun)) as Step };
  };
  const demandSigned = async (id: string): Promise<void> => {
    await api.settle();
    expect(await readEnvelope(api, sender, id)).toMatchObject({ status: 'complete', signed: true });
    const { events } = await auditOf(api, sender, id);
    expect(events.filter(({ event }) => event === 'recipient:signed')).toHaveLength(1);
  };

  let begun = await begin();
  const ends: string[] = [];
  for (let number = 1; ; number += 1) {
    const there = killAt(number);
    await goOn(api, begun);
    there.stop();
    const step = ok(await goOn(api, begun)) as Step;
    expect(step).toMatchObject({ step: 'redirect', certificate: {} });
    const back = killAt(number);
    const answer = await follow(api, service, { ...begun, step });
    back.stop();
    if (!there.isKilled() && !back.isKilled()) {
      expect(answer.body).toMatchObject({ step: 'done' });
      break;
    }
    const { status } = await readEnvelope(api, sender, begun.id);
    ends.push(status);
    if (status !== 'complete') continue;
    await demandSigned(begun.id);
    begun = await begin();
  }
  await demandSigned(begun.id);
  expect(new Set(ends)).toEqual(new Set(['in progress', 'complete']));
});
