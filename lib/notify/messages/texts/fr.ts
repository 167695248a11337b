import type { Catalogue } from './catalogue.ts';

export const fr: Catalogue = {
  locale: 'fr',
  full_stop: '.',
  greeting: 'Bonjour {name},',
  link_hint: 'Si le bouton ne fonctionne pas, copiez cette adresse dans votre navigateur :',
  attached:
    'Fichiers joints : {files}. Ce sont les documents scellés et le certificat d’achèvement. Conservez-les : chacun peut les vérifier, même sans ce service.',
  because: {
    account: 'Vous recevez ce message parce que cette adresse appartient à un compte chez {brand_name}.',
    address: 'Vous recevez ce message parce que quelqu’un a saisi cette adresse chez {brand_name}.',
    recipient: 'Vous recevez ce message parce que vous participez à un document de {brand_name}.',
    sender: 'Vous recevez ce message parce que vous avez envoyé ce document par {brand_name}.',
  },
  support: 'Des questions ? {support_contact}',
  buttons: {
    confirm_address: 'Confirmer l’adresse',
    choose_password: 'Choisir un nouveau mot de passe',
    sign_in: 'Se connecter',
    view_invitation: 'Voir l’invitation',
    open_document: 'Ouvrir le document',
    view_documents: 'Voir les documents',
    view_details: 'Voir les détails',
  },
  shared: {
    not_you:
      'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe : cela met fin à toutes les autres sessions de votre compte.',
    nothing_to_do: 'Si c’était vous, vous n’avez rien à faire.',
    replaces: 'Ce document remplace {replaced_name}, que vous aviez reçu auparavant et qui ne peut plus être signé.',
    valid_until: 'Veuillez terminer avant le {expires_at}.',
    personal_link:
      'Ce lien est strictement personnel : ne transférez pas ce message. Si une autre personne doit agir à votre place, prévenez l’expéditeur.',
  },
  messages: {
    verify_email: {
      subject: 'Confirmez votre adresse e-mail',
      paragraphs: [
        'Pour terminer la création de votre compte, confirmez que cette adresse est la vôtre. Votre code est :',
      ],
      notes: ['Si vous ne vous êtes pas inscrit, vous pouvez ignorer ce message.'],
    },
    reset_password: {
      subject: 'Réinitialisez votre mot de passe',
      paragraphs: [
        'Quelqu’un, sans doute vous, a demandé à réinitialiser le mot de passe de votre compte. Votre code est :',
      ],
      notes: ['Si ce n’était pas vous, ignorez ce message. Votre mot de passe reste inchangé.'],
    },
    sign_in_at_provider: {
      subject: 'Connectez-vous auprès de votre organisation',
      paragraphs: [
        'Quelqu’un, sans doute vous, a demandé à réinitialiser le mot de passe de votre compte. Les membres de {organization_name} se connectent uniquement auprès de leur organisation : un nouveau mot de passe n’ouvrirait rien ici.',
        'Connectez-vous comme pour le reste de votre travail. Si vous n’y arrivez pas, demandez à un administrateur de {organization_name}.',
      ],
      notes: ['Si ce n’était pas vous, ignorez ce message. Rien n’a été modifié.'],
    },
    sign_in_with_passkey: {
      subject: 'Connectez-vous avec votre clé d’accès',
      paragraphs: [
        'Quelqu’un, sans doute vous, a demandé à réinitialiser le mot de passe de votre compte. {organization_name} n’admet votre compte qu’avec une clé d’accès : un nouveau mot de passe n’ouvrirait rien.',
        'Connectez-vous avec votre clé d’accès. Si vous l’avez perdue, demandez à un administrateur de {organization_name} de réinitialiser votre second facteur.',
      ],
      notes: ['Si ce n’était pas vous, ignorez ce message. Rien n’a été modifié.'],
    },
    sign_up_attempted: {
      subject: 'Vous avez déjà un compte',
      paragraphs: [
        'Quelqu’un, peut-être vous, a voulu s’inscrire avec cette adresse. Elle a déjà un compte, donc rien n’a été modifié.',
        'Si c’était vous, connectez-vous comme d’habitude. Si vous ne connaissez plus votre mot de passe, choisissez-en un nouveau.',
      ],
      notes: ['Si ce n’était pas vous, vous n’avez rien à faire : personne d’autre ne peut utiliser votre compte.'],
    },
    one_time_code: {
      subject: 'Votre code de vérification',
      paragraphs: [
        'Saisissez ce code pour ouvrir « {envelope_name} » de {sender_name}. Il est valable {minutes} minutes.',
      ],
      notes: ['Ne communiquez jamais ce code. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message.'],
    },
    link_code: {
      subject: 'Confirmez votre adresse',
      paragraphs: ['Pour ouvrir le document demandé, confirmez que cette adresse est la vôtre. Votre code est :'],
      notes: [
        'Le code est valable jusqu’au {expires_at}.',
        'Ne communiquez jamais ce code. Si vous ne l’avez pas demandé, vous pouvez ignorer ce message : sans le code, il ne se passe rien.',
      ],
    },
    account_locked: {
      subject: 'Votre compte a été bloqué',
      paragraphs: [
        'Il y a eu trop de tentatives de connexion infructueuses à votre compte. Nous l’avons donc bloqué.',
        'Vous pourrez réessayer dans {minutes} minutes.',
        'Si ces tentatives ne venaient pas de vous, choisissez un nouveau mot de passe.',
      ],
    },
    password_changed: {
      subject: 'Votre mot de passe a été modifié',
      paragraphs: ['Le mot de passe de votre compte a été modifié le {happened_at}.'],
    },
    mfa_switched_on: {
      subject: 'La connexion en deux étapes est activée',
      paragraphs: [
        'Depuis le {happened_at}, la connexion à votre compte demande un code de votre application d’authentification en plus du mot de passe.',
        'Conservez vos codes de secours en lieu sûr. Chacun vous permet de vous connecter une fois si vous perdez l’application.',
      ],
    },
    mfa_switched_off: {
      subject: 'La connexion en deux étapes est désactivée',
      paragraphs: ['Depuis le {happened_at}, votre mot de passe suffit pour vous connecter à votre compte.'],
    },
    mfa_reset: {
      subject: 'La connexion en deux étapes a été retirée de votre compte',
      paragraphs: [
        'Un administrateur de votre organisation a retiré la connexion en deux étapes de votre compte le {happened_at}. Votre mot de passe suffit désormais pour vous connecter ; vous pouvez rétablir la deuxième étape à tout moment.',
        'Si vous ne l’avez pas demandé, prévenez vos administrateurs et choisissez un nouveau mot de passe.',
      ],
    },
    backup_codes_renewed: {
      subject: 'Vous avez de nouveaux codes de secours',
      paragraphs: [
        'De nouveaux codes de secours ont été créés pour votre compte le {happened_at}. Les anciens ne fonctionnent plus.',
      ],
    },
    backup_code_used: {
      subject: 'Un code de secours a servi à une connexion',
      paragraphs: [
        'Quelqu’un s’est connecté à votre compte avec l’un de ses codes de secours le {happened_at}. Codes restants : {codes_left}.',
      ],
      notes: ['Si c’était vous, créez simplement de nouveaux codes avant que le dernier ne soit utilisé.'],
    },
    passkey_added: {
      subject: 'Une clé d’accès a été ajoutée à votre compte',
      paragraphs: [
        'La clé d’accès {passkey_name} a été ajoutée le {happened_at}. Elle permet de se connecter à votre compte sans mot de passe.',
        'Si ce n’était pas vous, supprimez la clé d’accès dans votre compte et choisissez un nouveau mot de passe.',
      ],
    },
    passkey_removed: {
      subject: 'Une clé d’accès a été supprimée de votre compte',
      paragraphs: [
        'La clé d’accès {passkey_name} a été supprimée le {happened_at}. Elle ne permet plus de se connecter à votre compte.',
        'Si ce n’était pas vous, choisissez un nouveau mot de passe.',
      ],
    },
    passkeys_reset: {
      subject: 'Vos clés d’accès ont été supprimées',
      paragraphs: [
        'Un administrateur de votre organisation a supprimé toutes les clés d’accès de votre compte le {happened_at}. Connectez-vous avec votre mot de passe ; vous pouvez ajouter de nouvelles clés d’accès à tout moment.',
        'Si vous ne l’avez pas demandé, prévenez vos administrateurs et choisissez un nouveau mot de passe.',
      ],
    },
    identity_connected: {
      subject: '{provider_name} a été associé à votre compte',
      paragraphs: [
        '{provider_name} a été associé à votre compte le {happened_at}. Le compte associé là-bas permet de se connecter au vôtre.',
        'Si ce n’était pas vous, supprimez cette association dans votre compte et choisissez un nouveau mot de passe.',
      ],
    },
    api_key_created: {
      subject: 'Une nouvelle clé API agit en votre nom',
      paragraphs: [
        'La clé API « {key_name} » a été créée le {happened_at}. Les programmes qui la détiennent peuvent faire dans votre organisation tout ce que vous pouvez y faire.',
        'Si vous n’en savez rien, faites-la supprimer et choisissez un nouveau mot de passe.',
      ],
    },
    webhook_switched_off: {
      subject: 'Le webhook de {organization_name} a été désactivé',
      heading: 'Votre webhook a été désactivé',
      paragraphs: [
        'Le destinataire {host} a répondu le {happened_at} qu’il n’existe plus et ne veut plus d’appels (410). Nous avons donc désactivé le webhook de {organization_name}.',
        'Les événements ne sont plus transmis jusqu’à sa réactivation, et ceux de l’intervalle ne seront pas rattrapés.',
      ],
    },
    member_waiting: {
      subject: '{member_name} attend de rejoindre {organization_name}',
      heading: 'Quelqu’un attend de rejoindre {organization_name}',
      paragraphs: [
        '{member_name} ({member_email}) s’est connecté pour la première fois auprès de votre fournisseur d’identité et attend qu’un administrateur lui donne accès.',
        'Débloquez ou supprimez cette personne sur la page des membres. Tous ceux qui attendent y figurent.',
      ],
      notes: ['Vous pouvez désactiver ces messages dans votre compte.'],
    },
    organization_invitation: {
      subject: '{inviter_name} vous invite à rejoindre {organization_name}',
      heading: 'Rejoindre {organization_name}',
      paragraphs: ['{inviter_name} vous invite à rejoindre {organization_name} et à travailler sur ses documents.'],
      notes: ['Si vous ne connaissez pas {inviter_name}, vous pouvez ignorer ce message.'],
    },
    recipient_invited: {
      subject: '{sender_name} vous demande de signer « {envelope_name} »',
      heading: 'Un document vous attend',
      paragraphs: ['{sender_name} vous a envoyé « {envelope_name} » à lire et à compléter.'],
    },
    approver_invited: {
      subject: '{sender_name} vous demande d’approuver « {envelope_name} »',
      heading: 'Un document attend votre approbation',
      paragraphs: ['{sender_name} vous a envoyé « {envelope_name} » à lire et à approuver.'],
    },
    recipient_reminded: {
      subject: 'Rappel : « {envelope_name} » vous attend',
      heading: 'Un document vous attend toujours',
      paragraphs: ['{sender_name} vous a envoyé « {envelope_name} », et votre partie n’est pas encore terminée.'],
    },
    recipient_fresh_link: {
      subject: 'Votre nouveau lien vers « {envelope_name} »',
      heading: 'Voici votre nouveau lien',
      paragraphs: [
        'Vous avez demandé un nouveau lien vers « {envelope_name} » de {sender_name}. Veuillez utiliser celui-ci désormais.',
      ],
    },
    recipient_delegated: {
      subject: '{delegator_name} vous demande de signer « {envelope_name} »',
      heading: 'Un document vous a été transmis',
      paragraphs: [
        '{delegator_name} vous demande de compléter « {envelope_name} » à sa place. L’envoi vient de {sender_name}.',
      ],
    },
    approver_delegated: {
      subject: '{delegator_name} vous demande d’approuver « {envelope_name} »',
      heading: 'Un document vous a été transmis',
      paragraphs: [
        '{delegator_name} vous demande d’approuver « {envelope_name} » à sa place. L’envoi vient de {sender_name}.',
      ],
    },
    recipient_handed_over: {
      subject: '{recipient_name} a transmis « {envelope_name} » à {delegate_name}',
      heading: '{delegate_name} agit à la place de {recipient_name}',
      paragraphs: [
        '{recipient_name} a transmis « {envelope_name} » à {delegate_name}, qui doit désormais le compléter. Vous n’avez rien à faire.',
      ],
    },
    recipient_named: {
      subject: '{recipient_name} a indiqué {named_name} pour « {envelope_name} »',
      heading: '{named_name} a été indiqué par {recipient_name}',
      paragraphs: [
        '{recipient_name} a signé ou approuvé « {envelope_name} » et a indiqué {named_name} ({named_email}), qui sera sollicité à son tour. En cas d’erreur, corrigez la personne sur la page de l’enveloppe.',
      ],
    },
    delegation_confirmed: {
      subject: 'Vous avez transmis « {envelope_name} » à {delegate_name}',
      heading: 'Vous avez transmis votre partie',
      paragraphs: [
        '{delegate_name} doit désormais compléter « {envelope_name} » de {sender_name} à votre place. Vous ne pouvez plus agir vous-même.',
      ],
      notes: ['Si ce n’était pas vous, prévenez {sender_name}.'],
    },
    recipient_failed: {
      subject: '{recipient_name} n’a pas pu être vérifié pour « {envelope_name} »',
      heading: '{recipient_name} n’a pas pu être vérifié',
      paragraphs: [
        '{recipient_name} n’a pas réussi la vérification que vous avez demandée et ne peut plus ouvrir « {envelope_name} ».',
        'S’il s’agit d’une erreur, réinitialisez le destinataire : la vérification recommence alors.',
      ],
    },
    recipient_certificate_failed: {
      subject: 'La signature de {recipient_name} sur « {envelope_name} » a échoué auprès du service de confiance',
      heading: 'La signature de {recipient_name} a échoué',
      paragraphs: [
        '{recipient_name} voulait signer « {envelope_name} » avec son propre certificat. Le service de confiance, ou le certificat, ne l’a pas permis, et rien n’a été signé.',
        '{recipient_name} peut réessayer. Si l’échec persiste, choisissez une autre façon de signer pour le destinataire.',
      ],
    },
    recipient_question: {
      subject: '{recipient_name} a une question sur « {envelope_name} »',
      heading: '{recipient_name} a une question',
      paragraphs: ['Elle concerne « {envelope_name} » :'],
      notes: ['Pour répondre, écrivez à {recipient_email}.'],
    },
    envelope_completed: {
      subject: 'Terminé : « {envelope_name} »',
      heading: 'Tout le monde a terminé',
      paragraphs: [
        '« {envelope_name} » est terminé. Les documents scellés et le certificat d’achèvement sont à votre disposition.',
      ],
    },
    envelope_cc: {
      subject: 'Votre copie de « {envelope_name} »',
      heading: 'Votre copie est prête',
      paragraphs: [
        '{sender_name} partage avec vous le document terminé « {envelope_name} ». Vous n’avez rien à signer.',
      ],
    },
    envelope_declined: {
      subject: '{recipient_name} a refusé « {envelope_name} »',
      heading: '{recipient_name} a refusé',
      paragraphs: ['{recipient_name} a refusé « {envelope_name} ». Plus personne ne peut le signer.'],
    },
    recipient_declined: {
      subject: '{recipient_name} a refusé « {envelope_name} »',
      heading: '{recipient_name} a refusé',
      paragraphs: [
        '{recipient_name} a refusé « {envelope_name} ». Il reste assez d’autres personnes à cette étape, et la procédure continue : vous n’avez rien à faire.',
      ],
    },
    recipient_sent_back: {
      subject: '{recipient_name} a renvoyé « {envelope_name} »',
      heading: '{recipient_name} l’a renvoyé',
      paragraphs: [
        '{recipient_name} a renvoyé « {envelope_name} » avec un commentaire à ceux qui ont signé avant. Ils sont sollicités à nouveau : vous n’avez rien à faire.',
      ],
    },
    sent_back_by_other: {
      subject: '{recipient_name} vous a renvoyé « {envelope_name} »',
      heading: 'Un document vous est revenu',
      paragraphs: [
        '{recipient_name} a lu « {envelope_name} » de {sender_name} et l’a renvoyé avec un commentaire. Ce que vous avez rempli est encore là : modifiez ce qu’il faut, puis terminez à nouveau.',
      ],
    },
    recipient_invite_failed: {
      subject: '{recipient_name} n’a pas pu être joint au sujet de « {envelope_name} »',
      heading: '{recipient_name} n’a pas pu être joint',
      paragraphs: [
        'Un e-mail à {recipient_name} ({recipient_email}) au sujet de « {envelope_name} » est revenu ou a été signalé comme indésirable.',
        'Si l’adresse est fausse, corrigez-la : une nouvelle invitation sera alors envoyée.',
      ],
    },
    envelope_seal_failed: {
      subject: '« {envelope_name} » n’a pas encore pu être scellé',
      heading: 'Les documents n’ont pas pu être scellés',
      paragraphs: [
        'Tout le monde a signé « {envelope_name} », mais les documents scellés n’ont pas pu être produits. Nous continuons d’essayer. Vous pouvez aussi réessayer vous-même ou vous adresser à l’exploitant de ce service.',
      ],
    },
    declined_by_other: {
      subject: '{recipient_name} a refusé « {envelope_name} »',
      heading: 'Ce document a été refusé',
      paragraphs: [
        '{recipient_name} a refusé « {envelope_name} ». Plus personne ne peut le signer et vous n’avez rien à faire.',
      ],
    },
    released_by_others: {
      subject: 'Plus nécessaire : « {envelope_name} »',
      heading: 'Vous n’avez plus besoin de signer',
      paragraphs: [
        'D’autres ont fait ce qui était demandé pour « {envelope_name} » de {sender_name}. Vous n’avez rien à faire.',
      ],
    },
    envelope_canceled: {
      subject: 'Annulé : « {envelope_name} »',
      heading: 'Ce document a été annulé',
      paragraphs: ['{sender_name} a annulé « {envelope_name} ». Vous n’avez rien à faire.'],
    },
    envelope_expired: {
      subject: 'Expiré : « {envelope_name} »',
      heading: 'Ce document a expiré',
      paragraphs: ['« {envelope_name} » n’a pas été terminé à temps et ne peut plus être signé.'],
    },
    envelope_deletion_announced: {
      subject: '« {envelope_name} » sera supprimé le {delete_at}',
      heading: 'Ce document sera supprimé',
      paragraphs: [
        '« {envelope_name} » est conservé jusqu’au {delete_at}. Ensuite, ses documents et toutes les données des personnes concernées sont supprimés. Téléchargez avant cette date ce que vous souhaitez garder.',
      ],
      notes: ['Un document téléchargé peut encore être vérifié par la suite.'],
    },
  },
  sms: {
    one_time_code: '{brand_name} : votre code de vérification est {code}. Ne le communiquez jamais.',
    recipient_invited: '{sender_name} vous demande de signer "{envelope_name}" : {link}',
    approver_invited: '{sender_name} vous demande d\'approuver "{envelope_name}" : {link}',
    recipient_reminded: 'Rappel : "{envelope_name}" de {sender_name} vous attend : {link}',
    recipient_fresh_link: 'Votre nouveau lien vers "{envelope_name}" : {link}',
    recipient_delegated: '{delegator_name} vous demande de signer "{envelope_name}" : {link}',
    approver_delegated: '{delegator_name} vous demande d\'approuver "{envelope_name}" : {link}',
    declined_by_other: '{recipient_name} a refusé "{envelope_name}". Vous n\'avez rien à faire.',
    sent_back_by_other: '{recipient_name} vous a renvoyé "{envelope_name}" : {link}',
    released_by_others:
      'D\'autres ont fait ce qui était demandé pour "{envelope_name}" de {sender_name}. Vous n\'avez rien à faire.',
    envelope_completed: 'Terminé : "{envelope_name}". Vos documents : {link}',
    envelope_cc: '{sender_name} partage avec vous le document terminé "{envelope_name}" : {link}',
    envelope_canceled: '{sender_name} a annulé "{envelope_name}". Vous n\'avez rien à faire.',
    envelope_expired: '"{envelope_name}" n\'a pas été terminé à temps et ne peut plus être signé.',
    envelope_deletion_announced:
      '"{envelope_name}" sera supprimé le {delete_at}. Téléchargez ce que vous souhaitez garder : {link}',
  },
  notices: {
    'user:invited': 'Vous êtes invité à rejoindre {organization_name}.',
    'approver:invited': '{sender_name} vous demande d’approuver « {envelope_name} ».',
    'recipient:reminder': '« {envelope_name} » de {sender_name} vous attend toujours.',
    'recipient:opened': '{recipient_name} a ouvert « {envelope_name} ».',
    'recipient:submitted': '{recipient_name} a terminé « {envelope_name} ».',
    'delegate:requested': '{delegator_name} vous demande de signer « {envelope_name} » à sa place.',
    'approver:requested': '{delegator_name} vous demande d’approuver « {envelope_name} » à sa place.',
    'recipient:released': 'D’autres ont fait ce qui était demandé pour « {envelope_name} » : vous n’avez rien à faire.',
    'envelope:completed': '« {envelope_name} » est terminé.',
    'envelope:cc': '{sender_name} partage avec vous le document terminé « {envelope_name} ».',
    'recipient:invite_failed': '« {envelope_name} » n’est pas parvenu à {recipient_name}.',
    'envelope:canceled': '{sender_name} a annulé « {envelope_name} ».',
    'envelope:replaced': '{sender_name} a remplacé « {envelope_name} » par une autre enveloppe.',
    'envelope:expired': '« {envelope_name} » n’a pas été terminé à temps et a expiré.',
  },
};
