import { prepareTexts } from '../fonts/prepare-texts.ts';
import { drawChecks } from './checks.ts';
import { drawEvents } from './events.ts';
import type { CertificateDocument, CertificateModel } from './model.ts';
import { drawDisclosures, drawHidden, drawRecipients, drawValues } from './people.ts';
import { ACCENT, hashPart, INK, Layout, label, MARGIN, PAGE, type Part, quoted, SHADE } from './report-layout.ts';
import { columnsOf, drawHeading, drawRow } from './report-rows.ts';
import { CERTIFICATE_TEXTS } from './texts/index.ts';
import { type Spoken, spokenIn } from './words.ts';

/**
 * Makes the certificate of completion as a PDF: the documents, the people with times, connection and authentication,
 * what they were shown, filled in and agreed to, every event with its hash, and how to check all of it. Any script, any
 * number of rows. The file is PDF/A-3u and tagged, and carries the audit trail. The caller seals it like the documents.
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
  drawDisclosures(layout, model.recipients);
  drawValues(layout, model.recipients);
  drawHidden(layout, model.recipients);
  drawEvents(layout, model.events);
  drawChecks(layout, model);
  const footer = spoken.say('footer', { id: model.envelope.id });
  return layout.finish({ title: `${words.title}: ${model.envelope.name}`, footer }, new Date(model.generated_at), {
    ...model.audit,
    type: 'application/json',
    description: words.audit,
  });
};

/** Collects all texts in a nested value. */
const textsOf = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return [];
  return Object.values(value).flatMap(textsOf);
};

const drawHead = (layout: Layout, { envelope }: CertificateModel): void => {
  const { canvas } = layout;
  const { top } = layout;
  const square = layout.place(MARGIN, 26);
  const brand = 'Countersign';
  const brandLeft = layout.place(MARGIN + 36, layout.width(brand, 15, 'bold'));
  layout.artifact(() => {
    canvas.rectangle({ x: square, y: top - 26, width: 26, height: 26 }, ACCENT);
    const mark = (across: number, up: number) => [square + across, top - 26 + up] as const;
    canvas.stroke([mark(6, 13), mark(11.5, 7.5), mark(20, 19)], 2.6, [1, 1, 1]);
    canvas.text(brand, { x: brandLeft, y: top - 18, size: 15, weight: 'bold', colour: INK });
  });
  layout.top -= 58;
  const title = layout.spoken.say('title');
  const left = layout.place(MARGIN, layout.width(title, 20, 'bold'));
  layout.tagged(layout.element('H1'), () =>
    canvas.text(title, { x: left, y: layout.top, size: 20, weight: 'bold', colour: INK }),
  );
  const status = envelope.status.toLocaleUpperCase(layout.spoken.language);
  const width = layout.width(status, 8, 'bold') + 16;
  const box = layout.place(PAGE.width - MARGIN - width, width);
  layout.artifact(() => canvas.rectangle({ x: box, y: top - 22, width, height: 18 }, SHADE));
  layout.tagged(layout.element('P'), () =>
    canvas.text(status, { x: box + 8, y: top - 16, size: 8, weight: 'bold', colour: ACCENT }),
  );
  layout.top -= 10;
};

const drawEnvelope = (layout: Layout, { envelope, generated_at }: CertificateModel): void => {
  const { say, moment } = layout.spoken;
  drawHeading(layout, say('envelope'), 40);
  drawRow(
    layout,
    columnsOf(
      { share: 1, parts: [label(say('name')), quoted(envelope.name, { weight: 'bold' })] },
      { share: 1, parts: [label(say('id')), { text: envelope.id }] },
    ),
  );
  drawRow(
    layout,
    columnsOf(
      { share: 1, parts: [label(say('sender')), quoted(envelope.sender_name), { text: envelope.sender_email }] },
      { share: 1, parts: [label(say('organization')), quoted(envelope.organization_name)] },
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
  drawRow(layout, columnsOf({ share: 1, parts: [label(say('quoted'))] }));
};

const drawDocuments = (layout: Layout, documents: CertificateDocument[]): void => {
  const { say } = layout.spoken;
  drawHeading(layout, say('documents'), 60);
  for (const [index, document] of documents.entries()) {
    drawRow(
      layout,
      columnsOf(
        { share: 0.4, parts: [{ text: `${index + 1}.`, weight: 'bold' }] },
        {
          share: 3.8,
          parts: [
            quoted(document.name, { weight: 'bold' }),
            { ...label(say('pages', { count: document.pages })), isLabel: false },
          ],
        },
        {
          share: 7,
          parts: [
            ...recordParts(document, say),
            ...signatureParts(document, layout.spoken),
            label(say('sealed_hash')),
            hashPart(document.sealed_sha256),
          ],
        },
      ),
    );
  }
};

/** The signatures that the file was sent with: by whom, when by which clock, and what came after. */
const signatureParts = ({ signatures = [] }: CertificateDocument, { say, moment }: Spoken): Part[] =>
  signatures.flatMap(({ kind, signer, signed_at, is_proven }) => {
    const time = moment(signed_at);
    const signed = !signed_at
      ? say('earlier_untimed')
      : say(is_proven ? 'earlier_proven' : 'earlier_claimed', { time });
    return [
      label(kind === 'timestamp' ? say('earlier_timestamp', { time }) : signed),
      quoted(signer),
      label(say('earlier_after')),
    ];
  });

/** The hash of the sealed document's beginning, which anybody can compute, and that of the sent file if it differs. */
const recordParts = (document: CertificateDocument, say: Spoken['say']): Part[] => {
  const { sha256, size, sent_sha256, sent_size, rewritten } = document;
  const shown = size === null ? say('shown_hash') : say('shown_hash_of', { size });
  const record = [label(shown), hashPart(sha256)];
  if (rewritten.length === 0 || !sent_sha256) return record;
  const reasons = rewritten.join('; ');
  return [...record, label(say('sent_hash', { size: String(sent_size), reasons })), hashPart(sent_sha256)];
};
