import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Api } from './api.ts';
import { type Audit, checkChain, sha256 } from './chain.ts';
import { detail, step } from './say.ts';
import type { Envelope } from './story.ts';

/** Fetches the results of a completed envelope, checks them, and puts them into `folder`. */
export const keepResults = async (api: Api, token: string, envelope: Envelope, folder: string): Promise<void> => {
  step('The audit trail is fetched and its chain recomputed');
  const { content: audit } = await api.call<Audit>('GET', `/v2/envelopes/${envelope.id}/audit`, { token });
  checkChain(audit);
  detail(`${audit.count} events, every hash right, head ${audit.head.slice(0, 16)}…`);

  step('The sealed documents are fetched and compared with what the trail says of them');
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'audit.json'), `${JSON.stringify(audit, null, 2)}\n`);
  for (const { id, type } of envelope.documents) {
    const { bytes } = await api.call('GET', `/v2/envelope-documents/${id}?type=file`, { token });
    const said = audit.documents.find((document) => document.id === id);
    if (said?.sealed_sha256 !== sha256(bytes)) throw new Error(`${said?.name} is not the document that was sealed`);
    const file = type === 'certificate' ? 'certificate.pdf' : 'signed.pdf';
    await writeFile(join(folder, file), bytes);
    detail(
      `${file}: ${Math.ceil(bytes.length / 1024)} kB, sealed at PAdES ${said.seal_level}, SHA-256 as in the trail`,
    );
  }
};
