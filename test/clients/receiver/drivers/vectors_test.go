package main

import (
	"bufio"
	"encoding/base64"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Each line has the time and, in base64, header, body and any number of secrets. Prints what the sample returns for it.
func TestMain(_ *testing.M) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), "\t")
		unixSeconds, _ := strconv.ParseInt(parts[0], 10, 64)
		var secrets []string
		for _, secret := range parts[3:] {
			secrets = append(secrets, string(decoded(secret)))
		}
		refusal := VerifyWebhook(decoded(parts[2]), string(decoded(parts[1])), secrets, time.Unix(unixSeconds, 0))
		if refusal == nil {
			fmt.Println("GENUINE")
		} else {
			fmt.Println(refusal.Code)
		}
	}
	os.Exit(0)
}

func decoded(text string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return bytes
}
