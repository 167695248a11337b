import type { Catalogue } from './catalogue.ts';

export const nl: Catalogue = {
  locale: 'nl',
  full_stop: '.',
  greeting: 'Beste {name},',
  link_hint: 'Werkt de knop niet, kopieer dan dit adres naar uw browser:',
  attached:
    'Bijgevoegde bestanden: {files}. Dit zijn de verzegelde documenten en het certificaat van voltooiing. Bewaar ze: iedereen kan ze controleren, ook zonder deze dienst.',
  because: {
    account: 'U krijgt dit bericht omdat dit adres bij een account van {brand_name} hoort.',
    address: 'U krijgt dit bericht omdat iemand dit adres bij {brand_name} heeft ingevoerd.',
    recipient: 'U krijgt dit bericht omdat u deelneemt aan een document van {brand_name}.',
    sender: 'U krijgt dit bericht omdat u dit document via {brand_name} hebt verstuurd.',
  },
  support: 'Vragen? {support_contact}',
  buttons: {
    confirm_address: 'Adres bevestigen',
    choose_password: 'Nieuw wachtwoord kiezen',
    sign_in: 'Aanmelden',
    view_invitation: 'Uitnodiging bekijken',
    open_document: 'Document openen',
    view_documents: 'Documenten bekijken',
    view_details: 'Details bekijken',
  },
  shared: {
    not_you: 'Was u dit niet, kies dan nu een nieuw wachtwoord: dat beëindigt alle andere sessies van uw account.',
    nothing_to_do: 'Was u dit zelf, dan hoeft u niets te doen.',
    replaces: 'Het vervangt “{replaced_name}”, dat u eerder kreeg en niet meer kunt ondertekenen.',
    valid_until: 'Rond dit af vóór {expires_at}.',
    personal_link:
      'Deze link is alleen voor u, dus stuur dit bericht niet door. Moet iemand anders dit in uw plaats doen, laat het de afzender dan weten.',
  },
  messages: {
    verify_email: {
      subject: 'Bevestig uw e-mailadres',
      paragraphs: ['Bevestig dat dit adres van u is om uw account af te ronden. Uw code is:'],
      notes: ['Hebt u zich niet aangemeld, dan kunt u dit bericht negeren.'],
    },
    reset_password: {
      subject: 'Stel uw wachtwoord opnieuw in',
      paragraphs: [
        'Iemand, waarschijnlijk uzelf, heeft gevraagd het wachtwoord van uw account opnieuw in te stellen. Uw code is:',
      ],
      notes: ['Was u dit niet, negeer dan dit bericht. Uw wachtwoord blijft zoals het is.'],
    },
    sign_in_at_provider: {
      subject: 'Meld u aan bij uw organisatie',
      paragraphs: [
        'Iemand, waarschijnlijk uzelf, heeft gevraagd het wachtwoord van uw account opnieuw in te stellen. Leden van {organization_name} melden zich alleen aan bij hun organisatie, dus een nieuw wachtwoord zou hier niets openen.',
        'Meld u aan zoals u dat voor uw andere werk doet. Lukt dat niet, vraag het dan aan een beheerder van {organization_name}.',
      ],
      notes: ['Was u dit niet, negeer dan dit bericht. Er is niets gewijzigd.'],
    },
    sign_in_with_passkey: {
      subject: 'Meld u aan met uw passkey',
      paragraphs: [
        'Iemand, waarschijnlijk uzelf, heeft gevraagd het wachtwoord van uw account opnieuw in te stellen. {organization_name} laat uw account alleen met een passkey binnen, dus een nieuw wachtwoord zou niets openen.',
        'Meld u aan met uw passkey. Bent u die kwijt, vraag dan een beheerder van {organization_name} uw tweede factor opnieuw in te stellen.',
      ],
      notes: ['Was u dit niet, negeer dan dit bericht. Er is niets gewijzigd.'],
    },
    sign_up_attempted: {
      subject: 'U hebt al een account',
      paragraphs: [
        'Iemand, misschien uzelf, wilde zich met dit adres aanmelden. Het heeft al een account, dus er is niets gewijzigd.',
        'Was u dit, meld u dan aan zoals altijd. Weet u uw wachtwoord niet meer, kies dan een nieuw.',
      ],
      notes: ['Was u dit niet, dan hoeft u niets te doen: niemand anders kan uw account gebruiken.'],
    },
    one_time_code: {
      subject: 'Uw verificatiecode',
      paragraphs: [
        'Voer deze code in om “{envelope_name}” van {sender_name} te openen. Hij is {minutes} minuten geldig.',
      ],
      notes: ['Geef deze code nooit door. Hebt u er niet om gevraagd, dan kunt u dit bericht negeren.'],
    },
    link_code: {
      subject: 'Bevestig uw adres',
      paragraphs: ['Bevestig dat dit adres van u is om het gevraagde document te openen. Uw code is:'],
      notes: [
        'De code is geldig tot {expires_at}.',
        'Geef deze code nooit door. Hebt u er niet om gevraagd, dan kunt u dit bericht negeren: zonder de code gebeurt er niets.',
      ],
    },
    account_locked: {
      subject: 'Uw account is geblokkeerd',
      paragraphs: [
        'Er waren te veel mislukte pogingen om zich bij uw account aan te melden. Daarom hebben we het geblokkeerd.',
        'U kunt het over {minutes} minuten opnieuw proberen.',
        'Waren deze pogingen niet van u, kies dan een nieuw wachtwoord.',
      ],
    },
    password_changed: {
      subject: 'Uw wachtwoord is gewijzigd',
      paragraphs: ['Het wachtwoord van uw account is gewijzigd op {happened_at}.'],
    },
    mfa_switched_on: {
      subject: 'Aanmelden in twee stappen staat aan',
      paragraphs: [
        'Sinds {happened_at} is voor aanmelden bij uw account naast het wachtwoord een code van uw authenticator-app nodig.',
        'Bewaar uw back-upcodes op een veilige plaats. Met elke code kunt u één keer aanmelden als u de app kwijt bent.',
      ],
    },
    mfa_switched_off: {
      subject: 'Aanmelden in twee stappen staat uit',
      paragraphs: ['Sinds {happened_at} is uw wachtwoord alleen genoeg om u bij uw account aan te melden.'],
    },
    mfa_reset: {
      subject: 'Aanmelden in twee stappen is van uw account gehaald',
      paragraphs: [
        'Een beheerder van uw organisatie heeft aanmelden in twee stappen op {happened_at} van uw account gehaald. Uw wachtwoord alleen is nu genoeg; u kunt de tweede stap altijd weer instellen.',
        'Hebt u hier niet om gevraagd, laat het dan uw beheerders weten en kies een nieuw wachtwoord.',
      ],
    },
    backup_codes_renewed: {
      subject: 'U hebt nieuwe back-upcodes',
      paragraphs: ['Op {happened_at} zijn nieuwe back-upcodes voor uw account gemaakt. De oude werken niet meer.'],
    },
    backup_code_used: {
      subject: 'Er is een back-upcode gebruikt om aan te melden',
      paragraphs: [
        'Iemand heeft zich op {happened_at} met een van de back-upcodes bij uw account aangemeld. Resterende codes: {codes_left}.',
      ],
      notes: ['Was u dit, maak dan nieuwe codes voordat de laatste is gebruikt.'],
    },
    passkey_added: {
      subject: 'Er is een passkey aan uw account toegevoegd',
      paragraphs: [
        'De passkey “{passkey_name}” is toegevoegd op {happened_at}. Daarmee kan zonder wachtwoord bij uw account worden aangemeld.',
        'Was u dit niet, verwijder dan de passkey in uw account en kies een nieuw wachtwoord.',
      ],
    },
    passkey_removed: {
      subject: 'Er is een passkey van uw account verwijderd',
      paragraphs: [
        'De passkey “{passkey_name}” is verwijderd op {happened_at}. Daarmee kan niet meer bij uw account worden aangemeld.',
        'Was u dit niet, kies dan een nieuw wachtwoord.',
      ],
    },
    passkeys_reset: {
      subject: 'Uw passkeys zijn verwijderd',
      paragraphs: [
        'Een beheerder van uw organisatie heeft op {happened_at} alle passkeys van uw account verwijderd. Meld u aan met uw wachtwoord; u kunt altijd nieuwe passkeys toevoegen.',
        'Hebt u hier niet om gevraagd, laat het dan uw beheerders weten en kies een nieuw wachtwoord.',
      ],
    },
    identity_connected: {
      subject: '{provider_name} is aan uw account gekoppeld',
      paragraphs: [
        '{provider_name} is op {happened_at} aan uw account gekoppeld. Met het gekoppelde account kan bij uw account worden aangemeld.',
        'Was u dit niet, ontkoppel het dan in uw account en kies een nieuw wachtwoord.',
      ],
    },
    api_key_created: {
      subject: 'Een nieuwe API-sleutel handelt namens u',
      paragraphs: [
        'De API-sleutel “{key_name}” is gemaakt op {happened_at}. Programma’s die hem hebben, kunnen in uw organisatie alles doen wat u kunt doen.',
        'Weet u hier niets van, laat hem dan verwijderen en kies een nieuw wachtwoord.',
      ],
    },
    webhook_switched_off: {
      subject: 'De webhook van {organization_name} is uitgeschakeld',
      heading: 'Uw webhook is uitgeschakeld',
      paragraphs: [
        'De ontvanger op {host} antwoordde op {happened_at} dat hij weg is en geen aanroepen meer wil (410). Daarom hebben we de webhook van {organization_name} uitgeschakeld.',
        'Gebeurtenissen worden pas weer bezorgd als hij wordt ingeschakeld; die van de tussentijd worden niet ingehaald.',
      ],
    },
    member_waiting: {
      subject: '{member_name} wacht op toegang tot {organization_name}',
      heading: 'Iemand wacht op toegang tot {organization_name}',
      paragraphs: [
        '{member_name} ({member_email}) heeft zich voor het eerst bij uw identiteitsprovider aangemeld en wacht tot een beheerder toegang geeft.',
        'Hef de blokkering van deze persoon op, of verwijder deze persoon, op de pagina met leden. Daar staan allen die wachten.',
      ],
      notes: ['In uw account kunt u deze berichten uitzetten.'],
    },
    organization_invitation: {
      subject: '{inviter_name} nodigt u uit bij {organization_name}',
      heading: 'Word lid van {organization_name}',
      paragraphs: [
        '{inviter_name} nodigt u uit om lid te worden van {organization_name} en aan de documenten te werken.',
      ],
      notes: ['Kent u {inviter_name} niet, dan kunt u dit bericht negeren.'],
    },
    recipient_invited: {
      subject: '{sender_name} vraagt u “{envelope_name}” te ondertekenen',
      heading: 'Er wacht een document op u',
      paragraphs: ['{sender_name} heeft u “{envelope_name}” gestuurd om te lezen en in te vullen.'],
    },
    approver_invited: {
      subject: '{sender_name} vraagt u “{envelope_name}” goed te keuren',
      heading: 'Er wacht een document op uw goedkeuring',
      paragraphs: ['{sender_name} heeft u “{envelope_name}” gestuurd om te lezen en goed te keuren.'],
    },
    recipient_reminded: {
      subject: 'Herinnering: “{envelope_name}” wacht op u',
      heading: 'Er wacht nog steeds een document op u',
      paragraphs: ['{sender_name} heeft u “{envelope_name}” gestuurd, en uw deel is nog niet klaar.'],
    },
    recipient_fresh_link: {
      subject: 'Uw nieuwe link naar “{envelope_name}”',
      heading: 'Hier is uw nieuwe link',
      paragraphs: [
        'U hebt om een nieuwe link naar “{envelope_name}” van {sender_name} gevraagd. Gebruik vanaf nu deze.',
      ],
    },
    recipient_delegated: {
      subject: '{delegator_name} vraagt u “{envelope_name}” te ondertekenen',
      heading: 'Er is een document aan u doorgegeven',
      paragraphs: [
        '{delegator_name} vraagt u “{envelope_name}” in zijn of haar plaats af te ronden. Het is verstuurd door {sender_name}.',
      ],
    },
    approver_delegated: {
      subject: '{delegator_name} vraagt u “{envelope_name}” goed te keuren',
      heading: 'Er is een document aan u doorgegeven',
      paragraphs: [
        '{delegator_name} vraagt u “{envelope_name}” in zijn of haar plaats goed te keuren. Het is verstuurd door {sender_name}.',
      ],
    },
    recipient_handed_over: {
      subject: '{recipient_name} heeft “{envelope_name}” doorgegeven aan {delegate_name}',
      heading: '{delegate_name} neemt het over van {recipient_name}',
      paragraphs: [
        '{recipient_name} heeft “{envelope_name}” doorgegeven aan {delegate_name}, die is gevraagd het af te ronden. U hoeft niets te doen.',
      ],
    },
    recipient_named: {
      subject: '{recipient_name} heeft {named_name} ingevuld voor “{envelope_name}”',
      heading: '{named_name} is ingevuld door {recipient_name}',
      paragraphs: [
        '{recipient_name} heeft “{envelope_name}” ondertekend of goedgekeurd en {named_name} ({named_email}) ingevuld, die wordt gevraagd als het zover is. Klopt dat niet, verbeter de persoon dan op de pagina van de envelop.',
      ],
    },
    delegation_confirmed: {
      subject: 'U hebt “{envelope_name}” doorgegeven aan {delegate_name}',
      heading: 'U hebt uw deel doorgegeven',
      paragraphs: [
        '{delegate_name} is gevraagd “{envelope_name}” van {sender_name} in uw plaats af te ronden. U kunt er zelf niets meer mee doen.',
      ],
      notes: ['Was u dit niet, laat het {sender_name} dan weten.'],
    },
    recipient_failed: {
      subject: '{recipient_name} kon niet worden geverifieerd voor “{envelope_name}”',
      heading: '{recipient_name} kon niet worden geverifieerd',
      paragraphs: [
        '{recipient_name} is niet geslaagd voor de verificatie die u hebt gevraagd, en kan “{envelope_name}” niet meer openen.',
        'Was het een vergissing, stel de ontvanger dan opnieuw in: de verificatie begint dan opnieuw.',
      ],
    },
    recipient_certificate_failed: {
      subject: 'De ondertekening van “{envelope_name}” door {recipient_name} is mislukt bij de vertrouwensdienst',
      heading: 'De ondertekening van {recipient_name} is mislukt',
      paragraphs: [
        '{recipient_name} wilde “{envelope_name}” ondertekenen met het eigen certificaat. De vertrouwensdienst, of het certificaat daar, deed het niet, en er is niets ondertekend.',
        '{recipient_name} kan het opnieuw proberen. Blijft het mislukken, kies dan een andere manier van ondertekenen voor de ontvanger.',
      ],
    },
    recipient_question: {
      subject: '{recipient_name} heeft een vraag over “{envelope_name}”',
      heading: '{recipient_name} heeft een vraag',
      paragraphs: ['Het gaat over “{envelope_name}”:'],
      notes: ['Schrijf naar {recipient_email} om te antwoorden.'],
    },
    envelope_completed: {
      subject: 'Voltooid: “{envelope_name}”',
      heading: 'Iedereen is klaar',
      paragraphs: [
        '“{envelope_name}” is voltooid. De verzegelde documenten en het certificaat van voltooiing staan voor u klaar.',
      ],
    },
    envelope_cc: {
      subject: 'Uw kopie van “{envelope_name}”',
      heading: 'Uw kopie is klaar',
      paragraphs: [
        '{sender_name} deelt het voltooide document “{envelope_name}” met u. U hoeft niets te ondertekenen.',
      ],
    },
    envelope_declined: {
      subject: '{recipient_name} heeft “{envelope_name}” geweigerd',
      heading: '{recipient_name} heeft geweigerd',
      paragraphs: ['{recipient_name} heeft “{envelope_name}” geweigerd. Niemand anders kan het nu nog ondertekenen.'],
    },
    recipient_declined: {
      subject: '{recipient_name} heeft “{envelope_name}” geweigerd',
      heading: '{recipient_name} heeft geweigerd',
      paragraphs: [
        '{recipient_name} heeft “{envelope_name}” geweigerd. Er blijven genoeg anderen in deze stap over, dus het gaat door: u hoeft niets te doen.',
      ],
    },
    recipient_sent_back: {
      subject: '{recipient_name} heeft “{envelope_name}” teruggestuurd',
      heading: '{recipient_name} heeft het teruggestuurd',
      paragraphs: [
        '{recipient_name} heeft “{envelope_name}” met een opmerking teruggestuurd naar wie eerder ondertekende. Zij worden opnieuw gevraagd: u hoeft niets te doen.',
      ],
    },
    sent_back_by_other: {
      subject: '{recipient_name} heeft u “{envelope_name}” teruggestuurd',
      heading: 'Een document is bij u teruggekomen',
      paragraphs: [
        '{recipient_name} heeft “{envelope_name}” van {sender_name} bekeken en met een opmerking teruggestuurd. Wat u hebt ingevuld staat er nog: verander wat nodig is en rond het opnieuw af.',
      ],
    },
    recipient_invite_failed: {
      subject: '{recipient_name} was niet te bereiken over “{envelope_name}”',
      heading: '{recipient_name} was niet te bereiken',
      paragraphs: [
        'Een e-mail aan {recipient_name} ({recipient_email}) over “{envelope_name}” kwam terug of werd als ongewenst gemeld.',
        'Als het adres niet klopt, verbeter het dan: er wordt dan een nieuwe uitnodiging verstuurd.',
      ],
    },
    envelope_seal_failed: {
      subject: '“{envelope_name}” kon nog niet worden verzegeld',
      heading: 'De documenten konden niet worden verzegeld',
      paragraphs: [
        'Iedereen heeft “{envelope_name}” ondertekend, maar de verzegelde documenten konden niet worden gemaakt. We blijven het proberen. U kunt het ook zelf opnieuw proberen of de beheerder van deze dienst vragen.',
      ],
    },
    declined_by_other: {
      subject: '{recipient_name} heeft “{envelope_name}” geweigerd',
      heading: 'Dit document is geweigerd',
      paragraphs: [
        '{recipient_name} heeft “{envelope_name}” geweigerd. Niemand kan het nog ondertekenen en u hoeft niets te doen.',
      ],
    },
    released_by_others: {
      subject: 'Niet meer nodig: “{envelope_name}”',
      heading: 'U hoeft niet meer te ondertekenen',
      paragraphs: [
        'Anderen hebben gedaan wat in “{envelope_name}” van {sender_name} werd gevraagd. U hoeft niets te doen.',
      ],
    },
    envelope_canceled: {
      subject: 'Geannuleerd: “{envelope_name}”',
      heading: 'Dit document is geannuleerd',
      paragraphs: ['{sender_name} heeft “{envelope_name}” geannuleerd. U hoeft niets te doen.'],
    },
    envelope_expired: {
      subject: 'Verlopen: “{envelope_name}”',
      heading: 'Dit document is verlopen',
      paragraphs: ['“{envelope_name}” is niet op tijd voltooid en kan niet meer worden ondertekend.'],
    },
    envelope_deletion_announced: {
      subject: '“{envelope_name}” wordt op {delete_at} verwijderd',
      heading: 'Dit document wordt verwijderd',
      paragraphs: [
        '“{envelope_name}” wordt bewaard tot {delete_at}. Daarna worden de documenten en alle gegevens van de betrokken personen verwijderd. Download vóór die tijd wat u wilt bewaren.',
      ],
      notes: ['Een gedownload document kan ook daarna nog worden gecontroleerd.'],
    },
  },
  sms: {
    one_time_code: '{brand_name}: uw verificatiecode is {code}. Geef hem nooit door.',
    recipient_invited: '{sender_name} vraagt u "{envelope_name}" te ondertekenen: {link}',
    approver_invited: '{sender_name} vraagt u "{envelope_name}" goed te keuren: {link}',
    recipient_reminded: 'Herinnering: "{envelope_name}" van {sender_name} wacht op u: {link}',
    recipient_fresh_link: 'Uw nieuwe link naar "{envelope_name}": {link}',
    recipient_delegated: '{delegator_name} vraagt u "{envelope_name}" te ondertekenen: {link}',
    approver_delegated: '{delegator_name} vraagt u "{envelope_name}" goed te keuren: {link}',
    declined_by_other: '{recipient_name} heeft "{envelope_name}" geweigerd. U hoeft niets te doen.',
    sent_back_by_other: '{recipient_name} heeft u "{envelope_name}" teruggestuurd: {link}',
    released_by_others:
      'Anderen hebben gedaan wat in "{envelope_name}" van {sender_name} werd gevraagd. U hoeft niets te doen.',
    envelope_completed: 'Voltooid: "{envelope_name}". Uw documenten: {link}',
    envelope_cc: '{sender_name} deelt het voltooide document "{envelope_name}" met u: {link}',
    envelope_canceled: '{sender_name} heeft "{envelope_name}" geannuleerd. U hoeft niets te doen.',
    envelope_expired: '"{envelope_name}" is niet op tijd voltooid en kan niet meer worden ondertekend.',
    envelope_deletion_announced:
      '"{envelope_name}" wordt op {delete_at} verwijderd. Download wat u wilt bewaren: {link}',
  },
  notices: {
    'user:invited': 'U bent uitgenodigd bij {organization_name}.',
    'approver:invited': '{sender_name} vraagt u “{envelope_name}” goed te keuren.',
    'recipient:reminder': '“{envelope_name}” van {sender_name} wacht nog steeds op u.',
    'recipient:opened': '{recipient_name} heeft “{envelope_name}” geopend.',
    'recipient:submitted': '{recipient_name} heeft “{envelope_name}” afgerond.',
    'delegate:requested': '{delegator_name} vraagt u “{envelope_name}” in zijn of haar plaats te ondertekenen.',
    'approver:requested': '{delegator_name} vraagt u “{envelope_name}” in zijn of haar plaats goed te keuren.',
    'recipient:released': 'Anderen hebben gedaan wat in “{envelope_name}” werd gevraagd: u hoeft niets te doen.',
    'envelope:completed': '“{envelope_name}” is voltooid.',
    'envelope:cc': '{sender_name} deelt het voltooide document “{envelope_name}” met u.',
    'recipient:invite_failed': '“{envelope_name}” heeft {recipient_name} niet bereikt.',
    'envelope:canceled': '{sender_name} heeft “{envelope_name}” geannuleerd.',
    'envelope:replaced': '{sender_name} heeft “{envelope_name}” vervangen door een andere envelop.',
    'envelope:expired': '“{envelope_name}” is niet op tijd voltooid en is verlopen.',
  },
};
