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

// Says for each line of base64 secret, header and body and of the time what the sample makes of it.
func TestMain(_ *testing.M) {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), "\t")
		unixSeconds, _ := strconv.ParseInt(parts[3], 10, 64)
		refusal := VerifyWebhook(decoded(parts[2]), string(decoded(parts[1])), string(decoded(parts[0])), time.Unix(unixSeconds, 0))
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
