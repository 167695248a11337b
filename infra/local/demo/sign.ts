import type { Api } from './api.ts';
import type { Blank, Role } from './blanks.ts';
import { newestMail } from './mail.ts';
import type { Person } from './people.ts';
import { detail, step } from './say.ts';
import { drawSignature } from './signature.ts';

const DISCLOSURES = 'I agree to sign electronically and to receive documents by e-mail.';

/** One recipient's part: from the mail with the link to the submission, through the public interface only. */
export const sign = async (api: Api, envelope_id: string, role: Role, person: Person, blanks: readonly Blank[]) => {
  const name = `${person.first_name} ${person.last_name}`;
  step(`${name} (${role}) opens the link in the mail`);
  const mail = await newestMail(api, person.email);
  const link = mail.links.find((one) => one.includes('/sign/'));
  if (!link) throw new Error(`The mail to ${person.email} contains no signing link`);
  const { pathname } = new URL(link);
  const { content: session } = await api.call<{ access_token: string; recipient: { status: string } }>(
    'POST',
    `/v2/sign/unauth/${pathname.split('/').slice(-3).join('/')}`,
  );
  const signer = session.access_token;
  detail(`a signing session for this envelope and this role; the recipient is ${session.recipient.status}`);

  const recipient = `/v2/envelopes/${envelope_id}/recipients/${encodeURIComponent(role)}`;
  step(`${name} accepts the disclosures, draws and fills`);
  await api.call('POST', `${recipient}/agree`, {
    signer,
    body: { disclosures: DISCLOSURES, timezone: 'Europe/Berlin' },
  });
  const drawn: Record<string, string> = {
    signature: await upload(api, signer, 'signature', name),
    initials: await upload(api, signer, 'initial', `${person.first_name[0]}${person.last_name[0]}`),
  };
  for (const blank of blanks) {
    if (blank.by !== role || blank.fill === undefined) continue;
    const value = drawn[String(blank.fill)] ?? blank.fill;
    const path = `${recipient}/fields/${encodeURIComponent(blank.name)}`;
    await api.call('PUT', path, { signer, body: { value, prepared: false } });
  }

  step(`${name} submits`);
  const { content } = await api.call<{ status: string }>('POST', `${recipient}/submit`, { signer, body: {} });
  detail(`the recipient is ${content.status}`);
};

const upload = async (api: Api, signer: string, kind: 'signature' | 'initial', text: string): Promise<string> => {
  const form = new FormData();
  form.append(kind, new Blob([drawSignature(text)], { type: 'image/png' }), `${kind}.png`);
  const path = kind === 'signature' ? '/v2/profiles/signatures' : '/v2/profiles/initials';
  const { content } = await api.call<{ id: string }>('POST', path, { signer, form });
  return content.id;
};
