import type { PageText } from './en.ts';

export const nl: PageText = {
  needsScript: 'Deze pagina heeft JavaScript nodig.',
  late: 'Deze pagina is nog niet klaar. Blijft dit zo, laad haar dan opnieuw.',
  busy: 'Dit is niet gelukt',
  busyAbout: 'Er is bij ons iets misgegaan. Er is niets gewijzigd. Probeer het over een ogenblik opnieuw.',
  brokenLink: 'Deze link is niet volledig',
  brokenLinkAbout: 'Open hem opnieuw vanuit het bericht, of kopieer hem helemaal naar de adresbalk.',
  refusedRequest: 'U kunt zich hier niet aanmelden',
  refusedRequestAbout:
    'De toepassing die u hierheen stuurde, is niet bekend of vroeg om iets wat zij niet heeft geregistreerd. Er is niets aan haar doorgegeven. Ga ernaar terug en laat het de beheerder weten.',
  signing: 'U hebt documenten ontvangen',
  drawing: 'Teken uw handtekening',
};
