export interface Section {
  title: string;
  text: string;
}

export const FIRST_PAGE: readonly Section[] = [
  {
    title: 'Parties',
    text: 'This lease is made between Ada Marlow, the owner of the premises (the landlord), and Theo Quill (the tenant). It takes effect when both have signed it.',
  },
  {
    title: '1. The premises',
    text: 'The landlord lets to the tenant the apartment on the second floor of 12 Orchard Lane, Springfield: three rooms, a kitchen and a bath, 74 square metres, together with one cellar compartment. The tenant has seen the apartment and takes it as it stands.',
  },
  {
    title: '2. Term',
    text: 'The lease begins on the day stated below and runs for twelve months. It is then prolonged from month to month, until one party gives notice. Notice is given in writing, three months in advance, to the end of a month.',
  },
  {
    title: '3. Rent',
    text: 'The rent is 1,240.00 a month. It is paid in advance, by the third working day of each month, to the account that the landlord names. Water, heating and the care of the stairs are paid together with the rent, 180.00 a month, and settled once a year.',
  },
  {
    title: '4. Deposit',
    text: 'The tenant deposits two months’ rent. The landlord keeps it apart from other money, and returns it with its interest within six weeks of the end of the lease, less what is owed by then.',
  },
  {
    title: '5. Particulars',
    text: 'The tenant states the following. Both parties initial this page.',
  },
];

export const SECOND_PAGE: readonly Section[] = [
  {
    title: '6. Use and care',
    text: 'The apartment is let for living in. The tenant keeps it clean, airs and heats it as the season demands, and reports damage without delay. Small repairs, up to 75.00 each and 300.00 a year, are borne by the tenant; all others by the landlord.',
  },
  {
    title: '7. Entry',
    text: 'The landlord may enter the apartment for repairs and readings, after notice of at least two days, between nine in the morning and seven in the evening. In an emergency no notice is needed.',
  },
  {
    title: '8. Return',
    text: 'At the end of the lease the tenant returns the apartment swept, with all keys. Both parties walk through it together and write down what they find.',
  },
  {
    title: '9. Whole agreement',
    text: 'Nothing was agreed beside this lease. Changes are made in writing. Should one of its parts not hold, the others stay in force. The parties sign electronically; each receives the sealed lease and the certificate of its completion.',
  },
];
