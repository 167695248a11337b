import type { Catalogue } from './catalogue.ts';

export const it: Catalogue = {
  locale: 'it',
  full_stop: '.',
  greeting: 'Buongiorno {name},',
  link_hint: 'Se il pulsante non funziona, copi questo indirizzo nel Suo browser:',
  attached:
    'File allegati: {files}. Sono i documenti sigillati e il certificato di completamento. Li conservi: chiunque può verificarli, anche senza questo servizio.',
  because: {
    account: 'Riceve questo messaggio perché questo indirizzo appartiene a un account di {brand_name}.',
    address: 'Riceve questo messaggio perché qualcuno ha inserito questo indirizzo presso {brand_name}.',
    recipient: 'Riceve questo messaggio perché partecipa a un documento di {brand_name}.',
    sender: 'Riceve questo messaggio perché ha inviato questo documento tramite {brand_name}.',
  },
  support: 'Domande? {support_contact}',
  buttons: {
    confirm_address: 'Conferma l’indirizzo',
    choose_password: 'Scegli una nuova password',
    sign_in: 'Accedi',
    view_invitation: 'Vedi l’invito',
    open_document: 'Apri il documento',
    view_documents: 'Vedi i documenti',
    view_details: 'Vedi i dettagli',
  },
  shared: {
    not_you:
      'Se non è stato Lei, scelga subito una nuova password: così terminano tutte le altre sessioni del Suo account.',
    nothing_to_do: 'Se è stato Lei, non deve fare nulla.',
    replaces: 'Sostituisce «{replaced_name}», che ha ricevuto in precedenza e che non si può più firmare.',
    valid_until: 'La preghiamo di terminare entro il {expires_at}.',
    personal_link:
      'Questo link è solo per Lei: non inoltri questo messaggio. Se un’altra persona deve agire al Suo posto, avvisi il mittente.',
  },
  messages: {
    verify_email: {
      subject: 'Confermi il Suo indirizzo e-mail',
      paragraphs: [
        'Per completare la creazione del Suo account, confermi che questo indirizzo è Suo. Il Suo codice è:',
      ],
      notes: ['Se non si è registrato, può ignorare questo messaggio.'],
    },
    reset_password: {
      subject: 'Reimposti la Sua password',
      paragraphs: [
        'Qualcuno, probabilmente Lei, ha chiesto di reimpostare la password del Suo account. Il Suo codice è:',
      ],
      notes: ['Se non è stato Lei, ignori questo messaggio. La Sua password resta invariata.'],
    },
    sign_in_at_provider: {
      subject: 'Acceda presso la Sua organizzazione',
      paragraphs: [
        'Qualcuno, probabilmente Lei, ha chiesto di reimpostare la password del Suo account. I membri di {organization_name} accedono solo presso la loro organizzazione, quindi una nuova password qui non aprirebbe nulla.',
        'Acceda come per il resto del Suo lavoro. Se non ci riesce, chieda a un amministratore di {organization_name}.',
      ],
      notes: ['Se non è stato Lei, ignori questo messaggio. Nulla è stato modificato.'],
    },
    sign_in_with_passkey: {
      subject: 'Acceda con la Sua passkey',
      paragraphs: [
        'Qualcuno, probabilmente Lei, ha chiesto di reimpostare la password del Suo account. {organization_name} ammette il Suo account solo con una passkey, quindi una nuova password non aprirebbe nulla.',
        'Acceda con la Sua passkey. Se l’ha persa, chieda a un amministratore di {organization_name} di reimpostare il Suo secondo fattore.',
      ],
      notes: ['Se non è stato Lei, ignori questo messaggio. Nulla è stato modificato.'],
    },
    sign_up_attempted: {
      subject: 'Ha già un account',
      paragraphs: [
        'Qualcuno, forse Lei, ha provato a registrarsi con questo indirizzo. Ha già un account, quindi nulla è stato modificato.',
        'Se è stato Lei, acceda come sempre. Se non ricorda più la password, ne scelga una nuova.',
      ],
      notes: ['Se non è stato Lei, non deve fare nulla: nessun altro può usare il Suo account.'],
    },
    one_time_code: {
      subject: 'Il Suo codice di verifica',
      paragraphs: [
        'Inserisca questo codice per aprire «{envelope_name}» di {sender_name}. È valido per {minutes} minuti.',
      ],
      notes: ['Non comunichi mai questo codice. Se non lo ha chiesto, può ignorare questo messaggio.'],
    },
    link_code: {
      subject: 'Confermi il Suo indirizzo',
      paragraphs: ['Per aprire il documento richiesto, confermi che questo indirizzo è Suo. Il Suo codice è:'],
      notes: [
        'Il codice è valido fino al {expires_at}.',
        'Non comunichi mai questo codice. Se non lo ha chiesto, può ignorare questo messaggio: senza il codice non succede nulla.',
      ],
    },
    account_locked: {
      subject: 'Il Suo account è stato bloccato',
      paragraphs: [
        'Ci sono stati troppi tentativi di accesso non riusciti al Suo account, perciò lo abbiamo bloccato.',
        'Può riprovare tra {minutes} minuti.',
        'Se questi tentativi non erano Suoi, scelga una nuova password.',
      ],
    },
    password_changed: {
      subject: 'La Sua password è stata cambiata',
      paragraphs: ['La password del Suo account è stata cambiata il {happened_at}.'],
    },
    mfa_switched_on: {
      subject: 'L’accesso in due passaggi è attivo',
      paragraphs: [
        'Dal {happened_at} l’accesso al Suo account richiede, oltre alla password, un codice della Sua app di autenticazione.',
        'Conservi i codici di riserva in un luogo sicuro. Ognuno permette di accedere una volta, se perde l’app.',
      ],
    },
    mfa_switched_off: {
      subject: 'L’accesso in due passaggi è disattivato',
      paragraphs: ['Dal {happened_at} la sola password basta per accedere al Suo account.'],
    },
    mfa_reset: {
      subject: 'L’accesso in due passaggi è stato tolto dal Suo account',
      paragraphs: [
        'Un amministratore della Sua organizzazione ha tolto l’accesso in due passaggi dal Suo account il {happened_at}. Ora la sola password basta per accedere; può configurare di nuovo il secondo passaggio in qualsiasi momento.',
        'Se non lo ha chiesto, avvisi i Suoi amministratori e scelga una nuova password.',
      ],
    },
    backup_codes_renewed: {
      subject: 'Ha nuovi codici di riserva',
      paragraphs: [
        'Nuovi codici di riserva sono stati creati per il Suo account il {happened_at}. Quelli vecchi non funzionano più.',
      ],
    },
    backup_code_used: {
      subject: 'Un codice di riserva è stato usato per accedere',
      paragraphs: [
        'Qualcuno è entrato nel Suo account con uno dei codici di riserva il {happened_at}. Codici rimasti: {codes_left}.',
      ],
      notes: ['Se è stato Lei, deve solo creare nuovi codici prima di usare l’ultimo.'],
    },
    passkey_added: {
      subject: 'Una passkey è stata aggiunta al Suo account',
      paragraphs: [
        'La passkey «{passkey_name}» è stata aggiunta il {happened_at}. Permette di accedere al Suo account senza password.',
        'Se non è stato Lei, rimuova la passkey nel Suo account e scelga una nuova password.',
      ],
    },
    passkey_removed: {
      subject: 'Una passkey è stata rimossa dal Suo account',
      paragraphs: [
        'La passkey «{passkey_name}» è stata rimossa il {happened_at}. Non permette più di accedere al Suo account.',
        'Se non è stato Lei, scelga una nuova password.',
      ],
    },
    passkeys_reset: {
      subject: 'Le Sue passkey sono state rimosse',
      paragraphs: [
        'Un amministratore della Sua organizzazione ha rimosso tutte le passkey dal Suo account il {happened_at}. Acceda con la password; può aggiungere nuove passkey in qualsiasi momento.',
        'Se non lo ha chiesto, avvisi i Suoi amministratori e scelga una nuova password.',
      ],
    },
    identity_connected: {
      subject: '{provider_name} è stato collegato al Suo account',
      paragraphs: [
        '{provider_name} è stato collegato al Suo account il {happened_at}. Con l’account collegato si può accedere al Suo.',
        'Se non è stato Lei, lo scolleghi nel Suo account e scelga una nuova password.',
      ],
    },
    api_key_created: {
      subject: 'Una nuova chiave API agisce per Lei',
      paragraphs: [
        'La chiave API «{key_name}» è stata creata il {happened_at}. I programmi che la possiedono possono fare nella Sua organizzazione tutto ciò che può fare Lei.',
        'Se non ne sa nulla, la faccia eliminare e scelga una nuova password.',
      ],
    },
    webhook_switched_off: {
      subject: 'Il webhook di {organization_name} è stato disattivato',
      heading: 'Il Suo webhook è stato disattivato',
      paragraphs: [
        'Il destinatario {host} ha risposto il {happened_at} che non esiste più e non vuole altre chiamate (410). Perciò abbiamo disattivato il webhook di {organization_name}.',
        'Gli eventi non vengono consegnati finché non viene riattivato, e quelli dell’intervallo non vengono recuperati.',
      ],
    },
    member_waiting: {
      subject: '{member_name} attende di unirsi a {organization_name}',
      heading: 'Qualcuno attende di unirsi a {organization_name}',
      paragraphs: [
        '{member_name} ({member_email}) ha effettuato per la prima volta l’accesso presso il vostro provider di identità e attende che un amministratore lo ammetta.',
        'Sblocchi o rimuova questa persona nella pagina dei membri. Lì sono elencati tutti coloro che attendono.',
      ],
      notes: ['Può disattivare questi messaggi nel Suo account.'],
    },
    organization_invitation: {
      subject: '{inviter_name} La invita a unirsi a {organization_name}',
      heading: 'Unisciti a {organization_name}',
      paragraphs: ['{inviter_name} La invita a unirsi a {organization_name} e a lavorare sui suoi documenti.'],
      notes: ['Se non conosce {inviter_name}, può ignorare questo messaggio.'],
    },
    recipient_invited: {
      subject: '{sender_name} Le chiede di firmare «{envelope_name}»',
      heading: 'Un documento La aspetta',
      paragraphs: ['{sender_name} Le ha inviato «{envelope_name}» da leggere e completare.'],
    },
    approver_invited: {
      subject: '{sender_name} Le chiede di approvare «{envelope_name}»',
      heading: 'Un documento attende la Sua approvazione',
      paragraphs: ['{sender_name} Le ha inviato «{envelope_name}» da leggere e approvare.'],
    },
    recipient_reminded: {
      subject: 'Promemoria: «{envelope_name}» La aspetta',
      heading: 'Un documento La aspetta ancora',
      paragraphs: ['{sender_name} Le ha inviato «{envelope_name}» e la Sua parte non è ancora completata.'],
    },
    recipient_fresh_link: {
      subject: 'Il Suo nuovo link a «{envelope_name}»',
      heading: 'Ecco il Suo nuovo link',
      paragraphs: ['Ha chiesto un nuovo link a «{envelope_name}» di {sender_name}. D’ora in poi usi questo.'],
    },
    recipient_delegated: {
      subject: '{delegator_name} Le chiede di firmare «{envelope_name}»',
      heading: 'Un documento Le è stato passato',
      paragraphs: [
        '{delegator_name} Le chiede di completare «{envelope_name}» al suo posto. È stato inviato da {sender_name}.',
      ],
    },
    approver_delegated: {
      subject: '{delegator_name} Le chiede di approvare «{envelope_name}»',
      heading: 'Un documento Le è stato passato',
      paragraphs: [
        '{delegator_name} Le chiede di approvare «{envelope_name}» al suo posto. È stato inviato da {sender_name}.',
      ],
    },
    recipient_handed_over: {
      subject: '{recipient_name} ha passato «{envelope_name}» a {delegate_name}',
      heading: '{delegate_name} agisce al posto di {recipient_name}',
      paragraphs: [
        '{recipient_name} ha passato «{envelope_name}» a {delegate_name}, a cui è stato chiesto di completarlo. Non deve fare nulla.',
      ],
    },
    recipient_named: {
      subject: '{recipient_name} ha indicato {named_name} per «{envelope_name}»',
      heading: '{named_name} è stato indicato da {recipient_name}',
      paragraphs: [
        '{recipient_name} ha firmato o approvato «{envelope_name}» e ha indicato {named_name} ({named_email}), che sarà interpellato al suo turno. Se è un errore, corregga la persona nella pagina della busta.',
      ],
    },
    delegation_confirmed: {
      subject: 'Ha passato «{envelope_name}» a {delegate_name}',
      heading: 'Ha passato la Sua parte',
      paragraphs: [
        'A {delegate_name} è stato chiesto di completare «{envelope_name}» di {sender_name} al Suo posto. Lei non può più intervenire.',
      ],
      notes: ['Se non è stato Lei, avvisi {sender_name}.'],
    },
    recipient_failed: {
      subject: 'Non è stato possibile verificare {recipient_name} per «{envelope_name}»',
      heading: 'Non è stato possibile verificare {recipient_name}',
      paragraphs: [
        '{recipient_name} non ha superato la verifica che ha chiesto e non può più aprire «{envelope_name}».',
        'Se è stato un errore, reimposti il destinatario: la verifica ricomincerà.',
      ],
    },
    recipient_certificate_failed: {
      subject: 'La firma di {recipient_name} su «{envelope_name}» non è riuscita presso il servizio fiduciario',
      heading: 'La firma di {recipient_name} non è riuscita',
      paragraphs: [
        '{recipient_name} voleva firmare «{envelope_name}» con il proprio certificato. Il servizio fiduciario, o il certificato, non lo ha permesso, e non è stato firmato nulla.',
        '{recipient_name} può riprovare. Se continua a non riuscire, scelga un altro modo di firmare per il destinatario.',
      ],
    },
    recipient_question: {
      subject: '{recipient_name} ha una domanda su «{envelope_name}»',
      heading: '{recipient_name} ha una domanda',
      paragraphs: ['Riguarda «{envelope_name}»:'],
      notes: ['Per rispondere, scriva a {recipient_email}.'],
    },
    envelope_completed: {
      subject: 'Completato: «{envelope_name}»',
      heading: 'Tutti hanno terminato',
      paragraphs: [
        '«{envelope_name}» è completo. I documenti sigillati e il certificato di completamento sono pronti per Lei.',
      ],
    },
    envelope_cc: {
      subject: 'La Sua copia di «{envelope_name}»',
      heading: 'La Sua copia è pronta',
      paragraphs: [
        '{sender_name} condivide con Lei il documento completato «{envelope_name}». Non c’è nulla da firmare.',
      ],
    },
    envelope_declined: {
      subject: '{recipient_name} ha rifiutato «{envelope_name}»',
      heading: '{recipient_name} ha rifiutato',
      paragraphs: ['{recipient_name} ha rifiutato «{envelope_name}». Nessun altro può più firmarlo.'],
    },
    recipient_declined: {
      subject: '{recipient_name} ha rifiutato «{envelope_name}»',
      heading: '{recipient_name} ha rifiutato',
      paragraphs: [
        '{recipient_name} ha rifiutato «{envelope_name}». In questa fase restano abbastanza persone, quindi si prosegue: non deve fare nulla.',
      ],
    },
    recipient_sent_back: {
      subject: '{recipient_name} ha rinviato «{envelope_name}»',
      heading: '{recipient_name} lo ha rinviato',
      paragraphs: [
        '{recipient_name} ha rinviato «{envelope_name}» con un commento a chi ha firmato prima. Vengono interpellati di nuovo: non deve fare nulla.',
      ],
    },
    sent_back_by_other: {
      subject: '{recipient_name} Le ha rinviato «{envelope_name}»',
      heading: 'Un documento è tornato a Lei',
      paragraphs: [
        '{recipient_name} ha esaminato «{envelope_name}» di {sender_name} e lo ha rinviato con un commento. Ciò che ha compilato è ancora lì: cambi quanto serve e completi di nuovo.',
      ],
    },
    recipient_invite_failed: {
      subject: 'Non è stato possibile raggiungere {recipient_name} per «{envelope_name}»',
      heading: 'Non è stato possibile raggiungere {recipient_name}',
      paragraphs: [
        'Un’e-mail a {recipient_name} ({recipient_email}) su «{envelope_name}» è tornata indietro o è stata segnalata come indesiderata.',
        'Se l’indirizzo è sbagliato, lo corregga: verrà inviato un nuovo invito.',
      ],
    },
    envelope_seal_failed: {
      subject: '«{envelope_name}» non è stato ancora sigillato',
      heading: 'Non è stato possibile sigillare i documenti',
      paragraphs: [
        'Tutti hanno firmato «{envelope_name}», ma non è stato possibile creare i documenti sigillati. Continuiamo a provare. Può anche riprovare Lei o rivolgersi al gestore di questo servizio.',
      ],
    },
    declined_by_other: {
      subject: '{recipient_name} ha rifiutato «{envelope_name}»',
      heading: 'Questo documento è stato rifiutato',
      paragraphs: [
        '{recipient_name} ha rifiutato «{envelope_name}». Nessuno può più firmarlo e Lei non deve fare nulla.',
      ],
    },
    released_by_others: {
      subject: 'Non più necessario: «{envelope_name}»',
      heading: 'Non deve più firmare',
      paragraphs: ['Altri hanno fatto quanto richiesto in «{envelope_name}» di {sender_name}. Non deve fare nulla.'],
    },
    envelope_canceled: {
      subject: 'Annullato: «{envelope_name}»',
      heading: 'Questo documento è stato annullato',
      paragraphs: ['{sender_name} ha annullato «{envelope_name}». Non deve fare nulla.'],
    },
    envelope_expired: {
      subject: 'Scaduto: «{envelope_name}»',
      heading: 'Questo documento è scaduto',
      paragraphs: ['«{envelope_name}» non è stato completato in tempo e non può più essere firmato.'],
    },
    envelope_deletion_announced: {
      subject: '«{envelope_name}» verrà eliminato il {delete_at}',
      heading: 'Questo documento verrà eliminato',
      paragraphs: [
        '«{envelope_name}» è conservato fino al {delete_at}. Dopo, i documenti e tutti i dati delle persone coinvolte vengono eliminati. Scarichi prima ciò che desidera conservare.',
      ],
      notes: ['Un documento scaricato può essere verificato anche in seguito.'],
    },
  },
  sms: {
    one_time_code: '{brand_name}: il Suo codice di verifica è {code}. Non lo comunichi mai.',
    recipient_invited: '{sender_name} Le chiede di firmare "{envelope_name}": {link}',
    approver_invited: '{sender_name} Le chiede di approvare "{envelope_name}": {link}',
    recipient_reminded: 'Promemoria: "{envelope_name}" di {sender_name} La aspetta: {link}',
    recipient_fresh_link: 'Il Suo nuovo link a "{envelope_name}": {link}',
    recipient_delegated: '{delegator_name} Le chiede di firmare "{envelope_name}": {link}',
    approver_delegated: '{delegator_name} Le chiede di approvare "{envelope_name}": {link}',
    declined_by_other: '{recipient_name} ha rifiutato "{envelope_name}". Non deve fare nulla.',
    sent_back_by_other: '{recipient_name} Le ha rinviato "{envelope_name}": {link}',
    released_by_others:
      'Altri hanno fatto quanto richiesto in "{envelope_name}" di {sender_name}. Non deve fare nulla.',
    envelope_completed: 'Completato: "{envelope_name}". I Suoi documenti: {link}',
    envelope_cc: '{sender_name} condivide con Lei il documento completato "{envelope_name}": {link}',
    envelope_canceled: '{sender_name} ha annullato "{envelope_name}". Non deve fare nulla.',
    envelope_expired: '"{envelope_name}" non è stato completato in tempo e non può più essere firmato.',
    envelope_deletion_announced:
      '"{envelope_name}" verrà eliminato il {delete_at}. Scarichi ciò che desidera conservare: {link}',
  },
  notices: {
    'user:invited': 'È stato invitato a unirsi a {organization_name}.',
    'approver:invited': '{sender_name} Le chiede di approvare «{envelope_name}».',
    'recipient:reminder': '«{envelope_name}» di {sender_name} La aspetta ancora.',
    'recipient:opened': '{recipient_name} ha aperto «{envelope_name}».',
    'recipient:submitted': '{recipient_name} ha completato «{envelope_name}».',
    'delegate:requested': '{delegator_name} Le chiede di firmare «{envelope_name}» al suo posto.',
    'approver:requested': '{delegator_name} Le chiede di approvare «{envelope_name}» al suo posto.',
    'recipient:released': 'Altri hanno fatto quanto richiesto in «{envelope_name}»: non deve fare nulla.',
    'envelope:completed': '«{envelope_name}» è completo.',
    'envelope:cc': '{sender_name} condivide con Lei il documento completato «{envelope_name}».',
    'recipient:invite_failed': '«{envelope_name}» non ha raggiunto {recipient_name}.',
    'envelope:canceled': '{sender_name} ha annullato «{envelope_name}».',
    'envelope:replaced': '{sender_name} ha sostituito «{envelope_name}» con un’altra busta.',
    'envelope:expired': '«{envelope_name}» non è stato completato in tempo ed è scaduto.',
  },
};
