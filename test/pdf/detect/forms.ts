import { type MadeForm, makeForm, type Sheet } from './form-maker.ts';

/** Width of a run of underscores in the font that forms are set in, at a size of 10. */
const UNDERSCORE = 5;
const underscores = (count: number): string => '_'.repeat(count);

const lease = ({ text, line, expect }: Sheet): void => {
  text(220, 740, 'RESIDENTIAL LEASE', 16);
  line(72, 732, 468, 1);
  text(72, 700, 'This lease is made between the owner of the house and the people who live in it, and ends');
  text(72, 686, 'when both have agreed in writing that it ends. It is governed by the law of the state.');
  const blanks: [label: string, x: number, y: number, type: 'textbox' | 'date'][] = [
    ['Name of landlord:', 72, 650, 'textbox'],
    ['Address:', 72, 626, 'textbox'],
    ['Begins on (date):', 72, 602, 'date'],
    ['Monthly rent:', 72, 578, 'textbox'],
    ['E-mail:', 72, 554, 'textbox'],
  ];
  for (const [label, x, y, type] of blanks) {
    text(x, y, label);
    line(x + 100, y - 2, 220);
    expect(type, x + 100, y - 2, 220, 14);
  }
  text(72, 500, 'The tenant keeps the flat clean, and pays for water and power. Pets need a permit.');
  ['LANDLORD', 'TENANT'].forEach((who, index) => {
    const x = 72 + index * 250;
    text(x, 300, who, 11);
    line(x, 250, 200);
    text(x, 239, 'Signature', 8);
    expect('signature', x, 250, 200, 20);
    line(x, 205, 200);
    text(x, 194, 'Print name', 8);
    expect('textbox', x, 205, 200, 14);
    line(x, 160, 200);
    text(x, 149, 'Date', 8);
    expect('date', x, 160, 200, 14);
  });
  text(280, 40, 'Page 1 of 1', 8);
};

const underscored = ({ text, expect }: Sheet): void => {
  text(72, 740, 'AGREEMENT OF CONSULTING', 14);
  const rows: [before: string, count: number, type: 'textbox' | 'date' | 'signature' | 'initial'][] = [
    ['Client:', 40, 'textbox'],
    ['Consultant:', 40, 'textbox'],
    ['Date:', 20, 'date'],
    ['Phone:', 24, 'textbox'],
    ['Initials:', 8, 'initial'],
    ['Signed:', 40, 'signature'],
    ['Signature of client:', 40, 'signature'],
    ['Signature of witness:', 40, 'signature'],
  ];
  rows.forEach(([before, count, type], index) => {
    const y = 690 - index * 34;
    text(72, y, before);
    text(180, y, underscores(count));
    expect(type, 180, y - 1, count * UNDERSCORE, 13);
  });
  text(72, 400, `The fee is ${underscores(12)} a day, and is due at the end of each month of the year.`);
  expect('textbox', 72 + 49, 399, 12 * UNDERSCORE + 3, 12);
};

const cells = ({ text, box, expect }: Sheet): void => {
  text(40, 750, 'Application for membership', 16);
  const labels = [
    ['First name', 'Last name'],
    ['Street and number', 'City'],
    ['E-mail address', 'Telephone'],
    ['Date of birth', 'Occupation'],
    ['Account holder', 'Account number'],
  ];
  labels.forEach((row, index) => {
    row.forEach((label, column) => {
      const [x, y] = [40 + column * 266, 690 - index * 30];
      box([x, y, 266, 30]);
      text(x + 3, y + 21, label, 7);
      expect(label.startsWith('Date') ? 'date' : 'textbox', x + 1, y + 1, 264, 19);
    });
  });
  box([40, 440, 532, 100]);
  text(43, 530, 'Comments', 7);
  expect('textarea', 41, 441, 530, 86);
  box([40, 380, 330, 40]);
  text(43, 411, 'Signature of applicant', 7);
  expect('signature', 41, 381, 328, 28);
  box([370, 380, 202, 40]);
  text(373, 411, 'Date', 7);
  expect('date', 371, 381, 200, 28);
};

const table = ({ text, line, upright, box, expect }: Sheet): void => {
  text(50, 740, 'Inventory of the flat', 14);
  const [left, top, row] = [50, 700, 22];
  const columns = [130, 120, 140, 110];
  const width = columns.reduce((sum, one) => sum + one, 0);
  for (let index = 0; index <= 8; index++) line(left, top - index * row, width);
  let x = left;
  for (const column of [...columns, 0]) {
    upright(x, top - 8 * row, 8 * row);
    x += column;
  }
  ['Room', 'Condition', 'Remarks', 'Initials'].forEach((head, index) => {
    text(left + 4 + columns.slice(0, index).reduce((sum, one) => sum + one, 0), top - 15, head);
  });
  ['Kitchen', 'Bathroom', 'Bedroom', 'Living room', 'Hall', 'Cellar', 'Garage'].forEach((room, index) => {
    const y = top - (index + 2) * row;
    text(left + 4, y + 7, room);
    expect('textbox', left + 131, y + 1, 118, 20);
    expect('textbox', left + 251, y + 1, 138, 20);
    expect('initial', left + 391, y + 1, 108, 20);
  });
  ['Keys were handed over', 'Meters were read', 'The flat is clean'].forEach((what, index) => {
    const y = 470 - index * 20;
    box([50, y, 10, 10]);
    text(66, y + 1, what);
    expect('checkbox', 50, y, 10, 10);
  });
};

const boxes = ({ text, box, circle, upright, line, expect }: Sheet): void => {
  text(60, 740, 'Questions', 14);
  text(60, 712, '\u2610 I agree to the terms');
  expect('checkbox', 60, 711, 9, 10);
  text(60, 692, '[  ] I want a copy by mail');
  expect('checkbox', 60, 690, 11, 10);
  text(60, 672, 'Married?   Yes');
  box([132, 670, 11, 11]);
  expect('checkbox', 132, 670, 11, 11);
  text(152, 672, 'No');
  box([170, 670, 11, 11]);
  expect('checkbox', 170, 670, 11, 11);
  ['Monthly', 'Yearly'].forEach((when, index) => {
    circle(66 + index * 90, 646, 5);
    text(76 + index * 90, 643, when);
    expect('radio', 61 + index * 90, 641, 10, 10);
  });
  text(60, 612, 'Tax number');
  for (let index = 0; index < 11; index++) box([150 + index * 15, 606, 15, 19]);
  expect('textbox', 150, 606, 165, 19);
  text(60, 572, 'Postcode');
  for (let index = 0; index <= 5; index++) upright(150 + index * 16, 568, index === 0 || index === 5 ? 18 : 5);
  line(150, 568, 80);
  expect('textbox', 150, 568, 80, 16);
  box([50, 440, 500, 100], { fill: 0.9 });
  ['Company', 'Contact', 'Telephone'].forEach((what, index) => {
    const y = 510 - index * 30;
    text(60, y + 5, what);
    box([160, y, 240, 18], { fill: 1 });
    expect('textbox', 160, y, 240, 18);
  });
  text(60, 400, `Place: ${'.'.repeat(70)}`);
  expect('textbox', 91, 399, 70 * 2.78, 12);
  text(60, 370, 'Insurance no.');
  for (const letter of [0, 2, 8, 9, 12]) upright(150 + letter * 14, 364, 15);
  for (const letter of [1, 3, 4, 5, 6, 7, 10, 11]) upright(150 + letter * 14, 364, 5, 0.3);
  line(150, 364, 168);
  expect('textbox', 150, 364, 168, 15);
  line(60, 320, 400);
  text(60, 311, 'Street', 7);
  text(240, 311, 'Postcode', 7);
  text(330, 311, 'Town', 7);
  expect('textbox', 60, 320, 176, 14);
  expect('textbox', 240, 320, 86, 14);
  expect('textbox', 330, 320, 130, 14);
};

/** Labels in cells of their own, the blanks beside them. */
const pairs = ({ text, line, upright, expect }: Sheet): void => {
  text(60, 740, 'Details of the contract', 14);
  const rows: [label: string, type: 'textbox' | 'date' | 'signature'][] = [
    ['Company:', 'textbox'],
    ['Name of the employee:', 'textbox'],
    ['First day of work', 'textbox'],
    ['Date of birth:', 'date'],
    ['Bank account:', 'textbox'],
    ['Signature of the employee:', 'signature'],
  ];
  rows.forEach(([label, type], index) => {
    const y = 680 - index * 28;
    line(60, y + 28, 480);
    text(65, y + 16, label);
    expect(type, 221, y + 1, 318, 26);
  });
  line(60, 540, 480);
  for (const x of [60, 220, 540]) upright(x, 540, 168);
};

/** Rows without sides, a row that asks for two things, numbers in boxes, and lines that a person signs. */
const rows = ({ text, line, upright, box, expect }: Sheet): void => {
  text(60, 750, 'Application for a flat', 16);
  ['Full name', 'Current address', 'Monthly income', 'Employer', 'Desired day to move in'].forEach((label, index) => {
    const y = 700 - index * 22;
    line(60, y - 6, 480);
    text(64, y, label);
    expect('textbox', 190, y - 5, 350, 20);
  });
  line(60, 560, 480);
  line(60, 530, 480);
  text(64, 541, 'Signature of the applicant \u25b6', 8);
  text(400, 541, 'Date \u25b6', 8);
  for (const x of [60, 540]) upright(x, 530, 30);
  expect('signature', 190, 531, 205, 28);
  expect('date', 430, 531, 108, 28);
  text(60, 500, 'Social security number');
  let x = 200;
  for (const count of [3, 2, 4]) {
    for (let index = 0; index < count; index++) box([x + index * 13, 494, 13, 17]);
    expect('textbox', x, 494, count * 13, 17);
    x += count * 13 + 12;
  }
  ['Applicant:', 'Guarantor:'].forEach((label, index) => {
    const y = 450 - index * 30;
    text(60, y, label);
    line(130, y - 2, 220);
    expect('signature', 130, y - 2, 220, 14);
    text(370, y, 'Date:');
    line(400, y - 2, 120);
    expect('date', 400, y - 2, 120, 14);
  });
  ['By:', 'Name:', 'Date:'].forEach((label, index) => {
    const y = 370 - index * 30;
    text(60, y, label);
    line(100, y - 2, 200);
    expect(index === 0 ? 'signature' : index === 1 ? 'textbox' : 'date', 100, y - 2, 200, 14);
  });
  text(60, 270, '\u914d\u5076\u8005');
  for (const [index, choice] of ['\u6709', '\u7121'].entries()) {
    box([110 + index * 40, 269, 9, 9]);
    text(122 + index * 40, 270, choice);
    expect('checkbox', 110 + index * 40, 269, 9, 9);
  }
};

/** Paragraphs to initial, coloured boxes, sentences that go on below, heads of tables, and captions of one word. */
const mixed = ({ text, line, upright, box, expect }: Sheet): void => {
  text(60, 750, 'Please initial each paragraph', 12);
  ['I know that the tour is dangerous, and take part in it.', 'I am in good health, and can swim.'].forEach(
    (paragraph, index) => {
      const y = 720 - index * 22;
      line(60, y - 2, 40);
      text(106, y, paragraph);
      expect('initial', 60, y - 2, 40, 14);
    },
  );
  ['What you offer', 'Authorized signature', 'Date signed'].forEach((label, index) => {
    const y = [590, 510, 470][index] ?? 0;
    const height = [70, 50, 20][index] ?? 0;
    text(60, y + height + 4, label);
    box([60, y, 300, height], { fill: 0.94 });
    expect((['textarea', 'signature', 'date'] as const)[index] ?? 'textbox', 60, y, 300, height);
  });
  text(60, 440, 'The lease begins on');
  text(156, 440, underscores(20));
  expect('date', 156, 439, 20 * UNDERSCORE, 13);
  text(262, 440, ', and whoever signs it for the tenants says so: the tour ends on');
  text(60, 424, underscores(20));
  expect('date', 60, 423, 20 * UNDERSCORE, 13);
  text(60, 400, 'Dated this');
  text(112, 400, underscores(6));
  expect('textbox', 112, 399, 6 * UNDERSCORE, 13);
  text(146, 400, 'day of the month');
  ['Landlord', 'Notary Public'].forEach((who, index) => {
    line(60 + index * 250, 350, 200);
    text(60 + index * 250, 339, who);
    expect('signature', 60 + index * 250, 350, 200, 14);
  });
  const [left, top, row] = [60, 300, 24];
  for (let index = 0; index <= 3; index++) line(left, top - index * row, 400);
  for (const x of [0, 160, 240, 320, 400]) upright(left + x, top - 3 * row, 3 * row);
  for (const [index, head] of ['Poor', 'Fair', 'Good'].entries()) text(left + 165 + index * 80, top - 15, head);
  ['Service', 'Price'].forEach((what, index) => {
    const y = top - (index + 2) * row;
    text(left + 4, y + 12, what);
    for (let column = 0; column < 3; column++) {
      box([left + 195 + column * 80, y + 7, 10, 10]);
      expect('checkbox', left + 195 + column * 80, y + 7, 10, 10);
    }
  });
  ['Old address', 'New address', 'Valid from (date)'].forEach((label, index) => {
    const y = 160 - index * 44;
    text(60, y + 29, label);
    box([60, y, 240, 22]);
    expect(index === 2 ? 'date' : 'textbox', 60, y, 240, 22);
  });
  text(500, 180, 'التوقيع:');
  line(380, 178, 112);
  expect('signature', 380, 178, 112, 14);
  text(330, 180, 'التاريخ:');
  line(318, 178, 10);
};

/** As browsers print pages: lines are what a smaller box leaves of a larger one. */
const printed = ({ text, frame, ring, expect }: Sheet): void => {
  text(60, 750, 'Volunteers', 16);
  ['Name', 'Date of birth', 'E-mail'].forEach((label, index) => {
    const y = 690 - index * 44;
    text(60, y + 29, label, 8);
    frame([60, y, 240, 22], { radius: index === 0 ? 4 : 0 });
    expect(index === 1 ? 'date' : 'textbox', 60, y, 240, 22);
  });
  ['Teaching', 'Driving', 'Cooking'].forEach((what, index) => {
    frame([60 + index * 90, 560, 9, 9], { radius: index === 0 ? 0 : 2 });
    text(74 + index * 90, 561, what);
    expect('checkbox', 60 + index * 90, 560, 9, 9);
  });
  ['Weekdays', 'Weekends'].forEach((when, index) => {
    frame([60 + index * 90, 535, 10, 10], { radius: 5 });
    text(74 + index * 90, 536, when);
    expect('radio', 60 + index * 90, 535, 10, 10);
  });
  ring(245, 540, 5);
  text(254, 536, 'Never');
  expect('radio', 240, 535, 10, 10);
  ['First and last name', 'Street', 'Postcode and town', 'IBAN'].forEach((caption, index) => {
    const y = 490 - index * 32;
    frame([60, y, 480, 14], { sides: [0, 0.75, 0, 0] });
    text(60, y - 9, caption, 7);
    expect('textbox', 60, y, 480, 14);
  });
  ['Datum, Ort', 'Unterschrift'].forEach((caption, index) => {
    frame([60 + index * 250, 330, 200, 24], { sides: [0, 0.75, 0, 0] });
    text(60 + index * 250, 321, caption, 7);
    expect(index === 0 ? 'textbox' : 'signature', 60 + index * 250, 330, 200, 24);
  });
};

/** As courts ask: sums behind a sign, headings between rules, lines that go on, and a line to sign in a cell. */
const sums = ({ text, line, upright, box, expect }: Sheet): void => {
  const [left, top, row] = [60, 750, 22];
  const columns = [0, 180, 270, 370, 480];
  for (let index = 0; index <= 4; index++) line(left, top - index * row, 480);
  for (const x of columns) upright(left + x, top - 4 * row, 4 * row);
  ['Expense', 'Amount', 'A year', 'Employer'].forEach((head, index) => {
    text(left + (columns[index] ?? 0) + 4, top - 15, head);
  });
  ['Rent or mortgage:', 'Water', 'Telephone:'].forEach((what, index) => {
    const y = top - (index + 2) * row;
    box([left, y, 480, row], { fill: index === 1 ? 1 : 0.92 });
    text(left + 4, y + 7, what);
    text(left + 183, y + 7, '$');
    expect('textbox', left + 190, y + 1, 79, 20);
    text(left + 273, y + 7, '€');
    expect('textbox', left + 280, y + 1, 89, 20);
    expect('textbox', left + 371, y + 1, 108, 20);
  });
  line(60, 630, 480, 1.2);
  text(270, 616, 'DECLARATION', 11);
  line(60, 610, 480, 1.2);
  text(60, 580, 'Reasons (specify):');
  line(146, 578, 394);
  expect('textbox', 146, 578, 394, 14);
  line(60, 556, 480);
  expect('textbox', 60, 556, 480, 14);
  text(60, 530, 'What else should the court know?');
  line(60, 470, 480);
  expect('textarea', 60, 470, 480, 56);
  text(100, 440, 'If so, list the degree and the year.');
  line(100, 418, 440);
  expect('textbox', 100, 418, 440, 14);
  text(60, 390, 'On:');
  line(80, 388, 120);
  expect('date', 80, 388, 120, 14);
  text(210, 390, 'Due:');
  line(236, 383, 120);
  expect('textbox', 236, 383, 120, 14);
  line(60, 350, 300);
  text(60, 340, 'Petitioner', 8);
  text(180, 340, '(Print name)', 8);
  expect('textbox', 60, 350, 300, 14);
  box([60, 250, 480, 60]);
  upright(200, 250, 60);
  text(66, 299, 'Date signed', 8);
  expect('date', 61, 251, 138, 46);
  text(300, 299, 'Signed under the penalties of perjury', 8);
  text(206, 262, 'x', 8);
  line(214, 260, 316);
  expect('signature', 214, 260, 316, 24);
  text(60, 220, 'Date of birth');
  let x = 150;
  for (const count of [2, 2, 4]) {
    for (let index = 0; index < count; index++) box([x + index * 14, 216, 14, 16]);
    expect(count === 4 ? 'date' : 'textbox', x, 216, count * 14, 16);
    x += count * 14 + 10;
  }
  line(60, 180, 160);
  text(60, 184, 'Paid until today');
  text(180, 184, '$177.00');
};

/** Nothing on this page is to be filled. */
const decorations = ({ text, line, upright, box }: Sheet): void => {
  box([24, 24, 564, 744], { border: 1.5 });
  text(72, 730, 'Report of the year', 18);
  line(72, 720, 468, 1.2);
  text(72, 690, '1. Summary', 12);
  line(72, 688, 62);
  text(72, 664, 'The year was good for all who took part, and the next one will be better still. We thank');
  text(72, 650, 'everybody who helped, and everybody who waited. What follows are the numbers.');
  text(72, 620, 'Read this carefully', 11);
  line(72, 618, 92);
  text(72, 590, `Income ${'.'.repeat(100)} 4`);
  text(72, 576, `Expenses ${'.'.repeat(96)} 12`);
  const [left, top, row] = [72, 540, 20];
  for (let index = 0; index <= 5; index++) line(left, top - index * row, 440);
  for (const x of [0, 160, 320, 440]) upright(left + x, top - 5 * row, 5 * row);
  for (let index = 0; index < 5; index++) {
    ['Quarter', 'Income', 'Expenses'].forEach((head, column) => {
      const said = index === 0 ? head : `${head} ${index}`;
      text(left + 5 + 160 * column, top - 14 - index * row, said);
    });
  }
  box([72, 380, 468, 40]);
  text(80, 403, 'Note: All numbers are rounded, and none of them has been checked by anybody who');
  text(80, 390, 'is allowed to check them.');
  box([72, 330, 468, 24], { fill: 0.75 });
  text(80, 338, 'SECTION TWO', 12);
  text(72, 300, 'The setting is named __NOGLOBS__ there, and __INIT__ here.');
  box([72, 230, 300, 50], { fill: 0.93 });
  for (let index = 0; index < 21; index++) {
    for (let module = index % 3; module < 21; module += 3) box([450 + module * 2, 220 + index * 2, 2, 2], { fill: 0 });
  }
  line(-40, 400, 30);
  text(-40, 404, 'Proof 4');
  line(72, 120, 144, 0.5);
  text(72, 108, '1 Numbers of the year before are in the report of the year before, which can be read on', 8);
  text(72, 98, 'request.', 8);
  text(330, 310, 'Highlights', 12);
  line(330, 306, 200);
  box([400, 90, 140, 90]);
  for (const bar of [0, 1, 2]) box([415 + bar * 35, 91, 20, 30 + bar * 20], { fill: 0.5 });
  line(72, 60, 468, 0.5);
  text(72, 48, 'Report of the year', 8);
  text(500, 48, 'Page 1', 8);
};

/** Labels of one language: signature, date, name, initials. */
type Labels = [language: string, signature: string, date: string, name: string, initials: string];

const LANGUAGES: Labels[] = [
  ['en', 'Signature', 'Date', 'Full name', 'Initials'],
  ['de', 'Unterschrift', 'Datum', 'Vor- und Nachname', 'Initialen'],
  ['fr', 'Signature', 'Date', 'Nom et prénom', 'Paraphe'],
  ['es', 'Firma', 'Fecha', 'Nombre y apellidos', 'Iniciales'],
  ['it', 'Firma', 'Data', 'Nome e cognome', 'Iniziali'],
  ['nl', 'Handtekening', 'Datum', 'Naam', 'Paraaf'],
  ['pt', 'Assinatura', 'Data', 'Nome completo', 'Rubrica'],
  ['pl', 'Podpis', 'Data', 'Imię i nazwisko', 'Inicjały'],
  ['ja', '署名', '日付', '氏名', 'イニシャル'],
  ['ar', 'التوقيع', 'التاريخ', 'الاسم الكامل', 'الأحرف الأولى'],
];

const inLanguage =
  ([language, ...labels]: Labels) =>
  ({ text, line, expect }: Sheet): void => {
    const kinds = ['signature', 'date', 'textbox', 'initial'] as const;
    labels.forEach((label, index) => {
      const y = 700 - index * 50;
      const type = kinds[index] ?? 'textbox';
      if (language === 'ar') {
        text(400, y, `${label}:`);
        line(180, y - 2, 212);
        expect(type, 180, y - 2, 212, 14);
      } else {
        text(72, y, `${label}:`);
        line(180, y - 2, 212);
        expect(type, 180, y - 2, 212, 14);
      }
      line(72, y - 260, 180);
      text(72, y - 270, label, 8);
      expect(type, 72, y - 260, 180, 14);
    });
  };

/** Forms of many kinds, with all that they ask for. */
export const madeForms = async (): Promise<MadeForm[]> => [
  await makeForm('lease', lease),
  await makeForm('underscores', underscored),
  await makeForm('cells', cells),
  await makeForm('table', table),
  await makeForm('boxes', boxes),
  await makeForm('pairs', pairs),
  await makeForm('rows', rows),
  await makeForm('mixed', mixed),
  await makeForm('printed from a web page', printed),
  await makeForm('sums', sums),
  await makeForm('decorations', decorations),
  ...(await Promise.all(([0, 90, 180, 270] as const).map((turn) => makeForm(`lease, turned by ${turn}`, lease, turn)))),
  ...(await Promise.all(LANGUAGES.map((labels) => makeForm(`labels in ${labels[0]}`, inLanguage(labels))))),
];
