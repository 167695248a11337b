import type { SigningSession } from './shared/answers.ts';
import { CallFailed, call } from './shared/call.ts';
import { byId, on, ready, show } from './shared/page.ts';

/** The link's last three parts: the address that AWS gives the API has a path of its own. */
const link = location.pathname.split('/').slice(-3).join('/');

/** What is left to say to a recipient who can't act any more, by status. */
const ENDED: Record<string, string> = {
  submitted: 'You have signed. Thank you.',
  declined: 'You declined to sign.',
  canceled: 'This envelope has ended.',
  failed: 'You could not be verified. The sender can let you try again.',
};

/** The part of the page for each refusal of a link. */
const REFUSED: Record<string, string> = {
  signing_link_expired: 'expired',
  signing_link_unknown: 'unknown',
  invalid: 'unknown',
};

const senderOf = ({ envelope: { sender_name }, brand }: SigningSession): string =>
  [...new Set([sender_name, brand?.name])].filter((name) => name).join(', ');

const stateOf = ({ recipient }: SigningSession): string => {
  if (recipient.delegated_to) return `You passed it on to ${recipient.delegated_to}.`;
  const ended = ENDED[recipient.status];
  if (ended) return ended;
  return recipient.type === 'cc' ? 'This is your copy.' : `It waits for you, ${recipient.full_name}.`;
};

type Document = SigningSession['envelope']['documents'][number];

const downloadButton = ({ id, name }: Document, signer: string): HTMLButtonElement => {
  const button = document.createElement('button');
  button.className = 'other';
  button.textContent = name;
  on(button, 'click', async () => {
    const path = `/v2/envelope-documents/${id}?type=download`;
    location.assign(await call<string>('GET', path, undefined, { signer }));
  });
  return button;
};

const open = async (): Promise<void> => {
  const session = await call<SigningSession>('POST', `/v2/sign/unauth/${link}`);
  const { envelope, recipient, access_token } = session;
  byId('name').textContent = envelope.name;
  byId('about').textContent = `From ${senderOf(session)}. ${stateOf(session)}`;
  byId('verify').hidden = recipient.auth_step === null || recipient.status in ENDED;
  // Their names are blank for a recipient who may not see them: not verified yet, or replaced by somebody else.
  const visible = envelope.documents.filter(({ name }) => name);
  byId('documents').append(...visible.map((one) => downloadButton(one, access_token)));
  show('opened');
};

on(byId('form'), 'submit', () =>
  open().catch((error: Error) => {
    const part = error instanceof CallFailed ? REFUSED[error.code ?? ''] : undefined;
    if (!part) throw error;
    show(part);
  }),
);
on(byId('fresh'), 'submit', async () => {
  await call('POST', `/v2/sign/unauth/${link}/fresh-link`);
  show('sent');
});
ready();
