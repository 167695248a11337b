import eu.europa.esig.dss.model.FileDocument;
import eu.europa.esig.dss.model.x509.CertificateToken;
import eu.europa.esig.dss.spi.DSSUtils;
import eu.europa.esig.dss.spi.tsl.TrustedListsCertificateSource;
import eu.europa.esig.dss.spi.validation.CommonCertificateVerifier;
import eu.europa.esig.dss.spi.x509.CommonCertificateSource;
import eu.europa.esig.dss.spi.x509.CommonTrustedCertificateSource;
import eu.europa.esig.dss.tsl.job.TLValidationJob;
import eu.europa.esig.dss.tsl.source.TLSource;
import eu.europa.esig.dss.validation.SignedDocumentValidator;
import java.io.File;
import java.nio.file.Path;

/**
 * EU DSS judges the signatures of files by a trusted list, without a network. Arguments: folders, each with `list.xml`,
 * the certificate of who signs lists (`operator.cer`), and `signed.pdf`. Prints a line for each signature, by tabs:
 * folder, field, qualification, indication, sub-indication, format.
 */
public class JudgeLevels {
  public static void main(String[] folders) throws Exception {
    for (String folder : folders) judge(Path.of(folder));
  }

  private static void judge(Path folder) {
    var list = folder.resolve("list.xml").toFile();
    var verifier = new CommonCertificateVerifier();
    verifier.setTrustedCertSources(servicesOf(list, DSSUtils.loadCertificate(folder.resolve("operator.cer").toFile())));
    verifier.setAIASource(null);
    var validator = SignedDocumentValidator.fromDocument(new FileDocument(folder.resolve("signed.pdf").toFile()));
    validator.setCertificateVerifier(verifier);
    var reports = validator.validateDocument();
    var found = reports.getSimpleReport();
    for (var signature : reports.getDiagnosticData().getSignatures()) {
      var id = signature.getId();
      System.out.println(String.join("\t", folder.getFileName().toString(), signature.getFirstFieldName(),
        String.valueOf(found.getSignatureQualification(id)), String.valueOf(found.getIndication(id)),
        String.valueOf(found.getSubIndication(id)), String.valueOf(found.getSignatureFormat(id))));
    }
  }

  private static TrustedListsCertificateSource servicesOf(File list, CertificateToken operator) {
    var operators = new CommonTrustedCertificateSource();
    operators.addCertificate(operator);
    var source = new TLSource();
    source.setUrl(list.toURI().toString());
    source.setCertificateSource(operators);
    var services = new TrustedListsCertificateSource();
    var job = new TLValidationJob();
    job.setTrustedListSources(source);
    job.setTrustedListCertificateSource(services);
    job.setOnlineDataLoader(url -> new FileDocument(list));
    job.onlineRefresh();
    for (var one : job.getSummary().getOtherTLInfos()) {
      var validation = one.getValidationCacheInfo();
      if (!validation.isValid())
        System.err.println(list + ": DSS doesn't accept the list: " + validation.getIndication() + " "
          + validation.getSubIndication() + " " + validation.getExceptionMessage());
    }
    return services;
  }
}
