// Package subscription tells everyone on this node who must act at once of new
// events: streams, waiting reads, time-outs. They share one subscription to the
// store, apart from that of the read models, so that none of them waits for a
// transaction, and a read model that cannot be written delays nothing else.
//
// A listener gets events in the store's order, without a gap and each once while
// the process runs, with the game as of the event or later. It begins with what
// is stored after Begun; what is older it reads from the store. After a lost
// connection the subscription resumes where it was.
package subscription
