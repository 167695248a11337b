import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AnswerOf } from '../../../functions/index.ts';
import { bytesOf, type Caller, type Session } from '../story/caller.ts';
import { checkChain, sha256 } from './chain.ts';
import { detail, step } from './say.ts';

export type Envelope = AnswerOf<'getEnvelope'>;

/** Fetches the results of a completed envelope, checks them, and puts them into `folder`. */
export const keepResults = async (
  caller: Caller,
  session: Session,
  envelope: Envelope,
  folder: string,
): Promise<void> => {
  step('The audit trail is fetched and its chain recomputed');
  const audit = await caller.call('getEnvelopeAudit', session, { path: { envelope_id: envelope.id } });
  checkChain(audit);
  detail(`${audit.count} events, every hash right, head ${audit.head.slice(0, 16)}…`);

  step('The sealed documents are fetched and compared with what the trail says of them');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'audit.json'), `${JSON.stringify(audit, null, 2)}\n`);
  for (const { id, type } of envelope.documents) {
    const file = { path: { document_id: id }, query: { type: 'file' } };
    const bytes = bytesOf(await caller.call('getEnvelopeDocument', session, file));
    const sealed = audit.documents.find((document) => document.id === id);
    if (sealed?.sealed_sha256 !== sha256(bytes)) throw new Error(`${sealed?.name} is not the document that was sealed`);
    const name = type === 'certificate' ? 'certificate.pdf' : 'signed.pdf';
    await writeFile(join(folder, name), bytes);
    detail(
      `${name}: ${Math.ceil(bytes.length / 1024)} kB, sealed at PAdES ${sealed.seal_level}, SHA-256 as in the trail`,
    );
  }
};
