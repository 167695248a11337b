import { base64Of, LARGEST_INLINE, typeOf } from './files.ts';
import { type Client, createClient, createConfig } from './generated/client/index.js';
import { Operations } from './generated/sdk.gen.js';
import type {
  AdministrationEvent,
  DraftSummary,
  Envelope,
  GetDraftsData,
  GetEnvelopesData,
  GetOrganizationEventsData,
  GetTemplatesData,
  ListedEnvelope,
  ListedTemplate,
  Notification,
  WebhookDelivery,
} from './generated/types.gen.js';
import { numberedRowsOf, rowsOf } from './pages.ts';
import { type Credentials, sessionOf } from './session.ts';
import { authorized, pass, retrying, type Send, type TransportOptions } from './transport.ts';

/** The platform, and who signs in: a person, an API key, or an application with a user's refresh token. */
export type SignIn = Credentials & TransportOptions & { /** The platform's address. */ url: string };

/** A filter of a list: its query but for the place in it. `rows` is how many are asked for at once. */
type Filter<D extends { query?: object }> = Omit<NonNullable<D['query']>, 'page' | 'after' | 'before'>;

/** A document as `createEnvelope` and `createTemplate` take it. */
export type UploadedDocument = { name: string; data: string };

/** Most rows that a page of any list holds. */
const ROWS = 100;

const FIRST_PAUSE = 2000;
const LONGEST_PAUSE = 30_000;

/**
 * Every operation of the platform as a method, by its id in the reference, and what is made of several: uploads,
 * downloads, lists without pages, and the wait for an envelope's end. All throw `CountersignError`.
 */
export class Countersign extends Operations {
  readonly #send: Send;
  readonly #storage: Send;
  readonly #wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;

  constructor(url: string, send: Send, options: TransportOptions) {
    super({ client: clientOf(url, send) });
    this.#send = send;
    this.#storage = retrying(options);
    this.#wait = options.wait ?? pass;
  }

  /**
   * Makes a document of a file of any size (the platform's limit is 50 MB): a small one travels in the request that
   * uses it, a larger one is uploaded now, and used within a day.
   */
  async upload(name: string, file: Blob | Uint8Array<ArrayBuffer>): Promise<UploadedDocument> {
    const blob = file instanceof Blob ? file : new Blob([file]);
    if (blob.size <= LARGEST_INLINE) return { name, data: await base64Of(blob) };
    const upload = await this.createUpload({ body: { name, size: blob.size, mime: await typeOf(blob) } });
    await this.#storage(new Request(upload.url, { method: 'PUT', headers: upload.headers, body: blob }));
    return { name, data: upload.id };
  }

  /** The file of an envelope's document: as sent, and sealed when all have signed. */
  async download(document_id: string): Promise<Uint8Array<ArrayBuffer>> {
    const { baseUrl } = this.client.getConfig();
    const answer = await this.#send(new Request(`${baseUrl}/v2/envelope-documents/${document_id}?type=file`));
    return new Uint8Array(await answer.arrayBuffer());
  }

  /**
   * The envelope when it has ended: its documents are sealed, or it is `declined` or `canceled`. Asks every two seconds
   * at first, later every 30; give `AbortSignal.timeout(…)` to stop waiting. A webhook tells it sooner.
   */
  async waitForEnd(envelope_id: string, { signal }: { signal?: AbortSignal } = {}): Promise<Envelope> {
    for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 1.5, LONGEST_PAUSE)) {
      const envelope = await this.getEnvelope({ path: { envelope_id }, signal });
      if (envelope.status === 'complete' ? envelope.signed : ENDS.includes(envelope.status)) return envelope;
      await this.#wait(pause, signal);
    }
  }

  /** All envelopes that the filter matches, in its order. */
  allEnvelopes(filter: Filter<GetEnvelopesData> = {}): AsyncGenerator<ListedEnvelope, void, undefined> {
    return rowsOf(
      (after) => this.getEnvelopes({ query: { rows: ROWS, ...filter, after } }),
      ({ envelopes }) => envelopes,
    );
  }

  /** All templates that the filter matches, in its order. */
  allTemplates(filter: Filter<GetTemplatesData> = {}): AsyncGenerator<ListedTemplate, void, undefined> {
    return rowsOf(
      (after) => this.getTemplates({ query: { rows: ROWS, ...filter, after } }),
      ({ templates }) => templates,
    );
  }

  /** All drafts that the filter matches. */
  allDrafts(filter: Filter<GetDraftsData> = {}): AsyncGenerator<DraftSummary, void, undefined> {
    return rowsOf(
      (after) => this.getDrafts({ query: { rows: ROWS, ...filter, after } }),
      ({ drafts }) => drafts,
    );
  }

  /** All notifications of the caller, the newest first. */
  allNotifications(): AsyncGenerator<Notification, void, undefined> {
    return numberedRowsOf(ROWS, (page) => this.getNotifications({ query: { rows: ROWS, page } }));
  }

  /** All calls of the organization's webhook, the newest first. */
  allWebhookDeliveries(): AsyncGenerator<WebhookDelivery, void, undefined> {
    return rowsOf(
      (before) => this.getWebhookDeliveries({ query: { rows: ROWS, before } }),
      ({ deliveries }) => deliveries,
    );
  }

  /** All events of an organization's administration that the filter matches, the newest first. */
  allOrganizationEvents(
    organization_id: string,
    filter: Filter<GetOrganizationEventsData> = {},
  ): AsyncGenerator<AdministrationEvent, void, undefined> {
    return rowsOf(
      (before) => this.getOrganizationEvents({ path: { organization_id }, query: { rows: ROWS, ...filter, before } }),
      ({ events }) => events,
    );
  }
}

const ENDS = ['declined', 'canceled'];

/**
 * Signs in, and answers the client of the session. It renews its tokens by itself. Throws `CountersignError`:
 * `wrong_password`, `invalid_client`, `refresh_token_invalid`.
 */
export const signIn = async ({ url, ...options }: SignIn): Promise<Countersign> => {
  const address = url.replace(/\/+$/, '');
  const send = retrying(options);
  const session = sessionOf(address, send, options);
  await session.token();
  return new Countersign(address, authorized(send, session), options);
};

/**
 * Opens a recipient's session by the link of a message, as the signing page does: for tests, and for signing pages of
 * your own. Throws `CountersignError`: `signing_link_unknown`, `signing_link_expired`, `not_your_turn`.
 */
export const openSigningLink = async (link: string, options: TransportOptions = {}): Promise<Countersign> => {
  const { origin, pathname } = new URL(link);
  const [envelope_id = '', role_name = '', key = ''] = pathname.split('/').slice(-3).map(decodeURIComponent);
  const send = retrying(options);
  const open = async (): Promise<string> => {
    const anyone = new Operations({ client: clientOf(origin, send) });
    const { access_token } = await anyone.startSigningSession({ path: { envelope_id, role_name, key } });
    return access_token;
  };
  let token = await open();
  const session = {
    token: async () => token,
    renew: async () => {
      token = await open();
      return token;
    },
  };
  return new Countersign(origin, authorized(send, session), options);
};

const clientOf = (baseUrl: string, send: Send): Client =>
  createClient(createConfig({ baseUrl, throwOnError: true, fetch: (input, init) => send(new Request(input, init)) }));
