package janggi

import "testing"

func TestASetupIsReadInKoreanToo(t *testing.T) {
	for text, want := range map[string]Setup{
		"마상마상": HEHE, "상마상마": EHEH, "마상상마": HEEH, "상마마상": EHHE, "馬象象馬": HEEH, "馬상象마": HEEH,
	} {
		if got, err := ParseSetup(text); err != nil || got != want {
			t.Errorf("%s is read as %v (%v), want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "마상", "마상마마", "마상마상마", "HE상마", "차상마상", "마상상마 "} {
		if got, err := ParseSetup(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}
