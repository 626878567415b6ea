// Reads BareMetalHosts as Metal3's own types have them, unknown fields refused, and runs the checks of its webhook.
package main

import (
	"fmt"
	"os"
	"strings"

	metal3 "github.com/metal3-io/baremetal-operator/apis/metal3.io/v1alpha1"
	"sigs.k8s.io/yaml"
)

func main() {
	text, err := os.ReadFile(os.Args[1])
	if err != nil {
		panic(err)
	}
	taken, wrong := 0, false
	for _, document := range strings.Split(string(text), "\n---\n") {
		if !strings.Contains(document, "kind: BareMetalHost") {
			continue
		}
		var host metal3.BareMetalHost
		err := yaml.UnmarshalStrict([]byte(strings.TrimPrefix(document, "---\n")), &host)
		if err == nil {
			_, err = host.ValidateCreate()
		}
		if err != nil {
			wrong = true
			fmt.Println(host.Name, err)
		}
		taken++
	}
	fmt.Println("hosts", taken)
	if wrong {
		os.Exit(1)
	}
}
