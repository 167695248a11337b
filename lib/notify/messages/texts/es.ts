import type { Catalogue } from './catalogue.ts';

export const es: Catalogue = {
  locale: 'es',
  full_stop: '.',
  greeting: 'Hola, {name}:',
  link_hint: 'Si el botón no funciona, copie esta dirección en su navegador:',
  attached:
    'Archivos adjuntos: {files}. Son los documentos sellados y el certificado de finalización. Consérvelos: cualquiera puede comprobarlos, incluso sin este servicio.',
  because: {
    account: 'Recibe este mensaje porque esta dirección pertenece a una cuenta de {brand_name}.',
    address: 'Recibe este mensaje porque alguien ha introducido esta dirección en {brand_name}.',
    recipient: 'Recibe este mensaje porque participa en un documento de {brand_name}.',
    sender: 'Recibe este mensaje porque ha enviado este documento con {brand_name}.',
  },
  support: '¿Tiene preguntas? {support_contact}',
  buttons: {
    confirm_address: 'Confirmar la dirección',
    choose_password: 'Elegir una contraseña nueva',
    sign_in: 'Iniciar sesión',
    view_invitation: 'Ver la invitación',
    open_document: 'Abrir el documento',
    view_documents: 'Ver los documentos',
    view_details: 'Ver los detalles',
  },
  shared: {
    not_you:
      'Si no ha sido usted, elija ahora una contraseña nueva: así terminan todas las demás sesiones de su cuenta.',
    nothing_to_do: 'Si ha sido usted, no tiene que hacer nada.',
    replaces: 'Sustituye a «{replaced_name}», que recibió antes y que ya no se puede firmar.',
    valid_until: 'Termine, por favor, antes del {expires_at}.',
    personal_link:
      'Este enlace es solo para usted, así que no reenvíe este mensaje. Si otra persona debe actuar en su lugar, avise al remitente.',
  },
  messages: {
    verify_email: {
      subject: 'Confirme su dirección de correo electrónico',
      paragraphs: ['Para terminar de crear su cuenta, confirme que esta dirección es suya. Su código es:'],
      notes: ['Si no se ha registrado, puede ignorar este mensaje.'],
    },
    reset_password: {
      subject: 'Restablezca su contraseña',
      paragraphs: ['Alguien, probablemente usted, ha pedido restablecer la contraseña de su cuenta. Su código es:'],
      notes: ['Si no ha sido usted, ignore este mensaje. Su contraseña no cambia.'],
    },
    sign_in_at_provider: {
      subject: 'Inicie sesión en su organización',
      paragraphs: [
        'Alguien, probablemente usted, ha pedido restablecer la contraseña de su cuenta. Los miembros de {organization_name} solo inician sesión en su organización, así que una contraseña nueva no abriría nada aquí.',
        'Inicie sesión como en el resto de su trabajo. Si no lo consigue, pregunte a un administrador de {organization_name}.',
      ],
      notes: ['Si no ha sido usted, ignore este mensaje. No se ha cambiado nada.'],
    },
    sign_in_with_passkey: {
      subject: 'Inicie sesión con su clave de acceso',
      paragraphs: [
        'Alguien, probablemente usted, ha pedido restablecer la contraseña de su cuenta. {organization_name} solo admite inicios de sesión de su cuenta con una clave de acceso, así que una contraseña nueva no abriría nada.',
        'Inicie sesión con su clave de acceso. Si la ha perdido, pida a un administrador de {organization_name} que restablezca su segundo factor.',
      ],
      notes: ['Si no ha sido usted, ignore este mensaje. No se ha cambiado nada.'],
    },
    sign_up_attempted: {
      subject: 'Ya tiene una cuenta',
      paragraphs: [
        'Alguien, quizá usted, ha intentado registrarse con esta dirección. Ya tiene una cuenta, así que no se ha cambiado nada.',
        'Si ha sido usted, inicie sesión como siempre. Si no recuerda su contraseña, elija una nueva.',
      ],
      notes: ['Si no ha sido usted, no tiene que hacer nada: nadie más puede usar su cuenta.'],
    },
    one_time_code: {
      subject: 'Su código de verificación',
      paragraphs: [
        'Introduzca este código para abrir «{envelope_name}» de {sender_name}. Es válido durante {minutes} minutos.',
      ],
      notes: ['No comparta nunca este código. Si no lo ha pedido, puede ignorar este mensaje.'],
    },
    link_code: {
      subject: 'Confirme su dirección',
      paragraphs: ['Para abrir el documento que ha pedido, confirme que esta dirección es suya. Su código es:'],
      notes: [
        'El código es válido hasta el {expires_at}.',
        'No comparta nunca este código. Si no lo ha pedido, puede ignorar este mensaje: sin el código no ocurre nada.',
      ],
    },
    account_locked: {
      subject: 'Su cuenta se ha bloqueado',
      paragraphs: [
        'Ha habido demasiados intentos fallidos de iniciar sesión en su cuenta, así que la hemos bloqueado.',
        'Puede intentarlo de nuevo dentro de {minutes} minutos.',
        'Si esos intentos no eran suyos, elija una contraseña nueva.',
      ],
    },
    password_changed: {
      subject: 'Su contraseña ha cambiado',
      paragraphs: ['La contraseña de su cuenta se cambió el {happened_at}.'],
    },
    mfa_switched_on: {
      subject: 'El inicio de sesión en dos pasos está activado',
      paragraphs: [
        'Desde el {happened_at}, para iniciar sesión en su cuenta hace falta un código de su aplicación de autenticación además de la contraseña.',
        'Guarde sus códigos de respaldo en un lugar seguro. Cada uno le permite entrar una vez si pierde la aplicación.',
      ],
    },
    mfa_switched_off: {
      subject: 'El inicio de sesión en dos pasos está desactivado',
      paragraphs: ['Desde el {happened_at}, basta su contraseña para iniciar sesión en su cuenta.'],
    },
    mfa_reset: {
      subject: 'Se ha quitado el inicio de sesión en dos pasos de su cuenta',
      paragraphs: [
        'Un administrador de su organización quitó el inicio de sesión en dos pasos de su cuenta el {happened_at}. Ahora basta su contraseña para iniciar sesión; puede volver a configurar el segundo paso en cualquier momento.',
        'Si no lo ha pedido, avise a sus administradores y elija una contraseña nueva.',
      ],
    },
    backup_codes_renewed: {
      subject: 'Tiene códigos de respaldo nuevos',
      paragraphs: [
        'Se crearon códigos de respaldo nuevos para su cuenta el {happened_at}. Los anteriores ya no funcionan.',
      ],
    },
    backup_code_used: {
      subject: 'Se ha usado un código de respaldo para iniciar sesión',
      paragraphs: [
        'Alguien inició sesión en su cuenta con uno de sus códigos de respaldo el {happened_at}. Códigos restantes: {codes_left}.',
      ],
      notes: ['Si ha sido usted, solo tiene que crear códigos nuevos antes de usar el último.'],
    },
    passkey_added: {
      subject: 'Se ha añadido una clave de acceso a su cuenta',
      paragraphs: [
        'La clave de acceso «{passkey_name}» se añadió el {happened_at}. Con ella se inicia sesión en su cuenta sin contraseña.',
        'Si no ha sido usted, quite la clave de acceso en su cuenta y elija una contraseña nueva.',
      ],
    },
    passkey_removed: {
      subject: 'Se ha quitado una clave de acceso de su cuenta',
      paragraphs: [
        'La clave de acceso «{passkey_name}» se quitó el {happened_at}. Ya no sirve para iniciar sesión en su cuenta.',
        'Si no ha sido usted, elija una contraseña nueva.',
      ],
    },
    passkeys_reset: {
      subject: 'Se han quitado sus claves de acceso',
      paragraphs: [
        'Un administrador de su organización quitó todas las claves de acceso de su cuenta el {happened_at}. Inicie sesión con su contraseña; puede añadir claves de acceso nuevas en cualquier momento.',
        'Si no lo ha pedido, avise a sus administradores y elija una contraseña nueva.',
      ],
    },
    identity_connected: {
      subject: 'Se ha vinculado {provider_name} a su cuenta',
      paragraphs: [
        '{provider_name} se vinculó a su cuenta el {happened_at}. Con la cuenta vinculada se puede iniciar sesión en la suya.',
        'Si no ha sido usted, desvincúlela en su cuenta y elija una contraseña nueva.',
      ],
    },
    api_key_created: {
      subject: 'Una nueva clave de API actúa en su nombre',
      paragraphs: [
        'La clave de API «{key_name}» se creó el {happened_at}. Los programas que la tengan pueden hacer en su organización todo lo que usted puede hacer.',
        'Si no sabe nada de ella, haga que la eliminen y elija una contraseña nueva.',
      ],
    },
    webhook_switched_off: {
      subject: 'Se ha desactivado el webhook de {organization_name}',
      heading: 'Su webhook se ha desactivado',
      paragraphs: [
        'El receptor {host} respondió el {happened_at} que ya no existe y no quiere más llamadas (410). Por eso hemos desactivado el webhook de {organization_name}.',
        'Los eventos no se entregarán hasta que se active de nuevo, y los de ese intervalo no se recuperarán.',
      ],
    },
    member_waiting: {
      subject: '{member_name} espera para unirse a {organization_name}',
      heading: 'Alguien espera para unirse a {organization_name}',
      paragraphs: [
        '{member_name} ({member_email}) ha iniciado sesión por primera vez en su proveedor de identidad y espera a que un administrador le dé acceso.',
        'Desbloquee o elimine a esta persona en la página de miembros. Allí figuran todos los que esperan.',
      ],
      notes: ['Puede desactivar estos mensajes en su cuenta.'],
    },
    organization_invitation: {
      subject: '{inviter_name} le invita a unirse a {organization_name}',
      heading: 'Unirse a {organization_name}',
      paragraphs: ['{inviter_name} le invita a unirse a {organization_name} y a trabajar en sus documentos.'],
      notes: ['Si no conoce a {inviter_name}, puede ignorar este mensaje.'],
    },
    recipient_invited: {
      subject: '{sender_name} le pide que firme «{envelope_name}»',
      heading: 'Hay un documento para usted',
      paragraphs: ['{sender_name} le ha enviado «{envelope_name}» para que lo lea y lo complete.'],
    },
    approver_invited: {
      subject: '{sender_name} le pide que apruebe «{envelope_name}»',
      heading: 'Un documento espera su aprobación',
      paragraphs: ['{sender_name} le ha enviado «{envelope_name}» para que lo lea y lo apruebe.'],
    },
    recipient_reminded: {
      subject: 'Recordatorio: «{envelope_name}» le está esperando',
      heading: 'Un documento le sigue esperando',
      paragraphs: ['{sender_name} le ha enviado «{envelope_name}», y su parte aún no está terminada.'],
    },
    recipient_fresh_link: {
      subject: 'Su enlace nuevo a «{envelope_name}»',
      heading: 'Aquí tiene su enlace nuevo',
      paragraphs: ['Ha pedido un enlace nuevo a «{envelope_name}» de {sender_name}. Use este a partir de ahora.'],
    },
    recipient_delegated: {
      subject: '{delegator_name} le pide que firme «{envelope_name}»',
      heading: 'Le han pasado un documento',
      paragraphs: ['{delegator_name} le pide que complete «{envelope_name}» en su lugar. Lo envió {sender_name}.'],
    },
    approver_delegated: {
      subject: '{delegator_name} le pide que apruebe «{envelope_name}»',
      heading: 'Le han pasado un documento',
      paragraphs: ['{delegator_name} le pide que apruebe «{envelope_name}» en su lugar. Lo envió {sender_name}.'],
    },
    recipient_handed_over: {
      subject: '{recipient_name} ha pasado «{envelope_name}» a {delegate_name}',
      heading: '{delegate_name} actúa en lugar de {recipient_name}',
      paragraphs: [
        '{recipient_name} ha pasado «{envelope_name}» a {delegate_name}, a quien se ha pedido que lo complete. No tiene que hacer nada.',
      ],
    },
    recipient_named: {
      subject: '{recipient_name} ha indicado a {named_name} para «{envelope_name}»',
      heading: '{recipient_name} ha indicado a {named_name}',
      paragraphs: [
        '{recipient_name} ha firmado o aprobado «{envelope_name}» y ha indicado a {named_name} ({named_email}), a quien se preguntará cuando le toque. Si es un error, corrija la persona en la página del sobre.',
      ],
    },
    delegation_confirmed: {
      subject: 'Ha pasado «{envelope_name}» a {delegate_name}',
      heading: 'Ha pasado su parte a otra persona',
      paragraphs: [
        'Se ha pedido a {delegate_name} que complete «{envelope_name}» de {sender_name} en su lugar. Usted ya no puede hacer nada en él.',
      ],
      notes: ['Si no ha sido usted, avise a {sender_name}.'],
    },
    recipient_failed: {
      subject: 'No se ha podido verificar a {recipient_name} para «{envelope_name}»',
      heading: 'No se ha podido verificar a {recipient_name}',
      paragraphs: [
        '{recipient_name} no ha superado la verificación que usted pidió y ya no puede abrir «{envelope_name}».',
        'Si ha sido un error, restablezca al destinatario: la verificación empezará de nuevo.',
      ],
    },
    recipient_certificate_failed: {
      subject: 'La firma de {recipient_name} en «{envelope_name}» ha fallado en el servicio de confianza',
      heading: 'La firma de {recipient_name} ha fallado',
      paragraphs: [
        '{recipient_name} quería firmar «{envelope_name}» con su propio certificado. El servicio de confianza, o el certificado, no lo ha hecho, y no se ha firmado nada.',
        '{recipient_name} puede intentarlo de nuevo. Si sigue fallando, elija otra forma de firmar para el destinatario.',
      ],
    },
    recipient_question: {
      subject: '{recipient_name} tiene una pregunta sobre «{envelope_name}»',
      heading: '{recipient_name} tiene una pregunta',
      paragraphs: ['Se refiere a «{envelope_name}»:'],
      notes: ['Para responder, escriba a {recipient_email}.'],
    },
    envelope_completed: {
      subject: 'Completado: «{envelope_name}»',
      heading: 'Todos han terminado',
      paragraphs: [
        '«{envelope_name}» está completo. Los documentos sellados y el certificado de finalización están a su disposición.',
      ],
    },
    envelope_cc: {
      subject: 'Su copia de «{envelope_name}»',
      heading: 'Su copia está lista',
      paragraphs: [
        '{sender_name} comparte con usted el documento completado «{envelope_name}». No tiene nada que firmar.',
      ],
    },
    envelope_declined: {
      subject: '{recipient_name} ha rechazado «{envelope_name}»',
      heading: '{recipient_name} lo ha rechazado',
      paragraphs: ['{recipient_name} ha rechazado «{envelope_name}». Nadie más puede firmarlo ya.'],
    },
    recipient_declined: {
      subject: '{recipient_name} ha rechazado «{envelope_name}»',
      heading: '{recipient_name} lo ha rechazado',
      paragraphs: [
        '{recipient_name} ha rechazado «{envelope_name}». Quedan suficientes personas en este paso, así que el proceso continúa: no tiene que hacer nada.',
      ],
    },
    recipient_sent_back: {
      subject: '{recipient_name} ha devuelto «{envelope_name}»',
      heading: '{recipient_name} lo ha devuelto',
      paragraphs: [
        '{recipient_name} ha devuelto «{envelope_name}» con un comentario a quienes firmaron antes. Se les vuelve a preguntar: no tiene que hacer nada.',
      ],
    },
    sent_back_by_other: {
      subject: '{recipient_name} le ha devuelto «{envelope_name}»',
      heading: 'Un documento ha vuelto a usted',
      paragraphs: [
        '{recipient_name} ha revisado «{envelope_name}» de {sender_name} y lo ha devuelto con un comentario. Lo que rellenó sigue ahí: cambie lo necesario y termínelo de nuevo.',
      ],
    },
    recipient_invite_failed: {
      subject: 'No se pudo contactar con {recipient_name} sobre «{envelope_name}»',
      heading: 'No se pudo contactar con {recipient_name}',
      paragraphs: [
        'Un correo a {recipient_name} ({recipient_email}) sobre «{envelope_name}» fue devuelto o se marcó como no deseado.',
        'Si la dirección es incorrecta, corríjala: entonces se enviará una nueva invitación.',
      ],
    },
    envelope_seal_failed: {
      subject: '«{envelope_name}» aún no se ha podido sellar',
      heading: 'No se han podido sellar los documentos',
      paragraphs: [
        'Todos han firmado «{envelope_name}», pero no se han podido generar los documentos sellados. Seguimos intentándolo. También puede intentarlo usted o preguntar al operador de este servicio.',
      ],
    },
    declined_by_other: {
      subject: '{recipient_name} ha rechazado «{envelope_name}»',
      heading: 'Este documento se ha rechazado',
      paragraphs: [
        '{recipient_name} ha rechazado «{envelope_name}». Nadie puede firmarlo ya y usted no tiene que hacer nada.',
      ],
    },
    released_by_others: {
      subject: 'Ya no es necesario: «{envelope_name}»',
      heading: 'Ya no tiene que firmar',
      paragraphs: [
        'Otras personas han hecho lo que se pedía en «{envelope_name}» de {sender_name}. No tiene que hacer nada.',
      ],
    },
    envelope_canceled: {
      subject: 'Cancelado: «{envelope_name}»',
      heading: 'Este documento se ha cancelado',
      paragraphs: ['{sender_name} ha cancelado «{envelope_name}». No tiene que hacer nada.'],
    },
    envelope_expired: {
      subject: 'Caducado: «{envelope_name}»',
      heading: 'Este documento ha caducado',
      paragraphs: ['«{envelope_name}» no se completó a tiempo y ya no se puede firmar.'],
    },
    envelope_deletion_announced: {
      subject: '«{envelope_name}» se eliminará el {delete_at}',
      heading: 'Este documento se eliminará',
      paragraphs: [
        '«{envelope_name}» se conserva hasta el {delete_at}. Después se eliminan sus documentos y todos los datos de las personas que participaron. Descargue antes lo que quiera conservar.',
      ],
      notes: ['Un documento descargado puede comprobarse también después.'],
    },
  },
  sms: {
    one_time_code: '{brand_name}: su código de verificación es {code}. No lo comparta nunca.',
    recipient_invited: '{sender_name} le pide que firme "{envelope_name}": {link}',
    approver_invited: '{sender_name} le pide que apruebe "{envelope_name}": {link}',
    recipient_reminded: 'Recordatorio: "{envelope_name}" de {sender_name} le está esperando: {link}',
    recipient_fresh_link: 'Su enlace nuevo a "{envelope_name}": {link}',
    recipient_delegated: '{delegator_name} le pide que firme "{envelope_name}": {link}',
    approver_delegated: '{delegator_name} le pide que apruebe "{envelope_name}": {link}',
    declined_by_other: '{recipient_name} ha rechazado "{envelope_name}". No tiene que hacer nada.',
    sent_back_by_other: '{recipient_name} le ha devuelto "{envelope_name}": {link}',
    released_by_others:
      'Otras personas han hecho lo que se pedía en "{envelope_name}" de {sender_name}. No tiene que hacer nada.',
    envelope_completed: 'Completado: "{envelope_name}". Sus documentos: {link}',
    envelope_cc: '{sender_name} comparte con usted el documento completado "{envelope_name}": {link}',
    envelope_canceled: '{sender_name} ha cancelado "{envelope_name}". No tiene que hacer nada.',
    envelope_expired: '"{envelope_name}" no se completó a tiempo y ya no se puede firmar.',
    envelope_deletion_announced:
      '"{envelope_name}" se eliminará el {delete_at}. Descargue lo que quiera conservar: {link}',
  },
  notices: {
    'user:invited': 'Le invitan a unirse a {organization_name}.',
    'approver:invited': '{sender_name} le pide que apruebe «{envelope_name}».',
    'recipient:reminder': '«{envelope_name}» de {sender_name} le sigue esperando.',
    'recipient:opened': '{recipient_name} ha abierto «{envelope_name}».',
    'recipient:submitted': '{recipient_name} ha completado «{envelope_name}».',
    'delegate:requested': '{delegator_name} le pide que firme «{envelope_name}» en su lugar.',
    'approver:requested': '{delegator_name} le pide que apruebe «{envelope_name}» en su lugar.',
    'recipient:released': 'Otras personas han hecho lo que se pedía en «{envelope_name}»: no tiene que hacer nada.',
    'envelope:completed': '«{envelope_name}» está completo.',
    'envelope:cc': '{sender_name} comparte con usted el documento completado «{envelope_name}».',
    'recipient:invite_failed': '«{envelope_name}» no llegó a {recipient_name}.',
    'envelope:canceled': '{sender_name} ha cancelado «{envelope_name}».',
    'envelope:replaced': '{sender_name} ha sustituido «{envelope_name}» por otro sobre.',
    'envelope:expired': '«{envelope_name}» no se completó a tiempo y ha caducado.',
  },
};
