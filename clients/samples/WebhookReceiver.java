import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifies call.completed deliveries with the JDK alone; Java 17 or later.
 *
 * <p>Run it as a receiver: WEBHOOK_SECRET=whsec_... java WebhookReceiver.java. In Spring take the raw body as
 * {@code @RequestBody byte[] rawBody}.
 */
public class WebhookReceiver {
  private static final Duration TOLERANCE = Duration.ofSeconds(300);
  private static final int MAX_BODY_BYTES = 1_000_000;
  private static final Pattern SECRET = Pattern.compile("whsec_((?:[0-9a-fA-F]{2})+)");
  private static final Pattern SIGNATURE = Pattern.compile("t=([0-9]{1,12}),v1=([0-9a-fA-F]{64})");

  /** Not a delivery to act on. Answer with httpStatus: the service gives up at a 4xx and tries again after a 5xx. */
  public static class WebhookException extends Exception {
    public final String code;
    public final int httpStatus;

    WebhookException(String code, int httpStatus, String message) {
      super(message);
      this.code = code;
      this.httpStatus = httpStatus;
    }
  }

  /** Returns when rawBody, exactly the bytes that came, was signed with the secret just now; otherwise throws. */
  public static void verifyWebhook(byte[] rawBody, String header, String secret, Instant now) throws WebhookException {
    var key = SECRET.matcher(secret == null ? "" : secret);
    if (!key.matches()) {
      throw new WebhookException("SECRET_INVALID", 500, "Set the signingSecret of PUT /v1/webhooks: whsec_ and hexadecimal digits.");
    }
    if (header == null || header.isEmpty()) {
      throw new WebhookException("SIGNATURE_MISSING", 400, "There is no X-Service-Signature: not from the service, or a proxy removed it.");
    }
    var signature = SIGNATURE.matcher(header);
    if (!signature.matches()) {
      throw new WebhookException("SIGNATURE_MALFORMED", 400, "X-Service-Signature is not t=<unix seconds>,v1=<hex>: pass it unchanged.");
    }

    var t = signature.group(1);
    var expected = hmacSha256(HexFormat.of().parseHex(key.group(1)), t + ".", rawBody);
    if (!MessageDigest.isEqual(expected, HexFormat.of().parseHex(signature.group(2)))) {
      throw new WebhookException("SIGNATURE_MISMATCH", 503, "Another secret signed this, or the body is not as received: compare both.");
    }

    var age = Duration.between(Instant.ofEpochSecond(Long.parseLong(t)), now);
    if (age.compareTo(TOLERANCE) > 0) {
      throw new WebhookException("TIMESTAMP_TOO_OLD", 503, "Signed too long ago: a replay, or this clock is fast; set it by NTP.");
    }
    if (age.compareTo(TOLERANCE.negated()) < 0) {
      throw new WebhookException("TIMESTAMP_TOO_NEW", 503, "Signed in the future: this clock is slow; set it by NTP.");
    }
  }

  private static byte[] hmacSha256(byte[] key, String prefix, byte[] rawBody) {
    try {
      var mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(prefix.getBytes(StandardCharsets.US_ASCII));
      return mac.doFinal(rawBody);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JDK has HmacSHA256", e);
    }
  }

  /** In place of this map have a table with a unique key on callId. */
  private static final Map<String, String> STORED = new ConcurrentHashMap<>();

  /** The JDK has no JSON: use your library. Within a JSON string this text cannot occur, its quotes would be escaped. */
  private static final Pattern CALL_ID = Pattern.compile("\"callId\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  private static void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      var rawBody = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES);
      var header = exchange.getRequestHeaders().getFirst("X-Service-Signature");
      try {
        verifyWebhook(rawBody, header, System.getenv("WEBHOOK_SECRET"), Instant.now());
      } catch (WebhookException e) {
        System.err.println(e.code + ": " + e.getMessage());
        exchange.sendResponseHeaders(e.httpStatus, -1);
        return;
      }
      var event = new String(rawBody, StandardCharsets.UTF_8);
      var callId = CALL_ID.matcher(event);
      if (!callId.find()) {
        exchange.sendResponseHeaders(400, -1);
        return;
      }
      // The same callId may arrive more than once. In SQL: INSERT ... ON CONFLICT (call_id) DO NOTHING.
      var isNew = STORED.putIfAbsent(callId.group(1), event) == null;
      // Stored: so answer now. The service waits 10 seconds, then counts the attempt as failed.
      exchange.sendResponseHeaders(204, -1);
      if (isNew) work(callId.group(1), event);
    }
  }

  private static void work(String callId, String event) {
    System.out.println("Call " + callId + ": " + event);
  }

  public static void main(String[] arguments) throws IOException {
    var port = Integer.parseInt(System.getenv().getOrDefault("PORT", "9100"));
    var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    server.createContext("/", WebhookReceiver::receive);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }
}
