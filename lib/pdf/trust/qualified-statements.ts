import { fromBER, ObjectIdentifier, Sequence } from 'asn1js';
import { type Cert, extensionOf } from './x509-certificate.ts';

/** Statements of a certificate about itself in the extension QcStatements (ETSI EN 319 412-5). */
export interface QualifiedStatements {
  /** It is a qualified certificate by the law of the European Union. */
  isQualified: boolean;
  /** Its key is in a qualified device. */
  isKeyOnDevice: boolean;
  /** It is for electronic signatures, and not also for seals or web sites: it says so, or says none of these. */
  isForSignatures: boolean;
}

const QC_STATEMENTS = '1.3.6.1.5.5.7.1.3';
const COMPLIANCE = '0.4.0.1862.1.1';
const DEVICE = '0.4.0.1862.1.4';
const TYPE = '0.4.0.1862.1.6';
const LEGISLATION = '0.4.0.1862.1.7';
const FOR_SIGNATURES = '0.4.0.1862.1.6.1';

/** Reads the statements. A certificate that names the law of a country outside of the Union isn't qualified in it. */
export const qualifiedStatements = (cert: Cert): QualifiedStatements => {
  const statements = new Map(itemsIn(extensionOf(cert, QC_STATEMENTS)).flatMap(statementOf));
  const types = (statements.get(TYPE) ?? []).flatMap((one) => (one instanceof ObjectIdentifier ? one.getValue() : []));
  return {
    isQualified: statements.has(COMPLIANCE) && !statements.has(LEGISLATION),
    isKeyOnDevice: statements.has(DEVICE),
    isForSignatures: !statements.has(TYPE) || (types.length > 0 && types.every((type) => type === FOR_SIGNATURES)),
  };
};

const itemsIn = (der: Uint8Array | undefined): Sequence['valueBlock']['value'] => {
  if (!der) return [];
  const { result, offset } = fromBER(Uint8Array.from(der).buffer);
  return offset > 0 && result instanceof Sequence ? result.valueBlock.value : [];
};

type Items = Sequence['valueBlock']['value'];

const statementOf = (item: Items[number]): [string, Items][] => {
  if (!(item instanceof Sequence)) return [];
  const [id, info] = item.valueBlock.value;
  return id instanceof ObjectIdentifier ? [[id.getValue(), info instanceof Sequence ? info.valueBlock.value : []]] : [];
};
