// Package live brings what happens to those who are watching at the time. A Hub
// passes frames on to the subscriptions of a topic; each subscription is a short
// queue that a stream empties at its own pace. A queue that is full cuts its
// stream off, so nobody waits for a slow reader, and what it missed is in the
// store.
//
// A frame is encoded once, whoever reads it. Heartbeats and what is to be shown
// later are the work of one goroutine, Run.
package live
