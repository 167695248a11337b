import type { PageText } from './en.ts';

export const es: PageText = {
  needsScript: 'Esta página necesita JavaScript.',
  late: 'Esta página aún no está lista. Si sigue así, recárguela.',
  busy: 'Esto no ha funcionado',
  busyAbout: 'Algo ha salido mal por nuestra parte. No se ha cambiado nada. Inténtelo de nuevo dentro de un momento.',
  brokenLink: 'Este enlace está incompleto',
  brokenLinkAbout: 'Ábralo de nuevo desde el mensaje o cópielo entero en la barra de direcciones.',
  refusedRequest: 'No puede iniciar sesión aquí',
  refusedRequestAbout:
    'La aplicación que le ha enviado aquí no se conoce o ha pedido algo que no tiene registrado. No se le ha transmitido nada. Vuelva a ella e informe a quien la gestiona.',
  signing: 'Ha recibido documentos',
  drawing: 'Dibuje su firma',
};
