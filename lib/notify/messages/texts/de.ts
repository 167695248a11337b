import type { Catalogue } from './catalogue.ts';

export const de: Catalogue = {
  locale: 'de',
  full_stop: '.',
  greeting: 'Guten Tag {name},',
  link_hint: 'Falls die Schaltfläche nicht funktioniert, kopieren Sie diese Adresse in Ihren Browser:',
  attached:
    'Angehängte Dateien: {files}. Es sind die versiegelten Dokumente und das Abschlusszertifikat. Bewahren Sie sie auf: Sie lassen sich jederzeit prüfen, auch ohne diesen Dienst.',
  because: {
    account: 'Sie erhalten diese Nachricht, weil zu dieser Adresse ein Konto bei {brand_name} gehört.',
    address: 'Sie erhalten diese Nachricht, weil jemand diese Adresse bei {brand_name} eingegeben hat.',
    recipient: 'Sie erhalten diese Nachricht, weil Sie an einem Dokument von {brand_name} beteiligt sind.',
    sender: 'Sie erhalten diese Nachricht, weil Sie dieses Dokument über {brand_name} versendet haben.',
  },
  support: 'Fragen? {support_contact}',
  buttons: {
    confirm_address: 'Adresse bestätigen',
    choose_password: 'Neues Passwort wählen',
    sign_in: 'Anmelden',
    view_invitation: 'Einladung ansehen',
    open_document: 'Dokument öffnen',
    view_documents: 'Dokumente ansehen',
    view_details: 'Einzelheiten ansehen',
  },
  shared: {
    not_you:
      'Falls Sie das nicht waren, wählen Sie jetzt ein neues Passwort: Damit enden alle anderen Sitzungen Ihres Kontos.',
    nothing_to_do: 'Falls Sie es selbst waren, müssen Sie nichts tun.',
    replaces: 'Es ersetzt „{replaced_name}“, das Sie vorher bekommen haben und nicht mehr unterschreiben können.',
    valid_until: 'Bitte erledigen Sie das bis {expires_at}.',
    personal_link:
      'Dieser Link gilt nur für Sie. Bitte leiten Sie diese Nachricht nicht weiter. Soll jemand anderes das für Sie erledigen, sagen Sie es dem Absender.',
  },
  messages: {
    verify_email: {
      subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
      paragraphs: [
        'Um Ihr Konto fertig einzurichten, bestätigen Sie bitte, dass diese Adresse Ihnen gehört. Ihr Code lautet:',
      ],
      notes: ['Falls Sie sich nicht angemeldet haben, können Sie diese Nachricht ignorieren.'],
    },
    reset_password: {
      subject: 'Setzen Sie Ihr Passwort zurück',
      paragraphs: ['Jemand, vermutlich Sie selbst, möchte das Passwort Ihres Kontos zurücksetzen. Ihr Code lautet:'],
      notes: ['Falls Sie das nicht waren, ignorieren Sie diese Nachricht. Ihr Passwort bleibt, wie es ist.'],
    },
    sign_in_at_provider: {
      subject: 'Melden Sie sich bei Ihrer Organisation an',
      paragraphs: [
        'Jemand, vermutlich Sie selbst, möchte das Passwort Ihres Kontos zurücksetzen. Mitglieder von {organization_name} melden sich nur bei ihrer Organisation an, ein neues Passwort würde hier also nichts öffnen.',
        'Melden Sie sich so an, wie Sie es von Ihrer übrigen Arbeit kennen. Wenn das nicht gelingt, fragen Sie eine Administratorin oder einen Administrator von {organization_name}.',
      ],
      notes: ['Falls Sie das nicht waren, ignorieren Sie diese Nachricht. Es wurde nichts geändert.'],
    },
    sign_in_with_passkey: {
      subject: 'Melden Sie sich mit Ihrem Passkey an',
      paragraphs: [
        'Jemand, vermutlich Sie selbst, möchte das Passwort Ihres Kontos zurücksetzen. {organization_name} lässt Ihr Konto nur mit einem Passkey herein, ein neues Passwort würde also nichts öffnen.',
        'Melden Sie sich mit Ihrem Passkey an. Wenn Sie ihn verloren haben, bitten Sie eine Administratorin oder einen Administrator von {organization_name}, Ihren zweiten Faktor zurückzusetzen.',
      ],
      notes: ['Falls Sie das nicht waren, ignorieren Sie diese Nachricht. Es wurde nichts geändert.'],
    },
    sign_up_attempted: {
      subject: 'Sie haben schon ein Konto',
      paragraphs: [
        'Jemand, vielleicht Sie selbst, wollte sich mit dieser Adresse neu anmelden. Zu ihr gehört schon ein Konto; daran wurde nichts geändert.',
        'Falls Sie es waren, melden Sie sich wie bisher an. Wenn Sie Ihr Passwort nicht mehr wissen, wählen Sie ein neues.',
      ],
      notes: ['Falls Sie das nicht waren, müssen Sie nichts tun: Niemand sonst kann Ihr Konto benutzen.'],
    },
    one_time_code: {
      subject: 'Ihr Bestätigungscode',
      paragraphs: [
        'Geben Sie diesen Code ein, um „{envelope_name}“ von {sender_name} zu öffnen. Er gilt {minutes} Minuten.',
      ],
      notes: [
        'Geben Sie diesen Code niemals weiter. Falls Sie ihn nicht angefordert haben, können Sie diese Nachricht ignorieren.',
      ],
    },
    link_code: {
      subject: 'Bestätigen Sie Ihre Adresse',
      paragraphs: [
        'Bestätigen Sie, dass diese Adresse Ihnen gehört, um das gewünschte Dokument zu öffnen. Ihr Code lautet:',
      ],
      notes: [
        'Der Code gilt bis {expires_at}.',
        'Geben Sie diesen Code niemals weiter. Falls Sie ihn nicht angefordert haben, können Sie diese Nachricht ignorieren: Ohne den Code geschieht nichts.',
      ],
    },
    account_locked: {
      subject: 'Ihr Konto wurde gesperrt',
      paragraphs: [
        'Bei Ihrem Konto gab es zu viele fehlgeschlagene Anmeldeversuche. Deshalb haben wir es gesperrt.',
        'In {minutes} Minuten können Sie es wieder versuchen.',
        'Falls die Versuche nicht von Ihnen stammen, wählen Sie ein neues Passwort.',
      ],
    },
    password_changed: {
      subject: 'Ihr Passwort wurde geändert',
      paragraphs: ['Das Passwort Ihres Kontos wurde geändert: {happened_at}.'],
    },
    mfa_switched_on: {
      subject: 'Die Anmeldung in zwei Schritten ist eingeschaltet',
      paragraphs: [
        'Wer sich bei Ihrem Konto anmeldet, braucht neben dem Passwort jetzt einen Code Ihrer Authenticator-App (seit {happened_at}).',
        'Bewahren Sie Ihre Ersatzcodes sicher auf. Jeder von ihnen lässt Sie einmal ein, falls Sie die App verlieren.',
      ],
    },
    mfa_switched_off: {
      subject: 'Die Anmeldung in zwei Schritten ist ausgeschaltet',
      paragraphs: ['Für die Anmeldung bei Ihrem Konto genügt jetzt das Passwort (seit {happened_at}).'],
    },
    mfa_reset: {
      subject: 'Die Anmeldung in zwei Schritten wurde zurückgesetzt',
      paragraphs: [
        'Die Verwaltung Ihrer Organisation hat den zweiten Schritt der Anmeldung von Ihrem Konto entfernt ({happened_at}). Für die Anmeldung genügt jetzt das Passwort; Sie können den zweiten Schritt jederzeit neu einrichten.',
        'Falls Sie nicht darum gebeten haben, fragen Sie Ihre Verwaltung und wählen Sie ein neues Passwort.',
      ],
    },
    backup_codes_renewed: {
      subject: 'Sie haben neue Ersatzcodes',
      paragraphs: ['Für Ihr Konto wurden neue Ersatzcodes erstellt ({happened_at}). Die alten gelten nicht mehr.'],
    },
    backup_code_used: {
      subject: 'Anmeldung mit einem Ersatzcode',
      paragraphs: [
        'Jemand hat sich mit einem Ihrer Ersatzcodes bei Ihrem Konto angemeldet ({happened_at}). Übrige Codes: {codes_left}.',
      ],
      notes: ['Falls Sie es selbst waren, erstellen Sie neue Codes, bevor der letzte verbraucht ist.'],
    },
    passkey_added: {
      subject: 'Ihrem Konto wurde ein Passkey hinzugefügt',
      paragraphs: [
        'Der Passkey „{passkey_name}“ wurde hinzugefügt ({happened_at}). Mit ihm ist die Anmeldung bei Ihrem Konto ohne Passwort möglich.',
        'Falls Sie es nicht waren, entfernen Sie den Passkey in Ihrem Konto und wählen Sie ein neues Passwort.',
      ],
    },
    passkey_removed: {
      subject: 'Von Ihrem Konto wurde ein Passkey entfernt',
      paragraphs: [
        'Der Passkey „{passkey_name}“ wurde entfernt ({happened_at}). Mit ihm ist keine Anmeldung bei Ihrem Konto mehr möglich.',
        'Falls Sie es nicht waren, wählen Sie ein neues Passwort.',
      ],
    },
    passkeys_reset: {
      subject: 'Ihre Passkeys wurden entfernt',
      paragraphs: [
        'Die Verwaltung Ihrer Organisation hat alle Passkeys von Ihrem Konto entfernt ({happened_at}). Melden Sie sich mit Ihrem Passwort an; neue Passkeys können Sie jederzeit hinzufügen.',
        'Falls Sie nicht darum gebeten haben, fragen Sie Ihre Verwaltung und wählen Sie ein neues Passwort.',
      ],
    },
    identity_connected: {
      subject: '{provider_name} wurde mit Ihrem Konto verbunden',
      paragraphs: [
        '{provider_name} wurde mit Ihrem Konto verbunden ({happened_at}). Wer sich dort mit dem verbundenen Konto anmeldet, kann sich bei Ihrem Konto anmelden.',
        'Falls Sie es nicht waren, trennen Sie die Verbindung in Ihrem Konto und wählen Sie ein neues Passwort.',
      ],
    },
    api_key_created: {
      subject: 'Ein neuer API-Schlüssel handelt für Sie',
      paragraphs: [
        'Der API-Schlüssel „{key_name}“ wurde erstellt ({happened_at}). Programme, die ihn haben, können in Ihrer Organisation alles tun, was Sie können.',
        'Falls Sie nichts davon wissen, lassen Sie ihn löschen und wählen Sie ein neues Passwort.',
      ],
    },
    webhook_switched_off: {
      subject: 'Der Webhook von {organization_name} wurde abgeschaltet',
      heading: 'Ihr Webhook wurde abgeschaltet',
      paragraphs: [
        'Der Empfänger unter {host} hat geantwortet, dass es ihn nicht mehr gibt und er keine Aufrufe mehr will (410; {happened_at}). Deshalb haben wir den Webhook von {organization_name} abgeschaltet.',
        'Bis er wieder eingeschaltet ist, werden keine Ereignisse zugestellt, auch nicht nachträglich.',
      ],
    },
    member_waiting: {
      subject: '{member_name} wartet auf den Zutritt zu {organization_name}',
      heading: 'Jemand wartet auf den Zutritt zu {organization_name}',
      paragraphs: [
        '{member_name} ({member_email}) hat sich zum ersten Mal bei Ihrem Identitätsanbieter angemeldet und wartet, bis jemand aus der Verwaltung den Zutritt erlaubt.',
        'Entsperren oder entfernen Sie diese Person auf der Seite der Mitglieder. Dort stehen alle, die warten.',
      ],
      notes: ['In Ihrem Konto können Sie diese Nachrichten abschalten.'],
    },
    organization_invitation: {
      subject: '{inviter_name} lädt Sie zu {organization_name} ein',
      heading: 'Einladung zu {organization_name}',
      paragraphs: ['{inviter_name} lädt Sie ein, bei {organization_name} an Dokumenten mitzuarbeiten.'],
      notes: ['Falls Sie {inviter_name} nicht kennen, können Sie diese Nachricht ignorieren.'],
    },
    recipient_invited: {
      subject: '{sender_name} bittet Sie, „{envelope_name}“ zu unterschreiben',
      heading: 'Ein Dokument wartet auf Sie',
      paragraphs: ['{sender_name} hat Ihnen „{envelope_name}“ zum Lesen und Ausfüllen geschickt.'],
    },
    approver_invited: {
      subject: '{sender_name} bittet Sie, „{envelope_name}“ zuzustimmen',
      heading: 'Ein Dokument wartet auf Ihre Zustimmung',
      paragraphs: ['{sender_name} hat Ihnen „{envelope_name}“ gesendet, damit Sie es lesen und ihm zustimmen.'],
    },
    recipient_reminded: {
      subject: 'Erinnerung: „{envelope_name}“ wartet auf Sie',
      heading: 'Ein Dokument wartet noch auf Sie',
      paragraphs: ['{sender_name} hat Ihnen „{envelope_name}“ geschickt. Ihr Teil ist noch offen.'],
    },
    recipient_fresh_link: {
      subject: 'Ihr neuer Link zu „{envelope_name}“',
      heading: 'Hier ist Ihr neuer Link',
      paragraphs: [
        'Sie haben einen neuen Link zu „{envelope_name}“ von {sender_name} angefordert. Bitte verwenden Sie ab jetzt diesen.',
      ],
    },
    recipient_delegated: {
      subject: '{delegator_name} bittet Sie, „{envelope_name}“ zu unterschreiben',
      heading: 'Ein Dokument wurde an Sie weitergegeben',
      paragraphs: [
        '{delegator_name} bittet Sie, „{envelope_name}“ an seiner oder ihrer Stelle auszufüllen. Gesendet wurde es von {sender_name}.',
      ],
    },
    approver_delegated: {
      subject: '{delegator_name} bittet Sie, „{envelope_name}“ zuzustimmen',
      heading: 'Ein Dokument wurde an Sie weitergegeben',
      paragraphs: [
        '{delegator_name} bittet Sie, „{envelope_name}“ stellvertretend zuzustimmen. Gesendet wurde es von {sender_name}.',
      ],
    },
    recipient_handed_over: {
      subject: '{recipient_name} hat „{envelope_name}“ an {delegate_name} weitergegeben',
      heading: '{delegate_name} übernimmt für {recipient_name}',
      paragraphs: [
        '{recipient_name} hat „{envelope_name}“ an {delegate_name} weitergegeben und darum gebeten, es stattdessen auszufüllen. Sie müssen nichts tun.',
      ],
    },
    recipient_named: {
      subject: '{recipient_name} hat für „{envelope_name}“ {named_name} eingetragen',
      heading: '{named_name} wurde von {recipient_name} eingetragen',
      paragraphs: [
        '{recipient_name} hat „{envelope_name}“ unterschrieben oder genehmigt und {named_name} ({named_email}) eingetragen. Die Person wird gefragt, wenn sie an der Reihe ist. Stimmt etwas nicht, berichtigen Sie die Person auf der Seite des Umschlags.',
      ],
    },
    delegation_confirmed: {
      subject: 'Sie haben „{envelope_name}“ an {delegate_name} weitergegeben',
      heading: 'Sie haben Ihren Teil weitergegeben',
      paragraphs: [
        '{delegate_name} wurde gebeten, „{envelope_name}“ von {sender_name} an Ihrer Stelle auszufüllen. Sie selbst können damit nichts mehr tun.',
      ],
      notes: ['Falls Sie das nicht waren, sagen Sie es {sender_name}.'],
    },
    recipient_failed: {
      subject: '{recipient_name} konnte für „{envelope_name}“ nicht überprüft werden',
      heading: '{recipient_name} konnte nicht überprüft werden',
      paragraphs: [
        '{recipient_name} hat die Überprüfung, die Sie verlangt haben, nicht bestanden und kann „{envelope_name}“ nicht mehr öffnen.',
        'Falls es ein Versehen war, setzen Sie den Empfänger zurück: Dann beginnt die Überprüfung von vorn.',
      ],
    },
    recipient_certificate_failed: {
      subject: 'Die Unterschrift von {recipient_name} unter „{envelope_name}“ ist beim Vertrauensdienst gescheitert',
      heading: 'Die Unterschrift von {recipient_name} ist gescheitert',
      paragraphs: [
        '{recipient_name} wollte „{envelope_name}“ mit dem eigenen Zertifikat unterschreiben. Der Vertrauensdienst oder das Zertifikat dort hat es nicht getan, und nichts wurde unterschrieben.',
        '{recipient_name} kann es noch einmal versuchen. Scheitert es weiter, wählen Sie für den Empfänger einen anderen Weg zu unterschreiben.',
      ],
    },
    recipient_question: {
      subject: '{recipient_name} hat eine Frage zu „{envelope_name}“',
      heading: '{recipient_name} hat eine Frage',
      paragraphs: ['Es geht um „{envelope_name}“:'],
      notes: ['Ihre Antwort schreiben Sie bitte an {recipient_email}.'],
    },
    envelope_completed: {
      subject: 'Abgeschlossen: „{envelope_name}“',
      heading: 'Alle sind fertig',
      paragraphs: [
        '„{envelope_name}“ ist abgeschlossen. Die versiegelten Dokumente und das Abschlusszertifikat liegen für Sie bereit.',
      ],
    },
    envelope_cc: {
      subject: 'Ihre Kopie von „{envelope_name}“',
      heading: 'Ihre Kopie liegt bereit',
      paragraphs: [
        '{sender_name} teilt das abgeschlossene Dokument „{envelope_name}“ mit Ihnen. Sie müssen nichts unterschreiben.',
      ],
    },
    envelope_declined: {
      subject: '{recipient_name} hat „{envelope_name}“ abgelehnt',
      heading: '{recipient_name} hat abgelehnt',
      paragraphs: ['{recipient_name} hat „{envelope_name}“ abgelehnt. Niemand kann es jetzt noch unterschreiben.'],
    },
    recipient_declined: {
      subject: '{recipient_name} hat „{envelope_name}“ abgelehnt',
      heading: '{recipient_name} hat abgelehnt',
      paragraphs: [
        '{recipient_name} hat „{envelope_name}“ abgelehnt. Es sind genügend andere aus diesem Schritt übrig, deshalb geht es weiter: Sie müssen nichts tun.',
      ],
    },
    recipient_sent_back: {
      subject: '{recipient_name} hat „{envelope_name}“ zurückgegeben',
      heading: '{recipient_name} hat es zurückgegeben',
      paragraphs: [
        '{recipient_name} hat „{envelope_name}“ mit einem Kommentar an die zurückgegeben, die vorher unterschrieben haben. Sie werden noch einmal gefragt: Sie müssen nichts tun.',
      ],
    },
    sent_back_by_other: {
      subject: '{recipient_name} hat Ihnen „{envelope_name}“ zurückgegeben',
      heading: 'Ein Dokument ist zu Ihnen zurückgekommen',
      paragraphs: [
        '{recipient_name} hat „{envelope_name}“ von {sender_name} angesehen und mit einem Kommentar zurückgegeben. Was Sie ausgefüllt haben, ist noch da: Ändern Sie, was nötig ist, und schließen Sie es noch einmal ab.',
      ],
    },
    recipient_invite_failed: {
      subject: '{recipient_name} war wegen „{envelope_name}“ nicht zu erreichen',
      heading: '{recipient_name} war nicht zu erreichen',
      paragraphs: [
        'Eine Mail an {recipient_name} ({recipient_email}) zu „{envelope_name}“ kam zurück oder wurde als unerwünscht gemeldet.',
        'Wenn die Adresse falsch ist, berichtigen Sie sie: Dann geht eine neue Einladung hinaus.',
      ],
    },
    envelope_seal_failed: {
      subject: '„{envelope_name}“ konnte noch nicht versiegelt werden',
      heading: 'Die Dokumente konnten nicht versiegelt werden',
      paragraphs: [
        'Alle haben „{envelope_name}“ unterschrieben, aber die versiegelten Dokumente konnten nicht erstellt werden. Wir versuchen es weiter. Sie können es auch selbst noch einmal versuchen oder den Betreiber dieses Dienstes fragen.',
      ],
    },
    declined_by_other: {
      subject: '{recipient_name} hat „{envelope_name}“ abgelehnt',
      heading: 'Dieses Dokument wurde abgelehnt',
      paragraphs: [
        '{recipient_name} hat „{envelope_name}“ abgelehnt. Niemand kann es mehr unterschreiben, und Sie müssen nichts tun.',
      ],
    },
    released_by_others: {
      subject: 'Nicht mehr nötig: „{envelope_name}“',
      heading: 'Sie müssen nicht mehr unterschreiben',
      paragraphs: [
        'Andere haben erledigt, worum es in „{envelope_name}“ von {sender_name} ging. Sie müssen nichts tun.',
      ],
    },
    envelope_canceled: {
      subject: 'Zurückgezogen: „{envelope_name}“',
      heading: 'Dieses Dokument wurde zurückgezogen',
      paragraphs: ['{sender_name} hat „{envelope_name}“ zurückgezogen. Sie müssen nichts tun.'],
    },
    envelope_expired: {
      subject: 'Abgelaufen: „{envelope_name}“',
      heading: 'Dieses Dokument ist abgelaufen',
      paragraphs: ['„{envelope_name}“ wurde nicht rechtzeitig fertig und kann nicht mehr unterschrieben werden.'],
    },
    envelope_deletion_announced: {
      subject: '„{envelope_name}“ wird am {delete_at} gelöscht',
      heading: 'Dieses Dokument wird gelöscht',
      paragraphs: [
        '„{envelope_name}“ wird bis {delete_at} aufbewahrt. Danach werden die Dokumente und alle Angaben zu den beteiligten Personen gelöscht. Laden Sie vorher herunter, was Sie behalten möchten.',
      ],
      notes: ['Ein heruntergeladenes Dokument lässt sich auch danach noch prüfen.'],
    },
  },
  sms: {
    one_time_code: '{brand_name}: Ihr Bestätigungscode lautet {code}. Geben Sie ihn niemals weiter.',
    recipient_invited: '{sender_name} bittet Sie, "{envelope_name}" zu unterschreiben: {link}',
    approver_invited: '{sender_name} bittet Sie, "{envelope_name}" zuzustimmen: {link}',
    recipient_reminded: 'Erinnerung: "{envelope_name}" von {sender_name} wartet auf Sie: {link}',
    recipient_fresh_link: 'Ihr neuer Link zu "{envelope_name}": {link}',
    recipient_delegated: '{delegator_name} bittet Sie, "{envelope_name}" zu unterschreiben: {link}',
    approver_delegated: '{delegator_name} bittet Sie, "{envelope_name}" zuzustimmen: {link}',
    declined_by_other: '{recipient_name} hat "{envelope_name}" abgelehnt. Sie müssen nichts tun.',
    sent_back_by_other: '{recipient_name} hat Ihnen "{envelope_name}" zurückgegeben: {link}',
    released_by_others:
      'Andere haben erledigt, worum es in "{envelope_name}" von {sender_name} ging. Sie müssen nichts tun.',
    envelope_completed: 'Abgeschlossen: "{envelope_name}". Ihre Dokumente: {link}',
    envelope_cc: '{sender_name} teilt das abgeschlossene Dokument "{envelope_name}" mit Ihnen: {link}',
    envelope_canceled: '{sender_name} hat "{envelope_name}" zurückgezogen. Sie müssen nichts tun.',
    envelope_expired: '"{envelope_name}" wurde nicht rechtzeitig fertig und kann nicht mehr unterschrieben werden.',
    envelope_deletion_announced:
      '"{envelope_name}" wird am {delete_at} gelöscht. Laden Sie herunter, was Sie behalten möchten: {link}',
  },
  notices: {
    'user:invited': 'Sie sind eingeladen, {organization_name} beizutreten.',
    'approver:invited': '{sender_name} bittet Sie, „{envelope_name}“ zuzustimmen.',
    'recipient:reminder': '„{envelope_name}“ von {sender_name} wartet noch auf Sie.',
    'recipient:opened': '{recipient_name} hat „{envelope_name}“ geöffnet.',
    'recipient:submitted': '{recipient_name} hat „{envelope_name}“ erledigt.',
    'delegate:requested': '{delegator_name} bittet Sie, „{envelope_name}“ stellvertretend zu unterschreiben.',
    'approver:requested': '{delegator_name} bittet Sie, „{envelope_name}“ stellvertretend zuzustimmen.',
    'recipient:released': 'Andere haben erledigt, worum es in „{envelope_name}“ ging: Sie müssen nichts tun.',
    'envelope:completed': '„{envelope_name}“ ist abgeschlossen.',
    'envelope:cc': '{sender_name} teilt das abgeschlossene Dokument „{envelope_name}“ mit Ihnen.',
    'recipient:invite_failed': '„{envelope_name}“ hat {recipient_name} nicht erreicht.',
    'envelope:canceled': '{sender_name} hat „{envelope_name}“ zurückgezogen.',
    'envelope:replaced': '{sender_name} hat „{envelope_name}“ durch einen anderen Umschlag ersetzt.',
    'envelope:expired': '„{envelope_name}“ wurde nicht rechtzeitig fertig und ist abgelaufen.',
  },
};
