import type { FieldType } from '../../fields/types.ts';

/** Kinds that a label can name. */
export type NamedKind = Extract<FieldType, 'signature' | 'initial' | 'date' | 'textbox' | 'textarea'>;

/**
 * Words by which labels name a kind: English, German, French, Spanish, Italian, Dutch, Portuguese, Polish, Japanese,
 * Arabic. A word begins a word of the label, and ends one too unless it ends with a star.
 */
const WORDS = {
  /** A name is typed, whoever signs. */
  name: [
    ...['printed name', 'print name', 'name of', 'full name', 'typed name', 'print or type', 'title', 'name'],
    ...['name des', 'name der', 'name in', 'vorname', 'nachname', 'namen'],
    ...[
      'nom',
      'prénom',
      'prénoms',
      'nombre',
      'apellido',
      'apellidos',
      'nome',
      'cognome',
      'sobrenome',
      'naam',
      'voornaam',
    ],
    ...['achternaam', 'imię', 'nazwisko', '氏名', 'お名前', '名前', 'フリガナ', 'الاسم', 'اسم'],
  ],
  signature: [
    ...['signature', 'signatures', 'signed', 'sign', 'sign here', 'unterschrift*', 'unterzeichn*', 'gezeichnet'],
    ...[
      'signé',
      'signer',
      'firma',
      'firme',
      'firmado',
      'fdo',
      'sottoscrizione',
      'handtekening*',
      'ondertekening',
      'getekend',
    ],
    ...[
      'assinatura*',
      'assinado',
      'rúbrica',
      'podpis*',
      '署名',
      'ご署名',
      'サイン',
      '自署',
      'توقيع',
      'التوقيع',
      'الإمضاء',
      'إمضاء',
    ],
  ],
  initial: [
    ...['initial', 'initials', 'initialen', 'kürzel', 'namenszeichen', 'paraphe', 'paraphes', 'initiales', 'iniciales'],
    ...[
      'iniziali',
      'sigla',
      'paraaf',
      'parafen',
      'iniciais',
      'rubrica',
      'inicjały',
      'parafa',
      'イニシャル',
      'الأحرف الأولى',
      'بالأحرف الأولى',
    ],
  ],
  date: [
    ...[
      'date',
      'dated',
      'dob',
      'd.o.b',
      'datum',
      'geburtsdatum',
      'geburtstag',
      '*datum',
      'fecha',
      'data',
      'dagtekening',
      'geboren am',
      'expires',
      'expiry',
    ],
    ...[
      'mm/dd/yyyy',
      'dd/mm/yyyy',
      'dd.mm.yyyy',
      'yyyy-mm-dd',
      'tt.mm.jjjj',
      'jj/mm/aaaa',
      'dd/mm/aaaa',
      'gg/mm/aaaa',
      'dd-mm-jjjj',
      'dd.mm.rrrr',
      'né le',
      'née le',
      'nato il',
      'nata il',
      'nacido el',
      'geboortedatum',
      'data di nascita',
      'dnia',
      '日付',
      '年月日',
      '生年月日',
      '記入日',
      '契約日',
    ],
    ...['تاريخ', 'التاريخ'],
  ],
  /** Beside a date: the line takes both, as a text. */
  place: ['place', 'ort', 'lieu', 'lugar', 'luogo', 'plaats', 'local', 'miejsce', 'miejscowość', 'fait à', 'المكان'],
  many: [
    ...['comment', 'comments', 'remarks', 'notes', 'explain', 'describe', 'description', 'details', 'reason'],
    ...[
      'bemerkung*',
      'anmerkung*',
      'begründung',
      'beschreibung',
      'remarques',
      'observations',
      'commentaires',
      'observaciones',
      'comentarios',
    ],
    ...[
      'osservazioni',
      'note',
      'opmerkingen',
      'toelichting',
      'observações',
      'comentários',
      'uwagi',
      'opis',
      '備考',
      '備考欄',
      'ملاحظات',
    ],
  ],
} as const;

type Group = keyof typeof WORDS;

/**
 * A word to find: it begins a word of the text and ends one, unless a star stands there. Scripts without spaces have
 * neither.
 */
interface Wanted {
  word: string;
  begins: boolean;
  ends: boolean;
}

const wantedOf = (words: readonly string[]): Wanted[] =>
  words.map((given) => {
    const isJoined = /[\u3040-\u30ff\u4e00-\u9fff]/u.test(given);
    const word = given.replaceAll('*', '');
    return { word, begins: !isJoined && !given.startsWith('*'), ends: !isJoined && !given.endsWith('*') };
  });

const isLetter = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** The place of the first of the words in a text of small letters, and its length; of two at one place the longer. */
const findWord = (text: string, words: readonly Wanted[]): { at: number; length: number } | undefined => {
  let found: { at: number; length: number } | undefined;
  for (const { word, begins, ends } of words) {
    const { length } = word;
    for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
      if ((begins && isLetter(text[at - 1])) || (ends && isLetter(text[at + length]))) continue;
      if (!found || at < found.at || (at === found.at && length > found.length)) found = { at, length };
      break;
    }
  }
  return found;
};

const WANTED = Object.fromEntries(Object.entries(WORDS).map(([group, words]) => [group, wantedOf(words)])) as Record<
  Group,
  Wanted[]
>;

/** Labels longer than this are sentences: only their end, or a hint in brackets, says what the blank takes. */
const LONGEST_LABEL = 48;
const END_OF_SENTENCE = 22;

/** Answers of `read` that are kept: the same texts are asked for again and again, and on all pages. */
const remembered = <T>(read: (text: string) => T): ((text: string) => T) => {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text) as T;
    const answer = read(text);
    if (known.size >= MOST_KNOWN) known.clear();
    known.set(text, answer);
    return answer;
  };
};

const MOST_KNOWN = 2000;

/** Labels of lines that are signed, and texts after which a date stands. */
const SIGNED = /^(?:[xX]|B[yY]|by(?=\s*[:：]))\s*[:：]?$/u;
const BEFORE_DATE =
  /(?:^on|\bas of|\b(?:begin|end|start|expire|due|effective|born|sworn|paid|made)(?:s|ning|ing)? on|\b(?:sign|execut|inspect|issu|receiv|complet|deliver|hir|enter|approv)ed on|\bweek ending|\bdated(?: the)?|\bvom|\bam|\bgeboren op|\ble|\bil|\bop|\bw dniu|\bel d[ií]a|\btag des \p{L}+|\p{L}tag)\s*[:：]?$/u;

/** Signs and words between two things, in languages with blanks between words. */
const AND = /[,;/&+|(]|\s(?:and|or|und|et|y|e|en|i|oraz)\s/u;

const readKind = (label: string): NamedKind | undefined => {
  const text = label.normalize('NFKC').toLowerCase().trim();
  if (SIGNED.test(label.trim())) return 'signature';
  if (BEFORE_DATE.test(text)) return 'date';
  if (text.length > LONGEST_LABEL) {
    // "Signature (with the words that one has read it)": the hint says nothing else.
    const plain = text.replace(HINT, '');
    if (plain.length <= LONGEST_LABEL && readPart(plain)) return readPart(plain);
    return readPart(text.slice(-END_OF_SENTENCE));
  }
  return readPart(text);
};

const HINT = /\s*[(（][^()（）]*[)）]/gu;

/** The kind that a short text in small letters names. */
const readPart = (part: string): NamedKind | undefined => {
  const first = (group: Group): number => findWord(part, WANTED[group])?.at ?? -1;
  const names = (group: Group): boolean => first(group) >= 0;
  if (names('initial')) return names('name') || part.includes('middle') ? 'textbox' : 'initial';
  if (names('signature')) {
    // "Name of the person who signs" and "Print name" are typed; "Signature (full name)" isn't.
    const named = first('name');
    if (named >= 0 && named < first('signature')) return 'textbox';
    // "Date signed" is one thing, "Date, signature" are two, and the second takes more room.
    const dated = first('date');
    return dated >= 0 && dated < first('signature') && !AND.test(part.slice(dated, first('signature')))
      ? 'date'
      : 'signature';
  }
  if (names('date')) return names('place') || names('name') ? 'textbox' : 'date';
  if (names('many')) return 'textarea';
  return names('name') ? 'textbox' : undefined;
};

/** Words for the parts that people have in documents, in ten languages. */
const ROLES = [
  ...[
    'tenant',
    'landlord',
    'lessee',
    'lessor',
    'buyer',
    'seller',
    'purchaser',
    'vendor',
    'witness',
    'witnesses',
    'employee',
    'employer',
  ],
  ...[
    'client',
    'customer',
    'contractor',
    'borrower',
    'lender',
    'guarantor',
    'applicant',
    'co-applicant',
    'spouse',
    'patient',
    'parent',
  ],
  ...[
    'guardian',
    'notary',
    'notary public',
    'agent',
    'owner',
    'licensor',
    'licensee',
    'company',
    'consultant',
    'taxpayer',
    'preparer',
    'supervisor',
  ],
  ...[
    'manager',
    'student',
    'insured',
    'beneficiary',
    'trustee',
    'grantor',
    'grantee',
    'principal',
    'physician',
    'provider',
    'representative',
  ],
  ...[
    'mieter',
    'mieterin',
    'vermieter',
    'vermieterin',
    'käufer',
    'käuferin',
    'verkäufer',
    'verkäuferin',
    'zeuge',
    'zeugin',
    'arbeitnehmer',
  ],
  ...[
    'arbeitnehmerin',
    'arbeitgeber',
    'auftraggeber',
    'auftragnehmer',
    'antragsteller',
    'antragstellerin',
    'bürge',
    'kunde',
    'kundin',
  ],
  ...['ehegatte', 'darlehensnehmer', 'darlehensgeber', 'versicherungsnehmer', 'kontoinhaber', 'erziehungsberechtigte'],
  ...[
    'locataire',
    'bailleur',
    'propriétaire',
    'acheteur',
    'acquéreur',
    'vendeur',
    'témoin',
    'salarié',
    'employeur',
    'mandant',
    'mandataire',
  ],
  ...[
    'emprunteur',
    'prêteur',
    'garant',
    'demandeur',
    'conjoint',
    'arrendatario',
    'arrendador',
    'inquilino',
    'propietario',
    'comprador',
  ],
  ...[
    'vendedor',
    'testigo',
    'empleado',
    'empleador',
    'trabajador',
    'empresa',
    'cliente',
    'contratista',
    'solicitante',
    'fiador',
    'cónyuge',
  ],
  ...[
    'conduttore',
    'locatore',
    'inquilino',
    'proprietario',
    'acquirente',
    'venditore',
    'testimone',
    'dipendente',
    'datore di lavoro',
  ],
  ...[
    'richiedente',
    'garante',
    'coniuge',
    'huurder',
    'verhuurder',
    'koper',
    'verkoper',
    'getuige',
    'werknemer',
    'werkgever',
    'opdrachtgever',
  ],
  ...[
    'opdrachtnemer',
    'aanvrager',
    'partner',
    'klant',
    'inquilino',
    'locatário',
    'locador',
    'senhorio',
    'arrendatário',
    'comprador',
  ],
  ...[
    'testemunha',
    'empregado',
    'empregador',
    'contratante',
    'contratado',
    'requerente',
    'najemca',
    'wynajmujący',
    'kupujący',
    'sprzedający',
  ],
  ...[
    'sprzedawca',
    'świadek',
    'pracownik',
    'pracodawca',
    'zleceniodawca',
    'zleceniobiorca',
    'wnioskodawca',
    'pożyczkobiorca',
  ],
  ...[
    '賃借人',
    '賃貸人',
    '借主',
    '貸主',
    '買主',
    '売主',
    '証人',
    '従業員',
    '使用者',
    '委託者',
    '受託者',
    '申請者',
    '申込者',
    '保証人',
    '配偶者',
  ],
  ...[
    'المستأجر',
    'المؤجر',
    'المشتري',
    'البائع',
    'الشاهد',
    'الموظف',
    'صاحب العمل',
    'العميل',
    'المقاول',
    'مقدم الطلب',
    'الضامن',
  ],
];

const WANTED_ROLES = wantedOf(ROLES);

/** Phrases after which whoever signs is named: "Signature of the tenant". */
const OF = [
  /\bsignature of (?:the |an? )?(?<who>[\p{L}' -]{3,40})/iu,
  /\bunterschrift (?:des |der |von )(?<who>[\p{L} -]{3,40})/iu,
  /\bsignature (?:du |de la |de l['’]|de )(?<who>[\p{L} -]{3,40})/iu,
  /\bfirma (?:del |de la |de |della |dell['’]|dello )(?<who>[\p{L} -]{3,40})/iu,
  /\bhandtekening (?:van )?(?:de |het )?(?<who>[\p{L} -]{3,40})/iu,
  /\bassinatura (?:do |da |de )(?<who>[\p{L} -]{3,40})/iu,
  /\bpodpis (?<who>[\p{L} -]{3,40})/iu,
  /(?<who>[\p{L}]{1,12})の?(?:ご)?署名/u,
  /توقيع (?<who>[\p{L} ]{3,40})/u,
];

const readRole = (text: string): string | null => {
  const plain = text.normalize('NFKC');
  const role = findWord(plain.toLowerCase(), WANTED_ROLES);
  if (role) return plain.slice(role.at, role.at + role.length);
  for (const phrase of OF) {
    const who = phrase.exec(plain)?.groups?.who?.trim();
    if (who && !findWord(who.toLowerCase(), WANTED.date)) return who;
  }
  return null;
};

/** Words by which a page asks for initials beside its paragraphs, apart from those of labels. */
const INITIALLED = wantedOf(['paraphier*', 'parapher', 'paraphez', 'rubricar', 'rubrique', 'siglare', 'paraferen']);

/** True if a text says that somebody puts initials to it. */
export const asksForInitials = (text: string): boolean =>
  findWord(text.normalize('NFKC').toLowerCase(), [...WANTED.initial, ...INITIALLED]) !== undefined;

/** The kind that a label names; undefined if it names none. */
export const kindOf = remembered(readKind);

/** The person whom a text names by a role, in the text's own word; null for none. */
export const roleIn = remembered(readRole);

/** True for a text that names something to fill: it ends with a colon, or has one of the words. */
export const isLabel = (text: string): boolean => /[:：?]\s*$/u.test(text.trim()) || kindOf(text) !== undefined;
