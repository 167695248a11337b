import { createHash } from 'node:crypto';
import { type PDF, PdfArray, PdfBool, PdfDict, PdfName, PdfNumber, PdfStream, PdfString } from '@libpdf/core';
import escapeXml from 'escape-html';
import { pdfDate } from '../file/pdf-date.ts';
import { sRgbProfile } from './colour-profile.ts';

/** Facts about a document that is to be kept. */
export interface ArchiveFacts {
  title: string;
  /** BCP 47. */
  language: string;
  madeAt: Date;
  /** The file that the document carries. */
  attachment: AttachedFile;
}

export interface AttachedFile {
  name: string;
  /** MIME type. */
  type: string;
  description: string;
  data: Uint8Array;
}

const MAKER = 'Countersign';

/**
 * Adds what PDF/A-3u (ISO 19005-3) and PDF/UA-1 (ISO 14289-1) demand beside pages and structure: metadata, meaning of
 * colours, language, identifiers, and the attached file with its relationship to the document.
 */
export const makeArchivable = (pdf: PDF, facts: ArchiveFacts): void => {
  const { title, language, madeAt, attachment } = facts;
  const catalog = pdf.getCatalog();
  const maker = { author: MAKER, creator: MAKER, producer: MAKER };
  pdf.setMetadata({ title, ...maker, creationDate: madeAt, modificationDate: madeAt, language });
  // Without a reading direction: with R2L, PDFium turns the letters of Latin words around when text is copied.
  catalog.set('ViewerPreferences', PdfDict.of({ DisplayDocTitle: PdfBool.of(true) }));
  catalog.set('OutputIntents', PdfArray.of(outputIntent(pdf)));
  const metadata = PdfStream.fromDict(
    { Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') },
    Buffer.from(xmp(facts)),
  );
  catalog.set('Metadata', pdf.register(metadata));
  attach(pdf, catalog, attachment, madeAt);
  const id = PdfString.fromBytes(
    createHash('sha256').update(madeAt.toISOString()).update(title).update(attachment.data).digest().subarray(0, 16),
  );
  pdf.context.info.trailer.set('ID', PdfArray.of(id, id));
};

const outputIntent = (pdf: PDF): PdfDict => {
  const profile = PdfStream.fromDict({ N: PdfNumber.of(3) }, sRgbProfile());
  return PdfDict.of({
    Type: PdfName.of('OutputIntent'),
    S: PdfName.of('GTS_PDFA1'),
    OutputConditionIdentifier: PdfString.fromString('sRGB'),
    Info: PdfString.fromString('sRGB (IEC 61966-2-1)'),
    DestOutputProfile: pdf.register(profile),
  });
};

/** Attaches a file to the document as a whole (ISO 19005-3 annex E). */
const attach = (pdf: PDF, catalog: PdfDict, { name, type, description, data }: AttachedFile, madeAt: Date): void => {
  const date = PdfString.fromString(pdfDate(madeAt));
  const params = PdfDict.of({
    CreationDate: date,
    ModDate: date,
    Size: PdfNumber.of(data.length),
    // MD5 is what the format has here (ISO 32000-1 table 46): it finds damage, not forgery.
    CheckSum: PdfString.fromBytes(createHash('md5').update(data).digest()),
  });
  const file = PdfStream.fromDict(
    { Type: PdfName.of('EmbeddedFile'), Subtype: PdfName.of(type), Params: params },
    data,
  );
  const ref = pdf.register(file);
  const specification = pdf.register(
    PdfDict.of({
      Type: PdfName.of('Filespec'),
      F: PdfString.fromString(name),
      UF: PdfString.fromString(name),
      Desc: PdfString.fromString(description),
      AFRelationship: PdfName.of('Data'),
      EF: PdfDict.of({ F: ref, UF: ref }),
    }),
  );
  const names = PdfDict.of({ Names: PdfArray.of(PdfString.fromString(name), specification) });
  catalog.set('Names', PdfDict.of({ EmbeddedFiles: names }));
  catalog.set('AF', PdfArray.of(specification));
};

/**
 * PDF/A demands a description of properties that it doesn't know itself, which are those of PDF/UA (ISO 19005-3 section
 * 6.6.2.3.3).
 */
const PDFUA_SCHEMA = `  <rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
   <pdfaExtension:schemas>
    <rdf:Bag>
     <rdf:li rdf:parseType="Resource">
      <pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
      <pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
      <pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
      <pdfaSchema:property>
       <rdf:Seq>
        <rdf:li rdf:parseType="Resource">
         <pdfaProperty:name>part</pdfaProperty:name>
         <pdfaProperty:valueType>Integer</pdfaProperty:valueType>
         <pdfaProperty:category>internal</pdfaProperty:category>
         <pdfaProperty:description>Part of ISO 14289 that the document conforms to</pdfaProperty:description>
        </rdf:li>
       </rdf:Seq>
      </pdfaSchema:property>
     </rdf:li>
    </rdf:Bag>
   </pdfaExtension:schemas>
  </rdf:Description>`;

/** Metadata in XMP (ISO 16684-1). What it says of the document is what its information dictionary says. */
const xmp = ({ title, language, madeAt }: ArchiveFacts): string => {
  const at = `${madeAt.toISOString().slice(0, 19)}Z`;
  return `<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
 <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
  <rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">
   <dc:format>application/pdf</dc:format>
   <dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(title)}</rdf:li></rdf:Alt></dc:title>
   <dc:creator><rdf:Seq><rdf:li>${MAKER}</rdf:li></rdf:Seq></dc:creator>
   <dc:language><rdf:Bag><rdf:li>${xmlText(language)}</rdf:li></rdf:Bag></dc:language>
   <xmp:CreatorTool>${MAKER}</xmp:CreatorTool>
   <xmp:CreateDate>${at}</xmp:CreateDate>
   <xmp:ModifyDate>${at}</xmp:ModifyDate>
   <xmp:MetadataDate>${at}</xmp:MetadataDate>
   <pdf:Producer>${MAKER}</pdf:Producer>
   <pdfaid:part>3</pdfaid:part>
   <pdfaid:conformance>U</pdfaid:conformance>
   <pdfuaid:part>1</pdfuaid:part>
  </rdf:Description>
${PDFUA_SCHEMA}
 </rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`;
};

/** Characters that XML 1.0 has no way to write. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const NOT_IN_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu;

const xmlText = (text: string): string => escapeXml(text.replace(NOT_IN_XML, ''));
