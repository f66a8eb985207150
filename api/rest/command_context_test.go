package rest

import (
	"context"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"

	"github.com/labstack/echo/v4"
)

func newTestCommand() *CommandContext {
	e := echo.New()
	return NewCommandContext(e.NewContext(httptest.NewRequest("POST", "/", nil), httptest.NewRecorder()))
}

func TestACommandEndsInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		waits, asks := newTestCommand(), newTestCommand()
		begun := time.Now()
		if err := waits.Err(); err != nil {
			t.Errorf("at first: %v", err)
		}
		<-waits.Done()
		if took := time.Since(begun); took != CommandTimeout {
			t.Errorf("it ended after %v", took)
		}
		for name, c := range map[string]*CommandContext{"who waited": waits, "who only asks": asks} {
			if err := c.Err(); err != context.DeadlineExceeded {
				t.Errorf("%s: %v", name, err)
			}
		}
	})
}

func TestWhoWaitsForACommandHearsOfItsEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newTestCommand()
		derived, cancel := context.WithCancel(c)
		defer cancel()
		done := c.Done()
		c.End()
		<-done
		<-derived.Done()
		if err := derived.Err(); err != context.Canceled {
			t.Errorf("what was derived from it: %v", err)
		}
	})
}

func TestACommandIsOverForWhoAsksLater(t *testing.T) {
	c := newTestCommand()
	c.End()
	c.End()
	if err := c.Err(); err != context.Canceled {
		t.Errorf("its error is %v", err)
	}
	select {
	case <-c.Done():
	default:
		t.Error("it goes on")
	}
}

func TestACommandOutlivesItsRequest(t *testing.T) {
	e := echo.New()
	client, hangUp := context.WithCancel(t.Context())
	c := NewCommandContext(e.NewContext(httptest.NewRequestWithContext(client, "POST", "/", nil), httptest.NewRecorder()))
	defer c.End()
	hangUp()
	if err := c.Err(); err != nil {
		t.Error(err)
	}
	select {
	case <-c.Done():
		t.Error("it ended with the client's connection")
	default:
	}
}
