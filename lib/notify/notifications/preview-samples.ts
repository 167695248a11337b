import type { InEachLanguage } from '../../base/languages.ts';

/** Texts of people that a preview of a message is filled with. */
interface Sample {
  envelope_name: string;
  message: string;
  question: string;
  reason: string;
}

/** Names of people in previews, the same in every language. */
export const SAMPLE_PEOPLE = {
  name: 'Maria Novak',
  sender_name: 'Alex Martin',
  inviter_name: 'Alex Martin',
  recipient_name: 'Maria Novak',
  recipient_email: 'maria@example.com',
  delegator_name: 'Sam Costa',
  delegate_name: 'Maria Novak',
};

export const SAMPLES: InEachLanguage<Sample> = {
  en: {
    envelope_name: 'Lease of the garden flat',
    message: 'Please read the second page with care.',
    question: 'Does the rent include heating?',
    reason: 'The date is wrong.',
  },
  de: {
    envelope_name: 'Mietvertrag der Gartenwohnung',
    message: 'Bitte lesen Sie die zweite Seite genau.',
    question: 'Ist die Heizung in der Miete enthalten?',
    reason: 'Das Datum stimmt nicht.',
  },
  fr: {
    envelope_name: 'Bail de l’appartement du jardin',
    message: 'Merci de lire attentivement la deuxième page.',
    question: 'Le loyer comprend-il le chauffage ?',
    reason: 'La date est fausse.',
  },
  es: {
    envelope_name: 'Alquiler del piso con jardín',
    message: 'Lea con atención la segunda página.',
    question: '¿El alquiler incluye la calefacción?',
    reason: 'La fecha no es correcta.',
  },
  it: {
    envelope_name: 'Affitto dell’appartamento con giardino',
    message: 'Legga con attenzione la seconda pagina.',
    question: 'L’affitto comprende il riscaldamento?',
    reason: 'La data è sbagliata.',
  },
  pt: {
    envelope_name: 'Arrendamento do apartamento com jardim',
    message: 'Leia com atenção a segunda página.',
    question: 'A renda inclui o aquecimento?',
    reason: 'A data está errada.',
  },
  nl: {
    envelope_name: 'Huurcontract van de tuinwoning',
    message: 'Lees de tweede bladzijde zorgvuldig.',
    question: 'Is de verwarming bij de huur inbegrepen?',
    reason: 'De datum klopt niet.',
  },
  pl: {
    envelope_name: 'Najem mieszkania z ogrodem',
    message: 'Proszę uważnie przeczytać drugą stronę.',
    question: 'Czy czynsz obejmuje ogrzewanie?',
    reason: 'Data jest błędna.',
  },
  ja: {
    envelope_name: '庭付き住宅の賃貸契約',
    message: '2ページ目をよくお読みください。',
    question: '家賃に暖房費は含まれますか。',
    reason: '日付が違います。',
  },
  ar: {
    envelope_name: 'عقد إيجار الشقة ذات الحديقة',
    message: 'يرجى قراءة الصفحة الثانية بعناية.',
    question: 'هل يشمل الإيجار التدفئة؟',
    reason: 'التاريخ غير صحيح.',
  },
};
