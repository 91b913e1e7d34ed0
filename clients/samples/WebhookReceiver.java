import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Verifies call.completed deliveries with the JDK only. Java 17 or later.
 *
 * <p>Run it as a receiver: WEBHOOK_SECRET=whsec_... java WebhookReceiver.java. While you rotate the secret, set the
 * old and the new secret, separated by a comma: WEBHOOK_SECRET=whsec_...,whsec_.... In Spring, take the raw body as
 * {@code @RequestBody byte[]}.
 */
public class WebhookReceiver {
  private static final Duration TOLERANCE = Duration.ofSeconds(300);
  private static final int MAX_BODY_BYTES = 1_000_000;
  private static final Pattern SECRET = Pattern.compile("whsec_((?:[0-9a-fA-F]{2})+)");
  private static final Pattern ELEMENT = Pattern.compile("[ \\t]*(t|v1)=([^ \\t]*)[ \\t]*");
  private static final Pattern UNIX_SECONDS = Pattern.compile("[0-9]{1,12}");
  private static final Pattern DIGEST = Pattern.compile("[0-9a-fA-F]{64}");

  /** The request failed verification: do not act on it. Respond with httpStatus: the service retries after a 5xx, but not after a 400. */
  public static class WebhookException extends Exception {
    public final String code;
    public final int httpStatus;

    WebhookException(String code, int httpStatus, String message) {
      super(message);
      this.code = code;
      this.httpStatus = httpStatus;
    }
  }

  /** Throws an exception unless rawBody was signed recently with one of the secrets. Pass rawBody exactly as received. */
  public static void verifyWebhook(byte[] rawBody, String header, List<String> secrets, Instant now)
      throws WebhookException {
    var keys = keysOf(secrets);
    if (header == null || header.isEmpty()) {
      throw new WebhookException("SIGNATURE_MISSING", 400, "X-Service-Signature is missing: the request is not from the service, or a proxy removed the header.");
    }
    var times = valuesOf("t", header).distinct().toList();
    var digests = valuesOf("v1", header).filter(DIGEST.asMatchPredicate()).map(HexFormat.of()::parseHex).toList();
    if (times.size() != 1 || !UNIX_SECONDS.matcher(times.get(0)).matches() || digests.isEmpty()) {
      throw new WebhookException("SIGNATURE_MALFORMED", 400, "X-Service-Signature does not have the form t=<unix seconds>,v1=<hex>: pass the header unchanged.");
    }

    var t = times.get(0);
    var expected = keys.stream().map(key -> hmacSha256(key, t + ".", rawBody)).toList();
    if (digests.stream().noneMatch(digest -> expected.stream().anyMatch(one -> MessageDigest.isEqual(one, digest)))) {
      throw new WebhookException("SIGNATURE_MISMATCH", 503, "The signature does not match: the secret is wrong, or the body is not exactly as received.");
    }

    var age = Duration.between(Instant.ofEpochSecond(Long.parseLong(t)), now);
    if (age.compareTo(TOLERANCE) > 0) {
      throw new WebhookException("TIMESTAMP_TOO_OLD", 503, "The request was signed too long ago: it is a replay, or the clock of this machine is fast. Synchronize the clock by NTP.");
    }
    if (age.compareTo(TOLERANCE.negated()) < 0) {
      throw new WebhookException("TIMESTAMP_TOO_NEW", 503, "The request was signed in the future: the clock of this machine is slow. Synchronize the clock by NTP.");
    }
  }

  /** Returns the values of the elements with this name. Other elements are ignored, so that the service can add signatures. */
  private static Stream<String> valuesOf(String name, String header) {
    return Arrays.stream(header.split(","))
        .map(ELEMENT::matcher)
        .filter(element -> element.matches() && element.group(1).equals(name))
        .map(element -> element.group(2));
  }

  /** Returns the raw keys of a list of secrets. While you rotate the secret, the list has the old and the new secret. */
  private static List<byte[]> keysOf(List<String> secrets) throws WebhookException {
    if (secrets.isEmpty()) {
      throw new WebhookException("SECRET_INVALID", 500, "There is no signing secret. Take signingSecret from the response of PUT /v1/webhooks.");
    }
    var keys = new ArrayList<byte[]>();
    for (var secret : secrets) {
      var key = SECRET.matcher(secret);
      if (!key.matches()) {
        var name = "Signing secret %d of %d".formatted(keys.size() + 1, secrets.size());
        throw new WebhookException("SECRET_INVALID", 500, name + " must be whsec_ and pairs of hexadecimal digits. Take signingSecret from the response of PUT /v1/webhooks.");
      }
      keys.add(HexFormat.of().parseHex(key.group(1)));
    }
    return keys;
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

  private static final List<String> SECRETS =
      List.of(System.getenv().getOrDefault("WEBHOOK_SECRET", "").split("\\s*,\\s*", -1));

  /** Replace this map with a table that has a unique key on callId. */
  private static final Map<String, String> STORED = new ConcurrentHashMap<>();

  /** The JDK has no JSON parser: replace these patterns with yours. They never match inside a string, because JSON escapes quotes there. */
  private static final Pattern EVENT = Pattern.compile("\"event\":\"((?:[^\"\\\\]|\\\\.)*)\"");
  private static final Pattern CALL_ID = Pattern.compile("\"callId\":\"((?:[^\"\\\\]|\\\\.)*)\"");

  private static void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      var rawBody = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES);
      var header = exchange.getRequestHeaders().getFirst("X-Service-Signature");
      try {
        verifyWebhook(rawBody, header, SECRETS, Instant.now());
      } catch (WebhookException e) {
        System.err.println(e.code + ": " + e.getMessage());
        exchange.sendResponseHeaders(e.httpStatus, -1);
        return;
      }
      String event;
      try {
        event = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(rawBody)).toString();
      } catch (CharacterCodingException e) {
        System.err.println("The body is not an event");
        exchange.sendResponseHeaders(400, -1);
        return;
      }
      var name = EVENT.matcher(event);
      if (name.find() && !name.group(1).equals("call.completed")) {
        // An event that is newer than this receiver. Accept it: after a 400, the service gives it up.
        System.out.println("Ignored the event " + name.group(1));
        exchange.sendResponseHeaders(204, -1);
        return;
      }
      var callId = CALL_ID.matcher(event);
      if (!callId.find()) {
        exchange.sendResponseHeaders(400, -1);
        return;
      }
      // A callId may arrive twice. In SQL: INSERT ... ON CONFLICT (call_id) DO NOTHING.
      var isNew = STORED.putIfAbsent(callId.group(1), event) == null;
      // The call is stored, so respond now: after 10 seconds without a response, the attempt fails.
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
