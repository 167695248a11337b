import { createHash } from 'node:crypto';
import { chosenRoleName } from '../../fields/role-names.ts';
import type { Picture } from '../content/picture.ts';
import type { CertificateProof, CertificateRecipient, CertificateStep, CertificateValue } from './model.ts';
import {
  hashPart,
  type Layout,
  LEADING,
  label,
  MARGIN,
  MUTED,
  type Part,
  QUOTE,
  quoted,
  RULE,
  SHADE,
  SMALL,
  WIDTH,
} from './report-layout.ts';
import {
  CELL_PADDING,
  columnHeight,
  columnsOf,
  drawHeading,
  drawRow,
  drawSubheading,
  drawTable,
} from './report-rows.ts';

/** The people: how they are known, when and from where they acted, and their signatures. */
export const drawRecipients = (layout: Layout, recipients: CertificateRecipient[]): void => {
  drawHeading(layout, layout.spoken.say('recipients'), 120);
  const texts = acceptedTexts(recipients);
  for (const recipient of recipients) drawRecipient(layout, recipient, texts);
};

const drawRecipient = (layout: Layout, recipient: CertificateRecipient, texts: AcceptedText[]): void => {
  const { say } = layout.spoken;
  const proofParts = ({ statement, name }: CertificateProof): Part[] => [
    { text: statement },
    ...(name ? [label(say('passed_by')), quoted(name)] : []),
  ];
  const role = chosenRoleName(recipient.role_name);
  const accepted = texts.findIndex(({ people }) => people.includes(recipient)) + 1;
  const columns = columnsOf(
    {
      share: 1,
      parts: [
        ...(role ? [label(say('role_and_type', { type: recipient.type })), quoted(role)] : [{ text: recipient.type }]),
        { text: recipient.email },
        label(say('status', { status: recipient.status })),
        ...(recipient.step
          ? [label(recipient.step.statement), ...recipient.step.signed.map((name) => quoted(name))]
          : []),
        ...(recipient.only_if ? [label(say('only_if')), quoted(recipient.only_if)] : []),
        ...(recipient.group ? [label(say('for_group')), quoted(recipient.group)] : []),
        ...(recipient.named_by ? [label(say('named_by')), quoted(recipient.named_by)] : []),
        ...(recipient.signed_before ?? []).map((statement) => label(statement)),
        ...(recipient.sent_back ?? []).flatMap(({ statement, to, reason }) => [
          label(statement),
          ...to.map((name) => quoted(name)),
          label(say('sent_back_reason')),
          quoted(reason),
        ]),
        ...(recipient.delegated_to ? [label(say('delegated_to')), quoted(recipient.delegated_to)] : []),
        ...(recipient.bound_by === null
          ? []
          : [
              label(say('shown_documents')),
              { text: recipient.shown_documents.join(', ') || '–' },
              label(say('bound_by', { number: recipient.bound_by })),
            ]),
        ...(accepted > 0 ? [label(say('accepted')), { text: say('text_number', { number: accepted }) }] : []),
      ],
    },
    {
      share: 1,
      parts: [
        label(say('authenticated_by')),
        ...(recipient.authentication.length > 0 ? recipient.authentication.flatMap(proofParts) : [{ text: '–' }]),
        ...browserParts(layout, recipient.steps),
      ],
    },
  );
  const tallest = Math.max(...columns.map((column) => columnHeight(layout, column)));
  drawSubheading(layout, quoted(recipient.name || recipient.role_name), Math.min(tallest + 2 * CELL_PADDING, 400));
  drawRow(layout, columns);
  drawSteps(layout, recipient);
  drawMarks(layout, recipient);
};

/** Each browser, with its acts if there are several. */
const browserParts = (layout: Layout, steps: readonly CertificateStep[]): Part[] => {
  const { say } = layout.spoken;
  const acts = Map.groupBy(
    steps.filter(({ user_agent }) => user_agent),
    ({ user_agent }) => user_agent ?? '',
  );
  return [...acts].flatMap(([user_agent, own]) => {
    const names = acts.size > 1 ? ` (${own.map(({ step }) => say(step)).join(', ')})` : '';
    return [label(say('browser') + names), quoted(user_agent, { size: SMALL })];
  });
};

const drawSteps = (layout: Layout, recipient: CertificateRecipient): void => {
  const { steps, timezone } = recipient;
  const { say, moment, localMoment } = layout.spoken;
  const isLocal = steps.some(({ at }) => localMoment(at, recipient) !== null);
  const cell = (text: string): Part[] => [{ text, size: SMALL }];
  drawTable(layout, {
    shares: isLocal ? [2.4, 3.4, 3.9, 2.9] : [3, 5, 4],
    heads: [say('step'), say('utc'), ...(isLocal ? [say('local_time', { zone: timezone ?? '' })] : []), say('ip')],
    rows: steps.map(({ step, at, ip }) => [
      cell(say(step)),
      cell(moment(at)),
      ...(isLocal ? [cell(localMoment(at, recipient) ?? '–')] : []),
      cell(ip ?? '–'),
    ]),
    namesRows: true,
    isWhole: true,
  });
};

const MARK_HEIGHT = 36;
const MARK_STRIP = MARK_HEIGHT + SMALL * LEADING + 2 * CELL_PADDING;

/** A strip below a recipient with the signature and initials that they used. */
const drawMarks = (layout: Layout, { name, signature_image, initials_image }: CertificateRecipient): void => {
  const { say } = layout.spoken;
  const marks = [
    { title: say('signature'), png: signature_image },
    { title: say('initials'), png: initials_image },
  ].flatMap(({ title, png }) => (png ? [{ title, image: layout.embed(png) }] : []));
  if (marks.length === 0) return;
  layout.reserve(MARK_STRIP);
  const strip = { x: MARGIN, y: layout.top - MARK_STRIP, width: WIDTH, height: MARK_STRIP };
  layout.artifact(() => {
    layout.canvas.rectangle(strip, SHADE);
    layout.canvas.rectangle({ ...strip, height: 0.5 }, RULE);
  });
  let x = MARGIN + CELL_PADDING;
  for (const { title, image } of marks) x += drawMark(layout, `${title}: ${name}`, title, image, x) + 16;
  layout.top -= MARK_STRIP;
};

/** Returns the width of the drawn mark. */
const drawMark = (layout: Layout, alt: string, title: string, image: Picture, x: number): number => {
  const width = Math.max(40, Math.min(160, (image.width / image.height) * MARK_HEIGHT));
  const titled = Math.max(width + QUOTE.indent, layout.width(title, SMALL) + 1);
  const top = layout.top - CELL_PADDING;
  layout.tagged(layout.element('P'), () =>
    layout.part({ text: title, size: SMALL, colour: MUTED }, layout.place(x, titled), titled, top),
  );
  const left = layout.place(x + QUOTE.indent, width);
  const bottom = layout.top - MARK_STRIP + CELL_PADDING;
  // A picture can show words as well.
  const bar = { x: layout.place(x, QUOTE.bar), y: bottom, width: QUOTE.bar, height: MARK_HEIGHT };
  layout.artifact(() => layout.canvas.rectangle(bar, QUOTE.colour));
  const box = { x: left, y: bottom, width, height: MARK_HEIGHT };
  const figure = layout.element('Figure', { alt, box: [left, bottom, left + width, bottom + MARK_HEIGHT] });
  layout.tagged(figure, () => layout.canvas.image(image, box));
  return titled;
};

/** A text that recipients accepted, word for word. */
interface AcceptedText {
  text: string;
  isShown: boolean;
  people: CertificateRecipient[];
}

/** Most recipients accept the same text, so each is printed once. */
const acceptedTexts = (recipients: readonly CertificateRecipient[]): AcceptedText[] => {
  const accepting = recipients.filter(({ disclosures }) => disclosures);
  const texts = Map.groupBy(accepting, ({ disclosures, is_shown }) => `${is_shown === true} ${disclosures}`);
  return [...texts.values()].map((people) => {
    const [{ disclosures, is_shown } = {} as Partial<CertificateRecipient>] = people;
    return { text: disclosures ?? '', isShown: is_shown === true, people };
  });
};

/** Texts that recipients agreed to, word for word. */
export const drawDisclosures = (layout: Layout, recipients: CertificateRecipient[]): void => {
  const { say } = layout.spoken;
  const texts = acceptedTexts(recipients);
  if (texts.length === 0) return;
  drawHeading(layout, say('agreed_texts'), 80);
  for (const [index, { text, isShown, people }] of texts.entries()) {
    drawSubheading(layout, { text: say('text_number', { number: index + 1 }) }, 60);
    const hash = createHash('sha256').update(text).digest('hex');
    const accepted = [label(say('accepted_by')), ...people.map(({ name, role_name }) => quoted(name || role_name))];
    drawRow(
      layout,
      columnsOf({ share: 4, parts: accepted }, { share: 7.2, parts: [label(say('text_hash')), hashPart(hash)] }),
    );
    const source = label(say(isShown ? 'shown_by_platform' : 'stated_by_client'));
    drawRow(layout, columnsOf({ share: 1, parts: [source, quoted(text, { size: SMALL })] }));
  }
};

/** The values that stand in the documents. */
export const drawValues = (layout: Layout, recipients: CertificateRecipient[]): void => {
  const { say } = layout.spoken;
  const filled = recipients.filter(({ values }) => values.length > 0);
  if (filled.length === 0) return;
  drawHeading(layout, say('values'), 80);
  for (const { name, role_name, values } of filled) {
    drawSubheading(layout, quoted(name || role_name), 60);
    const role = chosenRoleName(role_name);
    if (role) drawRow(layout, columnsOf({ share: 1, parts: [label(say('role')), quoted(role)] }));
    drawTable(layout, {
      shares: [3.6, 2.6, 6.8],
      heads: [say('field'), say('place'), say('value')],
      rows: values.map((value) => valueRow(layout, value)),
      namesRows: true,
    });
  }
};

/** The fields that rules never showed to their recipients, with these rules. */
export const drawHidden = (layout: Layout, recipients: CertificateRecipient[]): void => {
  const { say } = layout.spoken;
  const concerned = recipients.filter(({ hidden = [] }) => hidden.length > 0);
  if (concerned.length === 0) return;
  drawHeading(layout, say('hidden'), 80);
  for (const { name, role_name, hidden = [], is_hidden_unstated } of concerned) {
    drawSubheading(layout, quoted(name || role_name), 60);
    if (is_hidden_unstated) drawRow(layout, columnsOf({ share: 1, parts: [label(say('hidden_unstated'))] }));
    drawTable(layout, {
      shares: [3.6, 2.6, 6.8],
      heads: [say('field'), say('place'), say('hidden_rule')],
      rows: hidden.map(({ field, document, page, rules }) => [
        [quoted(field, { size: SMALL })],
        [{ text: placeOf(layout, document, page), size: SMALL, colour: MUTED }],
        rules.map((rule) => quoted(rule, { size: SMALL })),
      ]),
      namesRows: true,
    });
  }
};

const placeOf = ({ spoken: { say } }: Layout, document: number | null, page: number): string =>
  document === null || page < 1 ? '–' : say('document_page', { document, page });

const valueRow = (
  layout: Layout,
  { field, document, page, value, is_stated, prepared, sha256 }: CertificateValue,
): Part[][] => {
  const { say } = layout.spoken;
  const note = (text: string): Part => ({ text, size: SMALL, colour: MUTED });
  return [
    [quoted(field, { size: SMALL })],
    [note(placeOf(layout, document, page))],
    [
      is_stated ? { text: value, size: SMALL } : quoted(value, { size: SMALL }),
      ...(prepared ? [note(say('prepared'))] : []),
      ...(sha256 ? [note(say('value_hash')), hashPart(sha256)] : []),
    ],
  ];
};
