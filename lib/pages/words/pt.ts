import type { PageText } from './en.ts';

export const pt: PageText = {
  needsScript: 'Esta página precisa de JavaScript.',
  late: 'Esta página ainda não está pronta. Se continuar assim, recarregue-a.',
  busy: 'Isto não funcionou',
  busyAbout: 'Ocorreu um erro da nossa parte. Nada foi alterado. Tente novamente dentro de momentos.',
  brokenLink: 'Este link está incompleto',
  brokenLinkAbout: 'Abra-o novamente a partir da mensagem ou copie-o por inteiro para a barra de endereço.',
  refusedRequest: 'Não é possível iniciar sessão aqui',
  refusedRequestAbout:
    'A aplicação de onde veio não é conhecida ou pediu algo que não registou. Nada lhe foi transmitido. Volte à aplicação e informe quem a gere.',
  signing: 'Há documentos para si',
  drawing: 'Desenhe a sua assinatura',
};
