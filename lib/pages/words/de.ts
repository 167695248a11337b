import type { PageText } from './en.ts';

export const de: PageText = {
  needsScript: 'Diese Seite braucht JavaScript.',
  late: 'Diese Seite ist noch nicht bereit. Wenn das so bleibt, laden Sie sie neu.',
  busy: 'Das hat nicht funktioniert',
  busyAbout:
    'Auf unserer Seite ist etwas schiefgegangen. Es wurde nichts geändert. Bitte versuchen Sie es gleich noch einmal.',
  brokenLink: 'Dieser Link ist nicht vollständig',
  brokenLinkAbout: 'Öffnen Sie ihn noch einmal aus der Nachricht, oder kopieren Sie ihn ganz in die Adresszeile.',
  refusedRequest: 'Sie können sich hier nicht anmelden',
  refusedRequestAbout:
    'Die Anwendung, die Sie hierher geschickt hat, ist nicht bekannt oder hat um etwas gebeten, das sie nicht angemeldet hat. Es wurde nichts an sie weitergegeben. Gehen Sie zu ihr zurück und informieren Sie den Betreiber.',
  signing: 'Sie haben Dokumente erhalten',
  drawing: 'Zeichnen Sie Ihre Unterschrift',
};
