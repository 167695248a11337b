import { setEnvironment } from '../../infra/local/environment.ts';
import { fileKeys } from '../../lib/aws/files/file-keys.ts';
import { listFiles } from '../../lib/aws/files/file-store.ts';
import { sha256 } from '../../lib/base/ids.ts';
import { verifyFiles } from '../../lib/verifier/verify.ts';
import { startApi } from '../api.ts';
import { type Envelope, ok } from '../stories/envelope.ts';
import { startPki } from '../trust/test-pki.ts';
import { startTrustService } from './dummy-service.ts';
import { beginSigning, registerService, signWithCertificate } from './signing.ts';

/** A signature with a certificate in the trail. */
export interface Evidence {
  documents: { document_id: string; size: number; sha256: string }[];
}

/**
 * A platform whose sender has a trust service, at which people have accounts: `ada` approves on its page, `kurt` does
 * nothing, `emmy` types a PIN. With what the tests read of an envelope.
 */
export const startWithTrust = async () => {
  const api = await startApi();
  const pki = await startPki();
  const dummy = await startTrustService(pki);
  const restore = setEnvironment({ TSA_URLS: pki.tsa });
  const sender = await api.signUp();
  const service = await registerService(api, sender, dummy);
  await dummy.add({ user: 'ada', name: 'Ada Lovelace' });
  await dummy.add({ user: 'kurt', name: 'Kurt Goedel', mode: 'implicit', key: 'RSA' });
  await dummy.add({ user: 'emmy', name: 'Emmy Noether', mode: 'explicit', otp: false });
  const as = () => api.as(sender);

  const envelopeOf = async ({ id }: Pick<Envelope, 'id'>) => ok(await as().getEnvelope({ path: { envelope_id: id } }));
  const trailOf = async ({ id }: Pick<Envelope, 'id'>) =>
    ok(await as().getEnvelopeAudit({ path: { envelope_id: id } }));

  /** Each sealed file, in the order of the documents. */
  const sealedFiles = async (envelope: Pick<Envelope, 'id'>): Promise<Uint8Array[]> => {
    await api.settle();
    const sealed = await envelopeOf(envelope);
    if (sealed.status !== 'complete' || !sealed.signed) throw new Error(`It is ${sealed.status}, and not sealed`);
    const files: Uint8Array[] = [];
    for (const { id } of sealed.documents.filter(({ type }) => type === 'attachment'))
      files.push((await as().getEnvelopeDocument({ path: { document_id: id }, query: { type: 'file' } })).bytes);
    return files;
  };

  return {
    api,
    pki,
    dummy,
    sender,
    service,
    envelopeOf,
    trailOf,
    sealedFiles,
    /** The signatures with certificates in the trail, in their order. */
    evidenceOf: async (envelope: Pick<Envelope, 'id'>) =>
      (await trailOf(envelope)).events.flatMap(({ event, role_name, data }) =>
        event === 'recipient:signed' && data.certificate_signature
          ? [{ role_name, ...(data.certificate_signature as Evidence) }]
          : [],
      ),
    /** Subjects of the certificates that the verifier finds in all sealed files by the trail, and nothing wrong. */
    verifiedOf: async (envelope: Pick<Envelope, 'id'>, ...files: Uint8Array[]): Promise<string[]> => {
      const trail = new TextEncoder().encode(JSON.stringify(await trailOf(envelope)));
      const given = [
        ...files.map((file, place) => ({ name: `signed-${place}.pdf`, bytes: Uint8Array.from(file) })),
        { name: 'audit.json', bytes: trail },
      ];
      const findings = (await verifyFiles(given)).files.flatMap((one) => one.findings);
      const wrong = findings.filter(({ state }) => state === 'fails');
      if (wrong.length > 0) throw new Error(JSON.stringify(wrong));
      return findings.flatMap(({ check, values }) => (check === 'signedByCertificate' ? String(values?.subject) : []));
    },
    /** The envelope's stored files with signers' revisions, prepared ones among them. */
    revisionsOf: async ({ organization_id, id }: Pick<Envelope, 'id' | 'organization_id'>): Promise<string[]> =>
      (await listFiles(fileKeys.envelope(organization_id, id))).filter((file) => file.includes('/signed-')),
    /** Signs for a role as this account of the service. */
    signAs: async (envelope: Envelope, role_name: string, user: string, typed: object = {}) => {
      const begun = await beginSigning(api, envelope, role_name);
      dummy.signIn(user);
      return signWithCertificate(api, service, begun, typed);
    },
    stop: async (): Promise<void> => {
      restore();
      await dummy.stop();
      pki.stop();
      await api.stop();
    },
  };
};

/** True if the sealed file begins with each of these signatures of its document. */
export const beginsWithAll = (file: Uint8Array, signatures: readonly Evidence[], document = 0): boolean =>
  signatures.every(({ documents }) => {
    const one = documents[document];
    return one !== undefined && sha256(file.subarray(0, one.size)) === one.sha256;
  });
