const CLAUSES = [
  'The landlord lets the flat to the tenant for residential use only. Use for a trade or an office needs consent in writing.',
  'The rent is due in advance on the first working day of each month, and counts as paid when it has reached the account named above.',
  'Running costs are paid in monthly instalments and settled once a year, at the latest twelve months after the period has ended.',
  'The tenant pays a deposit of three months’ rent, which the landlord keeps apart from other assets, at the usual rate of interest.',
  'The tenant gives notice of defects at once. Whoever does not is liable for the damage that follows from the delay.',
  'Small repairs of what the tenant uses often, such as taps, switches and locks, are paid by the tenant up to 90.00 each and 250.00 a year.',
  'Structural alterations need consent. At the end of the lease the flat is handed back in the state in which it was handed over.',
  'The landlord may enter the flat after notice of at least 48 hours, where there is reason, and without notice where danger threatens.',
  'Subletting needs consent, which may be refused for good cause alone. The tenant answers for those to whom the flat is left.',
  'Either party may end the lease with three months’ notice, in writing, to the end of a month. Rights by law stay as they are.',
];

const COLUMNS = 84;

/** Lines of a text of at most so many characters. */
const wrapped = (text: string): string[] => {
  const lines = [''];
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1)} ${word}`.trim();
    if (line.length <= COLUMNS) lines[lines.length - 1] = line;
    else lines.push(word);
  }
  return lines;
};

const escaped = (text: string): string => text.replaceAll('’', "'").replace(/[\\()]/g, '\\$&');

/** The parties and the flat, as on the first page of a lease. */
const TERMS = [
  ['Landlord', 'Ada Lovelace, 12 Garden Street, 1040 Vienna'],
  ['Tenant', 'Alan Turing, born on June 23, 1992, 4 Mill Road, 8010 Graz'],
  ['Flat', '12 Garden Street, second floor, door 7: three rooms, kitchen, bath, hall, 74.5 square metres'],
  ['With', 'cellar 7, one place in the bicycle room, use of the garden and of the laundry'],
  ['Begins on', 'February 1, 2027, for an indefinite time'],
  ['Rent', '1,180.00 a month, and 215.00 for running costs, 1,395.00 altogether'],
  ['Deposit', '3,540.00, due before the keys are handed over'],
  ['Account', 'AT61 1904 3002 3457 3201, to the name of the landlord'],
] as const;

const CLAUSES_ON_FIRST = 4;

/**
 * Content of a page: headings, numbered clauses of 10.5 points, some blank room, a line at the foot. About 2300
 * characters.
 */
const contentOf = (page: number, pages: number): string => {
  const parts = [`BT /B 15 Tf 72 726 Td (${page === 1 ? 'Lease of a Flat' : `Part ${page}`}) Tj ET`];
  let y = 700;
  for (const [name, value] of page === 1 ? TERMS : []) {
    parts.push(`BT /B 10.5 Tf 72 ${y} Td (${name}) Tj /F 10.5 Tf 92 0 Td (${escaped(value)}) Tj ET`);
    parts.push(`0.4 w 72 ${y - 6} m 540 ${y - 6} l S`);
    y -= 24;
  }
  for (let clause = 0; clause < (page === 1 ? CLAUSES_ON_FIRST : 10); clause++) {
    const text = CLAUSES[(clause + page) % CLAUSES.length] ?? '';
    const more = CLAUSES[(clause + page * 3) % CLAUSES.length] ?? '';
    parts.push(`BT /B 11 Tf 72 ${y} Td (${page}.${clause + 1}) Tj ET`);
    const lines = wrapped(`${text} ${more}`).map((line) => `(${escaped(line)}) Tj T*`);
    parts.push(`BT /F 10.5 Tf 13.5 TL 104 ${y} Td ${lines.join(' ')} ET`);
    y -= lines.length * 13.5 + 10;
  }
  parts.push('0.6 w 72 60 m 540 60 l S', `BT /F 8 Tf 72 46 Td (Page ${page} of ${pages}) Tj ET`);
  return parts.join('\n');
};

/** A lease: a plain contract of so many pages of text. */
export const leasePdf = (pages: number): Buffer => {
  const fonts = [
    '/F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    '/B << /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold >>',
  ];
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages} /Kids [${Array.from({ length: pages }, (_, at) => `${3 + at * 2} 0 R`).join(' ')}] >>`,
    ...Array.from({ length: pages }, (_, at) => {
      const content = contentOf(at + 1, pages);
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + at * 2} 0 R /Resources << /Font << ${fonts.join(' ')} >> >> >>`,
        `<< /Length ${Buffer.byteLength(content, 'latin1')} >>\nstream\n${content}\nendstream`,
      ];
    }).flat(),
  ];
  const head = '%PDF-1.4\n';
  let body = head;
  const rows = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return Buffer.from(`${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows.join('')}${trailer}`, 'latin1');
};
