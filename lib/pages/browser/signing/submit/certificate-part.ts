import { laterModule } from '../../shared/later.tsx';

/** The signature by a certificate, which few recipients are asked for. */
export const certificatePart = laterModule(() => import('./certificate.tsx'));
