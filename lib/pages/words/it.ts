import type { PageText } from './en.ts';

export const it: PageText = {
  needsScript: 'Questa pagina richiede JavaScript.',
  late: 'Questa pagina non è ancora pronta. Se resta così, la ricarichi.',
  busy: 'Non ha funzionato',
  busyAbout: 'Qualcosa è andato storto da parte nostra. Nulla è stato modificato. Riprovi tra un momento.',
  brokenLink: 'Questo link è incompleto',
  brokenLinkAbout: 'Lo apra di nuovo dal messaggio, oppure lo copi per intero nella barra degli indirizzi.',
  refusedRequest: 'Non è possibile accedere da qui',
  refusedRequestAbout:
    'L’applicazione da cui proviene non è nota o ha chiesto qualcosa che non ha registrato. Non le è stato trasmesso nulla. Torni all’applicazione e informi chi la gestisce.',
  signing: 'Ha ricevuto dei documenti',
  drawing: 'Disegni la sua firma',
};
