// Verifies call.completed deliveries with the standard library only. Go 1.19 or later.
//
// Run it as a receiver: WEBHOOK_SECRET=whsec_... go run webhook_receiver.go
// While you rotate the secret, set the old and the new secret, separated by a comma: WEBHOOK_SECRET=whsec_...,whsec_...
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"
)

const toleranceSeconds = 300
const maxBodyBytes = 1_000_000

var secretForm = regexp.MustCompile(`\Awhsec_((?:[0-9a-fA-F]{2})+)\z`)
var elementForm = regexp.MustCompile(`\A[ \t]*(t|v1)=([^ \t]*)[ \t]*\z`)
var unixSecondsForm = regexp.MustCompile(`\A[0-9]{1,12}\z`)
var digestForm = regexp.MustCompile(`\A[0-9a-fA-F]{64}\z`)

// WebhookError says why the request failed verification. Do not act on the request. Respond with HTTPStatus: the service
// retries after a 5xx, but not after a 400.
type WebhookError struct {
	Code       string
	HTTPStatus int
	Message    string
}

func (e *WebhookError) Error() string { return e.Code + ": " + e.Message }

// VerifyWebhook returns nil if rawBody was signed recently with one of the secrets. Pass rawBody exactly as received.
func VerifyWebhook(rawBody []byte, header string, secrets []string, now time.Time) *WebhookError {
	keys, invalid := keysOf(secrets)
	if invalid != nil {
		return invalid
	}
	if header == "" {
		return &WebhookError{"SIGNATURE_MISSING", 400, "X-Service-Signature is missing: the request is not from the service, or a proxy removed the header."}
	}
	t, digests := parseSignature(header)
	if len(digests) == 0 {
		return &WebhookError{"SIGNATURE_MALFORMED", 400, "X-Service-Signature does not have the form t=<unix seconds>,v1=<hex>: pass the header unchanged."}
	}

	if !isSigned(append([]byte(t+"."), rawBody...), digests, keys) {
		return &WebhookError{"SIGNATURE_MISMATCH", 503, "The signature does not match: the secret is wrong, or the body is not exactly as received."}
	}

	// This conversion cannot fail, because t has only digits.
	unixSeconds, _ := strconv.ParseInt(t, 10, 64)
	age := now.Sub(time.Unix(unixSeconds, 0)).Seconds()
	if age > toleranceSeconds {
		return &WebhookError{"TIMESTAMP_TOO_OLD", 503, "The request was signed too long ago: it is a replay, or the clock of this machine is fast. Synchronize the clock by NTP."}
	}
	if age < -toleranceSeconds {
		return &WebhookError{"TIMESTAMP_TOO_NEW", 503, "The request was signed in the future: the clock of this machine is slow. Synchronize the clock by NTP."}
	}
	return nil
}

// parseSignature returns t and every v1, or no v1 if the header is malformed. It ignores other elements, so that the
// service can add signatures.
func parseSignature(header string) (t string, digests [][]byte) {
	var times []string
	for _, element := range strings.Split(header, ",") {
		parts := elementForm.FindStringSubmatch(element)
		if parts == nil {
			continue
		}
		if parts[1] == "t" {
			times = append(times, parts[2])
		} else if digestForm.MatchString(parts[2]) {
			digest, _ := hex.DecodeString(parts[2])
			digests = append(digests, digest)
		}
	}
	for _, time := range times {
		if time != times[0] || !unixSecondsForm.MatchString(time) {
			return "", nil
		}
	}
	if len(times) == 0 {
		return "", nil
	}
	return times[0], digests
}

// keysOf returns the raw keys of a list of secrets. While you rotate the secret, the list has the old and the new secret.
func keysOf(secrets []string) ([][]byte, *WebhookError) {
	if len(secrets) == 0 {
		return nil, &WebhookError{"SECRET_INVALID", 500, "There is no signing secret. Take signingSecret from the response of PUT /v1/webhooks."}
	}
	keys := make([][]byte, len(secrets))
	for i, secret := range secrets {
		parts := secretForm.FindStringSubmatch(secret)
		if parts == nil {
			name := fmt.Sprintf("Signing secret %d of %d", i+1, len(secrets))
			return nil, &WebhookError{"SECRET_INVALID", 500, name + " must be whsec_ and pairs of hexadecimal digits. Take signingSecret from the response of PUT /v1/webhooks."}
		}
		keys[i], _ = hex.DecodeString(parts[1])
	}
	return keys, nil
}

func isSigned(content []byte, digests, keys [][]byte) bool {
	for _, key := range keys {
		mac := hmac.New(sha256.New, key)
		mac.Write(content)
		expected := mac.Sum(nil)
		for _, digest := range digests {
			if hmac.Equal(expected, digest) {
				return true
			}
		}
	}
	return false
}

type callCompleted struct {
	Event      string  `json:"event"`
	TenantID   string  `json:"tenantId"`
	CallID     string  `json:"callId"`
	OccurredAt string  `json:"occurredAt"`
	Summary    string  `json:"summary"`
	Resolution *string `json:"resolution"`
}

func (event callCompleted) isWhole() bool {
	return event.Event != "" && (event.Event != "call.completed" || event.CallID != "")
}

var secrets = regexp.MustCompile(`\s*,\s*`).Split(os.Getenv("WEBHOOK_SECRET"), -1)

// Replace this map with a table that has a unique key on callId.
var stored sync.Map

func receive(w http.ResponseWriter, r *http.Request) {
	rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if failure := VerifyWebhook(rawBody, r.Header.Get("X-Service-Signature"), secrets, time.Now()); failure != nil {
		log.Print(failure)
		w.WriteHeader(failure.HTTPStatus)
		return
	}
	var event callCompleted
	if err := json.Unmarshal(rawBody, &event); err != nil || !utf8.Valid(rawBody) || !event.isWhole() {
		log.Print("The body is not an event")
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	if event.Event != "call.completed" {
		// An event that is newer than this receiver. Accept it: after a 400, the service gives it up.
		log.Print("Ignored the event " + event.Event)
		w.WriteHeader(http.StatusNoContent)
		return
	}
	// A callId may arrive twice. In SQL: INSERT ... ON CONFLICT (call_id) DO NOTHING.
	_, known := stored.LoadOrStore(event.CallID, event)
	// The call is stored, so respond now: after 10 seconds without a response, the attempt fails.
	w.WriteHeader(http.StatusNoContent)
	if !known {
		go work(event)
	}
}

func work(event callCompleted) {
	fmt.Printf("Call %s of line %s: %s\n", event.CallID, event.TenantID, event.Summary)
}

func main() {
	port := os.Getenv("PORT")
	if port == "" {
		port = "9100"
	}
	http.HandleFunc("/", receive)
	log.Fatal(http.ListenAndServe("127.0.0.1:"+port, nil))
}
