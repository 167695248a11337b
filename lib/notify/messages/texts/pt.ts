import type { Catalogue } from './catalogue.ts';

export const pt: Catalogue = {
  locale: 'pt',
  full_stop: '.',
  greeting: 'Olá, {name},',
  link_hint: 'Se o botão não funcionar, copie este endereço para o seu navegador:',
  attached:
    'Ficheiros anexados: {files}. São os documentos selados e o certificado de conclusão. Guarde-os: qualquer pessoa os pode verificar, mesmo sem este serviço.',
  because: {
    account: 'Recebe esta mensagem porque este endereço pertence a uma conta de {brand_name}.',
    address: 'Recebe esta mensagem porque alguém introduziu este endereço em {brand_name}.',
    recipient: 'Recebe esta mensagem porque participa num documento de {brand_name}.',
    sender: 'Recebe esta mensagem porque enviou este documento através de {brand_name}.',
  },
  support: 'Perguntas? {support_contact}',
  buttons: {
    confirm_address: 'Confirmar o endereço',
    choose_password: 'Escolher uma nova palavra-passe',
    sign_in: 'Iniciar sessão',
    view_invitation: 'Ver o convite',
    open_document: 'Abrir o documento',
    view_documents: 'Ver os documentos',
    view_details: 'Ver os detalhes',
  },
  shared: {
    not_you:
      'Se não fez esta alteração, escolha já uma nova palavra-passe: isso termina todas as outras sessões da sua conta.',
    nothing_to_do: 'Se fez esta alteração, não é preciso fazer nada.',
    replaces: 'Substitui «{replaced_name}», que recebeu antes e que já não pode ser assinado.',
    valid_until: 'Conclua até {expires_at}.',
    personal_link:
      'Este link é pessoal: não reencaminhe esta mensagem. Se outra pessoa deve agir em vez de si, informe o remetente.',
  },
  messages: {
    verify_email: {
      subject: 'Confirme o seu endereço de e-mail',
      paragraphs: ['Para concluir a criação da sua conta, confirme que este endereço é seu. O seu código é:'],
      notes: ['Se não se registou, pode ignorar esta mensagem.'],
    },
    reset_password: {
      subject: 'Redefina a sua palavra-passe',
      paragraphs: ['Alguém pediu para redefinir a palavra-passe da sua conta. O seu código é:'],
      notes: ['Se não fez este pedido, ignore esta mensagem. A sua palavra-passe não muda.'],
    },
    sign_in_at_provider: {
      subject: 'Inicie sessão na sua organização',
      paragraphs: [
        'Alguém pediu para redefinir a palavra-passe da sua conta. Os membros de {organization_name} só iniciam sessão na sua organização, por isso uma palavra-passe nova não abriria nada aqui.',
        'Inicie sessão como no resto do seu trabalho. Se não conseguir, pergunte a um administrador de {organization_name}.',
      ],
      notes: ['Se não fez este pedido, ignore esta mensagem. Nada foi alterado.'],
    },
    sign_in_with_passkey: {
      subject: 'Inicie sessão com a sua chave de acesso',
      paragraphs: [
        'Alguém pediu para redefinir a palavra-passe da sua conta. {organization_name} só aceita a sua conta com uma chave de acesso, por isso uma palavra-passe nova não abriria nada.',
        'Inicie sessão com a sua chave de acesso. Se a perdeu, peça a um administrador de {organization_name} que reponha o seu segundo fator.',
      ],
      notes: ['Se não fez este pedido, ignore esta mensagem. Nada foi alterado.'],
    },
    sign_up_attempted: {
      subject: 'Já existe uma conta',
      paragraphs: [
        'Alguém tentou registar-se com este endereço. Já existe uma conta com ele, por isso nada foi alterado.',
        'Se fez este pedido, inicie sessão como habitualmente. Se já não sabe a palavra-passe, escolha uma nova.',
      ],
      notes: ['Se não fez este pedido, não é preciso fazer nada: mais ninguém pode utilizar a sua conta.'],
    },
    one_time_code: {
      subject: 'O seu código de verificação',
      paragraphs: [
        'Introduza este código para abrir «{envelope_name}» de {sender_name}. É válido durante {minutes} minutos.',
      ],
      notes: ['Nunca partilhe este código. Se não o pediu, pode ignorar esta mensagem.'],
    },
    link_code: {
      subject: 'Confirme o seu endereço',
      paragraphs: ['Para abrir o documento que pediu, confirme que este endereço é seu. O seu código é:'],
      notes: [
        'O código é válido até {expires_at}.',
        'Nunca partilhe este código. Se não o pediu, pode ignorar esta mensagem: sem o código, nada acontece.',
      ],
    },
    account_locked: {
      subject: 'A sua conta foi bloqueada',
      paragraphs: [
        'Houve demasiadas tentativas falhadas de iniciar sessão na sua conta, por isso bloqueámo-la.',
        'Pode tentar novamente dentro de {minutes} minutos.',
        'Se estas tentativas não foram suas, escolha uma nova palavra-passe.',
      ],
    },
    password_changed: {
      subject: 'A sua palavra-passe foi alterada',
      paragraphs: ['A palavra-passe da sua conta foi alterada em {happened_at}.'],
    },
    mfa_switched_on: {
      subject: 'O início de sessão em dois passos está ativado',
      paragraphs: [
        'Desde {happened_at}, para iniciar sessão na sua conta é preciso um código da aplicação de autenticação além da palavra-passe.',
        'Guarde os códigos de recuperação num lugar seguro. Cada um permite entrar uma vez, se perder a aplicação.',
      ],
    },
    mfa_switched_off: {
      subject: 'O início de sessão em dois passos está desativado',
      paragraphs: ['Desde {happened_at}, a palavra-passe basta para iniciar sessão na sua conta.'],
    },
    mfa_reset: {
      subject: 'O início de sessão em dois passos foi retirado da sua conta',
      paragraphs: [
        'Um administrador da sua organização retirou o início de sessão em dois passos da sua conta em {happened_at}. Agora a palavra-passe basta para iniciar sessão; pode configurar novamente o segundo passo a qualquer momento.',
        'Se não pediu isto, informe os administradores e escolha uma nova palavra-passe.',
      ],
    },
    backup_codes_renewed: {
      subject: 'Há novos códigos de recuperação',
      paragraphs: [
        'Foram criados novos códigos de recuperação para a sua conta em {happened_at}. Os antigos já não funcionam.',
      ],
    },
    backup_code_used: {
      subject: 'Foi utilizado um código de recuperação para iniciar sessão',
      paragraphs: [
        'Alguém iniciou sessão na sua conta com um dos códigos de recuperação em {happened_at}. Códigos restantes: {codes_left}.',
      ],
      notes: ['Se fez isto, basta criar novos códigos antes de utilizar o último.'],
    },
    passkey_added: {
      subject: 'Foi adicionada uma chave de acesso à sua conta',
      paragraphs: [
        'A chave de acesso «{passkey_name}» foi adicionada em {happened_at}. Permite iniciar sessão na sua conta sem palavra-passe.',
        'Se não foi feito por si, remova a chave de acesso na sua conta e escolha uma nova palavra-passe.',
      ],
    },
    passkey_removed: {
      subject: 'Foi removida uma chave de acesso da sua conta',
      paragraphs: [
        'A chave de acesso «{passkey_name}» foi removida em {happened_at}. Já não permite iniciar sessão na sua conta.',
        'Se não foi feito por si, escolha uma nova palavra-passe.',
      ],
    },
    passkeys_reset: {
      subject: 'As suas chaves de acesso foram removidas',
      paragraphs: [
        'Um administrador da sua organização removeu todas as chaves de acesso da sua conta em {happened_at}. Inicie sessão com a palavra-passe; pode adicionar novas chaves de acesso a qualquer momento.',
        'Se não pediu isto, informe os administradores e escolha uma nova palavra-passe.',
      ],
    },
    identity_connected: {
      subject: '{provider_name} foi associado à sua conta',
      paragraphs: [
        '{provider_name} foi associado à sua conta em {happened_at}. Com a conta associada é possível iniciar sessão na sua.',
        'Se não foi feito por si, remova a associação na sua conta e escolha uma nova palavra-passe.',
      ],
    },
    api_key_created: {
      subject: 'Uma nova chave de API age em seu nome',
      paragraphs: [
        'A chave de API «{key_name}» foi criada em {happened_at}. Os programas que a tenham podem fazer na sua organização tudo o que lhe é permitido a si.',
        'Se não sabe nada sobre ela, peça que seja eliminada e escolha uma nova palavra-passe.',
      ],
    },
    webhook_switched_off: {
      subject: 'O webhook de {organization_name} foi desativado',
      heading: 'O seu webhook foi desativado',
      paragraphs: [
        'O recetor {host} respondeu em {happened_at} que já não existe e não quer mais chamadas (410). Por isso desativámos o webhook de {organization_name}.',
        'Os eventos não são entregues até ser novamente ativado, e os do intervalo não são recuperados.',
      ],
    },
    member_waiting: {
      subject: '{member_name} aguarda para entrar em {organization_name}',
      heading: 'Alguém aguarda para entrar em {organization_name}',
      paragraphs: [
        '{member_name} ({member_email}) iniciou sessão pela primeira vez no vosso fornecedor de identidade e aguarda que um administrador lhe dê acesso.',
        'Desbloqueie ou remova esta pessoa na página de membros. Todos os que aguardam estão lá indicados.',
      ],
      notes: ['Pode desligar estas mensagens na sua conta.'],
    },
    organization_invitation: {
      subject: '{inviter_name} convida a juntar-se a {organization_name}',
      heading: 'Juntar-se a {organization_name}',
      paragraphs: ['{inviter_name} convida a juntar-se a {organization_name} e a trabalhar nos seus documentos.'],
      notes: ['Se não conhece {inviter_name}, pode ignorar esta mensagem.'],
    },
    recipient_invited: {
      subject: '{sender_name} pede a sua assinatura em «{envelope_name}»',
      heading: 'Há um documento à sua espera',
      paragraphs: ['{sender_name} enviou-lhe «{envelope_name}» para ler e completar.'],
    },
    approver_invited: {
      subject: '{sender_name} pede a sua aprovação de «{envelope_name}»',
      heading: 'Um documento aguarda a sua aprovação',
      paragraphs: ['{sender_name} enviou-lhe «{envelope_name}» para ler e aprovar.'],
    },
    recipient_reminded: {
      subject: 'Lembrete: «{envelope_name}» está à sua espera',
      heading: 'Um documento continua à sua espera',
      paragraphs: ['{sender_name} enviou-lhe «{envelope_name}», e a sua parte ainda não está concluída.'],
    },
    recipient_fresh_link: {
      subject: 'O seu novo link para «{envelope_name}»',
      heading: 'Aqui está o seu novo link',
      paragraphs: ['Pediu um novo link para «{envelope_name}» de {sender_name}. Utilize este a partir de agora.'],
    },
    recipient_delegated: {
      subject: '{delegator_name} pede a sua assinatura em «{envelope_name}»',
      heading: 'Um documento foi-lhe passado',
      paragraphs: [
        '{delegator_name} pede-lhe que complete «{envelope_name}» em seu lugar. Foi enviado por {sender_name}.',
      ],
    },
    approver_delegated: {
      subject: '{delegator_name} pede a sua aprovação de «{envelope_name}»',
      heading: 'Um documento foi-lhe passado',
      paragraphs: [
        '{delegator_name} pede-lhe que aprove «{envelope_name}» em seu lugar. Foi enviado por {sender_name}.',
      ],
    },
    recipient_handed_over: {
      subject: '{recipient_name} passou «{envelope_name}» a {delegate_name}',
      heading: '{delegate_name} age em vez de {recipient_name}',
      paragraphs: [
        '{recipient_name} passou «{envelope_name}» a {delegate_name}, a quem foi pedido que o complete. Não é preciso fazer nada.',
      ],
    },
    recipient_named: {
      subject: '{recipient_name} indicou {named_name} para «{envelope_name}»',
      heading: '{named_name} foi indicado por {recipient_name}',
      paragraphs: [
        '{recipient_name} assinou ou aprovou «{envelope_name}» e indicou {named_name} ({named_email}), a quem será pedido quando for a sua vez. Se estiver errado, corrija a pessoa na página do envelope.',
      ],
    },
    delegation_confirmed: {
      subject: 'Passou «{envelope_name}» a {delegate_name}',
      heading: 'Passou a sua parte',
      paragraphs: [
        'Foi pedido a {delegate_name} que complete «{envelope_name}» de {sender_name} em vez de si. Já não pode agir sobre ele.',
      ],
      notes: ['Se não fez isto, informe {sender_name}.'],
    },
    recipient_failed: {
      subject: 'Não foi possível verificar {recipient_name} para «{envelope_name}»',
      heading: 'Não foi possível verificar {recipient_name}',
      paragraphs: [
        '{recipient_name} não passou na verificação que pediu e já não pode abrir «{envelope_name}».',
        'Se foi um engano, reponha o destinatário: a verificação começa de novo.',
      ],
    },
    recipient_certificate_failed: {
      subject: 'A assinatura de {recipient_name} em «{envelope_name}» falhou no serviço de confiança',
      heading: 'A assinatura de {recipient_name} falhou',
      paragraphs: [
        '{recipient_name} queria assinar «{envelope_name}» com o seu próprio certificado. O serviço de confiança, ou o certificado, não o fez, e nada foi assinado.',
        '{recipient_name} pode tentar novamente. Se continuar a falhar, escolha outra forma de assinar para o destinatário.',
      ],
    },
    recipient_question: {
      subject: '{recipient_name} tem uma pergunta sobre «{envelope_name}»',
      heading: '{recipient_name} tem uma pergunta',
      paragraphs: ['É sobre «{envelope_name}»:'],
      notes: ['Para responder, escreva para {recipient_email}.'],
    },
    envelope_completed: {
      subject: 'Concluído: «{envelope_name}»',
      heading: 'Todos terminaram',
      paragraphs: [
        '«{envelope_name}» está concluído. Os documentos selados e o certificado de conclusão estão à sua disposição.',
      ],
    },
    envelope_cc: {
      subject: 'A sua cópia de «{envelope_name}»',
      heading: 'A sua cópia está pronta',
      paragraphs: ['{sender_name} partilha consigo o documento concluído «{envelope_name}». Não há nada para assinar.'],
    },
    envelope_declined: {
      subject: '{recipient_name} recusou «{envelope_name}»',
      heading: '{recipient_name} recusou',
      paragraphs: ['{recipient_name} recusou «{envelope_name}». Mais ninguém o pode assinar.'],
    },
    recipient_declined: {
      subject: '{recipient_name} recusou «{envelope_name}»',
      heading: '{recipient_name} recusou',
      paragraphs: [
        '{recipient_name} recusou «{envelope_name}». Restam pessoas suficientes nesta etapa, por isso o processo continua: não é preciso fazer nada.',
      ],
    },
    recipient_sent_back: {
      subject: '{recipient_name} devolveu «{envelope_name}»',
      heading: '{recipient_name} devolveu-o',
      paragraphs: [
        '{recipient_name} devolveu «{envelope_name}» com um comentário a quem assinou antes. Essas pessoas são chamadas de novo: não é preciso fazer nada.',
      ],
    },
    sent_back_by_other: {
      subject: '{recipient_name} devolveu-lhe «{envelope_name}»',
      heading: 'Um documento voltou para si',
      paragraphs: [
        '{recipient_name} viu «{envelope_name}» de {sender_name} e devolveu-o com um comentário. O que preencheu ainda lá está: altere o necessário e conclua de novo.',
      ],
    },
    recipient_invite_failed: {
      subject: 'Não foi possível contactar {recipient_name} sobre «{envelope_name}»',
      heading: 'Não foi possível contactar {recipient_name}',
      paragraphs: [
        'Um e-mail para {recipient_name} ({recipient_email}) sobre «{envelope_name}» foi devolvido ou assinalado como indesejado.',
        'Se o endereço estiver errado, corrija-o: será então enviado um novo convite.',
      ],
    },
    envelope_seal_failed: {
      subject: '«{envelope_name}» ainda não pôde ser selado',
      heading: 'Não foi possível selar os documentos',
      paragraphs: [
        'Todos assinaram «{envelope_name}», mas não foi possível criar os documentos selados. Continuamos a tentar. Também é possível tentar de novo ou contactar o operador deste serviço.',
      ],
    },
    declined_by_other: {
      subject: '{recipient_name} recusou «{envelope_name}»',
      heading: 'Este documento foi recusado',
      paragraphs: ['{recipient_name} recusou «{envelope_name}». Já ninguém o pode assinar e não é preciso fazer nada.'],
    },
    released_by_others: {
      subject: 'Já não é necessário: «{envelope_name}»',
      heading: 'Já não precisa de assinar',
      paragraphs: [
        'Outras pessoas fizeram o que era pedido em «{envelope_name}» de {sender_name}. Não é preciso fazer nada.',
      ],
    },
    envelope_canceled: {
      subject: 'Cancelado: «{envelope_name}»',
      heading: 'Este documento foi cancelado',
      paragraphs: ['{sender_name} cancelou «{envelope_name}». Não é preciso fazer nada.'],
    },
    envelope_expired: {
      subject: 'Expirado: «{envelope_name}»',
      heading: 'Este documento expirou',
      paragraphs: ['«{envelope_name}» não foi concluído a tempo e já não pode ser assinado.'],
    },
    envelope_deletion_announced: {
      subject: '«{envelope_name}» será eliminado em {delete_at}',
      heading: 'Este documento será eliminado',
      paragraphs: [
        '«{envelope_name}» é conservado até {delete_at}. Depois, os documentos e todos os dados das pessoas envolvidas são eliminados. Descarregue antes o que quiser guardar.',
      ],
      notes: ['Um documento descarregado pode ser verificado mesmo depois.'],
    },
  },
  sms: {
    one_time_code: '{brand_name}: o seu código de verificação é {code}. Nunca o partilhe.',
    recipient_invited: '{sender_name} pede a sua assinatura em "{envelope_name}": {link}',
    approver_invited: '{sender_name} pede a sua aprovação de "{envelope_name}": {link}',
    recipient_reminded: 'Lembrete: "{envelope_name}" de {sender_name} está à sua espera: {link}',
    recipient_fresh_link: 'O seu novo link para "{envelope_name}": {link}',
    recipient_delegated: '{delegator_name} pede a sua assinatura em "{envelope_name}": {link}',
    approver_delegated: '{delegator_name} pede a sua aprovação de "{envelope_name}": {link}',
    declined_by_other: '{recipient_name} recusou "{envelope_name}". Não é preciso fazer nada.',
    sent_back_by_other: '{recipient_name} devolveu-lhe "{envelope_name}": {link}',
    released_by_others:
      'Outras pessoas fizeram o que era pedido em "{envelope_name}" de {sender_name}. Não é preciso fazer nada.',
    envelope_completed: 'Concluído: "{envelope_name}". Os seus documentos: {link}',
    envelope_cc: '{sender_name} partilha consigo o documento concluído "{envelope_name}": {link}',
    envelope_canceled: '{sender_name} cancelou "{envelope_name}". Não é preciso fazer nada.',
    envelope_expired: '"{envelope_name}" não foi concluído a tempo e já não pode ser assinado.',
    envelope_deletion_announced:
      '"{envelope_name}" será eliminado em {delete_at}. Descarregue o que quiser guardar: {link}',
  },
  notices: {
    'user:invited': 'Tem um convite para se juntar a {organization_name}.',
    'approver:invited': '{sender_name} pede a sua aprovação de «{envelope_name}».',
    'recipient:reminder': '«{envelope_name}» de {sender_name} continua à sua espera.',
    'recipient:opened': '{recipient_name} abriu «{envelope_name}».',
    'recipient:submitted': '{recipient_name} concluiu «{envelope_name}».',
    'delegate:requested': '{delegator_name} pede-lhe que assine «{envelope_name}» em seu lugar.',
    'approver:requested': '{delegator_name} pede-lhe que aprove «{envelope_name}» em seu lugar.',
    'recipient:released': 'Outras pessoas fizeram o que era pedido em «{envelope_name}»: não é preciso fazer nada.',
    'envelope:completed': '«{envelope_name}» está concluído.',
    'envelope:cc': '{sender_name} partilha consigo o documento concluído «{envelope_name}».',
    'recipient:invite_failed': '«{envelope_name}» não chegou a {recipient_name}.',
    'envelope:canceled': '{sender_name} cancelou «{envelope_name}».',
    'envelope:replaced': '{sender_name} substituiu «{envelope_name}» por outro envelope.',
    'envelope:expired': '«{envelope_name}» não foi concluído a tempo e expirou.',
  },
};
