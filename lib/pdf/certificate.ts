import { CERTIFICATE_TEXTS } from './certificate-texts/index.ts';
import { type Spoken, spokenIn } from './certificate-words.ts';
import { prepareTexts } from './prepare-texts.ts';
import {
  ACCENT,
  CELL_PADDING,
  columnHeight,
  columnsOf,
  drawColumn,
  drawHeading,
  drawRow,
  INK,
  Layout,
  LEADING,
  label,
  MARGIN,
  MUTED,
  PAGE,
  type Part,
  RULE,
  SHADE,
  SMALL,
  WIDTH,
} from './report-layout.ts';

/** Contents of a certificate of completion. Times are ISO 8601 strings, hashes hex; statuses, types and proofs are in words. */
export interface CertificateModel {
  /** Decides the language, and how times are written. */
  locale: string;
  envelope: {
    id: string;
    name: string;
    status: string;
    created_at: string;
    completed_at: string | null;
    sender_name: string;
    sender_email: string;
    organization_name: string;
  };
  documents: CertificateDocument[];
  recipients: CertificateRecipient[];
  events: CertificateEvent[];
  /** The envelope's chain of events: the last hash, the number of events, and the algorithm. */
  chain: { head: string; count: number; algorithm: string };
  /** The seal of the documents and of this certificate: its PAdES level, and the subject of its key. */
  seal: { level: string; subject: string };
  generated_at: string;
}

interface CertificateDocument {
  name: string;
  pages: number;
  /** SHA-256 of the document of record, which is the first `size` bytes of the sealed document. */
  sha256: string;
  size: number | null;
  /** SHA-256 of the file as it was sent, if it was rewritten, and the reasons. */
  sent_sha256: string | null;
  sent_size: number | null;
  rewritten: string[];
  sealed_sha256: string;
}

export interface CertificateRecipient {
  role_name: string;
  name: string;
  email: string;
  type: string;
  status: string;
  /** Proofs of the recipient's identity, in words. */
  authentication: string[];
  ip: string | null;
  user_agent: string | null;
  opened_at: string | null;
  agreed_at: string | null;
  signed_at: string | null;
  submitted_at: string | null;
  /** The disclosures that were accepted. */
  disclosures?: string | null;
  /** As PNG. */
  signature_image?: Uint8Array;
  initials_image?: Uint8Array;
}

interface CertificateEvent {
  created_at: string;
  event: string;
  role_name: string | null;
  detail: string | null;
  actor: string | null;
  ip: string | null;
  hash: string;
}

/**
 * Makes the certificate of completion as a PDF: the documents, the signers with times and authentication, every event
 * with its hash, and how to check all of it. Any script, any number of rows. The caller seals it like the documents.
 */
export const buildCertificate = async (model: CertificateModel): Promise<Uint8Array> => {
  const spoken = spokenIn(model.locale);
  const words = CERTIFICATE_TEXTS[spoken.language];
  await prepareTexts([...textsOf(model), ...textsOf(words), spoken.moment(model.generated_at)], ['regular', 'bold']);
  const layout = new Layout(spoken);
  drawHead(layout, model);
  drawEnvelope(layout, model);
  drawDocuments(layout, model.documents);
  drawRecipients(layout, model.recipients);
  drawEvents(layout, model.events);
  drawIntegrity(layout, model);
  const footer = spoken.say('footer', { id: model.envelope.id });
  return layout.finish({ title: `${words.title}: ${model.envelope.name}`, footer }, new Date(model.generated_at));
};

/** Collects all texts in a nested value. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap(textsOf);
};

const drawHead = (layout: Layout, { envelope }: CertificateModel): void => {
  const { canvas } = layout;
  const top = layout.top;
  const square = layout.place(MARGIN, 26);
  canvas.rectangle({ x: square, y: top - 26, width: 26, height: 26 }, ACCENT);
  const mark = (across: number, up: number) => [square + across, top - 26 + up] as const;
  canvas.stroke([mark(6, 13), mark(11.5, 7.5), mark(20, 19)], 2.6, [1, 1, 1]);
  const brand = 'Countersign';
  const x = layout.place(MARGIN + 36, layout.width(brand, 15, 'bold'));
  canvas.text(brand, { x, y: top - 18, size: 15, weight: 'bold', colour: INK });
  const status = envelope.status.toLocaleUpperCase(layout.spoken.language);
  const width = layout.width(status, 8, 'bold') + 16;
  const box = layout.place(PAGE.width - MARGIN - width, width);
  canvas.rectangle({ x: box, y: top - 22, width, height: 18 }, SHADE);
  canvas.text(status, { x: box + 8, y: top - 16, size: 8, weight: 'bold', colour: ACCENT });
  layout.top -= 58;
  const title = layout.spoken.say('title');
  const left = layout.place(MARGIN, layout.width(title, 20, 'bold'));
  canvas.text(title, { x: left, y: layout.top, size: 20, weight: 'bold', colour: INK });
  layout.top -= 10;
};

const drawEnvelope = (layout: Layout, { envelope, generated_at }: CertificateModel): void => {
  const { say, moment } = layout.spoken;
  drawHeading(layout, say('envelope'), 40);
  drawRow(
    layout,
    columnsOf(
      { share: 1, parts: [label(say('name')), { text: envelope.name, weight: 'bold' }] },
      { share: 1, parts: [label(say('id')), { text: envelope.id }] },
    ),
  );
  drawRow(
    layout,
    columnsOf(
      { share: 1, parts: [label(say('sender')), { text: envelope.sender_name }, { text: envelope.sender_email }] },
      { share: 1, parts: [label(say('organization')), { text: envelope.organization_name }] },
    ),
  );
  drawRow(
    layout,
    columnsOf(
      { share: 1, parts: [label(say('created')), { text: moment(envelope.created_at) }] },
      { share: 1, parts: [label(say('completed')), { text: moment(envelope.completed_at) }] },
      { share: 1, parts: [label(say('made')), { text: moment(generated_at) }] },
    ),
  );
};

const drawDocuments = (layout: Layout, documents: CertificateDocument[]): void => {
  const { say } = layout.spoken;
  drawHeading(layout, say('documents'), 60);
  for (const document of documents) {
    const pages = say('pages', { count: document.pages });
    drawRow(
      layout,
      columnsOf(
        { share: 4, parts: [{ text: document.name, weight: 'bold' }, label(pages)] },
        {
          share: 7,
          parts: [
            ...recordParts(document, say),
            label(say('sealed_hash')),
            { text: document.sealed_sha256, size: SMALL },
          ],
        },
      ),
    );
  }
};

/** The hash of the sealed document's beginning, which anybody can compute, and that of the sent file if it differs. */
const recordParts = (document: CertificateDocument, say: Spoken['say']): Part[] => {
  const { sha256, size, sent_sha256, sent_size, rewritten } = document;
  const shown = size === null ? say('shown_hash') : say('shown_hash_of', { size });
  const record = [label(shown), { text: sha256, size: SMALL }];
  if (rewritten.length === 0 || !sent_sha256) return record;
  const reasons = rewritten.join('; ');
  return [...record, label(say('sent_hash', { size: String(sent_size), reasons })), { text: sent_sha256, size: SMALL }];
};

const drawRecipients = (layout: Layout, recipients: CertificateRecipient[]): void => {
  drawHeading(layout, layout.spoken.say('recipients'), 120);
  for (const recipient of recipients) drawRecipient(layout, recipient);
};

const drawRecipient = (layout: Layout, recipient: CertificateRecipient): void => {
  const { say, moment } = layout.spoken;
  const columns = columnsOf(
    {
      share: 4,
      parts: [
        { text: recipient.name, weight: 'bold', size: 9 },
        { text: recipient.email },
        label(say('role_and_type', { role: recipient.role_name, type: recipient.type })),
        label(say('status', { status: recipient.status })),
      ],
    },
    {
      share: 4,
      parts: [
        label(say('authenticated_by')),
        { text: recipient.authentication.join('; ') || '–' },
        label(say('ip')),
        { text: recipient.ip ?? '–' },
        label(say('browser')),
        { text: recipient.user_agent ?? '–', size: SMALL },
      ],
    },
    {
      share: 3.4,
      parts: [
        ...(
          [
            ['opened', recipient.opened_at],
            ['accepted', recipient.agreed_at],
            ['signed', recipient.signed_at],
            ['submitted', recipient.submitted_at],
          ] as const
        ).flatMap(([name, at]) => [label(say(name)), { text: moment(at) }]),
      ],
    },
  );
  const marks: Mark[] = [];
  if (recipient.signature_image) marks.push({ name: say('signature'), png: recipient.signature_image });
  if (recipient.initials_image) marks.push({ name: say('initials'), png: recipient.initials_image });
  const tallest = Math.max(...columns.map((column) => columnHeight(layout, column)));
  layout.reserve(Math.min(tallest + 2 * CELL_PADDING + (marks.length > 0 ? MARK_STRIP : 0), 400));
  drawRow(layout, columns);
  if (marks.length > 0) drawMarks(layout, marks);
  if (recipient.disclosures) {
    const text = recipient.disclosures;
    drawRow(layout, columnsOf({ share: 1, parts: [label(say('disclosures')), { text, size: SMALL, colour: MUTED }] }));
  }
};

interface Mark {
  name: string;
  png: Uint8Array;
}

const MARK_HEIGHT = 36;
const MARK_STRIP = MARK_HEIGHT + SMALL * LEADING + 2 * CELL_PADDING;

/** A strip below a recipient with the signature and initials that they used. */
const drawMarks = (layout: Layout, marks: Mark[]): void => {
  layout.reserve(MARK_STRIP);
  const strip = { x: MARGIN, y: layout.top - MARK_STRIP, width: WIDTH, height: MARK_STRIP };
  layout.canvas.rectangle(strip, SHADE);
  let x = MARGIN + CELL_PADDING;
  for (const { name, png } of marks) {
    const image = layout.embed(png);
    const width = Math.max(40, Math.min(160, (image.width / image.height) * MARK_HEIGHT));
    drawColumn(layout, { x, width, parts: [label(name)] }, layout.top - CELL_PADDING);
    layout.canvas.image(image, { x: layout.place(x, width), y: strip.y + CELL_PADDING, width, height: MARK_HEIGHT });
    x += width + 16;
  }
  layout.canvas.rectangle({ ...strip, height: 0.5 }, RULE);
  layout.top -= MARK_STRIP;
};

const drawEvents = (layout: Layout, events: CertificateEvent[]): void => {
  const { say, moment, eventName } = layout.spoken;
  drawHeading(layout, say('events'), 60);
  const head = (text: string): Part[] => [{ text, size: SMALL, weight: 'bold', colour: MUTED }];
  const row = (...[time, event, who, where]: [Part[], Part[], Part[], Part[]]) =>
    columnsOf(
      { share: 2.7, parts: time },
      { share: 5, parts: event },
      { share: 2.6, parts: who },
      { share: 1.6, parts: where },
    );
  drawRow(layout, row(head(say('time')), head(say('event')), head(say('by')), head(say('ip'))), { shaded: true });
  for (const event of events) {
    const by = [event.actor, event.role_name && say('role', { role: event.role_name })].filter((part) => part);
    const name = eventName(event.event);
    const details = [name && event.event, event.detail].filter((detail) => detail);
    drawRow(
      layout,
      row(
        [{ text: moment(event.created_at), size: 7 }],
        [
          { text: name || event.event, weight: 'bold' },
          ...details.map((text) => ({ text: String(text), size: SMALL, colour: MUTED })),
          { text: event.hash, size: 4.6, colour: MUTED },
        ],
        by.map((part) => ({ text: String(part), size: 7 })),
        [{ text: event.ip ?? '–', size: 7 }],
      ),
    );
  }
};

const drawIntegrity = (layout: Layout, { chain, seal }: CertificateModel): void => {
  const { say } = layout.spoken;
  drawHeading(layout, say('integrity'), 120);
  drawRow(
    layout,
    columnsOf(
      {
        share: 7,
        parts: [label(say('chain', { count: chain.count })), { text: chain.head, size: 7 }],
      },
      { share: 4, parts: [label(say('computed')), { text: chain.algorithm, size: 7 }] },
    ),
  );
  drawRow(
    layout,
    columnsOf(
      { share: 7, parts: [label(say('sealed_by')), { text: seal.subject }] },
      { share: 4, parts: [label(say('level')), { text: `PAdES ${seal.level}` }] },
    ),
  );
  const text = say('about');
  layout.top -= 6;
  drawRow(layout, columnsOf({ share: 1, parts: [{ text, size: 7, colour: MUTED }] }));
};
