// Verifies the headers of Standard Webhooks by the steps of its specification, with the standard library. Each line has the
// time and, in base64, identifier, timestamp, signatures, body and secret. Prints GENUINE or REJECTED for it.
package main

import (
	"bufio"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
)

const toleranceSeconds = 300

func isGenuine(id, timestamp, signatures, body, secret string, nowUnixSeconds int64) bool {
	unixSeconds, err := strconv.ParseInt(timestamp, 10, 64)
	age := nowUnixSeconds - unixSeconds
	if err != nil || id == "" || age > toleranceSeconds || age < -toleranceSeconds {
		return false
	}
	mac := hmac.New(sha256.New, []byte(decoded(strings.TrimPrefix(secret, "whsec_"))))
	mac.Write([]byte(id + "." + timestamp + "." + body))
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, signature := range strings.Split(signatures, " ") {
		if hmac.Equal(expected, []byte(signature)) {
			return true
		}
	}
	return false
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), "\t")
		now, _ := strconv.ParseInt(parts[0], 10, 64)
		if isGenuine(decoded(parts[1]), decoded(parts[2]), decoded(parts[3]), decoded(parts[4]), decoded(parts[5]), now) {
			fmt.Println("GENUINE")
		} else {
			fmt.Println("REJECTED")
		}
	}
}

func decoded(text string) string {
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return string(bytes)
}
