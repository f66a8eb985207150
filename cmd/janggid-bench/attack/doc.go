// Package attack plays one client that means harm, and measures what others
// notice of it.
//
// Every attack comes from 127.0.0.1 alone and meets a server of its own, with
// default limits. Other people play and read from 127.0.0.2 and up. An attack
// succeeds when the server takes more than [MaxMemory], when the 99th percentile
// of somebody else's latency is more than [MaxSlower] times that of the calm
// before, when anybody else is refused something, or when the data folder grows
// by more than the attack's budget.
package attack
