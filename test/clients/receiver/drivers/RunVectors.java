import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;

/** Each line has the time and, in base64, header, body and any number of secrets. Prints what the sample returns for it. */
class RunVectors {
  public static void main(String[] arguments) throws IOException {
    var lines = new BufferedReader(new InputStreamReader(System.in));
    for (var line = lines.readLine(); line != null; line = lines.readLine()) {
      var parts = line.split("\t", -1);
      var now = Instant.ofEpochSecond(Long.parseLong(parts[0]));
      var secrets = Arrays.stream(parts).skip(3).map(RunVectors::text).toList();
      try {
        WebhookReceiver.verifyWebhook(decoded(parts[2]), text(parts[1]), secrets, now);
        System.out.println("GENUINE");
      } catch (WebhookReceiver.WebhookException e) {
        System.out.println(e.code);
      }
    }
  }

  private static byte[] decoded(String base64) {
    return Base64.getDecoder().decode(base64);
  }

  private static String text(String base64) {
    return new String(decoded(base64), StandardCharsets.UTF_8);
  }
}
