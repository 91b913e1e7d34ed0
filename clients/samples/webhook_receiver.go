// Verifies call.completed deliveries with the standard library alone; Go 1.19 or later.
//
// Run it as a receiver: WEBHOOK_SECRET=whsec_... go run webhook_receiver.go
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
	"sync"
	"time"
)

const toleranceSeconds = 300
const maxBodyBytes = 1_000_000

var secretForm = regexp.MustCompile(`\Awhsec_((?:[0-9a-fA-F]{2})+)\z`)
var signatureForm = regexp.MustCompile(`\At=([0-9]{1,12}),v1=([0-9a-fA-F]{64})\z`)

// WebhookError means: not a delivery to act on. Answer with HTTPStatus, because the service gives a delivery up at a
// 4xx and tries again after a 5xx.
type WebhookError struct {
	Code       string
	HTTPStatus int
	Message    string
}

func (e *WebhookError) Error() string { return e.Code + ": " + e.Message }

// VerifyWebhook returns nil when rawBody, exactly the bytes that came, was signed with the secret just now.
func VerifyWebhook(rawBody []byte, header, secret string, now time.Time) *WebhookError {
	secretParts := secretForm.FindStringSubmatch(secret)
	if secretParts == nil {
		return &WebhookError{"SECRET_INVALID", 500, "Set the signingSecret of PUT /v1/webhooks: whsec_ and hexadecimal digits."}
	}
	if header == "" {
		return &WebhookError{"SIGNATURE_MISSING", 400, "There is no X-Service-Signature: not from the service, or a proxy removed it."}
	}
	parts := signatureForm.FindStringSubmatch(header)
	if parts == nil {
		return &WebhookError{"SIGNATURE_MALFORMED", 400, "X-Service-Signature is not t=<unix seconds>,v1=<hex>: pass it unchanged."}
	}

	// The forms above admit only what these can read.
	key, _ := hex.DecodeString(secretParts[1])
	signature, _ := hex.DecodeString(parts[2])
	unixSeconds, _ := strconv.ParseInt(parts[1], 10, 64)

	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(parts[1] + "."))
	mac.Write(rawBody)
	if !hmac.Equal(mac.Sum(nil), signature) {
		return &WebhookError{"SIGNATURE_MISMATCH", 503, "Another secret signed this, or the body is not as received: compare both."}
	}

	age := now.Sub(time.Unix(unixSeconds, 0)).Seconds()
	if age > toleranceSeconds {
		return &WebhookError{"TIMESTAMP_TOO_OLD", 503, "Signed too long ago: a replay, or this clock is fast; set it by NTP."}
	}
	if age < -toleranceSeconds {
		return &WebhookError{"TIMESTAMP_TOO_NEW", 503, "Signed in the future: this clock is slow; set it by NTP."}
	}
	return nil
}

type callCompleted struct {
	TenantID   string  `json:"tenantId"`
	CallID     string  `json:"callId"`
	OccurredAt string  `json:"occurredAt"`
	Summary    string  `json:"summary"`
	Resolution *string `json:"resolution"`
}

// In place of this map have a table with a unique key on callId.
var stored sync.Map

func receive(w http.ResponseWriter, r *http.Request) {
	rawBody, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBodyBytes))
	if err != nil {
		w.WriteHeader(http.StatusInternalServerError)
		return
	}
	if refusal := VerifyWebhook(rawBody, r.Header.Get("X-Service-Signature"), os.Getenv("WEBHOOK_SECRET"), time.Now()); refusal != nil {
		log.Print(refusal)
		w.WriteHeader(refusal.HTTPStatus)
		return
	}
	var event callCompleted
	if err := json.Unmarshal(rawBody, &event); err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	// The same callId may arrive more than once. In SQL: INSERT ... ON CONFLICT (call_id) DO NOTHING.
	_, known := stored.LoadOrStore(event.CallID, event)
	// Stored: so answer now. The service waits 10 seconds, then counts the attempt as failed.
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
