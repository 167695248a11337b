import { cookieOf } from '../identity-providers/company.ts';
import { prepareToSubmit } from '../stories/envelope.ts';
import { startPki } from '../trust/test-pki.ts';
import { startTrustService } from '../trust-services/dummy-service.ts';
import { follow, registerService, type Step, sendForCertificate, startSigning } from '../trust-services/signing.ts';
import type { Stage } from './stage.ts';

/** An organization registers a trust service, changes its name, and removes it. */
export const trustServiceUses = async ({ api, use }: Stage): Promise<void> => {
  const service = await startTrustService(null);
  try {
    const owner = await api.signUp();
    const as = api.as(owner);
    const path = { organization_id: owner.organization_id };
    const body = service.settings({ name: 'Example Trust' });
    const { id: service_id } = await use(as.createTrustService({ path, body }));
    await use(as.getTrustServices({ path }));
    await use(as.updateTrustService({ path: { ...path, service_id }, body: { ...body, name: 'Example Trust AG' } }));
    await use(as.deleteTrustService({ path: { ...path, service_id } }));
  } finally {
    await service.stop();
  }
};

/** A recipient signs with a certificate, and authorizes it on the service's page. */
export const certificateUses = async ({ api, use }: Stage): Promise<void> => {
  const pki = await startPki();
  const service = await startTrustService(pki);
  try {
    await service.add();
    const sender = await api.signUp();
    const id = await registerService(api, sender, service);
    const signer = await prepareToSubmit(api, await sendForCertificate(api, sender, id), 'Signer');
    const answer = await startSigning(api, signer);
    const step = (await use(Promise.resolve(answer))) as Step;
    const begun = { signer, step, cookie: cookieOf(answer) };
    const next = await use(follow(api, id, begun), 'signed in at the service');
    await use(follow(api, id, { ...begun, step: next }), 'authorized');
  } finally {
    await service.stop();
    pki.stop();
  }
};
