package main

import (
	"github.com/spf13/pflag"

	"github.com/janggid/janggid/api/limit"
)

// budgetOptions are what an address may write in a day, by the names of the
// budgets.
type budgetOptions map[string]*int

// register adds a flag for each budget.
func (o *budgetOptions) register(f *pflag.FlagSet) {
	*o = budgetOptions{}
	for _, b := range limit.Budgets() {
		(*o)[b.Name] = f.Int(b.Name, b.Quota, "for each address: "+b.Counts+"; 0 for any number")
	}
}

func (o budgetOptions) quotas() map[string]int {
	quotas := map[string]int{}
	for name, quota := range o {
		quotas[name] = *quota
	}
	return quotas
}
