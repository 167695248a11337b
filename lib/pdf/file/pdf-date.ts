/** A time as PDF writes it (ISO 32000-2 section 7.9.4), in UTC. */
export const pdfDate = (time: Date): string => `D:${time.toISOString().slice(0, 19).replace(/\D/g, '')}Z`;
