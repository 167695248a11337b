/** Plays one scenario of `clients.test.ts` with the TypeScript client, and prints what came of it as JSON. */
import { readFile } from 'node:fs/promises';
import { type Countersign, isError, openSigningLink, signIn, verifyWebhook, WebhookRefused } from '@countersign/client';

const { COUNTERSIGN: url = '', EMAIL: email = '', PASSWORD: password = '', INPUT = '{}' } = process.env;

/** The pauses that the client would have made, in seconds. */
const pauses: number[] = [];
const wait = async (milliseconds: number): Promise<void> => {
  pauses.push(milliseconds / 1000);
};

const connect = (): Promise<Countersign> => signIn({ url, email, password, wait });

const codeOf = async (act: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await act();
  } catch (error) {
    if (!isError(error)) throw error;
    const { code, status, retryAfter } = error;
    return { code, status: status ?? null, retry_after: retryAfter ?? null };
  }
};

const plays = {
  async repeat({ name }: { name: string }) {
    const countersign = await connect();
    const { id } = await countersign.createDraft({ body: { name } });
    return { id, pauses: pauses.length };
  },

  async wait() {
    const countersign = await connect();
    const answered = await codeOf(async () => (await countersign.getTemplates()).count);
    return { answered, pauses };
  },

  async renew() {
    const countersign = await connect();
    const users = await Promise.all(Array.from({ length: 5 }, () => countersign.getMyUser()));
    return { emails: users.map((user) => user.email) };
  },

  async pages() {
    const countersign = await connect();
    const found: string[] = [];
    for await (const { name } of countersign.allDrafts({ q: 'Paged', rows: 2 })) found.push(name);
    return { found: found.toSorted() };
  },

  async upload({ file }: { file: string }) {
    const countersign = await connect();
    const document = await countersign.upload('large.pdf', await readFile(file));
    const { documents } = await countersign.createTemplate({ body: { name: 'Large', documents: [document] } });
    return { documents: documents.map(({ name, size }) => ({ name, size })) };
  },

  async webhooks({ calls, secret }: { calls: { headers: Record<string, string>; body: string }[]; secret: string }) {
    return calls.map(({ headers, body }) => {
      try {
        return verifyWebhook(headers, body, secret).type;
      } catch (error) {
        if (!(error instanceof WebhookRefused)) throw error;
        return 'refused';
      }
    });
  },

  async errors({ envelope_id }: { envelope_id: string }) {
    const countersign = await connect();
    return Promise.all([
      codeOf(() => countersign.getEnvelope({ path: { envelope_id } })),
      codeOf(() => countersign.createTemplate({ body: { name: 'x'.repeat(5000) } })),
      codeOf(() => signIn({ url, email, password: 'not this one' })),
      codeOf(() => signIn({ url: 'http://127.0.0.1:9', email, password, wait })),
    ]);
  },

  async end({ envelope_id }: { envelope_id: string }) {
    const countersign = await connect();
    const asked = countersign.waitForEnd(envelope_id);
    await countersign.cancelEnvelope({ path: { envelope_id }, body: { action: 'cancel' } });
    return { status: (await asked).status };
  },

  async sign({ link }: { link: string }) {
    const signer = await openSigningLink(link);
    const [envelope_id = '', role_name = ''] = new URL(link).pathname.split('/').slice(-3);
    const path = { envelope_id, role_name };
    await signer.agreeRecipient({ path, body: { disclosures: 'I agree.' } });
    await signer.updateRecipientField({ path: { ...path, field_name: 'name' }, body: { value: 'Theo Quill' } });
    const { status } = await signer.submitRecipient({ path });
    return { status };
  },
};

const play = plays[process.argv[2] as keyof typeof plays];
console.log(JSON.stringify(await play(JSON.parse(INPUT))));
