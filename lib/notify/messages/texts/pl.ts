import type { Catalogue } from './catalogue.ts';

export const pl: Catalogue = {
  locale: 'pl',
  full_stop: '.',
  greeting: 'Dzień dobry, {name}!',
  link_hint: 'Jeśli przycisk nie działa, prosimy skopiować ten adres do przeglądarki:',
  attached:
    'Załączone pliki: {files}. Są to opieczętowane dokumenty i certyfikat ukończenia. Prosimy je zachować: każdy może je sprawdzić, także bez tej usługi.',
  because: {
    account: 'Ta wiadomość została wysłana, ponieważ ten adres należy do konta w {brand_name}.',
    address: 'Ta wiadomość została wysłana, ponieważ ktoś podał ten adres w {brand_name}.',
    recipient: 'Ta wiadomość została wysłana do uczestnika dokumentu {brand_name}.',
    sender: 'Ta wiadomość została wysłana do nadawcy dokumentu w {brand_name}.',
  },
  support: 'Pytania? {support_contact}',
  buttons: {
    confirm_address: 'Potwierdź adres',
    choose_password: 'Ustaw nowe hasło',
    sign_in: 'Zaloguj się',
    view_invitation: 'Zobacz zaproszenie',
    open_document: 'Otwórz dokument',
    view_documents: 'Zobacz dokumenty',
    view_details: 'Zobacz szczegóły',
  },
  shared: {
    not_you:
      'Jeśli zrobił to ktoś inny, prosimy od razu ustawić nowe hasło: zakończy to wszystkie pozostałe sesje konta.',
    nothing_to_do: 'Jeśli ta zmiana była zamierzona, nie trzeba nic robić.',
    replaces: 'Zastępuje „{replaced_name}” – dokument otrzymany wcześniej, którego nie można już podpisać.',
    valid_until: 'Prosimy zakończyć do: {expires_at}.',
    personal_link:
      'Ten link jest osobisty, dlatego prosimy nie przekazywać tej wiadomości dalej. Jeśli ma to zrobić inna osoba, prosimy powiadomić nadawcę.',
  },
  messages: {
    verify_email: {
      subject: 'Prosimy potwierdzić adres e-mail',
      paragraphs: ['Aby dokończyć zakładanie konta, prosimy potwierdzić, że ten adres jest właściwy. Kod:'],
      notes: ['Jeśli konto nie było zakładane, można zignorować tę wiadomość.'],
    },
    reset_password: {
      subject: 'Ustawienie nowego hasła',
      paragraphs: ['Ktoś poprosił o ustawienie nowego hasła do tego konta. Kod:'],
      notes: ['Jeśli to pomyłka, prosimy zignorować tę wiadomość. Hasło pozostaje bez zmian.'],
    },
    sign_in_at_provider: {
      subject: 'Logowanie w organizacji',
      paragraphs: [
        'Ktoś poprosił o ustawienie nowego hasła do tego konta. Członkowie organizacji {organization_name} logują się tylko przez swoją organizację, więc nowe hasło niczego by tu nie otworzyło.',
        'Należy zalogować się tak jak do innych zadań w pracy. W razie trudności pomoże administrator organizacji {organization_name}.',
      ],
      notes: ['Jeśli to pomyłka, prosimy zignorować tę wiadomość. Nic nie zostało zmienione.'],
    },
    sign_in_with_passkey: {
      subject: 'Logowanie kluczem dostępu',
      paragraphs: [
        'Ktoś poprosił o ustawienie nowego hasła do tego konta. Organizacja {organization_name} przyjmuje logowanie na to konto tylko kluczem dostępu, więc nowe hasło niczego by nie otworzyło.',
        'Należy zalogować się kluczem dostępu. Jeśli został utracony, administrator organizacji {organization_name} może zresetować drugi składnik.',
      ],
      notes: ['Jeśli to pomyłka, prosimy zignorować tę wiadomość. Nic nie zostało zmienione.'],
    },
    sign_up_attempted: {
      subject: 'Konto już istnieje',
      paragraphs: [
        'Ktoś próbował założyć konto z tym adresem. Konto już istnieje, więc nic nie zostało zmienione.',
        'Można zalogować się jak dotychczas. W razie zapomnienia hasła można ustawić nowe.',
      ],
      notes: ['Jeśli to pomyłka, nie trzeba nic robić: nikt inny nie może korzystać z tego konta.'],
    },
    one_time_code: {
      subject: 'Kod weryfikacyjny',
      paragraphs: [
        'Prosimy wpisać ten kod, aby otworzyć „{envelope_name}” (nadawca: {sender_name}). Jest ważny przez {minutes} min.',
      ],
      notes: ['Tego kodu nie wolno nikomu przekazywać. Jeśli nie był zamawiany, można zignorować tę wiadomość.'],
    },
    link_code: {
      subject: 'Prosimy potwierdzić adres',
      paragraphs: ['Aby otworzyć dokument, o który poproszono, prosimy potwierdzić, że ten adres jest właściwy. Kod:'],
      notes: [
        'Kod jest ważny do {expires_at}.',
        'Tego kodu nie wolno nikomu przekazywać. Jeśli nie był zamawiany, można zignorować tę wiadomość: bez kodu nic się nie stanie.',
      ],
    },
    account_locked: {
      subject: 'Konto zostało zablokowane',
      paragraphs: [
        'Było zbyt wiele nieudanych prób zalogowania, dlatego konto zostało zablokowane.',
        'Ponowna próba będzie możliwa za {minutes} min.',
        'Jeśli te próby podjął ktoś inny, prosimy ustawić nowe hasło.',
      ],
    },
    password_changed: {
      subject: 'Hasło zostało zmienione',
      paragraphs: ['Hasło do konta zostało zmienione: {happened_at}.'],
    },
    mfa_switched_on: {
      subject: 'Logowanie dwuetapowe jest włączone',
      paragraphs: [
        'Od {happened_at} logowanie do konta wymaga oprócz hasła kodu z aplikacji uwierzytelniającej.',
        'Kody zapasowe prosimy przechowywać w bezpiecznym miejscu. Każdy pozwala zalogować się raz w razie utraty aplikacji.',
      ],
    },
    mfa_switched_off: {
      subject: 'Logowanie dwuetapowe jest wyłączone',
      paragraphs: ['Od {happened_at} do zalogowania wystarczy samo hasło.'],
    },
    mfa_reset: {
      subject: 'Logowanie dwuetapowe zostało usunięte z konta',
      paragraphs: [
        'Administrator organizacji usunął logowanie dwuetapowe z konta: {happened_at}. Do zalogowania wystarczy teraz samo hasło; drugi etap można w każdej chwili ustawić ponownie.',
        'Jeśli nie było o to prośby, prosimy powiadomić administratorów i ustawić nowe hasło.',
      ],
    },
    backup_codes_renewed: {
      subject: 'Nowe kody zapasowe',
      paragraphs: ['Dla konta utworzono nowe kody zapasowe: {happened_at}. Stare już nie działają.'],
    },
    backup_code_used: {
      subject: 'Do logowania użyto kodu zapasowego',
      paragraphs: [
        'Ktoś zalogował się do konta jednym z kodów zapasowych: {happened_at}. Pozostałe kody: {codes_left}.',
      ],
      notes: ['Jeśli to było zamierzone, wystarczy utworzyć nowe kody przed użyciem ostatniego.'],
    },
    passkey_added: {
      subject: 'Do konta dodano klucz dostępu',
      paragraphs: [
        'Klucz dostępu „{passkey_name}” dodano: {happened_at}. Pozwala on zalogować się do konta bez hasła.',
        'Jeśli nie było to zamierzone, prosimy usunąć klucz dostępu z konta i ustawić nowe hasło.',
      ],
    },
    passkey_removed: {
      subject: 'Z konta usunięto klucz dostępu',
      paragraphs: [
        'Klucz dostępu „{passkey_name}” usunięto: {happened_at}. Nie pozwala on już zalogować się do konta.',
        'Jeśli nie było to zamierzone, prosimy ustawić nowe hasło.',
      ],
    },
    passkeys_reset: {
      subject: 'Klucze dostępu zostały usunięte',
      paragraphs: [
        'Administrator organizacji usunął wszystkie klucze dostępu z konta: {happened_at}. Prosimy zalogować się hasłem; nowe klucze dostępu można dodać w każdej chwili.',
        'Jeśli nie było o to prośby, prosimy powiadomić administratorów i ustawić nowe hasło.',
      ],
    },
    identity_connected: {
      subject: 'Z kontem połączono {provider_name}',
      paragraphs: [
        'Z kontem połączono {provider_name}: {happened_at}. Połączone konto pozwala zalogować się do tego konta.',
        'Jeśli nie było to zamierzone, prosimy usunąć połączenie na stronie konta i ustawić nowe hasło.',
      ],
    },
    api_key_created: {
      subject: 'Nowy klucz API działa w imieniu tego konta',
      paragraphs: [
        'Klucz API „{key_name}” utworzono: {happened_at}. Programy, które go mają, mogą w organizacji wszystko to, co właściciel tego konta.',
        'Jeśli ten klucz nie jest znany, prosimy zlecić jego usunięcie i ustawić nowe hasło.',
      ],
    },
    webhook_switched_off: {
      subject: 'Webhook organizacji {organization_name} został wyłączony',
      heading: 'Webhook został wyłączony',
      paragraphs: [
        'Odbiorca {host} odpowiedział ({happened_at}), że już nie istnieje i nie chce więcej wywołań (410). Dlatego webhook organizacji {organization_name} został wyłączony.',
        'Zdarzenia nie będą dostarczane do czasu ponownego włączenia, a te z przerwy nie zostaną uzupełnione.',
      ],
    },
    member_waiting: {
      subject: '{member_name} czeka na dołączenie do organizacji {organization_name}',
      heading: 'Ktoś czeka na dołączenie do organizacji {organization_name}',
      paragraphs: [
        '{member_name} ({member_email}) loguje się po raz pierwszy przez dostawcę tożsamości organizacji i czeka na dopuszczenie przez administratora.',
        'Tę osobę można odblokować lub usunąć na stronie członków. Są tam wszyscy, którzy czekają.',
      ],
      notes: ['Te wiadomości można wyłączyć na swoim koncie.'],
    },
    organization_invitation: {
      subject: '{inviter_name} zaprasza do organizacji {organization_name}',
      heading: 'Dołączenie do organizacji {organization_name}',
      paragraphs: ['{inviter_name} zaprasza do organizacji {organization_name} i do pracy nad jej dokumentami.'],
      notes: ['Jeśli {inviter_name} nie jest znaną osobą, można zignorować tę wiadomość.'],
    },
    recipient_invited: {
      subject: '{sender_name} prosi o podpisanie „{envelope_name}”',
      heading: 'Dokument czeka',
      paragraphs: ['{sender_name} przesyła „{envelope_name}” do przeczytania i wypełnienia.'],
    },
    approver_invited: {
      subject: '{sender_name} prosi o zatwierdzenie „{envelope_name}”',
      heading: 'Dokument czeka na zatwierdzenie',
      paragraphs: ['{sender_name} przesyła „{envelope_name}” do przeczytania i zatwierdzenia.'],
    },
    recipient_reminded: {
      subject: 'Przypomnienie: „{envelope_name}” czeka',
      heading: 'Dokument nadal czeka',
      paragraphs: ['{sender_name} przesyła „{envelope_name}”. Ta część nie jest jeszcze ukończona.'],
    },
    recipient_fresh_link: {
      subject: 'Nowy link do „{envelope_name}”',
      heading: 'Oto nowy link',
      paragraphs: [
        'Zgodnie z prośbą przesyłamy nowy link do „{envelope_name}” (nadawca: {sender_name}). Od teraz prosimy używać tego linku.',
      ],
    },
    recipient_delegated: {
      subject: '{delegator_name} prosi o podpisanie „{envelope_name}”',
      heading: 'Dokument został przekazany',
      paragraphs: ['{delegator_name} prosi o wypełnienie „{envelope_name}” w zastępstwie. Nadawca: {sender_name}.'],
    },
    approver_delegated: {
      subject: '{delegator_name} prosi o zatwierdzenie „{envelope_name}”',
      heading: 'Dokument został przekazany',
      paragraphs: ['{delegator_name} prosi o zatwierdzenie „{envelope_name}” w zastępstwie. Nadawca: {sender_name}.'],
    },
    recipient_handed_over: {
      subject: 'Przekazano „{envelope_name}”: od {recipient_name} do {delegate_name}',
      heading: '{delegate_name} działa zamiast {recipient_name}',
      paragraphs: [
        'Przekazano „{envelope_name}”: od {recipient_name} do {delegate_name}. Wypełni to teraz nowa osoba. Nie trzeba nic robić.',
      ],
    },
    recipient_named: {
      subject: '{recipient_name} wskazuje {named_name}: „{envelope_name}”',
      heading: '{recipient_name} wskazuje osobę: {named_name}',
      paragraphs: [
        '{recipient_name} podpisuje lub zatwierdza „{envelope_name}” i wskazuje osobę {named_name} ({named_email}), do której napiszemy w jej kolejności. Jeśli to błąd, można poprawić osobę na stronie koperty.',
      ],
    },
    delegation_confirmed: {
      subject: 'Przekazano „{envelope_name}” do {delegate_name}',
      heading: 'Część została przekazana',
      paragraphs: [
        '{delegate_name} otrzymuje prośbę o wypełnienie „{envelope_name}” (nadawca: {sender_name}). Samodzielne działanie nie jest już możliwe.',
      ],
      notes: ['Jeśli zrobił to ktoś inny, prosimy powiadomić nadawcę: {sender_name}.'],
    },
    recipient_failed: {
      subject: 'Nie udało się zweryfikować odbiorcy {recipient_name}: „{envelope_name}”',
      heading: 'Nie udało się zweryfikować odbiorcy {recipient_name}',
      paragraphs: [
        'Odbiorca {recipient_name} nie przeszedł wymaganej weryfikacji i nie może już otworzyć „{envelope_name}”.',
        'Jeśli to pomyłka, prosimy zresetować odbiorcę: weryfikacja zacznie się od nowa.',
      ],
    },
    recipient_certificate_failed: {
      subject: 'Podpis odbiorcy {recipient_name} nie powiódł się w usłudze zaufania: „{envelope_name}”',
      heading: 'Podpis odbiorcy {recipient_name} nie powiódł się',
      paragraphs: [
        'Odbiorca {recipient_name} chciał podpisać „{envelope_name}” własnym certyfikatem. Usługa zaufania albo certyfikat na to nie pozwoliły i nic nie podpisano.',
        'Odbiorca {recipient_name} może spróbować ponownie. Jeśli nadal się nie uda, prosimy wybrać dla odbiorcy inny sposób podpisania.',
      ],
    },
    recipient_question: {
      subject: '{recipient_name} ma pytanie dotyczące „{envelope_name}”',
      heading: '{recipient_name} ma pytanie',
      paragraphs: ['Dotyczy „{envelope_name}”:'],
      notes: ['Aby odpowiedzieć, prosimy napisać na adres {recipient_email}.'],
    },
    envelope_completed: {
      subject: 'Ukończono: „{envelope_name}”',
      heading: 'Wszyscy skończyli',
      paragraphs: [
        'Dokument „{envelope_name}” jest ukończony. Opieczętowane dokumenty i certyfikat ukończenia są gotowe.',
      ],
    },
    envelope_cc: {
      subject: 'Kopia „{envelope_name}”',
      heading: 'Kopia jest gotowa',
      paragraphs: ['{sender_name} udostępnia ukończony dokument „{envelope_name}”. Nie trzeba niczego podpisywać.'],
    },
    envelope_declined: {
      subject: '{recipient_name} odmawia: „{envelope_name}”',
      heading: '{recipient_name} odmawia',
      paragraphs: ['{recipient_name} odmawia w sprawie „{envelope_name}”. Nikt inny nie może już podpisać.'],
    },
    recipient_declined: {
      subject: '{recipient_name} odmawia: „{envelope_name}”',
      heading: '{recipient_name} odmawia',
      paragraphs: [
        '{recipient_name} odmawia w sprawie „{envelope_name}”. Na tym etapie pozostaje dość innych osób, więc sprawa toczy się dalej: nie trzeba nic robić.',
      ],
    },
    recipient_sent_back: {
      subject: '{recipient_name} odsyła „{envelope_name}”',
      heading: '{recipient_name} odsyła do poprawy',
      paragraphs: [
        '{recipient_name} odsyła „{envelope_name}” z komentarzem do osób, które podpisały wcześniej. Zostaną poproszone ponownie: nie trzeba nic robić.',
      ],
    },
    sent_back_by_other: {
      subject: '{recipient_name} odsyła „{envelope_name}” do poprawy',
      heading: 'Dokument wrócił',
      paragraphs: [
        '{recipient_name} odsyła „{envelope_name}” (nadawca: {sender_name}) z komentarzem. Wypełnione pola pozostały: proszę zmienić, co trzeba, i zakończyć jeszcze raz.',
      ],
    },
    recipient_invite_failed: {
      subject: 'Nie udało się dotrzeć: {recipient_name}, „{envelope_name}”',
      heading: 'Nie udało się dotrzeć: {recipient_name}',
      paragraphs: [
        'Wiadomość do odbiorcy {recipient_name} ({recipient_email}) dotycząca „{envelope_name}” wróciła albo została zgłoszona jako niechciana.',
        'Jeśli adres jest błędny, popraw go: zostanie wtedy wysłane nowe zaproszenie.',
      ],
    },
    envelope_seal_failed: {
      subject: 'Nie udało się jeszcze opatrzyć pieczęcią: „{envelope_name}”',
      heading: 'Nie udało się opatrzyć dokumentów pieczęcią',
      paragraphs: [
        'Wszyscy podpisali „{envelope_name}”, ale nie udało się utworzyć dokumentów z pieczęcią. Próbujemy dalej. Można też spróbować ponownie samodzielnie lub zwrócić się do operatora tej usługi.',
      ],
    },
    declined_by_other: {
      subject: '{recipient_name} odmawia: „{envelope_name}”',
      heading: 'Odmówiono podpisania tego dokumentu',
      paragraphs: [
        '{recipient_name} odmawia w sprawie „{envelope_name}”. Nikt nie może już podpisać i nie trzeba nic robić.',
      ],
    },
    released_by_others: {
      subject: 'Już niepotrzebne: „{envelope_name}”',
      heading: 'Podpis nie jest już potrzebny',
      paragraphs: [
        'Inne osoby wykonały to, o co proszono w „{envelope_name}” (nadawca: {sender_name}). Nie trzeba nic robić.',
      ],
    },
    envelope_canceled: {
      subject: 'Anulowano: „{envelope_name}”',
      heading: 'Ten dokument został anulowany',
      paragraphs: ['Dokument „{envelope_name}” został anulowany przez nadawcę ({sender_name}). Nie trzeba nic robić.'],
    },
    envelope_expired: {
      subject: 'Wygasł: „{envelope_name}”',
      heading: 'Ten dokument wygasł',
      paragraphs: ['Dokument „{envelope_name}” nie został ukończony na czas i nie można go już podpisać.'],
    },
    envelope_deletion_announced: {
      subject: 'Dokument „{envelope_name}” zostanie usunięty: {delete_at}',
      heading: 'Ten dokument zostanie usunięty',
      paragraphs: [
        'Dokument „{envelope_name}” jest przechowywany do: {delete_at}. Potem pliki i wszystkie dane uczestników zostaną usunięte. Prosimy pobrać wcześniej to, co ma zostać zachowane.',
      ],
      notes: ['Pobrany dokument można sprawdzić także później.'],
    },
  },
  sms: {
    one_time_code: '{brand_name}: kod weryfikacyjny to {code}. Nie wolno go nikomu przekazywać.',
    recipient_invited: '{sender_name} prosi o podpisanie "{envelope_name}": {link}',
    approver_invited: '{sender_name} prosi o zatwierdzenie "{envelope_name}": {link}',
    recipient_reminded: 'Przypomnienie: "{envelope_name}" (nadawca: {sender_name}) czeka: {link}',
    recipient_fresh_link: 'Nowy link do "{envelope_name}": {link}',
    recipient_delegated: '{delegator_name} prosi o podpisanie "{envelope_name}": {link}',
    approver_delegated: '{delegator_name} prosi o zatwierdzenie "{envelope_name}": {link}',
    declined_by_other: '{recipient_name} odmawia w sprawie "{envelope_name}". Nie trzeba nic robić.',
    sent_back_by_other: '{recipient_name} odsyła "{envelope_name}" do poprawy: {link}',
    released_by_others:
      'Inne osoby wykonały to, o co proszono w "{envelope_name}" (nadawca: {sender_name}). Nie trzeba nic robić.',
    envelope_completed: 'Ukończono: "{envelope_name}". Dokumenty: {link}',
    envelope_cc: '{sender_name} udostępnia ukończony dokument "{envelope_name}": {link}',
    envelope_canceled:
      'Dokument "{envelope_name}" został anulowany przez nadawcę ({sender_name}). Nie trzeba nic robić.',
    envelope_expired: 'Dokument "{envelope_name}" nie został ukończony na czas i nie można go już podpisać.',
    envelope_deletion_announced:
      'Dokument "{envelope_name}" zostanie usunięty: {delete_at}. Prosimy pobrać to, co ma zostać zachowane: {link}',
  },
  notices: {
    'user:invited': 'Zaproszenie do organizacji {organization_name}.',
    'approver:invited': '{sender_name} prosi o zatwierdzenie „{envelope_name}”.',
    'recipient:reminder': '„{envelope_name}” (nadawca: {sender_name}) nadal czeka.',
    'recipient:opened': '{recipient_name} otwiera „{envelope_name}”.',
    'recipient:submitted': '{recipient_name} kończy swoją część „{envelope_name}”.',
    'delegate:requested': '{delegator_name} prosi o podpisanie „{envelope_name}” w zastępstwie.',
    'approver:requested': '{delegator_name} prosi o zatwierdzenie „{envelope_name}” w zastępstwie.',
    'recipient:released': 'Inne osoby wykonały to, o co proszono w „{envelope_name}”: nie trzeba nic robić.',
    'envelope:completed': 'Dokument „{envelope_name}” jest ukończony.',
    'envelope:cc': '{sender_name} udostępnia ukończony dokument „{envelope_name}”.',
    'recipient:invite_failed': '„{envelope_name}” nie dotarło do odbiorcy: {recipient_name}.',
    'envelope:canceled': '{sender_name} anuluje „{envelope_name}”.',
    'envelope:replaced': '{sender_name} zastępuje „{envelope_name}” inną kopertą.',
    'envelope:expired': 'Dokument „{envelope_name}” nie został ukończony na czas i wygasł.',
  },
};
