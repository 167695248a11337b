import type { PageText } from './en.ts';

export const pl: PageText = {
  needsScript: 'Ta strona wymaga JavaScriptu.',
  late: 'Ta strona nie jest jeszcze gotowa. Jeśli to się nie zmieni, prosimy ją odświeżyć.',
  busy: 'To się nie udało',
  busyAbout: 'Coś poszło nie tak po naszej stronie. Nic nie zostało zmienione. Prosimy spróbować ponownie za chwilę.',
  brokenLink: 'Ten link jest niepełny',
  brokenLinkAbout: 'Prosimy otworzyć go ponownie z wiadomości albo skopiować go w całości do paska adresu.',
  refusedRequest: 'Tutaj nie można się zalogować',
  refusedRequestAbout:
    'Aplikacja, z której nastąpiło przejście, nie jest znana lub zażądała czegoś, czego nie zarejestrowała. Nic jej nie przekazano. Prosimy wrócić do niej i powiadomić jej operatora.',
  signing: 'Otrzymano dokumenty',
  drawing: 'Narysuj swój podpis',
};
